// RUN: tieshape-opt %s -p tieshape-move-features-last --split-input-file | filecheck %s

// What is between two convolutions has their layout: constants, repeated vectors, paddings, windows.

sdim.symbol @B
sdim.symbol @H
func.func @chain(%x: tensor<?x3x?x6xi8, [@B, 3, @H, 6]>, %k: tensor<8x3x1x1xi8>, %l: tensor<8x8x3x3xi8>, %v: tensor<8xi32>, %shape: tensor<4xindex>, %b: index, %h: index) -> tensor<?x8xi32, [@B, 8]> {
  %c = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x3x?x6xi8, [@B, 3, @H, 6]>, tensor<8x3x1x1xi8>) -> tensor<?x8x?x6xi32, [@B, 8, @H, 6]>
  %bias = mhlo.constant dense<[[[1]], [[2]], [[3]], [[4]], [[5]], [[6]], [[7]], [[8]]]> : tensor<8x1x1xi32>
  %c8 = arith.constant 8 : index
  %c6 = arith.constant 6 : index
  %sizes = tensor.from_elements %b, %c8, %h, %c6 : tensor<4xindex>
  %biases = "mhlo.dynamic_broadcast_in_dim"(%bias, %sizes) <{broadcast_dimensions = dense<[1, 2, 3]> : tensor<3xi64>}> : (tensor<8x1x1xi32>, tensor<4xindex>) -> tensor<?x8x?x6xi32, [@B, 8, @H, 6]>
  %s = mhlo.add %c, %biases : tensor<?x8x?x6xi32, [@B, 8, @H, 6]>
  %vs = "mhlo.dynamic_broadcast_in_dim"(%v, %sizes) <{broadcast_dimensions = dense<1> : tensor<1xi64>, known_expanding_dimensions = dense<> : tensor<0xi64>}> : (tensor<8xi32>, tensor<4xindex>) -> tensor<?x8x?x6xi32, [@B, 8, @H, 6]>
  %m = mhlo.maximum %s, %vs : tensor<?x8x?x6xi32, [@B, 8, @H, 6]>
  %q = mhlo.convert %m : (tensor<?x8x?x6xi32, [@B, 8, @H, 6]>) -> tensor<?x8x?x6xi8, [@B, 8, @H, 6]>
  %zero = mhlo.constant dense<0> : tensor<i8>
  %p = "mhlo.pad"(%q, %zero) <{edge_padding_low = dense<[0, 0, 0, 1]> : tensor<4xi64>, edge_padding_high = dense<[0, 0, 0, 2]> : tensor<4xi64>, interior_padding = dense<0> : tensor<4xi64>}> : (tensor<?x8x?x6xi8, [@B, 8, @H, 6]>, tensor<i8>) -> tensor<?x8x?x9xi8, [@B, 8, @H, 9]>
  %w = "mhlo.reduce_window"(%p, %zero) <{window_dimensions = dense<[1, 1, 1, 3]> : tensor<4xi64>, window_strides = dense<[1, 1, 1, 3]> : tensor<4xi64>}> ({
  ^bb0(%i: tensor<i8>, %j: tensor<i8>):
    %most = mhlo.maximum %i, %j : tensor<i8>
    mhlo.return %most : tensor<i8>
  }) : (tensor<?x8x?x9xi8, [@B, 8, @H, 9]>, tensor<i8>) -> tensor<?x8x?x3xi8, [@B, 8, @H, 3]>
  %d = mhlo.convolution(%w, %l) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x?x3xi8, [@B, 8, @H, 3]>, tensor<8x8x3x3xi8>) -> tensor<?x8x?x1xi32, [@B, 8, @H, 1]>
  %start = mhlo.constant dense<0> : tensor<i32>
  %sum = mhlo.reduce(%d init: %start) applies mhlo.add across dimensions = [2, 3] : (tensor<?x8x?x1xi32, [@B, 8, @H, 1]>, tensor<i32>) -> tensor<?x8xi32, [@B, 8]>
  func.return %sum : tensor<?x8xi32, [@B, 8]>
}

