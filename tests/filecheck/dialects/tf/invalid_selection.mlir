// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.SelectV2: condition has elements i32, needed i1
func.func @condition_elements(%a0: tensor<3xi32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  %r = "tf.SelectV2"(%a0, %a1, %a2) : (tensor<3xi32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.SelectV2: element types f32 and f64 must be equal
func.func @branch_elements(%a0: tensor<3xi1>, %a1: tensor<3xf32>, %a2: tensor<3xf64>) {
  %r = "tf.SelectV2"(%a0, %a1, %a2) : (tensor<3xi1>, tensor<3xf32>, tensor<3xf64>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Select: condition has elements i32, needed i1
func.func @select_condition_elements(%a0: tensor<3xi32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  %r = "tf.Select"(%a0, %a1, %a2) : (tensor<3xi32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Select: element types f32 and i32 must be equal
func.func @select_elements(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<2xi32>) {
  %r = "tf.Select"(%a0, %a1, %a2) : (tensor<i1>, tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.TopKV2: k has rank 1, needed 0
func.func @k_rank(%a0: tensor<8xf32>, %a1: tensor<1xi32>) {
  %r:2 = "tf.TopKV2"(%a0, %a1) : (tensor<8xf32>, tensor<1xi32>) -> (tensor<?xf32>, tensor<?xi32>)
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

// CHECK: error: tf.Unique: element types i32 and i64 must be equal
func.func @unique_elements(%a0: tensor<8xi32>) {
  %r:2 = "tf.Unique"(%a0) : (tensor<8xi32>) -> (tensor<?xi64>, tensor<8xi32>)
  func.return
}

// -----

// CHECK: error: tf.UniqueV2: axis has rank 0, needed 1
func.func @unique_axis_rank(%a0: tensor<8x4xi32>, %a1: tensor<i32>) {
  %r:2 = "tf.UniqueV2"(%a0, %a1) : (tensor<8x4xi32>, tensor<i32>) -> (tensor<?x4xi32>, tensor<8xi32>)
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
