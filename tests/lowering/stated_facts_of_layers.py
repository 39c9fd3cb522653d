"""Which facts the lowering of layers, losses and transforms states: more rows of docs/stated_facts.md."""

from .stated_facts import Row, constant, function


def applied(
    op: str, arguments: dict[str, str], results: list[str], attributes: str = "", *lines: str
) -> str:
    """A function that applies `op` to its arguments; constants among them are made by `lines`."""
    names = ", ".join(f"%{name}" for name in arguments)
    made = {line.split(" ")[0] for line in lines}
    given = ", ".join(f"%{n}: {t}" for n, t in arguments.items() if f"%{n}" not in made)
    types = ", ".join(results)
    bound = "%0" if len(results) == 1 else f"%0:{len(results)}"
    outputs = ["%0"] if len(results) == 1 else [f"%0#{i}" for i in range(len(results))]
    signature = f"({', '.join(arguments.values())}) -> ({types})"
    return function(
        given,
        types,
        *lines,
        f'{bound} = "{op}"({names}) <{{{attributes}}}> : {signature}',
        f"func.return {', '.join(outputs)} : {types}",
    )


IMAGES = "tensor<?x?x?x?xf32>"
ROW = "tensor<?xf32>"
VALID = 'strides = [1, 2, 1, 1], padding = "VALID"'

