// RUN: not tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file 2>&1 | filecheck %s

// Contracting sizes that come out of a shape computation and differ.
// CHECK: infer_shapes_invalid.mlir:8:3: error: tf.MatMul: contracting dimension: sizes 3 and 4 must agree
func.func @contracting_sizes(%x: tensor<?x3xf32>, %y: tensor<8xf32>) -> tensor<*xf32> {
  %shape = "tf.Const"() <{value = dense<[4, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %z = "tf.Reshape"(%y, %shape) : (tensor<8xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %r = "tf.MatMul"(%x, %z) : (tensor<?x3xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Two uses that need different sizes of one argument.
// CHECK: infer_shapes_invalid.mlir:18:3: error: tf.MatMul: contracting dimension: sizes S1 and 5 must agree
func.func @two_demands(%x: tensor<?x?xf32>, %a: tensor<4x2xf32>, %b: tensor<5x2xf32>) {
  %0 = "tf.MatMul"(%x, %a) : (tensor<?x?xf32>, tensor<4x2xf32>) -> tensor<?x2xf32>
  %1 = "tf.MatMul"(%x, %b) : (tensor<?x?xf32>, tensor<5x2xf32>) -> tensor<?x2xf32>
  func.return
}

// -----

// What the user states contradicts the model.
// CHECK: infer_shapes_invalid.mlir:32:3: error: tf.AddV2: sizes S0 and 8 must be equal
sdim.symbol @S0
sdim.constraints {
  %s0 = sdim.size @S0
  sdim.range %s0 in [2, 5]
}
func.func @stated_range(%x: tensor<?xf32, [@S0]>, %y: tensor<8xf32>) -> tensor<*xf32> {
  %r = "tf.AddV2"(%x, %y) : (tensor<?xf32, [@S0]>, tensor<8xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
