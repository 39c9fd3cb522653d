// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Less: the result has elements f32, needed i1
func.func @result_elements(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
  %r = "tf.Less"(%a0, %a1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.LogicalAnd: the operands have elements i8, needed i1
func.func @booleans(%a0: tensor<3xi8>, %a1: tensor<3xi8>) {
  %r = "tf.LogicalAnd"(%a0, %a1) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  func.return
}

// -----

// CHECK: error: tf.Equal: attribute incompatible_shape_error is 1 : i64, it must be a boolean
func.func @flag(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "tf.Equal"(%a0, %a1) <{incompatible_shape_error = 1 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  func.return
}

// -----

// CHECK: error: tf.LogicalNot: the operand has elements i32, needed i1
func.func @booleans(%a0: tensor<2xi32>) {
  %r = "tf.LogicalNot"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.IsNan: the operand has elements i32, needed floats
func.func @test_of_integers(%a0: tensor<2xi32>) {
  %r = "tf.IsNan"(%a0) : (tensor<2xi32>) -> tensor<2xi1>
  func.return
}

// -----

// CHECK: error: tf.IsFinite: the result has elements f32, needed i1
func.func @test_result(%a0: tensor<2xf32>) {
  %r = "tf.IsFinite"(%a0) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
