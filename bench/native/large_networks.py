"""An encoder of the size of BERT's and ResNet-50, in PyTorch."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn


class _Attention(nn.Module):
    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))

    def forward(self, x: Tensor, hidden: Tensor) -> Tensor:
        batch, tokens, width = x.shape

        def apart(part: Tensor) -> Tensor:
            return part.reshape(batch, tokens, self.heads, width // self.heads).transpose(1, 2)

        query, key, value = (apart(layer(x)) for layer in (self.query, self.key, self.value))
        scores = query @ key.transpose(-1, -2) / math.sqrt(width // self.heads) + hidden
        together = (torch.softmax(scores, -1) @ value).transpose(1, 2)
        return self.out(together.reshape(batch, tokens, width))


class _Layer(nn.Module):
    def __init__(self, width: int, heads: int):
        super().__init__()
        self.attention = _Attention(width, heads)
        self.first, self.last = nn.LayerNorm(width), nn.LayerNorm(width)
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: Tensor, hidden: Tensor) -> Tensor:
        x = self.first(x + self.attention(x, hidden))
        return self.last(x + self.narrow(nn.functional.gelu(self.wide(x))))


class Bert(nn.Module):
    """12 layers of 768, 12 heads, 30,522 words, 512 places."""

    def __init__(self, words: int = 30522, width: int = 768, heads: int = 12, layers: int = 12):
        super().__init__()
        self.words, self.places = nn.Embedding(words, width), nn.Embedding(512, width)
        self.norm = nn.LayerNorm(width)
        self.layers = nn.ModuleList(_Layer(width, heads) for _ in range(layers))

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        x = self.norm(self.words(ids) + self.places(torch.arange(ids.shape[1]))[None])
        hidden = (1 - mask[:, None, None, :].float()) * -1e9
        for layer in self.layers:
            x = layer(x, hidden)
        return x


class _Block(nn.Module):
    def __init__(self, channels: int, middle: int, stride: int):
        super().__init__()
        out = 4 * middle
        self.steps = nn.Sequential(
            *_convolution(channels, middle, 1),
            nn.ReLU(),
            *_convolution(middle, middle, 3, stride),
            nn.ReLU(),
            *_convolution(middle, out, 1),
        )
        changes = stride != 1 or channels != out
        kept = _convolution(channels, out, 1, stride) if changes else [nn.Identity()]
        self.kept = nn.Sequential(*kept)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(self.steps(x) + self.kept(x))


def _convolution(channels: int, out: int, window: int, stride: int = 1) -> list[nn.Module]:
    convolution = nn.Conv2d(channels, out, window, stride, window // 2, bias=False)
    return [convolution, nn.BatchNorm2d(out)]


def resnet50() -> nn.Module:
    """ResNet-50 (K. He et al., 2016)."""
    parts, channels = [*_convolution(3, 64, 7, 2), nn.ReLU(), nn.MaxPool2d(3, 2, 1)], 64
    for middle, count, stride in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
        for number in range(count):
            parts.append(_Block(channels, middle, stride if number == 0 else 1))
            channels = 4 * middle
    return nn.Sequential(*parts, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(2048, 1000))
