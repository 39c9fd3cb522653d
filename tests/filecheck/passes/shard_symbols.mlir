// RUN: not tieshape-opt %s -p 'tieshape-shard{mesh="data=2" arguments="x=data,_"}' 2>&1 | filecheck %s
// RUN: tieshape-opt %s -p 'tieshape-symbolize,tieshape-shard{mesh="data=2" arguments="x=data,_"}' | filecheck %s --check-prefix SYMBOLS

// A guard is about a symbol: a size that has none cannot be split.
// CHECK:   shard_symbols.mlir:7:1: error: func.func: size 0 of argument x has no symbol that a guard could be about; run tieshape-symbolize first
// SYMBOLS: sdim.divisible assert @S0 by 2 {why = "argument x is split over 2 devices of axis data: size 0 must be divisible by 2"}
func.func @f(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  func.return %x : tensor<?x4xf32>
}
