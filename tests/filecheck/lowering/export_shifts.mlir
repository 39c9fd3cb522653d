// RUN: tieshape-opt %s -p tieshape-export-stablehlo --split-input-file | filecheck %s

// A padding by a distance of the run that keeps the size is a gather of what lies that far before, and the fill where
// nothing does. A counter added to itself is doubled.
// CHECK-LABEL: func.func public @shift
// CHECK-NOT:     dynamic_pad
// CHECK:         stablehlo.while
// CHECK:         %[[AT:.*]] = stablehlo.subtract %{{.*}}, %{{.*}} : tensor<?xi64>
// CHECK:         %[[MASK:.*]] = stablehlo.and
// CHECK:         %[[MOVED:.*]] = "stablehlo.gather"(%x_1, %[[AT]])
// CHECK:         stablehlo.select %{{.*}}, %[[MOVED]], %{{.*}} : tensor<?xi1>, tensor<?xf32>
// CHECK:         stablehlo.multiply %i, %{{.*}} : tensor<i64>
// CHECK-NOT:     dynamic_pad
sdim.symbol @n
func.func @shift(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %c0 = arith.constant 0 : index
  %one = mhlo.constant dense<1> : tensor<i64>
  %limit = mhlo.constant dense<8> : tensor<i64>
  %fill = mhlo.constant dense<0.0> : tensor<f32>
  %none = mhlo.constant dense<0> : tensor<1xi64>
  %0, %1 = mhlo.while(%i = %one, %x_1 = %x) : tensor<i64>, tensor<?xf32, [@n]> cond {
    %c = mhlo.compare LT, %i, %limit : (tensor<i64>, tensor<i64>) -> tensor<i1>
    mhlo.return %c : tensor<i1>
  } do {
    %d = tensor.extract %i[] : tensor<i64>
    %low = tensor.from_elements %d : tensor<1xi64>
    %zero = arith.constant 0 : i64
    %m = arith.subi %zero, %d : i64
    %high = tensor.from_elements %m : tensor<1xi64>
    %p = mhlo.dynamic_pad %x_1, %fill, %low, %high, %none : (tensor<?xf32, [@n]>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32, [@n]>
    %s = mhlo.add %x_1, %p : tensor<?xf32, [@n]>
    %j = mhlo.add %i, %i : tensor<i64>
    mhlo.return %j, %s : tensor<i64>, tensor<?xf32, [@n]>
  }
  func.return %1 : tensor<?xf32, [@n]>
}

// -----

// A padding by sizes stays, and so does one by a distance that makes another size, or puts elements between.
// CHECK-LABEL: func.func public @pads
// CHECK:         stablehlo.dynamic_pad
// CHECK:         stablehlo.dynamic_pad
// CHECK:         stablehlo.dynamic_pad
// CHECK-NOT:     gather
// CHECK:         stablehlo.add %x, %x
sdim.symbol @n
sdim.symbol @m
func.func @pads(%x: tensor<?xf32, [@n]>, %i: tensor<i64>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@m]>, tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32, [@n]>
  %fill = mhlo.constant dense<0.0> : tensor<f32>
  %none = mhlo.constant dense<0> : tensor<1xi64>
  %between = mhlo.constant dense<1> : tensor<1xi64>
  %minus = arith.subi %c0, %n : index
  %by_size = tensor.from_elements %n : tensor<1xindex>
  %back = tensor.from_elements %minus : tensor<1xindex>
  %nothing = tensor.from_elements %c0 : tensor<1xindex>
  %0 = mhlo.dynamic_pad %x, %fill, %by_size, %back, %nothing : (tensor<?xf32, [@n]>, tensor<f32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32, [@n]>
  %d = tensor.extract %i[] : tensor<i64>
  %low = tensor.from_elements %d : tensor<1xi64>
  %1 = mhlo.dynamic_pad %x, %fill, %low, %none, %none : (tensor<?xf32, [@n]>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32, [@m]>
  %2 = mhlo.dynamic_pad %x, %fill, %low, %none, %between : (tensor<?xf32, [@n]>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32, [@n]>
  %3 = mhlo.add %x, %x : tensor<?xf32, [@n]>
  func.return %0, %1, %2, %3 : tensor<?xf32, [@n]>, tensor<?xf32, [@m]>, tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
}
