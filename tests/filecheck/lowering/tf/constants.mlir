// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// The sizes of its elements.
// CHECK-LABEL: func.func @const(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-NEXT:    func.return %[[CST]]
func.func @const() -> tensor<?xf32> {
  %r = "tf.Const"() <{value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}

// -----

// The elements of the operand are the sizes of the result.
// CHECK-LABEL: func.func @fill(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %shape)
// CHECK-NEXT:    func.return %[[B]]
func.func @fill(%shape: tensor<2xi32>, %x: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.Fill"(%shape, %x) : (tensor<2xi32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The size is the number of points, an element.
// first + i * (last - first) / (n - 1)
// CHECK-LABEL: func.func @lin_space(
// CHECK:         %[[SUB:.*]] = mhlo.subtract %last, %first
// CHECK:         mhlo.divide %[[SUB]], %{{.*}}
// CHECK:         %[[IOTA:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 0 : i64}> : {{.*}} -> tensor<?xf32, [@S0]>
// CHECK:         %[[MUL:.*]] = mhlo.multiply %[[IOTA]], %{{.*}}
// CHECK-NEXT:    %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%first, %{{.*}})
// CHECK-NEXT:    %[[ADD:.*]] = mhlo.add %[[MUL]], %[[B]]
// CHECK:         %[[END:.*]] = mhlo.select %{{.*}}, %{{.*}}, %[[ADD]]
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %[[END]]
func.func @lin_space(%first: tensor<f32>, %last: tensor<f32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.LinSpace"(%first, %last, %n) : (tensor<f32>, tensor<f32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The depth is an element; the new dimension comes last unless axis says otherwise.
// CHECK-LABEL: func.func @one_hot(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%indices, %{{.*}}) <{broadcast_dimensions = dense<[0, 2]> : tensor<2xi64>}>
// CHECK-NEXT:    %[[IOTA:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 1 : i64}> : {{.*}} -> tensor<?x?x4xi32, [@S0, @S1, 4]>
// CHECK-NEXT:    %[[C:.*]] = mhlo.compare EQ, %[[B]], %[[IOTA]]
// CHECK:         mhlo.select %[[C]], %{{.*}}, %{{.*}}
func.func @one_hot(%indices: tensor<?x4xi32>, %depth: tensor<i32>, %on: tensor<f32>, %off: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.OneHot"(%indices, %depth, %on, %off) <{axis = 1 : i64}> : (tensor<?x4xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @ones_like(
// CHECK:         mhlo.constant dense<1.000000e+00> : tensor<f32>
func.func @ones_like(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.OnesLike"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The size is computed from elements, which need not be known.
// first + i * step; the number is (limit - first) / step, rounded up, and not negative.
// CHECK-LABEL: func.func @range(
// CHECK:         mhlo.subtract %limit, %first
// CHECK:         mhlo.divide
// CHECK:         mhlo.maximum
// CHECK:         %[[IOTA:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 0 : i64}> : {{.*}} -> tensor<?xi32, [@S0]>
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%step, %{{.*}})
// CHECK-NEXT:    %[[MUL:.*]] = mhlo.multiply %[[IOTA]], %[[B]]
// CHECK-NEXT:    %[[B2:.*]] = "mhlo.dynamic_broadcast_in_dim"(%first, %{{.*}})
// CHECK-NEXT:    mhlo.add %[[MUL]], %[[B2]]
func.func @range(%first: tensor<i32>, %limit: tensor<i32>, %step: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.Range"(%first, %limit, %step) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @zeros_like(
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
func.func @zeros_like(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.ZerosLike"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// By a constant step the number of integers is counted with indices, and nothing is launched for it.
// CHECK-LABEL: func.func @range_by_constant(
// CHECK-NOT:     mhlo.subtract
// CHECK:         arith.floordivsi %{{.*}}, %{{.*}} : index
// CHECK:         %[[COUNT:.*]] = arith.maxsi
// CHECK-NEXT:    %[[SHAPE:.*]] = tensor.from_elements %[[COUNT]] : tensor<1xindex>
// CHECK-NEXT:    %{{.*}} = "mhlo.dynamic_iota"(%[[SHAPE]]) <{iota_dimension = 0 : i64}> : (tensor<1xindex>) -> tensor<?xi32, [@S0]>
func.func @range_by_constant(%first: tensor<i32>, %limit: tensor<i32>) -> tensor<*xi32> {
  %step = "tf.Const"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %r = "tf.Range"(%first, %limit, %step) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @empty(
// CHECK:         mhlo.dynamic_broadcast_in_dim
func.func @empty(%n: tensor<2xi32>) -> tensor<*xf32> {
  %r = "tf.Empty"(%n) <{init = true}> : (tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
