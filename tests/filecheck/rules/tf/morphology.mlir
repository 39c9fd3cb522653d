// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.equal assert {{.*}} {why = "tf.Dilation2D at {{.*}}: channels of input and filter: sizes S3 and S4 must agree"}
// CHECK:       func.func @dilation2d(%x: tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, %k: tensor<3x3x?xf32, [3, 3, @S4]>) -> tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>
func.func @dilation2d(%x: tensor<?x?x?x?xf32>, %k: tensor<3x3x?xf32>) -> tensor<*xf32> {
  %r = "tf.Dilation2D"(%x, %k) <{strides = [1, 1, 1, 1], rates = [1, 1, 1, 1], padding = "SAME"}> : (tensor<?x?x?x?xf32>, tensor<3x3x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.Dilation2DBackpropInput at {{.*}}: channels of input and filter: sizes S3 and S4 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.Dilation2DBackpropInput at {{.*}}: out_backprop and the dilated image: sizes S5 and S0 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.Dilation2DBackpropInput at {{.*}}: out_backprop and the dilated image: sizes S6 and S1 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.Dilation2DBackpropInput at {{.*}}: out_backprop and the dilated image: sizes S7 and S2 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.Dilation2DBackpropInput at {{.*}}: out_backprop and the dilated image: sizes S8 and S3 must agree"}
// CHECK:       func.func @dilation2d_backprop_input(%x: tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, %k: tensor<3x3x?xf32, [3, 3, @S4]>, %g: tensor<?x?x?x?xf32, [@S5, @S6, @S7, @S8]>) -> tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>
func.func @dilation2d_backprop_input(%x: tensor<?x?x?x?xf32>, %k: tensor<3x3x?xf32>, %g: tensor<?x?x?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Dilation2DBackpropInput"(%x, %k, %g) <{strides = [1, 1, 1, 1], rates = [1, 1, 1, 1], padding = "SAME"}> : (tensor<?x?x?x?xf32>, tensor<3x3x?xf32>, tensor<?x?x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.Dilation2DBackpropFilter at {{.*}}: channels of input and filter: sizes S3 and S4 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.Dilation2DBackpropFilter at {{.*}}: out_backprop and the dilated image: sizes S5 and S0 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.Dilation2DBackpropFilter at {{.*}}: out_backprop and the dilated image: sizes S6 and S1 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.Dilation2DBackpropFilter at {{.*}}: out_backprop and the dilated image: sizes S7 and S2 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.Dilation2DBackpropFilter at {{.*}}: out_backprop and the dilated image: sizes S8 and S3 must agree"}
// CHECK:       func.func @dilation2d_backprop_filter(%x: tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, %k: tensor<3x3x?xf32, [3, 3, @S4]>, %g: tensor<?x?x?x?xf32, [@S5, @S6, @S7, @S8]>) -> tensor<3x3x?xf32, [3, 3, @S3]>
func.func @dilation2d_backprop_filter(%x: tensor<?x?x?x?xf32>, %k: tensor<3x3x?xf32>, %g: tensor<?x?x?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Dilation2DBackpropFilter"(%x, %k, %g) <{strides = [1, 1, 1, 1], rates = [1, 1, 1, 1], padding = "SAME"}> : (tensor<?x?x?x?xf32>, tensor<3x3x?xf32>, tensor<?x?x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
