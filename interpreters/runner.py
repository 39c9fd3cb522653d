"""Runs a function of a module: prepared once, run on as many arrays as one likes."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import cast

import numpy as np
from xdsl.dialects import func
from xdsl.dialects.builtin import (
    AnyFloat,
    IndexType,
    IntegerType,
    ModuleOp,
    UnregisteredOp,
)
from xdsl.interpreter import Interpreter, InterpreterFunctions
from xdsl.ir import Attribute, Operation

from tieshape.op_sets import OpSet, in_use, joined

from ..dialects import mhlo
from .arith import ARITH_KERNELS
from .arrays import Array, dtype_of, round_to_bf16
from .control import CONTROL_KERNELS, FunctionCalls
from .entry import entry_function
from .errors import RunError
from .expected import expected_of
from .interpreter import CheckingInterpreter
from .kernels import KernelFunctions, KernelTable, table
from .mhlo import MHLO_KERNELS, NOT_RUN
from .sdim import SDIM_KERNELS, WITHOUT_VALUE_CHECKS
from .shape import SHAPE_KERNELS
from .tensor import TENSOR_KERNELS

KERNELS = table(
    ARITH_KERNELS, CONTROL_KERNELS, MHLO_KERNELS, SDIM_KERNELS, SHAPE_KERNELS, TENSOR_KERNELS
)
"""Everything that tieshape itself runs."""

LOWERED = ("tf", "chlo", "lapack")
"""Dialects of which nothing is left when a module is run."""

LOWERED_BY = "the pass tieshape (tieshape compile, tieshape-opt -p tieshape) lowers it"


def known_kernels() -> KernelTable:
    """`KERNELS` and the kernels of the op sets in use."""
    return _kernels_with(in_use())


@lru_cache(maxsize=8)
def _kernels_with(ops: OpSet) -> KernelTable:
    return joined("kernel", KERNELS, ops.kernels)


class TieshapeFunctions(KernelFunctions):
    """All of `KERNELS` in the form in which xDSL interpreters take them."""

    kernels = KERNELS


def register_implementations(interpreter: Interpreter) -> None:
    """Makes a plain xDSL interpreter run `mhlo`, `sdim`, `arith`, `scf`, `tensor` and `func`.

    Values are numpy arrays. Constraints that it passes are checked, types of values are not.
    """
    interpreter.register_implementations(TieshapeFunctions())
    interpreter.register_implementations(FunctionCalls(), override=True)


class Runner:
    """One function of a module, ready to run; the module must not change while it is in use.

    check_facts: whether values are held against types, symbols and constraints
    value_checks: whether `sdim.elements` is among them
    `functions` run operations that neither tieshape nor an op set in use knows. RunError when
    there is no such function or when it holds an operation that nothing can run.
    """

    def __init__(
        self,
        module: ModuleOp,
        name: str | None = None,
        *,
        check_facts: bool = True,
        value_checks: bool = True,
        functions: Sequence[InterpreterFunctions] = (),
    ) -> None:
        self.function = entry_function(module, name)
        self.check_facts = check_facts
        kernels = known_kernels()
        if not value_checks:
            kernels = {**kernels, **WITHOUT_VALUE_CHECKS}
        if functions:  # which may know what is called
            kernels = {op: k for op, k in kernels.items() if op is not mhlo.CustomCallOp}
        else:
            _refuse_unsupported(module, self.function, kernels)
        self._interpreter = CheckingInterpreter(module, kernels, functions)

    @property
    def argument_types(self) -> tuple[Attribute, ...]:
        """The types of the arguments that `run` takes."""
        return tuple(argument.type for argument in self.function.body.block.args)

    @property
    def sizes(self) -> dict[str, int]:
        """The sizes that symbols had in the last run, as far as it got."""
        return self._interpreter.facts.sizes.known()

    def run(self, arrays: Sequence[Array], names: Sequence[str] = ()) -> list[Array]:
        """The results for `arrays`, one for each argument; `names` call them in error messages.

        The results are fresh arrays, the arguments are never changed.

        RunError when they do not fit the function or the run cannot go on; its subclasses
        Contradiction and GuardFailed when a fact or a guard does not hold.
        """
        types = self.argument_types
        if len(arrays) != len(types):
            wanted = f"{len(types)} argument{'s' if len(types) != 1 else ''}"
            message = f"@{self.function.sym_name.data} takes {wanted}, {len(arrays)} given"
            raise RunError(message)
        places = [*names, *(f"argument {k}" for k in range(len(names), len(types)))]
        values = tuple(
            self._argument(np.asarray(array), type_, word)
            for array, type_, word in zip(arrays, types, places, strict=True)
        )
        with np.errstate(all="ignore"):
            results = self._interpreter.call(self.function, values, checking=self.check_facts)
        return [np.array(result) for result in results]

    def _argument(self, array: Array, type_: Attribute, word: str) -> object:
        """`array` as the value of an argument, after it has been held against the type."""
        try:
            expected = expected_of(type_)
            if expected is not None:
                if (fault := expected.fault(array)) is not None:
                    raise RunError(f"{word} has {fault}")
                return round_to_bf16(array) if expected.is_bf16 else array
            if not isinstance(type_, AnyFloat | IndexType | IntegerType):
                raise RunError(f"{word} has type {type_}, which cannot be run")
            wanted = dtype_of(cast("Attribute", type_))
            if array.shape != () or array.dtype != wanted:
                found = f"elements of type {array.dtype} and shape {array.shape}"
                raise RunError(f"{word} has {found}, a single {wanted} is needed")
            return array.item()
        except ValueError as error:
            raise RunError(f"{word}: {error}") from error


def run_function(
    module: ModuleOp,
    name: str | None,
    arrays: Sequence[Array],
    *,
    check_facts: bool = True,
    functions: Sequence[InterpreterFunctions] = (),
) -> list[Array]:
    """The results of one run; as `Runner`, for callers that run a function only once."""
    return Runner(module, name, check_facts=check_facts, functions=functions).run(arrays)


def _refuse_unsupported(module: ModuleOp, function: func.FuncOp, kernels: KernelTable) -> None:
    for op in _reachable(module, function):
        if type(op) not in kernels:
            name = op.op_name.data if isinstance(op, UnregisteredOp) else op.name
            is_lowered = name.partition(".")[0] in LOWERED
            reason = NOT_RUN.get(type(op)) or (LOWERED_BY if is_lowered else None)
            raise RunError(f"{name} cannot be run{f': {reason}' if reason else ''}", op)


def _reachable(module: ModuleOp, function: func.FuncOp) -> Iterator[Operation]:
    """The operations in the bodies of `function` and of all functions that it may call."""
    functions = {op.sym_name.data: op for op in module.body.ops if isinstance(op, func.FuncOp)}
    pending, seen = [function], {function}
    while pending:
        for op in pending.pop().body.walk():
            yield op
            if isinstance(op, func.CallOp):
                callee = functions.get(op.callee.string_value())
                if callee is None:
                    raise RunError(f"{op.callee} is not a function of the module", op)
                if callee not in seen:
                    seen.add(callee)
                    pending.append(callee)
