// RUN: tieshape-opt %s -p tieshape-optimize-shapes --split-input-file | filecheck %s

sdim.symbol @n

// Whether there are elements to take a variance of is decided; what the other case would be is gone.
// CHECK-LABEL: func.func @variance
// CHECK-NEXT:    func.return %x
func.func @variance(%x: tensor<?xf32, [@n]>, %nan: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %c = mhlo.constant dense<0> : tensor<i32>
  %less = mhlo.convert %c : (tensor<i32>) -> tensor<f32>
  %count = mhlo.constant dense<2.560000e+02> : tensor<f32>
  %zero = mhlo.constant dense<0.000000e+00> : tensor<f32>
  %m = mhlo.subtract %count, %less : tensor<f32>
  %p = mhlo.compare GT, %m, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %r = mhlo.select %p, %x, %nan : tensor<i1>, tensor<?xf32, [@n]>
  func.return %r : tensor<?xf32, [@n]>
}

// -----

sdim.symbol @n

// The other one of them where the comparison fails. Sums are rounded as f32 rounds them.
// CHECK-LABEL: func.func @rounded
// CHECK:         %[[SUM:.*]] = mhlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    func.return %y, %[[SUM]]
func.func @rounded(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<f32>) {
  %a = mhlo.constant dense<1.000000e+00> : tensor<f32>
  %b = mhlo.constant dense<1.000000e-10> : tensor<f32>
  %sum = mhlo.add %a, %b : tensor<f32>
  %p = mhlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %r = mhlo.select %p, %x, %y : tensor<i1>, tensor<?xf32, [@n]>
  func.return %r, %sum : tensor<?xf32, [@n]>, tensor<f32>
}

// -----

sdim.symbol @n

// What only a run knows, orders besides IEEE's, what is no finite number or too small, and narrow floats stay.
// CHECK-LABEL: func.func @open
// CHECK-DAG:     mhlo.divide
// CHECK-DAG:     mhlo.multiply
// CHECK-DAG:     mhlo.add %{{.*}}, %{{.*}} : tensor<f16>
// CHECK-DAG:     mhlo.compare GT, %{{.*}}, %{{.*}}, TOTALORDER
// CHECK-DAG:     mhlo.compare GT, %v, %{{.*}}, FLOAT
// CHECK-DAG:     mhlo.select
// CHECK-DAG:     mhlo.select
// CHECK:         func.return
func.func @open(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>, %v: tensor<f32>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>, tensor<f32>, tensor<f32>, tensor<f16>) {
  %zero = mhlo.constant dense<0.000000e+00> : tensor<f32>
  %one = mhlo.constant dense<1.000000e+00> : tensor<f32>
  %tiny = mhlo.constant dense<1.000000e-20> : tensor<f32>
  %half = mhlo.constant dense<5.000000e-01> : tensor<f16>
  %inf = mhlo.divide %one, %zero : tensor<f32>
  %small = mhlo.multiply %tiny, %tiny : tensor<f32>
  %narrow = mhlo.add %half, %half : tensor<f16>
  %p = mhlo.compare GT, %one, %zero, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %q = mhlo.compare GT, %v, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %r = mhlo.select %p, %x, %y : tensor<i1>, tensor<?xf32, [@n]>
  %s = mhlo.select %q, %x, %y : tensor<i1>, tensor<?xf32, [@n]>
  func.return %r, %s, %inf, %small, %narrow : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>, tensor<f32>, tensor<f32>, tensor<f16>
}
