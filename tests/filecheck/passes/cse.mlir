// RUN: tieshape-opt %s -p tieshape-cse --split-input-file | filecheck %s

// Ops of the same operands, type and attributes are one, and so are those that then have the same.
// CHECK-LABEL: func.func @chain
// CHECK-NEXT:    %[[E:.*]] = mhlo.exponential %x
// CHECK-NEXT:    %[[N:.*]] = mhlo.negate %[[E]]
// CHECK-NEXT:    %[[A:.*]] = mhlo.add %[[N]], %[[N]]
// CHECK-NEXT:    func.return %[[A]]
func.func @chain(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = mhlo.exponential %x : tensor<?xf32>
  %1 = mhlo.exponential %x : tensor<?xf32>
  %2 = mhlo.negate %0 : tensor<?xf32>
  %3 = mhlo.negate %1 : tensor<?xf32>
  %4 = mhlo.add %2, %3 : tensor<?xf32>
  func.return %4 : tensor<?xf32>
}

// -----

// Another order of operands, type, attribute or operand is another op.
// CHECK-LABEL: func.func @different
// CHECK:         mhlo.subtract %x, %y
// CHECK-NEXT:    mhlo.subtract %y, %x
// CHECK-NEXT:    mhlo.convert %x {{.*}} -> tensor<4xi32>
// CHECK-NEXT:    mhlo.convert %x {{.*}} -> tensor<4xi64>
// CHECK-NEXT:    "mhlo.reverse"(%x) <{dimensions = dense<0> : tensor<1xi64>}> {a}
// CHECK-NEXT:    "mhlo.reverse"(%x) <{dimensions = dense<0> : tensor<1xi64>}> {b}
// CHECK-NEXT:    func.return
func.func @different(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi64>, tensor<4xf32>, tensor<4xf32>) {
  %0 = mhlo.subtract %x, %y : tensor<4xf32>
  %1 = mhlo.subtract %y, %x : tensor<4xf32>
  %2 = mhlo.convert %x : (tensor<4xf32>) -> tensor<4xi32>
  %3 = mhlo.convert %x : (tensor<4xf32>) -> tensor<4xi64>
  %4 = "mhlo.reverse"(%x) <{dimensions = dense<0> : tensor<1xi64>}> {a} : (tensor<4xf32>) -> tensor<4xf32>
  %5 = "mhlo.reverse"(%x) <{dimensions = dense<0> : tensor<1xi64>}> {b} : (tensor<4xf32>) -> tensor<4xf32>
  func.return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi64>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A region sees what is computed around it; the other region, and what comes after, does not see into it.
// CHECK-LABEL: func.func @regions
// CHECK-NEXT:    %[[E:.*]] = arith.addi %n, %n
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      %[[M:.*]] = arith.muli %[[E]], %n
// CHECK-NEXT:      scf.yield %[[M]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[O:.*]] = arith.muli %[[E]], %n
// CHECK-NEXT:      scf.yield %[[O]]
// CHECK-NEXT:    }
// CHECK-NEXT:    arith.muli %[[E]], %n
func.func @regions(%n: index, %c: i1) -> (index, index) {
  %0 = arith.addi %n, %n : index
  %1 = scf.if %c -> (index) {
    %2 = arith.addi %n, %n : index
    %3 = arith.muli %2, %n : index
    scf.yield %3 : index
  } else {
    %4 = arith.muli %0, %n : index
    scf.yield %4 : index
  }
  %5 = arith.muli %0, %n : index
  func.return %1, %5 : index, index
}

// -----

// Reductions are one where their reducers are.
// CHECK-LABEL: func.func @reducers
// CHECK:         %[[S:.*]] = mhlo.reduce(%x init: %i) applies mhlo.add
// CHECK-NEXT:    %[[M:.*]] = mhlo.reduce(%x init: %i) applies mhlo.maximum
// CHECK-NEXT:    func.return %[[S]], %[[S]], %[[M]]
func.func @reducers(%x: tensor<?xf32>, %i: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = mhlo.reduce(%x init: %i) applies mhlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  %1 = mhlo.reduce(%x init: %i) applies mhlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  %2 = mhlo.reduce(%x init: %i) applies mhlo.maximum across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  func.return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

// What may have effects stays: calls, guards, ops of which nothing is known.
// CHECK-LABEL: func.func @effects
// CHECK-NEXT:    func.call @f() : () -> index
// CHECK-NEXT:    func.call @f() : () -> index
// CHECK-NEXT:    sdim.equal assert
// CHECK-NEXT:    sdim.equal assert
// CHECK-NEXT:    "test.op"
// CHECK-NEXT:    "test.op"
func.func private @f() -> index
func.func @effects() -> (index, index) {
  %0 = func.call @f() : () -> index
  %1 = func.call @f() : () -> index
  sdim.equal assert %0, %1
  sdim.equal assert %0, %1
  %2 = "test.op"() : () -> index
  %3 = "test.op"() : () -> index
  func.return %2, %3 : index, index
}
