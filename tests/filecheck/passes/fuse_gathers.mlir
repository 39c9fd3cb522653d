// RUN: tieshape-opt %s --split-input-file -p tieshape-fuse | filecheck %s

sdim.symbol @S0

// Rows that are copied by an index cost no more to copy again for each batch than to read: one launch.
// CHECK-LABEL: func.func @rows
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:           "mhlo.gather"
// CHECK:           "mhlo.broadcast_in_dim"
// CHECK:           mhlo.add
// CHECK:         }) {tieshape.kind = "loop"}
// CHECK-NEXT:    func.return
func.func @rows(%t: tensor<512x64xf32>, %i: tensor<8xi32>, %x: tensor<4x8x64xf32>) -> tensor<4x8x64xf32> {
  %0 = "mhlo.gather"(%t, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 64]> : tensor<2xi64>}> : (tensor<512x64xf32>, tensor<8xi32>) -> tensor<8x64xf32>
  %1 = "mhlo.broadcast_in_dim"(%0) <{broadcast_dimensions = dense<[1, 2]> : tensor<2xi64>}> : (tensor<8x64xf32>) -> tensor<4x8x64xf32>
  %2 = mhlo.add %x, %1 : tensor<4x8x64xf32>
  func.return %2 : tensor<4x8x64xf32>
}

// -----

// Single elements lie apart: they are gathered once, and what they are broadcast to is a launch for itself.
// CHECK-LABEL: func.func @elements
// CHECK-NEXT:    "mhlo.gather"
// CHECK-NEXT:    "mhlo.fusion"
// CHECK-NOT:     "mhlo.gather"
// CHECK:         func.return
func.func @elements(%t: tensor<512xf32>, %i: tensor<64xi32>, %x: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %0 = "mhlo.gather"(%t, %i) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<1> : tensor<1xi64>}> : (tensor<512xf32>, tensor<64xi32>) -> tensor<64xf32>
  %1 = "mhlo.broadcast_in_dim"(%0) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<64xf32>) -> tensor<4x64xf32>
  %2 = mhlo.add %x, %1 : tensor<4x64xf32>
  func.return %2 : tensor<4x64xf32>
}

// -----

// So do those of a column.
// CHECK-LABEL: func.func @columns
// CHECK-NEXT:    "mhlo.gather"
// CHECK-NEXT:    "mhlo.fusion"
// CHECK-NOT:     "mhlo.gather"
// CHECK:         func.return
func.func @columns(%t: tensor<64x512xf32>, %i: tensor<8xi32>, %x: tensor<4x8x64xf32>) -> tensor<4x8x64xf32> {
  %0 = "mhlo.gather"(%t, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = dense<[64, 1]> : tensor<2xi64>}> : (tensor<64x512xf32>, tensor<8xi32>) -> tensor<8x64xf32>
  %1 = "mhlo.broadcast_in_dim"(%0) <{broadcast_dimensions = dense<[1, 2]> : tensor<2xi64>}> : (tensor<8x64xf32>) -> tensor<4x8x64xf32>
  %2 = mhlo.add %x, %1 : tensor<4x8x64xf32>
  func.return %2 : tensor<4x8x64xf32>
}

// -----

// What is dear to make again is not, though rows of it are.
// CHECK-LABEL: func.func @dear
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:           "mhlo.gather"
// CHECK:           mhlo.tanh
// CHECK:         "mhlo.fusion"
// CHECK:         func.return
func.func @dear(%t: tensor<512x64xf32>, %i: tensor<8xi32>, %x: tensor<4x8x64xf32>) -> tensor<4x8x64xf32> {
  %0 = "mhlo.gather"(%t, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 64]> : tensor<2xi64>}> : (tensor<512x64xf32>, tensor<8xi32>) -> tensor<8x64xf32>
  %1 = mhlo.tanh %0 : tensor<8x64xf32>
  %2 = "mhlo.broadcast_in_dim"(%1) <{broadcast_dimensions = dense<[1, 2]> : tensor<2xi64>}> : (tensor<8x64xf32>) -> tensor<4x8x64xf32>
  %3 = mhlo.add %x, %2 : tensor<4x8x64xf32>
  func.return %3 : tensor<4x8x64xf32>
}
