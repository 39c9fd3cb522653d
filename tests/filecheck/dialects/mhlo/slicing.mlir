// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// Cutting tensors out, writing them back, putting them together, padding them.
func.func @slice(%x: tensor<?x8xf32>, %i: tensor<i64>, %at: tensor<2xindex>, %u: tensor<2x4xf32>, %z: tensor<f32>) {
  %slice = "mhlo.slice"(%x) {start_indices = dense<[0, 1]> : tensor<2xi64>, limit_indices = dense<[4, 8]> : tensor<2xi64>, strides = dense<[1, 3]> : tensor<2xi64>} : (tensor<?x8xf32>) -> tensor<4x3xf32>
  %real = mhlo.real_dynamic_slice %x, %at, %at, %at : (tensor<?x8xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  %dynamic = "mhlo.dynamic_slice"(%x, %i, %i) {slice_sizes = dense<[2, 4]> : tensor<2xi64>} : (tensor<?x8xf32>, tensor<i64>, tensor<i64>) -> tensor<2x4xf32>
  %update = mhlo.dynamic_update_slice %x, %u, %i, %i : (tensor<?x8xf32>, tensor<2x4xf32>, tensor<i64>, tensor<i64>) -> tensor<?x8xf32>
  %concatenate = "mhlo.concatenate"(%x, %x, %x) {dimension = 1 : i64} : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x24xf32>
  %stack = "mhlo.concatenate"(%u, %u) {dimension = 0 : i64} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %pad = "mhlo.pad"(%x, %z) {edge_padding_low = dense<[0, -1]> : tensor<2xi64>, edge_padding_high = dense<[1, 2]> : tensor<2xi64>, interior_padding = dense<[0, 1]> : tensor<2xi64>} : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x16xf32>
  %dynamic_pad = mhlo.dynamic_pad %x, %z, %at, %at, %at : (tensor<?x8xf32>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return
}

// CHECK-LABEL: func.func @slice(
// CHECK-NEXT: %slice = "mhlo.slice"(%x) <{start_indices = dense<[0, 1]> : tensor<2xi64>, limit_indices = dense<[4, 8]> : tensor<2xi64>, strides = dense<[1, 3]> : tensor<2xi64>}> : (tensor<?x8xf32>) -> tensor<4x3xf32>
// CHECK-NEXT: %real = mhlo.real_dynamic_slice %x, %at, %at, %at : (tensor<?x8xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
// CHECK-NEXT: %dynamic = "mhlo.dynamic_slice"(%x, %i, %i) <{slice_sizes = dense<[2, 4]> : tensor<2xi64>}> : (tensor<?x8xf32>, tensor<i64>, tensor<i64>) -> tensor<2x4xf32>
// CHECK-NEXT: %update = mhlo.dynamic_update_slice %x, %u, %i, %i : (tensor<?x8xf32>, tensor<2x4xf32>, tensor<i64>, tensor<i64>) -> tensor<?x8xf32>
// CHECK-NEXT: %concatenate = "mhlo.concatenate"(%x, %x, %x) <{dimension = 1 : i64}> : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x24xf32>
// CHECK-NEXT: %stack = "mhlo.concatenate"(%u, %u) <{dimension = 0 : i64}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: %pad = "mhlo.pad"(%x, %z) <{edge_padding_low = dense<[0, -1]> : tensor<2xi64>, edge_padding_high = dense<[1, 2]> : tensor<2xi64>, interior_padding = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x16xf32>
// CHECK-NEXT: %dynamic_pad = mhlo.dynamic_pad %x, %z, %at, %at, %at : (tensor<?x8xf32>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
