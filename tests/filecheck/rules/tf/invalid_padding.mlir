// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.Pad: operand 1 has size 2 in dimension 0, needed 1
func.func @pad_amounts(%a0: tensor<4xf32>, %a1: tensor<2x2xi32>) {
  %r = "tf.Pad"(%a0, %a1) : (tensor<4xf32>, tensor<2x2xi32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.Pad: the result has rank 1, its type says 2
func.func @pad_rank(%a0: tensor<4xf32>, %a1: tensor<1x2xi32>) {
  %r = "tf.Pad"(%a0, %a1) : (tensor<4xf32>, tensor<1x2xi32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: tf.Pad: padding -1 must not be negative
func.func @pad_negative(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[[-1, 0]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.Pad"(%a0, %c1) : (tensor<4xf32>, tensor<1x2xi32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Pad: the result has size 7, its type says 6
func.func @pad_result(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[[1, 2]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.Pad"(%a0, %c1) : (tensor<4xf32>, tensor<1x2xi32>) -> tensor<6xf32>
  func.return
}

// -----

// CHECK: error: tf.MirrorPad: padding 4 must be at most 3
func.func @reflect_too_far(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[[4, 0]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.MirrorPad"(%a0, %c1) <{mode = "REFLECT"}> : (tensor<4xf32>, tensor<1x2xi32>) -> tensor<8xf32>
  func.return
}

// -----

// CHECK: error: tf.MirrorPad: padding 5 must be at most 4
func.func @mirror_too_far(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[[0, 5]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.MirrorPad"(%a0, %c1) <{mode = "SYMMETRIC"}> : (tensor<4xf32>, tensor<1x2xi32>) -> tensor<9xf32>
  func.return
}
