// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// Products that sum over dimensions.
func.func @contraction(%v: tensor<?xf32>, %m: tensor<?x8xf32>, %n: tensor<8x?xf32>, %b: tensor<?x4x8xf32>, %c: tensor<?x8x5xf32>) {
  %dot = "mhlo.dot"(%m, %n) : (tensor<?x8xf32>, tensor<8x?xf32>) -> tensor<?x?xf32>
  %inner = "mhlo.dot"(%v, %v) {precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision HIGHEST>]} : (tensor<?xf32>, tensor<?xf32>) -> tensor<f32>
  %general = "mhlo.dot_general"(%b, %c) {dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#mhlo<precision HIGH>, #mhlo<precision PACKED_NIBBLE>]} : (tensor<?x4x8xf32>, tensor<?x8x5xf32>) -> tensor<?x4x5xf32>
  %outer = "mhlo.dot_general"(%v, %v) {dot_dimension_numbers = #mhlo.dot<>, precision_config = [#mhlo<precision HIGH>]} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %any_order = "mhlo.dot_general"(%m, %n) {dot_dimension_numbers = #mhlo.dot<rhs_contracting_dimensions = [0], lhs_contracting_dimensions = [1]>} : (tensor<?x8xf32>, tensor<8x?xf32>) -> tensor<?x?xf32>
  %einsum = "mhlo.einsum"(%b, %c) {einsum_config = "ijk,ikm->ijm"} : (tensor<?x4x8xf32>, tensor<?x8x5xf32>) -> tensor<?x4x5xf32>
  %ellipsis = "mhlo.einsum"(%b, %m) {einsum_config = "...ab,cb->...ac"} : (tensor<?x4x8xf32>, tensor<?x8xf32>) -> tensor<?x4x?xf32>
  %unary = "mhlo.unary_einsum"(%b) {einsum_config = "ijk->ki"} : (tensor<?x4x8xf32>) -> tensor<8x?xf32>
  func.return
}

// CHECK-LABEL: func.func @contraction(
// CHECK-NEXT: %dot = "mhlo.dot"(%m, %n) : (tensor<?x8xf32>, tensor<8x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %inner = "mhlo.dot"(%v, %v) <{precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision HIGHEST>]}> : (tensor<?xf32>, tensor<?xf32>) -> tensor<f32>
// CHECK-NEXT: %general = "mhlo.dot_general"(%b, %c) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#mhlo<precision HIGH>, #mhlo<precision PACKED_NIBBLE>]}> : (tensor<?x4x8xf32>, tensor<?x8x5xf32>) -> tensor<?x4x5xf32>
// CHECK-NEXT: %outer = "mhlo.dot_general"(%v, %v) <{dot_dimension_numbers = #mhlo.dot<>, precision_config = [#mhlo<precision HIGH>]}> : (tensor<?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %any_order = "mhlo.dot_general"(%m, %n) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x8xf32>, tensor<8x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %einsum = "mhlo.einsum"(%b, %c) <{einsum_config = "ijk,ikm->ijm"}> : (tensor<?x4x8xf32>, tensor<?x8x5xf32>) -> tensor<?x4x5xf32>
// CHECK-NEXT: %ellipsis = "mhlo.einsum"(%b, %m) <{einsum_config = "...ab,cb->...ac"}> : (tensor<?x4x8xf32>, tensor<?x8xf32>) -> tensor<?x4x?xf32>
// CHECK-NEXT: %unary = "mhlo.unary_einsum"(%b) <{einsum_config = "ijk->ki"}> : (tensor<?x4x8xf32>) -> tensor<8x?xf32>
