// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.concatenate: found no operands, at least 1 is needed (C3)
func.func @concatenate_nothing() {
  %r = "mhlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.concatenate: operand 1 has element type i32, the result has f32; they must be equal (C5)
func.func @concatenate_element(%a0: tensor<4xf32>, %a1: tensor<4xi32>) {
  %r = "mhlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<4xi32>) -> tensor<8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.concatenate: operand 1 has rank 2, the operands before have 1 (C2)
func.func @concatenate_rank(%a0: tensor<4xf32>, %a1: tensor<4x1xf32>) {
  %r = "mhlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<4x1xf32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.concatenate: operand 1 has size 2 in dimension 1, the operands before have 3; they must agree (C2)
func.func @concatenate_size(%a0: tensor<4x3xf32>, %a1: tensor<4x2xf32>) {
  %r = "mhlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<8x3xf32>
  func.return
}

// -----

// CHECK: error: mhlo.concatenate: operand 2 has size 2 in dimension 1, the operands before have 3; they must agree (C2)
func.func @concatenate_size_later(%a0: tensor<?x3xf32>, %a1: tensor<?x?xf32>, %a2: tensor<?x2xf32>) {
  %r = "mhlo.concatenate"(%a0, %a1, %a2) <{dimension = 0 : i64}> : (tensor<?x3xf32>, tensor<?x?xf32>, tensor<?x2xf32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.concatenate: dimension 1 is out of range for rank 1 (C4)
func.func @concatenate_dimension(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = "mhlo.concatenate"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.concatenate: the result has shape [9], [8] follows from the operands (C6)
func.func @concatenate_result(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = "mhlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<9xf32>
  func.return
}

// -----

// CHECK: error: mhlo.slice: operand 0 has element type f32, the result has i32; they must be equal (C1)
func.func @slice_element(%x: tensor<4xf32>) {
  %r = "mhlo.slice"(%x) <{start_indices = dense<[0]> : tensor<1xi64>, limit_indices = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>}> : (tensor<4xf32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: mhlo.slice: start_indices has 2 values, 1 are needed (C2)
func.func @slice_starts(%x: tensor<4xf32>) {
  %r = "mhlo.slice"(%x) <{start_indices = dense<[0, 0]> : tensor<2xi64>, limit_indices = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>}> : (tensor<4xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: mhlo.slice: limit_indices has 2 values, 1 are needed (C2)
func.func @slice_limits(%x: tensor<4xf32>) {
  %r = "mhlo.slice"(%x) <{start_indices = dense<[0]> : tensor<1xi64>, limit_indices = dense<[2, 2]> : tensor<2xi64>, strides = dense<[1]> : tensor<1xi64>}> : (tensor<4xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: mhlo.slice: strides has 2 values, 1 are needed (C2)
func.func @slice_stride_count(%x: tensor<4xf32>) {
  %r = "mhlo.slice"(%x) <{start_indices = dense<[0]> : tensor<1xi64>, limit_indices = dense<[2]> : tensor<1xi64>, strides = dense<[1, 1]> : tensor<2xi64>}> : (tensor<4xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: mhlo.slice: start_indices has the value -1, at least 0 is needed (C3)
func.func @slice_negative(%x: tensor<4xf32>) {
  %r = "mhlo.slice"(%x) <{start_indices = dense<[-1]> : tensor<1xi64>, limit_indices = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>}> : (tensor<4xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: mhlo.slice: slice 3:2 of dimension 0 is not inside its size ? (C3)
func.func @slice_backward(%x: tensor<?xf32>) {
  %r = "mhlo.slice"(%x) <{start_indices = dense<[3]> : tensor<1xi64>, limit_indices = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>}> : (tensor<?xf32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.slice: slice 0:5 of dimension 0 is not inside its size 4 (C3)
func.func @slice_outside(%x: tensor<4xf32>) {
  %r = "mhlo.slice"(%x) <{start_indices = dense<[0]> : tensor<1xi64>, limit_indices = dense<[5]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>}> : (tensor<4xf32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.slice: strides has the value 0, at least 1 is needed (C4)
func.func @slice_stride(%x: tensor<4xf32>) {
  %r = "mhlo.slice"(%x) <{start_indices = dense<[0]> : tensor<1xi64>, limit_indices = dense<[4]> : tensor<1xi64>, strides = dense<[0]> : tensor<1xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.slice: the result has shape [3], [2] follows from the operands (C5)
func.func @slice_result(%x: tensor<4xf32>) {
  %r = "mhlo.slice"(%x) <{start_indices = dense<[0]> : tensor<1xi64>, limit_indices = dense<[4]> : tensor<1xi64>, strides = dense<[3]> : tensor<1xi64>}> : (tensor<4xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: mhlo.real_dynamic_slice: operand 0 has element type f32, the result has i32; they must be equal (C1)
func.func @real_element(%x: tensor<4xf32>, %i: tensor<1xindex>) {
  %r = mhlo.real_dynamic_slice %x, %i, %i, %i : (tensor<4xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: mhlo.real_dynamic_slice: the result has rank 2, operand 0 has rank 1 (C2)
func.func @real_rank(%x: tensor<4xf32>, %i: tensor<1xindex>) {
  %r = mhlo.real_dynamic_slice %x, %i, %i, %i : (tensor<4xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.real_dynamic_slice: operand 2 has 2 elements, 1 are needed (C2)
func.func @real_length(%x: tensor<4xf32>, %i: tensor<1xindex>, %j: tensor<2xindex>) {
  %r = mhlo.real_dynamic_slice %x, %i, %j, %i : (tensor<4xf32>, tensor<1xindex>, tensor<2xindex>, tensor<1xindex>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.real_dynamic_slice: operand 3 has element type i64, operand 1 has index; they must be equal (C2)
func.func @real_index_types(%x: tensor<4xf32>, %i: tensor<1xindex>, %j: tensor<1xi64>) {
  %r = mhlo.real_dynamic_slice %x, %i, %i, %j : (tensor<4xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xi64>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_slice: operand 0 has element type f32, the result has i32; they must be equal (C1)
func.func @dynamic_element(%x: tensor<4xf32>, %i: tensor<i32>) {
  %r = "mhlo.dynamic_slice"(%x, %i) <{slice_sizes = dense<2> : tensor<1xi64>}> : (tensor<4xf32>, tensor<i32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_slice: slice_sizes has 2 values, 1 are needed (C2)
func.func @dynamic_sizes(%x: tensor<4xf32>, %i: tensor<i32>) {
  %r = "mhlo.dynamic_slice"(%x, %i) <{slice_sizes = dense<2> : tensor<2xi64>}> : (tensor<4xf32>, tensor<i32>) -> tensor<2x2xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_slice: start_indices has 2 values, 1 are needed (C2)
func.func @dynamic_starts(%x: tensor<4xf32>, %i: tensor<i32>) {
  %r = "mhlo.dynamic_slice"(%x, %i, %i) <{slice_sizes = dense<2> : tensor<1xi64>}> : (tensor<4xf32>, tensor<i32>, tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_slice: operand 2 has element type i64, operand 1 has i32; they must be equal (C3)
func.func @dynamic_start_types(%x: tensor<4x4xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  %r = "mhlo.dynamic_slice"(%x, %i, %j) <{slice_sizes = dense<2> : tensor<2xi64>}> : (tensor<4x4xf32>, tensor<i32>, tensor<i64>) -> tensor<2x2xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_slice: operand 1 has rank 1, rank 0 is needed
func.func @dynamic_start_scalar(%x: tensor<4xf32>, %i: tensor<1xi32>) {
  %r = "mhlo.dynamic_slice"(%x, %i) <{slice_sizes = dense<2> : tensor<1xi64>}> : (tensor<4xf32>, tensor<1xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_slice: slice_sizes is 5 in dimension 0, operand 0 has size 4 (C4)
func.func @dynamic_outside(%x: tensor<4xf32>, %i: tensor<i32>) {
  %r = "mhlo.dynamic_slice"(%x, %i) <{slice_sizes = dense<5> : tensor<1xi64>}> : (tensor<4xf32>, tensor<i32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_slice: slice_sizes has the value -1, at least 0 is needed (C4)
func.func @dynamic_negative(%x: tensor<?xf32>, %i: tensor<i32>) {
  %r = "mhlo.dynamic_slice"(%x, %i) <{slice_sizes = dense<-1> : tensor<1xi64>}> : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_slice: the result has shape [3], [2] follows from the operands (C5)
func.func @dynamic_result(%x: tensor<4xf32>, %i: tensor<i32>) {
  %r = "mhlo.dynamic_slice"(%x, %i) <{slice_sizes = dense<2> : tensor<1xi64>}> : (tensor<4xf32>, tensor<i32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_update_slice: operand 0 has shape [4], the result has [5]; they must agree (C1)
func.func @update_type(%x: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<i32>) {
  %r = mhlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_update_slice: operand 1 has element type i32, operand 0 has f32; they must be equal (C2)
func.func @update_element(%x: tensor<4xf32>, %u: tensor<2xi32>, %i: tensor<i32>) {
  %r = mhlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2xi32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_update_slice: operand 1 has rank 2, rank 1 is needed (C3)
func.func @update_rank(%x: tensor<4xf32>, %u: tensor<2x1xf32>, %i: tensor<i32>) {
  %r = mhlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2x1xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_update_slice: start_indices has 2 values, 1 are needed (C4)
func.func @update_starts(%x: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<i32>) {
  %r = mhlo.dynamic_update_slice %x, %u, %i, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_update_slice: operand 3 has element type i64, operand 2 has i32; they must be equal (C5)
func.func @update_start_types(%x: tensor<4x4xf32>, %u: tensor<2x2xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  %r = mhlo.dynamic_update_slice %x, %u, %i, %j : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i64>) -> tensor<4x4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_update_slice: operand 1 is 5 in dimension 0, operand 0 has size 4 (C6)
func.func @update_outside(%x: tensor<4xf32>, %u: tensor<5xf32>, %i: tensor<i32>) {
  %r = mhlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<5xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.pad: operand 1 has element type i32, operand 0 has f32; they must be equal (C1)
func.func @pad_element(%x: tensor<4xf32>, %v: tensor<i32>) {
  %r = "mhlo.pad"(%x, %v) <{edge_padding_low = dense<[0]> : tensor<1xi64>, edge_padding_high = dense<[0]> : tensor<1xi64>, interior_padding = dense<[0]> : tensor<1xi64>}> : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.pad: operand 0 has element type f32, the result has i32; they must be equal (C1)
func.func @pad_result_element(%x: tensor<4xf32>, %v: tensor<f32>) {
  %r = "mhlo.pad"(%x, %v) <{edge_padding_low = dense<[0]> : tensor<1xi64>, edge_padding_high = dense<[0]> : tensor<1xi64>, interior_padding = dense<[0]> : tensor<1xi64>}> : (tensor<4xf32>, tensor<f32>) -> tensor<4xi32>
  func.return
}

// -----

// CHECK: error: mhlo.pad: operand 1 has rank 1, rank 0 is needed
func.func @pad_scalar(%x: tensor<4xf32>, %v: tensor<1xf32>) {
  %r = "mhlo.pad"(%x, %v) <{edge_padding_low = dense<[0]> : tensor<1xi64>, edge_padding_high = dense<[0]> : tensor<1xi64>, interior_padding = dense<[0]> : tensor<1xi64>}> : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.pad: edge_padding_low has 2 values, 1 are needed (C2)
func.func @pad_low(%x: tensor<4xf32>, %v: tensor<f32>) {
  %r = "mhlo.pad"(%x, %v) <{edge_padding_low = dense<[0, 0]> : tensor<2xi64>, edge_padding_high = dense<[0]> : tensor<1xi64>, interior_padding = dense<[0]> : tensor<1xi64>}> : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.pad: edge_padding_high has 2 values, 1 are needed (C2)
func.func @pad_high(%x: tensor<4xf32>, %v: tensor<f32>) {
  %r = "mhlo.pad"(%x, %v) <{edge_padding_low = dense<[0]> : tensor<1xi64>, edge_padding_high = dense<[0, 0]> : tensor<2xi64>, interior_padding = dense<[0]> : tensor<1xi64>}> : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.pad: interior_padding has 2 values, 1 are needed (C2)
func.func @pad_interior(%x: tensor<4xf32>, %v: tensor<f32>) {
  %r = "mhlo.pad"(%x, %v) <{edge_padding_low = dense<[0]> : tensor<1xi64>, edge_padding_high = dense<[0]> : tensor<1xi64>, interior_padding = dense<[0, 0]> : tensor<2xi64>}> : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.pad: interior_padding has the value -1, at least 0 is needed (C3)
func.func @pad_interior_negative(%x: tensor<4xf32>, %v: tensor<f32>) {
  %r = "mhlo.pad"(%x, %v) <{edge_padding_low = dense<[0]> : tensor<1xi64>, edge_padding_high = dense<[0]> : tensor<1xi64>, interior_padding = dense<[-1]> : tensor<1xi64>}> : (tensor<4xf32>, tensor<f32>) -> tensor<1xf32>
  func.return
}

// -----

// CHECK: error: mhlo.pad: the result has shape [12], [11] follows from the operands (C4)
func.func @pad_result(%x: tensor<4xf32>, %v: tensor<f32>) {
  %r = "mhlo.pad"(%x, %v) <{edge_padding_low = dense<[1]> : tensor<1xi64>, edge_padding_high = dense<[0]> : tensor<1xi64>, interior_padding = dense<[2]> : tensor<1xi64>}> : (tensor<4xf32>, tensor<f32>) -> tensor<12xf32>
  func.return
}

// -----

// CHECK: error: mhlo.pad: padding leaves size -2 in dimension 0 (C4)
func.func @pad_below_zero(%x: tensor<4xf32>, %v: tensor<f32>) {
  %r = "mhlo.pad"(%x, %v) <{edge_padding_low = dense<[-3]> : tensor<1xi64>, edge_padding_high = dense<[-3]> : tensor<1xi64>, interior_padding = dense<[0]> : tensor<1xi64>}> : (tensor<4xf32>, tensor<f32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_pad: operand 1 has element type i32, operand 0 has f32; they must be equal (C1)
func.func @dynamic_pad_element(%x: tensor<4xf32>, %v: tensor<i32>, %i: tensor<1xindex>) {
  %r = mhlo.dynamic_pad %x, %v, %i, %i, %i : (tensor<4xf32>, tensor<i32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_pad: operand 3 has 2 elements, 1 are needed (C2)
func.func @dynamic_pad_length(%x: tensor<4xf32>, %v: tensor<f32>, %i: tensor<1xindex>, %j: tensor<2xindex>) {
  %r = mhlo.dynamic_pad %x, %v, %i, %j, %i : (tensor<4xf32>, tensor<f32>, tensor<1xindex>, tensor<2xindex>, tensor<1xindex>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_pad: the result has rank 2, operand 0 has rank 1 (C2)
func.func @dynamic_pad_rank(%x: tensor<4xf32>, %v: tensor<f32>, %i: tensor<1xindex>) {
  %r = mhlo.dynamic_pad %x, %v, %i, %i, %i : (tensor<4xf32>, tensor<f32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?x?xf32>
  func.return
}