// CHECK-LABEL: func.func @chain
// CHECK:      %c = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, 0, 1, f],
// CHECK-SAME:   -> tensor<?x?x6x8xi32, [@B, @H, 6, 8]>
// CHECK:      [[BIAS:%\d+]] = mhlo.constant dense<[[[1, 2, 3, 4, 5, 6, 7, 8]]]> : tensor<1x1x8xi32>
// CHECK-NEXT: [[SIZES:%\d+]] = tensor.from_elements %b, %h, %c6, %c8
// CHECK-NEXT: "mhlo.dynamic_broadcast_in_dim"([[BIAS]], [[SIZES]]) <{broadcast_dimensions = dense<[1, 2, 3]>
// CHECK:      "mhlo.dynamic_broadcast_in_dim"(%v, {{.*}}) <{broadcast_dimensions = dense<3>
// CHECK:      %m = mhlo.maximum %s, {{.*}} : tensor<?x?x6x8xi32, [@B, @H, 6, 8]>
// CHECK:      %p = "mhlo.pad"(%q, %zero) <{edge_padding_low = dense<[0, 0, 1, 0]> : tensor<4xi64>, edge_padding_high = dense<[0, 0, 2, 0]>
// CHECK:      %w = "mhlo.reduce_window"(%p, %zero) <{window_dimensions = dense<[1, 1, 3, 1]> : tensor<4xi64>, window_strides = dense<[1, 1, 3, 1]>
// CHECK:      %d = mhlo.convolution(%w, %l) dim_numbers = [b, 0, 1, f]x[o, i, 0, 1]->[b, 0, 1, f], window = {pad = {{\[\[}}1, 1], [0, 0]]}
// CHECK:      %sum = mhlo.reduce(%d init: %start) applies mhlo.add across dimensions = [1, 2]
// CHECK-NOT:  mhlo.transpose

// -----

// An image that others use too, and what others give, is transposed; what was transposed for others is theirs.

func.func @ends(%x: tensor<2x3x4x6xi32>, %k: tensor<8x3x1x1xi8>, %l: tensor<8x8x1x1xi8>) -> (tensor<2x8x4x6xi32>, tensor<2x4x6x8xi8>, tensor<2x6x8x4xi8>, index) {
  %q = mhlo.convert %x : (tensor<2x3x4x6xi32>) -> tensor<2x3x4x6xi8>
  %c = mhlo.convolution(%q, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x4x6xi8>, tensor<8x3x1x1xi8>) -> tensor<2x8x4x6xi32>
  %r = mhlo.convert %c : (tensor<2x8x4x6xi32>) -> tensor<2x8x4x6xi8>
  %d = mhlo.convolution(%r, %l) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4x6xi8>, tensor<8x8x1x1xi8>) -> tensor<2x8x4x6xi32>
  %s = mhlo.add %c, %d : tensor<2x8x4x6xi32>
  %t = "mhlo.transpose"(%r) <{permutation = dense<[0, 2, 3, 1]> : tensor<4xi64>}> : (tensor<2x8x4x6xi8>) -> tensor<2x4x6x8xi8>
  %u = "mhlo.transpose"(%r) <{permutation = dense<[0, 3, 1, 2]> : tensor<4xi64>}> : (tensor<2x8x4x6xi8>) -> tensor<2x6x8x4xi8>
  %c1 = arith.constant 1 : index
  %n = tensor.dim %r, %c1 : tensor<2x8x4x6xi8>
  func.return %s, %t, %u, %n : tensor<2x8x4x6xi32>, tensor<2x4x6x8xi8>, tensor<2x6x8x4xi8>, index
}

