// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Elu: the operand has elements i32, needed floats
func.func @floats(%a0: tensor<2xi32>) {
  %r = "tf.Elu"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.LeakyRelu: attribute alpha is 1 : i64, it must be a float
func.func @alpha(%a0: tensor<2x?xf32>) {
  %r = "tf.LeakyRelu"(%a0) <{alpha = 1 : i64}> : (tensor<2x?xf32>) -> tensor<2x?xf32>
  func.return
}
