// RUN: tieshape-opt %s -p tieshape-import-shape,tieshape-symbolize,tieshape-infer-shapes,tieshape-optimize-shapes --split-input-file | filecheck %s

// The shape of a result is the shape operand, whatever op it is: nothing is made to be measured.
// CHECK-LABEL: func.func @reshaped
// CHECK-NEXT:    %[[R:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %s)
// CHECK-NEXT:    func.return %[[R]]
func.func @reshaped(%x: tensor<?xf32>, %s: tensor<2xindex>, %y: tensor<f32>) -> tensor<?x?xf32> {
  %0 = "mhlo.dynamic_reshape"(%x, %s) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = shape.shape_of %0 : tensor<?x?xf32> -> tensor<2xindex>
  %2 = "mhlo.dynamic_broadcast_in_dim"(%y, %1) {broadcast_dimensions = dense<> : tensor<0xi64>} : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return %2 : tensor<?x?xf32>
}

// -----

// One size of two, of an operand of i32.
// CHECK-LABEL: func.func @one_size
// CHECK:         %[[E:.*]] = tensor.extract %s[%{{.*}}] : tensor<2xi32>
// CHECK-NEXT:    %[[I:.*]] = arith.index_cast %[[E]] : i32 to index
// CHECK-NEXT:    func.return %[[I]]
func.func @one_size(%x: tensor<?xf32>, %s: tensor<2xi32>) -> index {
  %c1 = arith.constant 1 : index
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = dense<1> : tensor<1xi64>} : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  func.return %1 : index
}

// -----

// The limit of a slice from the start on is its size; of one that starts elsewhere it is not.
// CHECK-LABEL: func.func @sliced
// CHECK:         %[[S:.*]] = mhlo.real_dynamic_slice
// CHECK-NEXT:    %[[D:.*]] = tensor.dim %[[S]]
// CHECK-NEXT:    func.return %n, %[[D]]
func.func @sliced(%x: tensor<?xf32>, %n: index, %a: index, %b: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = tensor.from_elements %c0 : tensor<1xindex>
  %start = tensor.from_elements %a : tensor<1xindex>
  %end = tensor.from_elements %n : tensor<1xindex>
  %limit = tensor.from_elements %b : tensor<1xindex>
  %step = tensor.from_elements %c1 : tensor<1xindex>
  %0 = mhlo.real_dynamic_slice %x, %zero, %end, %step : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  %1 = mhlo.real_dynamic_slice %x, %start, %limit, %step : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  %2 = tensor.dim %0, %c0 : tensor<?xf32>
  %3 = tensor.dim %1, %c0 : tensor<?xf32>
  func.return %2, %3 : index, index
}

// -----

// An argument of the size is read first.
// CHECK-LABEL: func.func @of_argument
// CHECK:         %[[D:.*]] = tensor.dim %x
// CHECK-NEXT:    func.return %[[D]]
func.func @of_argument(%x: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %s = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %0 = "mhlo.dynamic_iota"(%s) <{iota_dimension = 0 : i64}> : (tensor<1xindex>) -> tensor<?xi32>
  %1 = tensor.dim %0, %c0 : tensor<?xi32>
  func.return %1 : index
}

// -----

// What a test looks at too, where no fact is needed to know it.
// CHECK-LABEL: func.func @tested
// CHECK-NEXT:    sdim.broadcastable assert [%n, %m]
// CHECK-NEXT:    func.return
func.func @tested(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %s = tensor.from_elements %n : tensor<1xindex>
  %0 = "mhlo.dynamic_iota"(%s) <{iota_dimension = 0 : i64}> : (tensor<1xindex>) -> tensor<?xi32>
  %1 = tensor.dim %0, %c0 : tensor<?xi32>
  sdim.broadcastable assert [%1, %m] {why = "mine"}
  func.return
}

// -----

// A reshape refuses sizes of another product, which a test must not come before.
// CHECK-LABEL: func.func @tested_reshape
// CHECK:         %[[R:.*]] = mhlo.dynamic_reshape
// CHECK:         %[[D:.*]] = tensor.dim %[[R]]
// CHECK-NEXT:    sdim.broadcastable assert [%[[D]], %m]
func.func @tested_reshape(%x: tensor<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %s = tensor.from_elements %n, %n : tensor<2xindex>
  %0 = "mhlo.dynamic_reshape"(%x, %s) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x?xf32>
  sdim.broadcastable assert [%1, %m] {why = "mine"}
  func.return
}
