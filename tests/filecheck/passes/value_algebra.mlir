// RUN: tieshape-opt %s -p tieshape-optimize-shapes --split-input-file | filecheck %s

sdim.symbol @S0

// Neutral elements of floats: x + -0.0, x - 0.0, x * 1.0, x / 1.0; spread by broadcasts or not.
// CHECK-LABEL: func.func @float_neutral
// CHECK-NEXT:    func.return %x, %x, %x, %x, %x
func.func @float_neutral(%x: tensor<?xf32, [@S0]>, %n: tensor<1xindex>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>) {
  %minus = mhlo.constant dense<-0.0> : tensor<f32>
  %zero = mhlo.constant dense<0.0> : tensor<1xf32>
  %one = mhlo.constant dense<1.0> : tensor<f32>
  %m = "mhlo.dynamic_broadcast_in_dim"(%minus, %n) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@S0]>
  %z = "mhlo.dynamic_broadcast_in_dim"(%zero, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<1xf32>, tensor<1xindex>) -> tensor<?xf32, [@S0]>
  %o = "mhlo.dynamic_broadcast_in_dim"(%one, %n) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@S0]>
  %0 = mhlo.add %x, %m : tensor<?xf32, [@S0]>
  %1 = mhlo.subtract %x, %z : tensor<?xf32, [@S0]>
  %2 = mhlo.multiply %o, %x : tensor<?xf32, [@S0]>
  %3 = mhlo.divide %x, %o : tensor<?xf32, [@S0]>
  %4 = mhlo.maximum %x, %x : tensor<?xf32, [@S0]>
  func.return %0, %1, %2, %3, %4 : tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>
}

// -----