// CHECK-LABEL: func.func @ends
// CHECK-NEXT: %q = mhlo.convert %x : (tensor<2x3x4x6xi32>) -> tensor<2x3x4x6xi8>
// CHECK-NEXT: %c = mhlo.convolution(%q, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, 0, 1, f],
// CHECK-NEXT: %t = mhlo.convert %c : (tensor<2x4x6x8xi32>) -> tensor<2x4x6x8xi8>
// CHECK-NEXT: %d = mhlo.convolution(%t, %l) dim_numbers = [b, 0, 1, f]x[o, i, 0, 1]->[b, 0, 1, f],
// CHECK-NEXT: [[SUM:%\w+]] = mhlo.add %c, %d : tensor<2x4x6x8xi32>
// CHECK-NEXT: [[BACK:%\w+]] = "mhlo.transpose"([[SUM]]) <{permutation = dense<[0, 3, 1, 2]>
// CHECK-NEXT: %u = "mhlo.transpose"(%t) <{permutation = dense<[0, 2, 3, 1]> : tensor<4xi64>}> : (tensor<2x4x6x8xi8>) -> tensor<2x6x8x4xi8>
// CHECK-NEXT: [[PLACE:%\d+]] = arith.constant 3 : index
// CHECK-NEXT: [[SIZE:%\w+]] = tensor.dim %t, [[PLACE]] : tensor<2x4x6x8xi8>
// CHECK-NEXT: func.return [[BACK]], %t, %u, [[SIZE]]

// -----

// A convolution of each feature by itself is moved with others, one in groups is not.

func.func @by_feature(%k: tensor<4x3x1x1xi8>, %x: tensor<2x3x4x6xi8>, %y: tensor<2x3x4x6xi8>, %f: tensor<4x1x3x3xf32>, %g: tensor<4x2x3x3xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %c = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x4x6xi8>, tensor<4x3x1x1xi8>) -> tensor<2x4x4x6xi32>
  %r = mhlo.convert %c : (tensor<2x4x4x6xi32>) -> tensor<2x4x4x6xf32>
  %d = mhlo.convolution(%r, %f) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<2x4x4x6xf32>, tensor<4x1x3x3xf32>) -> tensor<2x4x2x4xf32>
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %s = mhlo.reduce(%d init: %zero) applies mhlo.add across dimensions = [2, 3] : (tensor<2x4x2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %e = mhlo.convolution(%y, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x4x6xi8>, tensor<4x3x1x1xi8>) -> tensor<2x4x4x6xi32>
  %h = mhlo.convert %e : (tensor<2x4x4x6xi32>) -> tensor<2x4x4x6xf32>
  %i = mhlo.convolution(%h, %g) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x4x4x6xf32>, tensor<4x2x3x3xf32>) -> tensor<2x4x2x4xf32>
  %t = mhlo.reduce(%i init: %zero) applies mhlo.add across dimensions = [2, 3] : (tensor<2x4x2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  func.return %s, %t : tensor<2x4xf32>, tensor<2x4xf32>
}

// CHECK-LABEL: func.func @by_feature
// CHECK: %c = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, 0, 1, f],
// CHECK: %d = mhlo.convolution(%r, %f) dim_numbers = [b, 0, 1, f]x[o, i, 0, 1]->[b, f, 0, 1],
// CHECK: %e = mhlo.convolution(%y, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],
// CHECK: %i = mhlo.convolution(%h, %g) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],

// -----

// The twins: nothing is saved for one convolution between an argument and a result, floats have
// their own way, sums that leave the order of features and places are made as before.

func.func @one(%x: tensor<2x3x4x6xi8>, %k: tensor<4x3x1x1xi8>) -> tensor<2x4x4x6xi32> {
  %c = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x4x6xi8>, tensor<4x3x1x1xi8>) -> tensor<2x4x4x6xi32>
  func.return %c : tensor<2x4x4x6xi32>
}

func.func @floats(%x: tensor<2x3x4x6xf32>, %k: tensor<3x3x1x1xf32>) -> tensor<2x3x4x6xf32> {
  %c = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x4x6xf32>, tensor<3x3x1x1xf32>) -> tensor<2x3x4x6xf32>
  %d = mhlo.convolution(%c, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x4x6xf32>, tensor<3x3x1x1xf32>) -> tensor<2x3x4x6xf32>
  func.return %d : tensor<2x3x4x6xf32>
}

