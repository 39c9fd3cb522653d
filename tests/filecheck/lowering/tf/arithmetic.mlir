// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// Dimensions of size 1 are repeated; both sizes are kept.
// CHECK-LABEL: func.func @add(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %{{.*}}) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}>
// CHECK-NEXT:    %[[B2:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}}) <{broadcast_dimensions = dense<1> : tensor<1xi64>}>
// CHECK-NEXT:    %[[ADD:.*]] = mhlo.add %[[B]], %[[B2]]
// CHECK-NEXT:    func.return %[[ADD]]
func.func @add(%x: tensor<?x1xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Add"(%x, %y) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A missing dimension is repeated.
// CHECK-LABEL: func.func @add_v2(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%b, %{{.*}}) <{broadcast_dimensions = dense<1> : tensor<1xi64>}>
// CHECK-NEXT:    %[[ADD:.*]] = mhlo.add %x, %[[B]]
// CHECK-NEXT:    func.return %[[ADD]]
func.func @add_v2(%x: tensor<?x8xf32>, %b: tensor<8xf32>) -> tensor<*xf32> {
  %r = "tf.AddV2"(%x, %b) : (tensor<?x8xf32>, tensor<8xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// All terms have one shape: nothing is broadcast.
// CHECK-LABEL: func.func @add_n(
// CHECK:         %[[ADD:.*]] = mhlo.add %x, %y_1
// CHECK-NEXT:    func.return %[[ADD]]
func.func @add_n(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.AddN"(%x, %y) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Which operand is repeated is not decided: both are broadcast to the size.
// CHECK-LABEL: func.func @sub(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %{{.*}}) <{broadcast_dimensions = dense<0> : tensor<1xi64>}>
// CHECK-NEXT:    %[[B2:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}}) <{broadcast_dimensions = dense<0> : tensor<1xi64>}>
// CHECK-NEXT:    %[[SUB:.*]] = mhlo.subtract %[[B]], %[[B2]]
// CHECK-NEXT:    func.return %[[SUB]]
func.func @sub(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Sub"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A size that is static and not 1 is that of the result; the other one may be 1.
// CHECK-LABEL: func.func @mul(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %{{.*}}) <{broadcast_dimensions = dense<0> : tensor<1xi64>}>
// CHECK-NEXT:    %[[MUL:.*]] = mhlo.multiply %[[B]], %y
// CHECK-NEXT:    func.return %[[MUL]]
func.func @mul(%x: tensor<?xf32>, %y: tensor<10xf32>) -> tensor<*xf32> {
  %r = "tf.Mul"(%x, %y) : (tensor<?xf32>, tensor<10xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// 0 where y is 0, also if x is infinite or no number.
// CHECK-LABEL: func.func @mul_no_nan(
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK:         %[[C:.*]] = mhlo.compare EQ, %[[B]], %{{.*}}
// CHECK:         %[[MUL:.*]] = mhlo.multiply %x, %[[B]]
// CHECK-NEXT:    mhlo.select %[[C]], %{{.*}}, %[[MUL]]
func.func @mul_no_nan(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.MulNoNan"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// On integers the quotient is rounded towards 0.
// CHECK-LABEL: func.func @div(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[DIV:.*]] = mhlo.divide %x, %[[B]]
// CHECK-NEXT:    func.return %[[DIV]]
func.func @div(%x: tensor<?x4xi32>, %y: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.Div"(%x, %y) : (tensor<?x4xi32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// 0 where y is 0.
// CHECK-LABEL: func.func @div_no_nan(
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK:         %[[C:.*]] = mhlo.compare EQ, %[[B]], %{{.*}}
// CHECK:         %[[DIV:.*]] = mhlo.divide %x, %[[B]]
// CHECK-NEXT:    mhlo.select %[[C]], %{{.*}}, %[[DIV]]
func.func @div_no_nan(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.DivNoNan"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @real_div(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[DIV:.*]] = mhlo.divide %x, %[[B]]
// CHECK-NEXT:    func.return %[[DIV]]
func.func @real_div(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.RealDiv"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @floor_div(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[DIV:.*]] = mhlo.divide %x, %[[B]]
// CHECK-NEXT:    %[[FLOOR:.*]] = mhlo.floor %[[DIV]]
// CHECK-NEXT:    func.return %[[FLOOR]]
func.func @floor_div(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.FloorDiv"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Rounded towards 0, on floats too.
// CHECK-LABEL: func.func @truncate_div(
// CHECK:         %[[DIV:.*]] = mhlo.divide %x, %{{.*}}
// CHECK:         %[[C:.*]] = mhlo.compare LT, %[[DIV]], %{{.*}}
// CHECK-NEXT:    %[[CEIL:.*]] = mhlo.ceil %[[DIV]]
// CHECK-NEXT:    %[[FLOOR:.*]] = mhlo.floor %[[DIV]]
// CHECK-NEXT:    mhlo.select %[[C]], %[[CEIL]], %[[FLOOR]]
func.func @truncate_div(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.TruncateDiv"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The result has the sign of y.
// CHECK-LABEL: func.func @floor_mod(
// CHECK:         %[[REM:.*]] = mhlo.remainder %x, %{{.*}}
// CHECK:         %[[C:.*]] = mhlo.compare LT, %[[REM]], %{{.*}}
// CHECK:         %[[C2:.*]] = mhlo.compare LT
// CHECK-NEXT:    %[[C3:.*]] = mhlo.compare NE, %[[C]], %[[C2]]
// CHECK-NEXT:    %[[AND:.*]] = mhlo.and %{{.*}}, %[[C3]]
// CHECK-NEXT:    %[[ADD:.*]] = mhlo.add %[[REM]], %{{.*}}
// CHECK-NEXT:    mhlo.select %[[AND]], %[[ADD]], %[[REM]]
func.func @floor_mod(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.FloorMod"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The result has the sign of x.
// CHECK-LABEL: func.func @mod(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[REM:.*]] = mhlo.remainder %x, %[[B]]
// CHECK-NEXT:    func.return %[[REM]]
func.func @mod(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.Mod"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The result has the sign of x.
// CHECK-LABEL: func.func @truncate_mod(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[REM:.*]] = mhlo.remainder %x, %[[B]]
// CHECK-NEXT:    func.return %[[REM]]
func.func @truncate_mod(%x: tensor<?x4xi32>, %y: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.TruncateMod"(%x, %y) : (tensor<?x4xi32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @maximum(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[MAX:.*]] = mhlo.maximum %x, %[[B]]
// CHECK-NEXT:    func.return %[[MAX]]
func.func @maximum(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.Maximum"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @minimum(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[MIN:.*]] = mhlo.minimum %x, %[[B]]
// CHECK-NEXT:    func.return %[[MIN]]
func.func @minimum(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.Minimum"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @squared_difference(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[SUB:.*]] = mhlo.subtract %x, %[[B]]
// CHECK-NEXT:    %[[MUL:.*]] = mhlo.multiply %[[SUB]], %[[SUB]]
// CHECK-NEXT:    func.return %[[MUL]]
func.func @squared_difference(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.SquaredDifference"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @neg(
// CHECK:         %[[NEG:.*]] = mhlo.negate %x
// CHECK-NEXT:    func.return %[[NEG]]
func.func @neg(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Neg"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @abs(
// CHECK:         %[[ABS:.*]] = mhlo.abs %x
// CHECK-NEXT:    func.return %[[ABS]]
func.func @abs(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Abs"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sign(
// CHECK:         %[[SIGN:.*]] = mhlo.sign %x
// CHECK:         %[[ADD:.*]] = mhlo.add %[[SIGN]], %{{.*}}
// CHECK-NEXT:    func.return %[[ADD]]
func.func @sign(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Sign"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @square(
// CHECK:         %[[MUL:.*]] = mhlo.multiply %x, %x
// CHECK-NEXT:    func.return %[[MUL]]
func.func @square(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Square"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @reciprocal(
// CHECK:         mhlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:         %[[DIV:.*]] = mhlo.divide %{{.*}}, %x
// CHECK-NEXT:    func.return %[[DIV]]
func.func @reciprocal(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Reciprocal"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @inv(
// CHECK:         mhlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:         %[[DIV:.*]] = mhlo.divide %{{.*}}, %x
// CHECK-NEXT:    func.return %[[DIV]]
func.func @inv(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Inv"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @bitwise_and(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[AND:.*]] = mhlo.and %x, %[[B]]
// CHECK-NEXT:    func.return %[[AND]]
func.func @bitwise_and(%x: tensor<?x4xi32>, %y: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.BitwiseAnd"(%x, %y) : (tensor<?x4xi32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @bitwise_or(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[OR:.*]] = mhlo.or %x, %[[B]]
// CHECK-NEXT:    func.return %[[OR]]
func.func @bitwise_or(%x: tensor<?x4xi32>, %y: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.BitwiseOr"(%x, %y) : (tensor<?x4xi32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @bitwise_xor(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[XOR:.*]] = mhlo.xor %x, %[[B]]
// CHECK-NEXT:    func.return %[[XOR]]
func.func @bitwise_xor(%x: tensor<?x4xi32>, %y: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.BitwiseXor"(%x, %y) : (tensor<?x4xi32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// Bitwise: ~x.
// CHECK-LABEL: func.func @invert(
// CHECK:         %[[NOT:.*]] = mhlo.not %x
// CHECK-NEXT:    func.return %[[NOT]]
func.func @invert(%x: tensor<?xi32>) -> tensor<*xi32> {
  %r = "tf.Invert"(%x) : (tensor<?xi32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @left_shift(
// CHECK:         %[[LOW:.*]] = mhlo.maximum %{{.*}}, %{{.*}}
// CHECK:         %[[HIGH:.*]] = mhlo.minimum %[[LOW]], %{{.*}}
// CHECK-NEXT:    %[[SHIFT_LEFT:.*]] = mhlo.shift_left %x, %[[HIGH]]
// CHECK-NEXT:    func.return %[[SHIFT_LEFT]]
func.func @left_shift(%x: tensor<?x4xi32>, %y: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.LeftShift"(%x, %y) : (tensor<?x4xi32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// Arithmetic on signed integers, logical on unsigned ones.
// CHECK-LABEL: func.func @right_shift(
// CHECK:         %[[LOW:.*]] = mhlo.maximum %{{.*}}, %{{.*}}
// CHECK:         %[[HIGH:.*]] = mhlo.minimum %[[LOW]], %{{.*}}
// CHECK-NEXT:    %[[SHIFT_RIGHT_ARITHMETIC:.*]] = mhlo.shift_right_arithmetic %x, %[[HIGH]]
// CHECK-NEXT:    func.return %[[SHIFT_RIGHT_ARITHMETIC]]
func.func @right_shift(%x: tensor<?x4xi32>, %y: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.RightShift"(%x, %y) : (tensor<?x4xi32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @clip_by_value(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%low, %{{.*}})
// CHECK-NEXT:    %[[B2:.*]] = "mhlo.dynamic_broadcast_in_dim"(%high, %{{.*}})
// CHECK-NEXT:    %[[MIN:.*]] = mhlo.minimum %x, %[[B2]]
// CHECK-NEXT:    mhlo.maximum %[[MIN]], %[[B]]
func.func @clip_by_value(%x: tensor<?x?xf32>, %low: tensor<f32>, %high: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.ClipByValue"(%x, %low, %high) : (tensor<?x?xf32>, tensor<f32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The bias is required to be as long as the channels: size 1 is not repeated.
// CHECK-LABEL: func.func @bias_add(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%bias_1, %{{.*}}) <{broadcast_dimensions = dense<2> : tensor<1xi64>}>
// CHECK-NEXT:    %[[ADD:.*]] = mhlo.add %x, %[[B]]
// CHECK-NEXT:    func.return %[[ADD]]
func.func @bias_add(%x: tensor<?x?x?xf32>, %bias: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BiasAdd"(%x, %bias) <{data_format = "NHWC"}> : (tensor<?x?x?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @bias_add_grad(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[RED:.*]] = mhlo.reduce(%dy init: %[[CST]]) applies mhlo.add across dimensions = [0, 1] : {{.*}} -> tensor<8xf32>
// CHECK-NEXT:    func.return %[[RED]]
func.func @bias_add_grad(%dy: tensor<?x?x8xf32>) -> tensor<*xf32> {
  %r = "tf.BiasAddGrad"(%dy) <{data_format = "NHWC"}> : (tensor<?x?x8xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @population_count(
// CHECK:         mhlo.popcnt %x : tensor<?x?xi32, [@S0, @S1]>
// CHECK:         mhlo.convert %{{.*}} : (tensor<?x?xi32, [@S0, @S1]>) -> tensor<?x?xui8, [@S0, @S1]>
func.func @population_count(%x: tensor<?x?xi32>) -> tensor<*xui8> {
  %r = "tf.PopulationCount"(%x) : (tensor<?x?xi32>) -> tensor<*xui8>
  func.return %r : tensor<*xui8>
}
