// RUN: not tieshape-opt %s --split-input-file 2>&1 | filecheck %s

// CHECK: tensor.generate: found 0 sizes, 1 are unknown in tensor<?xindex>
func.func @sizes() {
  %0 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<?xindex>
  return
}

// -----

// CHECK: tensor.generate: the body needs 2 arguments of type index
func.func @arguments() {
  %0 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<2x3xindex>
  return
}

// -----

// CHECK: tensor.generate: the body must end in tensor.yield of one f32
func.func @element() {
  %0 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<2xf32>
  return
}

// -----

// CHECK: tensor.reshape: operand and result have elements f32 and i32
func.func @elements(%t: tensor<4xf32>, %s: tensor<2xindex>) {
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<2xindex>) -> tensor<2x2xi32>
  return
}

// -----

// CHECK: tensor.reshape: the shape has 2 sizes for tensor<4xf32>
func.func @length(%t: tensor<4xf32>, %s: tensor<2xindex>) {
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<2xindex>) -> tensor<4xf32>
  return
}

// -----

// CHECK: tensor.reshape: the shape has type tensor<2x1xindex>, a vector is needed
func.func @shape(%t: tensor<4xf32>, %s: tensor<2x1xindex>) {
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<2x1xindex>) -> tensor<*xf32>
  return
}

// -----

// CHECK: tensor.rank: the operand has type index, a tensor is needed
func.func @rank(%i: index) {
  %0 = tensor.rank %i : index
  return
}
