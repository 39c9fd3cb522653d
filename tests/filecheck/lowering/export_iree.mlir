// RUN: tieshape-opt %s -p "tieshape-export-stablehlo{for=iree}" --split-input-file | filecheck %s
// RUN: tieshape-opt %s -p "tieshape-export-stablehlo{for=iree}" --split-input-file | tieshape-opt --split-input-file | filecheck %s

// A guard is asserted over sizes of which nothing is assumed; what computes uses the assumed size, with the guard's
// range and the divisor of a fact. A broadcast of which every dimension is decided reads along maps.
// CHECK-LABEL: func.func public @facts(%x: tensor<?xf32>, %y: tensor<?x1xf32>)
// CHECK:         %[[A:.*]] = tensor.dim %x
// CHECK-NEXT:    %[[ASSUMED:.*]] = util.assume.int %[[A]]<umin = 8, umax = 64, udiv = 8> : index
// CHECK:         %[[LOW:.*]] = arith.cmpi sle, %{{.*}}, %[[A]] : index
// CHECK:         cf.assert %{{.*}}, "batch"
// CHECK:         tensor.empty(%{{.*}}, %[[ASSUMED]]) : tensor<?x?xf32>
// CHECK:         linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?xf32>)
// CHECK:         linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>
// CHECK-NOT:     tensor.extract
// CHECK:         stablehlo.add %{{.*}}, %{{.*}} : tensor<?x?xf32>
sdim.symbol @a
sdim.symbol @b
sdim.constraints {
  %a = sdim.size @a
  sdim.range assert %a in [1, 64] {why = "batch"}
  sdim.divisible %a by 8
}
func.func @facts(%x: tensor<?xf32, [@a]>, %y: tensor<?x1xf32, [@b, 1]>) -> tensor<?x?xf32, [@b, @a]> {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32, [@a]>
  %b = tensor.dim %y, %c0 : tensor<?x1xf32, [@b, 1]>
  %shape = tensor.from_elements %b, %a : tensor<2xindex>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32, [@a]>, tensor<2xindex>) -> tensor<?x?xf32, [@b, @a]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%y, %shape) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x1xf32, [@b, 1]>, tensor<2xindex>) -> tensor<?x?xf32, [@b, @a]>
  %2 = mhlo.add %0, %1 : tensor<?x?xf32, [@b, @a]>
  func.return %2 : tensor<?x?xf32, [@b, @a]>
}

// -----

// A broadcast that facts do not decide looks at the size; nothing is assumed of a size of which nothing is known.
// CHECK-LABEL: func.func public @undecided
// CHECK-NOT:     util.assume.int
// CHECK:         %[[ONE:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : index
// CHECK:         linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs
// CHECK:           %[[AT:.*]] = arith.select %[[ONE]]
// CHECK:           tensor.extract %x[%[[AT]]]
sdim.symbol @a
sdim.symbol @b
func.func @undecided(%x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@b]>) -> tensor<?xf32, [@b]> {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %y, %c0 : tensor<?xf32, [@b]>
  %shape = tensor.from_elements %b : tensor<1xindex>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@a]>, tensor<1xindex>) -> tensor<?xf32, [@b]>
  func.return %0 : tensor<?xf32, [@b]>
}

// -----

// A guard on a size that only the run makes is no assumption: it is tested after sizes of arguments are used.
// CHECK-LABEL: func.func public @late
// CHECK-NOT:     util.assume.int
// CHECK:         cf.assert %{{.*}}, "late"
// CHECK-NOT:     util.assume.int
// CHECK:         return
sdim.symbol @a
sdim.symbol @n
sdim.constraints {
  %a = sdim.size @a
  %n = sdim.size @n
  sdim.equal assert %n, %a {why = "late"}
  sdim.range %n in [4, 9]
}
func.func @late(%x: tensor<?xf32, [@a]>, %count: tensor<1xindex>) -> tensor<?xf32, [@n]> {
  %v = mhlo.constant dense<1.0> : tensor<f32>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%v, %count) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@n]>
  %1 = mhlo.add %0, %0 : tensor<?xf32, [@n]>
  func.return %1 : tensor<?xf32, [@n]>
}

