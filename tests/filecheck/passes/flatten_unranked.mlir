// RUN: tieshape-opt %s -p tieshape-flatten-unranked --split-input-file | filecheck %s

// A chain of elementwise ops, one with a scalar, runs on the flat elements; the result has the argument's shape.
// CHECK:       func.func @elementwise(%x: tensor<*xf32>) -> tensor<*xf32> {
// CHECK-NEXT:    %[[S:.*]] = shape.shape_of %x : tensor<*xf32> -> tensor<?xindex>
// CHECK-NEXT:    %[[N:.*]] = shape.num_elements %[[S]] : tensor<?xindex> -> index
// CHECK-NEXT:    %[[V:.*]] = tensor.from_elements %[[N]] : tensor<1xindex>
// CHECK-NEXT:    %[[F:.*]] = mhlo.dynamic_reshape %x, %[[V]] : (tensor<*xf32>, tensor<1xindex>) -> tensor<?xf32>
// CHECK-NEXT:    %[[C:.*]] = "tf.Const"()
// CHECK-NEXT:    %[[A:.*]] = "tf.Abs"(%[[F]]) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:    %[[M:.*]] = "tf.Mul"(%[[A]], %[[F]]) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:    %[[G:.*]] = "tf.Greater"(%[[M]], %[[C]]) : (tensor<?xf32>, tensor<f32>) -> tensor<?xi1>
// CHECK-NEXT:    %[[R:.*]] = "tf.SelectV2"(%[[G]], %[[C]], %[[M]]) : (tensor<?xi1>, tensor<f32>, tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:    %[[W:.*]] = mhlo.dynamic_reshape %[[R]], %[[S]] : (tensor<?xf32>, tensor<?xindex>) -> tensor<*xf32>
// CHECK-NEXT:    func.return %[[W]] : tensor<*xf32>
func.func @elementwise(%x: tensor<*xf32>) -> tensor<*xf32> {
  %c = "tf.Const"() <{value = dense<2.0> : tensor<f32>}> : () -> tensor<f32>
  %0 = "tf.Abs"(%x) : (tensor<*xf32>) -> tensor<*xf32>
  %1 = "tf.Mul"(%0, %x) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %2 = "tf.Greater"(%1, %c) : (tensor<*xf32>, tensor<f32>) -> tensor<*xi1>
  %3 = "tf.SelectV2"(%2, %c, %1) : (tensor<*xi1>, tensor<f32>, tensor<*xf32>) -> tensor<*xf32>
  func.return %3 : tensor<*xf32>
}

// -----

// The number of elements is that of the view, and so is what a reshape takes.
// CHECK:       func.func @elements(
// CHECK:         %[[F:.*]] = mhlo.dynamic_reshape %x
// CHECK:         "tf.Size"(%[[F]]) : (tensor<?xf32>) -> tensor<i32>
// CHECK-NEXT:    %[[R:.*]] = "tf.Reshape"(%[[F]], %{{.*}}) : (tensor<?xf32>, tensor<2xi32>) -> tensor<1x32xf32>
// CHECK-NEXT:    func.return %{{.*}}, %[[R]] : tensor<i32>, tensor<1x32xf32>
func.func @elements(%x: tensor<*xf32>) -> (tensor<i32>, tensor<1x32xf32>) {
  %c = "tf.Const"() <{value = dense<[1, 32]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %n = "tf.Size"(%x) : (tensor<*xf32>) -> tensor<i32>
  %0 = "tf.Reshape"(%x, %c) : (tensor<*xf32>, tensor<2xi32>) -> tensor<1x32xf32>
  func.return %n, %0 : tensor<i32>, tensor<1x32xf32>
}

// -----

// A shape may be handed on: what is filled or reshaped to it is flat, and has the argument's shape in the end.
// CHECK:       func.func @of_its_shape(
// CHECK:         %[[F:.*]] = mhlo.dynamic_reshape %x
// CHECK:         %[[S:.*]] = "tf.Shape"(%[[F]]) : (tensor<?xf32>) -> tensor<1xi32>
// CHECK-NEXT:    %[[A:.*]] = "tf.Fill"(%[[S]], %{{.*}}) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
// CHECK-NEXT:    %[[B:.*]] = "tf.Reshape"(%y, %[[S]]) : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
// CHECK-NEXT:    %[[C:.*]] = "tf.Sub"(%[[A]], %[[B]]) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:    mhlo.dynamic_reshape %[[C]]
func.func @of_its_shape(%x: tensor<*xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %c = "tf.Const"() <{value = dense<2.0> : tensor<f32>}> : () -> tensor<f32>
  %s = "tf.Shape"(%x) : (tensor<*xf32>) -> tensor<?xi32>
  %0 = "tf.Fill"(%s, %c) : (tensor<?xi32>, tensor<f32>) -> tensor<*xf32>
  %1 = "tf.Reshape"(%y, %s) : (tensor<?xf32>, tensor<?xi32>) -> tensor<*xf32>
  %2 = "tf.Sub"(%0, %1) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return %2 : tensor<*xf32>
}

// -----

// Branches that both give the shape of the one argument give it.
// CHECK:       func.func @branches(
// CHECK:         %[[I:.*]] = "tf.IfRegion"(%p) {{.*}}
// CHECK:         }) : (tensor<i1>) -> tensor<?xf32>
// CHECK-NEXT:    mhlo.dynamic_reshape %[[I]]
func.func @branches(%x: tensor<*xf32>, %p: tensor<i1>) -> tensor<*xf32> {
  %0 = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    %1 = "tf.Exp"(%x) : (tensor<*xf32>) -> tensor<*xf32>
    "tf.Yield"(%1) : (tensor<*xf32>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<*xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
}

// -----

// Two arguments of unknown rank that never meet.
// CHECK:       func.func @apart(
// CHECK-COUNT-2: shape.shape_of
// CHECK:         "tf.Exp"(%{{.*}}) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:    "tf.Neg"(%{{.*}}) : (tensor<?xi32>) -> tensor<?xi32>
func.func @apart(%x: tensor<*xf32>, %y: tensor<*xi32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %0 = "tf.Exp"(%x) : (tensor<*xf32>) -> tensor<*xf32>
  %1 = "tf.Neg"(%y) : (tensor<*xi32>) -> tensor<*xi32>
  func.return %0, %1 : tensor<*xf32>, tensor<*xi32>
}

// -----

// Arguments of known rank are used as they are.
// CHECK:       func.func @ranked(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT:    "tf.Abs"(%x)
func.func @ranked(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "tf.Abs"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}
