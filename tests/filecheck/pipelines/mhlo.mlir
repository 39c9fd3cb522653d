// RUN: tieshape-opt %s -p tieshape --verify-survival --split-input-file | filecheck %s
// RUN: tieshape-opt %s -p tieshape --split-input-file | tieshape-opt --split-input-file | filecheck %s

// The whole computation of a -1 in a reshape comes down to two sizes that are read; that the elements fit is a fact.
// CHECK:         sdim.product_equal [@S0, @S1, @S2], [@S3, @S4]
// CHECK-LABEL: func.func @reshape_like
// CHECK-NOT:     arith.cmpi
// CHECK-NOT:     arith.select
// CHECK-NOT:     arith.divui
// CHECK:         %[[D0:.*]] = tensor.dim %y, %{{.*}} : tensor<?x?xf32, [@S3, @S4]>
// CHECK:         %[[D1:.*]] = tensor.dim %y, %{{.*}} : tensor<?x?xf32, [@S3, @S4]>
// CHECK:         %[[S:.*]] = tensor.from_elements %[[D0]], %[[D1]] : tensor<2xindex>
// CHECK-NEXT:    mhlo.dynamic_reshape %x, %[[S]] : (tensor<?x?x?xf32, [@S0, @S1, @S2]>, tensor<2xindex>) -> tensor<?x?xf32, [@S3, @S4]>
func.func @reshape_like(%x: tensor<?x?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %cm1 = arith.constant -1 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %x0 = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %x1 = tensor.dim %x, %c1 : tensor<?x?x?xf32>
  %x2 = tensor.dim %x, %c2 : tensor<?x?x?xf32>
  %x01 = arith.muli %x0, %x1 : index
  %elements = arith.muli %x01, %x2 : index
  %y0 = tensor.dim %y, %c0 : tensor<?x?xf32>
  %y1 = tensor.dim %y, %c1 : tensor<?x?xf32>
  %m = arith.muli %y0, %cm1 : index
  %known = arith.muli %y1, %m : index
  %none = arith.cmpi eq, %elements, %c0 : index
  %below = arith.cmpi slt, %known, %c0 : index
  %odd = arith.ori %none, %below : i1
  %divisor = arith.select %odd, %c1, %known : index
  %rest = arith.divui %elements, %divisor : index
  %w0 = arith.cmpi eq, %y0, %cm1 : index
  %t0 = arith.select %w0, %rest, %y0 : index
  %w1 = arith.cmpi eq, %y1, %cm1 : index
  %t1 = arith.select %w1, %rest, %y1 : index
  %s = tensor.from_elements %t0, %t1 : tensor<2xindex>
  %0 = mhlo.dynamic_reshape %x, %s : (tensor<?x?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// Sums of sizes are never -1.
// CHECK-LABEL: func.func @never_negative
// CHECK:         %[[F:.*]] = arith.constant false
// CHECK:         func.return %[[F]], %[[F]] : i1, i1
func.func @never_negative(%x: tensor<?x?x?xf32>) -> (i1, i1) {
  %cm1 = arith.constant -1 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?x?xf32>
  %d2 = tensor.dim %x, %c2 : tensor<?x?x?xf32>
  %p = arith.muli %d0, %d1 : index
  %s = arith.addi %p, %d2 : index
  %0 = arith.cmpi eq, %s, %cm1 : index
  %n = arith.addi %s, %c1 : index
  %1 = arith.cmpi eq, %n, %c0 : index
  return %0, %1 : i1, i1
}

// -----

// A difference may be.
// CHECK-LABEL: func.func @may_be_negative
// CHECK:         arith.cmpi eq
func.func @may_be_negative(%x: tensor<?x?xf32>) -> i1 {
  %cm1 = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = arith.subi %d0, %d1 : index
  %0 = arith.cmpi eq, %s, %cm1 : index
  return %0 : i1
}

// -----

// Over two reshapes the products are equal; a part of the product is not.
// CHECK-LABEL: func.func @closure
// CHECK:         %[[T:.*]] = arith.constant true
// CHECK:         %[[OTHER:.*]] = arith.cmpi eq
// CHECK:         func.return %{{.*}}, %[[T]], %[[OTHER]] :
func.func @closure(%x: tensor<?x?xf32>, %s1: tensor<1xindex>, %s2: tensor<3xindex>) -> (tensor<?x?x?xf32>, i1, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = mhlo.dynamic_reshape %x, %s1 : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %1 = mhlo.dynamic_reshape %0, %s2 : (tensor<?xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  %a = tensor.dim %x, %c0 : tensor<?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?xf32>
  %d = tensor.dim %1, %c0 : tensor<?x?x?xf32>
  %e = tensor.dim %1, %c1 : tensor<?x?x?xf32>
  %f = tensor.dim %1, %c2 : tensor<?x?x?xf32>
  %ab = arith.muli %a, %b : index
  %de = arith.muli %d, %e : index
  %def = arith.muli %de, %f : index
  %same = arith.cmpi eq, %ab, %def : index
  %other = arith.cmpi eq, %ab, %de : index
  return %1, %same, %other : tensor<?x?x?xf32>, i1, i1
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.symbol @S3
sdim.symbol @Unused

// A cast makes the symbols of both its types one; what is then an identity goes, and so do symbols without a use.
// CHECK:       sdim.symbol @S0
// CHECK-NEXT:  sdim.symbol @S1
// CHECK-NEXT:  func.func @cast(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]> {
// CHECK-NEXT:    func.return %x : tensor<?x?xf32, [@S0, @S1]>
func.func @cast(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S2, @S3]> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.cast %x : tensor<?x?xf32, [@S0, @S1]> to tensor<?x?xf32, [@S2, @S3]>
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32, [@S0, @S1]>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32, [@S0, @S1]>
  %s = tensor.from_elements %d0, %d1 : tensor<2xindex>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %s) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x?xf32, [@S2, @S3]>, tensor<2xindex>) -> tensor<?x?xf32, [@S2, @S3]>
  func.return %1 : tensor<?x?xf32, [@S2, @S3]>
}

// -----

// An identity broadcast goes; one that permutes does not, though the sizes fit.
// CHECK-LABEL: func.func @permuting
// CHECK:         %[[R:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %{{.*}}) <{broadcast_dimensions = dense<[1, 0]> : tensor<2xi64>}>
// CHECK-NEXT:    func.return %x, %[[R]]
func.func @permuting(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %d0, %d1 : tensor<2xindex>
  %t = tensor.from_elements %d1, %d0 : tensor<2xindex>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%x, %t) <{broadcast_dimensions = dense<[1, 0]> : tensor<2xi64>}> : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// A reshape that adds a dimension and the broadcast that repeats it are one broadcast.
// CHECK-LABEL: func.func @expanded
// CHECK-NOT:     mhlo.dynamic_reshape
// CHECK:         "mhlo.dynamic_broadcast_in_dim"(%x, %{{.*}}) <{broadcast_dimensions = dense<[0, 2]> : tensor<2xi64>}> : (tensor<?x?xf32, [@S0, @S1]>, tensor<3xindex>) -> tensor<?x?x?xf32, [@S0, @S2, @S1]>
func.func @expanded(%x: tensor<?x?xf32>, %n: index) -> tensor<?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %d0, %c1, %d1 : tensor<3xindex>
  %t = tensor.from_elements %d0, %n, %d1 : tensor<3xindex>
  %0 = mhlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x1x?xf32>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %t) <{broadcast_dimensions = dense<[0, 1, 2]> : tensor<3xi64>}> : (tensor<?x1x?xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  func.return %1 : tensor<?x?x?xf32>
}

