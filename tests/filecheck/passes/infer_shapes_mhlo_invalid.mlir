// RUN: not tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file 2>&1 | filecheck %s

// 8 elements are not rows of three.
// CHECK: infer_shapes_mhlo_invalid.mlir:6:3: error: mhlo.dynamic_reshape: the number of elements must not change
func.func @three_rows(%x: tensor<8xf32>, %s: tensor<2xindex>) -> tensor<3x?xf32> {
  %0 = mhlo.dynamic_reshape %x, %s : (tensor<8xf32>, tensor<2xindex>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}

// -----

// Operands that are tied elsewhere to different sizes.
// CHECK: infer_shapes_mhlo_invalid.mlir:18:3: error: mhlo.add: elementwise operands: sizes
func.func @tied_to_two_sizes(%x: tensor<?xf32>, %a: tensor<4xf32>, %b: tensor<5xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %ca = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %cb = tensor.cast %b : tensor<5xf32> to tensor<?xf32>
  %0 = mhlo.add %x, %ca : tensor<?xf32>
  %1 = mhlo.add %x, %cb : tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// A contraction over sizes that differ.
// CHECK: infer_shapes_mhlo_invalid.mlir:29:3: error: mhlo.dot: contracting dimension: sizes
func.func @contraction(%x: tensor<?x?xf32>, %a: tensor<?x4xf32>, %b: tensor<5x?xf32>) -> tensor<?x?xf32> {
  %ca = tensor.cast %a : tensor<?x4xf32> to tensor<?x?xf32>
  %cb = tensor.cast %b : tensor<5x?xf32> to tensor<?x?xf32>
  %0 = "mhlo.dot"(%ca, %cb) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
