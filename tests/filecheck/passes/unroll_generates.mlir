// RUN: tieshape-opt %s -p tieshape-import-shape,tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// A shape that a region makes element by element is known: the result has the sizes of the argument.
// CHECK-LABEL: func.func @shape
// CHECK-SAME:    %x: tensor<?x?xf32, [@[[A:S[0-9]+]], @[[B:S[0-9]+]]]>
// CHECK-SAME:    -> tensor<?x?xf32, [@[[A]], @[[B]]]>
// CHECK-NOT:     tensor.generate
// CHECK:         tensor.from_elements %{{.*}}, %{{.*}} : tensor<2xi32>
func.func @shape(%x: tensor<?x?xf32>, %y: tensor<f32>) -> tensor<?x?xf32> {
  %0 = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %1 = tensor.generate {
  ^bb0(%i: index):
    %2 = tensor.extract %0[%i] : tensor<2xindex>
    %3 = arith.index_cast %2 : index to i32
    tensor.yield %3 : i32
  } : tensor<2xi32>
  %4 = "mhlo.dynamic_broadcast_in_dim"(%y, %1) {broadcast_dimensions = dense<> : tensor<0xi64>} : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %4 : tensor<?x?xf32>
}

// -----

// Of rank 2 the last index runs fastest.
// CHECK-LABEL: func.func @table
// CHECK:         %[[A:.*]] = arith.addi %{{.*}}, %{{.*}} : index
// CHECK-NEXT:    %{{.*}} = arith.constant 0 : index
// CHECK-NEXT:    %{{.*}} = arith.constant 1 : index
// CHECK-NEXT:    %[[B:.*]] = arith.addi
// CHECK:         tensor.from_elements %[[A]], %[[B]], %{{.*}}, %{{.*}} : tensor<2x2xindex>
func.func @table() -> tensor<2x2xindex> {
  %0 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %1 = arith.addi %i, %j : index
    tensor.yield %1 : index
  } : tensor<2x2xindex>
  func.return %0 : tensor<2x2xindex>
}

// -----

// Many elements, a number that only the run tells, floats.
// CHECK-LABEL: func.func @kept
// CHECK-COUNT-3: tensor.generate
func.func @kept(%n: index, %f: f32) -> (tensor<17xindex>, tensor<?xindex>, tensor<2xf32>) {
  %0 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<17xindex>
  %1 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<?xindex>
  %2 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<2xf32>
  func.return %0, %1, %2 : tensor<17xindex>, tensor<?xindex>, tensor<2xf32>
}
