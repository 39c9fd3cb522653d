// RUN: tieshape-opt --split-input-file %s | filecheck %s
// RUN: tieshape-opt --split-input-file --print-op-generic %s | tieshape-opt --split-input-file | filecheck %s
// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s --check-prefix INFER

// TensorFlow's verifiers take these types; inference says what is wrong with them.

// CHECK-LABEL: func.func @spectrum
// CHECK: "tf.RFFT"
// INFER: contradictions.mlir:{{[0-9]+}}:3: error: tf.RFFT: the result has size 4, its type says 6
func.func @spectrum(%x: tensor<?xf32>) -> tensor<6xcomplex<f32>> {
  %n = "tf.Const"() {value = dense<6> : tensor<1xi32>} : () -> tensor<1xi32>
  %r = "tf.RFFT"(%x, %n) : (tensor<?xf32>, tensor<1xi32>) -> tensor<6xcomplex<f32>>
  func.return %r : tensor<6xcomplex<f32>>
}

// -----

// CHECK-LABEL: func.func @constant
// CHECK: dense<2.500000e+00> : tensor<1xf32>
// INFER: error: tf.Const: the result has rank 1, its type says 0
func.func @constant() -> tensor<f32> {
  %c = "tf.Const"() {value = dense<[2.5]> : tensor<1xf32>} : () -> tensor<f32>
  func.return %c : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @rank
// CHECK: (tensor<2x?xf32>) -> tensor<?xi32>
// INFER: error: tf.Rank: the result has rank 0, its type says 1
func.func @rank(%x: tensor<2x?xf32>) -> tensor<?xi32> {
  %r = "tf.Rank"(%x) : (tensor<2x?xf32>) -> tensor<?xi32>
  func.return %r : tensor<?xi32>
}

// -----

// CHECK-LABEL: func.func @flat
// CHECK: "tf.Reshape"
// INFER: error: tf.Reshape: the result has rank 2, its type says 1
func.func @flat(%x: tensor<4x9xf32>) -> tensor<36xf32> {
  %s = "tf.Const"() {value = dense<6> : tensor<2xi32>} : () -> tensor<2xi32>
  %r = "tf.Reshape"(%x, %s) : (tensor<4x9xf32>, tensor<2xi32>) -> tensor<36xf32>
  func.return %r : tensor<36xf32>
}

// -----

// CHECK-LABEL: func.func @scalars
// CHECK: "tf.ConcatV2"
// INFER: error: tf.ConcatV2: dimension 0 is out of range for rank 0
func.func @scalars(%x: tensor<f32>) -> tensor<2xf32> {
  %a = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %r = "tf.ConcatV2"(%x, %x, %a) : (tensor<f32>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  func.return %r : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @open_rank
// INFER: error: tf.Reshape: the result has rank 2, its type says 1
func.func @open_rank(%x: tensor<?xf32>, %s: tensor<2xi32>) -> tensor<?xf32> {
  %r = "tf.Reshape"(%x, %s) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @image
// CHECK: -> tensor<2x3x3x5xf32>
// INFER: error: tf.Conv2D: the result has size 4, its type says 3
func.func @image(%x: tensor<2x4x4x3xf32>, %k: tensor<2x2x3x5xf32>) -> tensor<2x3x3x5xf32> {
  %r = "tf.Conv2D"(%x, %k) {padding = "SAME", strides = [1, 1, 1, 1]} : (tensor<2x4x4x3xf32>, tensor<2x2x3x5xf32>) -> tensor<2x3x3x5xf32>
  func.return %r : tensor<2x3x3x5xf32>
}

// -----

// CHECK-LABEL: func.func @joined_rank
// INFER: error: tf.ConcatV2: the result has rank 2, its type says 1
func.func @joined_rank(%x: tensor<2x3xf32>, %a: tensor<i32>) -> tensor<?xf32> {
  %r = "tf.ConcatV2"(%x, %x, %a) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}

// -----

// In a region, which need not run, the op is refused by the run that comes to it.
// CHECK-LABEL: func.func @in_a_branch
// INFER: func.func @in_a_branch
// INFER:   sdim.holds assert %{{.*}} {why = "tf.Less at {{.*}}: the result has rank 1, its type says 0"}
func.func @in_a_branch(%p: tensor<i1>, %x: tensor<?xf32>) -> tensor<i1> {
  %r = "tf.IfRegion"(%p) ({
    %0 = "tf.Less"(%x, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<i1>
    "tf.Yield"(%0) : (tensor<i1>) -> ()
  }, {
    "tf.Yield"(%p) : (tensor<i1>) -> ()
  }) {is_stateless = true} : (tensor<i1>) -> tensor<i1>
  func.return %r : tensor<i1>
}
