"""Eight more programs of `torch.export`, as libraries write their layers."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.export import Dim
from torch_program import Shapes, TorchProgram, normal


class GroupedQuery(nn.Module):
    """Attention of more query heads than key heads, rotary places, a causal mask."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(16, 32, bias=False)
        self.out = nn.Linear(16, 16, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        b, s, _ = x.shape
        q, k, v = self.qkv(x).split([16, 8, 8], -1)
        q, k, v = (part.view(b, s, -1, 4).transpose(1, 2) for part in (q, k, v))
        angle = torch.arange(s)[:, None] * torch.tensor([1.0, 0.1])
        sin, cos = torch.cat([angle, angle], -1).sin(), torch.cat([angle, angle], -1).cos()

        def turn(y: Tensor) -> Tensor:
            left, right = y.chunk(2, -1)
            return y * cos + torch.cat([-right, left], -1) * sin

        k, v = turn(k).repeat_interleave(2, 1), v.repeat_interleave(2, 1)
        mixed = F.scaled_dot_product_attention(turn(q), k, v, is_causal=True)
        return self.out(mixed.transpose(1, 2).reshape(b, s, 16))


class Shifted(nn.Module):
    """Windows of 4 x 4 that are shifted, attention within each."""

    def __init__(self) -> None:
        super().__init__()
        self.mix = nn.Linear(6, 18)

    def forward(self, x: Tensor) -> Tensor:
        b, h, w, c = x.shape
        y = torch.roll(x, (-2, -2), (1, 2))
        y = y.view(b, h // 4, 4, w // 4, 4, c).permute(0, 1, 3, 2, 4, 5).reshape(-1, 16, c)
        q, k, v = self.mix(y).chunk(3, -1)
        y = (q @ k.transpose(1, 2)).softmax(-1) @ v
        y = y.view(b, h // 4, w // 4, 4, 4, c).permute(0, 1, 3, 2, 4, 5).reshape(b, h, w, c)
        return x + torch.roll(y, (2, 2), (1, 2))


class Upsampler(nn.Module):
    """A small U of strided convolutions and interpolation back to the sizes of the input."""

    def __init__(self) -> None:
        super().__init__()
        self.down = nn.Conv2d(3, 4, 3, stride=2, padding=1)
        self.norm = nn.GroupNorm(2, 4)
        self.up = nn.ConvTranspose2d(4, 3, 4, stride=2, padding=1)

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        y = F.silu(self.norm(self.down(x)))
        back = F.interpolate(self.up(y), size=x.shape[-2:], mode="bilinear", align_corners=False)
        pooled = F.adaptive_avg_pool2d(y, 1).flatten(1)
        return back + x, pooled, F.interpolate(y, scale_factor=2.0, mode="nearest")


class Neighbours(nn.Module):
    """The nearest points of a cloud, what they differ by, and the most of each."""

    def forward(self, points: Tensor, features: Tensor) -> tuple[Tensor, ...]:
        far = ((points[:, :, None] - points[:, None]) ** 2).sum(-1)
        near, places = far.topk(3, largest=False)
        rows = torch.arange(points.shape[0])[:, None, None]
        taken = features[rows, places]
        change = taken - features[:, :, None]
        weights = torch.softmax(-near, -1)[..., None]
        return (change * weights).sum(2), change.amax(2), near[:, :, 1:].mean((1, 2))


class Transducer(nn.Module):
    """Sums of two sequences for every pair of places, log probabilities, a mask of lengths."""

    def forward(self, frames: Tensor, labels: Tensor, lengths: Tensor) -> tuple[Tensor, ...]:
        joint = torch.tanh(frames[:, :, None] + labels[:, None])
        log = F.log_softmax(joint, -1)
        used = torch.arange(frames.shape[1])[None] < lengths[:, None]
        log = log.masked_fill(~used[:, :, None, None], 0.0)
        best = log.argmax(-1)
        total = log.amax(-1).sum((1, 2)) / lengths
        return best, total, torch.cumsum(used.long(), 1)


class Unfolded(nn.Module):
    """Windows of a signal by `unfold`, their spectra as products, overlapping windows summed."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        frames = x.unfold(1, 8, 4) * torch.hann_window(8)
        turn = torch.outer(torch.arange(8.0), torch.arange(5.0)) * (2 * torch.pi / 8)
        real, imaginary = frames @ turn.cos(), frames @ turn.sin()
        power = (real**2 + imaginary**2).clamp_min(1e-6).log()
        delta = power[:, 2:] - power[:, :-2]
        return power, F.pad(delta, (0, 0, 1, 1)), power.std(1)


class Ranker(nn.Module):
    """Embeddings summed by offsets, crosses of features, sorted scores and their places."""

    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Embedding(10, 4)
        self.top = nn.Sequential(nn.Linear(7, 5), nn.ReLU(), nn.Linear(5, 1))

    def forward(self, ids: Tensor, dense: Tensor) -> tuple[Tensor, ...]:
        bags = self.table(ids % 10).sum(2)
        crosses = torch.bmm(bags, bags.transpose(1, 2))
        i, j = torch.tril_indices(3, 3, offset=-1)
        score = self.top(torch.cat([dense, crosses[:, i, j]], 1)).squeeze(1)
        values, order = score.sort(descending=True)
        return torch.sigmoid(values), order, F.one_hot(ids[:, 0, 0] % 3, 3)


class Blocks(nn.Module):
    """A sequence in blocks of a divisor, each with the sum of those before it."""

    def forward(self, x: Tensor, gate: Tensor) -> tuple[Tensor, ...]:
        b, s, d = x.shape
        blocks = x.reshape(b, s // 3, 3, d)
        sums = blocks.sum(2)
        before = sums.cumsum(1) - sums
        y = (blocks + before[:, :, None]).reshape(b, s, d)
        return torch.where(gate[..., None] > 0, y, x), torch.flip(sums, [1]), y[:, ::2]


def lengths(shapes: Shapes) -> list[Tensor]:
    frames = shapes[0][1]
    found = torch.arange(1, shapes[2][0] + 1) % frames + 1
    return [normal(*shapes[0]), normal(*shapes[1]), found]


def ids_and_dense(shapes: Shapes) -> list[Tensor]:
    return [torch.randint(0, 30, tuple(shapes[0])), normal(*shapes[1])]


b, s, n = Dim("b", min=1, max=64), Dim("s", min=2, max=128), Dim("n", min=4, max=25)
h, w, g = Dim("h", min=1, max=20), Dim("w", min=1, max=20), Dim("g", min=1, max=30)
PROGRAMS = (
    TorchProgram(
        GroupedQuery,
        ((2, 5, 16),),
        ({0: b, 1: s},),
        (((1, 2, 16),), ((3, 7, 16),)),
        (((1, 129, 16),), ((65, 2, 16),)),
    ),
    TorchProgram(
        Shifted,
        ((2, 8, 12, 6),),
        ({0: b, 1: 4 * h, 2: 4 * w},),
        (((1, 4, 8, 6),), ((3, 8, 4, 6),)),
        (((1, 5, 8, 6),), ((1, 4, 10, 6),), ((1, 84, 4, 6),)),
    ),
    TorchProgram(
        Upsampler,
        ((2, 3, 10, 12),),
        ({0: b, 2: Dim("hh", min=4, max=64), 3: Dim("ww", min=4, max=64)},),
        (((1, 3, 4, 7),), ((2, 3, 9, 6),)),
        (((1, 3, 3, 7),), ((1, 3, 4, 65),)),
    ),
    TorchProgram(
        Neighbours,
        ((2, 6, 3), (2, 6, 5)),
        ({0: b, 1: n}, {0: b, 1: n}),
        (((1, 4, 3), (1, 4, 5)), ((3, 7, 3), (3, 7, 5))),
        (((1, 4, 3), (1, 5, 5)), ((1, 3, 3), (1, 3, 5)), ((2, 4, 3), (1, 4, 5))),
    ),
    TorchProgram(
        Transducer,
        ((2, 6, 5), (2, 3, 5), (2,)),
        ({0: b, 1: s}, {0: b, 1: g}, {0: b}),
        (((1, 3, 5), (1, 2, 5), (1,)), ((3, 5, 5), (3, 4, 5), (3,))),
        (((3, 5, 5), (3, 4, 5), (2,)), ((3, 5, 5), (2, 4, 5), (3,)), ((1, 1, 5), (1, 2, 5), (1,))),
        lengths,
    ),
    TorchProgram(
        Unfolded,
        ((2, 40),),
        ({0: b, 1: Dim("t", min=24, max=500)},),
        (((1, 24),), ((3, 51),)),
        (((1, 23),), ((1, 501),)),
    ),
    TorchProgram(
        Ranker,
        ((4, 3, 2), (4, 4)),
        ({0: b, 2: g}, {0: b}),
        (((2, 3, 1), (2, 4)), ((5, 3, 4), (5, 4))),
        (((2, 3, 1), (3, 4)), ((2, 3, 31), (2, 4))),
        ids_and_dense,
    ),
    TorchProgram(
        Blocks,
        ((2, 12, 4), (2, 12)),
        ({0: b, 1: 3 * g}, {0: b, 1: 3 * g}),
        (((1, 3, 4), (1, 3)), ((3, 15, 4), (3, 15))),
        (((1, 4, 4), (1, 4)), ((1, 3, 4), (1, 6)), ((1, 93, 4), (1, 93))),
    ),
)
