// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// Operands that are reduced together have one shape.
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.reduce at {{.*}}: reduced tensors: sizes S0 and S2 must agree"}
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.reduce at {{.*}}: reduced tensors: sizes S1 and S3 must agree"}
// CHECK:       func.func @reduce(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?x?xi32, [@S0, @S1]>, %zero: tensor<f32>, %none: tensor<i32>) -> (tensor<?xf32, [@S0]>, tensor<?xi32, [@S0]>)
func.func @reduce(%x: tensor<?x?xf32>, %y: tensor<?x?xi32>, %zero: tensor<f32>, %none: tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %r:2 = "mhlo.reduce"(%x, %y, %zero, %none) <{dimensions = dense<1> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
    mhlo.return %c, %d : tensor<f32>, tensor<i32>
  }) : (tensor<?x?xf32>, tensor<?x?xi32>, tensor<f32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi32>
}
