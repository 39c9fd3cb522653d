// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.tuple: value 0 of the result has shape [5], operand 0 has [4]; they must agree (C1)
func.func @tuple_types(%x: tensor<4xf32>) {
  %r = "mhlo.tuple"(%x) : (tensor<4xf32>) -> tuple<tensor<5xf32>>
  func.return
}

// -----

// CHECK: error: mhlo.tuple: found 0 values of the result and 1 operands; their numbers must agree (C1)
func.func @tuple_count(%x: tensor<4xf32>) {
  %r = "mhlo.tuple"(%x) : (tensor<4xf32>) -> tuple<>
  func.return
}

// -----

// CHECK: error: expected a tuple type
func.func @tuple_text(%x: tensor<4xf32>) {
  %r = mhlo.tuple %x : tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.get_tuple_element: index 1 is out of range for 1 values (C1)
func.func @index(%t: tuple<tensor<4xf32>>) {
  %r = mhlo.get_tuple_element %t[1] : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.get_tuple_element: the result has shape [5], value 0 has [4]; they must agree (C2)
func.func @element(%t: tuple<tensor<4xf32>>) {
  %r = mhlo.get_tuple_element %t[0] : (tuple<tensor<4xf32>>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.get_tuple_element: operand 0 has type tensor<4xf32>, a tuple is needed
func.func @no_tuple(%t: tensor<4xf32>) {
  %r = mhlo.get_tuple_element %t[0] : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.optimization_barrier: found 0 results and 1 operands; their numbers must agree (C1)
func.func @barrier_count(%x: tensor<4xf32>) {
  "mhlo.optimization_barrier"(%x) : (tensor<4xf32>) -> ()
  func.return
}

// -----

// CHECK: error: mhlo.optimization_barrier: result 0 has shape [5], operand 0 has [4]; they must agree (C1)
func.func @barrier_types(%x: tensor<4xf32>) {
  %r = "mhlo.optimization_barrier"(%x) : (tensor<4xf32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.add_dependency: operand 0 has shape [4], the result has [5]; they must agree
func.func @dependency(%x: tensor<4xf32>, %t: !mhlo.token) {
  %r = mhlo.add_dependency %x, %t : (tensor<4xf32>, !mhlo.token) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.add_dependency: operand 1 has type tensor<4xf32>, !mhlo.token is needed
func.func @dependency_token(%x: tensor<4xf32>) {
  %r = mhlo.add_dependency %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.copy: operand 0 has element type f32, the result has i32; they must be equal
func.func @copy(%x: tensor<4xf32>) {
  %r = mhlo.copy %x : (tensor<4xf32>) -> tensor<4xi32>
  func.return
}

// -----

// CHECK: error: mhlo.copy: operand 0 has type tuple<tensor<4xf32>>, the result has tuple<>; they must agree
func.func @copy_tuple(%t: tuple<tensor<4xf32>>) {
  %r = mhlo.copy %t : (tuple<tensor<4xf32>>) -> tuple<>
  func.return
}

// -----

// CHECK: error: mhlo.domain: operand 0 has shape [4], the result has [5]; they must agree
func.func @domain(%x: tensor<4xf32>) {
  %r = "mhlo.domain"(%x) <{kind = #mhlo<kind sharding>, entry_metadata = "", exit_metadata = ""}> : (tensor<4xf32>) -> tensor<5xf32>
  func.return
}
