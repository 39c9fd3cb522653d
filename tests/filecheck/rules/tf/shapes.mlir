// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// The elements are known as sizes: no element is computed from another tensor.
// CHECK:       func.func @shape(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<2xi32>
func.func @shape(%x: tensor<?x4xf32>) -> tensor<*xi32> {
  %r = "tf.Shape"(%x) : (tensor<?x4xf32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @shape_n(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<?xf32, [@S1]>) -> (tensor<2xi64>, tensor<1xi64>)
func.func @shape_n(%x: tensor<?x4xf32>, %y: tensor<?xf32>) -> (tensor<*xi64>, tensor<*xi64>) {
  %r:2 = "tf.ShapeN"(%x, %y) : (tensor<?x4xf32>, tensor<?xf32>) -> (tensor<*xi64>, tensor<*xi64>)
  func.return %r#0, %r#1 : tensor<*xi64>, tensor<*xi64>
}

// -----

// CHECK:       func.func @size(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<i32>
func.func @size(%x: tensor<?x4xf32>) -> tensor<*xi32> {
  %r = "tf.Size"(%x) : (tensor<?x4xf32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @rank(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<i32>
func.func @rank(%x: tensor<?x4xf32>) -> tensor<*xi32> {
  %r = "tf.Rank"(%x) : (tensor<?x4xf32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @broadcast_args(%x: tensor<?x1xf32, [@S0, 1]>, %y: tensor<4xf32>) -> tensor<?x4xf32, [@S0, 4]>
// CHECK:       %shape = "tf.BroadcastArgs"(%s, %t) : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
func.func @broadcast_args(%x: tensor<?x1xf32>, %y: tensor<4xf32>) -> tensor<*xf32> {
  %s = "tf.Shape"(%x) : (tensor<?x1xf32>) -> tensor<2xi32>
  %t = "tf.Shape"(%y) : (tensor<4xf32>) -> tensor<1xi32>
  %shape = "tf.BroadcastArgs"(%s, %t) : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
  %r = "tf.BroadcastTo"(%x, %shape) : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The dimensions of size 1, for a gradient to be summed along them: how many depends on the sizes.
// CHECK:       func.func @broadcast_gradient_args(%x: tensor<?x4xf32, [@S0, 4]>, %b: tensor<4xf32>) -> tensor<4xf32>
// CHECK:       %of_x, %of_b = "tf.BroadcastGradientArgs"(%s, %t) : (tensor<2xi32>, tensor<1xi32>) -> (tensor<?xi32, [@S1]>, tensor<1xi32>)
func.func @broadcast_gradient_args(%x: tensor<?x4xf32>, %b: tensor<4xf32>) -> tensor<*xf32> {
  %s = "tf.Shape"(%x) : (tensor<?x4xf32>) -> tensor<2xi32>
  %t = "tf.Shape"(%b) : (tensor<4xf32>) -> tensor<1xi32>
  %of_x, %of_b = "tf.BroadcastGradientArgs"(%s, %t) : (tensor<2xi32>, tensor<1xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %r = "tf.Sum"(%x, %of_b) <{keep_dims = false}> : (tensor<?x4xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// What is summed over the repeated dimensions has the shape of the operand, whichever they are.
// CHECK:       func.func @gradient_of_a_broadcast(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]>
// CHECK:       %r = "tf.Sum"(%z, %of_x) <{keep_dims = true}> : (tensor<?xf32, [@S4]>, tensor<?xi32, [@S2]>) -> tensor<?xf32, [@S0]>
func.func @gradient_of_a_broadcast(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %s = "tf.Shape"(%x) : (tensor<?xf32>) -> tensor<1xi32>
  %t = "tf.Shape"(%y) : (tensor<?xf32>) -> tensor<1xi32>
  %z = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  %of_x, %of_y = "tf.BroadcastGradientArgs"(%s, %t) : (tensor<1xi32>, tensor<1xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %r = "tf.Sum"(%z, %of_x) <{keep_dims = true}> : (tensor<*xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.EnsureShape at {{.*}}: size S1 of dimension 1 must be 4"}
// CHECK:       func.func @ensure_shape(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @ensure_shape(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.EnsureShape"(%x) <{shape = #tf_type.shape<?x4>}> : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// All other sizes must agree.
// CHECK:       func.func @concat_offset(%axis: tensor<i32>, %x: tensor<2xi32>, %y: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
func.func @concat_offset(%axis: tensor<i32>, %x: tensor<2xi32>, %y: tensor<2xi32>) -> (tensor<*xi32>, tensor<*xi32>) {
  %r:2 = "tf.ConcatOffset"(%axis, %x, %y) : (tensor<i32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xi32>, tensor<*xi32>
}

// -----

// CHECK:       func.func @unravel_index(%i: tensor<?xi32, [@S0]>, %dims: tensor<2xi32>) -> tensor<2x?xi32, [2, @S0]>
func.func @unravel_index(%i: tensor<?xi32>, %dims: tensor<2xi32>) -> tensor<*xi32> {
  %r = "tf.UnravelIndex"(%i, %dims) : (tensor<?xi32>, tensor<2xi32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}
