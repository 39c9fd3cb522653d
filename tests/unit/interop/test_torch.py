"""Programs of torch.export: names, ranges and ties of sizes, and numbers."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

torch: Any = pytest.importorskip(
    "torch", reason="torch is not installed; tieshape[torch] brings it"
)
pytest.importorskip("onnxscript", reason="onnxscript is not installed; tieshape[torch] brings it")
pytest.importorskip("onnx", reason="onnx is not installed; tieshape[torch] brings it")

from tieshape.interop.torch import import_model, of_program  # noqa: E402
from tieshape.runtime import AssertGuardError, Model  # noqa: E402
from tieshape.text.diagnostics import ChecksDropped, LocatedError  # noqa: E402
from tieshape.tools.tieshape import run  # noqa: E402

from tieshape import Runner, print_module  # noqa: E402

from .onnx_models import compiled  # noqa: E402

Dim = torch.export.Dim


def module_of(function: Any) -> Any:
    """A torch module whose forward is `function`, whose parameter names it keeps."""
    made = type("Of", (torch.nn.Module,), {"forward": function})()
    return made.eval()


class Block(torch.nn.Module):
    """An encoder block with a mask."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.norm, self.all = torch.nn.LayerNorm(16), torch.nn.Linear(16, 48)
        self.out = torch.nn.Linear(16, 16)

    def forward(self, x: Any, mask: Any) -> Any:
        b, t, d = x.shape
        parts = self.all(self.norm(x)).chunk(3, -1)
        q, k, v = (y.reshape(b, t, 2, 8).transpose(1, 2) for y in parts)
        weights = q @ k.transpose(-1, -2) / 4 + (1 - mask[:, None, None, :]) * -1e9
        y = (weights.softmax(-1) @ v).transpose(1, 2).reshape(b, t, d)
        return x + self.out(y)


class Patches(torch.nn.Module):
    """Patches of an image, two neighbours of which are added."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.conv = torch.nn.Conv2d(3, 8, 4, 4)

    def forward(self, x: Any) -> Any:
        y = self.conv(x).flatten(2).transpose(1, 2)
        return y.reshape(y.shape[0], -1, 2, 8).sum(2)


class Recurrent(torch.nn.Module):
    """Gates over what came before."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.inner = torch.nn.Linear(4, 4)

    def forward(self, x: Any) -> Any:
        return torch.cumsum(torch.sigmoid(self.inner(x)), 1)


def tensors(*shapes: tuple[int, ...]) -> tuple[Any, ...]:
    torch.manual_seed(1)
    return tuple(torch.randn(*shape) for shape in shapes)


N, B, T = Dim("n", min=1, max=32), Dim("b", min=1, max=64), Dim("t", min=2, max=512)
H, W = Dim("h", min=1, max=16), Dim("w", min=1, max=16)

