// The runner takes StableHLO as it is.
// RUN: python -c "import numpy; numpy.savez('%t.npz', in_0=numpy.float32([1, -2]), out_0=numpy.float32([1, 2]))"
// RUN: tieshape-run %s --inputs %t.npz --check | filecheck %s

// CHECK: 1/1 references match
func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.abs %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
