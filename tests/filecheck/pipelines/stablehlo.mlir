// RUN: tieshape-opt %s -p tieshape --verify-survival --split-input-file | filecheck %s

// What the analysis can read of an assertion holds in the whole module, in its words, and decides broadcasts.
// CHECK:       sdim.symbol @n
// CHECK:       sdim.constraints {
// CHECK:         sdim.range assert {{.*}} in [1, ?] {why = "n is positive"}
// CHECK:         sdim.equal assert {{.*}}, {{.*}} {why = "y is as long as x"}
// CHECK:       }
// CHECK-LABEL: func.func @main
// CHECK-SAME:  tensor<?xf32, [@n]>
// CHECK-NOT:     sdim.holds
// CHECK-NOT:     stablehlo
// CHECK:         mhlo.add
func.func public @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.compare GE, %n, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%0, %n) {api_version = 2 : i32, error_message = "n is positive.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %1 = stablehlo.compare EQ, %n, %m, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%1, %n) {api_version = 2 : i32, error_message = "y is as long as x, but found {0}.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %2 = call @body(%n, %x, %y) : (tensor<i32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
func.func private @body(%n: tensor<i32> {jax.global_constant = "n"}, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_broadcast_in_dim %y, %0, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = stablehlo.add %x, %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// The sign of a size, and whether two truth values differ, are read too: n * 2 divided by n, a divisor that is no constant.
// CHECK:       sdim.constraints {
// CHECK-NOT:     n * 2
// CHECK:         sdim.range assert {{.*}} in [1, ?] {why = "n is positive"}
// CHECK-NEXT:  }
// CHECK-LABEL: func.func @signs
// CHECK-NOT:     sdim.
func.func @signs(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.compare GE, %n, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%0, %n) {error_message = "n is positive", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %a = stablehlo.multiply %n, %two : tensor<i32>
  %1 = stablehlo.divide %a, %n : tensor<i32>
  %2 = stablehlo.sign %a : tensor<i32>
  %3 = stablehlo.sign %n : tensor<i32>
  %4 = stablehlo.compare NE, %2, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %5 = stablehlo.remainder %a, %n : tensor<i32>
  %6 = stablehlo.compare LT, %5, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %7 = stablehlo.compare NE, %6, %4, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %8 = stablehlo.subtract %1, %one : tensor<i32>
  %9 = stablehlo.select %7, %8, %1 : tensor<i1>, tensor<i32>
  %10 = stablehlo.compare EQ, %9, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%10, %n) {error_message = "n * 2 divided by n", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return %x : tensor<?xf32>
}

// -----

// An assertion about data stays a check in the body.
// CHECK-NOT:   sdim.constraints
// CHECK-LABEL: func.func @data
// CHECK:         %[[OK:.*]] = mhlo.compare GE
// CHECK:         %[[BIT:.*]] = tensor.extract %[[OK]][] : tensor<i1>
// CHECK:         sdim.holds assert %[[BIT]] {why = "the first element is positive"}
func.func @data(%x: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.compare GE, %x, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%0) {error_message = "the first element is positive", has_side_effect = true} : (tensor<i1>) -> ()
  return %x : tensor<f32>
}
