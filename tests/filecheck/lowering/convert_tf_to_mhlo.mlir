// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// One size is computed once, at the start; a bias is a real broadcast, an operand of the result's shape none.
// CHECK-LABEL: func.func @bias
// CHECK-DAG:     %[[D:.*]] = tensor.dim %x
// CHECK-DAG:     %[[C8:.*]] = arith.constant 8 : index
// CHECK:         %[[SHAPE:.*]] = tensor.from_elements %[[D]], %[[C8]] : tensor<2xindex>
// CHECK-NEXT:    %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%b, %[[SHAPE]]) <{broadcast_dimensions = dense<1>
// CHECK-NEXT:    %[[R:.*]] = mhlo.add %x, %[[B]]
// CHECK-NEXT:    func.return %[[R]]
func.func @bias(%x: tensor<?x8xf32>, %b: tensor<8xf32>) -> tensor<?x8xf32> {
  %r = "tf.AddV2"(%x, %b) : (tensor<?x8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  func.return %r : tensor<?x8xf32>
}

// -----

// Where a broadcast cannot be ruled out on either side, both sides are broadcast.
// CHECK-LABEL: func.func @undecided
// CHECK:         arith.select
// CHECK-COUNT-2: mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.add
func.func @undecided(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %r = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}

// -----

// A shape computation is not lowered op by op: its result is computed from the sizes.
// CHECK-LABEL: func.func @flatten
// CHECK-NOT:     mhlo.reduce
// CHECK:         %[[N:.*]] = arith.muli
// CHECK:         %[[SHAPE:.*]] = tensor.from_elements %[[N]], %{{.*}} : tensor<2xindex>
// CHECK-NEXT:    mhlo.dynamic_reshape %x, %[[SHAPE]]
func.func @flatten(%x: tensor<?x?x8xf32>) -> tensor<?x?xf32> {
  %shape = "tf.Shape"(%x) : (tensor<?x?x8xf32>) -> tensor<3xi32>
  %which = "tf.Const"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %axis = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %eight = "tf.Const"() <{value = dense<8> : tensor<i32>}> : () -> tensor<i32>
  %leading = "tf.GatherV2"(%shape, %which, %zero) <{batch_dims = 0 : i64}> : (tensor<3xi32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %n = "tf.Prod"(%leading, %axis) <{keep_dims = false}> : (tensor<2xi32>, tensor<1xi32>) -> tensor<i32>
  %target = "tf.Pack"(%n, %eight) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %r = "tf.Reshape"(%x, %target) : (tensor<?x?x8xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}

// -----

// The parts of a split have one symbol, and the fact that the size divides survives: slices alone would not say it.
// CHECK:       sdim.divisible assert {{.*}} by 2
// CHECK-LABEL: func.func @split
// CHECK:         mhlo.real_dynamic_slice %x, {{.*}} -> tensor<?xf32, [@[[PART:.*]]]>
// CHECK:         mhlo.real_dynamic_slice %x, {{.*}} -> tensor<?xf32, [@[[PART]]]>
// CHECK-NOT:     mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.add
func.func @split(%x: tensor<?xf32>) -> tensor<?xf32> {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0:2 = "tf.Split"(%axis, %x) : (tensor<i32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  %r = "tf.AddV2"(%0#0, %0#1) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}

// -----

// A constant whose elements the text leaves out stays one.
// CHECK-LABEL: func.func @elements_left_out
// CHECK:         mhlo.constant dense_resource<__elided__> : tensor<4xf32>
func.func @elements_left_out(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c = "tf.Const"() <{value = dense_resource<__elided__> : tensor<4xf32>}> : () -> tensor<4xf32>
  %r = "tf.AddV2"(%x, %c) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return %r : tensor<?x4xf32>
}

// -----

// The region of an op that stays is lowered too; sizes are computed before it.
// CHECK-LABEL: func.func @region_of_another
// CHECK:         %[[Y:.*]] = mhlo.negate %y
// CHECK:         shape.assuming %given
// CHECK-NOT:       tf.
// CHECK:           "mhlo.dynamic_broadcast_in_dim"(%[[Y]]
// CHECK:           mhlo.add
// CHECK:           shape.assuming_yield
func.func @region_of_another(%given: !shape.witness, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.Neg"(%y) : (tensor<?xf32>) -> tensor<?xf32>
  %r = shape.assuming %given -> (tensor<?xf32>) {
    %1 = "tf.AddV2"(%x, %0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    shape.assuming_yield %1 : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}
