// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// Concatenation adds along its own dimension and ties the others; the function's signature is refined. What a guard
// says of an argument holds behind a tie, the argument keeps its own size.
// CHECK-LABEL: sdim.constraints {
// CHECK-DAG:     %[[A:.*]] = sdim.size @S1
// CHECK-DAG:     %[[B:.*]] = sdim.size @S3
// CHECK:         sdim.equal
// CHECK:         sdim.equal assert {{.*}}concatenated tensors, dimension 0: sizes S0 and S2 must agree
// CHECK:       func.func @concat(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?x?xf32, [@S2, @S3]>) -> tensor<?x?xf32, [@S0, @S4]>
// CHECK:         sdim.tie_shape %y, {{.*}} : tensor<?x?xf32, [@S2, @S3]> -> tensor<?x?xf32, [@S0, @S3]>
func.func @concat(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %axis = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ConcatV2"(%x, %y, %axis) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A shape computed from the operand's shape is followed: the product of two sizes is one symbol, and dividing by it again gives the sizes back.
// CHECK:       sdim.product_equal
// CHECK:       func.func @reshape_there_and_back
// CHECK:       "tf.Reshape"(%x, {{.*}}) : (tensor<?x?x8xf32, [@S0, @S1, 8]>, tensor<2xi32>) -> tensor<?x8xf32, [@S2, 8]>
// CHECK:       "tf.Reshape"({{.*}}) : (tensor<?x8xf32, [@S2, 8]>, tensor<3xi32>) -> tensor<?x?x8xf32, [@S0, @S1, 8]>
func.func @reshape_there_and_back(%x: tensor<?x?x8xf32>) -> tensor<*xf32> {
  %shape = "tf.Shape"(%x) : (tensor<?x?x8xf32>) -> tensor<3xi32>
  %flat = "tf.Const"() <{value = dense<[-1, 8]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %y = "tf.Reshape"(%x, %flat) : (tensor<?x?x8xf32>, tensor<2xi32>) -> tensor<?x8xf32>
  %r = "tf.Reshape"(%y, %shape) : (tensor<?x8xf32>, tensor<3xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A broadcast that nobody can decide has a symbol defined by cases, and demands that the sizes fit.
// CHECK:       %[[S:.*]] = arith.select
// CHECK:       sdim.equal %{{.*}}, %[[S]]
// CHECK:       sdim.holds assert %{{.*}} {why = "tf.AddV2 at {{.*}}: sizes S0 and S1 must be equal or one of them 1"}
// CHECK:       func.func @undecided_broadcast(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S2]>
func.func @undecided_broadcast(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A size that is static and not 1 decides it: the result has that size, and the argument may still be 1.
// CHECK:       sdim.holds assert
// CHECK:       func.func @decided_by_a_constant(%x: tensor<?xf32, [@S0]>, %y: tensor<10xf32>) -> tensor<10xf32>
func.func @decided_by_a_constant(%x: tensor<?xf32>, %y: tensor<10xf32>) -> tensor<*xf32> {
  %r = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<10xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// An op that nobody knows is a barrier: its result has sizes of its own.
// CHECK:       func.func @barrier(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S1]>
func.func @barrier(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = "tf.SomethingElse"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
