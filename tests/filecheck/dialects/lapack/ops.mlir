// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt %s --print-op-generic | tieshape-opt | filecheck %s

// CHECK-LABEL: func.func @ops
// CHECK-NEXT:    %lu, %pivots, %info = lapack.getrf %a : (tensor<?x?xcomplex<f64>>) -> (tensor<?x?xcomplex<f64>>, tensor<?xi32>, tensor<i32>)
// CHECK-NEXT:    %factors, %tau = lapack.geqrf %b {note} : (tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>)
// CHECK-NEXT:    %q = lapack.orgqr %factors, %tau : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
func.func @ops(%a: tensor<?x?xcomplex<f64>>, %b: tensor<?x?xf32>) {
  %lu, %pivots, %info = lapack.getrf %a : (tensor<?x?xcomplex<f64>>) -> (tensor<?x?xcomplex<f64>>, tensor<?xi32>, tensor<i32>)
  %factors, %tau = lapack.geqrf %b {note} : (tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>)
  %q = lapack.orgqr %factors, %tau : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return
}
