// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.broadcast: operand 0 has element type f32, the result has f64; they must be equal
func.func @lead_element(%x: tensor<3xf32>) {
  %r = "mhlo.broadcast"(%x) <{broadcast_sizes = dense<2> : tensor<1xi64>}> : (tensor<3xf32>) -> tensor<2x3xf64>
  func.return
}

// -----

// CHECK: error: mhlo.broadcast: broadcast_sizes has the value -2, at least 0 is needed
func.func @lead_negative(%x: tensor<3xf32>) {
  %r = "mhlo.broadcast"(%x) <{broadcast_sizes = dense<-2> : tensor<1xi64>}> : (tensor<3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: mhlo.broadcast: the result has shape [3, 3], [2, 3] follows from the operands
func.func @lead_result(%x: tensor<3xf32>) {
  %r = "mhlo.broadcast"(%x) <{broadcast_sizes = dense<2> : tensor<1xi64>}> : (tensor<3xf32>) -> tensor<3x3xf32>
  func.return
}

// -----

// CHECK: error: mhlo.broadcast_in_dim: operand 0 has element type f32, the result has i32; they must be equal (C1)
func.func @element(%x: tensor<3xf32>) {
  %r = "mhlo.broadcast_in_dim"(%x) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<3xf32>) -> tensor<2x3xi32>
  func.return
}

// -----

// CHECK: error: mhlo.broadcast_in_dim: broadcast_dimensions has 2 values, 1 are needed (C2)
func.func @length(%x: tensor<3xf32>) {
  %r = "mhlo.broadcast_in_dim"(%x) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: mhlo.broadcast_in_dim: broadcast_dimensions entry 2 is out of range for rank 2 (C3)
func.func @range(%x: tensor<3xf32>) {
  %r = "mhlo.broadcast_in_dim"(%x) <{broadcast_dimensions = dense<2> : tensor<1xi64>}> : (tensor<3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: mhlo.broadcast_in_dim: broadcast_dimensions [1, 1] must not hold a value twice (C4)
func.func @repeated(%x: tensor<3x3xf32>) {
  %r = "mhlo.broadcast_in_dim"(%x) <{broadcast_dimensions = dense<[1, 1]> : tensor<2xi64>}> : (tensor<3x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: mhlo.broadcast_in_dim: operand 0 has size 3 in dimension 0, the result has 4 in dimension 1; 1 or an equal size is needed (C5)
func.func @size(%x: tensor<3xf32>) {
  %r = "mhlo.broadcast_in_dim"(%x) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<3xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.broadcast_in_dim: the result has type tensor<?x3xf32>, a static shape is needed
func.func @dynamic_result(%x: tensor<3xf32>) {
  %r = "mhlo.broadcast_in_dim"(%x) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<3xf32>) -> tensor<?x3xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_broadcast_in_dim: operand 0 has element type f32, the result has i32; they must be equal (C1)
func.func @dynamic_element(%x: tensor<3xf32>, %s: tensor<2xindex>) {
  %r = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<3xf32>, tensor<2xindex>) -> tensor<?x?xi32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_broadcast_in_dim: broadcast_dimensions has 2 values, 1 are needed (C2)
func.func @dynamic_length(%x: tensor<3xf32>, %s: tensor<2xindex>) {
  %r = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<3xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_broadcast_in_dim: broadcast_dimensions entry 2 is out of range for rank 2 (C3)
func.func @dynamic_range(%x: tensor<3xf32>, %s: tensor<2xindex>) {
  %r = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<2> : tensor<1xi64>}> : (tensor<3xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_broadcast_in_dim: broadcast_dimensions [1, 1] must not hold a value twice (C4)
func.func @dynamic_repeated(%x: tensor<?x?xf32>, %s: tensor<2xindex>) {
  %r = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<1> : tensor<2xi64>}> : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_broadcast_in_dim: operand 0 has size 3 in dimension 0, the result has 4 in dimension 1; 1 or an equal size is needed (C5)
func.func @dynamic_size(%x: tensor<3xf32>, %s: tensor<2xindex>) {
  %r = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<3xf32>, tensor<2xindex>) -> tensor<?x4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_broadcast_in_dim: operand 1 has 3 elements, 2 are needed (C7)
func.func @dynamic_shape(%x: tensor<3xf32>, %s: tensor<3xindex>) {
  %r = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<3xf32>, tensor<3xindex>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_broadcast_in_dim: known expanding and nonexpanding dimensions [0, 0] must not hold a value twice (C8)
func.func @known_twice(%x: tensor<?xf32>, %s: tensor<2xindex>) {
  %r = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<1> : tensor<1xi64>, known_expanding_dimensions = dense<0> : tensor<1xi64>, known_nonexpanding_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_broadcast_in_dim: known_expanding_dimensions entry 1 is out of range for rank 1 (C9)
func.func @expanding_range(%x: tensor<?xf32>, %s: tensor<2xindex>) {
  %r = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<1> : tensor<1xi64>, known_expanding_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_broadcast_in_dim: known_nonexpanding_dimensions entry -1 is out of range for rank 1 (C10)
func.func @nonexpanding_range(%x: tensor<?xf32>, %s: tensor<2xindex>) {
  %r = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<1> : tensor<1xi64>, known_nonexpanding_dimensions = dense<-1> : tensor<1xi64>}> : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_broadcast_in_dim: broadcast_dimensions entry 5 is out of range for rank 3 (C3)
func.func @dynamic_to_no_rank(%x: tensor<3xf32>, %s: tensor<3xindex>) {
  %r = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<5> : tensor<1xi64>}> : (tensor<3xf32>, tensor<3xindex>) -> tensor<*xf32>
  func.return
}

// -----

// CHECK: error: mhlo.broadcast_in_dim: broadcast_dimensions has type tensor<1xbf16>, a 1-D tensor of integers is needed
func.func @dimensions_of_floats(%x: tensor<3xf32>) {
  %r = "mhlo.broadcast_in_dim"(%x) <{broadcast_dimensions = dense<0.0> : tensor<1xbf16>}> : (tensor<3xf32>) -> tensor<3xf32>
  func.return
}
