// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// Padded with zeros, the entries of a negative stride reversed first.
// CHECK:       func.func @strided_slice_grad(%shape: tensor<2xi32>, %dy: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S2, @S4]>
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.StridedSliceGrad at {{.*}}: dy and the slice: sizes S0 and min(4, S2) must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.StridedSliceGrad at {{.*}}: dy and the slice: sizes S1 and -min(0, S4 - 1) + min(2, S4 - 1) must agree"}
func.func @strided_slice_grad(%shape: tensor<2xi32>, %dy: tensor<?x?xf32>) -> tensor<*xf32> {
  %z = "tf.Const"() <{value = dense<[0, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %e = "tf.Const"() <{value = dense<[4, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tf.Const"() <{value = dense<[1, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.StridedSliceGrad"(%shape, %z, %e, %s, %dy) <{begin_mask = 1}> : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.holds assert %{{.*}} {why = "tf.TensorStridedSliceUpdate at {{.*}}: size S1 must be 1 or the target's min(4, S0)"}
// CHECK:       func.func @tensor_strided_slice_update(%x: tensor<?x5xf32, [@S0, 5]>, %v: tensor<?x2xf32, [@S1, 2]>) -> tensor<?x5xf32, [@S0, 5]>
func.func @tensor_strided_slice_update(%x: tensor<?x5xf32>, %v: tensor<?x2xf32>) -> tensor<*xf32> {
  %z = "tf.Const"() <{value = dense<[0, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %e = "tf.Const"() <{value = dense<[4, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tf.Const"() <{value = dense<[1, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.TensorStridedSliceUpdate"(%x, %z, %e, %s, %v) : (tensor<?x5xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<?x2xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.less_equal assert @S1, @S0 {why = "tf.XlaDynamicUpdateSlice at {{.*}}: update size S1 must not exceed the size S0"}
// CHECK:       func.func @xla_dynamic_update_slice(%x: tensor<?x5xf32, [@S0, 5]>, %v: tensor<?x2xf32, [@S1, 2]>, %i: tensor<2xi32>) -> tensor<?x5xf32, [@S0, 5]>
func.func @xla_dynamic_update_slice(%x: tensor<?x5xf32>, %v: tensor<?x2xf32>, %i: tensor<2xi32>) -> tensor<*xf32> {
  %r = "tf.XlaDynamicUpdateSlice"(%x, %v, %i) : (tensor<?x5xf32>, tensor<?x2xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
