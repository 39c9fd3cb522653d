// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.sum_equal [@S1, @S3], [@S4]
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.concatenate at {{.*}}: concatenated tensors, dimension 0: sizes S0 and S2 must agree"}
// CHECK:       func.func @concatenate(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?x?xf32, [@S0, @S3]>) -> tensor<?x?xf32, [@S0, @S4]>
func.func @concatenate(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.concatenate"(%x, %y) <{dimension = 1 : i64}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
