// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.SelectV2: sizes 3 and 4 must be equal
func.func @branch_shapes(%a0: tensor<1xi1>, %a1: tensor<3xf32>, %a2: tensor<4xf32>) {
  %r = "tf.SelectV2"(%a0, %a1, %a2) : (tensor<1xi1>, tensor<3xf32>, tensor<4xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.SelectV2: the result has size 3, its type says 5
func.func @choice_result(%a0: tensor<1xi1>, %a1: tensor<3xf32>, %a2: tensor<f32>) {
  %r = "tf.SelectV2"(%a0, %a1, %a2) : (tensor<1xi1>, tensor<3xf32>, tensor<f32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: tf.Select: condition and branches: sizes 3 and 2 must agree
func.func @select_condition(%a0: tensor<3xi1>, %a1: tensor<2x3xf32>, %a2: tensor<2x3xf32>) {
  %r = "tf.Select"(%a0, %a1, %a2) : (tensor<3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.Select: the branches: sizes 2 and 3 must agree
func.func @select_branches(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<3xf32>) {
  %r = "tf.Select"(%a0, %a1, %a2) : (tensor<i1>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Select: the result has size 2, its type says 3
func.func @select_result(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) {
  %r = "tf.Select"(%a0, %a1, %a2) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.TopKV2: k -1 must not be negative
func.func @k(%a0: tensor<8xf32>) {
  %c1 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.TopKV2"(%a0, %c1) : (tensor<8xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  func.return
}

// -----

// CHECK: error: tf.TopKV2: k 9 must be at most the size 8
func.func @k_too_large(%a0: tensor<8xf32>) {
  %c1 = "tf.Const"() <{value = dense<9> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.TopKV2"(%a0, %c1) : (tensor<8xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  func.return
}

// -----

// CHECK: error: tf.TopKV2: the operand is a scalar, it needs a dimension
func.func @k_of_scalar(%a0: tensor<f32>, %a1: tensor<i32>) {
  %r:2 = "tf.TopKV2"(%a0, %a1) : (tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  func.return
}

// -----

// CHECK: error: tf.TopKV2: the result has size 3, its type says 4
func.func @values(%a0: tensor<8xf32>) {
  %c1 = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.TopKV2"(%a0, %c1) : (tensor<8xf32>, tensor<i32>) -> (tensor<4xf32>, tensor<3xi32>)
  func.return
}

// -----

// CHECK: error: tf.TopKV2: the result has size 3, its type says 4
func.func @indices(%a0: tensor<8xf32>) {
  %c1 = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.TopKV2"(%a0, %c1) : (tensor<8xf32>, tensor<i32>) -> (tensor<3xf32>, tensor<4xi32>)
  func.return
}

// -----

// CHECK: error: tf.Unique: the operand has rank 2, needed a vector
func.func @unique_rank(%a0: tensor<2x2xi32>) {
  %r:2 = "tf.Unique"(%a0) : (tensor<2x2xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  func.return
}

// -----

// CHECK: error: tf.Unique: the result has size S0, its type says 9
func.func @unique_too_many(%a0: tensor<8xi32>) {
  %r:2 = "tf.Unique"(%a0) : (tensor<8xi32>) -> (tensor<9xi32>, tensor<8xi32>)
  func.return
}

// -----

// CHECK: error: tf.Unique: the result has size 8, its type says 7
func.func @unique_places(%a0: tensor<8xi32>) {
  %r:2 = "tf.Unique"(%a0) : (tensor<8xi32>) -> (tensor<?xi32>, tensor<7xi32>)
  func.return
}

// -----

// CHECK: error: tf.UniqueWithCounts: the result has size S0, its type says 2
func.func @unique_counts(%a0: tensor<8xi32>) {
  %r:3 = "tf.UniqueWithCounts"(%a0) : (tensor<8xi32>) -> (tensor<3xi32>, tensor<8xi32>, tensor<2xi32>)
  func.return
}

// -----

// CHECK: error: tf.UniqueV2: axis has 2 elements, needed at most 1
func.func @unique_axes(%a0: tensor<8x4xi32>) {
  %c1 = "tf.Const"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r:2 = "tf.UniqueV2"(%a0, %c1) : (tensor<8x4xi32>, tensor<2xi32>) -> (tensor<?x4xi32>, tensor<8xi32>)
  func.return
}

// -----

// CHECK: error: tf.UniqueV2: dimension 2 is out of range for rank 2
func.func @unique_axis(%a0: tensor<8x4xi32>) {
  %c1 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r:2 = "tf.UniqueV2"(%a0, %c1) : (tensor<8x4xi32>, tensor<1xi32>) -> (tensor<?x4xi32>, tensor<8xi32>)
  func.return
}

// -----

// CHECK: error: tf.UniqueV2: the result has size 8, its type says 4
func.func @unique_v2_places(%a0: tensor<8x4xi32>) {
  %c1 = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r:2 = "tf.UniqueV2"(%a0, %c1) : (tensor<8x4xi32>, tensor<1xi32>) -> (tensor<?x4xi32>, tensor<4xi32>)
  func.return
}

// -----

// CHECK: error: tf.UniqueV2: the result has size 4, its type says 3
func.func @unique_v2_entries(%a0: tensor<8x4xi32>) {
  %c1 = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r:2 = "tf.UniqueV2"(%a0, %c1) : (tensor<8x4xi32>, tensor<1xi32>) -> (tensor<?x3xi32>, tensor<8xi32>)
  func.return
}

// -----

// CHECK: error: tf.UniqueV2: without an axis the operand must be a vector, it has rank 2
func.func @unique_no_axis(%a0: tensor<8x4xi32>) {
  %c1 = "tf.Const"() <{value = dense<[]> : tensor<0xi32>}> : () -> tensor<0xi32>
  %r:2 = "tf.UniqueV2"(%a0, %c1) : (tensor<8x4xi32>, tensor<0xi32>) -> (tensor<?x4xi32>, tensor<8xi32>)
  func.return
}

// -----

// CHECK: error: tf.Where: the result has size 2, its type says 3
func.func @where_rank(%a0: tensor<2x4xi1>) {
  %r = "tf.Where"(%a0) : (tensor<2x4xi1>) -> tensor<?x3xi64>
  func.return
}

// -----

// CHECK: error: tf.Bucketize: the result has size 2, its type says 3
func.func @bucket_result(%a0: tensor<2xf32>) {
  %r = "tf.Bucketize"(%a0) <{boundaries = []}> : (tensor<2xf32>) -> tensor<3xi32>
  func.return
}
