// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// Dimensions of size 1 are repeated; both sizes are kept.
// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @add(%x: tensor<?x1xf32, [@S0, 1]>, %y: tensor<?xf32, [@S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @add(%x: tensor<?x1xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Add"(%x, %y) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A missing dimension is repeated.
// CHECK:       func.func @add_v2(%x: tensor<?x8xf32, [@S0, 8]>, %b: tensor<8xf32>) -> tensor<?x8xf32, [@S0, 8]>
func.func @add_v2(%x: tensor<?x8xf32>, %b: tensor<8xf32>) -> tensor<*xf32> {
  %r = "tf.AddV2"(%x, %b) : (tensor<?x8xf32>, tensor<8xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// All terms have one shape: nothing is broadcast.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.AddN at {{.*}}: added tensors: sizes S0 and S1 must agree"}
// CHECK:       func.func @add_n(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<?x4xf32, [@S1, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @add_n(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.AddN"(%x, %y) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Which operand is repeated is not decided: the size is what both broadcast to.
// CHECK:       sdim.broadcast [@S0, @S1] -> @S2
// CHECK-NEXT:  sdim.broadcastable assert [@S0, @S1] {why = "tf.Sub at {{.*}}: sizes S0 and S1 must be equal or one of them 1"}
// CHECK:       func.func @sub(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S2]>
func.func @sub(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Sub"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A size that is static and not 1 is that of the result; the other one may be 1.
// CHECK:       sdim.holds assert %{{.*}} {why = "tf.Mul at {{.*}}: sizes S0 and 10 must be equal or one of them 1"}
// CHECK:       func.func @mul(%x: tensor<?xf32, [@S0]>, %y: tensor<10xf32>) -> tensor<10xf32>
func.func @mul(%x: tensor<?xf32>, %y: tensor<10xf32>) -> tensor<*xf32> {
  %r = "tf.Mul"(%x, %y) : (tensor<?xf32>, tensor<10xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @mul_no_nan(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<f32>) -> tensor<?x4xf32, [@S0, 4]>
func.func @mul_no_nan(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.MulNoNan"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @div(%x: tensor<?x4xi32, [@S0, 4]>, %y: tensor<i32>) -> tensor<?x4xi32, [@S0, 4]>
func.func @div(%x: tensor<?x4xi32>, %y: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.Div"(%x, %y) : (tensor<?x4xi32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @div_no_nan(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<f32>) -> tensor<?x4xf32, [@S0, 4]>
func.func @div_no_nan(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.DivNoNan"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @real_div(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<f32>) -> tensor<?x4xf32, [@S0, 4]>
func.func @real_div(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.RealDiv"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @floor_div(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<f32>) -> tensor<?x4xf32, [@S0, 4]>
func.func @floor_div(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.FloorDiv"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @truncate_div(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<f32>) -> tensor<?x4xf32, [@S0, 4]>
func.func @truncate_div(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.TruncateDiv"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @floor_mod(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<f32>) -> tensor<?x4xf32, [@S0, 4]>
func.func @floor_mod(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.FloorMod"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @mod(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<f32>) -> tensor<?x4xf32, [@S0, 4]>
func.func @mod(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.Mod"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @truncate_mod(%x: tensor<?x4xi32, [@S0, 4]>, %y: tensor<i32>) -> tensor<?x4xi32, [@S0, 4]>
func.func @truncate_mod(%x: tensor<?x4xi32>, %y: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.TruncateMod"(%x, %y) : (tensor<?x4xi32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @maximum(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<f32>) -> tensor<?x4xf32, [@S0, 4]>
func.func @maximum(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.Maximum"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @minimum(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<f32>) -> tensor<?x4xf32, [@S0, 4]>
func.func @minimum(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.Minimum"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @squared_difference(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<f32>) -> tensor<?x4xf32, [@S0, 4]>
func.func @squared_difference(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.SquaredDifference"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @neg(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @neg(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Neg"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @abs(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @abs(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Abs"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @sign(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @sign(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Sign"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @square(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @square(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Square"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @reciprocal(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @reciprocal(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Reciprocal"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @inv(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @inv(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Inv"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @bitwise_and(%x: tensor<?x4xi32, [@S0, 4]>, %y: tensor<i32>) -> tensor<?x4xi32, [@S0, 4]>
func.func @bitwise_and(%x: tensor<?x4xi32>, %y: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.BitwiseAnd"(%x, %y) : (tensor<?x4xi32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @bitwise_or(%x: tensor<?x4xi32, [@S0, 4]>, %y: tensor<i32>) -> tensor<?x4xi32, [@S0, 4]>
func.func @bitwise_or(%x: tensor<?x4xi32>, %y: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.BitwiseOr"(%x, %y) : (tensor<?x4xi32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @bitwise_xor(%x: tensor<?x4xi32, [@S0, 4]>, %y: tensor<i32>) -> tensor<?x4xi32, [@S0, 4]>
func.func @bitwise_xor(%x: tensor<?x4xi32>, %y: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.BitwiseXor"(%x, %y) : (tensor<?x4xi32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @invert(%x: tensor<?xi32, [@S0]>) -> tensor<?xi32, [@S0]>
func.func @invert(%x: tensor<?xi32>) -> tensor<*xi32> {
  %r = "tf.Invert"(%x) : (tensor<?xi32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @left_shift(%x: tensor<?x4xi32, [@S0, 4]>, %y: tensor<i32>) -> tensor<?x4xi32, [@S0, 4]>
func.func @left_shift(%x: tensor<?x4xi32>, %y: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.LeftShift"(%x, %y) : (tensor<?x4xi32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @right_shift(%x: tensor<?x4xi32, [@S0, 4]>, %y: tensor<i32>) -> tensor<?x4xi32, [@S0, 4]>
func.func @right_shift(%x: tensor<?x4xi32>, %y: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.RightShift"(%x, %y) : (tensor<?x4xi32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @clip_by_value(%x: tensor<?x?xf32, [@S0, @S1]>, %low: tensor<f32>, %high: tensor<f32>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @clip_by_value(%x: tensor<?x?xf32>, %low: tensor<f32>, %high: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.ClipByValue"(%x, %low, %high) : (tensor<?x?xf32>, tensor<f32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The bias is required to be as long as the channels: size 1 is not repeated.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.BiasAdd at {{.*}}: channels and bias: sizes S2 and S3 must agree"}
// CHECK:       func.func @bias_add(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>, %bias: tensor<?xf32, [@S3]>) -> tensor<?x?x?xf32, [@S0, @S1, @S2]>
func.func @bias_add(%x: tensor<?x?x?xf32>, %bias: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BiasAdd"(%x, %bias) <{data_format = "NHWC"}> : (tensor<?x?x?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @bias_add_grad(%dy: tensor<?x?x8xf32, [@S0, @S1, 8]>) -> tensor<8xf32>
func.func @bias_add_grad(%dy: tensor<?x?x8xf32>) -> tensor<*xf32> {
  %r = "tf.BiasAddGrad"(%dy) <{data_format = "NHWC"}> : (tensor<?x?x8xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @population_count(%x: tensor<?x?xi32, [@S0, @S1]>) -> tensor<?x?xui8, [@S0, @S1]>
func.func @population_count(%x: tensor<?x?xi32>) -> tensor<*xui8> {
  %r = "tf.PopulationCount"(%x) : (tensor<?x?xi32>) -> tensor<*xui8>
  func.return %r : tensor<*xui8>
}
