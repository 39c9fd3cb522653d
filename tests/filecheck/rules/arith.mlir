// RUN: tieshape-opt %s -p tieshape --verify-survival | filecheck %s
// RUN: tieshape-opt %s -p tieshape --verify-survival | tieshape-opt -p tieshape | filecheck %s

// Ops of arith and math on tensors work element by element: sizes are those of the operands, which
// must be equal.

// CHECK:       sdim.equal assert @S0, @S1 {why = "arith.addf at {{.*}}: operands: sizes S0 and S1 must agree"}
// CHECK-LABEL: func.func @sum(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]>
// CHECK:         %[[TIED:.*]] = sdim.tie_shape %b
// CHECK:         arith.addf %a, %[[TIED]] : tensor<?xf32, [@S0]>
// CHECK:         math.exp %{{.*}} : tensor<?xf32, [@S0]>
func.func @sum(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %a, %b : tensor<?xf32>
  %1 = math.exp %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// A truth value chooses between all elements: it has no size.
// CHECK-LABEL: func.func @chosen(%p: tensor<i1>, %a: tensor<?xf32, [@S2]>, %b: tensor<?xf32, [@S3]>) -> tensor<?xf32, [@S2]>
// CHECK:         arith.select %{{.*}}, %a, %{{.*}} : tensor<?xf32, [@S2]>
func.func @chosen(%p: tensor<i1>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c = tensor.extract %p[] : tensor<i1>
  %0 = arith.select %c, %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Scalars say nothing of sizes.
// CHECK-LABEL: func.func @scalars(%a: tensor<?xf32, [@S4]>, %b: tensor<?xf32, [@S5]>, %x: f32, %y: f32)
func.func @scalars(%a: tensor<?xf32>, %b: tensor<?xf32>, %x: f32, %y: f32) -> (tensor<?xf32>, tensor<?xf32>, f32) {
  %0 = arith.addf %x, %y : f32
  return %a, %b, %0 : tensor<?xf32>, tensor<?xf32>, f32
}

// Where sizes are equal already nothing is tested and nothing tied.
// CHECK-LABEL: func.func @square
// CHECK-NOT:     sdim
// CHECK:         arith.mulf %a, %a : tensor<?xf32, [@S6]>
// CHECK-NOT:     sdim
func.func @square(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.mulf %a, %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}
