// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.Reshape: operand 1 has rank 0, needed 1
func.func @shape_rank(%a0: tensor<2xf32>, %a1: tensor<i32>) {
  %r = "tf.Reshape"(%a0, %a1) : (tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Reshape: the result has size S3, its type says 4
func.func @reshape_count(%a0: tensor<6xf32>, %a1: tensor<2xi32>) {
  %r = "tf.Reshape"(%a0, %a1) : (tensor<6xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  func.return
}

// -----

// CHECK: error: tf.Reshape: 6 elements must divide by 4
func.func @reshape_indivisible(%a0: tensor<6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[4, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Reshape"(%a0, %c1) : (tensor<6xf32>, tensor<2xi32>) -> tensor<4x?xf32>
  func.return
}

// -----

// CHECK: error: tf.Reshape: the number of elements must not change
func.func @reshape_other_count(%a0: tensor<6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[4, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Reshape"(%a0, %c1) : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: tf.Reshape: 6 elements do not fit beside a size of 0
func.func @reshape_nothing(%a0: tensor<3x2xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Reshape"(%a0, %c1) : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<0x?xf32>
  func.return
}

// -----

// CHECK: error: tf.Reshape: only one size of the target may be -1
func.func @reshape_wildcards(%a0: tensor<6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[-1, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Reshape"(%a0, %c1) : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: tf.Reshape: a size of the target is -2, needed at least -1
func.func @reshape_negative(%a0: tensor<6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[-2, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Reshape"(%a0, %c1) : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: tf.Reshape: the result has size 2, its type says 3
func.func @reshape_result(%a0: tensor<6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Reshape"(%a0, %c1) : (tensor<6xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  func.return
}

// -----

// CHECK: error: tf.ExpandDims: dimension 3 is out of range for rank 3
func.func @expand_axis(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ExpandDims"(%a0, %c1) : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3x1xf32>
  func.return
}

// -----

// CHECK: error: tf.ExpandDims: the result has size 2, its type says 1
func.func @expand_result(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ExpandDims"(%a0, %c1) : (tensor<2x3xf32>, tensor<i32>) -> tensor<1x2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.ExpandDims: the result has rank 3, its type says 2
func.func @expand_rank(%a0: tensor<2x3xf32>, %a1: tensor<i32>) {
  %r = "tf.ExpandDims"(%a0, %a1) : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.Squeeze: squeezed dimension 2 is out of range for rank 2
func.func @squeeze_axis(%a0: tensor<2x1xf32>) {
  %r = "tf.Squeeze"(%a0) <{squeeze_dims = [2]}> : (tensor<2x1xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Squeeze: dimension 0 of size 2 must be 1 to be squeezed
func.func @squeeze_size(%a0: tensor<2x1xf32>) {
  %r = "tf.Squeeze"(%a0) <{squeeze_dims = [0]}> : (tensor<2x1xf32>) -> tensor<1xf32>
  func.return
}

// -----

// CHECK: error: tf.Squeeze: the result has size 2, its type says 1
func.func @squeeze_result(%a0: tensor<2x1xf32>) {
  %r = "tf.Squeeze"(%a0) <{squeeze_dims = [1]}> : (tensor<2x1xf32>) -> tensor<1xf32>
  func.return
}

// -----

// CHECK: error: tf.Squeeze: the result has rank 1, its type says 2
func.func @squeeze_all_result(%a0: tensor<2x1xf32>) {
  %r = "tf.Squeeze"(%a0) : (tensor<2x1xf32>) -> tensor<2x1xf32>
  func.return
}

// -----

// CHECK: error: tf.Transpose: dimension of the permutations [0, 0] must be distinct
func.func @perm_repeated(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Transpose"(%a0, %c1) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Transpose: operand 1 has rank 2, needed 1
func.func @perm_rank(%a0: tensor<2x3xf32>, %a1: tensor<2x1xi32>) {
  %r = "tf.Transpose"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x1xi32>) -> tensor<3x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Transpose: operand 1 has size 3 in dimension 0, needed 2
func.func @perm_size(%a0: tensor<2x3xf32>, %a1: tensor<3xi32>) {
  %r = "tf.Transpose"(%a0, %a1) : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<3x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Transpose: the permutation has 3 entries, the operand has rank 2
func.func @perm_of_other_rank(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, 1, 2]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %r = "tf.Transpose"(%a0, %c1) : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<3x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Transpose: the result has size 3, its type says 2
func.func @transpose_result(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Transpose"(%a0, %c1) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.Transpose: the result has rank 2, its type says 3
func.func @transpose_rank(%a0: tensor<2x3xf32>, %a1: tensor<2xi32>) {
  %r = "tf.Transpose"(%a0, %a1) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3x1xf32>
  func.return
}

// -----

// CHECK: error: tf.BroadcastTo: rank 2 must not exceed the target's rank 1
func.func @broadcast_rank(%a0: tensor<1x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.BroadcastTo"(%a0, %c1) : (tensor<1x3xf32>, tensor<1xi32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.BroadcastTo: size 2 must be 1 or the target's 3
func.func @broadcast_size(%a0: tensor<2xf32>) {
  %c1 = "tf.Const"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.BroadcastTo"(%a0, %c1) : (tensor<2xf32>, tensor<1xi32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.BroadcastTo: size 2 must be 1 or the target's 1
func.func @broadcast_shrinks(%a0: tensor<2xf32>) {
  %c1 = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.BroadcastTo"(%a0, %c1) : (tensor<2xf32>, tensor<1xi32>) -> tensor<1xf32>
  func.return
}

// -----

// CHECK: error: tf.BroadcastTo: the result has size 3, its type says 4
func.func @broadcast_result(%a0: tensor<1xf32>) {
  %c1 = "tf.Const"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.BroadcastTo"(%a0, %c1) : (tensor<1xf32>, tensor<1xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.BroadcastTo: operand 1 has rank 0, needed 1
func.func @broadcast_shape_rank(%a0: tensor<1xf32>, %a1: tensor<i32>) {
  %r = "tf.BroadcastTo"(%a0, %a1) : (tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.Tile: operand 1 has rank 0, needed 1
func.func @multiples_rank(%a0: tensor<2xf32>, %a1: tensor<i32>) {
  %r = "tf.Tile"(%a0, %a1) : (tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.Tile: there are 2 multiples, the operand has rank 1
func.func @multiples_size(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  %r = "tf.Tile"(%a0, %a1) : (tensor<2xf32>, tensor<2xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.Tile: a multiple is -1, needed at least 0
func.func @multiples_negative(%a0: tensor<2xf32>) {
  %c1 = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Tile"(%a0, %c1) : (tensor<2xf32>, tensor<1xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.Tile: the result has size 4, its type says 5
func.func @tile_result(%a0: tensor<2xf32>) {
  %c1 = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Tile"(%a0, %c1) : (tensor<2xf32>, tensor<1xi32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: tf.Tile: the result has rank 1, its type says 2
func.func @tile_rank(%a0: tensor<2xf32>, %a1: tensor<1xi32>) {
  %r = "tf.Tile"(%a0, %a1) : (tensor<2xf32>, tensor<1xi32>) -> tensor<5x5xf32>
  func.return
}

// -----

// CHECK: error: tf.InvertPermutation: [0, 2] is no permutation of 0 to 1
func.func @permutation() {
  %c0 = "tf.Const"() <{value = dense<[0, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.InvertPermutation"(%c0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.InvertPermutation: operand 0 has rank 2, needed 1
func.func @permutation_rank(%a0: tensor<2x2xi32>) {
  %r = "tf.InvertPermutation"(%a0) : (tensor<2x2xi32>) -> tensor<2x2xi32>
  func.return
}

// -----

// CHECK: error: tf.InvertPermutation: the result has size 2, its type says 3
func.func @permutation_shape(%a0: tensor<2xi32>) {
  %r = "tf.InvertPermutation"(%a0) : (tensor<2xi32>) -> tensor<3xi32>
  func.return
}
