"""Branches, loops and calls."""

from __future__ import annotations

from program import B1, I0, I1, Maker, Program, V, chains, number, of_parts


def if_region(p: Program, x: str, i: int) -> str:
    c = p.argument("tensor<i1>")
    name = f"%v{p.ops}"
    p.lines.append(
        f'{name} = "tf.IfRegion"({c}) ({{ %t = "tf.Tanh"({x}) : ({V}) -> {V} "tf.Yield"(%t) : ({V}) -> () }},'
        f' {{ "tf.Yield"({x}) : ({V}) -> () }}) {{is_stateless = true}} : (tensor<i1>) -> {V}'
    )
    return name


def if_of_sizes(p: Program, x: str, i: int) -> str:
    c, y = p.argument("tensor<i1>"), p.argument(V)
    name = f"%v{p.ops}"
    p.lines.append(
        f'{name} = "tf.IfRegion"({c}) ({{ %t = "tf.Tanh"({y}) : ({V}) -> {V} "tf.Yield"(%t) : ({V}) -> () }},'
        f' {{ "tf.Yield"({x}) : ({V}) -> () }}) {{is_stateless = true}} : (tensor<i1>) -> {V}'
    )
    return name


def while_region(p: Program, x: str, i: int) -> str:
    zero, ten = p.constant("0", I0), p.constant("10", I0)
    one = p.constant("1", I0)
    name = f"%v{p.ops}"
    p.lines.append(
        f'{name}:2 = "tf.WhileRegion"({zero}, {x}) ({{\n ^bb0(%i: {I0}, %v: {V}):\n'
        f'  %c = "tf.Less"(%i, {ten}) : ({I0}, {I0}) -> tensor<i1>\n'
        '  "tf.Yield"(%c) : (tensor<i1>) -> ()\n }, {\n'
        f' ^bb0(%i: {I0}, %v: {V}):\n  %j = "tf.AddV2"(%i, {one}) : ({I0}, {I0}) -> {I0}\n'
        f'  %w = "tf.Tanh"(%v) : ({V}) -> {V}\n  "tf.Yield"(%j, %w) : ({I0}, {V}) -> ()\n'
        f" }}) {{is_stateless = true}} : ({I0}, {V}) -> ({I0}, {V})"
    )
    return f"{name}#1"


def small_if(p: Program, x: str, i: int) -> str:
    """A branch on a size: joined to what it has too little of, else as it is."""
    y = p.argument(V)
    sizes = [(p.op("Size", [(side, V)], I0), I0) for side in (x, y)]
    less = p.op("Less", sizes, "tensor<i1>")
    name, axis = f"%v{p.ops}", p.constant("0", I0)
    name = f"%v{p.ops}"
    p.lines.append(
        f'{name} = "tf.IfRegion"({less}) ({{ %t = "tf.ConcatV2"({x}, {y}, {axis})'
        f' : ({V}, {V}, {I0}) -> {V} "tf.Yield"(%t) : ({V}) -> () }},'
        f' {{ "tf.Yield"({x}) : ({V}) -> () }}) {{is_stateless = true}} : (tensor<i1>) -> {V}'
    )
    return name


def nested_ifs(p: Program, x: str, i: int) -> str:
    """A branch in a branch, which joins an argument or does not."""
    c, d, y = p.argument("tensor<i1>"), p.argument("tensor<i1>"), p.argument(V)
    axis = p.constant("0", I0)
    name, end = f"%v{p.ops}", f"{{is_stateless = true}} : (tensor<i1>) -> {V}"
    inner = (
        f'%i = "tf.IfRegion"({d}) ({{ %t = "tf.ConcatV2"({x}, {y}, {axis}) : ({V}, {V}, {I0}) -> {V}'
        f' "tf.Yield"(%t) : ({V}) -> () }}, {{ %u = "tf.Tanh"({x}) : ({V}) -> {V}'
        f' "tf.Yield"(%u) : ({V}) -> () }}) {end}'
    )
    p.lines.append(
        f'{name} = "tf.IfRegion"({c}) ({{ {inner} "tf.Yield"(%i) : ({V}) -> () }}, '
        f'{{ "tf.Yield"({y}) : ({V}) -> () }}) {end}'
    )
    return name


def nested_sizes(p: Program, x: str, i: int) -> str:
    """A branch on sizes in a branch on sizes: cut to what another argument has, padded or left."""
    y = p.argument(V)
    sizes = [(p.op("Size", [(side, V)], I0), I0) for side in (x, y)]
    less, equal = (p.op(name, sizes, B1) for name in ("Less", "Equal"))
    begin = p.constant("0", I1)
    size = p.op("Pack", [sizes[1]], I1, "axis = 0 : i64")
    axis, end = p.constant("0", I0), f"{{is_stateless = true}} : ({B1}) -> {V}"
    name = f"%v{p.ops}"
    inner = (
        f'%i = "tf.IfRegion"({equal}) ({{ "tf.Yield"({x}) : ({V}) -> () }}, {{ %s = "tf.Slice"'
        f"({x}, {begin}, {size}) : ({V}, {I1}, {I1}) -> {V}"
        f' "tf.Yield"(%s) : ({V}) -> () }}) {end}'
    )
    p.lines.append(
        f'{name} = "tf.IfRegion"({less}) ({{ %t = "tf.ConcatV2"({x}, {y}, {axis}) : ({V}, {V}, {I0})'
        f' -> {V} "tf.Yield"(%t) : ({V}) -> () }}, {{ {inner} "tf.Yield"(%i) : ({V}) -> () }}) {end}'
    )
    return name


