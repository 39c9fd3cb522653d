"""Ten modules for `torch.export`: derived sizes, ranges, sizes of two inputs that are tied."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch_program import Shapes, TorchProgram, normal

Dim = torch.export.Dim


class Tied(nn.Module):
    def forward(self, x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
        return (x * y).sum(1), torch.cat([x, y], 0)


class Derived(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(8, 4)

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        b, t = x.shape
        return self.linear(x.reshape(b, t // 8, 8)).flatten(1), x.view(b, t // 4, 4).mean(-1)


class Halves(nn.Module):
    def forward(self, a: Tensor, b: Tensor) -> tuple[Tensor, ...]:
        return a[::2] + b, torch.outer(a, b)


class PlusOne(nn.Module):
    def forward(self, x: Tensor, e: Tensor) -> Tensor:
        return torch.cat([x, x[:, :1]], 1) * e


class Attention(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(16, 4, batch_first=True)
        self.norm = nn.LayerNorm(16)

    def forward(self, x: Tensor, kv: Tensor, mask: Tensor) -> Tensor:
        y, _ = self.attention(x, kv, kv, key_padding_mask=mask, need_weights=False)
        return self.norm(x + y)


class Patches(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.cut = nn.Conv2d(3, 8, 4, stride=4)
        self.mixed = nn.Conv2d(8, 8, 3, padding=1, groups=8)

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        z = F.gelu(self.mixed(self.cut(x)))
        wide = F.interpolate(z, scale_factor=4.0, mode="bilinear")
        return z.flatten(2).transpose(1, 2), wide


class Pools(nn.Module):
    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        return (
            F.max_pool2d(x[:, :, None], (1, 3), (1, 2)).squeeze(2),
            F.avg_pool1d(x, 3, 1),
            F.conv_transpose1d(x, torch.ones(3, 2, 4), stride=2),
            F.pad(x, (1, 2)).cumsum(-1),
        )


class Segments(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Embedding(20, 6)

    def forward(self, ids: Tensor, segment: Tensor) -> tuple[Tensor, ...]:
        sums = torch.zeros(4, 6).index_add(0, segment, self.table(ids))
        return sums, F.one_hot(segment, 4).sum(0)


class Cache(nn.Module):
    def forward(self, q: Tensor, k: Tensor, past: Tensor) -> tuple[Tensor, ...]:
        keys = torch.cat([past, k], 1)
        weights = torch.einsum("bqd,bkd->bqk", q, keys)
        mask = torch.ones(q.shape[1], keys.shape[1]).tril(past.shape[1]) > 0
        return weights.masked_fill(~mask, -1e9).softmax(-1) @ keys, keys


class Statistics(nn.Module):
    def forward(self, x: Tensor, w: Tensor) -> tuple[Tensor, ...]:
        values, places = torch.sort(x, 1, descending=True)
        return (
            values,
            places,
            *torch.var_mean(x, 1),
            (x > 0).any(0),
            torch.where(x > w, x, w),
            torch.logsumexp(x, 1),
            torch.diff(x, dim=0),
        )


def masked(shapes: Shapes) -> list[Tensor]:
    return [*(normal(*s) for s in shapes[:2]), torch.zeros(*shapes[2], dtype=torch.bool)]


def small(shapes: Shapes) -> list[Tensor]:
    return [torch.randint(0, 4, tuple(s)) for s in shapes]


b, t, u = Dim("b", min=1, max=64), Dim("t", min=2, max=512), Dim("u", min=1, max=32)
h, w, k = Dim("h", min=2, max=50), Dim("w", min=2, max=50), Dim("k", min=1, max=99)
PROGRAMS = (
    TorchProgram(
        Tied,
        ((3, 5), (3, 5)),
        ({0: b, 1: t}, {0: b, 1: t}),
        (((2, 4), (2, 4)), ((7, 9), (7, 9))),
        (((2, 4), (3, 4)), ((65, 4), (65, 4))),
    ),
    TorchProgram(
        Derived,
        ((3, 16),),
        ({0: b, 1: 8 * u},),
        (((1, 8),), ((4, 40),)),
        (((1, 12),), ((1, 8 * 33),)),
    ),
    TorchProgram(
        Halves,
        ((8,), (4,)),
        ({0: 2 * u}, {0: u}),
        (((2,), (1,)), ((12,), (6,))),
        (((12,), (5,)), ((5,), (3,)), ((66,), (33,))),
    ),
    TorchProgram(
        PlusOne,
        ((3, 4), (3, 5)),
        ({0: b, 1: t}, {0: b, 1: t + 1}),
        (((1, 2), (1, 3)), ((4, 7), (4, 8))),
        (((4, 7), (4, 7)), ((1, 1), (1, 2))),
    ),
    TorchProgram(
        Attention,
        ((2, 5, 16), (2, 7, 16), (2, 7)),
        ({0: b, 1: t}, {0: b, 1: k}, {0: b, 1: k}),
        (((1, 2, 16), (1, 3, 16), (1, 3)), ((3, 6, 16), (3, 4, 16), (3, 4))),
        (
            ((3, 6, 16), (3, 4, 16), (3, 5)),
            ((3, 6, 16), (2, 4, 16), (2, 4)),
            ((1, 2, 16), (1, 100, 16), (1, 100)),
        ),
        masked,
    ),
    TorchProgram(
        Patches,
        ((2, 3, 16, 12),),
        ({0: b, 2: 4 * h, 3: 4 * w},),
        (((1, 3, 8, 8),), ((2, 3, 12, 20),)),
        (((1, 3, 9, 8),), ((1, 3, 4, 8),)),
    ),
    TorchProgram(
        Pools,
        ((2, 3, 11),),
        ({0: b, 2: Dim("l", min=8, max=100)},),
        (((1, 3, 8),), ((3, 3, 13),)),
        (((1, 3, 7),), ((1, 4, 8),)),
    ),
    TorchProgram(
        Segments,
        ((9,), (9,)),
        ({0: t}, {0: t}),
        (((3,), (3,)), ((12,), (12,))),
        (((3,), (4,)), ((1,), (1,))),
        small,
    ),
    TorchProgram(
        Cache,
        ((2, 3, 4), (2, 3, 4), (2, 5, 4)),
        ({0: b, 1: u}, {0: b, 1: u}, {0: b, 1: Dim("p", min=0, max=60)}),
        (((1, 2, 4), (1, 2, 4), (1, 3, 4)), ((3, 4, 4), (3, 4, 4), (3, 7, 4))),
        (((3, 4, 4), (3, 3, 4), (3, 7, 4)), ((3, 33, 4), (3, 33, 4), (3, 7, 4))),
    ),
    TorchProgram(
        Statistics,
        ((4, 6), (6,)),
        ({0: Dim("n", min=3, max=64), 1: t}, {0: t}),
        (((3, 3), (3,)), ((6, 5), (5,))),
        (((4, 3), (4,)), ((2, 3), (3,))),
    ),
)