// -----

// Three tensors of one shape have the same index values.
// CHECK-LABEL: func.func @one_value_per_size
// CHECK-COUNT-2: tensor.dim %a
// CHECK-NOT:     tensor.dim
// CHECK:         func.return %{{.*}}, %[[D0:.*]], %[[D0]], %[[D0]], %[[D1:.*]], %[[D1]] :
func.func @one_value_per_size(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> (tensor<?x?xf32>, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = mhlo.add %a, %b : tensor<?x?xf32>
  %d0 = tensor.dim %a, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %b, %c0 : tensor<?x?xf32>
  %d2 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %e1 = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e2 = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %0, %d0, %d1, %d2, %e1, %e2 : tensor<?x?xf32>, index, index, index, index, index
}

// -----

// One loop gives two results of different rank, as long as the elements are known to be as many.
// CHECK-LABEL: func.func @two_ranks
// CHECK:         %0, %1 = "mhlo.fusion"
// CHECK:           mhlo.abs
// CHECK:           mhlo.dynamic_reshape
// CHECK:           mhlo.add
// CHECK:         }) {tieshape.kind = "loop"}
// CHECK-NEXT:    func.return %0, %1
func.func @two_ranks(%x: tensor<?x?xf32>, %y: tensor<?xf32>, %s: tensor<1xindex>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %0 = mhlo.abs %x : tensor<?x?xf32>
  %1 = mhlo.dynamic_reshape %0, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %2 = mhlo.add %1, %y : tensor<?xf32>
  func.return %0, %2 : tensor<?x?xf32>, tensor<?xf32>
}

// -----

// Sizes that nothing relates are not fused.
// CHECK-LABEL: func.func @unrelated
// CHECK-COUNT-2: "mhlo.fusion"
func.func @unrelated(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = mhlo.abs %x : tensor<?xf32>
  %1 = mhlo.negate %0 : tensor<?xf32>
  %2 = mhlo.abs %y : tensor<?xf32>
  %3 = mhlo.negate %2 : tensor<?xf32>
  func.return %1, %3 : tensor<?xf32>, tensor<?xf32>
}

// -----

sdim.symbol @A
sdim.symbol @B
sdim.constraints {
  %a = sdim.size @A
  %b = sdim.size @B
  sdim.equal %a, %b
}

// Once the facts say that they are equal, they are.
// CHECK-LABEL: func.func @related
// CHECK:         %0, %1 = "mhlo.fusion"
// CHECK-NOT:     "mhlo.fusion"
func.func @related(%x: tensor<?xf32, [@A]>, %y: tensor<?xf32, [@B]>) -> (tensor<?xf32, [@A]>, tensor<?xf32, [@B]>) {
  %0 = mhlo.abs %x : tensor<?xf32, [@A]>
  %1 = mhlo.negate %0 : tensor<?xf32, [@A]>
  %2 = mhlo.abs %y : tensor<?xf32, [@B]>
  %3 = mhlo.negate %2 : tensor<?xf32, [@B]>
  func.return %1, %3 : tensor<?xf32, [@A]>, tensor<?xf32, [@B]>
}

// -----

// Shape ops of mhlo files are read on the way.
// CHECK-LABEL: func.func @shape_ops(%x: tensor<?x8xf32, [@S0, 8]>, %y: tensor<?x8xf32, [@S0, 8]>) -> tensor<?x8xf32, [@S0, 8]> {
// CHECK-NEXT:    %0 = mhlo.add %x, %y : tensor<?x8xf32, [@S0, 8]>
// CHECK-NEXT:    func.return %0
func.func @shape_ops(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = shape.shape_of %x : tensor<?x8xf32> -> tensor<2xindex>
  %1 = mhlo.add %x, %y : tensor<?x8xf32>
  %2 = shape.shape_of %1 : tensor<?x8xf32> -> tensor<2xindex>
  %3 = shape.cstr_eq %0, %2 : tensor<2xindex>, tensor<2xindex>
  %4 = shape.assuming %3 -> (tensor<?x8xf32>) {
    %5 = shape.any %0, %2 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
    %6 = "mhlo.dynamic_broadcast_in_dim"(%1, %5) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x8xf32>, tensor<2xindex>) -> tensor<?x8xf32>
    shape.assuming_yield %6 : tensor<?x8xf32>
  }
  return %4 : tensor<?x8xf32>
}

