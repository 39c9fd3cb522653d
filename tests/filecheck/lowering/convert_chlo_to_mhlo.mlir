// RUN: tieshape-opt %s --split-input-file -p tieshape-symbolize,tieshape-infer-shapes,convert-chlo-to-mhlo | filecheck %s

// The operand of lower rank is broadcast; the other has the result's shape for certain.
// CHECK-LABEL: func.func @bias
// CHECK-NOT:     chlo.
// CHECK:         %[[N:.*]] = tensor.dim %x
// CHECK:         %[[S:.*]] = tensor.from_elements %[[N]], %{{.*}} : tensor<2xindex>
// CHECK-NEXT:    %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%bias, %[[S]]) <{broadcast_dimensions = dense<1> : tensor<1xi64>}>
// CHECK-NEXT:    mhlo.add %x, %[[B]] : tensor<?x8xf32, [@S0, 8]>
func.func @bias(%x: tensor<?x8xf32>, %bias: tensor<8xf32>) -> tensor<?x8xf32> {
  %0 = chlo.broadcast_add %x, %bias : (tensor<?x8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

// One symbol in both types: nothing is broadcast. With two symbols, either may be.
// CHECK-LABEL: func.func @same
// CHECK-NOT:     broadcast
// CHECK:         mhlo.subtract %x, %y : tensor<?xf32, [@S0]>
// CHECK-NOT:     broadcast
sdim.symbol @S0
func.func @same(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>) -> tensor<?xf32> {
  %0 = chlo.broadcast_subtract %x, %y : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK:       sdim.constraints
// CHECK:         sdim.broadcastable assert [@S0, @S1] {why = "chlo.broadcast_subtract at {{.*}}: sizes S0 and S1 must be equal or one of them 1"}
// CHECK-LABEL: func.func @other
// CHECK:         %[[X:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x
// CHECK:         %[[Y:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y
// CHECK:         mhlo.subtract %[[X]], %[[Y]]
func.func @other(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_subtract %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Dimensions go where broadcast_dimensions puts them, here to the front.
// CHECK-LABEL: func.func @front
// CHECK:         %[[Y:.*]] = "mhlo.broadcast_in_dim"(%y) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    mhlo.power %x, %[[Y]] : tensor<4x4xf32>
func.func @front(%x: tensor<4x4xf32>, %y: tensor<4xf32>) -> tensor<4x4xf32> {
  %0 = chlo.broadcast_power %x, %y {broadcast_dimensions = dense<0> : tensor<1xi64>} : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// A scalar condition chooses for all elements as it is, a vector of conditions is broadcast.
// CHECK-LABEL: func.func @choose
// CHECK-NOT:     broadcast
// CHECK:         mhlo.select %p, %x, %x : tensor<i1>, tensor<2x3xf32>
// CHECK-NEXT:    %[[Q:.*]] = "mhlo.broadcast_in_dim"(%q) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<3xi1>) -> tensor<2x3xi1>
// CHECK-NEXT:    mhlo.select %[[Q]], %x, %x : tensor<2x3xi1>, tensor<2x3xf32>
func.func @choose(%p: tensor<i1>, %q: tensor<3xi1>, %x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_select %p, %x, %x : (tensor<i1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = chlo.broadcast_select %q, %x, %x : (tensor<3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @others
// CHECK-DAG:     %[[ONE:.*]] = mhlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-DAG:     %[[INF:.*]] = mhlo.constant dense<0x7f800000> : tensor<f32>
// CHECK:         mhlo.compare LT, %x, %x, FLOAT
// CHECK:         mhlo.erf %x
// CHECK:         mhlo.compare EQ
// CHECK:         mhlo.multiply %x, %x
// CHECK:         "mhlo.broadcast_in_dim"(%[[ONE]])
// CHECK:         %[[C:.*]] = mhlo.complex %x, %x
// CHECK:         %[[I:.*]] = mhlo.imag %[[C]]
// CHECK-NEXT:    %[[N:.*]] = mhlo.negate %[[I]]
// CHECK-NEXT:    %[[R:.*]] = mhlo.real %[[C]]
// CHECK-NEXT:    mhlo.complex %[[R]], %[[N]]
func.func @others(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.broadcast_compare %x, %x {comparison_direction = #chlo<comparison_direction LT>, compare_type = #chlo<comparison_type FLOAT>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  %2 = chlo.is_pos_inf %x : tensor<4xf32> -> tensor<4xi1>
  %3 = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  %4 = "chlo.constant_like"(%x) {value = 1.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  %5 = chlo.broadcast_complex %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>
  %6 = chlo.conj %5 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return %4 : tensor<4xf32>
}

// -----

// Series are computed with 64 bits.
// CHECK-LABEL: func.func @series
// CHECK:         %[[W:.*]] = mhlo.convert %x : (tensor<?xf32, [@S0]>) -> tensor<?xf64, [@S0]>
// CHECK-NOT:     chlo.
// CHECK:         %[[D:.*]] = mhlo.convert {{.*}} -> tensor<?xf32, [@S0]>
// CHECK:         mhlo.add %[[D]], %x
func.func @series(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.digamma %x : tensor<?xf32> -> tensor<?xf32>
  %1 = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// The next number is one of the numbers with bits one more or one less; operands that broadcast do so first.
// CHECK-LABEL: func.func @next
// CHECK:         %[[N:.*]] = mhlo.bitcast_convert %x : (tensor<?xf16, [@S0]>) -> tensor<?xi16, [@S0]>
// CHECK:         mhlo.add %[[N]],
// CHECK:         %[[Y:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y,
// CHECK:         mhlo.compare GT, %[[Y]], %{{.*}} : (tensor<?xf16, [@S0]>, tensor<?xf16, [@S0]>)
// CHECK-NOT:     chlo.
func.func @next(%x: tensor<?xf16>, %y: tensor<f16>) -> (tensor<?xf16>, tensor<?xf16>) {
  %0 = chlo.next_after %x, %x : tensor<?xf16>, tensor<?xf16> -> tensor<?xf16>
  %1 = chlo.broadcast_next_after %x, %y : (tensor<?xf16>, tensor<f16>) -> tensor<?xf16>
  return %0, %1 : tensor<?xf16>, tensor<?xf16>
}

// -----

// The parts of a complex number are those of the formula with real functions.
// CHECK-LABEL: func.func @complex
// CHECK:         mhlo.real %z
// CHECK:         mhlo.imag %z
// CHECK:         mhlo.complex
func.func @complex(%z: tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>> {
  %0 = chlo.sinh %z : tensor<?xcomplex<f32>> -> tensor<?xcomplex<f32>>
  return %0 : tensor<?xcomplex<f32>>
}

// -----

// Shapes that are computed with chlo are known: the reshape's result has the sizes by name.
// CHECK-LABEL: func.func @shapes(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x8xf32, [@S1, 8]>
func.func @shapes(%x: tensor<?x4xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %two = mhlo.constant dense<[2, 8]> : tensor<2xi32>
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %m = arith.index_cast %n : index to i32
  %one = arith.constant 2 : i32
  %v = tensor.from_elements %m, %one : tensor<2xi32>
  %zero = mhlo.constant dense<[0, 2]> : tensor<2xi32>
  %w = chlo.broadcast_subtract %v, %zero : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %den = mhlo.constant dense<[2, 1]> : tensor<2xi32>
  %h = chlo.broadcast_divide %w, %den : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %eight = mhlo.constant dense<[0, 8]> : tensor<2xi32>
  %s = chlo.broadcast_add %h, %eight : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %0 = "mhlo.dynamic_reshape"(%x, %s) : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}
