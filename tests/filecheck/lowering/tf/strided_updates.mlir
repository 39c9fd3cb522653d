// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// Padded with zeros, the entries of a negative stride reversed first.
// CHECK-LABEL: func.func @strided_slice_grad(
// CHECK:         "mhlo.reverse"(%dy) <{dimensions = dense<1> : tensor<1xi64>}> : (tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
// CHECK:         mhlo.dynamic_pad %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32, [@S2, @S4]>
func.func @strided_slice_grad(%shape: tensor<2xi32>, %dy: tensor<?x?xf32>) -> tensor<*xf32> {
  %z = "tf.Const"() <{value = dense<[0, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %e = "tf.Const"() <{value = dense<[4, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tf.Const"() <{value = dense<[1, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.StridedSliceGrad"(%shape, %z, %e, %s, %dy) <{begin_mask = 1}> : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @tensor_strided_slice_update(
// CHECK:         mhlo.dynamic_pad %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x2xf32, [@S2, 2]>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x5xf32, [@S0, 5]>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %x : tensor<?x5xi1, [@S0, 5]>, tensor<?x5xf32, [@S0, 5]>
func.func @tensor_strided_slice_update(%x: tensor<?x5xf32>, %v: tensor<?x2xf32>) -> tensor<*xf32> {
  %z = "tf.Const"() <{value = dense<[0, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %e = "tf.Const"() <{value = dense<[4, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tf.Const"() <{value = dense<[1, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.TensorStridedSliceUpdate"(%x, %z, %e, %s, %v) : (tensor<?x5xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<?x2xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @xla_dynamic_update_slice(
// CHECK:         mhlo.dynamic_update_slice %x, %v, %{{.*}}, %{{.*}} : (tensor<?x5xf32, [@S0, 5]>, tensor<?x2xf32, [@S1, 2]>, tensor<i64>, tensor<i64>) -> tensor<?x5xf32, [@S0, 5]>
func.func @xla_dynamic_update_slice(%x: tensor<?x5xf32>, %v: tensor<?x2xf32>, %i: tensor<2xi32>) -> tensor<*xf32> {
  %r = "tf.XlaDynamicUpdateSlice"(%x, %v, %i) : (tensor<?x5xf32>, tensor<?x2xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
