// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Pad: element types f32 and i32 must be equal
func.func @pad_elements(%a0: tensor<4xf32>, %a1: tensor<1x2xi32>) {
  %r = "tf.Pad"(%a0, %a1) : (tensor<4xf32>, tensor<1x2xi32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: tf.Pad: paddings have elements f32, needed integers
func.func @pad_amount_elements(%a0: tensor<4xf32>, %a1: tensor<1x2xf32>) {
  %r = "tf.Pad"(%a0, %a1) : (tensor<4xf32>, tensor<1x2xf32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.PadV2: constant_values has rank 1, needed 0
func.func @pad_value_rank(%a0: tensor<4xf32>, %a1: tensor<1x2xi32>, %a2: tensor<1xf32>) {
  %r = "tf.PadV2"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<1x2xi32>, tensor<1xf32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.PadV2: element types f32 and i32 must be equal
func.func @pad_value_elements(%a0: tensor<4xf32>, %a1: tensor<1x2xi32>, %a2: tensor<i32>) {
  %r = "tf.PadV2"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<1x2xi32>, tensor<i32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.MirrorPad: attribute mode is "EDGE", it must be one of REFLECT, SYMMETRIC
func.func @mirror_mode(%a0: tensor<4xf32>, %a1: tensor<1x2xi32>) {
  %r = "tf.MirrorPad"(%a0, %a1) <{mode = "EDGE"}> : (tensor<4xf32>, tensor<1x2xi32>) -> tensor<?xf32>
  func.return
}
