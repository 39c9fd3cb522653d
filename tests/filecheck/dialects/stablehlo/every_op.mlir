// RUN: tieshape-opt %s | tieshape-opt | filecheck %s
// RUN: tieshape-opt %s --print-op-generic | tieshape-opt | filecheck %s

// Ops of StableHLO, each once. `compute_reshape_shape`, `cstr_reshapable` and `trace` are of older versions.

// CHECK-LABEL: func.func @all_gather(
// CHECK:         "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}> : (tensor<4x8xf32>) -> tensor<4x16xf32>
func.func @all_gather(%x: tensor<4x8xf32>) -> tensor<4x16xf32> {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}> : (tensor<4x8xf32>) -> tensor<4x16xf32>
  func.return %0 : tensor<4x16xf32>
}

// CHECK-LABEL: func.func @all_reduce(
// CHECK:         "stablehlo.all_reduce"(%x) <{replica_groups = dense<{{\[\[}}0, 2, -1], [1, 3, 4]]> : tensor<2x3xi64>}> ({
func.func @all_reduce(%x: tensor<4x8xf32>) -> tensor<4x8xf64> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 2, -1], [1, 3, 4]]> : tensor<2x3xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf64>
  func.return %0 : tensor<4x8xf64>
}

// CHECK-LABEL: func.func @all_to_all(
// CHECK:         "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
func.func @all_to_all(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  func.return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @atan2(
// CHECK:         stablehlo.atan2 %x, %x : tensor<?x2xf32>
func.func @atan2(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.atan2 %x, %x : tensor<?x2xf32>
  func.return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @batch_norm_grad(
// CHECK:         "stablehlo.batch_norm_grad"(%x, %y, %y, %y, %x) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<?x?x8xf32>) -> (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>)
func.func @batch_norm_grad(%x: tensor<?x?x8xf32>, %y: tensor<8xf32>) -> (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0, %1, %2 = "stablehlo.batch_norm_grad"(%x, %y, %y, %y, %x) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<?x?x8xf32>) -> (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>)
  func.return %0, %1, %2 : tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @batch_norm_inference(
// CHECK:         "stablehlo.batch_norm_inference"(%x, %y, %y, %y, %y) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x?x8xf32>
func.func @batch_norm_inference(%x: tensor<?x?x8xf32>, %y: tensor<8xf32>) -> tensor<?x?x8xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %y, %y, %y, %y) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x?x8xf32>
  func.return %0 : tensor<?x?x8xf32>
}

// CHECK-LABEL: func.func @batch_norm_training(
// CHECK:         "stablehlo.batch_norm_training"(%x, %y, %y) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>)
func.func @batch_norm_training(%x: tensor<?x?x8xf32>, %y: tensor<8xf32>) -> (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0, %1, %2 = "stablehlo.batch_norm_training"(%x, %y, %y) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>)
  func.return %0, %1, %2 : tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @bitcast_convert(
// CHECK:         stablehlo.bitcast_convert %x : (tensor<?xf32>) -> tensor<?xi32>
func.func @bitcast_convert(%x: tensor<?xf32>) -> tensor<?xi32> {
  %0 = stablehlo.bitcast_convert %x : (tensor<?xf32>) -> tensor<?xi32>
  func.return %0 : tensor<?xi32>
}

// CHECK-LABEL: func.func @broadcast(
// CHECK:         stablehlo.broadcast %x, sizes = [1, 2] : (tensor<3xf32>) -> tensor<1x2x3xf32>
func.func @broadcast(%x: tensor<3xf32>) -> tensor<1x2x3xf32> {
  %0 = stablehlo.broadcast %x, sizes = [1, 2] : (tensor<3xf32>) -> tensor<1x2x3xf32>
  func.return %0 : tensor<1x2x3xf32>
}

// CHECK-LABEL: func.func @case(
// CHECK:         "stablehlo.case"(%i) ({
func.func @case(%x: tensor<?xf32>, %i: tensor<i32>) -> tensor<?xf32> {
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    %1 = stablehlo.abs %x : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @cbrt(
// CHECK:         stablehlo.cbrt %x : tensor<?x2xf32>
func.func @cbrt(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.cbrt %x : tensor<?x2xf32>
  func.return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @ceil(
// CHECK:         stablehlo.ceil %x : tensor<?x2xf32>
func.func @ceil(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.ceil %x : tensor<?x2xf32>
  func.return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @clamp(
// CHECK:         stablehlo.clamp %x, %x, %x : tensor<?xf32>
func.func @clamp(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.clamp %x, %x, %x : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @collective_broadcast(
// CHECK:         "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
func.func @collective_broadcast(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @collective_permute(
// CHECK:         "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<{{\[\[}}0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
func.func @collective_permute(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @complex(
// CHECK:         stablehlo.complex %x, %x : tensor<?xcomplex<f32>>
func.func @complex(%x: tensor<?xf32>) -> tensor<?xcomplex<f32>> {
  %0 = stablehlo.complex %x, %x : tensor<?xcomplex<f32>>
  func.return %0 : tensor<?xcomplex<f32>>
}

// CHECK-LABEL: func.func @compute_reshape_shape(
// CHECK:         stablehlo.compute_reshape_shape %x, %y : (index, tensor<2xi32>) -> tensor<2xi32>
func.func @compute_reshape_shape(%x: index, %y: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.compute_reshape_shape %x, %y : (index, tensor<2xi32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}

// CHECK-LABEL: func.func @cosine(
// CHECK:         stablehlo.cosine %x : tensor<?x2xcomplex<f32>>
func.func @cosine(%x: tensor<?x2xcomplex<f32>>) -> tensor<?x2xcomplex<f32>> {
  %0 = stablehlo.cosine %x : tensor<?x2xcomplex<f32>>
  func.return %0 : tensor<?x2xcomplex<f32>>
}

// CHECK-LABEL: func.func @count_leading_zeros(
// CHECK:         stablehlo.count_leading_zeros %x : tensor<?x2xui8>
func.func @count_leading_zeros(%x: tensor<?x2xui8>) -> tensor<?x2xui8> {
  %0 = stablehlo.count_leading_zeros %x : tensor<?x2xui8>
  func.return %0 : tensor<?x2xui8>
}

// CHECK-LABEL: func.func @cross_replica_sum(
// CHECK:         "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
func.func @cross_replica_sum(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @cstr_reshapable(
// CHECK:         stablehlo.cstr_reshapable %x, %y : (index, tensor<2xi32>) -> !shape.witness
func.func @cstr_reshapable(%x: index, %y: tensor<2xi32>) -> !shape.witness {
  %0 = stablehlo.cstr_reshapable %x, %y : (index, tensor<2xi32>) -> !shape.witness
  func.return %0 : !shape.witness
}

// CHECK-LABEL: func.func @dot(
// CHECK:         stablehlo.dot %x, %y : (tensor<?x8xf32>, tensor<8x?xf32>) -> tensor<?x?xf32>
func.func @dot(%x: tensor<?x8xf32>, %y: tensor<8x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dot %x, %y : (tensor<?x8xf32>, tensor<8x?xf32>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @dynamic_conv(
// CHECK:         "stablehlo.dynamic_conv"(%x, %y, %z) <{window_strides = array<i64: 2, 2>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<?x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi32>) -> tensor<?x?x?x16xf32>
func.func @dynamic_conv(%x: tensor<?x8x8x4xf32>, %y: tensor<3x3x4x16xf32>, %z: tensor<2x2xi32>) -> tensor<?x?x?x16xf32> {
  %0 = "stablehlo.dynamic_conv"(%x, %y, %z) <{window_strides = array<i64: 2, 2>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<?x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi32>) -> tensor<?x?x?x16xf32>
  func.return %0 : tensor<?x?x?x16xf32>
}

// CHECK-LABEL: func.func @dynamic_gather(
// CHECK:         "stablehlo.dynamic_gather"(%x, %y, %z) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x8xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
func.func @dynamic_gather(%x: tensor<?x8xf32>, %y: tensor<?x1xi32>, %z: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.dynamic_gather"(%x, %y, %z) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x8xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @dynamic_pad(
// CHECK:         stablehlo.dynamic_pad %x, %y, %z, %z, %z : (tensor<?x8xf32>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
func.func @dynamic_pad(%x: tensor<?x8xf32>, %y: tensor<f32>, %z: tensor<2xindex>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_pad %x, %y, %z, %z, %z : (tensor<?x8xf32>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @dynamic_update_slice(
// CHECK:         stablehlo.dynamic_update_slice %x, %y, %z, %z : (tensor<?x8xf32>, tensor<2x4xf32>, tensor<i64>, tensor<i64>) -> tensor<?x8xf32>
func.func @dynamic_update_slice(%x: tensor<?x8xf32>, %y: tensor<2x4xf32>, %z: tensor<i64>) -> tensor<?x8xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %y, %z, %z : (tensor<?x8xf32>, tensor<2x4xf32>, tensor<i64>, tensor<i64>) -> tensor<?x8xf32>
  func.return %0 : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @einsum(
// CHECK:         "stablehlo.einsum"(%x, %y) <{einsum_config = "ijk,ikm->ijm"}> : (tensor<?x4x8xf32>, tensor<?x8x5xf32>) -> tensor<?x4x5xf32>
func.func @einsum(%x: tensor<?x4x8xf32>, %y: tensor<?x8x5xf32>) -> tensor<?x4x5xf32> {
  %0 = "stablehlo.einsum"(%x, %y) <{einsum_config = "ijk,ikm->ijm"}> : (tensor<?x4x8xf32>, tensor<?x8x5xf32>) -> tensor<?x4x5xf32>
  func.return %0 : tensor<?x4x5xf32>
}

// CHECK-LABEL: func.func @exponential_minus_one(
// CHECK:         stablehlo.exponential_minus_one %x : tensor<?x2xf32>
func.func @exponential_minus_one(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.exponential_minus_one %x : tensor<?x2xf32>
  func.return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @floor(
// CHECK:         stablehlo.floor %x : tensor<?x2xf16>
func.func @floor(%x: tensor<?x2xf16>) -> tensor<?x2xf16> {
  %0 = stablehlo.floor %x : tensor<?x2xf16>
  func.return %0 : tensor<?x2xf16>
}

// CHECK-LABEL: func.func @get_tuple_element(
// CHECK:         stablehlo.get_tuple_element %x[1] : (tuple<tensor<?xf32>, tensor<i32>>) -> tensor<i32>
func.func @get_tuple_element(%x: tuple<tensor<?xf32>, tensor<i32>>) -> tensor<i32> {
  %0 = stablehlo.get_tuple_element %x[1] : (tuple<tensor<?xf32>, tensor<i32>>) -> tensor<i32>
  func.return %0 : tensor<i32>
}

// CHECK-LABEL: func.func @if(
// CHECK:         "stablehlo.if"(%p) ({
func.func @if(%x: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %x : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @imag(
// CHECK:         stablehlo.imag %x : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
func.func @imag(%x: tensor<?xcomplex<f32>>) -> tensor<?xf32> {
  %0 = stablehlo.imag %x : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @infeed(
// CHECK:         "stablehlo.infeed"(%x) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
func.func @infeed(%x: !stablehlo.token) -> (tensor<4xf32>, !stablehlo.token) {
  %0, %1 = "stablehlo.infeed"(%x) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  func.return %0, %1 : tensor<4xf32>, !stablehlo.token
}

// CHECK-LABEL: func.func @is_finite(
// CHECK:         stablehlo.is_finite %x : (tensor<?xf32>) -> tensor<?xi1>
func.func @is_finite(%x: tensor<?xf32>) -> tensor<?xi1> {
  %0 = stablehlo.is_finite %x : (tensor<?xf32>) -> tensor<?xi1>
  func.return %0 : tensor<?xi1>
}

// CHECK-LABEL: func.func @log(
// CHECK:         stablehlo.log %x : tensor<?x2xf32>
func.func @log(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.log %x : tensor<?x2xf32>
  func.return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @log_plus_one(
// CHECK:         stablehlo.log_plus_one %x : tensor<?x2xf32>
func.func @log_plus_one(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.log_plus_one %x : tensor<?x2xf32>
  func.return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @logistic(
// CHECK:         stablehlo.logistic %x : tensor<?x2xf32>
func.func @logistic(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.logistic %x : tensor<?x2xf32>
  func.return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @map(
// CHECK:         "stablehlo.map"(%x, %x) <{dimensions = array<i64: 0, 1>}> ({
func.func @map(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = "stablehlo.map"(%x, %x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  func.return %0 : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @negate(
// CHECK:         stablehlo.negate %x : tensor<?xf32>
func.func @negate(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @not(
// CHECK:         stablehlo.not %x : tensor<?x2xi1>
func.func @not(%x: tensor<?x2xi1>) -> tensor<?x2xi1> {
  %0 = stablehlo.not %x : tensor<?x2xi1>
  func.return %0 : tensor<?x2xi1>
}

// CHECK-LABEL: func.func @or(
// CHECK:         stablehlo.or %x, %x : tensor<?x2xi1>
func.func @or(%x: tensor<?x2xi1>) -> tensor<?x2xi1> {
  %0 = stablehlo.or %x, %x : tensor<?x2xi1>
  func.return %0 : tensor<?x2xi1>
}

// CHECK-LABEL: func.func @outfeed(
// CHECK:         "stablehlo.outfeed"(%x, %y) <{outfeed_config = "c"}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
func.func @outfeed(%x: tensor<4xf32>, %y: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.outfeed"(%x, %y) <{outfeed_config = "c"}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  func.return %0 : !stablehlo.token
}

// CHECK-LABEL: func.func @partition_id(
// CHECK:         stablehlo.partition_id : tensor<ui32>
func.func @partition_id() -> tensor<ui32> {
  %0 = stablehlo.partition_id : tensor<ui32>
  func.return %0 : tensor<ui32>
}

// CHECK-LABEL: func.func @popcnt(
// CHECK:         stablehlo.popcnt %x : tensor<?x2xi64>
func.func @popcnt(%x: tensor<?x2xi64>) -> tensor<?x2xi64> {
  %0 = stablehlo.popcnt %x : tensor<?x2xi64>
  func.return %0 : tensor<?x2xi64>
}

// CHECK-LABEL: func.func @power(
// CHECK:         stablehlo.power %x, %x : tensor<?x2xf32>
func.func @power(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.power %x, %x : tensor<?x2xf32>
  func.return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @real(
// CHECK:         stablehlo.real %x : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
func.func @real(%x: tensor<?xcomplex<f32>>) -> tensor<?xf32> {
  %0 = stablehlo.real %x : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @real_dynamic_slice(
// CHECK:         stablehlo.real_dynamic_slice %x, %y, %y, %y : (tensor<?x8xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
func.func @real_dynamic_slice(%x: tensor<?x8xf32>, %y: tensor<2xindex>) -> tensor<?x?xf32> {
  %0 = stablehlo.real_dynamic_slice %x, %y, %y, %y : (tensor<?x8xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @recv(
// CHECK:         "stablehlo.recv"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
func.func @recv(%x: !stablehlo.token) -> (tensor<4xf32>, !stablehlo.token) {
  %0, %1 = "stablehlo.recv"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  func.return %0, %1 : tensor<4xf32>, !stablehlo.token
}

// CHECK-LABEL: func.func @reduce_precision(
// CHECK:         stablehlo.reduce_precision %x, format = e5m2 : tensor<?xf32>
func.func @reduce_precision(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.reduce_precision %x, format = e5m2 : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @reduce_scatter(
// CHECK:         "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 1 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> ({
func.func @reduce_scatter(%x: tensor<4x8xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @reduce_window(
// CHECK:         "stablehlo.reduce_window"(%x, %y) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 1, 2>, padding = dense<{{\[\[}}0, 0], [1, 1]]> : tensor<2x2xi64>}> ({
func.func @reduce_window(%x: tensor<?x8xf32>, %y: tensor<f32>) -> tensor<?x7xf32> {
  %0 = "stablehlo.reduce_window"(%x, %y) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x7xf32>
  func.return %0 : tensor<?x7xf32>
}

// CHECK-LABEL: func.func @replica_id(
// CHECK:         stablehlo.replica_id : tensor<ui32>
func.func @replica_id() -> tensor<ui32> {
  %0 = stablehlo.replica_id : tensor<ui32>
  func.return %0 : tensor<ui32>
}

// CHECK-LABEL: func.func @rng(
// CHECK:         stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xindex>) -> tensor<?x8xf32>
func.func @rng(%low: tensor<f32>, %high: tensor<f32>, %shape: tensor<2xindex>) -> tensor<?x8xf32> {
  %0 = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xindex>) -> tensor<?x8xf32>
  func.return %0 : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @rng_bit_generator(
// CHECK:         stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
func.func @rng_bit_generator(%state: tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>) {
  %0, %1 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  func.return %0, %1 : tensor<2xui64>, tensor<4xui32>
}

// CHECK-LABEL: func.func @round_nearest_afz(
// CHECK:         stablehlo.round_nearest_afz %x : tensor<?x2xf32>
func.func @round_nearest_afz(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.round_nearest_afz %x : tensor<?x2xf32>
  func.return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @round_nearest_even(
// CHECK:         stablehlo.round_nearest_even %x : tensor<?x2xf32>
func.func @round_nearest_even(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.round_nearest_even %x : tensor<?x2xf32>
  func.return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @rsqrt(
// CHECK:         stablehlo.rsqrt %x : tensor<?x2xf32>
func.func @rsqrt(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.rsqrt %x : tensor<?x2xf32>
  func.return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @select_and_scatter(
// CHECK:         "stablehlo.select_and_scatter"(%x, %y, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
func.func @select_and_scatter(%x: tensor<?x8xf32>, %y: tensor<?x4xf32>, %z: tensor<f32>) -> tensor<?x8xf32> {
  %0 = "stablehlo.select_and_scatter"(%x, %y, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a_1: tensor<f32>, %b_1: tensor<f32>):
    %s = stablehlo.add %a_1, %b_1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?x8xf32>, tensor<?x4xf32>, tensor<f32>) -> tensor<?x8xf32>
  func.return %0 : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @send(
// CHECK:         "stablehlo.send"(%x, %y) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
func.func @send(%x: tensor<4xf32>, %y: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.send"(%x, %y) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  func.return %0 : !stablehlo.token
}

// CHECK-LABEL: func.func @shift_left(
// CHECK:         stablehlo.shift_left %x, %x : tensor<?x2xi32>
func.func @shift_left(%x: tensor<?x2xi32>) -> tensor<?x2xi32> {
  %0 = stablehlo.shift_left %x, %x : tensor<?x2xi32>
  func.return %0 : tensor<?x2xi32>
}

// CHECK-LABEL: func.func @shift_right_arithmetic(
// CHECK:         stablehlo.shift_right_arithmetic %x, %x : tensor<?x2xi32>
func.func @shift_right_arithmetic(%x: tensor<?x2xi32>) -> tensor<?x2xi32> {
  %0 = stablehlo.shift_right_arithmetic %x, %x : tensor<?x2xi32>
  func.return %0 : tensor<?x2xi32>
}

// CHECK-LABEL: func.func @shift_right_logical(
// CHECK:         stablehlo.shift_right_logical %x, %x : tensor<?x2xui8>
func.func @shift_right_logical(%x: tensor<?x2xui8>) -> tensor<?x2xui8> {
  %0 = stablehlo.shift_right_logical %x, %x : tensor<?x2xui8>
  func.return %0 : tensor<?x2xui8>
}

// CHECK-LABEL: func.func @sine(
// CHECK:         stablehlo.sine %x : tensor<?x2xf32>
func.func @sine(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.sine %x : tensor<?x2xf32>
  func.return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @sqrt(
// CHECK:         stablehlo.sqrt %x : tensor<?x2xf32>
func.func @sqrt(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.sqrt %x : tensor<?x2xf32>
  func.return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @tan(
// CHECK:         stablehlo.tan %x : tensor<?x2xf32>
func.func @tan(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.tan %x : tensor<?x2xf32>
  func.return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @tanh(
// CHECK:         stablehlo.tanh %x : tensor<?x2xf32>
func.func @tanh(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.tanh %x : tensor<?x2xf32>
  func.return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @torch_index_select(
// CHECK:         "stablehlo.torch_index_select"(%x, %y) <{dim = 1 : i64, batch_dims = 1 : i64}> : (tensor<3x?x8xf32>, tensor<3x5xi32>) -> tensor<3x5x8xf32>
func.func @torch_index_select(%x: tensor<3x?x8xf32>, %y: tensor<3x5xi32>) -> tensor<3x5x8xf32> {
  %0 = "stablehlo.torch_index_select"(%x, %y) <{dim = 1 : i64, batch_dims = 1 : i64}> : (tensor<3x?x8xf32>, tensor<3x5xi32>) -> tensor<3x5x8xf32>
  func.return %0 : tensor<3x5x8xf32>
}

// CHECK-LABEL: func.func @trace(
// CHECK:         stablehlo.trace %x, "a place" : tensor<?xf32>
func.func @trace(%x: tensor<?xf32>) {
  stablehlo.trace %x, "a place" : tensor<?xf32>
  func.return
}

// CHECK-LABEL: func.func @triangular_solve(
// CHECK:         "stablehlo.triangular_solve"(%x, %y) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<?x3x3xf32>, tensor<?x3x2xf32>) -> tensor<?x3x2xf32>
func.func @triangular_solve(%x: tensor<?x3x3xf32>, %y: tensor<?x3x2xf32>) -> tensor<?x3x2xf32> {
  %0 = "stablehlo.triangular_solve"(%x, %y) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<?x3x3xf32>, tensor<?x3x2xf32>) -> tensor<?x3x2xf32>
  func.return %0 : tensor<?x3x2xf32>
}

// CHECK-LABEL: func.func @tuple(
// CHECK:         stablehlo.tuple %x, %y : tuple<tensor<?xf32>, tensor<i32>>
func.func @tuple(%x: tensor<?xf32>, %y: tensor<i32>) -> tuple<tensor<?xf32>, tensor<i32>> {
  %0 = stablehlo.tuple %x, %y : tuple<tensor<?xf32>, tensor<i32>>
  func.return %0 : tuple<tensor<?xf32>, tensor<i32>>
}

// CHECK-LABEL: func.func @unary_einsum(
// CHECK:         "stablehlo.unary_einsum"(%x) <{einsum_config = "ijk->ki"}> : (tensor<?x4x8xf32>) -> tensor<8x?xf32>
func.func @unary_einsum(%x: tensor<?x4x8xf32>) -> tensor<8x?xf32> {
  %0 = "stablehlo.unary_einsum"(%x) <{einsum_config = "ijk->ki"}> : (tensor<?x4x8xf32>) -> tensor<8x?xf32>
  func.return %0 : tensor<8x?xf32>
}

// CHECK-LABEL: func.func @uniform_dequantize(
// CHECK:         stablehlo.uniform_dequantize %x : (tensor<?x!quant.uniform<u8:f32, 3.4e1:16>>) -> tensor<?xf32>
func.func @uniform_dequantize(%x: tensor<?x!quant.uniform<u8:f32, 3.4e1:16>>) -> tensor<?xf32> {
  %0 = stablehlo.uniform_dequantize %x : (tensor<?x!quant.uniform<u8:f32, 3.4e1:16>>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @uniform_quantize(
// CHECK:         stablehlo.uniform_quantize %x : (tensor<?xf32>) -> tensor<?x!quant.uniform<u8:f32, 3.4e1:16>>
func.func @uniform_quantize(%x: tensor<?xf32>) -> tensor<?x!quant.uniform<u8:f32, 3.4e1:16>> {
  %0 = stablehlo.uniform_quantize %x : (tensor<?xf32>) -> tensor<?x!quant.uniform<u8:f32, 3.4e1:16>>
  func.return %0 : tensor<?x!quant.uniform<u8:f32, 3.4e1:16>>
}

// CHECK-LABEL: func.func @xor(
// CHECK:         stablehlo.xor %x, %x : tensor<?x2xi1>
func.func @xor(%x: tensor<?x2xi1>) -> tensor<?x2xi1> {
  %0 = stablehlo.xor %x, %x : tensor<?x2xi1>
  func.return %0 : tensor<?x2xi1>
}
