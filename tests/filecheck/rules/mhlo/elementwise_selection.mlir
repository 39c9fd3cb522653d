// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// The bounds are scalars, or of the operand's shape.
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.clamp at {{.*}}: elementwise operands: sizes S0 and S1 must agree"}
// CHECK:       func.func @clamp(%low: tensor<f32>, %x: tensor<?xf32, [@S0]>, %high: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @clamp(%low: tensor<f32>, %x: tensor<?xf32>, %high: tensor<?xf32>) -> tensor<*xf32> {
  %r = "mhlo.clamp"(%low, %x, %high) : (tensor<f32>, tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.compare at {{.*}}: elementwise operands: sizes S0 and S1 must agree"}
// CHECK:       func.func @compare(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>) -> tensor<?xi1, [@S0]>
func.func @compare(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<*xi1> {
  %r = "mhlo.compare"(%x, %y) <{comparison_direction = #mhlo<comparison_direction LT>}> : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// The condition is a scalar, or of the operands' shape.
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.select at {{.*}}: elementwise operands: sizes S1 and S2 must agree"}
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.select at {{.*}}: elementwise operands: sizes S1 and S0 must agree"}
// CHECK:       func.func @select(%p: tensor<?xi1, [@S0]>, %x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @select(%p: tensor<?xi1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %r = "mhlo.select"(%p, %x, %y) : (tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
