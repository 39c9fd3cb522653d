"""The file of an artifact, and what it answers without running."""

import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from tieshape.runtime import (
    ArgumentError,
    Artifact,
    ArtifactError,
    AssertGuardError,
    ExpectGuardError,
    load,
)
from tieshape.runtime.code import ArtifactCode
from tieshape.runtime.file import decode, encode
from tieshape.runtime.header import Argument, Guard, Header, Result, Size
from tieshape.symbolic import parse_expr, parse_predicate
from tieshape.text.module import parse_module
from tieshape.tools.artifact_code import module_of

from .models import ADD, FEWER_NONZERO, MATMUL, NONZERO, SUM_OF_SIZES, compiled


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("artifact") / "sum.tie"
    compiled(SUM_OF_SIZES, [(2, 3), (5, 2)]).save(path)
    return path


def whole(data: bytes) -> tuple[Header, str]:
    header, code = decode(data)
    return header, code.whole


def arrays(*shapes: tuple[int, ...]) -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    return [rng.standard_normal(shape).astype(np.float32) for shape in shapes]


def test_it_survives_the_file(file: Path) -> None:
    artifact = load(file)
    assert encode(artifact.header, artifact.parts) == file.read_bytes()
    x, y = arrays((3, 4), (7, 2))
    (found,) = artifact(x, y)
    np.testing.assert_allclose(found, 1 + y.sum(axis=1), rtol=1e-6)


