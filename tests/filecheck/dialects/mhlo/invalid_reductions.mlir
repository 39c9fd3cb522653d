// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.reduce: found no operands, at least 2 are needed (C3)
func.func @nothing() {
  "mhlo.reduce"() <{dimensions = dense<> : tensor<0xi64>}> ({
    mhlo.return
  }) : () -> ()
  func.return
}

// -----

// CHECK: error: mhlo.reduce: operand 1 has shape [4, 9], operand 0 has [4, 8]; they must agree (C1)
func.func @input_shapes(%x: tensor<4x8xf32>, %y: tensor<4x9xf32>, %z: tensor<f32>) {
  %r, %s = "mhlo.reduce"(%x, %y, %z, %z) <{dimensions = dense<1> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    mhlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x9xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// CHECK: error: mhlo.reduce: operand 1 has element type i32, operand 0 has f32; they must be equal (C2)
func.func @init_element(%x: tensor<4x8xf32>, %z: tensor<i32>) {
  %r = "mhlo.reduce"(%x, %z) <{dimensions = dense<[1]> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce: operand 1 has rank 1, rank 0 is needed
func.func @init_scalar(%x: tensor<4x8xf32>, %z: tensor<1xf32>) {
  %r = "mhlo.reduce"(%x, %z) <{dimensions = dense<[1]> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce: Operation has 1 operand for 2 variadic operands marked as having the same size.
func.func @operand_count(%x: tensor<4x8xf32>) {
  %r = "mhlo.reduce"(%x) <{dimensions = dense<1> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce: dimensions entry 2 is out of range for rank 2 (C4, C5)
func.func @dimension_range(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce"(%x, %z) <{dimensions = dense<[2]> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce: dimensions [1, 1] must not hold a value twice (C4, C5)
func.func @dimension_repeated(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce"(%x, %z) <{dimensions = dense<[1, 1]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce: dimensions has type tensor<1x1xi64>, a 1-D tensor of integers is needed
func.func @dimension_matrix(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce"(%x, %z) <{dimensions = dense<1> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce: the body has 1 arguments, 2 are needed (C6)
func.func @body_arguments(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce"(%x, %z) <{dimensions = dense<[1]> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>):
    mhlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce: the body returns 2 values, 1 are needed (C6)
func.func @body_count(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce"(%x, %z) <{dimensions = dense<[1]> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    mhlo.return %a, %a : tensor<f32>, tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce: value 0 that the body returns has rank 1, rank 0 is needed (C6)
func.func @body_scalar(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce"(%x, %z) <{dimensions = dense<[1]> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<1xf32>, %b: tensor<1xf32>):
    mhlo.return %a : tensor<1xf32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce: argument 1 of the body has rank 1, rank 0 is needed (C6)
func.func @body_argument_scalar(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce"(%x, %z) <{dimensions = dense<[1]> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<1xf32>):
    mhlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce: argument 1 of the body has element type i32, what it returns has f32; they must be equal (C6)
func.func @body_mixed(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce"(%x, %z) <{dimensions = dense<[1]> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>):
    mhlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce: the body computes in i32, the values are f32 (C6)
func.func @body_kind(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce"(%x, %z) <{dimensions = dense<[1]> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    mhlo.return %a : tensor<i32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce: the body ends with test.termop, mhlo.return is needed
func.func @body_terminator(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce"(%x, %z) <{dimensions = dense<[1]> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "test.termop"() : () -> ()
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce: found 0 results, 1 are needed (C3)
func.func @result_count(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  "mhlo.reduce"(%x, %z) <{dimensions = dense<1> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> ()
  func.return
}

// -----

// CHECK: error: mhlo.reduce: the result has shape [8], [4] follows from the operands (C7)
func.func @result_shape(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce"(%x, %z) <{dimensions = dense<[1]> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce: result 0 has element type f64, the region returns f32 (C8)
func.func @result_element(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce"(%x, %z) <{dimensions = dense<[1]> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf64>
  func.return
}

// -----

// CHECK: error: expected one of mhlo.add, mhlo.and, mhlo.maximum, mhlo.minimum, mhlo.multiply, mhlo.or, mhlo.xor, found mhlo.subtract
func.func @not_commutative(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = mhlo.reduce(%x init: %z) applies mhlo.subtract across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.map: operand 1 has shape [5], the result has [4]; they must agree (C1)
func.func @map_shape(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = "mhlo.map"(%x, %y) <{dimensions = dense<0> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.map: found no operands, at least 1 is needed (C2)
func.func @map_nothing() {
  %r = "mhlo.map"() <{dimensions = dense<0> : tensor<1xi64>}> ({
    %c = mhlo.constant dense<1.0> : tensor<f32>
    mhlo.return %c : tensor<f32>
  }) : () -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.map: dimensions is [1], [0] is needed (C3)
func.func @map_dimensions(%x: tensor<4xf32>) {
  %r = "mhlo.map"(%x, %x) <{dimensions = dense<1> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.map: the computation has 2 arguments, 1 are needed (C4)
func.func @map_arguments(%x: tensor<4xf32>) {
  %r = "mhlo.map"(%x) <{dimensions = dense<0> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.map: value 0 of the computation has element type f32, the result has i32; they must be equal (C4)
func.func @map_result(%x: tensor<4xf32>) {
  %r = "mhlo.map"(%x, %x) <{dimensions = dense<0> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  func.return
}