LAYER_ROWS = [
    Row(
        "Conv2D with VALID or EXPLICIT padding",
        "a window fits; the sizes shrink by its reach and are divided by the stride; channels are a multiple of the filter's depth",
        applied("tf.Conv2D", {"x": IMAGES, "k": "tensor<3x3x?x?xf32>"}, [IMAGES], VALID),
        (
            "{a0_2} >= 2",
            "{r0_2} == {a0_2} - 2",
            "2*{r0_1} <= {a0_1}",
            "{a0_3} % {a1_2} == 0",
            "{r0_3} == {a1_3}",
        ),
        ("{a0_2} >= 3", "{r0_1} == {a0_1} - 2"),
    ),
    Row(
        "DepthwiseConv2dNative",
        "channels agree and are multiplied; spatial sizes as those of Conv2D",
        applied(
            "tf.DepthwiseConv2dNative",
            {"x": IMAGES, "k": "tensor<3x3x?x2xf32>"},
            [IMAGES],
            'strides = [1, 1, 1, 1], padding = "SAME"',
        ),
        ("{a0_3} == {a1_2}", "{r0_3} == 2*{a0_3}", "{r0_1} == {a0_1}"),
        ("{r0_1} == {r0_2}",),
    ),
    Row(
        "Conv2DBackpropInput",
        "the gradient that arrives has the sizes of the convolution",
        applied(
            "tf.Conv2DBackpropInput",
            {"s": "tensor<4xi32>", "k": "tensor<2x2x3x?xf32>", "g": IMAGES},
            [IMAGES],
            'strides = [1, 2, 2, 1], padding = "SAME"',
            constant("s", "[1, 8, 7, 3]", "tensor<4xi32>"),
        ),
        ("{a1_0} == 1", "{a1_1} == 4", "{a1_2} == 4", "{a1_3} == {a0_3}"),
    ),
    Row(
        "MaxPool and AvgPool",
        "spatial sizes as those of Conv2D; batch and channels stay",
        applied(
            "tf.MaxPool",
            {"x": IMAGES},
            [IMAGES],
            'ksize = [1, 2, 3, 1], strides = [1, 2, 3, 1], padding = "SAME"',
        ),
        (
            "2*{r0_1} >= {a0_1}",
            "3*{r0_2} <= {a0_2} + 2",
            "{r0_0} == {a0_0}",
            "{r0_3} == {a0_3}",
        ),
        ("2*{r0_1} == {a0_1}",),
    ),
    Row(
        "FusedBatchNormV3",
        "the vectors have an element for each channel; the result has the shape of `x`",
        applied(
            "tf.FusedBatchNormV3",
            {"x": IMAGES, "s": ROW, "o": ROW, "m": ROW, "v": ROW},
            [IMAGES, *[ROW] * 4, "tensor<*xf32>"],
            'is_training = false, data_format = "NCHW"',
        ),
        ("{a0_1} == {a1_0}", "{a0_1} == {a4_0}", "{r0_3} == {a0_3}", "{r1_0} == {a0_1}"),
        ("{a0_3} == {a1_0}",),
    ),
    Row(
        "SpaceToDepth and DepthToSpace",
        "sizes are divisible by the block; they are divided and multiplied",
        applied("tf.SpaceToDepth", {"x": IMAGES}, [IMAGES], "block_size = 2 : i64"),
        ("{a0_1} % 2 == 0", "2*{r0_2} == {a0_2}", "{r0_3} == 4*{a0_3}"),
        ("{a0_3} % 2 == 0",),
    ),
    Row(
        "SpaceToBatchND and BatchToSpaceND",
        "padded sizes, or the batch, are divisible by the block; they are divided and multiplied",
        applied(
            "tf.SpaceToBatchND",
            {"x": "tensor<?x?x?xf32>", "b": "tensor<1xi32>", "p": "tensor<1x2xi32>"},
            ["tensor<?x?x?xf32>"],
            "",
            constant("b", "[3]", "tensor<1xi32>"),
            constant("p", "[[1, 0]]", "tensor<1x2xi32>"),
        ),
        ("({a0_1} + 1) % 3 == 0", "{r0_0} == 3*{a0_0}", "3*{r0_1} == {a0_1} + 1"),
        ("{a0_1} % 3 == 0",),
    ),
    Row(
        "ResizeBilinear and ResizeNearestNeighbor",
        "images are not empty; height and width are those of `size`",
        applied(
            "tf.ResizeBilinear",
            {"x": IMAGES, "s": "tensor<2xi32>"},
            [IMAGES],
            "",
            constant("s", "[4, 5]", "tensor<2xi32>"),
        ),
        ("{a0_1} >= 1", "{a0_2} >= 1", "{r0_1} == 4", "{r0_0} == {a0_0}"),
        ("{a0_0} >= 1",),
    ),
    Row(
        "SparseSoftmaxCrossEntropyWithLogits",
        "a label for each row; at least one class",
        applied(
            "tf.SparseSoftmaxCrossEntropyWithLogits",
            {"x": "tensor<?x?xf32>", "l": "tensor<?xi32>"},
            [ROW, "tensor<?x?xf32>"],
        ),
        ("{a0_0} == {a1_0}", "{a0_1} >= 1", "{r1_1} == {a0_1}", "{r0_0} == {a0_0}"),
        ("{a0_0} >= 1",),
    ),
    Row(
        "TanhGrad and other gradients of elementwise functions",
        "both operands have one shape",
        applied("tf.TanhGrad", {"y": ROW, "d": ROW}, [ROW]),
        ("{a0_0} == {a1_0}", "{r0_0} == {a0_0}"),
        ("{a0_0} >= 1",),
    ),
    Row(
        "RFFT",
        "the spectrum of n numbers has n // 2 + 1",
        applied(
            "tf.RFFT",
            {"x": "tensor<?x?xf32>", "n": "tensor<1xi32>"},
            ["tensor<?x?xcomplex<f32>>"],
            "",
            constant("n", "[9]", "tensor<1xi32>"),
        ),
        ("{r0_1} == 5", "{r0_0} == {a0_0}"),
        ("{a0_1} == 9",),
    ),
    Row(
        "Einsum with diagonals and an ellipsis",
        "repeated labels have one size; sizes of the ellipsis broadcast",
        applied(
            "tf.Einsum",
            {"x": "tensor<?x?x?xf32>", "y": "tensor<?x?xf32>"},
            ["tensor<?x?xf32>"],
            'equation = "...ii,...i->...i"',
        ),
        (
            "{a0_1} == {a0_2}",
            "{a0_1} == {a1_1}",
            "{r0_1} == {a0_1}",
            "{a0_0} == {a1_0} or {a0_0} == 1 or {a1_0} == 1",
        ),
        ("{a0_0} == {a1_0}",),
    ),
]
