// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes | tieshape-opt -p tieshape-optimize-shapes | filecheck %s
// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes -o %t.1 && tieshape-opt %t.1 -o %t.2 && diff %t.1 %t.2

// Facts that were written and read again prove as much as before: the product over two reshapes, and no more than it.
// CHECK-LABEL: func.func @closure
// CHECK:         %[[T:.*]] = arith.constant true
// CHECK:         %[[OTHER:.*]] = arith.cmpi eq
// CHECK:         func.return %{{.*}}, %[[T]], %[[OTHER]] :
func.func @closure(%x: tensor<?x?xf32>, %s1: tensor<1xindex>, %s2: tensor<3xindex>) -> (tensor<?x?x?xf32>, i1, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = mhlo.dynamic_reshape %x, %s1 : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %1 = mhlo.abs %0 : tensor<?xf32>
  %2 = mhlo.dynamic_reshape %1, %s2 : (tensor<?xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  %a = tensor.dim %x, %c0 : tensor<?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?xf32>
  %d = tensor.dim %2, %c0 : tensor<?x?x?xf32>
  %e = tensor.dim %2, %c1 : tensor<?x?x?xf32>
  %f = tensor.dim %2, %c2 : tensor<?x?x?xf32>
  %ab = arith.muli %a, %b : index
  %de = arith.muli %d, %e : index
  %def = arith.muli %de, %f : index
  %same = arith.cmpi eq, %ab, %def : index
  %other = arith.cmpi eq, %ab, %de : index
  return %2, %same, %other : tensor<?x?x?xf32>, i1, i1
}
