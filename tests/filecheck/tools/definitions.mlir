// Uses that nothing before them defines, each with its place: in functions, among constraints, outside of both.
// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// A region's argument is none of the op that has the region.
// CHECK: definitions.mlir:7:3: error: scf.for: operand 0 is used before it is defined
func.func @own_argument(%x: tensor<?xf32>, %n: index, %one: index) -> tensor<?xf32> {
  %r = scf.for %i = %i to %n step %one iter_args(%a = %x) -> (tensor<?xf32>) {
    scf.yield %a : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}

// -----

// CHECK: error: sdim.equal: operand 1 %p is used before it is defined
sdim.symbol @s
sdim.constraints {
  %s = sdim.size @s
  %c4 = arith.constant 4 : index
  sdim.equal assert %s, %p {why = "fours"}
  %p = arith.muli %c4, %c4 : index
}

// -----

// A size in terms of itself.
// CHECK: error: arith.muli: operand 0 %p is used before it is defined
sdim.symbol @s
sdim.constraints {
  %s = sdim.size @s
  %p = arith.muli %p, %s : index
  sdim.equal %s, %p
}

// -----

// What a function defines is not there outside of it.
// CHECK: error: mhlo.abs: operand 0 %x is used before it is defined
%0 = mhlo.abs %x : tensor<?xf32>
func.func @f(%x: tensor<?xf32>) {
  func.return
}

// -----

// Outside of functions the order does not matter.
// CHECK: func.func @right
%1 = mhlo.abs %2 : tensor<f32>
%2 = mhlo.constant dense<1.0> : tensor<f32>
func.func @right() {
  func.return
}
