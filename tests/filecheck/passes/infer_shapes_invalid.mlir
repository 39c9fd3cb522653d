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

// -----

// A loop of scf has one type for all trips: a size cannot get a name for one of them.
// CHECK: infer_shapes_invalid.mlir:41:3: error: scf.for: the loop carries tensor<?xf32>, whose size may change from trip to trip; such a loop must be an mhlo.while or a tf.WhileRegion
func.func @open_for(%x: tensor<?xf32>, %n: index, %one: index) -> tensor<?xf32> {
  %r = scf.for %i = %one to %n step %one iter_args(%a = %x) -> (tensor<?xf32>) {
    %y = mhlo.add %a, %a : tensor<?xf32>
    scf.yield %y : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}

// -----

// CHECK: infer_shapes_invalid.mlir:52:3: error: scf.while: the loop carries tensor<?xf32>, whose size
func.func @open_body(%x: tensor<3xf32>, %p: i1) -> tensor<3xf32> {
  %r = scf.while (%a = %x) : (tensor<3xf32>) -> tensor<3xf32> {
    scf.condition(%p) %a : tensor<3xf32>
  } do {
  ^bb0(%a: tensor<3xf32>):
    %y = "tf.AddV2"(%a, %a) : (tensor<3xf32>, tensor<3xf32>) -> tensor<?xf32>
    scf.yield %y : tensor<?xf32>
  }
  func.return %r : tensor<3xf32>
}

// -----

// The twin: a loop whose types tell every size is left alone.
// CHECK: scf.for {{.*}} -> (tensor<3xf32>)
func.func @told(%x: tensor<3xf32>, %n: index, %one: index) -> tensor<3xf32> {
  %r = scf.for %i = %one to %n step %one iter_args(%a = %x) -> (tensor<3xf32>) {
    %y = mhlo.add %a, %a : tensor<3xf32>
    scf.yield %y : tensor<3xf32>
  }
  func.return %r : tensor<3xf32>
}

// -----

// Sizes of a called function may be others in each call; the twin's are known, and what is declared only has no body to infer.
// CHECK: infer_shapes_invalid.mlir:82:3: error: func.call: a value of type tensor<?xf32> may have another size in each call of @called; run tieshape-inline-tf-functions first
func.func private @called(%x: tensor<?xf32>) -> tensor<?xf32> {
  func.return %x : tensor<?xf32>
}
func.func @calls(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @called(%x) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// CHECK: func.call @known(%x) : (tensor<3xf32>) -> tensor<3xf32>
func.func private @known(%x: tensor<3xf32>) -> tensor<3xf32> {
  func.return %x : tensor<3xf32>
}
func.func @calls(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = func.call @known(%x) : (tensor<3xf32>) -> tensor<3xf32>
  func.return %0 : tensor<3xf32>
}

// -----

// CHECK: infer_shapes_invalid.mlir:{{[0-9]+}}:3: error: scf.index_switch: the result is tensor<?xf32>, whose size may be another one in each region; such a choice must be an scf.if or an mhlo.case
func.func @switch(%x: tensor<?xf32>, %y: tensor<?xf32>, %i: index) -> tensor<?xf32> {
  %r = scf.index_switch %i -> tensor<?xf32>
  case 2 {
    scf.yield %x : tensor<?xf32>
  }
  default {
    scf.yield %y : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}

// -----

// A function that is copied to two places has two sizes of each kind.
// CHECK: infer_shapes_invalid.mlir:{{[0-9]+}}:3: error: tf.PartitionedCall: a value of type tensor<?xf32> may have another size in each call of @twice; run tieshape-inline-tf-functions first
func.func private @twice(%x: tensor<?xf32>) -> tensor<?xf32> {
  %ax = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %0 = "tf.ConcatV2"(%x, %x, %ax) : (tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
func.func @calls(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = "tf.PartitionedCall"(%x) <{f = @twice}> : (tensor<?xf32>) -> tensor<?xf32>
  %1 = "tf.PartitionedCall"(%y) <{f = @twice}> : (tensor<?xf32>) -> tensor<?xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// It may be one that such a function calls, of which only the sizes inside are unknown.
// CHECK: infer_shapes_invalid.mlir:{{[0-9]+}}:3: error: tf.PartitionedCall: a value of type tensor<?x1xi64> may have another size in each call of @inner; run tieshape-inline-tf-functions first
func.func private @inner(%x: tensor<4xf32>) -> tensor<i32> {
  %0 = "tf.Where"(%x) : (tensor<4xf32>) -> tensor<?x1xi64>
  %1 = "tf.Size"(%0) : (tensor<?x1xi64>) -> tensor<i32>
  func.return %1 : tensor<i32>
}
func.func private @outer(%x: tensor<4xf32>) -> tensor<i32> {
  %0 = "tf.PartitionedCall"(%x) <{f = @inner}> : (tensor<4xf32>) -> tensor<i32>
  func.return %0 : tensor<i32>
}
func.func @calls_of_calls(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<i32>, tensor<i32>) {
  %0 = "tf.PartitionedCall"(%x) <{f = @outer}> : (tensor<4xf32>) -> tensor<i32>
  %1 = "tf.PartitionedCall"(%y) <{f = @outer}> : (tensor<4xf32>) -> tensor<i32>
  func.return %0, %1 : tensor<i32>, tensor<i32>
}

// -----

// CHECK: infer_shapes_invalid.mlir:{{[0-9]+}}:3: error: tf.TensorListConcatV2: its list is a handle; run tieshape-inline-tf-functions first
func.func @list_of_handles(%l: tensor<!tf_type.variant<tensor<?x4xf32>>>, %s: tensor<2xi32>, %n: tensor<0xi64>) -> tensor<?x4xf32> {
  %r, %k = "tf.TensorListConcatV2"(%l, %s, %n) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<2xi32>, tensor<0xi64>) -> (tensor<?x4xf32>, tensor<?xi64>)
  func.return %r : tensor<?x4xf32>
}
