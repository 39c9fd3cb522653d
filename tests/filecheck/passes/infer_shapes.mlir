// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// Concatenation adds along its own dimension and ties the others; the function's signature is refined. What a guard
// says of an argument holds behind a tie, the argument keeps its own size.
// CHECK-LABEL: sdim.constraints {
// CHECK:         sdim.sum_equal [@S1, @S3], [@S4]
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

// A broadcast that nobody can decide has a symbol of its own, and demands that the sizes fit.
// CHECK:       sdim.broadcast [@S0, @S1] -> @S2
// CHECK-NEXT:  sdim.broadcastable assert [@S0, @S1] {why = "tf.AddV2 at {{.*}}: sizes S0 and S1 must be equal or one of them 1"}
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

// -----

// What an op demands of a size that data makes is tested before it, in the code: the size stays as it is, and is tied to
// what it then must be for the ops that follow.
// CHECK-LABEL: func.func @demand_on_data
// CHECK:         %[[W:.*]] = "tf.Where"(%x) : (tensor<?xf32, [@S0]>) -> tensor<?x1xi64, [@[[N:.*]], 1]>
// CHECK:         %[[D:.*]] = tensor.dim %[[W]]
// CHECK:         sdim.equal assert %[[D]], {{.*}} {why = "tf.Unpack at {{.*}}: size {{.*}} must be the number of results, 2"}
// CHECK:         %[[T:.*]] = sdim.tie_shape %[[W]], {{.*}} : tensor<?x1xi64, [@[[N]], 1]> -> tensor<2x1xi64>
// CHECK:         "tf.Unpack"(%[[T]])
func.func @demand_on_data(%x: tensor<?xf32>) -> (tensor<1xi64>, tensor<1xi64>) {
  %0 = "tf.Where"(%x) : (tensor<?xf32>) -> tensor<?x1xi64>
  %1:2 = "tf.Unpack"(%0) <{axis = 0 : i64}> : (tensor<?x1xi64>) -> (tensor<1xi64>, tensor<1xi64>)
  func.return %1#0, %1#1 : tensor<1xi64>, tensor<1xi64>
}

// -----

// A size that an integer argument gives is that element, in the test too; -1 is the rest.
// CHECK-LABEL: func.func @demand_on_an_element
// CHECK:         %[[E:.*]] = tensor.extract %{{.*}} : tensor<2xi32>
// CHECK:         arith.index_cast %[[E]]
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.Reshape at {{.*}}: the number of elements must not change"}
// CHECK:         "tf.Reshape"(%x, %{{.*}}) : {{.*}} -> tensor<?x2xf32, [@{{.*}}, 2]>
func.func @demand_on_an_element(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?x2xf32> {
  %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %target = "tf.Pack"(%n, %two) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %r = "tf.Reshape"(%x, %target) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  func.return %r : tensor<?x2xf32>
}

// -----

// A demand on arguments is a guard of the module: nothing is tested in the code.
// CHECK:         sdim.equal assert {{.*}}: size S0 must be the number of results, 2
// CHECK-LABEL: func.func @demand_on_an_argument
// CHECK-NOT:     assert
// CHECK:         func.return
func.func @demand_on_an_argument(%x: tensor<?xf32>) -> (tensor<f32>, tensor<f32>) {
  %1:2 = "tf.Unpack"(%x) <{axis = 0 : i64}> : (tensor<?xf32>) -> (tensor<f32>, tensor<f32>)
  func.return %1#0, %1#1 : tensor<f32>, tensor<f32>
}
