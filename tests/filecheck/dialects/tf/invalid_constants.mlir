// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Const: attribute value is missing
func.func @no_value() {
  %r = "tf.Const"() : () -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.Const: the result has elements f32, needed i32
func.func @const_elements() {
  %r = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.OnesLike: element types f32 and i32 must be equal
func.func @like_elements(%a0: tensor<2xf32>) {
  %r = "tf.OnesLike"(%a0) : (tensor<2xf32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.Fill: dims has rank 0, needed 1
func.func @dims_rank(%a0: tensor<i32>, %a1: tensor<f32>) {
  %r = "tf.Fill"(%a0, %a1) : (tensor<i32>, tensor<f32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Fill: value has rank 1, needed 0
func.func @fill_value_rank(%a0: tensor<1xi32>, %a1: tensor<1xf32>) {
  %r = "tf.Fill"(%a0, %a1) : (tensor<1xi32>, tensor<1xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Fill: element types f32 and i32 must be equal
func.func @fill_elements(%a0: tensor<1xi32>, %a1: tensor<f32>) {
  %r = "tf.Fill"(%a0, %a1) : (tensor<1xi32>, tensor<f32>) -> tensor<3xi32>
  func.return
}

// -----

// CHECK: error: tf.Range: element types i32 and i64 must be equal
func.func @range_elements(%a0: tensor<i32>, %a1: tensor<i64>, %a2: tensor<i32>) {
  %r = "tf.Range"(%a0, %a1, %a2) : (tensor<i32>, tensor<i64>, tensor<i32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: tf.Range: limit has rank 1, needed 0
func.func @range_scalars(%a0: tensor<i32>, %a1: tensor<1xi32>, %a2: tensor<i32>) {
  %r = "tf.Range"(%a0, %a1, %a2) : (tensor<i32>, tensor<1xi32>, tensor<i32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: tf.LinSpace: start has rank 1, needed 0
func.func @linspace_scalars(%a0: tensor<1xf32>, %a1: tensor<f32>, %a2: tensor<i32>) {
  %r = "tf.LinSpace"(%a0, %a1, %a2) : (tensor<1xf32>, tensor<f32>, tensor<i32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.LinSpace: element types f32 and f64 must be equal
func.func @linspace_elements(%a0: tensor<f32>, %a1: tensor<f64>, %a2: tensor<i32>) {
  %r = "tf.LinSpace"(%a0, %a1, %a2) : (tensor<f32>, tensor<f64>, tensor<i32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.OneHot: indices have elements f32, needed integers
func.func @one_hot_indices(%a0: tensor<2xf32>, %a1: tensor<i32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  %r = "tf.OneHot"(%a0, %a1, %a2, %a3) : (tensor<2xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.OneHot: element types f32 and i32 must be equal
func.func @one_hot_elements(%a0: tensor<2xi32>, %a1: tensor<i32>, %a2: tensor<f32>, %a3: tensor<i32>) {
  %r = "tf.OneHot"(%a0, %a1, %a2, %a3) : (tensor<2xi32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.OneHot: depth has rank 1, needed 0
func.func @one_hot_depth_rank(%a0: tensor<2xi32>, %a1: tensor<1xi32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  %r = "tf.OneHot"(%a0, %a1, %a2, %a3) : (tensor<2xi32>, tensor<1xi32>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.OneHot: attribute axis is -2, it must be at least -1
func.func @one_hot_low_axis(%a0: tensor<2xi32>, %a1: tensor<i32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  %r = "tf.OneHot"(%a0, %a1, %a2, %a3) <{axis = -2 : i64}> : (tensor<2xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.Const: value has type tensor<?xf32>, a tensor of static shape is needed
func.func @elided_without_size() {
  %0 = "tf.Const"() {value = dense_resource<__elided__> : tensor<?xf32>} : () -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.Const: value is 1.500000e+00 : f32, the elements of a tensor are needed
func.func @const_number() {
  %r = "tf.Const"() {value = 1.5 : f32} : () -> tensor<f32>
  func.return
}
