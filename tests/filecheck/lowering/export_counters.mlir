// RUN: tieshape-opt %s -p tieshape-export-stablehlo --split-input-file | filecheck %s

// A counter that goes on by more than 1, in one step or several, does so out of XLA's sight.
// CHECK-LABEL: func.func public @by_two
// CHECK:         %[[NEXT:.*]] = stablehlo.add %i, %{{.*}} : tensor<i64>
// CHECK:         %[[HIDDEN:.*]] = stablehlo.optimization_barrier %[[NEXT]] : tensor<i64>
// CHECK:         stablehlo.return %[[HIDDEN]] : tensor<i64>
func.func @by_two(%n: tensor<i64>) -> tensor<i64> {
  %zero = mhlo.constant dense<0> : tensor<i64>
  %two = mhlo.constant dense<2> : tensor<i64>
  %r = mhlo.while(%i = %zero) : tensor<i64> cond {
    %c = mhlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
    mhlo.return %c : tensor<i1>
  } do {
    %j = mhlo.add %i, %two : tensor<i64>
    mhlo.return %j : tensor<i64>
  }
  func.return %r : tensor<i64>
}

// -----

// CHECK-LABEL: func.func public @by_one_and_one
// CHECK:         stablehlo.optimization_barrier
func.func @by_one_and_one(%n: tensor<i64>) -> tensor<i64> {
  %one = mhlo.constant dense<1> : tensor<i64>
  %minus = mhlo.constant dense<-1> : tensor<i64>
  %r = mhlo.while(%i = %one) : tensor<i64> cond {
    %c = mhlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
    mhlo.return %c : tensor<i1>
  } do {
    %j = mhlo.add %one, %i : tensor<i64>
    %k = mhlo.subtract %j, %minus : tensor<i64>
    mhlo.return %k : tensor<i64>
  }
  func.return %r : tensor<i64>
}

// -----

// Steps of 1, what no loop counts, and other arithmetic stay as they are.
// CHECK-LABEL: func.func public @by_one
// CHECK-NOT:     optimization_barrier
// CHECK:         return
func.func @by_one(%n: tensor<i64>, %x: tensor<f32>) -> (tensor<i64>, tensor<i64>, tensor<f32>) {
  %zero = mhlo.constant dense<0> : tensor<i64>
  %one = mhlo.constant dense<1> : tensor<i64>
  %two = mhlo.constant dense<2> : tensor<i64>
  %more = mhlo.constant dense<2.0> : tensor<f32>
  %start = mhlo.add %n, %two : tensor<i64>
  %r, %s, %t = mhlo.while(%i = %start, %k = %zero, %y = %x) : tensor<i64>, tensor<i64>, tensor<f32> cond {
    %c = mhlo.compare GT, %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
    mhlo.return %c : tensor<i1>
  } do {
    %j = mhlo.subtract %i, %one : tensor<i64>
    %l = mhlo.maximum %k, %two : tensor<i64>
    %z = mhlo.add %y, %more : tensor<f32>
    mhlo.return %j, %l, %z : tensor<i64>, tensor<i64>, tensor<f32>
  }
  func.return %r, %s, %t : tensor<i64>, tensor<i64>, tensor<f32>
}
