// RUN: tieshape-opt %s -p tieshape-optimize-shapes --split-input-file | filecheck %s

// The twin of unreadable_facts.mlir: what says that the divisor is not 0 may stand anywhere.
// CHECK:     sdim.range @B in [1, ?]
// CHECK:     arith.floordivsi
// CHECK:     sdim.equal assert %{{.*}}, 2 {why = "the caller"}
sdim.symbol @A
sdim.symbol @B
sdim.constraints {
  %a = sdim.size @A
  %b = sdim.size @B
  %q = arith.floordivsi %a, %b : index
  sdim.equal assert %q, 2 {why = "the caller"}
  sdim.range %b in [1, ?]
}
func.func @main(%x: tensor<?xf32, [@A]>, %y: tensor<?xf32, [@B]>) {
  func.return
}

// -----

// What a size in a branch is, where the divisor is known not to be 0: no error, though the fact says nothing here.
// CHECK-LABEL: func.func @of_a_branch
sdim.symbol @A
sdim.symbol @B
sdim.symbol @Q
sdim.constraints {
  %a = sdim.size @A
  %b = sdim.size @B
  %q = arith.floordivsi %a, %b : index
  sdim.equal @Q, %q {why = "by definition"}
}
func.func @of_a_branch(%x: tensor<?xf32, [@A]>, %y: tensor<?xf32, [@B]>) {
  func.return
}