// -----

// Dimensions that are merged or split by facts are collapsed or expanded; others are reshaped.
// CHECK-LABEL: func.func public @reshapes
// CHECK:         tensor.collapse_shape %x {{\[}}[0 : i64], [1 : i64, 2 : i64]] : tensor<?x?x4xf32> into tensor<?x?xf32>
// CHECK:         tensor.expand_shape %{{.*}} {{\[}}[0 : i64], [1 : i64, 2 : i64]] output_shape [%{{.*}}, %{{.*}}, 4] : tensor<?x?xf32> into tensor<?x?x4xf32>
// CHECK:         tensor.reshape %x(%{{.*}}) : (tensor<?x?x4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
sdim.symbol @a
sdim.symbol @b
sdim.symbol @b4
sdim.constraints {
  %b = sdim.size @b
  %b4 = sdim.size @b4
  %c4 = arith.constant 4 : index
  %p = arith.muli %b, %c4 : index
  sdim.equal %b4, %p
}
func.func @reshapes(%x: tensor<?x?x4xf32, [@a, @b, 4]>) -> (tensor<?x?x4xf32, [@a, @b, 4]>, tensor<?x?xf32, [@b4, @a]>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = tensor.dim %x, %c0 : tensor<?x?x4xf32, [@a, @b, 4]>
  %b = tensor.dim %x, %c1 : tensor<?x?x4xf32, [@a, @b, 4]>
  %b4 = arith.muli %b, %c4 : index
  %s = tensor.from_elements %a, %b4 : tensor<2xindex>
  %0 = "mhlo.dynamic_reshape"(%x, %s) : (tensor<?x?x4xf32, [@a, @b, 4]>, tensor<2xindex>) -> tensor<?x?xf32, [@a, @b4]>
  %1 = mhlo.abs %0 : tensor<?x?xf32, [@a, @b4]>
  %s3 = tensor.from_elements %a, %b, %c4 : tensor<3xindex>
  %2 = "mhlo.dynamic_reshape"(%1, %s3) : (tensor<?x?xf32, [@a, @b4]>, tensor<3xindex>) -> tensor<?x?x4xf32, [@a, @b, 4]>
  %t = tensor.from_elements %b4, %a : tensor<2xindex>
  %3 = "mhlo.dynamic_reshape"(%x, %t) : (tensor<?x?x4xf32, [@a, @b, 4]>, tensor<2xindex>) -> tensor<?x?xf32, [@b4, @a]>
  func.return %2, %3 : tensor<?x?x4xf32, [@a, @b, 4]>, tensor<?x?xf32, [@b4, @a]>
}

// -----

// Gather, padding and windows of unknown sizes are loops; the same ops on known sizes stay StableHLO.
// CHECK-LABEL: func.func public @indexing
// CHECK:         linalg.generic
// CHECK:           tensor.extract %i[
// CHECK:           tensor.extract %x[
// CHECK:         linalg.generic
// CHECK:           arith.select
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// CHECK:           arith.maximumf
// CHECK:         "stablehlo.gather"(%k, %j)
// CHECK:         stablehlo.pad %k
sdim.symbol @n
sdim.symbol @m
sdim.symbol @p
sdim.symbol @w
func.func @indexing(%x: tensor<?xf32, [@n]>, %i: tensor<?x1xi32, [@m, 1]>, %k: tensor<8xf32>, %j: tensor<2x1xi32>) -> (tensor<?xf32, [@m]>, tensor<?xf32, [@p]>, tensor<?xf32, [@w]>, tensor<2xf32>, tensor<10xf32>) {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<1> : tensor<1xi64>}> : (tensor<?xf32, [@n]>, tensor<?x1xi32, [@m, 1]>) -> tensor<?xf32, [@m]>
  %1 = "mhlo.pad"(%x, %zero) <{edge_padding_low = dense<1> : tensor<1xi64>, edge_padding_high = dense<1> : tensor<1xi64>, interior_padding = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<?xf32, [@p]>
  %2 = "mhlo.reduce_window"(%x, %zero) <{window_dimensions = dense<2> : tensor<1xi64>, window_strides = dense<2> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = mhlo.maximum %a, %b : tensor<f32>
    mhlo.return %r : tensor<f32>
  }) : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<?xf32, [@w]>
  %3 = "mhlo.gather"(%k, %j) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<1> : tensor<1xi64>}> : (tensor<8xf32>, tensor<2x1xi32>) -> tensor<2xf32>
  %4 = "mhlo.pad"(%k, %zero) <{edge_padding_low = dense<1> : tensor<1xi64>, edge_padding_high = dense<1> : tensor<1xi64>, interior_padding = dense<0> : tensor<1xi64>}> : (tensor<8xf32>, tensor<f32>) -> tensor<10xf32>
  func.return %0, %1, %2, %3, %4 : tensor<?xf32, [@m]>, tensor<?xf32, [@p]>, tensor<?xf32, [@w]>, tensor<2xf32>, tensor<10xf32>
}

