// RUN: not tieshape-opt %s -p tieshape-optimize-shapes --split-input-file 2>&1 | filecheck %s

// CHECK: contradictions.mlir:9:3: error: sdim.product_equal: can hold for no sizes
sdim.symbol @S0
sdim.constraints {
  %s = sdim.size @S0
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  sdim.product_equal [%c3, %s], [%c8]
}

// -----

// CHECK: contradictions.mlir:23:3: error: sdim.equal: contradicts `S0*S1 == 6` (sdim.product_equal) and `S0 == 4` (sdim.equal)
sdim.symbol @S0
sdim.symbol @S1
sdim.constraints {
  %s = sdim.size @S0
  %t = sdim.size @S1
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  sdim.product_equal [%s, %t], [%c6]
  sdim.equal %s, %c4
}
