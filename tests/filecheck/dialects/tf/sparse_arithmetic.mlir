// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @sparse_add(%a0: tensor<?x2xi64>, %a1: tensor<?xf32>, %a2: tensor<2xi64>, %a3: tensor<?x2xi64>, %a4: tensor<?xf32>, %a5: tensor<2xi64>, %a6: tensor<f32>) {
  %0:3 = "tf.SparseAdd"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<f32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>)
  func.return
}
// CHECK-LABEL: func.func @sparse_add(
// CHECK: "tf.SparseAdd"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<f32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>)

func.func @sparse_sparse_maximum(%a0: tensor<?x2xi64>, %a1: tensor<?xf32>, %a2: tensor<2xi64>, %a3: tensor<?x2xi64>, %a4: tensor<?xf32>, %a5: tensor<2xi64>) {
  %0:2 = "tf.SparseSparseMaximum"(%a0, %a1, %a2, %a3, %a4, %a5) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @sparse_sparse_maximum(
// CHECK: "tf.SparseSparseMaximum"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>)

func.func @sparse_sparse_minimum(%a0: tensor<?x2xi64>, %a1: tensor<?xf32>, %a2: tensor<2xi64>, %a3: tensor<?x2xi64>, %a4: tensor<?xf32>, %a5: tensor<2xi64>) {
  %0:2 = "tf.SparseSparseMinimum"(%a0, %a1, %a2, %a3, %a4, %a5) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @sparse_sparse_minimum(
// CHECK: "tf.SparseSparseMinimum"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>)

func.func @sparse_tensor_dense_add(%a0: tensor<?x2xi64>, %a1: tensor<?xf32>, %a2: tensor<2xi64>, %a3: tensor<?x?xf32>) {
  %0 = "tf.SparseTensorDenseAdd"(%a0, %a1, %a2, %a3) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_tensor_dense_add(
// CHECK: "tf.SparseTensorDenseAdd"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>

func.func @sparse_dense_cwise_add(%a0: tensor<?x2xi64>, %a1: tensor<?xf32>, %a2: tensor<2xi64>, %a3: tensor<?x?xf32>) {
  %0 = "tf.SparseDenseCwiseAdd"(%a0, %a1, %a2, %a3) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_dense_cwise_add(
// CHECK: "tf.SparseDenseCwiseAdd"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>

func.func @sparse_dense_cwise_mul(%a0: tensor<?x2xi64>, %a1: tensor<?xf32>, %a2: tensor<2xi64>, %a3: tensor<?x?xf32>) {
  %0 = "tf.SparseDenseCwiseMul"(%a0, %a1, %a2, %a3) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_dense_cwise_mul(
// CHECK: "tf.SparseDenseCwiseMul"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>

func.func @sparse_dense_cwise_div(%a0: tensor<?x2xi64>, %a1: tensor<?xf32>, %a2: tensor<2xi64>, %a3: tensor<?x?xf32>) {
  %0 = "tf.SparseDenseCwiseDiv"(%a0, %a1, %a2, %a3) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_dense_cwise_div(
// CHECK: "tf.SparseDenseCwiseDiv"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>

func.func @sparse_softmax(%a0: tensor<?x2xi64>, %a1: tensor<?xf32>, %a2: tensor<2xi64>) {
  %0 = "tf.SparseSoftmax"(%a0, %a1, %a2) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_softmax(
// CHECK: "tf.SparseSoftmax"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> tensor<*xf32>

func.func @sparse_add_grad(%a0: tensor<?xf32>, %a1: tensor<?x2xi64>, %a2: tensor<?x2xi64>, %a3: tensor<?x2xi64>) {
  %0:2 = "tf.SparseAddGrad"(%a0, %a1, %a2, %a3) : (tensor<?xf32>, tensor<?x2xi64>, tensor<?x2xi64>, tensor<?x2xi64>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @sparse_add_grad(
// CHECK: "tf.SparseAddGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xf32>, tensor<?x2xi64>, tensor<?x2xi64>, tensor<?x2xi64>) -> (tensor<*xf32>, tensor<*xf32>)