// -----

// What a trip of a loop hands to the next is put in memory, and so are the first values; what stays the same is not
// carried.
// CHECK-LABEL: func.func public @loop
// CHECK:         %[[X:.*]] = util.optimization_barrier %z
// CHECK-NEXT:    %[[FIRST:.*]] = flow.tensor.tie_shape %[[X]] : tensor<?xf32>{%{{.*}}}
// CHECK-NOT:     util.optimization_barrier %y
// CHECK:         stablehlo.while(%[[I:.*]] = %{{.*}}, %[[A:.*]] = %[[FIRST]])
// CHECK:         %[[NEXT:.*]] = stablehlo.add %[[A]], %y
// CHECK:         util.optimization_barrier %[[NEXT]]
sdim.symbol @n
func.func @loop(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>, %m: tensor<i32>) -> tensor<?xf32, [@n]> {
  %zero = mhlo.constant dense<0> : tensor<i32>
  %one = mhlo.constant dense<1> : tensor<i32>
  %z = mhlo.negate %x : tensor<?xf32, [@n]>
  %0, %1, %2 = mhlo.while(%i = %zero, %a = %z, %b = %y) : tensor<i32>, tensor<?xf32, [@n]>, tensor<?xf32, [@n]> cond {
    %c = mhlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %c : tensor<i1>
  } do {
    %s = mhlo.add %a, %b : tensor<?xf32, [@n]>
    %j = mhlo.add %i, %one : tensor<i32>
    mhlo.return %j, %s, %b : tensor<i32>, tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
  }
  func.return %1 : tensor<?xf32, [@n]>
}

// -----

// An update outside of the operand goes to a place behind its last one, which is cut off: IREE would write it to memory
// of another tensor. The longer operand is one of its own, whatever else is scattered into the same.
// CHECK-LABEL: func.func public @scatter
// CHECK:         arith.cmpi sge, %{{.*}}, %{{.*}} : index
// CHECK:         arith.cmpi sle, %{{.*}}, %{{.*}} : index
// CHECK:         %[[FILL:.*]] = util.optimization_barrier %{{.*}} : f32
// CHECK:         arith.select %{{.*}}, %{{.*}}, %[[FILL]] : f32
// CHECK:         %[[LONG:.*]] = "stablehlo.scatter"
// CHECK:         (tensor<?x4xf32>, tensor<?x1xi32>, tensor<?x4xf32>) -> tensor<?x4xf32>
// CHECK:         tensor.extract_slice %[[LONG]][0, 0] [%{{.*}}, 4] [1, 1]
sdim.symbol @n
sdim.symbol @m
func.func @scatter(%x: tensor<?x4xf32, [@n, 4]>, %i: tensor<?x1xi32, [@m, 1]>, %y: tensor<?x4xf32, [@m, 4]>) -> tensor<?x4xf32, [@n, 4]> {
  %0 = "mhlo.scatter"(%x, %i, %y) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    mhlo.return %b : tensor<f32>
  }) : (tensor<?x4xf32, [@n, 4]>, tensor<?x1xi32, [@m, 1]>, tensor<?x4xf32, [@m, 4]>) -> tensor<?x4xf32, [@n, 4]>
  func.return %0 : tensor<?x4xf32, [@n, 4]>
}

