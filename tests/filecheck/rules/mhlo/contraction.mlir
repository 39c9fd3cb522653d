// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.dot at {{.*}}: contracting dimension: sizes S1 and S2 must agree"}
// CHECK:       func.func @dot(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?x?xf32, [@S1, @S3]>) -> tensor<?x?xf32, [@S0, @S3]>
func.func @dot(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.dot"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.dot_general at {{.*}}: batch dimension: sizes S0 and S2 must agree"}
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.dot_general at {{.*}}: contracting dimension: sizes S1 and S3 must agree"}
// CHECK:       func.func @dot_general(%x: tensor<?x4x?xf32, [@S0, 4, @S1]>, %y: tensor<?x?x5xf32, [@S0, @S1, 5]>) -> tensor<?x4x5xf32, [@S0, 4, 5]>
func.func @dot_general(%x: tensor<?x4x?xf32>, %y: tensor<?x?x5xf32>) -> tensor<*xf32> {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}>
      : (tensor<?x4x?xf32>, tensor<?x?x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.einsum at {{.*}}: einsum label 'k': sizes S1 and S2 must agree"}
// CHECK:       func.func @einsum(%x: tensor<?x4x?xf32, [@S0, 4, @S1]>, %y: tensor<?x5xf32, [@S1, 5]>) -> tensor<?x4x5xf32, [@S0, 4, 5]>
func.func @einsum(%x: tensor<?x4x?xf32>, %y: tensor<?x5xf32>) -> tensor<*xf32> {
  %r = "mhlo.einsum"(%x, %y) <{einsum_config = "ijk,km->ijm"}> : (tensor<?x4x?xf32>, tensor<?x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @unary_einsum(%x: tensor<?x4x?xf32, [@S0, 4, @S1]>) -> tensor<?x?xf32, [@S1, @S0]>
func.func @unary_einsum(%x: tensor<?x4x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.unary_einsum"(%x) <{einsum_config = "ijk->ki"}> : (tensor<?x4x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