def test_the_file_is_text(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.startswith("tieshape artifact 2\nsha256 ")
    assert '"holds": "S0 + S1 == S2"' in text
    assert "func.func @main" in text


def test_long_constants_stand_apart() -> None:
    values = np.arange(400, dtype=np.float32)
    literal = values.tobytes().hex().upper()
    text = f"""
func.func @main(%x: tensor<?x400xf32>) -> tensor<?x400xf32> {{
  %c = "tf.Const"() <{{value = dense<"0x{literal}"> : tensor<400xf32>}}> : () -> tensor<400xf32>
  %r = "tf.AddV2"(%x, %c) : (tensor<?x400xf32>, tensor<400xf32>) -> tensor<?x400xf32>
  func.return %r : tensor<?x400xf32>
}}
"""
    artifact = compiled(text)
    data = encode(artifact.header, artifact.parts)
    assert data.endswith(values.tobytes())
    assert data.count(values.tobytes()) == 1
    assert literal.encode() not in data
    assert whole(data) == (artifact.header, artifact.code)
    (x,) = arrays((2, 400))
    np.testing.assert_array_equal(Artifact(*decode(data))(x)[0], x + values)


def test_digits_that_are_no_bytes_stay_where_they_are() -> None:
    header = compiled(ADD).header
    for literal in ("AB" * 70 + "C", "AB" * 10, "ab" * 70):
        code = f'func.func @main() {{ foo = "0x{literal}" }}'
        assert code.encode() in encode(header, ArtifactCode.of_text(code))
        assert whole(encode(header, ArtifactCode.of_text(code))) == (header, code)


def test_a_changed_byte_anywhere_is_noticed(file: Path) -> None:
    data = file.read_bytes()
    rng = random.Random(7)
    for position in rng.sample(range(len(data)), 200):
        changed = bytearray(data)
        changed[position] ^= rng.randrange(1, 256)
        with pytest.raises(ArtifactError):
            decode(bytes(changed))


def test_a_truncated_or_longer_file_is_noticed(file: Path) -> None:
    data = file.read_bytes()
    for length in (0, 1, 19, 20, 50, 90, 200, len(data) // 2, len(data) - 1):
        with pytest.raises(ArtifactError):
            decode(data[:length])
    with pytest.raises(ArtifactError, match="truncated or altered"):
        decode(data + b"\n")


def test_another_version_is_refused(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.tie"
    other.write_bytes(file.read_bytes().replace(b"artifact 2", b"artifact 3", 1))
    with pytest.raises(
        ArtifactError, match="version 3 of the format, this tieshape reads version 2"
    ):
        load(other)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"S0 + S1 == S2"', '"__import__(1)"', "column"),
        ('"S0 + S1 == S2"', '"S0 + S9 == S2"', "a guard names S9"),
        ('"expect"', '"perhaps"', "a guard has the strength 'perhaps'"),
        ('"name": "S1"', '"name": "S0"', "the symbol S0 is declared twice"),
        ('"name": "S1"', '"name": "a b"', "not a name for a symbol"),
        ('"least": [\n    1', '"least": [\n    true', "least: expected an integer"),
        ('"symbols": [', '"symbols": 3, "other": [', "symbols: expected a list"),
        ("--- code ", "--- code 9", "the code is incomplete"),
        ("--- weights 0", "--- weights 4", "the constants are incomplete"),
    ],
)
def test_a_wrong_content_with_a_right_checksum_is_refused(
    file: Path, old: str, new: str, words: str
) -> None:
    import hashlib

    body = file.read_bytes().split(b"\n", 2)[2].decode()
    if old.startswith('"least"') and old not in body:
        old, new = '"least": [\n    0', '"least": [\n    true'
    assert old in body
    changed = body.replace(old, new, 1).encode()
    first = f"sha256 {hashlib.sha256(changed).hexdigest()} text {len(changed)} weights 0"
    with pytest.raises(ArtifactError, match=words):
        decode(f"tieshape artifact 2\n{first}\n".encode() + changed)


def test_a_guard_is_about_sizes_that_arguments_tell(file: Path) -> None:
    """Of a size that data tells there is a bound only: no guard could be tested."""
    import hashlib

    body = file.read_bytes().split(b"\n", 2)[2].decode()
    body = body.replace('"symbols": [', '"symbols": [{"name": "N", "at_most": "3"}, ', 1)
    changed = body.replace('"S0 + S1 == S2"', '"S0 + S1 == N"', 1).encode()
    first = f"sha256 {hashlib.sha256(changed).hexdigest()} text {len(changed)} weights 0"
    with pytest.raises(ArtifactError, match="a guard names N, which no argument tells"):
        decode(f"tieshape artifact 2\n{first}\n".encode() + changed)


def test_the_first_version_is_read(file: Path) -> None:
    """Its checksum has all the rest, its constants are lines of hexadecimal digits."""
    import hashlib

    header, code = whole(file.read_bytes())
    text = file.read_bytes().split(b"\n", 2)[2].decode().rsplit("--- weights", 1)[0]
    size = len(code.encode())
    literal = "0123" * 40
    code_with = code.replace("func.func", '"my.c"() {v = "@constant 0"} : () -> ()\nfunc.func', 1)
    text = text.replace(f"--- code {size}", f"--- code {len(code_with.encode())}")
    text = text.replace(code, code_with) + f"--- constants 1\n{literal}\n"
    checksum = hashlib.sha256(text.encode()).hexdigest()
    data = f"tieshape artifact 1\nsha256 {checksum}\n{text}".encode()
    old_header, old_code = whole(data)
    assert old_header == header
    assert old_code == code_with.replace("@constant 0", f"0x{literal}")
    with pytest.raises(ArtifactError, match="truncated or altered"):
        decode(data.replace(b"0123", b"0124", 1))


def test_weights_are_looked_at_when_the_code_is_needed(tmp_path: Path) -> None:
    weights = bytes(range(256)) * 16
    header = compiled(SUM_OF_SIZES).header
    code = f'"my.c"() {{v = "0x{weights.hex().upper()}"}} : () -> ()'
    path = tmp_path / "m.tie"
    path.write_bytes(encode(header, ArtifactCode.of_text(code)))
    assert load(path).code == code
    damaged = bytearray(path.read_bytes())
    damaged[-5] ^= 1
    path.write_bytes(damaged)
    artifact = load(path)
    assert artifact.check([(2, 3), (5, 2)])
    with pytest.raises(ArtifactError, match="weight 0 does not match its checksum"):
        _ = artifact.code
    path.write_bytes(damaged[:-1])
    with pytest.raises(ArtifactError, match="truncated"):
        load(path)


def with_weights(path: Path, *digits: str) -> None:
    """An artifact of two weights, each a megabyte of its digits."""
    literals = ", ".join(f'"0x{d * (1 << 20)}"' for d in digits)
    path.write_bytes(
        encode(
            compiled(SUM_OF_SIZES).header,
            ArtifactCode.of_text(f'"my.c"() {{v = [{literals}]}} : () -> ()'),
        )
    )


@pytest.mark.parametrize("weights", [0, 1, 2])
def test_a_file_that_is_truncated_after_it_was_loaded_is_an_error(
    tmp_path: Path, weights: int
) -> None:
    """In a process that maps it this ends the process."""
    path = tmp_path / "m.tie"
    with_weights(path, "AB", "CD")
    artifact, size = load(path), path.stat().st_size
    os.truncate(path, size - (2 - weights) * (1 << 20))
    if weights == 2:
        assert len(artifact.code) > 4 << 20
        return
    with pytest.raises(ArtifactError, match=f"weight {weights} is incomplete: the file has been"):
        _ = artifact.code
    assert artifact.check([(2, 3), (5, 2)])


def test_weights_are_read_by_several_threads(tmp_path: Path) -> None:
    path = tmp_path / "m.tie"
    with_weights(path, "AB", "CD")
    artifact = load(path)
    with ThreadPoolExecutor(4) as threads:
        codes = list(threads.map(lambda _: artifact.code, range(8)))
    assert set(codes) == {decode(path.read_bytes())[1].whole}


def test_digits_that_are_no_constant_come_back_as_they_were() -> None:
    """A file may have those of any text among its weights."""
    digits = "0x" + "AB" * 100
    text = f'func.func private @f() attributes {{a = "{digits}"'
    both = f'{text}, b = dense<"{digits}"> : tensor<100xui8>}}'
    text += "}"
    for whole, count in ((text, 1), (both, 1)):
        code = ArtifactCode.of_text(whole)
        assert len(code.weights) == count and digits not in code.text
        assert str(module_of(code, "f")) == str(parse_module(whole, "f"))


def test_a_file_that_is_saved_over_stays_whole_for_its_readers(tmp_path: Path) -> None:
    path = tmp_path / "m.tie"
    header = compiled(SUM_OF_SIZES).header
    old, new = (f'"my.c"() {{v = "0x{d * 4000}"}} : () -> ()' for d in ("AB", "CD"))
    Artifact(header, ArtifactCode.of_text(old)).save(path)
    reader = load(path)
    Artifact(header, ArtifactCode.of_text(new)).save(path)
    assert reader.code == old
    assert load(path).code == new
    assert [p.name for p in tmp_path.iterdir()] == ["m.tie"]


def test_looking_at_shapes_imports_no_compiler(file: Path) -> None:
    program = f"""
import sys
from tieshape.runtime import load
artifact = load({str(file)!r})
assert artifact.check([(3, 4), (7, 2)]).sizes["S2"] == 7
assert artifact.check([(3, 4), (8, 2)]).kind == "expect"
assert artifact.output_shapes([(3, 4), (7, 2)]) == [(7,)]
assert artifact.explain("S2 >= S0")[0] == "proved"
print([n for n in sys.modules if n.partition(".")[0] in ("xdsl", "sympy", "numpy")])
"""
    output = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert output.stdout == "[]\n"


def test_a_check_tells_sizes_or_the_guard(file: Path) -> None:
    artifact = load(file)
    check = artifact.check([(3, 4), (7, 2)])
    assert check
    assert {name: check.sizes[name] for name in ("S0", "S1", "S2", "S3")} == {
        "S0": 3,
        "S1": 4,
        "S2": 7,
        "S3": 2,
    }
    refused = artifact.check([(5, 4), (7, 2)])
    assert not refused
    assert refused.kind == "expect"
    assert refused.sizes == {}
    assert refused.guard == (
        "S0 + S1 == S2 (tf.AddV2 at model.mlir:10:3: compiled for S0 + S1 == S2)"
        " fails for S0 = 5 (size 0 of x), S1 = 4 (size 1 of x), S2 = 7 (size 0 of y)"
    )
    with pytest.raises(ExpectGuardError, match="S0 \\+ S1 == S2"):
        artifact(*arrays((5, 4), (7, 2)))
    with pytest.raises(ExpectGuardError):
        artifact.output_shapes([(5, 4), (7, 2)])


def test_wrong_arguments_are_no_question_of_guards(file: Path) -> None:
    artifact = load(file)
    with pytest.raises(ArgumentError, match="2 arguments are needed, 1 given"):
        artifact.check([(3, 4)])
    with pytest.raises(ArgumentError, match="x: rank 2 is needed, 1 given"):
        artifact.check([(3,), (7, 2)])
    with pytest.raises(ArgumentError, match="y: size 0 is -7"):
        artifact.check([(3, 4), (-7, 2)])
    x, y = arrays((3, 4), (7, 2))
    with pytest.raises(ArgumentError, match="y: elements of type float32 are needed, float64"):
        artifact(x, y.astype(np.float64))
    with pytest.raises(ArgumentError, match="x: rank 2 is needed, 3 given"):
        artifact(x[None], y)


def test_a_static_size_of_an_argument_is_asserted() -> None:
    artifact = compiled(ADD)
    refused = artifact.check([(3, 2), (3, 4)])
    assert (refused.kind, refused.guard) == ("assert", "y: size 1 must be 2, it is 4")
    with pytest.raises(AssertGuardError, match="y: size 1 must be 2"):
        artifact(*arrays((3, 2), (3, 4)))


def test_a_size_that_depends_on_data_has_a_bound() -> None:
    artifact = compiled(NONZERO)
    assert artifact.output_shapes([(3, 4)]) == [(None, 2)]
    assert artifact.greatest_shapes([(3, 4)]) == [(12, 2)]
    x = np.array([[0, 1], [2, 0]], np.float32)
    assert artifact(x)[0].tolist() == [[0, 1], [1, 0]]


def test_a_guard_on_such_a_size_is_checked_on_the_way() -> None:
    artifact = compiled(FEWER_NONZERO)
    (guard,) = artifact.header.guards
    assert guard.at_run_time
    assert artifact.check([(3,)])
    assert artifact.output_shapes([(3,)]) == [(None, 1)]
    assert artifact(np.array([1, 1, 0, 1], np.float32))[0].tolist() == [[3]]
    with pytest.raises(AssertGuardError, match=r"tf\.Slice at model\.mlir"):
        artifact(np.array([0, 1, 0, 0], np.float32))


def test_explanations_name_facts_and_places() -> None:
    artifact = compiled(MATMUL)
    verdict, facts = artifact.explain("S1 == S2")
    assert verdict == "proved"
    assert len(facts) == 1
    assert "tf.MatMul at model.mlir:3:3" in facts[0]
    assert artifact.explain("S1 != S2")[0] == "refuted"
    assert artifact.explain("S0 == S1") == ("unknown", ())
    with pytest.raises(
        ValueError, match=r"no size is named s0; did you mean S0\? There are S0, S1, S2, S3"
    ):
        artifact.explain("s0 == 1")


def test_a_static_check_is_true_only_for_what_is_known() -> None:
    artifact = compiled(MATMUL)
    assert artifact.static_check("2 + 2 == 4") is True
    assert artifact.static_check("2 + 2 == 5") is False
    assert artifact.static_check("S1 == S2") is True
    assert artifact.static_check("S1 != S2") is False
    assert artifact.static_check("S0 == S3") is False
    with pytest.raises(ValueError, match="expected a comparison"):
        artifact.static_check("S0 + 1")


def header(
    guards: list[str], symbols: list[Size], shape: tuple[int | str, ...] = ("a", "b")
) -> Header:
    return Header(
        "main",
        (Argument("x", "float32", shape),),
        (Size("a"), Size("b"), *symbols),
        tuple(Guard(parse_predicate(text), "assert") for text in guards),
        (),
        (Result("float32", (parse_expr("a"),), (0,), (None,)),),
        "",
    )


def test_guards_answer_as_the_expressions_do() -> None:
    texts = [
        "a*b % 3 == 0 or a == 1",
        "max(a, b, 3) - min(a, 2*b) <= 5 and a != 4",
        "(a + b)//2 >= b - 1",
        "-2*a + 3*b <= 7",
        "(a - b) % 4 != 1",
    ]
    cases = Size("c", value=parse_expr("a - b if a >= b else 7"))
    artifact = Artifact(
        header([*texts, "c <= 9"], [cases, Size("d", value=parse_expr("c*b"))]), ArtifactCode("")
    )
    accepted = 0
    for a in range(12):
        for b in range(12):
            sizes = {"a": a, "b": b, "c": a - b if a >= b else 7}
            sizes["d"] = sizes["c"] * b
            expected = all(parse_predicate(t).holds(sizes) for t in [*texts, "c <= 9"])
            check = artifact.check([(a, b)])
            assert bool(check) == expected
            assert check.sizes == (sizes if expected else {})
            accepted += expected
    assert 0 < accepted < 144


def test_a_refusal_names_the_arguments_that_a_size_comes_from() -> None:
    sizes = [Size("c", value=parse_expr("a//4")), Size("d", value=parse_expr("c + b"))]
    artifact = Artifact(header(["c >= 1", "d <= 9"], sizes), ArtifactCode(""))
    assert artifact.check([(4, 2)])
    assert str(artifact.check([(3, 2)]).guard).endswith(" fails for c = 0, a = 3 (size 0 of x)")
    assert str(artifact.check([(8, 8)]).guard).endswith(
        " fails for d = 10, b = 8 (size 1 of x), c = 2, a = 8 (size 0 of x)"
    )


def test_a_division_by_zero_refuses() -> None:
    artifact = Artifact(header(["a % b == 0"], []), ArtifactCode(""))
    assert artifact.check([(4, 2)])
    assert artifact.check([(4, 0)]).guard == (
        "a % b == 0 fails for a = 4 (size 0 of x), b = 0 (size 1 of x)"
    )
    artifact = Artifact(header([], [Size("c", value=parse_expr("a//b"))]), ArtifactCode(""))
    assert artifact.check([(4, 0)]).guard == "c cannot be computed: division by zero"


def test_a_negative_size_refuses() -> None:
    artifact = Artifact(header([], [Size("c", value=parse_expr("a - b"))]), ArtifactCode(""))
    assert artifact.check([(4, 4)]).sizes["c"] == 0
    assert artifact.check([(4, 5)]).guard == "c would be -1"


def test_a_repeated_symbol_is_compared() -> None:
    artifact = Artifact(header([], [], ("a", "a", 3)), ArtifactCode(""))
    assert artifact.check([(4, 4, 3)])
    assert artifact.check([(4, 5, 3)]).guard == "x: size 1 must be 4 (a), it is 5"


def test_deep_nesting_gives_the_same_answers() -> None:
    text = "a"
    for _ in range(50):
        text = f"({text} + b)//2"
    artifact = Artifact(header([f"{text} == 3"], []), ArtifactCode(""))
    assert artifact.check([(3, 3)])
    assert not artifact.check([(3, 9)])


def test_what_fails_first_is_an_expectation() -> None:
    shape = Argument("x", "float32", ("a", "b"))
    guards = (
        Guard(parse_predicate("a == 1"), "assert", "demand"),
        Guard(parse_predicate("b == 1"), "expect", "choice"),
    )
    artifact = Artifact(
        Header("main", (shape,), (Size("a"), Size("b")), guards, (), ()), ArtifactCode("")
    )
    assert artifact.check([(2, 2)]).kind == "expect"
    assert artifact.check([(2, 1)]).kind == "assert"