// -----

// Greatest sizes in types are ranges: of an argument a guard.
// CHECK:       sdim.range assert {{.*}} in [0, 8] {why = "dimension 1 of argument 0 has the bound 8"}
// CHECK-NOT:   sdim.range
// CHECK-LABEL: func.func @bounded
// CHECK-SAME:    tensor<?x?xf32, [@S0, @S1]>
func.func @bounded(%x: tensor<?x?xf32, #mhlo.type_extensions<bounds = [?, 8]>>) -> tensor<?x?xf32, #mhlo.type_extensions<bounds = [?, 8]>> {
  %0 = mhlo.abs %x : tensor<?x?xf32, #mhlo.type_extensions<bounds = [?, 8]>>
  func.return %0 : tensor<?x?xf32, #mhlo.type_extensions<bounds = [?, 8]>>
}

// -----

// A static op may leave one size of its result to its bound: what the operand tells it is, else the bound itself.
// CHECK-LABEL: func.func @of_operand
// CHECK-SAME:    -> (tensor<2x?xf32, [2, @S0]>, tensor<3x?xf32, [3, @S1]>, tensor<1x5xf32>)
// CHECK:         mhlo.dynamic_reshape {{.*}} -> tensor<2x?xf32, [2, @S0]>
// CHECK:         "mhlo.dynamic_broadcast_in_dim"{{.*}} -> tensor<3x?xf32, [3, @S1]>
// CHECK:         "mhlo.broadcast_in_dim"
// CHECK-SAME:      -> tensor<1x5xf32>
func.func @of_operand(%x: tensor<?x2xf32, #mhlo.type_extensions<bounds = [5, ?]>>, %y: tensor<?xf32, #mhlo.type_extensions<bounds = [4]>>, %z: tensor<f32>) -> (tensor<2x?xf32, #mhlo.type_extensions<bounds = [?, 5]>>, tensor<3x?xf32, #mhlo.type_extensions<bounds = [?, 4]>>, tensor<1x?xf32, #mhlo.type_extensions<bounds = [?, 5]>>) {
  %0 = mhlo.reshape %x : (tensor<?x2xf32, #mhlo.type_extensions<bounds = [5, ?]>>) -> tensor<2x?xf32, #mhlo.type_extensions<bounds = [?, 5]>>
  %1 = "mhlo.broadcast_in_dim"(%y) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32, #mhlo.type_extensions<bounds = [4]>>) -> tensor<3x?xf32, #mhlo.type_extensions<bounds = [?, 4]>>
  %2 = "mhlo.broadcast_in_dim"(%z) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>) -> tensor<1x?xf32, #mhlo.type_extensions<bounds = [?, 5]>>
  func.return %0, %1, %2 : tensor<2x?xf32, #mhlo.type_extensions<bounds = [?, 5]>>, tensor<3x?xf32, #mhlo.type_extensions<bounds = [?, 4]>>, tensor<1x?xf32, #mhlo.type_extensions<bounds = [?, 5]>>
}

// -----

// A size 1 of the operand is repeated up to the bound.
// CHECK-LABEL: func.func @repeated(%x: tensor<1xf32>) -> tensor<5xf32>
func.func @repeated(%x: tensor<1xf32>) -> tensor<?xf32, #mhlo.type_extensions<bounds = [5]>> {
  %0 = "mhlo.broadcast_in_dim"(%x) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<1xf32>) -> tensor<?xf32, #mhlo.type_extensions<bounds = [5]>>
  func.return %0 : tensor<?xf32, #mhlo.type_extensions<bounds = [5]>>
}
