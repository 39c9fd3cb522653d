// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// There is a window of updates for each row of indices; it fits in the input.
// CHECK:       sdim.less_equal {{.*}}, {{.*}} {why = "mhlo.scatter at {{.*}}: update size S4 must not exceed the size S1"}
// CHECK:       func.func @scatter(%x: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<?x1xi32, [@S2, 1]>, %u: tensor<?x?xf32, [@S2, @S4]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @scatter(%x: tensor<?x?xf32>, %i: tensor<?x1xi32>, %u: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Index vectors are as long as the dimensions that they name; batching dimensions go together.
// CHECK:       sdim.equal {{.*}} {why = "mhlo.scatter at {{.*}}: batching dimensions: sizes S0 and S1 must agree"}
// CHECK:       func.func @batching(%x: tensor<?x5xf32, [@S0, 5]>, %i: tensor<?x1xi32, [@S0, 1]>, %u: tensor<?xf32, [@S0]>) -> tensor<?x5xf32, [@S0, 5]>
func.func @batching(%x: tensor<?x5xf32>, %i: tensor<?x?xi32>, %u: tensor<?xf32>) -> tensor<?x5xf32> {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    mhlo.return %b : tensor<f32>
  }) : (tensor<?x5xf32>, tensor<?x?xi32>, tensor<?xf32>) -> tensor<?x5xf32>
  func.return %r : tensor<?x5xf32>
}
