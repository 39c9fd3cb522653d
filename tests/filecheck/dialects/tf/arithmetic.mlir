// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Operands broadcast: sizes match from the last dimension on, or one of them is 1 or unknown.

func.func @add(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.Add"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @add(
// CHECK: "tf.Add"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @add_v2(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.AddV2"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @add_v2(
// CHECK: "tf.AddV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @sub(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.Sub"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @sub(
// CHECK: "tf.Sub"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @mul(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.Mul"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @mul(
// CHECK: "tf.Mul"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @div(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.Div"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @div(
// CHECK: "tf.Div"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @real_div(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.RealDiv"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @real_div(
// CHECK: "tf.RealDiv"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @truncate_div(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.TruncateDiv"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @truncate_div(
// CHECK: "tf.TruncateDiv"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @floor_div(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.FloorDiv"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @floor_div(
// CHECK: "tf.FloorDiv"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @floor_mod(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.FloorMod"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @floor_mod(
// CHECK: "tf.FloorMod"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @mod(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.Mod"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @mod(
// CHECK: "tf.Mod"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @truncate_mod(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.TruncateMod"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @truncate_mod(
// CHECK: "tf.TruncateMod"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @minimum(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.Minimum"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @minimum(
// CHECK: "tf.Minimum"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @maximum(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.Maximum"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @maximum(
// CHECK: "tf.Maximum"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @squared_difference(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.SquaredDifference"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @squared_difference(
// CHECK: "tf.SquaredDifference"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @mul_no_nan(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.MulNoNan"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @mul_no_nan(
// CHECK: "tf.MulNoNan"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @div_no_nan(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.DivNoNan"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @div_no_nan(
// CHECK: "tf.DivNoNan"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @bitwise_and(%a0: tensor<?xi32>, %a1: tensor<i32>) {
  %r = "tf.BitwiseAnd"(%a0, %a1) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  func.return
}
// CHECK-LABEL: func.func @bitwise_and(
// CHECK: "tf.BitwiseAnd"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>

func.func @bitwise_or(%a0: tensor<?xi32>, %a1: tensor<i32>) {
  %r = "tf.BitwiseOr"(%a0, %a1) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  func.return
}
// CHECK-LABEL: func.func @bitwise_or(
// CHECK: "tf.BitwiseOr"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>

func.func @bitwise_xor(%a0: tensor<?xi32>, %a1: tensor<i32>) {
  %r = "tf.BitwiseXor"(%a0, %a1) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  func.return
}
// CHECK-LABEL: func.func @bitwise_xor(
// CHECK: "tf.BitwiseXor"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>

func.func @left_shift(%a0: tensor<?xi32>, %a1: tensor<i32>) {
  %r = "tf.LeftShift"(%a0, %a1) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  func.return
}
// CHECK-LABEL: func.func @left_shift(
// CHECK: "tf.LeftShift"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>

func.func @right_shift(%a0: tensor<?xi32>, %a1: tensor<i32>) {
  %r = "tf.RightShift"(%a0, %a1) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  func.return
}
// CHECK-LABEL: func.func @right_shift(
// CHECK: "tf.RightShift"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>

