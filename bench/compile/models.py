"""Generated modules of any size, for measuring."""

from pathlib import Path

from tieshape.text.module import parse_module, print_module, read_module
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

KH_BERT = Path(__file__).parents[2] / "examples" / "models" / "kh_bert" / "model.mlir"


def encoder(layers: int) -> str:
    """The text of `kh_bert` with its encoder layer repeated in sequence."""
    module = read_module(str(KH_BERT))
    (function,) = [op for op in module.body.block.ops if isinstance(op, func.FuncOp)]
    block = function.body.block
    ops = list(block.ops)
    first = next(i for i, op in enumerate(ops) if op.name == "tf.Einsum")
    source = ops[first].operands[0]
    sequence = ops[-1].operands[1].owner.operands[0]
    last = ops.index(sequence.owner)
    later = [use for use in sequence.uses if ops.index(use.operation) > last]
    current: SSAValue = sequence
    for _ in range(layers - 1):
        mapping: dict[SSAValue, SSAValue] = {source: current}
        for op in ops[first : last + 1]:
            block.insert_op_before(op.clone(mapping), ops[last + 1])
        current = mapping[sequence]
    for use in later:
        use.operation.operands[use.index] = current
    return print_module(module)


def chain(length: int) -> str:
    """A chain of elementwise ops, every fourth with a bias that must be broadcast."""
    kinds = ['"tf.AddV2"({x}, %b)', '"tf.Tanh"({x})', '"tf.Mul"({x}, {x})', '"tf.Neg"({x})']
    types = {
        True: "(tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>",
        False: "(tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>",
        None: "(tensor<?x?xf32>) -> tensor<?x?xf32>",
    }
    signatures = [types[True], types[None], types[False], types[None]]
    lines = ["func.func @main(%x: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {"]
    value = "%x"
    for i in range(length):
        call = kinds[i % 4].format(x=value)
        value = f"%v{i}"
        lines.append(f"  {value} = {call} : {signatures[i % 4]}")
    lines += [f"  func.return {value} : tensor<?x?xf32>", "}"]
    return "\n".join(lines)


def module_of(text: str) -> ModuleOp:
    return parse_module(text, "generated.mlir", verify=False)
