// RUN: tieshape-opt --split-input-file %s | filecheck %s
// RUN: tieshape-opt --split-input-file --print-op-generic %s | tieshape-opt --split-input-file | filecheck %s
// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s --check-prefix INFER
// RUN: tieshape-opt --split-input-file -p tieshape-optimize-shapes %s | filecheck %s --check-prefix ALONE

// What older verifiers took is read and printed; that it contradicts the op is inference's to say.

// CHECK-LABEL: func.func @convolution
// CHECK: -> tensor<2x6x7x16xf32>
// INFER: infer_shapes_contradictions.mlir:{{[0-9]+}}:3: error: mhlo.convolution: the result has size 6, its type says 7
func.func @convolution(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) -> tensor<2x6x7x16xf32> {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x7x16xf32>
  func.return %r : tensor<2x6x7x16xf32>
}

// -----

// CHECK-LABEL: func.func @slice_to_unknown_limit
// CHECK: limit_indices = dense<[3, -1]>
// INFER: error: mhlo.slice: the limit of dimension 1 is not known
func.func @slice_to_unknown_limit(%x: tensor<4x?xi64>) -> tensor<2x?xi64> {
  %r = "mhlo.slice"(%x) <{start_indices = dense<[1, -1]> : tensor<2xi64>, limit_indices = dense<[3, -1]> : tensor<2xi64>, strides = dense<[1, -1]> : tensor<2xi64>}> : (tensor<4x?xi64>) -> tensor<2x?xi64>
  func.return %r : tensor<2x?xi64>
}

// -----

// CHECK-LABEL: func.func @element_of_unknown_slice
// INFER: error: mhlo.slice: the limit of dimension 0 is not known
// ALONE: %[[E:.*]] = tensor.extract %r[%c0] : tensor<?xindex>
// ALONE-NEXT: func.return %[[E]] : index
func.func @element_of_unknown_slice(%a: index, %b: index) -> index {
  %c0 = arith.constant 0 : index
  %v = tensor.from_elements %a, %b : tensor<2xindex>
  %x = tensor.cast %v : tensor<2xindex> to tensor<?xindex>
  %r = "mhlo.slice"(%x) <{start_indices = dense<[-1]> : tensor<1xi64>, limit_indices = dense<[-1]> : tensor<1xi64>, strides = dense<[-1]> : tensor<1xi64>}> : (tensor<?xindex>) -> tensor<?xindex>
  %e = tensor.extract %r[%c0] : tensor<?xindex>
  func.return %e : index
}

// -----

// CHECK-LABEL: func.func @slice_of_fewer_dimensions
// CHECK: mhlo.dynamic_slice
// INFER: error: mhlo.dynamic_slice: slice_sizes has 1 values, 2 are needed
func.func @slice_of_fewer_dimensions(%x: tensor<3x6xf32>, %i: tensor<i64>) -> tensor<2xf32> {
  %r = "mhlo.dynamic-slice"(%x, %i) {slice_sizes = dense<2> : tensor<1xi64>} : (tensor<3x6xf32>, tensor<i64>) -> tensor<2xf32>
  func.return %r : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @update_of_fewer_dimensions
// CHECK: mhlo.dynamic_update_slice
// INFER: error: mhlo.dynamic_update_slice: the update has rank 1, rank 2 is needed
func.func @update_of_fewer_dimensions(%x: tensor<3x?xf32>, %u: tensor<3xf32>, %i: tensor<i64>) -> tensor<3x?xf32> {
  %r = "mhlo.dynamic-update-slice"(%x, %u, %i, %i) : (tensor<3x?xf32>, tensor<3xf32>, tensor<i64>, tensor<i64>) -> tensor<3x?xf32>
  func.return %r : tensor<3x?xf32>
}

// -----

// CHECK-LABEL: func.func @rows_as_elements
// CHECK: mhlo.reduce(%x init: %z) across dimensions = [0]
// INFER: error: mhlo.reduce: a start value that is no scalar is not supported
func.func @rows_as_elements(%x: tensor<?x5xf32>, %z: tensor<5xf32>) -> tensor<5xf32> {
  %r = "mhlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<5xf32>, %b: tensor<5xf32>):
    %s = mhlo.maximum %a, %b : tensor<5xf32>
    mhlo.return %s : tensor<5xf32>
  }) {dimensions = dense<0> : tensor<1xi64>} : (tensor<?x5xf32>, tensor<5xf32>) -> tensor<5xf32>
  func.return %r : tensor<5xf32>
}
