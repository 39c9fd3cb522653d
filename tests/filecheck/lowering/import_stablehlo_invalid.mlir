// RUN: not tieshape-opt %s -p tieshape-import-stablehlo --split-input-file 2>&1 | filecheck %s

// CHECK: {{.*}}invalid.mlir:5:3: error: stablehlo.composite: its decomposition @missing does not exist
func.func @composite(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.composite "my.sort" %x {decomposition = @missing} : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A window of unknown size that is no prefix sum: it may be shorter than the dimension.
// CHECK: error: mhlo.custom_call: windows of unknown size are supported where they make prefix sums or other folds
func.func @window(%x: tensor<?xf32>, %w: tensor<1xi32>, %p: tensor<1x2xi32>) -> tensor<?xf32> {
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %w, %one, %one, %one, %p) {called_computations = [@sum]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// What only a body shows is judged in mhlo.
// CHECK: error: mhlo.reduce: the body computes in i32, the values are f32 (C6)
func.func @body(%x: tensor<?xf32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.reduce"(%x, %c) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK: error: mhlo.custom_call: @lapack_spotrf_ffi needs uplo, the number of one of LU
func.func @no_triangle(%x: tensor<?x4x4xf32>) -> tensor<?x4x4xf32> {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x) {mhlo.backend_config = {uplo = 65 : ui8}} : (tensor<?x4x4xf32>) -> (tensor<?x4x4xf32>, tensor<?xi32>)
  return %0#0 : tensor<?x4x4xf32>
}

// -----

// CHECK: error: mhlo.custom_call: @lapack_strsm_ffi has 2 matrices and 1 results
func.func @no_right_side(%x: tensor<?x4x4xf32>) -> tensor<?x4x4xf32> {
  %0 = stablehlo.custom_call @lapack_strsm_ffi(%x) : (tensor<?x4x4xf32>) -> tensor<?x4x4xf32>
  return %0 : tensor<?x4x4xf32>
}

// -----

// CHECK: error: mhlo.custom_call: @stablehlo.dynamic_top_k needs a tensor of rows, got tensor<f32>
func.func @top_k_of_a_scalar(%x: tensor<f32>, %k: tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}

// -----

// CHECK: error: mhlo.custom_call: @ApproxTopK needs values, a start for each, a comparator, reduction_dim and a number
func.func @no_comparator(%x: tensor<?xf32>, %c: tensor<f32>) -> tensor<?xf32> {
  %0 = stablehlo.custom_call @ApproxTopK(%x, %c) {mhlo.backend_config = {reduction_dim = 0 : i64, top_k = 2 : i64}} : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Ops with bodies are judged by mhlo's verifiers.
// CHECK: error: mhlo.reduce: dimensions entry 2 is out of range for rank 2 (C4, C5)
func.func @dimension(%x: tensor<?x?xf32>, %init: tensor<f32>) -> tensor<?xf32> {
  %0 = "stablehlo.reduce"(%x, %init) <{dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK: error: mhlo.if: branch 0 has 1 arguments, 0 are needed (C1)
func.func @branch(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK: error: stablehlo.composite: has 1 operands, its decomposition @impl 0
func.func private @impl() -> tensor<f32> {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  return %0 : tensor<f32>
}
func.func @composite(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.composite "a.b" %x {decomposition = @impl} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK: error: stablehlo.composite: has 1 results, its decomposition @none 0
func.func private @none(%x: tensor<f32>) {
  return
}
func.func @composite(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.composite "a.b" %x {decomposition = @none} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK: error: mhlo.custom_call: @shape_assertion of tensor<4xi1>, tensor<i1> is needed
func.func @assertion(%x: tensor<4xi1>, %y: tensor<?xf32>) -> tensor<?xf32> {
  stablehlo.custom_call @shape_assertion(%x) {error_message = "all must hold", has_side_effect = true} : (tensor<4xi1>) -> ()
  return %y : tensor<?xf32>
}

// -----

// A window as long as another dimension of which nothing is said.
// CHECK: error: mhlo.custom_call: windows of unknown size are supported where they make prefix sums or other folds
func.func @as_long_as_another(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %size = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %less = stablehlo.subtract %size, %one : tensor<1xi32>
  %both = stablehlo.concatenate %less, %none, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %padding = stablehlo.reshape %both : (tensor<2xi32>) -> tensor<1x2xi32>
  %r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%y, %zero, %size, %one, %one, %one, %padding) {called_computations = [@add]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func private @add(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// What only a branch tests tells nothing after it.
// CHECK: error: mhlo.custom_call: windows of unknown size are supported where they make prefix sums or other folds
func.func @tested_in_a_branch(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %q = "stablehlo.if"(%p) ({
    %2 = stablehlo.compare EQ, %0, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2) {api_version = 2 : i32, error_message = "sizes differ", has_side_effect = true} : (tensor<i1>) -> ()
    stablehlo.return %zero : tensor<f32>
  }, {
    stablehlo.return %zero : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %size = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %less = stablehlo.subtract %size, %one : tensor<1xi32>
  %both = stablehlo.concatenate %less, %none, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %padding = stablehlo.reshape %both : (tensor<2xi32>) -> tensor<1x2xi32>
  %r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%y, %zero, %size, %one, %one, %one, %padding) {called_computations = [@add]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func private @add(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK: error: mhlo.custom_call: operand 0 must be a tensor of known rank
func.func @window_without_rank(%x: tensor<*xf32>, %w: tensor<1xi32>, %p: tensor<1x2xi32>) -> tensor<*xf32> {
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %w, %one, %one, %one, %p) {called_computations = [@sum]} : (tensor<*xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
func.func @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK: error: mhlo.custom_call: @lapack_sgesdd_ffi: result 1 must be a tensor of known rank
func.func @singular_values(%a: tensor<?x3x4xf32>) -> index {
  %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%a) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<?x3x4xf32>) -> (tensor<?x3x4xf32>, index, tensor<?x3x3xf32>, tensor<?x3x4xf32>, tensor<?xi32>)
  return %0#1 : index
}
