// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @sparse_concat(%a0: tensor<?x2xi64>, %a1: tensor<?x2xi64>, %a2: tensor<?xf32>, %a3: tensor<?xf32>, %a4: tensor<2xi64>, %a5: tensor<2xi64>) {
  %0:3 = "tf.SparseConcat"(%a0, %a1, %a2, %a3, %a4, %a5) <{concat_dim = 1 : i64}> : (tensor<?x2xi64>, tensor<?x2xi64>, tensor<?xf32>, tensor<?xf32>, tensor<2xi64>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>)
  func.return
}
// CHECK-LABEL: func.func @sparse_concat(
// CHECK: "tf.SparseConcat"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{concat_dim = 1 : i64}> : (tensor<?x2xi64>, tensor<?x2xi64>, tensor<?xf32>, tensor<?xf32>, tensor<2xi64>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>)

func.func @sparse_slice(%a0: tensor<?x2xi64>, %a1: tensor<?xf32>, %a2: tensor<2xi64>, %a3: tensor<2xi64>, %a4: tensor<2xi64>) {
  %0:3 = "tf.SparseSlice"(%a0, %a1, %a2, %a3, %a4) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>)
  func.return
}
// CHECK-LABEL: func.func @sparse_slice(
// CHECK: "tf.SparseSlice"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>)

func.func @sparse_split(%a0: tensor<i64>, %a1: tensor<?x2xi64>, %a2: tensor<?xf32>, %a3: tensor<2xi64>) {
  %0:6 = "tf.SparseSplit"(%a0, %a1, %a2, %a3) <{num_split = 2 : i64}> : (tensor<i64>, tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xf32>, tensor<*xf32>, tensor<*xi64>, tensor<*xi64>)
  func.return
}
// CHECK-LABEL: func.func @sparse_split(
// CHECK: "tf.SparseSplit"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{num_split = 2 : i64}> : (tensor<i64>, tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xf32>, tensor<*xf32>, tensor<*xi64>, tensor<*xi64>)

func.func @sparse_slice_grad(%a0: tensor<?xf32>, %a1: tensor<?x2xi64>, %a2: tensor<2xi64>, %a3: tensor<?x2xi64>) {
  %0 = "tf.SparseSliceGrad"(%a0, %a1, %a2, %a3) : (tensor<?xf32>, tensor<?x2xi64>, tensor<2xi64>, tensor<?x2xi64>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_slice_grad(
// CHECK: "tf.SparseSliceGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xf32>, tensor<?x2xi64>, tensor<2xi64>, tensor<?x2xi64>) -> tensor<*xf32>
