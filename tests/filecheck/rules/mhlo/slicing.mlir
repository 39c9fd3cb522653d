// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// Start indices are clamped: the sizes are the slice's.
// CHECK:       sdim.range {{.*}} in [2, ?] {why = "mhlo.dynamic_slice at {{.*}}: slice size 2 must not exceed the size S0"}
// CHECK:       func.func @dynamic_slice(%x: tensor<?x8xf32, [@S0, 8]>, %i: tensor<i64>, %j: tensor<i64>) -> tensor<2x4xf32>
func.func @dynamic_slice(%x: tensor<?x8xf32>, %i: tensor<i64>, %j: tensor<i64>) -> tensor<*xf32> {
  %r = "mhlo.dynamic_slice"(%x, %i, %j) <{slice_sizes = dense<[2, 4]> : tensor<2xi64>}> : (tensor<?x8xf32>, tensor<i64>, tensor<i64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The update is no larger than the operand.
// CHECK:       sdim.less_equal {{.*}}, {{.*}} {why = "mhlo.dynamic_update_slice at {{.*}}: update size S1 must not exceed the size S0"}
// CHECK:       func.func @dynamic_update_slice(%x: tensor<?x8xf32, [@S0, 8]>, %y: tensor<?x4xf32, [@S1, 4]>, %i: tensor<i64>, %j: tensor<i64>) -> tensor<?x8xf32, [@S0, 8]>
func.func @dynamic_update_slice(%x: tensor<?x8xf32>, %y: tensor<?x4xf32>, %i: tensor<i64>, %j: tensor<i64>) -> tensor<*xf32> {
  %r = "mhlo.dynamic_update_slice"(%x, %y, %i, %j) : (tensor<?x8xf32>, tensor<?x4xf32>, tensor<i64>, tensor<i64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.less_equal @S1, @S0 {why = "mhlo.real_dynamic_slice at {{.*}}: by definition"}
// CHECK:       func.func @real_dynamic_slice(%x: tensor<?xf32, [@S0]>, %i: index, %j: index) -> tensor<?xf32, [@S1]>
func.func @real_dynamic_slice(%x: tensor<?xf32>, %i: index, %j: index) -> tensor<?xf32> {
  %one = arith.constant 1 : index
  %start = tensor.from_elements %i : tensor<1xindex>
  %limit = tensor.from_elements %j : tensor<1xindex>
  %strides = tensor.from_elements %one : tensor<1xindex>
  %r = "mhlo.real_dynamic_slice"(%x, %start, %limit, %strides) : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}

// -----

// The limit is inside the operand.
// CHECK:       sdim.range {{.*}} in [4, ?] {why = "mhlo.slice at {{.*}}: slice limit 4 must not be greater than the size S0"}
// CHECK:       func.func @slice(%x: tensor<?x8xf32, [@S0, 8]>) -> tensor<4x3xf32>
func.func @slice(%x: tensor<?x8xf32>) -> tensor<*xf32> {
  %r = "mhlo.slice"(%x) <{start_indices = dense<[0, 1]> : tensor<2xi64>, limit_indices = dense<[4, 8]> : tensor<2xi64>, strides = dense<[1, 3]> : tensor<2xi64>}>
      : (tensor<?x8xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
