// RUN: tieshape-opt %s -p tieshape-optimize-shapes | filecheck %s

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
