// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// The sizes of its elements.
// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @const() -> tensor<2xf32>
func.func @const() -> tensor<?xf32> {
  %r = "tf.Const"() <{value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}

// -----

// The elements of the operand are the sizes of the result.
// CHECK:       func.func @fill(%shape: tensor<2xi32>, %x: tensor<f32>) -> tensor<?x?xf32, [@S0, @S2]>
func.func @fill(%shape: tensor<2xi32>, %x: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.Fill"(%shape, %x) : (tensor<2xi32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The size is the number of points, an element.
// CHECK:       func.func @lin_space(%first: tensor<f32>, %last: tensor<f32>, %n: tensor<i32>) -> tensor<?xf32, [@S0]>
func.func @lin_space(%first: tensor<f32>, %last: tensor<f32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.LinSpace"(%first, %last, %n) : (tensor<f32>, tensor<f32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The depth is an element; the new dimension comes last unless axis says otherwise.
// CHECK:       func.func @one_hot(%indices: tensor<?x4xi32, [@S0, 4]>, %depth: tensor<i32>, %on: tensor<f32>, %off: tensor<f32>) -> tensor<?x?x4xf32, [@S0, @S1, 4]>
func.func @one_hot(%indices: tensor<?x4xi32>, %depth: tensor<i32>, %on: tensor<f32>, %off: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.OneHot"(%indices, %depth, %on, %off) <{axis = 1 : i64}> : (tensor<?x4xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @ones_like(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @ones_like(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.OnesLike"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The size is computed from elements, which need not be known.
// CHECK:       func.func @range(%first: tensor<i32>, %limit: tensor<i32>, %step: tensor<i32>) -> tensor<?xi32, [@S0]>
func.func @range(%first: tensor<i32>, %limit: tensor<i32>, %step: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.Range"(%first, %limit, %step) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @zeros_like(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @zeros_like(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.ZerosLike"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @empty(%n: tensor<2xi32>) -> tensor<?x?xf32, [@S0, @S2]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.Empty at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.Empty at {{.*}}: element 1 must be at least 0"}
func.func @empty(%n: tensor<2xi32>) -> tensor<*xf32> {
  %r = "tf.Empty"(%n) <{init = true}> : (tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
