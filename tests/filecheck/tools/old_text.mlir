// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt %s | tieshape-opt | filecheck %s
// RUN: tieshape-opt %s --print-op-generic | tieshape-opt | filecheck %s

// Names of ops from before 2022 are read as those of today.
// CHECK-LABEL: func.func private @declared(!tf_type.string)
func private @declared(!tf.string)

// CHECK-LABEL: func.func @names
// CHECK-NEXT:    %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[I:.*]] = arith.constant 2 : i32
// CHECK-NEXT:    %[[S:.*]] = arith.addi %n, %[[ONE]] : index
// CHECK-NEXT:    %[[C:.*]] = arith.cmpi slt, %[[S]], %n : index
// CHECK-NEXT:    %[[M:.*]] = arith.select %[[C]], %[[S]], %n : index
// CHECK-NEXT:    arith.divsi %[[M]], %n : index
// CHECK-NEXT:    arith.index_cast %[[M]] : index to i32
// CHECK-NEXT:    %[[B:.*]] = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT:    %[[T:.*]] = bufferization.to_tensor %[[B]] : memref<?xf32> to tensor<?xf32>
// CHECK-NEXT:    bufferization.to_buffer %[[T]] : tensor<?xf32> to memref<?xf32>
// CHECK-NEXT:    bufferization.to_buffer %[[T]] : tensor<?xf32> to memref<?xf32>
// CHECK-NEXT:    bufferization.materialize_in_destination %[[T]] in writable %[[B]] : (tensor<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:    "memref.cast"(%[[B]]) : (memref<?xf32>) -> memref<4xf32>
// CHECK-NEXT:    func.return
func @names(%n: index) {
  %c1 = constant 1 : index
  %c2 = std.constant 2 : i32
  %0 = addi %n, %c1 : index
  %1 = cmpi slt, %0, %n : index
  %2 = select %1, %0, %n : index
  %3 = divi_signed %2, %n : index
  %4 = std.index_cast %2 : index to i32
  %5 = alloc(%n) : memref<?xf32>
  %6 = memref.tensor_load %5 : memref<?xf32>
  %7 = memref.buffer_cast %6 : memref<?xf32>
  %8 = bufferization.to_memref %6 : memref<?xf32>
  memref.tensor_store %6, %5 : memref<?xf32>
  %9 = memref.cast %5 : memref<?xf32> to memref<4xf32>
  return
}

// CHECK-LABEL: func.func @generic() {
// CHECK-NEXT:    func.return
"builtin.func"() ({
  "std.return"() : () -> ()
}) {sym_name = "generic", type = () -> ()} : () -> ()

// Words in quotes, dimension numbers as dictionaries, and sizes of segments under their old name.
// CHECK-LABEL: func.func @attributes
// CHECK:         mhlo.compare LT, %a, %a, FLOAT
// CHECK-NEXT:    mhlo.compare GT, %a, %a
// CHECK-NEXT:    "mhlo.dot"(%a, %a) <{precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision HIGH>]}>
// CHECK-NEXT:    "mhlo.dot_general"(%a, %a) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>
// CHECK-NEXT:    "mhlo.gather"(%a, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
// CHECK-NEXT:    mhlo.convolution(%k, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f]
// CHECK-NEXT:    "mhlo.rng"(%s, %s, %d) <{rng_distribution = #mhlo.rng_distribution<UNIFORM>}>
// CHECK-NEXT:    "mhlo.fft"(%z) <{fft_type = #mhlo<fft_type FFT>, fft_length = dense<4> : tensor<1xi64>}>
func @attributes(%a: tensor<4x4xf32>, %i: tensor<2x1xi32>, %k: tensor<1x4x1xf32>, %w: tensor<2x1x1xf32>, %s: tensor<f32>, %d: tensor<1xi64>, %z: tensor<4xcomplex<f32>>) {
  %0 = "mhlo.compare"(%a, %a) {comparison_direction = "LT", compare_type = "FLOAT"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  %1 = "mhlo.compare"(%a, %a) {comparison_direction = #mhlo<"comparison_direction GT">} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  %2 = "xla_hlo.dot"(%a, %a) {precision_config = ["DEFAULT", #mhlo<"precision HIGH">]} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = "mhlo.dot_general"(%a, %a) {dot_dimension_numbers = {lhs_batching_dimensions = dense<> : tensor<0xi64>, lhs_contracting_dimensions = dense<1> : tensor<1xi64>, rhs_batching_dimensions = dense<> : tensor<0xi64>, rhs_contracting_dimensions = dense<0> : tensor<1xi64>}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = "mhlo.gather"(%a, %i) {dimension_numbers = {collapsed_slice_dims = dense<0> : tensor<1xi64>, index_vector_dim = 1 : i64, offset_dims = dense<1> : tensor<1xi64>, start_index_map = dense<0> : tensor<1xi64>}, slice_sizes = dense<[1, 4]> : tensor<2xi64>} : (tensor<4x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
  %5 = "mhlo.convolution"(%k, %w) {batch_group_count = 1 : i64, dimension_numbers = {input_batch_dimension = 0 : i64, input_feature_dimension = 2 : i64, input_spatial_dimensions = dense<1> : tensor<1xi64>, kernel_input_feature_dimension = 1 : i64, kernel_output_feature_dimension = 2 : i64, kernel_spatial_dimensions = dense<0> : tensor<1xi64>, output_batch_dimension = 0 : i64, output_feature_dimension = 2 : i64, output_spatial_dimensions = dense<1> : tensor<1xi64>}, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x3x1xf32>
  %6 = "mhlo.rng"(%s, %s, %d) {rng_distribution = "UNIFORM"} : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  %7 = "mhlo.fft"(%z) {fft_length = dense<4> : tensor<1xi64>, fft_type = "FFT"} : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @segments
// CHECK-NEXT:    memref.alloc(%n) : memref<?xf32>
func @segments(%n: index) {
  %0 = "memref.alloc"(%n) {operand_segment_sizes = dense<[1, 0]> : vector<2xi32>} : (index) -> memref<?xf32>
  return
}
