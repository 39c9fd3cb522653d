// RUN: tieshape-opt %s -p tieshape-export-stablehlo --split-input-file | filecheck %s
// RUN: tieshape-opt %s -p "tieshape-export-stablehlo{for=iree}" --split-input-file | filecheck %s --check-prefix IREE

// A size that stays is no reason for a cast, whatever its symbols.
// CHECK-LABEL: func.func public @stays(%x: tensor<?xf32>, %n: tensor<i32>)
// CHECK-NOT:     dynamic_reshape
// CHECK:         stablehlo.while(%{{.*}} = %x, {{.*}}) : tensor<?xf32>, tensor<i32>
// CHECK-NOT:     dynamic_reshape
// CHECK:         return
// IREE-LABEL:  func.func public @stays
// IREE-NOT:      tensor.cast
// IREE:          return
sdim.symbol @s
sdim.symbol @t
func.func @stays(%x: tensor<?xf32, [@s]>, %n: tensor<i32>) -> tensor<?xf32, [@s]> {
  %zero = mhlo.constant dense<0> : tensor<i32>
  %one = mhlo.constant dense<1> : tensor<i32>
  %r, %i = mhlo.while changing(%x, %zero) ({
  ^bb0(%a: tensor<?xf32, [@t]>, %k: tensor<i32>):
    %go = mhlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %go : tensor<i1>
  }, {
  ^bb0(%b: tensor<?xf32, [@t]>, %m: tensor<i32>):
    %more = mhlo.negate %b : tensor<?xf32, [@t]>
    %next = mhlo.add %m, %one : tensor<i32>
    mhlo.return %more, %next : tensor<?xf32, [@t]>, tensor<i32>
  }) : (tensor<?xf32, [@s]>, tensor<i32>) -> (tensor<?xf32, [@s]>, tensor<i32>)
  func.return %r : tensor<?xf32, [@s]>
}

// -----

// A branch returns what the type of the choice's result says.
// CHECK-LABEL: func.func public @chooses(%c: tensor<i1>, %x: tensor<?x1xf32>, %y: tensor<?x?xf32>)
// CHECK:         "stablehlo.if"(%c) ({
// CHECK:           %[[CAST:.*]] = stablehlo.dynamic_reshape %x, %{{.*}} : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
// CHECK:           stablehlo.return %[[CAST]] : tensor<?x?xf32>
// CHECK:           stablehlo.return %y : tensor<?x?xf32>
// IREE-LABEL:  func.func public @chooses
// IREE:          %[[CAST:.*]] = tensor.cast %x : tensor<?x1xf32> to tensor<?x?xf32>
// IREE:          stablehlo.return %[[CAST]] : tensor<?x?xf32>
func.func @chooses(%c: tensor<i1>, %x: tensor<?x1xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "mhlo.if"(%c) ({
    mhlo.return %x : tensor<?x1xf32>
  }, {
    mhlo.return %y : tensor<?x?xf32>
  }) : (tensor<i1>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}
