// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.equal assert {{.*}} {why = "tf.CropAndResizeGradImage at {{.*}}: grads and boxes: sizes S0 and S2 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.CropAndResizeGradImage at {{.*}}: boxes and box_ind: sizes S0 and S3 must agree"}
// CHECK:       func.func @crop_and_resize_grad_image(%dy: tensor<?x2x3x?xf32, [@S0, 2, 3, @S1]>, %boxes: tensor<?x4xf32, [@S2, 4]>, %which: tensor<?xi32, [@S3]>, %sizes: tensor<4xi32>) -> tensor<?x?x?x?xf32, [@S4, @S6, @S8, @S1]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.CropAndResizeGradImage at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.CropAndResizeGradImage at {{.*}}: element 1 must be at least 1"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.CropAndResizeGradImage at {{.*}}: element 2 must be at least 1"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.CropAndResizeGradImage at {{.*}}: element 3 must be at least 0"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.CropAndResizeGradImage at {{.*}}: channels of images and grads: sizes S10 and S1 must agree"}
func.func @crop_and_resize_grad_image(%dy: tensor<?x2x3x?xf32>, %boxes: tensor<?x4xf32>, %which: tensor<?xi32>, %sizes: tensor<4xi32>) -> tensor<*xf32> {
  %r = "tf.CropAndResizeGradImage"(%dy, %boxes, %which, %sizes) <{method = "bilinear"}> : (tensor<?x2x3x?xf32>, tensor<?x4xf32>, tensor<?xi32>, tensor<4xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.CropAndResizeGradBoxes at {{.*}}: grads and boxes: sizes S0 and S8 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.CropAndResizeGradBoxes at {{.*}}: box_ind: sizes S0 and S9 must agree"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.CropAndResizeGradBoxes at {{.*}}: size S1 of grads or images must not be 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.CropAndResizeGradBoxes at {{.*}}: size S2 of grads or images must not be 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.CropAndResizeGradBoxes at {{.*}}: size S5 of grads or images must not be 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.CropAndResizeGradBoxes at {{.*}}: size S6 of grads or images must not be 0"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.CropAndResizeGradBoxes at {{.*}}: channels of images and grads: sizes S7 and S3 must agree"}
// CHECK:       func.func @crop_and_resize_grad_boxes(%g: tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, %x: tensor<?x?x?x?xf32, [@S4, @S5, @S6, @S7]>, %b: tensor<?x4xf32, [@S8, 4]>, %i: tensor<?xi32, [@S9]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @crop_and_resize_grad_boxes(%g: tensor<?x?x?x?xf32>, %x: tensor<?x?x?x?xf32>, %b: tensor<?x4xf32>, %i: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.CropAndResizeGradBoxes"(%g, %x, %b, %i) : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x4xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
