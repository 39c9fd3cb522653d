// RUN: not tieshape-opt %s -p "tieshape-export-stablehlo{for=jax}" --split-input-file 2>&1 | filecheck %s
// RUN: tieshape-opt %s -p tieshape-export-stablehlo --split-input-file | filecheck %s --check-prefix ANY

// XLA has static sizes only: one that what tensors hold decides is an error for it, and for nobody else.
// CHECK:      export_known_sizes.mlir:[[# @LINE + 5]]:3: error: mhlo.dynamic_iota: XLA has static sizes only, and a size of
// CHECK-SAME: the result comes from what tensors hold, or from more than arithmetic on sizes
// ANY:        stablehlo.dynamic_iota
func.func @counted(%n: tensor<1xi64>) -> tensor<f32> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = "mhlo.dynamic_iota"(%n) <{iota_dimension = 0 : i64}> : (tensor<1xi64>) -> tensor<?xf32>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  func.return %1 : tensor<f32>
}

// -----

// So is one that a loop counts.
// CHECK:      export_known_sizes.mlir:[[# @LINE + 15]]:3: error: mhlo.dynamic_iota: XLA has static sizes only
// ANY:        stablehlo.dynamic_iota
func.func @looped(%x: tensor<?xf32>) -> tensor<f32> {
  %one = mhlo.constant dense<1> : tensor<i64>
  %five = mhlo.constant dense<5> : tensor<i64>
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %n = mhlo.while(%i = %one) : tensor<i64>
  cond {
    %go = mhlo.compare LT, %i, %five : (tensor<i64>, tensor<i64>) -> tensor<i1>
    mhlo.return %go : tensor<i1>
  } do {
    %next = mhlo.add %i, %one : tensor<i64>
    mhlo.return %next : tensor<i64>
  }
  %shape = mhlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
  %0 = "mhlo.dynamic_iota"(%shape) <{iota_dimension = 0 : i64}> : (tensor<1xi64>) -> tensor<?xf32>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  func.return %1 : tensor<f32>
}

// -----

// A known result has no such size, wherever it is cut out of its operand; nor has one whose sizes are arithmetic.
// CHECK: func.func public @main
// CHECK:   stablehlo.real_dynamic_slice
func.func @cut(%x: tensor<?xf32>, %i: tensor<1xi64>) -> tensor<2xf32> {
  %two = mhlo.constant dense<2> : tensor<1xi64>
  %one = mhlo.constant dense<1> : tensor<1xi64>
  %end = mhlo.add %i, %two : tensor<1xi64>
  %0 = mhlo.real_dynamic_slice %x, %i, %end, %one : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

// CHECK: func.func public @main
// CHECK:   stablehlo.dynamic_iota
func.func @arithmetic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = "mhlo.get_dimension_size"(%x) <{dimension = 0 : i64}> : (tensor<?xf32>) -> tensor<i32>
  %two = mhlo.constant dense<2> : tensor<i32>
  %0 = mhlo.multiply %n, %two : tensor<i32>
  %shape = mhlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %1 = "mhlo.dynamic_iota"(%shape) <{iota_dimension = 0 : i64}> : (tensor<1xi32>) -> tensor<?xf32>
  func.return %1 : tensor<?xf32>
}

// -----

// Branches that give results of different sizes, and a loop that carries a growing value, have no static sizes.
// CHECK: export_known_sizes.mlir:[[# @LINE + 3]]:3: error: mhlo.if: XLA has static sizes only, and a size of the result differs
// ANY:   "stablehlo.if"
func.func @branches(%p: tensor<i1>, %x: tensor<5xf32>) -> tensor<f32> {
  %0 = "mhlo.if"(%p) ({
    mhlo.return %x : tensor<5xf32>
  }, {
    %1 = "mhlo.slice"(%x) <{start_indices = dense<1> : tensor<1xi64>, limit_indices = dense<5> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<5xf32>) -> tensor<4xf32>
    mhlo.return %1 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %2 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  func.return %2 : tensor<f32>
}

// -----

// CHECK: func.func public @main
// CHECK:   "stablehlo.if"
sdim.symbol @n
func.func @same(%p: tensor<i1>, %x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %0 = "mhlo.if"(%p) ({
    mhlo.return %x : tensor<?xf32, [@n]>
  }, {
    %1 = mhlo.abs %x : tensor<?xf32, [@n]>
    mhlo.return %1 : tensor<?xf32, [@n]>
  }) : (tensor<i1>) -> tensor<?xf32, [@n]>
  func.return %0 : tensor<?xf32, [@n]>
}

// -----

// CHECK: export_known_sizes.mlir:[[# @LINE + 11]]:3: error: mhlo.while: XLA has static sizes only, and a size changes
sdim.symbol @n
sdim.symbol @k
sdim.symbol @m
sdim.constraints {
  sdim.sum_equal [@m], [@k, 1]
}
func.func @grows(%x: tensor<?xf32, [@n]>, %limit: tensor<i64>) -> tensor<f32> {
  %zero = mhlo.constant dense<0> : tensor<i64>
  %one = mhlo.constant dense<1> : tensor<i64>
  %more = mhlo.constant dense<1.0> : tensor<1xf32>
  %1, %0 = mhlo.while changing(%x, %zero) ({
  ^bb0(%y: tensor<?xf32, [@k]>, %i: tensor<i64>):
    %c = mhlo.compare LT, %i, %limit : (tensor<i64>, tensor<i64>) -> tensor<i1>
    mhlo.return %c : tensor<i1>
  }, {
  ^bb0(%y: tensor<?xf32, [@k]>, %i: tensor<i64>):
    %j = mhlo.add %i, %one : tensor<i64>
    %z = "mhlo.concatenate"(%y, %more) <{dimension = 0 : i64}> : (tensor<?xf32, [@k]>, tensor<1xf32>) -> tensor<?xf32, [@m]>
    mhlo.return %z, %j : tensor<?xf32, [@m]>, tensor<i64>
  }) : (tensor<?xf32, [@n]>, tensor<i64>) -> (tensor<?xf32>, tensor<i64>)
  %none = mhlo.constant dense<0.0> : tensor<f32>
  %2 = mhlo.reduce(%1 init: %none) applies mhlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  func.return %2 : tensor<f32>
}
