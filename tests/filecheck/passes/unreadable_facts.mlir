// RUN: not tieshape-opt %s -p tieshape-optimize-shapes --split-input-file 2>&1 | filecheck %s
// RUN: not tieshape-opt %s -p tieshape --split-input-file 2>&1 | filecheck %s

// A fact that cannot be read is not lost without a word.
// CHECK: unreadable_facts.mlir:[[# @LINE + 7]]:3: error: sdim.equal: cannot be read (the caller): it divides by B, which may be 0; state beside it that it is not
sdim.symbol @A
sdim.symbol @B
sdim.constraints {
  %a = sdim.size @A
  %b = sdim.size @B
  %q = arith.floordivsi %a, %b : index
  sdim.equal assert %q, 2 {why = "the caller"}
}
func.func @main(%x: tensor<?xf32, [@A]>, %y: tensor<?xf32, [@B]>) {
  func.return
}

// -----

// CHECK: unreadable_facts.mlir:[[# @LINE + 8]]:3: error: sdim.holds: cannot be read: the sign of an operand of its arith.remsi is not known
sdim.symbol @A
sdim.constraints {
  %a = sdim.size @A
  %c3 = arith.constant 3 : index
  %less = arith.subi %a, %c3 : index
  %rest = arith.remsi %less, %c3 : index
  %even = arith.cmpi eq, %rest, %c3 : index
  sdim.holds expect %even
}
func.func @main(%x: tensor<?xf32, [@A]>) {
  func.return
}

// -----

// CHECK: unreadable_facts.mlir:[[# @LINE + 6]]:3: error: sdim.range: cannot be read: it depends on arith.shrsi, whose value is not known here
sdim.symbol @A
sdim.constraints {
  %a = sdim.size @A
  %c3 = arith.constant 3 : index
  %shifted = arith.shrsi %a, %c3 : index
  sdim.range %shifted in [0, 8]
}
func.func @main(%x: tensor<?xf32, [@A]>) {
  func.return
}
