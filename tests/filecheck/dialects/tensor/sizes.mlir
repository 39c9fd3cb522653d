// RUN: tieshape-opt -p tieshape-infer-shapes %s | filecheck %s
// RUN: tieshape-opt -p tieshape-infer-shapes %s | tieshape-opt -p tieshape-infer-shapes | filecheck %s

// The sizes of what is generated are the operands; a size that nothing is known of is one of its own.
// CHECK:       sdim.product_equal
// CHECK-LABEL: func.func @generate(%x: tensor<?xf32, [@[[S:.*]]]>, %n: index) -> (tensor<?x3xf32, [@[[S]], 3]>, tensor<?xf32, [@[[N:.*]]]>)
func.func @generate(%x: tensor<?xf32>, %n: index) -> (tensor<?x3xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %size = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = tensor.generate %size {
  ^bb0(%i: index, %j: index):
    %e = tensor.extract %x[%i] : tensor<?xf32>
    tensor.yield %e : f32
  } : tensor<?x3xf32>
  %1 = tensor.generate %n {
  ^bb0(%i: index):
    %e = tensor.extract %x[%i] : tensor<?xf32>
    tensor.yield %e : f32
  } : tensor<?xf32>
  return %0, %1 : tensor<?x3xf32>, tensor<?xf32>
}

// A rank is a number; that of an unranked tensor is not known.
// CHECK-LABEL: func.func @rank(%x: tensor<?x?xf32, [@{{.*}}, @{{.*}}]>, %u: tensor<*xf32>) -> (tensor<2xi32>, tensor<?xi32, [@{{.*}}]>)
func.func @rank(%x: tensor<?x?xf32>, %u: tensor<*xf32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %r = tensor.rank %x : tensor<?x?xf32>
  %s = tensor.from_elements %r : tensor<1xindex>
  %0 = "mhlo.dynamic_iota"(%s) {iota_dimension = 0 : i64} : (tensor<1xindex>) -> tensor<?xi32>
  %q = tensor.rank %u : tensor<*xf32>
  %t = tensor.from_elements %q : tensor<1xindex>
  %1 = "mhlo.dynamic_iota"(%t) {iota_dimension = 0 : i64} : (tensor<1xindex>) -> tensor<?xi32>
  return %0, %1 : tensor<?xi32>, tensor<?xi32>
}

// A reshape keeps the number of elements; its sizes are the elements of the shape, where they are known.
// CHECK-LABEL: func.func @reshape(%x: tensor<?x4xf32, [@[[R:.*]], 4]>, %s: tensor<2xindex>) -> (tensor<4x?xf32, [4, @[[R]]]>, tensor<?x?xf32, [@{{.*}}, @{{.*}}]>)
func.func @reshape(%x: tensor<?x4xf32>, %s: tensor<2xindex>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x4xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x4xf32>
  %t = tensor.from_elements %d1, %d0 : tensor<2xindex>
  %0 = tensor.reshape %x(%t) : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = tensor.reshape %x(%s) : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}
