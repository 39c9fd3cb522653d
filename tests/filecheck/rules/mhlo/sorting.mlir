// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.sort at {{.*}}: sorted tensors: sizes S0 and S2 must agree"}
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.sort at {{.*}}: sorted tensors: sizes S1 and S3 must agree"}
// CHECK:       func.func @sort(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?x?xi32, [@S0, @S1]>) -> (tensor<?x?xf32, [@S0, @S1]>, tensor<?x?xi32, [@S0, @S1]>)
func.func @sort(%x: tensor<?x?xf32>, %y: tensor<?x?xi32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %r:2 = "mhlo.sort"(%x, %y) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = mhlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }) : (tensor<?x?xf32>, tensor<?x?xi32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi32>
}

// -----

// CHECK:       sdim.range {{.*}} in [5, ?] {why = "mhlo.topk at {{.*}}: k 5 must not exceed the size S1"}
// CHECK:       func.func @topk(%x: tensor<?x?xf32, [@S0, @S1]>) -> (tensor<?x5xf32, [@S0, 5]>, tensor<?x5xi32, [@S0, 5]>)
func.func @topk(%x: tensor<?x?xf32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %r:2 = "mhlo.topk"(%x) <{k = 5 : i64, largest = true}> : (tensor<?x?xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi32>
}
