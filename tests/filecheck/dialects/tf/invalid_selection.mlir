// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.TopKV2: k has rank 1, needed 0
func.func @k_rank(%a0: tensor<8xf32>, %a1: tensor<1xi32>) {
  %r:2 = "tf.TopKV2"(%a0, %a1) : (tensor<8xf32>, tensor<1xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  func.return
}

// -----

// CHECK: error: tf.TopKV2: k is -1, needed at least 0
func.func @k(%a0: tensor<8xf32>) {
  %c1 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.TopKV2"(%a0, %c1) : (tensor<8xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  func.return
}

// -----

// CHECK: error: tf.TopKV2: k is 9, needed at most the row size 8
func.func @k_too_large(%a0: tensor<8xf32>) {
  %c1 = "tf.Const"() <{value = dense<9> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.TopKV2"(%a0, %c1) : (tensor<8xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  func.return
}

// -----

// CHECK: error: tf.TopKV2: input has rank 0, needed at least 1
func.func @k_of_scalar(%a0: tensor<f32>, %a1: tensor<i32>) {
  %r:2 = "tf.TopKV2"(%a0, %a1) : (tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  func.return
}

// -----

// CHECK: error: tf.TopKV2: values has shape 4, needed 3
func.func @values(%a0: tensor<8xf32>) {
  %c1 = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.TopKV2"(%a0, %c1) : (tensor<8xf32>, tensor<i32>) -> (tensor<4xf32>, tensor<3xi32>)
  func.return
}

// -----

// CHECK: error: tf.TopKV2: indices has shape 4, needed 3
func.func @indices(%a0: tensor<8xf32>) {
  %c1 = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.TopKV2"(%a0, %c1) : (tensor<8xf32>, tensor<i32>) -> (tensor<3xf32>, tensor<4xi32>)
  func.return
}

// -----

// CHECK: error: tf.TopKV2: result 1 has elements f32, needed integers
func.func @indices_elements(%a0: tensor<8xf32>) {
  %c1 = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.TopKV2"(%a0, %c1) : (tensor<8xf32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

// CHECK: error: tf.TopKV2: element types f32 and f64 must be equal
func.func @values_elements(%a0: tensor<8xf32>) {
  %c1 = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.TopKV2"(%a0, %c1) : (tensor<8xf32>, tensor<i32>) -> (tensor<3xf64>, tensor<3xi32>)
  func.return
}

// -----

// CHECK: error: tf.Unique: x has rank 2, needed 1
func.func @unique_rank(%a0: tensor<2x2xi32>) {
  %r:2 = "tf.Unique"(%a0) : (tensor<2x2xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  func.return
}

// -----

// CHECK: error: tf.Unique: y has size 9 in dimension 0, needed at most 8
func.func @unique_too_many(%a0: tensor<8xi32>) {
  %r:2 = "tf.Unique"(%a0) : (tensor<8xi32>) -> (tensor<9xi32>, tensor<8xi32>)
  func.return
}

// -----

// CHECK: error: tf.Unique: idx has shape 7, needed 8
func.func @unique_places(%a0: tensor<8xi32>) {
  %r:2 = "tf.Unique"(%a0) : (tensor<8xi32>) -> (tensor<?xi32>, tensor<7xi32>)
  func.return
}

// -----

// CHECK: error: tf.Unique: element types i32 and i64 must be equal
func.func @unique_elements(%a0: tensor<8xi32>) {
  %r:2 = "tf.Unique"(%a0) : (tensor<8xi32>) -> (tensor<?xi64>, tensor<8xi32>)
  func.return
}

// -----

// CHECK: error: tf.UniqueWithCounts: count has shape 2, needed 3
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

// CHECK: error: tf.UniqueV2: axis has rank 0, needed 1
func.func @unique_axis_rank(%a0: tensor<8x4xi32>, %a1: tensor<i32>) {
  %r:2 = "tf.UniqueV2"(%a0, %a1) : (tensor<8x4xi32>, tensor<i32>) -> (tensor<?x4xi32>, tensor<8xi32>)
  func.return
}

// -----

// CHECK: error: tf.UniqueV2: axis is 2, needed -2 to 1
func.func @unique_axis(%a0: tensor<8x4xi32>) {
  %c1 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r:2 = "tf.UniqueV2"(%a0, %c1) : (tensor<8x4xi32>, tensor<1xi32>) -> (tensor<?x4xi32>, tensor<8xi32>)
  func.return
}

// -----

// CHECK: error: tf.UniqueV2: idx has shape 4, needed 8
func.func @unique_v2_places(%a0: tensor<8x4xi32>) {
  %c1 = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r:2 = "tf.UniqueV2"(%a0, %c1) : (tensor<8x4xi32>, tensor<1xi32>) -> (tensor<?x4xi32>, tensor<4xi32>)
  func.return
}

// -----

// CHECK: error: tf.UniqueV2: y has shape ?x3, needed ?x4
func.func @unique_v2_entries(%a0: tensor<8x4xi32>) {
  %c1 = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r:2 = "tf.UniqueV2"(%a0, %c1) : (tensor<8x4xi32>, tensor<1xi32>) -> (tensor<?x3xi32>, tensor<8xi32>)
  func.return
}

// -----

// CHECK: error: tf.UniqueV2: x has rank 2, needed 1
func.func @unique_no_axis(%a0: tensor<8x4xi32>) {
  %c1 = "tf.Const"() <{value = dense<[]> : tensor<0xi32>}> : () -> tensor<0xi32>
  %r:2 = "tf.UniqueV2"(%a0, %c1) : (tensor<8x4xi32>, tensor<0xi32>) -> (tensor<?x4xi32>, tensor<8xi32>)
  func.return
}

// -----

// CHECK: error: tf.Where: the result has shape ?x3, needed ?x2
func.func @where_rank(%a0: tensor<2x4xi1>) {
  %r = "tf.Where"(%a0) : (tensor<2x4xi1>) -> tensor<?x3xi64>
  func.return
}

// -----

// CHECK: error: tf.Where: result 0 has elements f32, needed integers
func.func @where_elements(%a0: tensor<2x4xi1>) {
  %r = "tf.Where"(%a0) : (tensor<2x4xi1>) -> tensor<?x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Bucketize: attribute boundaries is [1.0, 0.0], it must be ascending
func.func @bucket_order(%a0: tensor<?xf32>) {
  %r = "tf.Bucketize"(%a0) <{boundaries = [1.0 : f32, 0.0 : f32]}> : (tensor<?xf32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: tf.Bucketize: attribute boundaries is [1 : i64], it must be an array of floats
func.func @bucket_kind(%a0: tensor<?xf32>) {
  %r = "tf.Bucketize"(%a0) <{boundaries = [1]}> : (tensor<?xf32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: tf.Bucketize: attribute boundaries is missing
func.func @no_boundaries(%a0: tensor<?xf32>) {
  %r = "tf.Bucketize"(%a0) : (tensor<?xf32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: tf.Bucketize: the result has shape 3, needed 2
func.func @bucket_result(%a0: tensor<2xf32>) {
  %r = "tf.Bucketize"(%a0) <{boundaries = []}> : (tensor<2xf32>) -> tensor<3xi32>
  func.return
}
