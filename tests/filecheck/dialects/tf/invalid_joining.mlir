// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Pack: found 0 operands, needed at least 1
func.func @pack_nothing() {
  %r = "tf.Pack"() : () -> tensor<0x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Pack: operand 1 has shape 3, needed 2
func.func @pack_shape(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r = "tf.Pack"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Pack: element types f32 and i32 must be equal
func.func @pack_elements(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  %r = "tf.Pack"(%a0, %a1) : (tensor<2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Pack: attribute axis is 2, needed -2 to 1
func.func @pack_axis(%a0: tensor<2xf32>) {
  %r = "tf.Pack"(%a0) <{axis = 2 : i64}> : (tensor<2xf32>) -> tensor<1x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Pack: the result has shape 3x2, needed 2x3
func.func @pack_result(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
  %r = "tf.Pack"(%a0, %a1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Unpack: found 1 results, needed 2
func.func @unpack_number(%a0: tensor<2x3xf32>) {
  %r = "tf.Unpack"(%a0) : (tensor<2x3xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Unpack: value has rank 0, needed at least 1
func.func @unpack_scalar(%a0: tensor<f32>) {
  %r = "tf.Unpack"(%a0) : (tensor<f32>) -> tensor<f32>
  func.return
}

// -----

// CHECK: error: tf.Unpack: attribute axis is 2, needed -2 to 1
func.func @unpack_axis(%a0: tensor<2x3xf32>) {
  %r = "tf.Unpack"(%a0) <{axis = 2 : i64}> : (tensor<2x3xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Unpack: result 1 has shape 2, needed 3
func.func @unpack_result(%a0: tensor<2x3xf32>) {
  %r:2 = "tf.Unpack"(%a0) : (tensor<2x3xf32>) -> (tensor<3xf32>, tensor<2xf32>)
  func.return
}

// -----

// CHECK: error: tf.Unpack: element types f32 and i32 must be equal
func.func @unpack_elements(%a0: tensor<1x3xf32>) {
  %r = "tf.Unpack"(%a0) : (tensor<1x3xf32>) -> tensor<3xi32>
  func.return
}

// -----

// CHECK: error: tf.ConcatV2: found no tensor to concatenate, needed at least 1
func.func @concat_nothing(%a0: tensor<i32>) {
  %r = "tf.ConcatV2"(%a0) : (tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.ConcatV2: axis has rank 1, needed 0
func.func @concat_axis_rank(%a0: tensor<2xf32>, %a1: tensor<1xi32>) {
  %r = "tf.ConcatV2"(%a0, %a1) : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.ConcatV2: the axis is 1, needed -1 to 0
func.func @concat_axis(%a0: tensor<2xf32>) {
  %c1 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ConcatV2"(%a0, %c1) : (tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.ConcatV2: ranks 1 and 2 must be equal
func.func @concat_ranks(%a0: tensor<2xf32>, %a1: tensor<1x2xf32>, %a2: tensor<i32>) {
  %r = "tf.ConcatV2"(%a0, %a1, %a2) : (tensor<2xf32>, tensor<1x2xf32>, tensor<i32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.ConcatV2: 2x3 and 3x3 differ in dimension 0, only dimension 1 may differ
func.func @concat_other(%a0: tensor<2x3xf32>, %a1: tensor<3x3xf32>) {
  %c2 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ConcatV2"(%a0, %a1, %c2) : (tensor<2x3xf32>, tensor<3x3xf32>, tensor<i32>) -> tensor<2x6xf32>
  func.return
}

// -----

// CHECK: error: tf.ConcatV2: the result has shape 2x6, needed 2x7
func.func @concat_sum(%a0: tensor<2x3xf32>, %a1: tensor<2x4xf32>) {
  %c2 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ConcatV2"(%a0, %a1, %c2) : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<2x6xf32>
  func.return
}

// -----

// CHECK: error: tf.ConcatV2: the axis has elements f32, needed integers
func.func @concat_axis_elements(%a0: tensor<2x3xf32>, %a1: tensor<2x4xf32>, %a2: tensor<f32>) {
  %r = "tf.ConcatV2"(%a0, %a1, %a2) : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x7xf32>
  func.return
}

// -----

// CHECK: error: tf.ConcatV2: element types f32 and i32 must be equal
func.func @concat_elements(%a0: tensor<2xf32>, %a1: tensor<2xi32>, %a2: tensor<i32>) {
  %r = "tf.ConcatV2"(%a0, %a1, %a2) : (tensor<2xf32>, tensor<2xi32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.Concat: concat_dim has rank 1, needed 0
func.func @concat_dim_rank(%a0: tensor<1xi32>, %a1: tensor<2xf32>) {
  %r = "tf.Concat"(%a0, %a1) : (tensor<1xi32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Split: found 0 results, needed at least 1
func.func @split_nothing(%a0: tensor<i32>, %a1: tensor<2xf32>) {
  "tf.Split"(%a0, %a1) : (tensor<i32>, tensor<2xf32>) -> ()
  func.return
}

// -----

// CHECK: error: tf.Split: split_dim has rank 1, needed 0
func.func @split_axis_rank(%a0: tensor<1xi32>, %a1: tensor<2xf32>) {
  %r = "tf.Split"(%a0, %a1) : (tensor<1xi32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Split: split_dim is 1, needed -1 to 0
func.func @split_axis(%a1: tensor<2xf32>) {
  %c0 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Split"(%c0, %a1) : (tensor<i32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Split: dimension 0 has size 3, needed a multiple of 2
func.func @split_indivisible(%a1: tensor<3xf32>) {
  %c0 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.Split"(%c0, %a1) : (tensor<i32>, tensor<3xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

// CHECK: error: tf.Split: result 1 has shape 3, needed 2
func.func @split_result(%a1: tensor<4xf32>) {
  %c0 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.Split"(%c0, %a1) : (tensor<i32>, tensor<4xf32>) -> (tensor<2xf32>, tensor<3xf32>)
  func.return
}

// -----

// CHECK: error: tf.Split: result 0 has rank 2, needed 1
func.func @split_rank(%a0: tensor<i32>, %a1: tensor<4xf32>) {
  %r:2 = "tf.Split"(%a0, %a1) : (tensor<i32>, tensor<4xf32>) -> (tensor<2x1xf32>, tensor<2xf32>)
  func.return
}

// -----

// CHECK: error: tf.Split: element types f32 and i32 must be equal
func.func @split_elements(%a0: tensor<i32>, %a1: tensor<4xf32>) {
  %r:2 = "tf.Split"(%a0, %a1) : (tensor<i32>, tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  func.return
}

// -----

// CHECK: error: tf.SplitV: size_splits has shape 3, needed 2
func.func @splits_number(%a0: tensor<6xf32>, %a1: tensor<3xi32>) {
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.SplitV"(%a0, %a1, %c2) : (tensor<6xf32>, tensor<3xi32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

// CHECK: error: tf.SplitV: size_splits has rank 0, needed 1
func.func @splits_rank(%a0: tensor<6xf32>, %a1: tensor<i32>) {
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.SplitV"(%a0, %a1, %c2) : (tensor<6xf32>, tensor<i32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

// CHECK: error: tf.SplitV: size_splits [2, 3] add up to 5, dimension 0 has size 6
func.func @splits_sum(%a0: tensor<6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.SplitV"(%a0, %c1, %c2) : (tensor<6xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

// CHECK: error: tf.SplitV: size_splits [7, -1] add up to 7, dimension 0 has size 6
func.func @splits_too_much(%a0: tensor<6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[7, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.SplitV"(%a0, %c1, %c2) : (tensor<6xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

// CHECK: error: tf.SplitV: size_splits are [-1, -1], needed sizes of at least 0 and at most one -1
func.func @splits_wildcards(%a0: tensor<6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[-1, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.SplitV"(%a0, %c1, %c2) : (tensor<6xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

// CHECK: error: tf.SplitV: result 1 has shape 3, needed 4
func.func @splits_result(%a0: tensor<6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.SplitV"(%a0, %c1, %c2) : (tensor<6xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<2xf32>, tensor<3xf32>)
  func.return
}

// -----

// CHECK: error: tf.SplitV: split_dim is -2, needed -1 to 0
func.func @splits_axis(%a0: tensor<6xf32>, %a1: tensor<2xi32>) {
  %c2 = "tf.Const"() <{value = dense<-2> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.SplitV"(%a0, %a1, %c2) : (tensor<6xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return
}
