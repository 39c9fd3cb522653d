"""Models in files of other frameworks from the store: as the first time, and never those of before."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest
from tieshape.native import fingerprint
from tieshape.native import program as programs
from tieshape.native.engine import is_available
from tieshape.native.processor import CPUINFO
from tieshape.native.store import CodeStore
from tieshape.runtime import ArtifactError, AssertGuardError, Model
from tieshape.tools import model_files, stored_models
from tieshape.tools.import_sources import SOURCES, source_of

pytest.importorskip("onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it")

import onnx.parser

MACHINE = any("x86-64" in part or "x86_64" in part for part in fingerprint.fingerprint())
pytestmark = pytest.mark.skipif(
    not (is_available() and MACHINE and CPUINFO.exists()),
    reason="machine code is stored on Linux and x86-64",
)
WEIGHTS = np.linspace(-1, 1, 2048, dtype=np.float32).reshape(8, 256)
X = np.ones((3, 8), np.float32)
INDICES = np.array([2, 0], np.int64)
GATHER = """agraph (float[N, 8] x, int64[K] i) => (float[K, 256] y) {
  z = MatMul(x, w)
  y = Gather <axis = 0> (z, i)
}"""


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> CodeStore:
    place = tmp_path / "cache"
    monkeypatch.setenv("TIESHAPE_CACHE", str(place))
    return CodeStore(place)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of functions of which machine code was made."""
    names, before = list[str](), programs.native_code

    def counted(function: Any, **options: Any) -> Any:
        names.append(function.sym_name.data)
        return before(function, **options)

    monkeypatch.setattr(programs, "native_code", counted)
    return names


def model(body: str) -> Any:
    return onnx.parser.parse_model(f'<ir_version: 9, opset_import: ["" : 20]>\n{body}')


def save(path: Path, weights: np.ndarray[Any, Any], body: str = GATHER) -> str:
    """A model whose weights lie in a file beside it."""
    proto = model(body)
    proto.graph.initializer.append(onnx.numpy_helper.from_array(weights, "w"))
    (path.parent / "weights.bin").unlink(missing_ok=True)
    onnx.save(proto, path, save_as_external_data=True, location="weights.bin", size_threshold=0)
    return str(path)


def run(path: str, indices: Any = INDICES) -> Any:
    return Model(path, engine="native")(X, indices)[0]


def test_a_model_is_compiled_once(cache: CodeStore, compiled: list[str], tmp_path: Path) -> None:
    path = save(tmp_path / "model.onnx", WEIGHTS)
    for _ in range(2):
        np.testing.assert_allclose(run(path), (X @ WEIGHTS)[INDICES], rtol=1e-4, atol=1e-5)
    os.utime(path)
    run(path)
    assert len(compiled) == 1


def test_other_weights_in_a_file_beside_it(
    cache: CodeStore, compiled: list[str], tmp_path: Path
) -> None:
    path = save(tmp_path / "model.onnx", WEIGHTS)
    head = Path(path).read_bytes()
    run(path)
    save(tmp_path / "model.onnx", 2 * WEIGHTS)
    assert Path(path).read_bytes() == head
    np.testing.assert_allclose(run(path), (X @ WEIGHTS)[INDICES] * 2, rtol=1e-4, atol=1e-5)
    assert len(compiled) == 2


COLD = """
import sys
import numpy as np
from tieshape.runtime import Model
(result,) = Model(sys.argv[1], engine="native")(np.ones((3, 8), np.float32), np.array([2, 0]))
print(result.tolist())
print(sorted(name for name in sys.modules if name.startswith((
    "xdsl.ir", "xdsl.dialects", "torch_mlir", "onnx", "sympy", "tieshape.interop",
    "tieshape.lowering.convert", "tieshape.passes", "tieshape.symbolic.facts"
))))
"""


def test_neither_compiler_nor_framework_is_imported_for_what_is_stored(tmp_path: Path) -> None:
    path, script = save(tmp_path / "model.onnx", WEIGHTS), tmp_path / "cold.py"
    script.write_text(COLD)
    environment = {**os.environ, "TIESHAPE_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, str(script), path]
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    )
    result, imported = first.splitlines()
    assert "'onnx'" in imported  # the twin that compiles
    assert second.splitlines() == [result, "[]"]


