"""Seven modules that `torch.onnx.export(dynamo=True)` writes as ONNX models."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch_program import Shapes, TorchProgram, normal

Dim = torch.export.Dim


class Residual(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(3, 8, 3, padding=1, stride=2, bias=False)
        self.norm = nn.BatchNorm2d(8)
        self.second = nn.Conv2d(8, 8, 3, padding=1)
        self.skip = nn.Conv2d(3, 8, 1, stride=2)
        self.groups = nn.GroupNorm(4, 8)
        self.last = nn.Linear(8, 5)

    def forward(self, x: Tensor) -> Tensor:
        y = self.groups(self.second(F.relu(self.norm(self.first(x)))))
        y = F.max_pool2d(F.silu(y + self.skip(x)), 3, 2, 1)
        return self.last(F.adaptive_avg_pool2d(y, 1).flatten(1))


class UNet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.down = nn.Conv2d(3, 8, 3, padding=1)
        self.low = nn.Conv2d(8, 16, 3, padding=1)
        self.up = nn.ConvTranspose2d(16, 8, 2, stride=2)
        self.join = nn.Conv2d(24, 8, 3, padding=1)
        self.out = nn.Conv2d(8, 2, 1)
        self.norm = nn.InstanceNorm2d(16, affine=True)

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        a = F.relu(self.down(x))
        b = self.norm(F.relu(self.low(F.avg_pool2d(a, 2))))
        wide = F.interpolate(b, size=a.shape[-2:], mode="bilinear", align_corners=False)
        y = F.relu(self.join(torch.cat([self.up(b), wide], 1))) + a
        return self.out(F.interpolate(y, scale_factor=2.0, mode="nearest")), F.softmax(y, 1)


class EncoderDecoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Embedding(50, 32)
        self.layers = nn.Transformer(32, 4, 2, 2, 64, batch_first=True, dropout=0.0)
        self.out = nn.Linear(32, 50)

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        n = target.shape[1]
        mask = torch.triu(torch.full((n, n), float("-inf")), 1)
        given = self.table(source), self.table(target)
        return self.out(self.layers(*given, tgt_mask=mask, tgt_is_causal=True))


class GraphNetwork(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(4, 8)
        self.last = nn.Linear(8, 3)

    def forward(self, x: Tensor, edges: Tensor) -> tuple[Tensor, ...]:
        h = F.gelu(self.first(x))
        source, target = edges[0], edges[1]
        sent = h[source]
        sums = torch.zeros_like(h).index_add(0, target, sent)
        degree = torch.zeros(x.shape[0]).index_add(0, target, torch.ones(target.shape[0]))
        places = target.unsqueeze(1).expand(-1, 8)
        most = torch.full_like(h, -1e9).scatter_reduce(0, places, sent, "amax")
        return self.last(h + sums / degree.clamp(min=1).unsqueeze(1)), most


class EinsumAttention(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.query = nn.Linear(12, 12)
        self.key = nn.Linear(12, 12)
        self.norm = nn.LayerNorm(12)

    def forward(self, x: Tensor, mask: Tensor) -> tuple[Tensor, ...]:
        b, t, _ = x.shape
        q, k = self.query(x).view(b, t, 3, 4), self.key(x).view(b, t, 3, 4)
        weights = torch.einsum("bthd,bshd->bhts", q, k) * 0.5
        weights = weights.masked_fill(~mask[:, None, None, :], -1e9).softmax(-1)
        mixed = torch.einsum("bhts,bshd->bthd", weights, k)
        return self.norm(mixed.reshape(b, t, 12)), torch.cumsum(mask.long(), 1)


class BoxHead(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.cells = nn.Conv2d(4, 3 * 7, 1)
        self.register_buffer("anchors", torch.rand(3, 2))

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        y = self.cells(x)
        b, _, h, w = y.shape
        y = y.view(b, 3, 7, h, w).permute(0, 3, 4, 1, 2)
        rows, columns = torch.meshgrid(torch.arange(h), torch.arange(w), indexing="ij")
        grid = torch.stack([columns, rows], -1)[None, :, :, None].float()
        centre = (y[..., :2].sigmoid() * 2 - 0.5 + grid) / h
        extent = (y[..., 2:4].sigmoid() * 2) ** 2 * self.anchors
        scores = (y[..., 4:5].sigmoid() * y[..., 5:].sigmoid()).reshape(b, -1)
        boxes = torch.cat([centre, extent], -1).reshape(b, -1, 4)
        best, places = scores.topk(5)
        return best, places, boxes.gather(1, (places // 2)[..., None].expand(-1, -1, 4))


class Temporal(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Conv1d(4, 8, 3, dilation=2, groups=2)
        self.slope = nn.PReLU(8)
        self.turned = nn.ConvTranspose1d(8, 4, 4, stride=2, padding=1)
        self.norm = nn.RMSNorm(4)

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        y = self.slope(self.layer(F.pad(x, (4, 0))))
        y = F.pixel_shuffle(y.unsqueeze(-1).expand(-1, -1, -1, 2), 2).flatten(2)
        z = self.turned(self.slope(self.layer(F.pad(x, (4, 0), mode="reflect"))))
        return y, self.norm(z.transpose(1, 2)), F.hardswish(z), torch.roll(x, 1, -1)


def words(shapes: Shapes) -> list[Tensor]:
    return [torch.randint(0, 50, tuple(s)) for s in shapes]


def graph(shapes: Shapes) -> list[Tensor]:
    return [normal(*shapes[0]), torch.randint(0, shapes[0][0], tuple(shapes[1]))]


def lengths(shapes: Shapes) -> list[Tensor]:
    b, t = shapes[1]
    places = torch.arange(t)[None, :].expand(b, t)
    return [normal(*shapes[0]), places < torch.randint(1, t + 1, (b, 1))]


b, s, t, n, e = (Dim(name) for name in "bstne")
h, w, u, v = Dim("h", min=4), Dim("w", min=4), Dim("u", min=2), Dim("v", min=2)
PROGRAMS = (
    TorchProgram(
        Residual, ((2, 3, 16, 18),), ({0: b, 2: h, 3: w},), (((1, 3, 8, 8),), ((3, 3, 17, 22),))
    ),
    TorchProgram(
        UNet,
        ((2, 3, 16, 12),),
        ({0: b, 2: 2 * u, 3: 2 * v},),
        (((1, 3, 8, 8),), ((2, 3, 12, 20),)),
        (((1, 3, 9, 8),), ((1, 3, 8, 11),)),
    ),
    TorchProgram(
        EncoderDecoder,
        ((2, 7), (2, 5)),
        ({0: b, 1: s}, {0: b, 1: t}),
        (((1, 3), (1, 4)), ((3, 9), (3, 2)), ((2, 6), (2, 6))),
        (((1, 3), (2, 4)),),
        words,
    ),
    TorchProgram(
        GraphNetwork,
        ((6, 4), (2, 11)),
        ({0: n}, {1: e}),
        (((3, 4), (2, 5)), ((9, 4), (2, 20))),
        (((3, 4), (3, 5)),),
        graph,
    ),
    TorchProgram(
        EinsumAttention,
        ((2, 5, 12), (2, 5)),
        ({0: b, 1: t}, {0: b, 1: t}),
        (((1, 3, 12), (1, 3)), ((4, 8, 12), (4, 8))),
        (((4, 8, 12), (4, 7)), ((4, 8, 12), (3, 8))),
        lengths,
    ),
    TorchProgram(
        BoxHead, ((2, 4, 5, 6),), ({0: b, 2: h, 3: w},), (((1, 4, 4, 4),), ((3, 4, 7, 5),))
    ),
    TorchProgram(
        Temporal,
        ((2, 4, 10),),
        ({0: b, 2: Dim("l", min=6)},),
        (((1, 4, 7),), ((3, 4, 12),)),
        (((1, 5, 7),),),
    ),
)
