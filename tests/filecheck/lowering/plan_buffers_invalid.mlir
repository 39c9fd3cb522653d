// RUN: not tieshape-opt %s -p tieshape-plan-buffers 2>&1 | filecheck %s

// CHECK: plan_buffers_invalid.mlir:4:1: error: func.func: expected the scf.if of its tests, in which it runs
func.func private @not_ours(%x: memref<?xf32>, %words: memref<?xi64>) attributes {tieshape.words = 4 : i64} {
  func.return
}