def test_warnings_are_told_again(
    cache: CodeStore, compiled: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = save(
        tmp_path / "model.onnx", WEIGHTS, GATHER.replace("float[K, 256] y", "float[K, 5] y")
    )
    run(path)
    told = capsys.readouterr().err
    assert told.count("warning: ") == 1
    run(path)
    assert capsys.readouterr().err == told
    Model(path, engine="native")(X[:1], 0 * INDICES)  # opens the model for other sizes
    assert capsys.readouterr().err == told


def test_large_weights_are_those_of_the_model(
    cache: CodeStore, compiled: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the interpreter is asked, which says what is wrong with a call."""
    monkeypatch.setattr(stored_models, "LARGE", WEIGHTS.nbytes - 1)
    path = save(tmp_path / "model.onnx", WEIGHTS)
    first = run(path)
    again = Model(path, engine="native")
    np.testing.assert_array_equal(again(X, INDICES)[0], first)
    assert len(compiled) == 1
    with pytest.raises(AssertGuardError, match="Gather"):
        again(X, INDICES + 1)
    np.testing.assert_array_equal(again(X, INDICES)[0], first)
    np.testing.assert_allclose(
        np.frombuffer(again.versions[0].parts.weights[0].read(), np.float32),
        WEIGHTS.ravel(),
    )
    other = Model(path, engine="native")
    np.testing.assert_array_equal(other(X, INDICES)[0], first)
    save(tmp_path / "model.onnx", 2 * WEIGHTS)
    np.testing.assert_array_equal(other(X, INDICES)[0], first)
    with pytest.raises(ArtifactError, match="the model has changed"):
        other(X, INDICES + 1)


def test_large_weights_of_what_needs_the_model_are_read_each_time(
    cache: CodeStore, compiled: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An op that the interpreter runs takes its constants from the model."""
    monkeypatch.setattr(stored_models, "LARGE", WEIGHTS.nbytes - 1)
    body = """agraph (float[N, 8] x, double[M] s) => (float[N, 256] y, double[M] r) {
      y = MatMul(x, w)
      r = Mod <fmod = 1> (s, s)
    }"""
    path = save(tmp_path / "model.onnx", WEIGHTS, body)
    opened = list[str]()
    before = SOURCES[".onnx"].import_model

    def counted(_: Any, *arguments: Any, **options: Any) -> Any:
        opened.append(path)
        return before(*arguments, **options)

    monkeypatch.setattr(type(SOURCES[".onnx"]), "import_model", counted)
    for _ in range(2):
        result, rest = Model(path, engine="native")(X, np.ones(2))
        np.testing.assert_allclose(result, X @ WEIGHTS, rtol=1e-4, atol=1e-5)
        assert rest.tolist() == [0, 0]
    assert opened == [path, path]


def test_a_model_that_changes_while_it_is_compiled_is_not_stored(
    cache: CodeStore, compiled: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(tmp_path / "model.onnx", WEIGHTS)
    before = SOURCES[".onnx"].import_model

    def changed(_: Any, *arguments: Any, **options: Any) -> Any:
        save(tmp_path / "model.onnx", 3 * WEIGHTS)
        return before(*arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(type(SOURCES[".onnx"]), "import_model", changed)
        run(path)
    save(tmp_path / "model.onnx", WEIGHTS)
    np.testing.assert_allclose(run(path), (X @ WEIGHTS)[INDICES], rtol=1e-4, atol=1e-5)


def test_what_is_wrong_with_a_model_is_said_by_opening_it(cache: CodeStore, tmp_path: Path) -> None:
    path = save(tmp_path / "model.onnx", WEIGHTS)
    (tmp_path / "weights.bin").unlink()
    with pytest.raises(Exception, match=r"weights\.bin"):
        run(path)
    Path(path).write_bytes(b"no model")
    with pytest.raises(Exception, match="not an ONNX model"):
        run(path)


def test_all_files_of_a_folder_count(cache: CodeStore, tmp_path: Path) -> None:
    folder = tmp_path / "saved"
    (folder / "variables").mkdir(parents=True)
    (folder / "saved_model.pb").write_bytes(b"graph")
    (folder / "variables" / "variables.data").write_bytes(b"weights")
    source = source_of(str(folder))
    assert source is not None
    first = model_files.model_files(str(folder), source, cache)
    assert first.are_unchanged()
    assert model_files.model_files(str(folder), source, cache).words == first.words
    (folder / "variables" / "variables.data").write_bytes(b"Weights")
    assert not first.are_unchanged()
    assert model_files.model_files(str(folder), source, cache).words != first.words


def test_folders_that_are_linked_count(cache: CodeStore, tmp_path: Path) -> None:
    (tmp_path / "variables").mkdir()
    (tmp_path / "saved").mkdir()
    (tmp_path / "saved" / "saved_model.pb").write_bytes(b"graph")
    (tmp_path / "saved" / "variables").symlink_to(tmp_path / "variables")
    (tmp_path / "variables" / "variables.data").write_bytes(b"weights")
    source = source_of(folder := str(tmp_path / "saved"))
    assert source is not None
    first = model_files.model_files(folder, source, cache)
    (tmp_path / "variables" / "variables.data").write_bytes(b"others")
    assert not first.are_unchanged()
    assert model_files.model_files(folder, source, cache).words != first.words


def test_files_of_tensors_anywhere_in_a_model(tmp_path: Path) -> None:
    from tieshape.interop.onnx.protobuf import external_files

    def outside(tensor: Any, name: str) -> None:
        tensor.data_location = onnx.TensorProto.EXTERNAL
        entry = tensor.external_data.add()
        entry.key, entry.value = "location", name

    proto = model("""agraph (bool c, float[2] x) => (float[2] y) {
      k = Constant <value = float[2] {1, 2}> ()
      y = If (c) <
        then_branch = one () => (float[2] a) { a = Constant <value = float[2] {3, 4}> () },
        else_branch = two () => (float[2] b) { b = Identity(k) }
      >
    }""")
    path = tmp_path / "model.onnx"
    onnx.save(proto, path)
    assert external_files(str(path)) == []
    outside(proto.graph.node[0].attribute[0].t, "a.bin")
    branch = next(each for each in proto.graph.node[1].attribute if each.name == "then_branch")
    outside(branch.g.node[0].attribute[0].t, "b.bin")
    sparse = proto.graph.sparse_initializer.add()
    outside(sparse.values, "c.bin")
    outside(sparse.indices, "a.bin")
    onnx.save(proto, path)
    assert external_files(str(path)) == ["a.bin", "b.bin", "c.bin"]


@pytest.mark.parametrize(
    ("name", "text", "needs"),
    [
        ("m.keras", '{"module": "keras.layers", "registered_name": null, "a": "b"}', False),
        ("m.keras", '{"module": "keras", "class_name": "Dense", "name": "a > b"}', True),
        ("m.keras", '{"module": null, "registered_name": "Mine"}', True),
        ("m.keras", '{"module": "builtins", "config": "mine"}', True),
        ("m.keras", '{"module": "kerasmine.layers"}', True),
        ("m.pt2", '{"target": "torch.ops.aten.add.Tensor", "as": "_operator.mul"}', False),
        ("m.pt2", '{"target": "torch.ops.higher_order.cond"}', False),
        ("m.pt2", '{"target": "torch.ops.mine.add.default"}', True),
        ("m.pt2", '{"target": "torch.ops.atenish.add.default"}', True),
    ],
)
def test_models_of_code_that_is_not_the_frameworks(
    tmp_path: Path, name: str, text: str, needs: bool
) -> None:
    path = tmp_path / name
    with ZipFile(path, "w") as archive:
        archive.writestr("weights", '"module": null "torch.ops.mine.add"')
        archive.writestr("a/config.json", text)
    source = source_of(str(path))
    assert source is not None
    assert source.needs_own_code(str(path)) is needs