func.func @both_broadcast(%a0: tensor<?x1xf32>, %a1: tensor<1x?xf32>) {
  %r = "tf.AddV2"(%a0, %a1) : (tensor<?x1xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>
  func.return
}
// CHECK-LABEL: func.func @both_broadcast(
// CHECK: "tf.AddV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x1xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>

func.func @unknown_rank(%a0: tensor<*xf32>, %a1: tensor<3xf32>) {
  %r = "tf.AddV2"(%a0, %a1) : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @unknown_rank(
// CHECK: "tf.AddV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>

func.func @empty(%a0: tensor<0x4xf32>, %a1: tensor<1x4xf32>) {
  %r = "tf.AddV2"(%a0, %a1) : (tensor<0x4xf32>, tensor<1x4xf32>) -> tensor<0x4xf32>
  func.return
}
// CHECK-LABEL: func.func @empty(
// CHECK: "tf.AddV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<0x4xf32>, tensor<1x4xf32>) -> tensor<0x4xf32>

func.func @other_attributes_are_kept(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "tf.AddV2"(%a0, %a1) <{extra = 1 : i64}> {_class = ["loc:@x"], device = "/CPU:0"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// CHECK-LABEL: func.func @other_attributes_are_kept(
// CHECK: "tf.AddV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{extra = 1 : i64}> {_class = ["loc:@x"], device = "/CPU:0"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>

func.func @add_n(%a0: tensor<2x?xf32>, %a1: tensor<?x3xf32>) {
  %r = "tf.AddN"(%a0, %a1) : (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<2x?xf32>
  func.return
}
// CHECK-LABEL: func.func @add_n(
// CHECK: "tf.AddN"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<2x?xf32>

func.func @clip_by_value(%a0: tensor<?x4xf32>, %a1: tensor<f32>, %a2: tensor<?x4xf32>) {
  %r = "tf.ClipByValue"(%a0, %a1, %a2) : (tensor<?x4xf32>, tensor<f32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @clip_by_value(
// CHECK: "tf.ClipByValue"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<f32>, tensor<?x4xf32>) -> tensor<?x4xf32>

func.func @bias_add(%a0: tensor<?x?x8xf32>, %a1: tensor<8xf32>) {
  %r = "tf.BiasAdd"(%a0, %a1) <{data_format = "NHWC"}> : (tensor<?x?x8xf32>, tensor<8xf32>) -> tensor<?x?x8xf32>
  func.return
}
// CHECK-LABEL: func.func @bias_add(
// CHECK: "tf.BiasAdd"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NHWC"}> : (tensor<?x?x8xf32>, tensor<8xf32>) -> tensor<?x?x8xf32>

func.func @bias_add_channels_first(%a0: tensor<?x8x?xf32>, %a1: tensor<8xf32>) {
  %r = "tf.BiasAdd"(%a0, %a1) <{data_format = "NCHW"}> : (tensor<?x8x?xf32>, tensor<8xf32>) -> tensor<?x8x?xf32>
  func.return
}
// CHECK-LABEL: func.func @bias_add_channels_first(
// CHECK: "tf.BiasAdd"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NCHW"}> : (tensor<?x8x?xf32>, tensor<8xf32>) -> tensor<?x8x?xf32>

func.func @bias_add_grad(%a0: tensor<?x8xf32>) {
  %r = "tf.BiasAddGrad"(%a0) : (tensor<?x8xf32>) -> tensor<8xf32>
  func.return
}
// CHECK-LABEL: func.func @bias_add_grad(
// CHECK: "tf.BiasAddGrad"(%{{[a-z0-9]+}}) : (tensor<?x8xf32>) -> tensor<8xf32>

// Elementwise ops of one operand keep the shape; the sizes may be known on one side only.

func.func @abs(%a0: tensor<2x?xf32>) {
  %r = "tf.Abs"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @abs(
// CHECK: "tf.Abs"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @neg(%a0: tensor<2x?xf32>) {
  %r = "tf.Neg"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @neg(
// CHECK: "tf.Neg"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @sign(%a0: tensor<2x?xf32>) {
  %r = "tf.Sign"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @sign(
// CHECK: "tf.Sign"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @square(%a0: tensor<2x?xf32>) {
  %r = "tf.Square"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @square(
// CHECK: "tf.Square"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @reciprocal(%a0: tensor<2x?xf32>) {
  %r = "tf.Reciprocal"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @reciprocal(
// CHECK: "tf.Reciprocal"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @inv(%a0: tensor<2x?xf32>) {
  %r = "tf.Inv"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @inv(
// CHECK: "tf.Inv"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @invert(%a0: tensor<?xi32>) {
  %r = "tf.Invert"(%a0) : (tensor<?xi32>) -> tensor<?xi32>
  func.return
}
// CHECK-LABEL: func.func @invert(
// CHECK: "tf.Invert"(%{{[a-z0-9]+}}) : (tensor<?xi32>) -> tensor<?xi32>

func.func @population_count(%a0: tensor<?x?xi32>) {
  %0 = "tf.PopulationCount"(%a0) : (tensor<?x?xi32>) -> tensor<*xui8>
  func.return
}
// CHECK-LABEL: func.func @population_count(
// CHECK: "tf.PopulationCount"(%{{[a-z0-9]+}}) : (tensor<?x?xi32>) -> tensor<*xui8>
