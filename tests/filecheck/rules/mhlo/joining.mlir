// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[S3:.*]] = sdim.size @S3
// CHECK:       %[[ADD:.*]] = arith.addi %[[S1]], %[[S3]] : index
// CHECK:       sdim.equal %[[ADD]], @S4
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.concatenate at {{.*}}: concatenated tensors, dimension 0: sizes S0 and S2 must agree"}
// CHECK:       func.func @concatenate(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?x?xf32, [@S0, @S3]>) -> tensor<?x?xf32, [@S0, @S4]>
func.func @concatenate(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.concatenate"(%x, %y) <{dimension = 1 : i64}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
