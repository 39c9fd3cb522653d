// RUN: not tieshape-opt %s -p "tieshape-export-stablehlo{for=jax}" --split-input-file 2>&1 | filecheck %s
// RUN: tieshape-opt %s -p tieshape-export-stablehlo --split-input-file | filecheck %s --check-prefix ANY

// Sizes that JAX would leave unknown are an error for it, and for nobody else.
// CHECK: export_refinement.mlir:8:3: error: mhlo.einsum: JAX does not refine its unknown sizes; use a dot_general in its place
// ANY:   stablehlo.einsum
func.func @einsum(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "mhlo.einsum"(%x, %y) <{einsum_config = "ab,bc->ac"}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}

// -----

// CHECK: export_refinement.mlir:16:3: error: mhlo.bitcast_convert: JAX does not refine its unknown sizes; use shifts and conversions in its place
func.func @narrower(%x: tensor<?xi32>) -> tensor<?x4xi8> {
  %0 = "mhlo.bitcast_convert"(%x) : (tensor<?xi32>) -> tensor<?x4xi8>
  func.return %0 : tensor<?x4xi8>
}

// -----

// Elements of one width, and known sizes, it takes.
// CHECK:     func.func public @main
// CHECK:       stablehlo.bitcast_convert
func.func @as_wide(%x: tensor<?xi32>) -> tensor<?xf32> {
  %0 = "mhlo.bitcast_convert"(%x) : (tensor<?xi32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// CHECK:     func.func public @main
// CHECK:       stablehlo.bitcast_convert
func.func @known(%x: tensor<3xi32>) -> tensor<3x4xi8> {
  %0 = "mhlo.bitcast_convert"(%x) : (tensor<3xi32>) -> tensor<3x4xi8>
  func.return %0 : tensor<3x4xi8>
}
