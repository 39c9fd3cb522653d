// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[C1:.*]] = arith.constant 1 : index
// CHECK:       %[[ADD:.*]] = arith.addi %[[S1]], %[[C1]] : index
// CHECK:       %[[C2:.*]] = arith.constant 2 : index
// CHECK:       %[[DIV:.*]] = arith.floordivsi %[[ADD]], %[[C2]] : index
// CHECK:       %[[SUB:.*]] = arith.subi %[[DIV]], %[[C1]] : index
// CHECK:       %[[C0:.*]] = arith.constant 0 : index
// CHECK:       %[[MAX:.*]] = arith.maxsi %[[SUB]], %[[C0]] : index
// CHECK:       sdim.equal @S2, %[[MAX]]
// CHECK:       func.func @reduce_window(%x: tensor<?x?xf32, [@S0, @S1]>, %zero: tensor<f32>) -> tensor<?x?xf32, [@S0, @S2]>
func.func @reduce_window(%x: tensor<?x?xf32>, %zero: tensor<f32>) -> tensor<*xf32> {
  %r = "mhlo.reduce_window"(%x, %zero) <{window_dimensions = dense<[1, 3]> : tensor<2xi64>, window_strides = dense<[1, 2]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The source has an element for each place of the window.
// CHECK:       %[[HALF:.*]] = arith.floordivsi %{{.*}}, %{{.*}} : index
// CHECK-NEXT:  sdim.equal {{.*}}, %[[HALF]] {why = "mhlo.select_and_scatter at {{.*}}: source and windows: sizes S3 and S1//2 must agree"}
// CHECK:       func.func @select_and_scatter(%x: tensor<?x?xf32, [@S0, @S1]>, %source: tensor<?x?xf32, [@S0, @S3]>, %zero: tensor<f32>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @select_and_scatter(%x: tensor<?x?xf32>, %source: tensor<?x?xf32>, %zero: tensor<f32>) -> tensor<*xf32> {
  %r = "mhlo.select_and_scatter"(%x, %source, %zero) <{window_dimensions = dense<[1, 2]> : tensor<2xi64>, window_strides = dense<[1, 2]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
