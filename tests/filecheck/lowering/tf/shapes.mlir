// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// The elements are known as sizes: no element is computed from another tensor.
// CHECK-LABEL: func.func @shape(
// CHECK:         %[[D:.*]] = tensor.dim %x, %{{.*}} : tensor<?x4xf32, [@S0, 4]>
// CHECK-NEXT:    %[[I:.*]] = arith.index_cast %[[D]] : index to i32
// CHECK-NEXT:    %[[CST:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[I2:.*]] = arith.index_cast %[[CST]] : index to i32
// CHECK-NEXT:    tensor.from_elements %[[I]], %[[I2]] : tensor<2xi32>
func.func @shape(%x: tensor<?x4xf32>) -> tensor<*xi32> {
  %r = "tf.Shape"(%x) : (tensor<?x4xf32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @shape_n(
// CHECK:         tensor.from_elements %{{.*}}, %{{.*}} : tensor<2xi64>
// CHECK-NEXT:    %[[D:.*]] = tensor.dim %y, %{{.*}} : tensor<?xf32, [@S1]>
// CHECK-NEXT:    %[[I:.*]] = arith.index_cast %[[D]] : index to i64
// CHECK-NEXT:    tensor.from_elements %[[I]] : tensor<1xi64>
func.func @shape_n(%x: tensor<?x4xf32>, %y: tensor<?xf32>) -> (tensor<*xi64>, tensor<*xi64>) {
  %r:2 = "tf.ShapeN"(%x, %y) : (tensor<?x4xf32>, tensor<?xf32>) -> (tensor<*xi64>, tensor<*xi64>)
  func.return %r#0, %r#1 : tensor<*xi64>, tensor<*xi64>
}

// -----

// CHECK-LABEL: func.func @size(
// CHECK:         %[[D:.*]] = tensor.dim %x, %{{.*}} : tensor<?x4xf32, [@S0, 4]>
// CHECK:         %[[MUL:.*]] = arith.muli %[[D]], %{{.*}} : index
// CHECK-NEXT:    %[[I:.*]] = arith.index_cast %[[MUL]] : index to i32
// CHECK-NEXT:    tensor.from_elements %[[I]] : tensor<i32>
func.func @size(%x: tensor<?x4xf32>) -> tensor<*xi32> {
  %r = "tf.Size"(%x) : (tensor<?x4xf32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @rank(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<2> : tensor<i32>
// CHECK-NEXT:    func.return %[[CST]]
func.func @rank(%x: tensor<?x4xf32>) -> tensor<*xi32> {
  %r = "tf.Rank"(%x) : (tensor<?x4xf32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @broadcast_args(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %{{.*}}) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}>
// CHECK-NEXT:    func.return %[[B]]
func.func @broadcast_args(%x: tensor<?x1xf32>, %y: tensor<4xf32>) -> tensor<*xf32> {
  %s = "tf.Shape"(%x) : (tensor<?x1xf32>) -> tensor<2xi32>
  %t = "tf.Shape"(%y) : (tensor<4xf32>) -> tensor<1xi32>
  %shape = "tf.BroadcastArgs"(%s, %t) : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
  %r = "tf.BroadcastTo"(%x, %shape) : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Where a size may be 1, its dimension is split in two: one is summed over, one has the size of the
// operand, and one of them is 1.
// CHECK-LABEL: func.func @broadcast_gradient_args(
// CHECK:         %[[SPLIT:.*]] = mhlo.dynamic_reshape %{{.*}}, %{{.*}} : (tensor<?xf32, [@S4]>, tensor<2xindex>) -> tensor<?x?xf32, [@S{{.*}}, @S0]>
// CHECK-NEXT:    %[[RED:.*]] = mhlo.reduce(%[[SPLIT]] init: %{{.*}}) applies mhlo.add across dimensions = [0] : {{.*}} -> tensor<?xf32, [@S0]>
// CHECK:         func.return %[[RED]], %{{.*}}
func.func @broadcast_gradient_args(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<*xf32>, tensor<?xi32>) {
  %s = "tf.Shape"(%x) : (tensor<?xf32>) -> tensor<1xi32>
  %t = "tf.Shape"(%y) : (tensor<?xf32>) -> tensor<1xi32>
  %z = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  %of_x, %of_y = "tf.BroadcastGradientArgs"(%s, %t) : (tensor<1xi32>, tensor<1xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %r = "tf.Sum"(%z, %of_x) <{keep_dims = true}> : (tensor<*xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r, %of_y : tensor<*xf32>, tensor<?xi32>
}

// -----

// Sizes that decide it leave a reduction over known dimensions.
// CHECK-LABEL: func.func @known_gradient_args(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:         %[[RED:.*]] = mhlo.reduce(%x init: %[[CST]]) applies mhlo.add across dimensions = [0] : {{.*}} -> tensor<4xf32>
// CHECK-NEXT:    func.return %[[RED]]
func.func @known_gradient_args(%x: tensor<?x4xf32>, %b: tensor<4xf32>) -> tensor<*xf32> {
  %s = "tf.Shape"(%x) : (tensor<?x4xf32>) -> tensor<2xi32>
  %t = "tf.Shape"(%b) : (tensor<4xf32>) -> tensor<1xi32>
  %of_x, %of_b = "tf.BroadcastGradientArgs"(%s, %t) : (tensor<2xi32>, tensor<1xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %r = "tf.Sum"(%x, %of_b) <{keep_dims = false}> : (tensor<?x4xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @ensure_shape(
// CHECK:         func.return %x_1
func.func @ensure_shape(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.EnsureShape"(%x) <{shape = #tf_type.shape<?x4>}> : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// All other sizes must agree.
// CHECK-LABEL: func.func @concat_offset(
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.ConcatOffset at {{.*}}: the dimension must be in range for rank 2"}
// CHECK:         arith.select %{{.*}}, %{{.*}}, %{{.*}} : index
// CHECK:         tensor.from_elements %{{.*}}, %{{.*}} : tensor<2xi32>
func.func @concat_offset(%axis: tensor<i32>, %x: tensor<2xi32>, %y: tensor<2xi32>) -> (tensor<*xi32>, tensor<*xi32>) {
  %r:2 = "tf.ConcatOffset"(%axis, %x, %y) : (tensor<i32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xi32>, tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @unravel_index(
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.UnravelIndex at {{.*}}: the indices must be less than the number of elements"}
// CHECK:         mhlo.divide %i, %{{.*}} : tensor<?xi32, [@S0]>
// CHECK:         mhlo.remainder %{{.*}}, %{{.*}} : tensor<?xi32, [@S0]>
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64}> : (tensor<1x?xi32, [1, @S0]>, tensor<1x?xi32, [1, @S0]>) -> tensor<2x?xi32, [2, @S0]>
func.func @unravel_index(%i: tensor<?xi32>, %dims: tensor<2xi32>) -> tensor<*xi32> {
  %r = "tf.UnravelIndex"(%i, %dims) : (tensor<?xi32>, tensor<2xi32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}
