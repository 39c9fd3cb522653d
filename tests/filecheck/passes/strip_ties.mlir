// RUN: not tieshape-opt %s -p tieshape-materialize-ties,tieshape-strip 2>&1 | filecheck %s
// RUN: tieshape-opt %s -p tieshape-materialize-ties,tieshape-absorb-ties,tieshape-strip | filecheck %s --check-prefix ABSORBED

// A guard is about the sizes in types: where ties have them, they go back first.
// CHECK:    error: builtin.module: no tensor has the sizes of the guard {{.*}}; where ties have them, run tieshape-absorb-ties first
// ABSORBED: cf.assert {{.*}}"even"
sdim.symbol @n
sdim.constraints {
  %n = sdim.size @n
  sdim.divisible assert %n by 2 {why = "even"}
}
func.func @f(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %0 = mhlo.exponential %x : tensor<?xf32, [@n]>
  func.return %0 : tensor<?xf32, [@n]>
}
