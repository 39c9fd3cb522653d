// RUN: tieshape-opt -p tieshape-infer-shapes %s | filecheck %s
// RUN: tieshape-opt -p tieshape-infer-shapes %s | tieshape-opt -p tieshape-infer-shapes | filecheck %s

// Small integers are computed: 2 + 3 = 5 here, a scalar meets every element.
// CHECK-LABEL: func.func @computed() -> tensor<5x3xf32>
func.func @computed() -> tensor<?x?xf32> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %a = mhlo.constant dense<[2, 0]> : tensor<2xi64>
  %three = mhlo.constant dense<3> : tensor<i64>
  %s = chlo.broadcast_add %a, %three : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%zero, %s) {broadcast_dimensions = dense<> : tensor<0xi64>} : (tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Elements that do not meet place by place are not: 1x2 with 2x1 makes four sums.
// CHECK-LABEL: func.func @crossed() -> tensor<?x?x?x?xf32, [@{{.*}}, @{{.*}}, @{{.*}}, @{{.*}}]>
func.func @crossed() -> tensor<?x?x?x?xf32> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %a = mhlo.constant dense<[[2, 3]]> : tensor<1x2xi64>
  %b = mhlo.constant dense<[[4], [5]]> : tensor<2x1xi64>
  %m = chlo.broadcast_add %a, %b : (tensor<1x2xi64>, tensor<2x1xi64>) -> tensor<2x2xi64>
  %s = mhlo.reshape %m : (tensor<2x2xi64>) -> tensor<4xi64>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%zero, %s) {broadcast_dimensions = dense<> : tensor<0xi64>} : (tensor<f32>, tensor<4xi64>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// Comparisons decide selections: of 7 and 4, and of 3 and 9, the larger.
// CHECK-LABEL: func.func @chosen() -> tensor<7x9xf32>
func.func @chosen() -> tensor<?x?xf32> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %a = mhlo.constant dense<[7, 3]> : tensor<2xi64>
  %b = mhlo.constant dense<[4, 9]> : tensor<2xi64>
  %c = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction GT>} : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
  %s = chlo.broadcast_select %c, %a, %b : (tensor<2xi1>, tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%zero, %s) {broadcast_dimensions = dense<> : tensor<0xi64>} : (tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// What no dimension of 1 stretches must be equal; an unknown size stays either.
// CHECK-LABEL: func.func @stretched(%x: tensor<?x3xf32, [@[[N:.*]], 3]>, %y: tensor<3xf32>) -> tensor<?x3xf32, [@[[N]], 3]>
func.func @stretched(%x: tensor<?x3xf32>, %y: tensor<3xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_multiply %x, %y : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Operands of an op without implicit broadcasts have one shape: a known size of one is that of all.
// CHECK-LABEL: func.func @same(%x: tensor<?xf32, [@{{.*}}]>, %y: tensor<7xf32>) -> tensor<7xf32>
func.func @same(%x: tensor<?xf32>, %y: tensor<7xf32>) -> tensor<?xf32> {
  %0 = chlo.zeta %x, %y : tensor<?xf32>, tensor<7xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
