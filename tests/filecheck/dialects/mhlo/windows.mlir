// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// Windows that slide over tensors.
func.func @windows(%x: tensor<?x8xf32>, %z: tensor<f32>, %source: tensor<?x4xf32>) {
  %all = "mhlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.maximum %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) {window_dimensions = dense<[1, 3]> : tensor<2xi64>, window_strides = dense<[1, 2]> : tensor<2xi64>, base_dilations = dense<[1, 2]> : tensor<2xi64>, window_dilations = dense<[1, 2]> : tensor<2xi64>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>} : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x7xf32>
  %defaults:2 = "mhlo.reduce_window"(%x, %x, %z, %z) <{window_dimensions = dense<[1, 8]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    mhlo.return %a, %d : tensor<f32>, tensor<f32>
  }) : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<f32>, tensor<f32>) -> (tensor<?x1xf32>, tensor<?x1xf32>)
  %scatter = "mhlo.select_and_scatter"(%x, %source, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) {window_dimensions = dense<[1, 2]> : tensor<2xi64>, window_strides = dense<[1, 2]> : tensor<2xi64>, padding = dense<0> : tensor<2x2xi64>} : (tensor<?x8xf32>, tensor<?x4xf32>, tensor<f32>) -> tensor<?x8xf32>
  func.return
}

// CHECK-LABEL: func.func @windows(
// CHECK-NEXT: %all = "mhlo.reduce_window"(%x, %z) <{window_dimensions = dense<[1, 3]> : tensor<2xi64>, window_strides = dense<[1, 2]> : tensor<2xi64>, base_dilations = dense<[1, 2]> : tensor<2xi64>, window_dilations = dense<[1, 2]> : tensor<2xi64>, padding = dense<{{\[\[}}0, 0], [1, 1]]> : tensor<2x2xi64>}> ({
// CHECK-NEXT: ^bb0(%a: tensor<f32>, %b: tensor<f32>):
// CHECK-NEXT: %s = mhlo.maximum %a, %b : tensor<f32>
// CHECK-NEXT: mhlo.return %s : tensor<f32>
// CHECK-NEXT: }) : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x7xf32>
// CHECK-NEXT: %defaults, %defaults_1 = "mhlo.reduce_window"(%x, %x, %z, %z) <{window_dimensions = dense<[1, 8]> : tensor<2xi64>}> ({
// CHECK-NEXT: ^bb0(%a_1: tensor<f32>, %b_1: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
// CHECK-NEXT: mhlo.return %a_1, %d : tensor<f32>, tensor<f32>
// CHECK-NEXT: }) : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<f32>, tensor<f32>) -> (tensor<?x1xf32>, tensor<?x1xf32>)
// CHECK-NEXT: %scatter = "mhlo.select_and_scatter"(%x, %source, %z) <{window_dimensions = dense<[1, 2]> : tensor<2xi64>, window_strides = dense<[1, 2]> : tensor<2xi64>, padding = dense<0> : tensor<2x2xi64>}> ({
// CHECK-NEXT: ^bb0(%a_2: tensor<f32>, %b_2: tensor<f32>):
// CHECK-NEXT: %p = mhlo.compare GE, %a_2, %b_2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT: mhlo.return %p : tensor<i1>
// CHECK-NEXT: }, {
// CHECK-NEXT: ^bb0(%a_3: tensor<f32>, %b_3: tensor<f32>):
// CHECK-NEXT: %s_1 = mhlo.add %a_3, %b_3 : tensor<f32>
// CHECK-NEXT: mhlo.return %s_1 : tensor<f32>
// CHECK-NEXT: }) : (tensor<?x8xf32>, tensor<?x4xf32>, tensor<f32>) -> tensor<?x8xf32>