// -0.0 + 0.0 is 0.0, and -0.0 - -0.0 too; infinity * 0.0 is no number; the neutral element of a difference is on the right.
// CHECK-LABEL: func.func @float_not_neutral
// CHECK:         mhlo.add %x
// CHECK-NEXT:    mhlo.subtract %x
// CHECK-NEXT:    mhlo.multiply %x
// CHECK-NEXT:    mhlo.subtract %{{.*}}, %x
// CHECK-NEXT:    mhlo.divide %{{.*}}, %x
// CHECK-NEXT:    mhlo.add %x
func.func @float_not_neutral(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %zero = mhlo.constant dense<0.0> : tensor<2xf32>
  %minus = mhlo.constant dense<-0.0> : tensor<2xf32>
  %one = mhlo.constant dense<1.0> : tensor<2xf32>
  %both = mhlo.constant dense<"0x0000008000000000"> : tensor<2xf32>
  %0 = mhlo.add %x, %zero : tensor<2xf32>
  %1 = mhlo.subtract %x, %minus : tensor<2xf32>
  %2 = mhlo.multiply %x, %zero : tensor<2xf32>
  %3 = mhlo.subtract %zero, %x : tensor<2xf32>
  %4 = mhlo.divide %one, %x : tensor<2xf32>
  %5 = mhlo.add %x, %both : tensor<2xf32>
  func.return %0, %1, %2, %3, %4, %5 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----

// Integers have one zero; all bits are neutral for `and`, truth too.
// CHECK-LABEL: func.func @integer_neutral
// CHECK-NEXT:    func.return %x, %x, %x, %x, %u, %b, %x
func.func @integer_neutral(%x: tensor<2xi32>, %u: tensor<2xui8>, %b: tensor<2xi1>, %c: tensor<i1>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xui8>, tensor<2xi1>, tensor<2xi32>) {
  %zero = mhlo.constant dense<0> : tensor<2xi32>
  %one = mhlo.constant dense<1> : tensor<2xi32>
  %all = mhlo.constant dense<-1> : tensor<2xi32>
  %full = mhlo.constant dense<255> : tensor<2xui8>
  %true = mhlo.constant dense<true> : tensor<2xi1>
  %0 = mhlo.add %zero, %x : tensor<2xi32>
  %1 = mhlo.multiply %x, %one : tensor<2xi32>
  %2 = mhlo.and %x, %all : tensor<2xi32>
  %3 = mhlo.or %x, %zero : tensor<2xi32>
  %4 = mhlo.and %u, %full : tensor<2xui8>
  %5 = mhlo.and %true, %b : tensor<2xi1>
  %6 = mhlo.select %c, %x, %x : tensor<i1>, tensor<2xi32>
  func.return %0, %1, %2, %3, %4, %5, %6 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xui8>, tensor<2xi1>, tensor<2xi32>
}

// -----

// Each of these changes something.
// CHECK-LABEL: func.func @integer_not_neutral
// CHECK:         mhlo.and %x
// CHECK-NEXT:    mhlo.and %b
// CHECK-NEXT:    mhlo.subtract
// CHECK-NEXT:    mhlo.xor %x, %x
// CHECK-NEXT:    mhlo.select
func.func @integer_not_neutral(%x: tensor<2xi32>, %y: tensor<2xi32>, %b: tensor<2xi1>, %c: tensor<i1>) -> (tensor<2xi32>, tensor<2xi1>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
  %zero = mhlo.constant dense<0> : tensor<2xi32>
  %one = mhlo.constant dense<1> : tensor<2xi32>
  %false = mhlo.constant dense<false> : tensor<2xi1>
  %0 = mhlo.and %x, %one : tensor<2xi32>
  %1 = mhlo.and %b, %false : tensor<2xi1>
  %2 = mhlo.subtract %zero, %x : tensor<2xi32>
  %3 = mhlo.xor %x, %x : tensor<2xi32>
  %4 = mhlo.select %c, %x, %y : tensor<i1>, tensor<2xi32>
  func.return %0, %1, %2, %3, %4 : tensor<2xi32>, tensor<2xi1>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}

// -----

// To a type that holds all numbers and back is nothing; further on it is one conversion.
// CHECK-LABEL: func.func @exact_conversions
// CHECK-NEXT:    %[[F:.*]] = mhlo.convert %i : (tensor<2xi32>) -> tensor<2xf32>
// CHECK-NEXT:    func.return %x, %i, %[[F]], %b
func.func @exact_conversions(%x: tensor<2xf16>, %i: tensor<2xi32>, %b: tensor<2xi1>) -> (tensor<2xf16>, tensor<2xi32>, tensor<2xf32>, tensor<2xi1>) {
  %0 = mhlo.convert %x : (tensor<2xf16>) -> tensor<2xf64>
  %1 = mhlo.convert %0 : (tensor<2xf64>) -> tensor<2xf16>
  %2 = mhlo.convert %i : (tensor<2xi32>) -> tensor<2xi64>
  %3 = mhlo.convert %2 : (tensor<2xi64>) -> tensor<2xi32>
  %4 = mhlo.convert %2 : (tensor<2xi64>) -> tensor<2xf32>
  %5 = mhlo.convert %b : (tensor<2xi1>) -> tensor<2xi32>
  %6 = mhlo.convert %5 : (tensor<2xi32>) -> tensor<2xi1>
  func.return %1, %3, %4, %6 : tensor<2xf16>, tensor<2xi32>, tensor<2xf32>, tensor<2xi1>
}

// -----

// A type between that does not hold all numbers rounds or wraps.
// CHECK-LABEL: func.func @inexact_conversions
// CHECK-COUNT-8: mhlo.convert
// CHECK:         func.return
func.func @inexact_conversions(%x: tensor<2xf32>, %i: tensor<2xi32>, %h: tensor<2xf16>, %u: tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>, tensor<2xf16>, tensor<2xi64>) {
  %0 = mhlo.convert %x : (tensor<2xf32>) -> tensor<2xbf16>
  %1 = mhlo.convert %0 : (tensor<2xbf16>) -> tensor<2xf32>
  %2 = mhlo.convert %i : (tensor<2xi32>) -> tensor<2xf32>
  %3 = mhlo.convert %2 : (tensor<2xf32>) -> tensor<2xi32>
  %4 = mhlo.convert %h : (tensor<2xf16>) -> tensor<2xbf16>
  %5 = mhlo.convert %4 : (tensor<2xbf16>) -> tensor<2xf16>
  %6 = mhlo.convert %u : (tensor<2xi32>) -> tensor<2xui32>
  %7 = mhlo.convert %6 : (tensor<2xui32>) -> tensor<2xi64>
  func.return %1, %3, %5, %7 : tensor<2xf32>, tensor<2xi32>, tensor<2xf16>, tensor<2xi64>
}

// -----

sdim.symbol @S0

// A reduction of single elements is none: a maximum from -infinity is the element, and a sum from 0.0 adds 0.0.
// CHECK-LABEL: func.func @single_elements
// CHECK-NOT:     mhlo.reduce(
// CHECK:         %[[M:.*]] = mhlo.dynamic_reshape %x
// CHECK:         %[[E:.*]] = mhlo.dynamic_reshape %x
// CHECK:         %[[S:.*]] = mhlo.add %[[E]], %{{.*}} : tensor<?xf32, [@S0]>
// CHECK-NEXT:    func.return %[[M]], %[[S]]
func.func @single_elements(%x: tensor<?x1xf32, [@S0, 1]>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>) {
  %least = mhlo.constant dense<0xFF800000> : tensor<f32>
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.reduce(%x init: %least) applies mhlo.maximum across dimensions = [1] : (tensor<?x1xf32, [@S0, 1]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %1 = mhlo.reduce(%x init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x1xf32, [@S0, 1]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  func.return %0, %1 : tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// Along no dimension too; from 0.0, which makes 0.0 of -0.0, it stays.
// CHECK-LABEL: func.func @no_dimensions
// CHECK-NEXT:    %[[Z:.*]] = mhlo.constant
// CHECK-NEXT:    %[[S:.*]] = mhlo.reduce(%x init: %[[Z]])
// CHECK-NEXT:    func.return %y, %[[S]]
func.func @no_dimensions(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?xi1, [@S0]>) -> (tensor<?xi1, [@S0]>, tensor<?x?xf32, [@S0, @S1]>) {
  %false = mhlo.constant dense<false> : tensor<i1>
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.reduce(%y init: %false) applies mhlo.or across dimensions = [] : (tensor<?xi1, [@S0]>, tensor<i1>) -> tensor<?xi1, [@S0]>
  %1 = mhlo.reduce(%x init: %zero) applies mhlo.add across dimensions = [] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?x?xf32, [@S0, @S1]>
  func.return %0, %1 : tensor<?xi1, [@S0]>, tensor<?x?xf32, [@S0, @S1]>
}

// -----

sdim.symbol @S0

// Of more elements, or with a body of its own, it is one.
// CHECK-LABEL: func.func @several_elements
// CHECK:         mhlo.reduce(%x
// CHECK:         mhlo.reduce(%y
func.func @several_elements(%x: tensor<?x1xf32, [@S0, 1]>, %y: tensor<?x1xf32, [@S0, 1]>) -> (tensor<1xf32>, tensor<?xf32, [@S0]>) {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.reduce(%x init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?x1xf32, [@S0, 1]>, tensor<f32>) -> tensor<1xf32>
  %1 = mhlo.reduce(%y init: %zero) across dimensions = [1] : (tensor<?x1xf32, [@S0, 1]>, tensor<f32>) -> tensor<?xf32, [@S0]> reducer(%p: tensor<f32>, %q: tensor<f32>) {
    %s = mhlo.add %p, %q : tensor<f32>
    %m = mhlo.multiply %s, %q : tensor<f32>
    mhlo.return %m : tensor<f32>
  }
  func.return %0, %1 : tensor<1xf32>, tensor<?xf32, [@S0]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// A batch normalisation is elementwise: along the features everything is broadcast.
// CHECK-LABEL: func.func @normalized
// CHECK-NOT:     mhlo.batch_norm
// CHECK:         mhlo.subtract %x, %{{.*}} : tensor<?x?xf32, [@S0, @S1]>
// CHECK:         mhlo.sqrt %{{.*}} : tensor<?xf32, [@S1]>
// CHECK:         mhlo.divide
// CHECK:         mhlo.multiply
// CHECK:         %[[R:.*]] = mhlo.add %{{.*}}, %{{.*}} : tensor<?x?xf32, [@S0, @S1]>
// CHECK-NEXT:    func.return %[[R]]
func.func @normalized(%x: tensor<?x?xf32, [@S0, @S1]>, %s: tensor<?xf32, [@S1]>, %o: tensor<?xf32, [@S1]>, %m: tensor<?xf32, [@S1]>, %v: tensor<?xf32, [@S1]>) -> tensor<?x?xf32, [@S0, @S1]> {
  %0 = "mhlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 1.0e-03 : f32, feature_index = 1 : i64}> : (tensor<?x?xf32, [@S0, @S1]>, tensor<?xf32, [@S1]>, tensor<?xf32, [@S1]>, tensor<?xf32, [@S1]>, tensor<?xf32, [@S1]>) -> tensor<?x?xf32, [@S0, @S1]>
  func.return %0 : tensor<?x?xf32, [@S0, @S1]>
}

// -----

// What has no rank yet is left.
// CHECK-LABEL: func.func @unranked
// CHECK:         mhlo.batch_norm_inference
func.func @unranked(%x: tensor<*xf32>, %s: tensor<?xf32>) -> tensor<*xf32> {
  %0 = "mhlo.batch_norm_inference"(%x, %s, %s, %s, %s) <{epsilon = 1.0e-03 : f32, feature_index = 1 : i64}> : (tensor<*xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
}