def nested_branches(depth: int) -> str:
    """Branches in branches, which change the size."""
    p = Program()
    x = p.argument(V)
    conditions = [p.argument("tensor<i1>") for _ in range(depth)]
    axis = p.constant("0", I0)

    def inside(level: int) -> str:
        if level == depth:
            return f'%d{level} = "tf.Tanh"({x}) : ({V}) -> {V} "tf.Yield"(%d{level}) : ({V}) -> ()'
        join = f'%j{level} = "tf.ConcatV2"(%d{level + 1}, {x}, {axis}) : ({V}, {V}, {I0}) -> {V}'
        then = f"{inside(level + 1)}" if level + 1 == depth else inside(level + 1)
        del join
        return (
            f'%d{level} = "tf.IfRegion"({conditions[level]}) ({{ {then} }}, '
            f'{{ %e{level} = "tf.ConcatV2"({x}, {x}, {axis}) : ({V}, {V}, {I0}) -> {V} '
            f'"tf.Yield"(%e{level}) : ({V}) -> () }}) {{is_stateless = true}} : (tensor<i1>) -> {V} '
            f'"tf.Yield"(%d{level}) : ({V}) -> ()'
        )

    body = inside(0)
    p.lines.append(body[: body.rindex('"tf.Yield"')])
    return p.text("%d0", V)


def nested_loops(depth: int) -> str:
    """Loops in loops, each carries the tensor, the innermost joins it."""
    p = Program()
    x = p.argument(V)
    zero, ten, one = p.constant("0", I0), p.constant("10", I0), p.constant("1", I0)

    def loop(level: int, value: str) -> str:
        if level == depth:
            return f'%b{level} = "tf.ConcatV2"({value}, {x}, {zero}) : ({V}, {V}, {I0}) -> {V}'
        inner = loop(level + 1, f"%v{level}x")
        result = f"%b{level + 1}" if level + 1 == depth else f"%b{level + 1}#1"
        return (
            f'%b{level}:2 = "tf.WhileRegion"({zero}, {value}) ({{\n ^bb0(%i{level}: {I0}, %w{level}: {V}):\n'
            f' %c{level} = "tf.Less"(%i{level}, {ten}) : ({I0}, {I0}) -> tensor<i1>\n'
            f' "tf.Yield"(%c{level}) : (tensor<i1>) -> ()\n }}, {{\n'
            f" ^bb0(%k{level}: {I0}, %v{level}x: {V}):\n"
            f' %n{level} = "tf.AddV2"(%k{level}, {one}) : ({I0}, {I0}) -> {I0}\n {inner}\n'
            f' "tf.Yield"(%n{level}, {result}) : ({I0}, {V}) -> ()\n'
            f" }}) {{is_stateless = true}} : ({I0}, {V}) -> ({I0}, {V})"
        )

    p.lines.append(loop(0, x))
    return p.text("%b0#1", V)


def growing_loop(p: Program, x: str, i: int) -> str:
    """A loop that joins an argument as often as a run says."""
    y, times = p.argument(V), p.argument(I0)
    zero, one = number(p, 0)[0], number(p, 1)[0]
    name = f"%v{p.ops}"
    p.lines.append(
        f'{name}:2 = "tf.WhileRegion"({zero}, {x}) ({{\n ^bb0(%i: {I0}, %v: {V}):\n'
        f'  %c = "tf.Less"(%i, {times}) : ({I0}, {I0}) -> tensor<i1>\n'
        '  "tf.Yield"(%c) : (tensor<i1>) -> ()\n }, {\n'
        f' ^bb0(%i: {I0}, %v: {V}):\n  %j = "tf.AddV2"(%i, {one}) : ({I0}, {I0}) -> {I0}\n'
        f'  %w = "tf.ConcatV2"(%v, {y}, {zero}) : ({V}, {V}, {I0}) -> {V}\n'
        f'  "tf.Yield"(%j, %w) : ({I0}, {V}) -> ()\n }}) {{is_stateless = true}}'
        f" : ({I0}, {V}) -> ({I0}, {V})"
    )
    return f"{name}#1"


def calls(count: int) -> str:
    """Functions that each call the one before them, and combine two arguments."""
    texts = list[str]()
    for i in range(count):
        inner = f'"tf.PartitionedCall"(%x, %y) <{{f = @f{i - 1}}}> : ({V}, {V}) -> {V}'
        if not i:
            inner = f'"tf.Mul"(%x, %y) : ({V}, {V}) -> {V}'
        texts.append(
            f"func.func private @f{i}(%x: {V}, %y: {V}) -> {V} {{\n  %0 = {inner}\n"
            f'  %1 = "tf.AddV2"(%0, %y) : ({V}, {V}) -> {V}\n  func.return %1 : {V}\n}}\n'
        )
    p = Program()
    x, y = p.argument(V), p.argument(V)
    call = f"f = @f{count - 1}"
    return "".join(texts) + p.text(p.op("PartitionedCall", [(x, V), (y, V)], V, call), V)


PROGRAMS: tuple[Maker, ...] = (
    *chains(
        (if_region, V, 150),
        (if_of_sizes, V, 60),
        (while_region, V, 90),
        (small_if, V, 60),
        (nested_ifs, V, 60),
        (nested_sizes, V, 30),
        (growing_loop, V, 45),
    ),
    *of_parts(
        (calls, 150),
    ),
    ("branches 20 deep", lambda: nested_branches(20)),
    ("loops 8 deep", lambda: nested_loops(8)),
)
