// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.AddV2: sizes 3 and 4 must be equal
func.func @broadcast(%a0: tensor<3xf32>, %a1: tensor<4xf32>) {
  %r = "tf.AddV2"(%a0, %a1) : (tensor<3xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.Mul: sizes 4 and 3 must be equal
func.func @broadcast_under_lead(%a0: tensor<4xf32>, %a1: tensor<2x3xf32>) {
  %r = "tf.Mul"(%a0, %a1) : (tensor<4xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.Sub: the result has size 4, its type says 5
func.func @result(%a0: tensor<2x1xf32>, %a1: tensor<4xf32>) {
  %r = "tf.Sub"(%a0, %a1) : (tensor<2x1xf32>, tensor<4xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.Sub: the result has rank 2, its type says 1
func.func @result_rank(%a0: tensor<2x1xf32>, %a1: tensor<4xf32>) {
  %r = "tf.Sub"(%a0, %a1) : (tensor<2x1xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.AddN: added tensors: sizes 2 and 3 must agree
func.func @addn_shape(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r = "tf.AddN"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.ClipByValue: the upper bound: sizes 2 and 3 must agree
func.func @bound(%a0: tensor<2xf32>, %a1: tensor<f32>, %a2: tensor<3xf32>) {
  %r = "tf.ClipByValue"(%a0, %a1, %a2) : (tensor<2xf32>, tensor<f32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.ClipByValue: the result has size 2, its type says 3
func.func @clip_result(%a0: tensor<2xf32>, %a1: tensor<f32>, %a2: tensor<f32>) {
  %r = "tf.ClipByValue"(%a0, %a1, %a2) : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.BiasAdd: channels and bias: sizes 8 and 7 must agree
func.func @bias(%a0: tensor<2x8xf32>, %a1: tensor<7xf32>) {
  %r = "tf.BiasAdd"(%a0, %a1) : (tensor<2x8xf32>, tensor<7xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

// CHECK: error: tf.BiasAdd: channels and bias: sizes 8 and 3 must agree
func.func @bias_channels_first(%a0: tensor<2x8x3xf32>, %a1: tensor<3xf32>) {
  %r = "tf.BiasAdd"(%a0, %a1) <{data_format = "NCHW"}> : (tensor<2x8x3xf32>, tensor<3xf32>) -> tensor<2x8x3xf32>
  func.return
}

// -----

// CHECK: error: tf.BiasAdd: operands have ranks 2 and 2
func.func @bias_rank(%a0: tensor<2x8xf32>, %a1: tensor<1x8xf32>) {
  %r = "tf.BiasAdd"(%a0, %a1) : (tensor<2x8xf32>, tensor<1x8xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

// CHECK: error: tf.BiasAdd: operands have ranks 1 and 1
func.func @bias_value_rank(%a0: tensor<8xf32>, %a1: tensor<8xf32>) {
  %r = "tf.BiasAdd"(%a0, %a1) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  func.return
}

// -----

// CHECK: error: tf.BiasAdd: the result has size 8, its type says 7
func.func @bias_result(%a0: tensor<2x8xf32>, %a1: tensor<8xf32>) {
  %r = "tf.BiasAdd"(%a0, %a1) : (tensor<2x8xf32>, tensor<8xf32>) -> tensor<2x7xf32>
  func.return
}

// -----

// CHECK: error: tf.BiasAddGrad: the result has size 8, its type says 2
func.func @bias_gradient(%a0: tensor<2x8xf32>) {
  %r = "tf.BiasAddGrad"(%a0) : (tensor<2x8xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Neg: the result has size 2, its type says 3
func.func @shape(%a0: tensor<2x?xf32>) {
  %r = "tf.Neg"(%a0) : (tensor<2x?xf32>) -> tensor<3x?xf32>
  func.return
}

// -----

// CHECK: error: tf.Neg: the result has rank 2, its type says 1
func.func @rank(%a0: tensor<2x?xf32>) {
  %r = "tf.Neg"(%a0) : (tensor<2x?xf32>) -> tensor<2xf32>
  func.return
}
