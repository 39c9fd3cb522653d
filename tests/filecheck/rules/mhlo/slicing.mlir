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

// Only the run knows where the slice begins, but its length is what the limit adds to that, in one sum or element by
// element.
// CHECK:       func.func @slice_of_a_length(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %start: tensor<1xi32>) -> (tensor<?xf32, [@S1]>, tensor<?xf32, [@S1]>)
func.func @slice_of_a_length(%x: tensor<?xf32>, %y: tensor<?xf32>, %start: tensor<1xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = arith.constant 0 : index
  %n = "mhlo.get_dimension_size"(%y) <{dimension = 0 : i64}> : (tensor<?xf32>) -> tensor<i32>
  %length = mhlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %limit = mhlo.add %start, %length : tensor<1xi32>
  %strides = mhlo.constant dense<1> : tensor<1xi32>
  %r = "mhlo.real_dynamic_slice"(%x, %start, %limit, %strides) : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %first = tensor.extract %start[%zero] : tensor<1xi32>
  %size = tensor.dim %y, %zero : tensor<?xf32>
  %number = arith.index_cast %size : index to i32
  %last = arith.addi %number, %first : i32
  %end = tensor.from_elements %last : tensor<1xi32>
  %q = "mhlo.real_dynamic_slice"(%x, %start, %end, %strides) : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %r, %q : tensor<?xf32>, tensor<?xf32>
}

// -----

// What is added to another start, and a length by a step of 2, say nothing.
// CHECK:       func.func @slice_of_another_length({{.*}}) -> (tensor<?xf32, [@S{{[2-9]}}]>, tensor<?xf32, [@S{{[2-9]}}]>)
func.func @slice_of_another_length(%x: tensor<?xf32>, %y: tensor<?xf32>, %start: tensor<1xi32>, %other: tensor<1xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %n = "mhlo.get_dimension_size"(%y) <{dimension = 0 : i64}> : (tensor<?xf32>) -> tensor<i32>
  %length = mhlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %limit = mhlo.add %other, %length : tensor<1xi32>
  %strides = mhlo.constant dense<1> : tensor<1xi32>
  %r = "mhlo.real_dynamic_slice"(%x, %start, %limit, %strides) : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %twos = mhlo.constant dense<2> : tensor<1xi32>
  %end = mhlo.add %start, %length : tensor<1xi32>
  %q = "mhlo.real_dynamic_slice"(%x, %start, %end, %twos) : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %r, %q : tensor<?xf32>, tensor<?xf32>
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