CASES: Mapping[str, tuple[Any, tuple[Any, ...], Any, list[tuple[Any, ...]]]] = {
    "add": (
        module_of(lambda self, x, y: x + y),
        tensors((3, 4), (3, 4)),
        {"x": {0: N}, "y": {0: N}},
        [tensors((1, 4), (1, 4)), tensors((7, 4), (7, 4))],
    ),
    "tied": (
        module_of(lambda self, x, y: (x[: y.shape[0]] + y, torch.cat([x, y]))),
        tensors((8, 4), (4, 4)),
        {"x": {0: 2 * N}, "y": {0: N}},
        [tensors((2, 4), (1, 4)), tensors((10, 4), (5, 4))],
    ),
    "one more": (
        module_of(lambda self, x, y: x[1:] * y),
        tensors((5, 4), (4, 4)),
        {"x": {0: N + 1}, "y": {0: N}},
        [tensors((3, 4), (2, 4)), tensors((4, 4), (3, 4))],
    ),
    "halves": (
        module_of(lambda self, x: x.reshape(x.shape[0] // 2, 2, 4).sum(1)),
        tensors((8, 4)),
        {"x": {0: 2 * N}},
        [tensors((4, 4)), tensors((12, 4))],
    ),
    "block": (
        Block().eval(),
        (*tensors((2, 5, 16)), torch.ones(2, 5)),
        {"x": {0: B, 1: T}, "mask": {0: B, 1: T}},
        [(*tensors((1, 2, 16)), torch.ones(1, 2)), (*tensors((3, 9, 16)), torch.ones(3, 9))],
    ),
    "patches": (
        Patches().eval(),
        tensors((2, 3, 8, 16)),
        {"x": {0: B, 2: 4 * H, 3: 8 * W}},
        [tensors((1, 3, 8, 16)), tensors((2, 3, 12, 24))],
    ),
    "matrices": (
        module_of(lambda self, x, y: torch.softmax(x @ y, -1)),
        tensors((3, 4, 5), (3, 5, 6)),
        {"x": {0: B, 1: N}, "y": {0: B, 2: T}},
        [tensors((1, 1, 5), (1, 5, 2)), tensors((2, 3, 5), (2, 5, 4))],
    ),
    "statistics": (
        module_of(lambda self, x: (x.mean(1), x.var(1, unbiased=False), x.amax(1))),
        tensors((3, 4)),
        {"x": {0: N, 1: T}},
        [tensors((1, 2)), tensors((5, 7))],
    ),
    "running sums": (
        Recurrent().eval(),
        tensors((2, 3, 4)),
        {"x": {0: B, 1: T}},
        [tensors((1, 2, 4)), tensors((3, 6, 4))],
    ),
    "chosen": (
        module_of(lambda self, x, y: torch.where(x > y, x, y).clamp(min=0).transpose(0, 1)),
        tensors((3, 4), (3, 4)),
        {"x": {0: N, 1: T}, "y": {0: N, 1: T}},
        [tensors((1, 2), (1, 2)), tensors((5, 6), (5, 6))],
    ),
}


def program(name: str) -> Any:
    module, arguments, sizes, _ = CASES[name]
    return torch.export.export(module, arguments, dynamic_shapes=sizes)


@pytest.fixture(autouse=True, scope="module")
def _one_registry() -> Iterator[None]:
    """PyTorch's translations to ONNX, which are the same for each export, are read once."""
    registry = import_module("torch.onnx._internal.exporter._registration").ONNXRegistry
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "from_torchlib", staticmethod(cache(registry.from_torchlib)))
        yield


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "tied.pt2"
    torch.export.save(program("tied"), str(path))
    return path


@pytest.mark.parametrize("name", CASES)
def test_numbers_are_those_of_torch(name: str) -> None:
    module, arguments, _, others = CASES[name]
    runner = Runner(compiled(of_program(program(name))))
    for values in (arguments, *others):
        found = runner.run([value.numpy() for value in values])
        expected = module(*values)
        expected = expected if isinstance(expected, tuple) else (expected,)
        for own, other in zip(found, expected, strict=True):
            wanted = other.detach().numpy()
            assert own.shape == wanted.shape
            np.testing.assert_allclose(own, wanted, rtol=1e-4, atol=1e-5)


def test_expressions_and_ranges_are_facts() -> None:
    text = print_module(of_program(program("tied")))
    names = [line.split("@")[1] for line in text.splitlines() if "sdim.symbol" in line]
    assert len(names) == 2
    single = min(names, key=len)
    for fact in (f"size_2_{single} == 2*{single}", f"{single} <= 32"):
        assert f'"{fact}"' in text


def test_a_size_that_is_not_tied_is_refused(saved: Path) -> None:
    model = Model(saved)
    x, y = (value.numpy() for value in tensors((6, 4), (3, 4)))
    first, joined = model(x, y)
    assert (first.shape, joined.shape) == ((3, 4), (9, 4))
    with pytest.raises(AssertGuardError):
        model(x, y[:2])
    with pytest.raises(AssertGuardError):  # 33 is out of range
        model(*(value.numpy() for value in tensors((66, 4), (33, 4))))


GUARDED = {
    "a branch on sizes": (
        module_of(lambda self, x, y: x.sum() + y if x.shape[0] > 2 * y.shape[0] else y - 1),
        tensors((9, 4), (3, 4)),
        [tensors((7, 4), (3, 4))],
        [tensors((6, 4), (3, 4)), tensors((3, 4), (2, 4))],
    ),
    "an even size": (
        module_of(lambda self, x: torch.nn.functional.glu(x, 0)),
        tensors((8, 3)),
        [tensors((4, 3))],
        [tensors((7, 3)), tensors((5, 3))],
    ),
    "any number of arguments": (
        module_of(lambda self, *xs: torch.cat(xs) if xs[0].shape[0] < xs[1].shape[0] else xs[1]),
        tensors((2, 3), (4, 3)),
        [tensors((3, 3), (4, 3))],
        [tensors((4, 3), (4, 3)), tensors((5, 3), (4, 3))],
    ),
}


def traced(module: Any, arguments: Any) -> Any:
    sizes = tuple(dict.fromkeys(range(x.dim()), Dim.AUTO) for x in arguments)
    if "xs" in module.forward.__code__.co_varnames:
        sizes = (sizes,)
    return torch.export.export(module, arguments, dynamic_shapes=sizes)


@pytest.mark.parametrize("name", GUARDED)
def test_what_the_trace_relied_on_is_a_guard(name: str, tmp_path: Path) -> None:
    module, arguments, others, wrong = GUARDED[name]
    path = tmp_path / "guarded.pt2"
    torch.export.save(traced(module, arguments), str(path))
    model = Model(path)
    for values in (arguments, *others):
        (found,) = model(*(v.numpy() for v in values))
        np.testing.assert_allclose(found, module(*values), rtol=1e-4, atol=1e-6)
    for values in wrong:
        with pytest.raises(AssertGuardError):
            model(*(v.numpy() for v in values))


def test_guards_on_what_is_inside_of_an_argument() -> None:
    def forward(self: Any, given: Any, *, k: Any) -> Any:
        x, y = given["b"][0], given["a"]
        return x * 2 if x.shape[0] > y.shape[0] + k.shape[0] else y

    (x, y, k) = tensors((9, 2), (3, 2), (4, 2))
    free = {0: Dim.AUTO}
    program = torch.export.export(
        module_of(forward),
        ({"b": [x], "a": y},),
        {"k": k},
        dynamic_shapes={"given": {"b": [free], "a": free}, "k": free},
    )
    model = Model(print_module(of_program(program)))
    order = {"given_b_0": x, "given_a": y, "k": k}
    names = list(program.graph_signature.user_inputs)
    model(*(order[name].numpy() for name in names))
    order["given_b_0"] = x[:7]
    with pytest.raises(AssertGuardError):
        model(*(order[name].numpy() for name in names))


class Pair(NamedTuple):
    a: Any
    b: Any


@pytest.mark.parametrize("strict", [False, True])
def test_guards_on_what_is_inside_of_a_named_tuple(strict: bool) -> None:
    module = module_of(lambda self, p: p.a.sum() + p.b if p.a.shape[0] > p.b.shape[0] else p.b)
    a, b = tensors((6, 2), (3, 2))
    free = {0: Dim.AUTO}
    sizes = (Pair(free, free),)
    program = torch.export.export(module, (Pair(a, b),), dynamic_shapes=sizes, strict=strict)
    model = Model(print_module(of_program(program)))
    model(a.numpy(), b.numpy())
    with pytest.raises(AssertGuardError):
        model(b.numpy(), a.numpy())


def test_a_guard_that_is_about_no_size_is_refused() -> None:
    program = traced(*GUARDED["an even size"][:2])
    program._guards_code.append("math.trunc(0.1 * L['x'].size()[0]) >= 0")
    with pytest.raises(LocatedError, match=r"guard `math\.trunc"):
        of_program(program)


@pytest.mark.parametrize(
    ("guard", "least"),
    [
        ("math.ceil((L['x'].size()[0] - 9) / 4) >= 0", 6),
        ("math.floor((L['x'].size()[0] - 5) / 4) >= 0", 6),
        ("math.trunc((L['x'].size()[0] - 8) / 3) >= 0", 6),
        ("math.ceil((-0.5 + torch.sym_float(L['x'].size()[0] // 2)) / 1.0) >= 3", 6),
    ],
)
def test_rounded_quotients_in_guards(guard: str, least: int) -> None:
    program = traced(*GUARDED["an even size"][:2])
    program._guards_code = [guard]
    model = Model(print_module(of_program(program)))
    for size in range(4, 14, 2):
        (x,) = tensors((size, 3))
        if size >= least:
            model(x.numpy())
        else:
            with pytest.raises(AssertGuardError):
                model(x.numpy())


def first_of(self: Any, x: Any, n: Any) -> Any:
    count = n.item()
    torch._check(count >= 2)
    torch._check(count % 2 == 0)
    return x[:count]


def test_a_dropped_check_of_values_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = (*tensors((6, 3)), torch.tensor(4))
    program = torch.export.export(
        module_of(first_of), arguments, dynamic_shapes={"x": {0: Dim.AUTO}, "n": None}
    )
    with pytest.warns(ChecksDropped, match=r"drops a check of values: Eq\(Mod\(u0, 2\), 0\)"):
        of_program(program)
    path = tmp_path / "first.pt2"
    torch.export.save(program, str(path))
    assert run(["import", str(path)]) == 0
    assert f"warning: {path}: PyTorch's export to ONNX drops" in capsys.readouterr().err


def test_import_writes_text(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", str(saved)]) == 0
    assert "func.func @main" in capsys.readouterr().out


def test_what_is_no_program_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "text.pt2"
    path.write_text("not a program")
    assert run(["import", str(path)]) == 1
    with pytest.raises(LocatedError, match=r"not a program of torch\.export"):
        import_model(str(path))


def test_an_operator_that_is_not_exported_is_named() -> None:
    class Sorted(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return torch.sort(x, stable=True)[0]

    program = torch.export.export(Sorted(), (torch.ones(3, 4),))
    with pytest.raises(LocatedError, match=r"cannot export it to ONNX: .*aten\.sort"):
        of_program(program)
