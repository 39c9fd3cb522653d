// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// -1 is what is left: the number of elements is required to divide.
// CHECK-LABEL: func.func @reshape(
// CHECK:         %[[MUL:.*]] = arith.muli %{{.*}}, %{{.*}} : index
// CHECK:         %[[DIV:.*]] = arith.floordivsi %[[MUL]], %{{.*}} : index
// CHECK-NEXT:    %[[SHAPE:.*]] = tensor.from_elements %[[DIV]], %{{.*}} : tensor<2xindex>
// CHECK-NEXT:    mhlo.dynamic_reshape %x, %[[SHAPE]] : {{.*}} -> tensor<?x8xf32, [@S2, 8]>
func.func @reshape(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %shape = "tf.Const"() <{value = dense<[-1, 8]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Reshape"(%x, %shape) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The elements are known, their shape is known at run time only.
// CHECK-LABEL: func.func @constants_to_numbers_of_the_run(
// CHECK:         %[[C:.*]] = mhlo.constant dense<7> : tensor<6xi64>
// CHECK:         %[[R:.*]] = mhlo.dynamic_reshape %[[C]], %{{.*}} : (tensor<6xi64>, tensor<2xi32>) -> tensor<?x?xi64, [@S2, @S3]>
// CHECK-NEXT:    func.return %[[R]]
func.func @constants_to_numbers_of_the_run(%n: tensor<i32>, %m: tensor<i32>) -> tensor<?x?xi64> {
  %c = "tf.Const"() <{value = dense<7> : tensor<6xi64>}> : () -> tensor<6xi64>
  %shape = "tf.Pack"(%n, %m) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %r = "tf.Reshape"(%c, %shape) : (tensor<6xi64>, tensor<2xi32>) -> tensor<?x?xi64>
  %s = "tf.Identity"(%r) : (tensor<?x?xi64>) -> tensor<?x?xi64>
  func.return %s : tensor<?x?xi64>
}

// -----

// CHECK-LABEL: func.func @constants_to_constants(
// CHECK-NEXT:    %[[R:.*]] = mhlo.constant dense<7> : tensor<2x3xi64>
// CHECK-NEXT:    func.return %[[R]]
func.func @constants_to_constants() -> tensor<?x?xi64> {
  %c = "tf.Const"() <{value = dense<7> : tensor<6xi64>}> : () -> tensor<6xi64>
  %shape = "tf.Const"() <{value = dense<[2, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Reshape"(%c, %shape) : (tensor<6xi64>, tensor<2xi32>) -> tensor<?x?xi64>
  %s = "tf.Identity"(%r) : (tensor<?x?xi64>) -> tensor<?x?xi64>
  func.return %s : tensor<?x?xi64>
}

// -----

// CHECK-LABEL: func.func @squeeze(
// CHECK:         %[[R:.*]] = mhlo.dynamic_reshape %x_1, {{.*}} -> tensor<?x4xf32, [@S0, 4]>
// CHECK-NEXT:    func.return %[[R]]
func.func @squeeze(%x: tensor<?x?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Squeeze"(%x) <{squeeze_dims = [1]}> : (tensor<?x?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @expand_dims(
// CHECK:         %[[R:.*]] = mhlo.dynamic_reshape %x, {{.*}} -> tensor<?x4x1xf32, [@S0, 4, 1]>
// CHECK-NEXT:    func.return %[[R]]
func.func @expand_dims(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %dim = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ExpandDims"(%x, %dim) : (tensor<?x4xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @transpose(
// CHECK:         %[[T:.*]] = "mhlo.transpose"(%x) <{permutation = dense<[2, 0, 1]> : tensor<3xi64>}> : {{.*}} -> tensor<3x?x?xf32, [3, @S0, @S1]>
// CHECK-NEXT:    func.return %[[T]]
func.func @transpose(%x: tensor<?x?x3xf32>) -> tensor<*xf32> {
  %perm = "tf.Const"() <{value = dense<[2, 0, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %r = "tf.Transpose"(%x, %perm) : (tensor<?x?x3xf32>, tensor<3xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The elements stay known: what is transposed with them has known sizes.
// CHECK-LABEL: func.func @invert_permutation(
// CHECK:         %[[T:.*]] = "mhlo.transpose"(%x) <{permutation = dense<[1, 2, 0]> : tensor<3xi64>}> : {{.*}} -> tensor<?x3x?xf32, [@S1, 3, @S0]>
// CHECK-NEXT:    func.return %[[T]]
func.func @invert_permutation(%x: tensor<?x?x3xf32>) -> tensor<*xf32> {
  %p = "tf.Const"() <{value = dense<[2, 0, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %q = "tf.InvertPermutation"(%p) : (tensor<3xi32>) -> tensor<3xi32>
  %r = "tf.Transpose"(%x, %q) : (tensor<?x?x3xf32>, tensor<3xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A size is required to be that of the result, or 1.
// CHECK-LABEL: func.func @broadcast_to(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %{{.*}}) <{broadcast_dimensions = dense<[1, 2]> : tensor<2xi64>}>
// CHECK-NEXT:    func.return %[[B]]
func.func @broadcast_to(%x: tensor<?x1xf32>) -> tensor<*xf32> {
  %shape = "tf.Const"() <{value = dense<[3, 6, 4]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %r = "tf.BroadcastTo"(%x, %shape) : (tensor<?x1xf32>, tensor<3xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @tile(
// CHECK:         arith.muli %{{.*}}, %{{.*}} : index
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %{{.*}}) <{broadcast_dimensions = dense<[1, 3]> : tensor<2xi64>}>
// CHECK-NEXT:    %[[R:.*]] = mhlo.dynamic_reshape %[[B]], {{.*}} -> tensor<?x12xf32, [@S1, 12]>
// CHECK-NEXT:    func.return %[[R]]
func.func @tile(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %multiples = "tf.Const"() <{value = dense<[2, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Tile"(%x, %multiples) : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @conjugate_transpose(
// CHECK:         "mhlo.transpose"(%x) <{permutation = dense<[1, 0]> : tensor<2xi64>}>
// CHECK:         mhlo.imag
// CHECK:         mhlo.negate
// CHECK:         mhlo.complex
func.func @conjugate_transpose(%x: tensor<?x?xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  %perm = "tf.Const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ConjugateTranspose"(%x, %perm) : (tensor<?x?xcomplex<f32>>, tensor<2xi32>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// Of real elements it is a transposition alone.
// CHECK-LABEL: func.func @conjugate_transpose_of_reals(
// CHECK-NEXT:    %[[T:.*]] = "mhlo.transpose"(%x)
// CHECK-NEXT:    func.return %[[T]]
func.func @conjugate_transpose_of_reals(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %perm = "tf.Const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ConjugateTranspose"(%x, %perm) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Strings are moved by calls, which keep the rest from nothing.
// CHECK-LABEL: func.func @strings(
// CHECK-DAG:     mhlo.custom_call @tf.Reshape(%x, {{.*}}tieshape.unlowered = "tensor<8x!tf_type.string> has no counterpart in mhlo"
// CHECK-DAG:     mhlo.custom_call @tf.Transpose(%x, {{.*}}tieshape.unlowered = "tensor<2x4x!tf_type.string> has no counterpart in mhlo"
// CHECK-DAG:     mhlo.custom_call @tf.Equal(%x, {{.*}}tieshape.unlowered = "tensor<4x2x!tf_type.string> has no counterpart in mhlo"
// CHECK-DAG:     mhlo.exponential %y
func.func @strings(%x: tensor<4x2x!tf_type.string>, %y: tensor<?xf32>) -> (tensor<8x!tf_type.string>, tensor<2x4x!tf_type.string>, tensor<?xf32>, tensor<4x2xi1>) {
  %shape = "tf.Const"() <{value = dense<8> : tensor<1xi32>}> : () -> tensor<1xi32>
  %perm = "tf.Const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = "tf.Reshape"(%x, %shape) : (tensor<4x2x!tf_type.string>, tensor<1xi32>) -> tensor<8x!tf_type.string>
  %1 = "tf.Transpose"(%x, %perm) : (tensor<4x2x!tf_type.string>, tensor<2xi32>) -> tensor<2x4x!tf_type.string>
  %2 = "tf.Exp"(%y) : (tensor<?xf32>) -> tensor<?xf32>
  %3 = "tf.Equal"(%x, %x) : (tensor<4x2x!tf_type.string>, tensor<4x2x!tf_type.string>) -> tensor<4x2xi1>
  func.return %0, %1, %2, %3 : tensor<8x!tf_type.string>, tensor<2x4x!tf_type.string>, tensor<?xf32>, tensor<4x2xi1>
}
