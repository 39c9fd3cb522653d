// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// Ops that order elements.
func.func @sort(%x: tensor<?x8xf32>, %i: tensor<?x8xi32>) {
  %both:2 = "mhlo.sort"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = mhlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<?x8xf32>, tensor<?x8xi32>) -> (tensor<?x8xf32>, tensor<?x8xi32>)
  %last = "mhlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }) {dimension = -1 : i64} : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %values, %indices = mhlo.topk(%x, k=5, largest=true) : tensor<?x8xf32> -> (tensor<?x5xf32>, tensor<?x5xi32>)
  %most, %where = mhlo.topk(%x, k = 8) : tensor<?x8xf32> -> (tensor<?x8xf32>, tensor<?x8xi32>)
  func.return
}

// CHECK-LABEL: func.func @sort(
// CHECK-NEXT: %both, %both_1 = "mhlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
// CHECK-NEXT: ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
// CHECK-NEXT: %p = mhlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT: mhlo.return %p : tensor<i1>
// CHECK-NEXT: }) : (tensor<?x8xf32>, tensor<?x8xi32>) -> (tensor<?x8xf32>, tensor<?x8xi32>)
// CHECK-NEXT: %last = "mhlo.sort"(%x) <{dimension = -1 : i64}> ({
// CHECK-NEXT: ^bb0(%a_1: tensor<f32>, %b_1: tensor<f32>):
// CHECK-NEXT: %p_1 = mhlo.compare LT, %a_1, %b_1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT: mhlo.return %p_1 : tensor<i1>
// CHECK-NEXT: }) : (tensor<?x8xf32>) -> tensor<?x8xf32>
// CHECK-NEXT: %values, %indices = mhlo.topk(%x, k = 5, largest = true) : tensor<?x8xf32> -> (tensor<?x5xf32>, tensor<?x5xi32>)
// CHECK-NEXT: %most, %where = mhlo.topk(%x, k = 8) : tensor<?x8xf32> -> (tensor<?x8xf32>, tensor<?x8xi32>)