// -----

// Unsigned integers keep their type where an op reads the sign; what moves or adds bits has none.
// CHECK-LABEL: func.func public @unsigned(%x: tensor<?xui32>, %i: tensor<?xui8>) -> tensor<?xui32>
// CHECK:         %[[X:.*]] = stablehlo.bitcast_convert %x : (tensor<?xui32>) -> tensor<?xi32>
// CHECK:         %[[SUM:.*]] = stablehlo.add %[[X]], %[[X]] : tensor<?xi32>
// CHECK:         %[[LEFT:.*]] = stablehlo.bitcast_convert %[[SUM]] : (tensor<?xi32>) -> tensor<?xui32>
// CHECK:         stablehlo.maximum %[[LEFT]], %{{.*}} : tensor<?xui32>
// CHECK:         stablehlo.convert %{{.*}} : (tensor<?xui8>) -> tensor<?xi64>
// CHECK:         stablehlo.constant dense<-1> : tensor<i32>
// CHECK:         stablehlo.bitcast_convert %{{.*}} : (tensor<?xi32>) -> tensor<?xui32>
// CHECK-NEXT:    func.return
sdim.symbol @n
func.func @unsigned(%x: tensor<?xui32, [@n]>, %i: tensor<?xui8, [@n]>) -> tensor<?xui32, [@n]> {
  %0 = mhlo.add %x, %x : tensor<?xui32, [@n]>
  %1 = mhlo.maximum %0, %x : tensor<?xui32, [@n]>
  %2 = "mhlo.gather"(%1, %i) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<1> : tensor<1xi64>}> : (tensor<?xui32, [@n]>, tensor<?xui8, [@n]>) -> tensor<?xui32, [@n]>
  %c = mhlo.constant dense<4294967295> : tensor<ui32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xui32, [@n]>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %3 = "mhlo.dynamic_broadcast_in_dim"(%c, %shape) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<ui32>, tensor<1xindex>) -> tensor<?xui32, [@n]>
  %4 = mhlo.xor %2, %3 : tensor<?xui32, [@n]>
  func.return %4 : tensor<?xui32, [@n]>
}

// -----

// A sorted operand that nothing reads is kept; barriers of StableHLO go.
// CHECK-LABEL: func.func public @places
// CHECK-NOT:     stablehlo.optimization_barrier
// CHECK:         %[[SORTED:.*]], %[[PLACES:.*]] = "stablehlo.sort"
// CHECK:         util.optimization_barrier %[[SORTED]]
// CHECK-NOT:     stablehlo.optimization_barrier
// CHECK:         func.return %[[PLACES]]
sdim.symbol @n
func.func @places(%x: tensor<?xf32, [@n]>, %i: tensor<?xi32, [@n]>) -> tensor<?xi32, [@n]> {
  %b = "mhlo.optimization_barrier"(%x) : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
  %0, %1 = "mhlo.sort"(%b, %i) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %c: tensor<f32>, %d: tensor<i32>, %e: tensor<i32>):
    %less = mhlo.compare LT, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %less : tensor<i1>
  }) : (tensor<?xf32, [@n]>, tensor<?xi32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xi32, [@n]>)
  func.return %1 : tensor<?xi32, [@n]>
}

// -----

