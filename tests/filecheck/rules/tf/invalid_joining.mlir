// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.Pack: packed tensors: sizes 2 and 3 must agree
func.func @pack_shape(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r = "tf.Pack"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Pack: dimension 2 is out of range for rank 2
func.func @pack_axis(%a0: tensor<2xf32>) {
  %r = "tf.Pack"(%a0) <{axis = 2 : i64}> : (tensor<2xf32>) -> tensor<1x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Pack: the result has size 2, its type says 3
func.func @pack_result(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
  %r = "tf.Pack"(%a0, %a1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Unpack: size 2 must be the number of results, 1
func.func @unpack_number(%a0: tensor<2x3xf32>) {
  %r = "tf.Unpack"(%a0) : (tensor<2x3xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Unpack: dimension 0 is out of range for rank 0
func.func @unpack_scalar(%a0: tensor<f32>) {
  %r = "tf.Unpack"(%a0) : (tensor<f32>) -> tensor<f32>
  func.return
}

// -----

// CHECK: error: tf.Unpack: dimension 2 is out of range for rank 2
func.func @unpack_axis(%a0: tensor<2x3xf32>) {
  %r = "tf.Unpack"(%a0) <{axis = 2 : i64}> : (tensor<2x3xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Unpack: the result has size 3, its type says 2
func.func @unpack_result(%a0: tensor<2x3xf32>) {
  %r:2 = "tf.Unpack"(%a0) : (tensor<2x3xf32>) -> (tensor<3xf32>, tensor<2xf32>)
  func.return
}

// -----

// CHECK: error: tf.ConcatV2: dimension 1 is out of range for rank 1
func.func @concat_axis(%a0: tensor<2xf32>) {
  %c1 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ConcatV2"(%a0, %c1) : (tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.ConcatV2: operands have ranks [1, 2], needed one rank
func.func @concat_ranks(%a0: tensor<2xf32>, %a1: tensor<1x2xf32>, %a2: tensor<i32>) {
  %r = "tf.ConcatV2"(%a0, %a1, %a2) : (tensor<2xf32>, tensor<1x2xf32>, tensor<i32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.ConcatV2: concatenated tensors, dimension 0: sizes 2 and 3 must agree
func.func @concat_other(%a0: tensor<2x3xf32>, %a1: tensor<3x3xf32>) {
  %c2 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ConcatV2"(%a0, %a1, %c2) : (tensor<2x3xf32>, tensor<3x3xf32>, tensor<i32>) -> tensor<2x6xf32>
  func.return
}

// -----

// CHECK: error: tf.ConcatV2: the result has size 7, its type says 6
func.func @concat_sum(%a0: tensor<2x3xf32>, %a1: tensor<2x4xf32>) {
  %c2 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ConcatV2"(%a0, %a1, %c2) : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<2x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Split: dimension 1 is out of range for rank 1
func.func @split_axis(%a1: tensor<2xf32>) {
  %c0 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Split"(%c0, %a1) : (tensor<i32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Split: size 3 must be divisible into 2 parts
func.func @split_indivisible(%a1: tensor<3xf32>) {
  %c0 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.Split"(%c0, %a1) : (tensor<i32>, tensor<3xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

// CHECK: error: tf.Split: the result has size 2, its type says 3
func.func @split_result(%a1: tensor<4xf32>) {
  %c0 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.Split"(%c0, %a1) : (tensor<i32>, tensor<4xf32>) -> (tensor<2xf32>, tensor<3xf32>)
  func.return
}

// -----

// CHECK: error: tf.Split: the result has rank 1, its type says 2
func.func @split_rank(%a0: tensor<i32>, %a1: tensor<4xf32>) {
  %r:2 = "tf.Split"(%a0, %a1) : (tensor<i32>, tensor<4xf32>) -> (tensor<2x1xf32>, tensor<2xf32>)
  func.return
}

// -----

// CHECK: error: tf.SplitV: operand 1 has size 3 in dimension 0, needed 2
func.func @splits_number(%a0: tensor<6xf32>, %a1: tensor<3xi32>) {
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.SplitV"(%a0, %a1, %c2) : (tensor<6xf32>, tensor<3xi32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

// CHECK: error: tf.SplitV: the sizes, 5 in sum, must add up to 6
func.func @splits_sum(%a0: tensor<6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.SplitV"(%a0, %c1, %c2) : (tensor<6xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

// CHECK: error: tf.SplitV: the sizes, 7 in sum, must be at most 6
func.func @splits_too_much(%a0: tensor<6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[7, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.SplitV"(%a0, %c1, %c2) : (tensor<6xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

// CHECK: error: tf.SplitV: 2 of the sizes are -1, at most one may be
func.func @splits_wildcards(%a0: tensor<6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[-1, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.SplitV"(%a0, %c1, %c2) : (tensor<6xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

// CHECK: error: tf.SplitV: the result has size 4, its type says 3
func.func @splits_result(%a0: tensor<6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.SplitV"(%a0, %c1, %c2) : (tensor<6xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<2xf32>, tensor<3xf32>)
  func.return
}

// -----

// CHECK: error: tf.SplitV: dimension -2 is out of range for rank 1
func.func @splits_axis(%a0: tensor<6xf32>, %a1: tensor<2xi32>) {
  %c2 = "tf.Const"() <{value = dense<-2> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.SplitV"(%a0, %a1, %c2) : (tensor<6xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return
}
