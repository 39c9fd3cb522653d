// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.Const: the result has size 2, its type says 3
func.func @const_shape() {
  %r = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<3xi32>
  func.return
}

// -----

// CHECK: error: tf.Const: the result has size 2, its type says 3
func.func @string_shape() {
  %r = "tf.Const"() <{value = dense<["a", "b"]> : tensor<2x!tf_type.string>}> : () -> tensor<3x!tf_type.string>
  func.return
}

// -----

// CHECK: error: tf.ZerosLike: the result has size 2, its type says 3
func.func @like_shape(%a0: tensor<2xf32>) {
  %r = "tf.ZerosLike"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Fill: a size is -1, needed at least 0
func.func @fill_negative(%a1: tensor<f32>) {
  %c0 = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Fill"(%c0, %a1) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.Fill: the result has size 2, its type says 3
func.func @fill_shape(%a1: tensor<f32>) {
  %c0 = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Fill"(%c0, %a1) : (tensor<1xi32>, tensor<f32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Fill: the result has rank 2, its type says 1
func.func @fill_rank(%a0: tensor<2xi32>, %a1: tensor<f32>) {
  %r = "tf.Fill"(%a0, %a1) : (tensor<2xi32>, tensor<f32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Range: delta is 0, needed another step
func.func @range_still(%a0: tensor<i32>, %a1: tensor<i32>) {
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Range"(%a0, %a1, %c2) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: tf.Range: a step of 1 must lead from 3 to 1
func.func @range_away() {
  %c0 = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %c1 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %c2 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Range"(%c0, %c1, %c2) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: tf.Range: the result has size 4, its type says 3
func.func @range_size() {
  %c0 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %c1 = "tf.Const"() <{value = dense<7> : tensor<i32>}> : () -> tensor<i32>
  %c2 = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Range"(%c0, %c1, %c2) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3xi32>
  func.return
}

// -----

// CHECK: error: tf.LinSpace: the number of points 0 must be at least 1
func.func @linspace_of_nothing(%a0: tensor<f32>, %a1: tensor<f32>) {
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.LinSpace"(%a0, %a1, %c2) : (tensor<f32>, tensor<f32>, tensor<i32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.LinSpace: the result has size 4, its type says 3
func.func @linspace_size(%a0: tensor<f32>, %a1: tensor<f32>) {
  %c2 = "tf.Const"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.LinSpace"(%a0, %a1, %c2) : (tensor<f32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.OneHot: depth is -1, needed at least 0
func.func @one_hot_depth(%a0: tensor<2xi32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.OneHot"(%a0, %c1, %a2, %a3) : (tensor<2xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.OneHot: axis is 2, needed -1 to 1
func.func @one_hot_axis(%a0: tensor<2xi32>, %a1: tensor<i32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  %r = "tf.OneHot"(%a0, %a1, %a2, %a3) <{axis = 2 : i64}> : (tensor<2xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.OneHot: the result has size 4, its type says 3
func.func @one_hot_shape(%a0: tensor<2xi32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.OneHot"(%a0, %c1, %a2, %a3) : (tensor<2xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.Const: the result has size 4, its type says 5
func.func @elided_shape() {
  %0 = "tf.Const"() {value = opaque<"elided_large_const", "0xDEADBEEF"> : tensor<4xf32>} : () -> tensor<5xf32>
  func.return
}