// IREE has no scatter of complex numbers: real and imaginary parts that are put or added are scattered each.
// CHECK-LABEL: func.func public @complex_scatter
// CHECK:         %[[RE:.*]] = stablehlo.real %x
// CHECK:         %[[UR:.*]] = stablehlo.real %y
// CHECK:         "stablehlo.scatter"
// CHECK:           stablehlo.add %{{.*}}, %{{.*}} : tensor<f32>
// CHECK:         (tensor<?x4xf32>, tensor<?x1xi32>, tensor<?x4xf32>) -> tensor<?x4xf32>
// CHECK:         stablehlo.imag %x
// CHECK:         (tensor<?x4xf32>, tensor<?x1xi32>, tensor<?x4xf32>) -> tensor<?x4xf32>
// CHECK:         stablehlo.complex %{{.*}}, %{{.*}} : tensor<?x4xcomplex<f32>>
sdim.symbol @n
sdim.symbol @m
func.func @complex_scatter(%x: tensor<?x4xcomplex<f32>, [@n, 4]>, %i: tensor<?x1xi32, [@m, 1]>, %y: tensor<?x4xcomplex<f32>, [@m, 4]>) -> tensor<?x4xcomplex<f32>, [@n, 4]> {
  %0 = "mhlo.scatter"(%x, %i, %y) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %c = mhlo.add %a, %b : tensor<complex<f32>>
    mhlo.return %c : tensor<complex<f32>>
  }) : (tensor<?x4xcomplex<f32>, [@n, 4]>, tensor<?x1xi32, [@m, 1]>, tensor<?x4xcomplex<f32>, [@m, 4]>) -> tensor<?x4xcomplex<f32>, [@n, 4]>
  func.return %0 : tensor<?x4xcomplex<f32>, [@n, 4]>
}

// -----

// A splat of a complex number is a loop. Shardings are dropped: the values are the same on one device.
// CHECK-LABEL: builtin.module
// CHECK-NOT:     sdy
// CHECK:       func.func public @splat(%x: tensor<?xf32>, %c: tensor<complex<f32>>)
// CHECK:         linalg.generic
// CHECK-NEXT:    ^bb0(%{{.*}}: complex<f32>):
// CHECK-NEXT:      linalg.yield %{{.*}} : complex<f32>
// CHECK-NOT:     sdy
sdy.mesh @mesh = <["data"=2]>
sdim.symbol @n
func.func @splat(%x: tensor<?xf32, [@n]> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}, %c: tensor<complex<f32>>) -> tensor<?xcomplex<f32>, [@n]> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32, [@n]>
  %s = tensor.from_elements %n : tensor<1xindex>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%c, %s) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<complex<f32>>, tensor<1xindex>) -> tensor<?xcomplex<f32>, [@n]>
  func.return %0 : tensor<?xcomplex<f32>, [@n]>
}

// -----

// Rows of floats times a matrix are a product of matrices by name, whatever the rank; others are loops.
// CHECK-LABEL: func.func public @products
// CHECK:         tensor.collapse_shape %x {{\[\[}}0 : i64, 1 : i64], [2 : i64]] : tensor<?x4x8xf32> into tensor<?x8xf32>
// CHECK:         %[[ROWS:.*]] = linalg.matmul ins(%{{.*}}, %w : tensor<?x8xf32>, tensor<8x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK:         tensor.expand_shape %[[ROWS]] {{\[\[}}0 : i64, 1 : i64], [2 : i64]] output_shape [%{{.*}}, 4, %{{.*}}] : tensor<?x?xf32> into tensor<?x4x?xf32>
// CHECK:         linalg.matmul ins(%y, %w : tensor<?x8xf32>, tensor<8x?xf32>)
// CHECK-NOT:     linalg.matmul
// CHECK:         linalg.generic {{.*}} ins(%y, %y : tensor<?x8xf32>, tensor<?x8xf32>)
// CHECK:         linalg.generic {{.*}} ins(%i, %j : tensor<?x8xi32>, tensor<8x?xi32>)
sdim.symbol @a
sdim.symbol @n
func.func @products(%x: tensor<?x4x8xf32, [@a, 4, 8]>, %w: tensor<8x?xf32, [8, @n]>, %y: tensor<?x8xf32, [@a, 8]>, %i: tensor<?x8xi32, [@a, 8]>, %j: tensor<8x?xi32, [8, @n]>) -> (tensor<?x4x?xf32, [@a, 4, @n]>, tensor<?x?xf32, [@a, @n]>, tensor<?x?xf32, [@a, @a]>, tensor<?x?xi32, [@a, @n]>) {
  %0 = "mhlo.dot_general"(%x, %w) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>}> : (tensor<?x4x8xf32, [@a, 4, 8]>, tensor<8x?xf32, [8, @n]>) -> tensor<?x4x?xf32, [@a, 4, @n]>
  %1 = "mhlo.dot_general"(%y, %w) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x8xf32, [@a, 8]>, tensor<8x?xf32, [8, @n]>) -> tensor<?x?xf32, [@a, @n]>
  %2 = "mhlo.dot_general"(%y, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<?x8xf32, [@a, 8]>, tensor<?x8xf32, [@a, 8]>) -> tensor<?x?xf32, [@a, @a]>
  %3 = "mhlo.dot_general"(%i, %j) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x8xi32, [@a, 8]>, tensor<8x?xi32, [8, @n]>) -> tensor<?x?xi32, [@a, @n]>
  func.return %0, %1, %2, %3 : tensor<?x4x?xf32, [@a, 4, @n]>, tensor<?x?xf32, [@a, @n]>, tensor<?x?xf32, [@a, @a]>, tensor<?x?xi32, [@a, @n]>
}

