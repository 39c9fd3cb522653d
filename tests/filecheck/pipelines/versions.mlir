// RUN: tieshape-opt %s -p 'tieshape{undecided=version}' --split-input-file | filecheck %s

// Nobody knows whether %b is repeated: one guard, a version without broadcasts and one with them. What the guard says holds
// in its own version only.
// CHECK-LABEL: func.func @undecided(%a: tensor<?x8xf32, [@S0, 8]>, %b: tensor<?x8xf32, [@S1, 8]>)
// CHECK:         tensor.from_elements
// CHECK-NEXT:    %[[G:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : index
// CHECK-NEXT:    %{{.*}} = scf.if %[[G]]
// CHECK:           sdim.equal
// CHECK-NOT:       mhlo.dynamic_broadcast_in_dim
// CHECK:           mhlo.add
// CHECK:         } else {
// CHECK-NOT:       sdim.equal
// CHECK:             mhlo.dynamic_broadcast_in_dim
// CHECK-NOT:     scf.if
func.func @undecided(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = shape.shape_of %a : tensor<?x8xf32> -> tensor<2xindex>
  %1 = shape.shape_of %b : tensor<?x8xf32> -> tensor<2xindex>
  %2 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  %3 = "mhlo.dynamic_broadcast_in_dim"(%a, %2) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x8xf32>, tensor<2xindex>) -> tensor<?x8xf32>
  %4 = "mhlo.dynamic_broadcast_in_dim"(%b, %2) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x8xf32>, tensor<2xindex>) -> tensor<?x8xf32>
  %5 = mhlo.add %3, %4 : tensor<?x8xf32>
  return %5 : tensor<?x8xf32>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.constraints {
  %s0 = sdim.size @S0
  %s1 = sdim.size @S1
  sdim.equal %s0, %s1
}

// Where the sizes are provably equal only the version without broadcasts is left.
// CHECK-LABEL: func.func @equal
// CHECK-NEXT:    %0 = mhlo.add %a, %b
// CHECK-NEXT:    func.return %0
func.func @equal(%a: tensor<?x8xf32, [@S0, 8]>, %b: tensor<?x8xf32, [@S1, 8]>) -> tensor<?x8xf32> {
  %0 = shape.shape_of %a : tensor<?x8xf32, [@S0, 8]> -> tensor<2xindex>
  %1 = shape.shape_of %b : tensor<?x8xf32, [@S1, 8]> -> tensor<2xindex>
  %2 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  %3 = "mhlo.dynamic_broadcast_in_dim"(%a, %2) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x8xf32, [@S0, 8]>, tensor<2xindex>) -> tensor<?x8xf32>
  %4 = "mhlo.dynamic_broadcast_in_dim"(%b, %2) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x8xf32, [@S1, 8]>, tensor<2xindex>) -> tensor<?x8xf32>
  %5 = mhlo.add %3, %4 : tensor<?x8xf32>
  return %5 : tensor<?x8xf32>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.constraints {
  %s0 = sdim.size @S0
  %s1 = sdim.size @S1
  %less = arith.cmpi slt, %s1, %s0 : index
  sdim.holds %less
}

// Where they cannot be equal only the version with broadcasts is.
// CHECK-LABEL: func.func @different
// CHECK-NOT:     scf.if
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK-NOT:     scf.if
func.func @different(%a: tensor<?x8xf32, [@S0, 8]>, %b: tensor<?x8xf32, [@S1, 8]>) -> tensor<?x8xf32> {
  %0 = shape.shape_of %a : tensor<?x8xf32, [@S0, 8]> -> tensor<2xindex>
  %1 = shape.shape_of %b : tensor<?x8xf32, [@S1, 8]> -> tensor<2xindex>
  %2 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  %3 = "mhlo.dynamic_broadcast_in_dim"(%a, %2) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x8xf32, [@S0, 8]>, tensor<2xindex>) -> tensor<?x8xf32>
  %4 = "mhlo.dynamic_broadcast_in_dim"(%b, %2) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x8xf32, [@S1, 8]>, tensor<2xindex>) -> tensor<?x8xf32>
  %5 = mhlo.add %3, %4 : tensor<?x8xf32>
  return %5 : tensor<?x8xf32>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.constraints {
  %s1 = sdim.size @S1
  sdim.range %s1 in [2, ?]
}

// A size that is never 1 is not repeated: no guard is needed.
// CHECK-LABEL: func.func @never_one
// CHECK-NEXT:    %0 = mhlo.add %a, %b : tensor<?xf32, [@S{{[01]}}]>
// CHECK-NEXT:    func.return %0
func.func @never_one(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]> {
  %0 = shape.shape_of %a : tensor<?xf32, [@S0]> -> tensor<1xindex>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%b, %0) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S1]>, tensor<1xindex>) -> tensor<?xf32, [@S0]>
  %2 = mhlo.add %a, %1 : tensor<?xf32, [@S0]>
  return %2 : tensor<?xf32, [@S0]>
}

// -----

// Both halves of a split have one size, and the whole is divisible.
// CHECK:         sdim.divisible assert {{.*}} by 2
// CHECK-LABEL: func.func @halves(%x: tensor<?xf32, [@S0]>) -> (tensor<?xf32, [@[[H:.*]]]>, tensor<?xf32, [@[[H]]]>)
func.func @halves(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0:2 = "tf.Split"(%axis, %x) : (tensor<i32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}
