"""A module of PyTorch, how its sizes are named, and the inputs that it is tried with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

Shapes = Sequence[Sequence[int]]


def normal(*shape: int) -> torch.Tensor:
    return torch.randn(*shape)


@dataclass(frozen=True)
class TorchProgram:
    """`traced` are the shapes at the trace, `good` and `bad` those that are accepted and refused.

    `inputs` makes tensors of given shapes; without it they are normal numbers.
    """

    module: Callable[[], torch.nn.Module]
    traced: Shapes
    sizes: Sequence[Mapping[int, Any]]
    good: Sequence[Shapes]
    bad: Sequence[Shapes] = ()
    inputs: Callable[[Shapes], Sequence[torch.Tensor]] = lambda shapes: [normal(*s) for s in shapes]

    @property
    def name(self) -> str:
        return self.module.__name__.lower()

    def traced_module(self) -> tuple[torch.nn.Module, tuple[torch.Tensor, ...]]:
        """The module with its weights, the same each time, and arguments for its trace."""
        torch.manual_seed(0)
        return self.module().eval(), tuple(self.inputs(self.traced))

    def cases(self, module: torch.nn.Module) -> list[tuple[list[np.ndarray], list[np.ndarray]]]:
        """Inputs of each good shape, and what PyTorch makes of them."""
        found = list[tuple[list[np.ndarray], list[np.ndarray]]]()
        for shapes in self.good:
            given = self.inputs(shapes)
            with torch.no_grad():
                results = torch.utils._pytree.tree_leaves(module(*given))
            found.append(([t.numpy() for t in given], [t.numpy() for t in results]))
        return found