// -----

// IREE orders divisions as it likes, so a wrong size of 0 must not divide before it is refused: the divisor is 1 then, chosen by
// the size of which nothing is assumed. A number is a divisor as it is.
// CHECK-LABEL: func.func public @divided
// CHECK:         %n = tensor.dim %x
// CHECK:         cf.assert %{{.*}}, "rows"
// CHECK-NOT:     arith.select
// CHECK:         %a = arith.divsi %m, %c7 : index
// CHECK:         %[[IS_ZERO:.*]] = arith.cmpi eq, %n, %{{.*}} : index
// CHECK:         %[[DIVISOR:.*]] = arith.select %[[IS_ZERO]], %{{.*}}, %n : index
// CHECK-NEXT:    %b = arith.floordivsi %m, %[[DIVISOR]] : index
// CHECK-NOT:     arith.select
sdim.symbol @n
sdim.symbol @m
sdim.constraints {
  %n = sdim.size @n
  sdim.range assert %n in [1, 64] {why = "rows"}
}
func.func @divided(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@m]>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %n = tensor.dim %x, %c0 : tensor<?xf32, [@n]>
  %m = tensor.dim %y, %c0 : tensor<?xf32, [@m]>
  %a = arith.floordivsi %m, %c7 : index
  %b = arith.floordivsi %m, %n : index
  %s = tensor.from_elements %a : tensor<1xindex>
  %t = tensor.from_elements %b : tensor<1xindex>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%zero, %s) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%zero, %t) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Sizes of arguments that have one symbol are asserted to be equal, and read from one of them elsewhere; what is assumed
// of them is asserted too.
// CHECK-LABEL: func.func public @ties(%x: tensor<?xf32>, %y: tensor<?xf32>)
// CHECK-DAG:     %[[Y:.*]] = tensor.dim %y
// CHECK-DAG:     %[[X:.*]] = tensor.dim %x
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[Y]], %[[X]] : index
// CHECK:         cf.assert %[[SAME]], "y: size 0 must be b, size 0 of x"
// CHECK:         cf.assert %{{.*}}, "0 <= b and b <= 8"
// CHECK-NOT:     cf.assert
// CHECK:         stablehlo.add %x, %y
sdim.symbol @b
sdim.constraints {
  %b = sdim.size @b
  sdim.range %b in [0, 8]
}
func.func @ties(%x: tensor<?xf32, [@b]>, %y: tensor<?xf32, [@b]>) -> tensor<?xf32, [@b]> {
  %0 = mhlo.add %x, %y : tensor<?xf32, [@b]>
  func.return %0 : tensor<?xf32, [@b]>
}

// -----

// A guard on a size that depends on data is asserted too.
// CHECK-LABEL: func.func public @of_the_run
// CHECK:         cf.assert %{{.*}}, "two at least"
func.func @of_the_run(%x: tensor<?xf32>, %i: tensor<i64>) -> tensor<?xf32> {
  %e = tensor.extract %i[] : tensor<i64>
  %n = arith.index_cast %e : i64 to index
  sdim.range assert %n in [2, ?] {why = "two at least"}
  %0 = mhlo.abs %x : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
