// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt %s | tieshape-opt | filecheck %s
// RUN: tieshape-opt %s --print-op-generic | tieshape-opt | filecheck %s

// Each op in StableHLO's own text, which prints as it is read.
func.func @shapes(%x: tensor<?x4xf32>, %s: tensor<2xi32>, %i: tensor<i32>, %v: tensor<f32>) {
  // CHECK: stablehlo.broadcast_in_dim %v, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %0 = stablehlo.broadcast_in_dim %v, dims = [] : (tensor<f32>) -> tensor<3xf32>
  // CHECK: stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] {known_nonexpanding_dimensions = array<i64: 1>} : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] {known_nonexpanding_dimensions = array<i64: 1>} : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  // CHECK: stablehlo.concatenate %x, %{{.*}}, dim = 0 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = stablehlo.concatenate %x, %1, dim = 0 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK: stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<?x4xi32>
  %3 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<?x4xi32>
  // CHECK: stablehlo.iota dim = 0 : tensor<8xi32>
  %4 = stablehlo.iota dim = 0 : tensor<8xi32>
  // CHECK: stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %5 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  // CHECK: stablehlo.set_dimension_size %x, %i, dim = 1 : (tensor<?x4xf32>, tensor<i32>) -> tensor<?x?xf32>
  %6 = stablehlo.set_dimension_size %x, %i, dim = 1 : (tensor<?x4xf32>, tensor<i32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.pad %x, %v, low = [0, 1], high = [2, -1], interior = [0, 3] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x13xf32>
  %7 = stablehlo.pad %x, %v, low = [0, 1], high = [2, -1], interior = [0, 3] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x13xf32>
  // CHECK: stablehlo.reverse %x, dims = [0, 1] : tensor<?x4xf32>
  %8 = stablehlo.reverse %x, dims = [0, 1] : tensor<?x4xf32>
  // CHECK: stablehlo.slice %{{.*}} [1:7, 0:13:4] : (tensor<8x13xf32>) -> tensor<6x4xf32>
  %9 = "test.op"() : () -> tensor<8x13xf32>
  %10 = stablehlo.slice %9 [1:7, 0:13:4] : (tensor<8x13xf32>) -> tensor<6x4xf32>
  // CHECK: stablehlo.slice %v [] : (tensor<f32>) -> tensor<f32>
  %11 = stablehlo.slice %v [] : (tensor<f32>) -> tensor<f32>
  // CHECK: stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 4] : (tensor<?x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  %12 = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 4] : (tensor<?x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  // CHECK: stablehlo.transpose %x, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %13 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
  // CHECK: stablehlo.compare LT, %i, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %14 = stablehlo.compare LT, %i, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK: stablehlo.select %{{.*}}, %v, %v : tensor<i1>, tensor<f32>
  %15 = stablehlo.select %14, %v, %v : tensor<i1>, tensor<f32>
  // CHECK: stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<?x4xf32>
  %16 = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<?x4xf32>
  // CHECK: stablehlo.convert %x : (tensor<?x4xf32>) -> tensor<?x4xbf16>
  %17 = stablehlo.convert %x : (tensor<?x4xf32>) -> tensor<?x4xbf16>
  return
}

func.func @computations(%a: tensor<?x3x4xf32>, %b: tensor<?x4x5xf32>, %m: tensor<4x4xf32>, %c: tensor<f32>, %i: tensor<?x3x4xi32>, %j: tensor<i32>) {
  // CHECK: stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH, DEFAULT] : (tensor<?x3x4xf32>, tensor<?x4x5xf32>) -> tensor<?x3x5xf32>
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH, DEFAULT] : (tensor<?x3x4xf32>, tensor<?x4x5xf32>) -> tensor<?x3x5xf32>
  // CHECK: stablehlo.dot_general %m, %m, contracting_dims = [] x [], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4x4x4xf32>
  %1 = stablehlo.dot_general %m, %m, contracting_dims = [] x [], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4x4x4xf32>
  // CHECK: stablehlo.cholesky %m, lower = true : tensor<4x4xf32>
  %2 = stablehlo.cholesky %m, lower = true : tensor<4x4xf32>
  // CHECK: stablehlo.fft %{{.*}}, type = RFFT, length = [4] : (tensor<4x4xf32>) -> tensor<4x3xcomplex<f32>>
  %3 = stablehlo.fft %m, type = RFFT, length = [4] : (tensor<4x4xf32>) -> tensor<4x3xcomplex<f32>>
  // CHECK: stablehlo.reduce(%a init: %c) applies stablehlo.add across dimensions = [1, 2] : (tensor<?x3x4xf32>, tensor<f32>) -> tensor<?xf32>
  %4 = stablehlo.reduce(%a init: %c) applies stablehlo.add across dimensions = [1, 2] : (tensor<?x3x4xf32>, tensor<f32>) -> tensor<?xf32>
  // CHECK:      stablehlo.reduce(%a init: %c), (%i init: %j) across dimensions = [2] : (tensor<?x3x4xf32>, tensor<?x3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<?x3xf32>, tensor<?x3xi32>)
  // CHECK-SAME: reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<i32>, %s: tensor<i32>) {
  %5:2 = stablehlo.reduce(%a init: %c), (%i init: %j) across dimensions = [2] : (tensor<?x3x4xf32>, tensor<?x3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<?x3xf32>, tensor<?x3xi32>)
   reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<i32>, %s: tensor<i32>) {
    %8 = stablehlo.maximum %p, %q : tensor<f32>
    %9 = stablehlo.minimum %r, %s : tensor<i32>
    stablehlo.return %8, %9 : tensor<f32>, tensor<i32>
  }
  // CHECK: stablehlo.while(%k = %j) : tensor<i32> cond {
  %6 = stablehlo.while(%k = %j) : tensor<i32>
  cond {
    %8 = stablehlo.compare LT, %k, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %8 : tensor<i1>
  } do {
    stablehlo.return %k : tensor<i32>
  }
  // CHECK: %{{.*}}, %{{.*}} = stablehlo.composite "chlo.top_k" %m {composite_attributes = {k = 2 : i64}, decomposition = @top_k, version = 1 : i32} : (tensor<4x4xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %7:2 = stablehlo.composite "chlo.top_k" %m {composite_attributes = {k = 2 : i64}, decomposition = @top_k, version = 1 : i32} : (tensor<4x4xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return
}

func.func private @top_k(tensor<4x4xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)

func.func @convolutions(%x: tensor<?x8x8x3xf32>, %k: tensor<3x3x3x4xf32>) {
  // CHECK: stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<?x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<?x4x7x4xf32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<?x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<?x4x7x4xf32>
  // CHECK: stablehlo.custom_call @foo(%x, %k) {api_version = 2 : i32, has_side_effect = true} : (tensor<?x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<f32>
  %1 = stablehlo.custom_call @foo(%x, %k) {api_version = 2 : i32, has_side_effect = true} : (tensor<?x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<f32>
  // CHECK: stablehlo.create_token : !stablehlo.token
  %2 = stablehlo.create_token : !stablehlo.token
  // CHECK: stablehlo.after_all %{{.*}}, %{{.*}} : !stablehlo.token
  %3 = stablehlo.after_all %2, %2 : !stablehlo.token
  // CHECK: stablehlo.optimization_barrier %x, %k : tensor<?x8x8x3xf32>, tensor<3x3x3x4xf32>
  %4:2 = stablehlo.optimization_barrier %x, %k : tensor<?x8x8x3xf32>, tensor<3x3x3x4xf32>
  return
}
