// RUN: tieshape-opt %s | tieshape-opt | filecheck %s
// RUN: tieshape-opt %s --print-op-generic | tieshape-opt | filecheck %s

// CHECK-LABEL: func.func @ops
// CHECK:      %[[R:.*]] = tensor.rank %t : tensor<*xf32>
// CHECK-NEXT: tensor.reshape %t(%s) : (tensor<*xf32>, tensor<?xindex>) -> tensor<*xf32>
// CHECK-NEXT: tensor.generate %[[R]] {
// CHECK-NEXT: ^[[B:.*]](%[[I:.*]]: index, %[[J:.*]]: index):
// CHECK-NEXT:   %[[K:.*]] = arith.addi %[[I]], %[[J]] : index
// CHECK-NEXT:   tensor.yield %[[K]] : index
// CHECK-NEXT: } : tensor<?x3xindex>
// CHECK-NEXT: tensor.generate {
// CHECK:      } : tensor<2xindex>
func.func @ops(%t: tensor<*xf32>, %s: tensor<?xindex>) {
  %0 = tensor.rank %t : tensor<*xf32>
  %1 = tensor.reshape %t(%s) : (tensor<*xf32>, tensor<?xindex>) -> tensor<*xf32>
  %2 = tensor.generate %0 {
  ^bb0(%i: index, %j: index):
    %k = arith.addi %i, %j : index
    tensor.yield %k : index
  } : tensor<?x3xindex>
  %3 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<2xindex>
  return
}
