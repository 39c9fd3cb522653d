// The stock driver checks the whole module's symbols too, where the module has constraints.
// RUN: not xdsl-opt %s 2>&1 | filecheck %s

// CHECK: func.func: argument 0 is tensor<?xf32, [@S1]>; dimension 0: @S1 is not declared
sdim.symbol @S0
sdim.constraints {
}
func.func private @f(tensor<?xf32, [@S1]>)
