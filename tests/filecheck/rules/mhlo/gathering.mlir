// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.range {{.*}} in [1, ?] {why = "mhlo.gather at {{.*}}: slice size 1 must not exceed the size S0"}
// CHECK:       func.func @gather(%x: tensor<?x8xf32, [@S0, 8]>, %i: tensor<?x1xi32, [@S1, 1]>) -> tensor<?x8xf32, [@S1, 8]>
func.func @gather(%x: tensor<?x8xf32>, %i: tensor<?x1xi32>) -> tensor<*xf32> {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 8]> : tensor<2xi64>}>
      : (tensor<?x8xf32>, tensor<?x1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The elements of the last operand are the sizes of a slice.
// CHECK:       sdim.less_equal @S3, @S1 {why = "mhlo.dynamic_gather at {{.*}}: by definition"}
// CHECK-NOT:   sdim.less_equal
// CHECK:       func.func @dynamic_gather(%x: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<?x1xi32, [@S2, 1]>, %n: index) -> tensor<?x?xf32, [@S2, @S3]>
func.func @dynamic_gather(%x: tensor<?x?xf32>, %i: tensor<?x1xi32>, %n: index) -> tensor<?x?xf32> {
  %one = arith.constant 1 : index
  %sizes = tensor.from_elements %one, %n : tensor<2xindex>
  %r = "mhlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}>
      : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}

// -----

// Nothing is said of a size that is dropped, where the elements are not known.
// CHECK-COUNT-4: sdim.symbol
// CHECK-NOT:   sdim.symbol
// CHECK:       func.func @dynamic_gather_of_unknown_sizes(%x: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<?x1xi32, [@S2, 1]>, %sizes: tensor<2xi32>) -> tensor<?x?xf32, [@S2, @S3]>
func.func @dynamic_gather_of_unknown_sizes(%x: tensor<?x?xf32>, %i: tensor<?x1xi32>, %sizes: tensor<2xi32>) -> tensor<?x?xf32> {
  %r = "mhlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}>
      : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}

// -----

// Slice sizes that are known are tested as those of a gather are.
// CHECK:       sdim.range {{.*}} in [1, ?] {why = "mhlo.dynamic_gather at {{.*}}: slice size 1 must not exceed the size S0"}
// CHECK:       sdim.range {{.*}} in [8, ?] {why = "mhlo.dynamic_gather at {{.*}}: slice size 8 must not exceed the size S1"}
// CHECK:       func.func @dynamic_gather_of_known_sizes(%x: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<?x1xi32, [@S2, 1]>) -> tensor<?x8xf32, [@S2, 8]>
func.func @dynamic_gather_of_known_sizes(%x: tensor<?x?xf32>, %i: tensor<?x1xi32>) -> tensor<?x?xf32> {
  %sizes = mhlo.constant dense<[1, 8]> : tensor<2xi32>
  %r = "mhlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}>
      : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.torch_index_select at {{.*}}: batch dimensions: sizes S0 and S2 must agree"}
// CHECK:       func.func @torch_index_select(%x: tensor<?x?x8xf32, [@S0, @S1, 8]>, %i: tensor<?x5xi32, [@S0, 5]>) -> tensor<?x5x8xf32, [@S0, 5, 8]>
func.func @torch_index_select(%x: tensor<?x?x8xf32>, %i: tensor<?x5xi32>) -> tensor<*xf32> {
  %r = "mhlo.torch_index_select"(%x, %i) <{dim = 1 : i64, batch_dims = 1 : i64}> : (tensor<?x?x8xf32>, tensor<?x5xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Index vectors are as long as the dimensions that they name; batching dimensions go together.
// CHECK:       sdim.equal {{.*}} {why = "mhlo.gather at {{.*}}: batching dimensions: sizes S0 and S1 must agree"}
// CHECK:       func.func @batching(%x: tensor<?x5xf32, [@S0, 5]>, %i: tensor<?x1xi32, [@S0, 1]>) -> tensor<?xf32, [@S0]>
func.func @batching(%x: tensor<?x5xf32>, %i: tensor<?x?xi32>) -> tensor<?xf32> {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = dense<[1, 1]> : tensor<2xi64>}>
      : (tensor<?x5xf32>, tensor<?x?xi32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}

// -----

// An index without a vector of its own needs no length.
// CHECK-NOT:   index vectors
// CHECK:       func.func @no_vector(%x: tensor<5xf32>, %i: tensor<?xi32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @no_vector(%x: tensor<5xf32>, %i: tensor<?xi32>) -> tensor<?xf32> {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1]> : tensor<1xi64>}>
      : (tensor<5xf32>, tensor<?xi32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
