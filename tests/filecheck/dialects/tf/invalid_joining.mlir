// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Pack: found 0 operands, needed at least 1
func.func @pack_nothing() {
  %r = "tf.Pack"() : () -> tensor<0x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Pack: element types f32 and i32 must be equal
func.func @pack_elements(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  %r = "tf.Pack"(%a0, %a1) : (tensor<2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Unpack: element types f32 and i32 must be equal
func.func @unpack_elements(%a0: tensor<1x3xf32>) {
  %r = "tf.Unpack"(%a0) : (tensor<1x3xf32>) -> tensor<3xi32>
  func.return
}

// -----

// CHECK: error: tf.ConcatV2: found no tensor to concatenate, needed at least 1
func.func @concat_nothing(%a0: tensor<i32>) {
  %r = "tf.ConcatV2"(%a0) : (tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.ConcatV2: axis has rank 1, needed 0
func.func @concat_axis_rank(%a0: tensor<2xf32>, %a1: tensor<1xi32>) {
  %r = "tf.ConcatV2"(%a0, %a1) : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.ConcatV2: the axis has elements f32, needed integers
func.func @concat_axis_elements(%a0: tensor<2x3xf32>, %a1: tensor<2x4xf32>, %a2: tensor<f32>) {
  %r = "tf.ConcatV2"(%a0, %a1, %a2) : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x7xf32>
  func.return
}

// -----

// CHECK: error: tf.ConcatV2: element types f32 and i32 must be equal
func.func @concat_elements(%a0: tensor<2xf32>, %a1: tensor<2xi32>, %a2: tensor<i32>) {
  %r = "tf.ConcatV2"(%a0, %a1, %a2) : (tensor<2xf32>, tensor<2xi32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.Concat: concat_dim has rank 1, needed 0
func.func @concat_dim_rank(%a0: tensor<1xi32>, %a1: tensor<2xf32>) {
  %r = "tf.Concat"(%a0, %a1) : (tensor<1xi32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Split: found 0 results, needed at least 1
func.func @split_nothing(%a0: tensor<i32>, %a1: tensor<2xf32>) {
  "tf.Split"(%a0, %a1) : (tensor<i32>, tensor<2xf32>) -> ()
  func.return
}

// -----

// CHECK: error: tf.Split: split_dim has rank 1, needed 0
func.func @split_axis_rank(%a0: tensor<1xi32>, %a1: tensor<2xf32>) {
  %r = "tf.Split"(%a0, %a1) : (tensor<1xi32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Split: element types f32 and i32 must be equal
func.func @split_elements(%a0: tensor<i32>, %a1: tensor<4xf32>) {
  %r:2 = "tf.Split"(%a0, %a1) : (tensor<i32>, tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  func.return
}

// -----

// CHECK: error: tf.SplitV: size_splits has rank 0, needed 1
func.func @splits_rank(%a0: tensor<6xf32>, %a1: tensor<i32>) {
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.SplitV"(%a0, %a1, %c2) : (tensor<6xf32>, tensor<i32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

// CHECK: error: tf.Split: value has rank 0, needed at least 1
func.func @split_a_scalar(%a0: tensor<i32>, %a1: tensor<f32>) {
  %r:2 = "tf.Split"(%a0, %a1) : (tensor<i32>, tensor<f32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return
}

// -----

// CHECK: error: tf.SplitV: value has rank 0, needed at least 1
func.func @split_a_scalar_by_sizes(%a0: tensor<f32>, %a1: tensor<2xi32>, %a2: tensor<i32>) {
  %r:2 = "tf.SplitV"(%a0, %a1, %a2) : (tensor<f32>, tensor<2xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return
}
