// RUN: tieshape-opt %s -p tieshape-absorb-ties --split-input-file | filecheck %s

// Where no type has a symbol any more, that it is equal to another one is stated though it follows from the rest: a guard on it
// can still be tested.
// CHECK-LABEL: sdim.constraints {
// CHECK:         sdim.divisible assert @S0 by 4
// CHECK:         sdim.equal @S0, @S1 {why = "tied to both sizes"}
// CHECK:       func.func @no_type_has_it(%x: tensor<?xf32, [@S1]>, %y: tensor<?xf32, [@S1]>)
sdim.symbol @S0
sdim.symbol @S1
sdim.constraints {
  %0 = sdim.size @S0
  %1 = sdim.size @S1
  %2 = arith.maxsi %0, %1 : index
  sdim.equal @S0, %2
  sdim.less_equal @S0, @S1
  sdim.divisible assert @S0 by 4
}
func.func @no_type_has_it(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S1]> {
  %s = sdim.size @S1
  %0 = sdim.tie_shape %x, [%s] : tensor<?xf32, [@S0]> -> tensor<?xf32, [@S1]>
  %1 = mhlo.add %0, %y : tensor<?xf32, [@S1]>
  func.return %1 : tensor<?xf32, [@S1]>
}

// -----

// The twin: another argument has it, and nothing needs to be stated.
// CHECK-NOT:   tied to both sizes
// CHECK:       func.func @another_has_it(%x: tensor<?xf32, [@S1]>, %y: tensor<?xf32, [@S1]>, %z: tensor<?xf32, [@S0]>)
sdim.symbol @S0
sdim.symbol @S1
sdim.constraints {
  %0 = sdim.size @S0
  %1 = sdim.size @S1
  %2 = arith.maxsi %0, %1 : index
  sdim.equal @S0, %2
  sdim.less_equal @S0, @S1
  sdim.divisible assert @S0 by 4
}
func.func @another_has_it(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %z: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S1]> {
  %s = sdim.size @S1
  %0 = sdim.tie_shape %x, [%s] : tensor<?xf32, [@S0]> -> tensor<?xf32, [@S1]>
  %1 = mhlo.add %0, %y : tensor<?xf32, [@S1]>
  func.return %1 : tensor<?xf32, [@S1]>
}
