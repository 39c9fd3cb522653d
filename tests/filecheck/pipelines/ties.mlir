// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,tieshape-optimize-shapes,tieshape-materialize-ties | filecheck %s

// Three tensors of one shape are tied to the same index values.
// CHECK-LABEL: func.func @one_shape(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xi1>
// CHECK:         %[[M:.*]] = sdim.size @S0
// CHECK:         %[[N:.*]] = sdim.size @S1
// CHECK-DAG:     sdim.tie_shape %a, [%[[M]], %[[N]]] : tensor<?x?xf32>
// CHECK-DAG:     sdim.tie_shape %b, [%[[M]], %[[N]]] : tensor<?x?xf32>
// CHECK:         mhlo.compare LT
// CHECK:         sdim.tie_shape %{{.*}}, [%[[M]], %[[N]]] : tensor<?x?xi1>
func.func @one_shape(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xi1> {
  %0 = "mhlo.compare"(%a, %b) {comparison_direction = #mhlo<comparison_direction LT>} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xi1>
  return %0 : tensor<?x?xi1>
}
