// RUN: tieshape-opt %s -p tieshape-infer-shapes,tieshape-optimize-shapes --split-input-file | filecheck %s

// A symbol is a size, never below 0. A value that may be negative gets none: to declare one would say that the first
// dimension is always 0.
// CHECK-LABEL: func.func @may_be_negative(%x: tensor<?x?xf32, [@S0, @S1]>) -> index
// CHECK:         %[[D:.*]] = tensor.dim %x
// CHECK-NEXT:    %[[EMPTY:.*]] = arith.cmpi eq, %[[D]], %{{.*}} : index
// CHECK-NEXT:    %[[M:.*]] = arith.constant -1 : index
// CHECK-NEXT:    %[[R:.*]] = arith.select %[[EMPTY]], %{{.*}}, %[[M]] : index
// CHECK-NEXT:    func.return %[[R]]
func.func @may_be_negative(%x: tensor<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %empty = arith.cmpi eq, %d, %c0 : index
  %minus = arith.constant -1 : index
  %r = arith.select %empty, %c0, %minus : index
  func.return %r : index
}

// -----

// A value by cases that is never negative is a size like others.
// CHECK:         sdim.equal {{.*}}, {{.*}}
// CHECK-LABEL: func.func @never_negative(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %zero: tensor<f32>) -> tensor<?xf32, [@S2]>
func.func @never_negative(%x: tensor<?xf32>, %y: tensor<?xf32>, %zero: tensor<f32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.dim %y, %c0 : tensor<?xf32>
  %empty = arith.cmpi eq, %d, %c0 : index
  %n = arith.select %empty, %e, %d : index
  %shape = tensor.from_elements %n : tensor<1xindex>
  %r = "mhlo.dynamic_broadcast_in_dim"(%zero, %shape) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