func.func @sums(%x: tensor<2x3x4x6xi8>, %k: tensor<4x3x1x1xi8>) -> tensor<4x4x6xi32> {
  %c = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x4x6xi8>, tensor<4x3x1x1xi8>) -> tensor<2x4x4x6xi32>
  %zero = mhlo.constant dense<0> : tensor<i32>
  %s = mhlo.reduce(%c init: %zero) applies mhlo.add across dimensions = [0] : (tensor<2x4x4x6xi32>, tensor<i32>) -> tensor<4x4x6xi32>
  func.return %s : tensor<4x4x6xi32>
}

// CHECK-LABEL: func.func @one
// CHECK: [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]
// CHECK-LABEL: func.func @floats
// CHECK: [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]
// CHECK: [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]
// CHECK-LABEL: func.func @sums
// CHECK: [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]
// CHECK: across dimensions = [0]

// -----

// What says something of each dimension, for other compilers, stays as it is.

func.func @sharded(%x: tensor<2x3x4x6xi8>, %k: tensor<3x3x1x1xi8>) -> tensor<2x3x4x6xi32> {
  %c = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, mhlo.sharding = "{devices=[1,3,1,1]0,1,2}"} : (tensor<2x3x4x6xi8>, tensor<3x3x1x1xi8>) -> tensor<2x3x4x6xi32>
  %q = mhlo.convert %c : (tensor<2x3x4x6xi32>) -> tensor<2x3x4x6xi8>
  %d = mhlo.convolution(%q, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x4x6xi8>, tensor<3x3x1x1xi8>) -> tensor<2x3x4x6xi32>
  func.return %d : tensor<2x3x4x6xi32>
}

func.func @scales_of_features(%x: tensor<2x3x4x6xi8>, %k: tensor<3x3x1x1xi8>) -> tensor<2x3x4x6xi32> {
  %c = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x4x6xi8>, tensor<3x3x1x1xi8>) -> tensor<2x3x4x6xi32>
  %f = mhlo.convert %c : (tensor<2x3x4x6xi32>) -> tensor<2x3x4x6xf32>
  %u = mhlo.uniform_quantize %f : (tensor<2x3x4x6xf32>) -> tensor<2x3x4x6x!quant.uniform<i8:f32:1, {0.5, 0.25, 0.125}>>
  %g = mhlo.uniform_dequantize %u : (tensor<2x3x4x6x!quant.uniform<i8:f32:1, {0.5, 0.25, 0.125}>>) -> tensor<2x3x4x6xf32>
  %q = mhlo.convert %g : (tensor<2x3x4x6xf32>) -> tensor<2x3x4x6xi8>
  %d = mhlo.convolution(%q, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x4x6xi8>, tensor<3x3x1x1xi8>) -> tensor<2x3x4x6xi32>
  func.return %d : tensor<2x3x4x6xi32>
}

// CHECK-LABEL: func.func @sharded
// CHECK: [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]
// CHECK-LABEL: func.func @scales_of_features
// CHECK: mhlo.uniform_quantize {{.*}} -> tensor<2x3x4x6x!quant.uniform<i8:f32:1,
// CHECK-NOT: b, 0, 1, f

// -----

// Nothing is moved where ranks are not known.

func.func @unranked(%x: tensor<*xi8>, %k: tensor<3x3x1x1xi8>) -> tensor<*xi32> {
  %c = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<*xi8>, tensor<3x3x1x1xi8>) -> tensor<*xi32>
  %q = mhlo.convert %c : (tensor<*xi32>) -> tensor<*xi8>
  %d = mhlo.convolution(%q, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<*xi8>, tensor<3x3x1x1xi8>) -> tensor<*xi32>
  func.return %d : tensor<*xi32>
}

// CHECK-LABEL: func.func @unranked
// CHECK: [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]
// CHECK-NEXT: mhlo.convert
// CHECK-NEXT: %d = mhlo.convolution(%q, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]
