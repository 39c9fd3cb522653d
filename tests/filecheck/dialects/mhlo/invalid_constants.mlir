// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.constant: value has element type i32, the result has i64; they must be equal (C1)
func.func @element() {
  %r = mhlo.constant() {value = dense<1> : tensor<2xi32>} : () -> tensor<2xi64>
  func.return
}

// -----

// CHECK: error: mhlo.constant: value has shape [2], the result has [3]; they must agree (C1)
func.func @shape() {
  %r = mhlo.constant() {value = dense<1> : tensor<2xi32>} : () -> tensor<3xi32>
  func.return
}

// -----

// CHECK: error: expected a dense attribute
func.func @not_dense() {
  %r = mhlo.constant 1 : i32
  func.return
}

// -----

// CHECK: error: mhlo.constant: value has type vector<2xi32>, a tensor is needed
func.func @vector() {
  %r = mhlo.constant() {value = dense<1> : vector<2xi32>} : () -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: mhlo.iota: iota_dimension 2 is out of range for rank 2 (C1)
func.func @iota_dimension() {
  %r = "mhlo.iota"() <{iota_dimension = 2 : i64}> : () -> tensor<4x5xi32>
  func.return
}

// -----

// CHECK: error: mhlo.iota: iota_dimension -1 is out of range for rank 2 (C1)
func.func @iota_negative() {
  %r = "mhlo.iota"() <{iota_dimension = -1 : i64}> : () -> tensor<4x5xi32>
  func.return
}

// -----

// CHECK: error: mhlo.iota: the result has type tensor<?xi32>, a static shape is needed
func.func @iota_dynamic() {
  %r = "mhlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: mhlo.iota: the result has type tensor<4xi1>, elements must be integer or float or complex
func.func @iota_bool() {
  %r = "mhlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi1>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_iota: iota_dimension 1 is out of range for rank 1 (C1)
func.func @dynamic_iota_dimension(%s: tensor<1xindex>) {
  %r = "mhlo.dynamic_iota"(%s) <{iota_dimension = 1 : i64}> : (tensor<1xindex>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_iota: operand 0 has 2 elements, 1 are needed (C2)
func.func @dynamic_iota_length(%s: tensor<2xindex>) {
  %r = "mhlo.dynamic_iota"(%s) <{iota_dimension = 0 : i64}> : (tensor<2xindex>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_iota: operand 0 has rank 2, rank 1 is needed (C2)
func.func @dynamic_iota_rank(%s: tensor<1x1xindex>) {
  %r = "mhlo.dynamic_iota"(%s) <{iota_dimension = 0 : i64}> : (tensor<1x1xindex>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_iota: operand 0 has type tensor<1xf32>, elements must be integer
func.func @dynamic_iota_shape_kind(%s: tensor<1xf32>) {
  %r = "mhlo.dynamic_iota"(%s) <{iota_dimension = 0 : i64}> : (tensor<1xf32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: mhlo.constant: value has type tensor<?xf32>, a static shape is needed
func.func @opaque_of_unknown_size() {
  %r = mhlo.constant opaque<"elided_large_const", "0xDEADBEEF"> : tensor<?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.constant: value has shape [4], the result has [5]; they must agree (C1)
func.func @resource_of_other_size() {
  %r = mhlo.constant() {value = dense_resource<__elided__> : tensor<4xf32>} : () -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.constant: value has type none, a tensor is needed
func.func @opaque_without_type() {
  %r = mhlo.constant() {value = opaque<"elided_large_const", "0xDEADBEEF">} : () -> tensor<5xf32>
  func.return
}
