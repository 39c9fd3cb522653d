// RUN: tieshape-opt %s -p tieshape-sum-few-rows --split-input-file | filecheck %s

// How many rows there are, a run tells: of three or fewer the products are summed as they are made.

sdim.symbol @B
sdim.symbol @M
func.func @some(%x: tensor<?x?x2x6xf32, [@B, @M, 2, 6]>, %w: tensor<2x6x8xi8>, %s: tensor<2x8xf32>) -> tensor<?x?x8xf32, [@B, @M, 8]> {
  %f = "mhlo.fusion"(%w, %s) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<2x6x8xi8>, %b: tensor<2x8xf32>):
    %c = mhlo.convert %a : (tensor<2x6x8xi8>) -> tensor<2x6x8xf32>
    %d = "mhlo.broadcast_in_dim"(%b) <{broadcast_dimensions = dense<[0, 2]> : tensor<2xi64>}> : (tensor<2x8xf32>) -> tensor<2x6x8xf32>
    %e = mhlo.multiply %c, %d : tensor<2x6x8xf32>
    mhlo.return %e : tensor<2x6x8xf32>
  }) : (tensor<2x6x8xi8>, tensor<2x8xf32>) -> tensor<2x6x8xf32>
  %y = "mhlo.dot_general"(%x, %f) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [2, 3], rhs_contracting_dimensions = [0, 1]>}> : (tensor<?x?x2x6xf32, [@B, @M, 2, 6]>, tensor<2x6x8xf32>) -> tensor<?x?x8xf32, [@B, @M, 8]>
  func.return %y : tensor<?x?x8xf32, [@B, @M, 8]>
}

// CHECK-LABEL: func.func @some
// CHECK:      [[ROWS:%\d+]] = arith.muli {{.*}} : index
// CHECK:      [[FEW:%\d+]] = arith.cmpi ule, {{.*}}
// CHECK-NEXT: %y = scf.if [[FEW]] -> (tensor<?x?x8xf32, [@B, @M, 8]>) {
// CHECK:        [[SHAPE:%\d+]] = tensor.from_elements
// CHECK-NEXT:   "mhlo.fusion"(%w, %s, %x, [[SHAPE]]) <{fusion_kind = #mhlo<fusion_kind kInput>}>
// CHECK:          %e = mhlo.multiply %c, %d : tensor<2x6x8xf32>
// CHECK:          "mhlo.dynamic_broadcast_in_dim"({{.*}}) <{broadcast_dimensions = dense<[0, 1, 2, 3]>
// CHECK:          "mhlo.dynamic_broadcast_in_dim"(%e, {{.*}}) <{broadcast_dimensions = dense<[2, 3, 4]>
// CHECK:          mhlo.multiply {{.*}} : tensor<?x?x2x6x8xf32, [@B, @M, 2, 6, 8]>
// CHECK:          mhlo.reduce({{.*}}) applies mhlo.add across dimensions = [2, 3]
// CHECK:        {tieshape.kind = "column_reduction"}
// CHECK:      } else {
// CHECK-NEXT:   "mhlo.fusion"(%w, %s)
// CHECK:        "mhlo.dot_general"(%x,
// CHECK-NEXT:   scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: func.return %y :

// -----

// One row is known: nothing is chosen. What is summed lies in line here.

func.func @one(%x: tensor<1x6xf32>, %w: tensor<8x6xi8>) -> tensor<1x8xf32> {
  %f = mhlo.convert %w : (tensor<8x6xi8>) -> tensor<8x6xf32>
  %y = "mhlo.dot_general"(%x, %f) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<1x6xf32>, tensor<8x6xf32>) -> tensor<1x8xf32>
  func.return %y : tensor<1x8xf32>
}

// CHECK-LABEL: func.func @one
// CHECK-NOT: scf.if
// CHECK-NOT: dot_general
// CHECK: mhlo.reduce({{.*}}) applies mhlo.add across dimensions = [2]
// CHECK: {tieshape.kind = "row_reduction"}

// -----

// Groups that compute several right sides, and something else: each is computed before its product.

func.func @several(%x: tensor<1x6xf32>, %z: tensor<9x6xf32>, %v: tensor<6x8xi8>, %w: tensor<6x8xi8>) -> (tensor<1x8xf32>, tensor<9x8xf32>, tensor<6x8xf32>) {
  %f:3 = "mhlo.fusion"(%v, %w) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<6x8xi8>, %b: tensor<6x8xi8>):
    %c = mhlo.convert %a : (tensor<6x8xi8>) -> tensor<6x8xf32>
    %d = mhlo.convert %b : (tensor<6x8xi8>) -> tensor<6x8xf32>
    %e = mhlo.negate %d : tensor<6x8xf32>
    %g = mhlo.multiply %c, %d : tensor<6x8xf32>
    mhlo.return %c, %e, %g : tensor<6x8xf32>, tensor<6x8xf32>, tensor<6x8xf32>
  }) : (tensor<6x8xi8>, tensor<6x8xi8>) -> (tensor<6x8xf32>, tensor<6x8xf32>, tensor<6x8xf32>)
  %y = "mhlo.dot_general"(%x, %f#0) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x6xf32>, tensor<6x8xf32>) -> tensor<1x8xf32>
  %u = "mhlo.dot_general"(%z, %f#1) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<9x6xf32>, tensor<6x8xf32>) -> tensor<9x8xf32>
  func.return %y, %u, %f#2 : tensor<1x8xf32>, tensor<9x8xf32>, tensor<6x8xf32>
}

// CHECK-LABEL: func.func @several
// CHECK-NEXT: [[REST:%\w+]] = "mhlo.fusion"(%v, %w)
// CHECK:        mhlo.return %g : tensor<6x8xf32>
// CHECK:      [[ONE:%\w+]] = "mhlo.fusion"(%v, %x, {{.*}})
// CHECK:        mhlo.reduce
// CHECK:      [[RIGHT:%\w+]] = "mhlo.fusion"(%w)
// CHECK:        mhlo.negate
// CHECK-NEXT:   mhlo.return
// CHECK:      %u = "mhlo.dot_general"(%z, [[RIGHT]])
// CHECK-NEXT: func.return [[ONE]], %u, [[REST]]

// -----

// The twins: many rows; batches; a right side that others use, that as many bytes tell, that is moved;
// sums in another order; a right side that is computed once for all trips of a loop.

sdim.symbol @M
func.func @many(%x: tensor<4x6xf32>, %w: tensor<6x8xi8>) -> tensor<4x8xf32> {
  %f = mhlo.convert %w : (tensor<6x8xi8>) -> tensor<6x8xf32>
  %y = "mhlo.dot_general"(%x, %f) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  func.return %y : tensor<4x8xf32>
}

func.func @batches(%x: tensor<1x1x6xf32>, %w: tensor<1x6x8xi8>) -> tensor<1x1x8xf32> {
  %f = mhlo.convert %w : (tensor<1x6x8xi8>) -> tensor<1x6x8xf32>
  %y = "mhlo.dot_general"(%x, %f) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<1x1x6xf32>, tensor<1x6x8xf32>) -> tensor<1x1x8xf32>
  func.return %y : tensor<1x1x8xf32>
}

func.func @used(%x: tensor<1x6xf32>, %w: tensor<6x8xi8>) -> (tensor<1x8xf32>, tensor<6x8xf32>) {
  %f = mhlo.convert %w : (tensor<6x8xi8>) -> tensor<6x8xf32>
  %y = "mhlo.dot_general"(%x, %f) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x6xf32>, tensor<6x8xf32>) -> tensor<1x8xf32>
  func.return %y, %f : tensor<1x8xf32>, tensor<6x8xf32>
}

func.func @floats(%x: tensor<1x6xf32>, %w: tensor<6x8xf32>) -> tensor<1x8xf32> {
  %f = mhlo.exponential %w : tensor<6x8xf32>
  %y = "mhlo.dot_general"(%x, %f) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x6xf32>, tensor<6x8xf32>) -> tensor<1x8xf32>
  func.return %y : tensor<1x8xf32>
}

func.func @moved(%x: tensor<1x6xf32>, %w: tensor<8x6xi8>) -> tensor<1x8xf32> {
  %f = "mhlo.fusion"(%w) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<8x6xi8>):
    %c = mhlo.convert %a : (tensor<8x6xi8>) -> tensor<8x6xf32>
    %d = "mhlo.transpose"(%c) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<8x6xf32>) -> tensor<6x8xf32>
    mhlo.return %d : tensor<6x8xf32>
  }) : (tensor<8x6xi8>) -> tensor<6x8xf32>
  %y = "mhlo.dot_general"(%x, %f) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x6xf32>, tensor<6x8xf32>) -> tensor<1x8xf32>
  func.return %y : tensor<1x8xf32>
}

func.func @across(%x: tensor<1x2x6xf32>, %w: tensor<6x2x8xi8>) -> tensor<1x8xf32> {
  %f = mhlo.convert %w : (tensor<6x2x8xi8>) -> tensor<6x2x8xf32>
  %y = "mhlo.dot_general"(%x, %f) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1, 2], rhs_contracting_dimensions = [1, 0]>}> : (tensor<1x2x6xf32>, tensor<6x2x8xf32>) -> tensor<1x8xf32>
  func.return %y : tensor<1x8xf32>
}

func.func @first(%x: tensor<6x1xf32>, %w: tensor<6x8xi8>) -> tensor<1x8xf32> {
  %f = mhlo.convert %w : (tensor<6x8xi8>) -> tensor<6x8xf32>
  %y = "mhlo.dot_general"(%x, %f) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<6x1xf32>, tensor<6x8xf32>) -> tensor<1x8xf32>
  func.return %y : tensor<1x8xf32>
}

func.func @outside(%x: tensor<?x6xf32, [@M, 6]>, %w: tensor<6x8xi8>, %i: tensor<i32>, %n: tensor<i32>, %o: tensor<?x8xf32, [@M, 8]>) -> tensor<?x8xf32, [@M, 8]> {
  %f = mhlo.convert %w : (tensor<6x8xi8>) -> tensor<6x8xf32>
  %r:2 = mhlo.while(%j = %i, %a = %o) : tensor<i32>, tensor<?x8xf32, [@M, 8]>
   cond {
    %c = mhlo.compare LT, %j, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %c : tensor<i1>
  } do {
    %y = "mhlo.dot_general"(%x, %f) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x6xf32, [@M, 6]>, tensor<6x8xf32>) -> tensor<?x8xf32, [@M, 8]>
    %k = mhlo.add %j, %j : tensor<i32>
    %s = mhlo.add %y, %a : tensor<?x8xf32, [@M, 8]>
    mhlo.return %k, %s : tensor<i32>, tensor<?x8xf32, [@M, 8]>
  }
  func.return %r#1 : tensor<?x8xf32, [@M, 8]>
}

// CHECK-LABEL: func.func @many
// CHECK: dot_general
// CHECK-LABEL: func.func @batches
// CHECK: dot_general
// CHECK-LABEL: func.func @used
// CHECK: dot_general
// CHECK-LABEL: func.func @floats
// CHECK: dot_general
// CHECK-LABEL: func.func @moved
// CHECK: dot_general
// CHECK-LABEL: func.func @across
// CHECK: dot_general
// CHECK-LABEL: func.func @first
// CHECK: dot_general
// CHECK-LABEL: func.func @outside
// CHECK-NOT: scf.if
// CHECK: dot_general
// CHECK-NOT: mhlo.reduce

// -----

// Without symbols in the types; the twin has no rank at all.

func.func @plain(%x: tensor<?x6xf32>, %w: tensor<6x8xi8>) -> tensor<?x8xf32> {
  %f = mhlo.convert %w : (tensor<6x8xi8>) -> tensor<6x8xf32>
  %y = "mhlo.dot_general"(%x, %f) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x6xf32>, tensor<6x8xf32>) -> tensor<?x8xf32>
  func.return %y : tensor<?x8xf32>
}

func.func @unranked(%x: tensor<*xf32>, %w: tensor<6x8xi8>) -> tensor<*xf32> {
  %f = mhlo.convert %w : (tensor<6x8xi8>) -> tensor<6x8xf32>
  %y = "mhlo.dot_general"(%x, %f) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<*xf32>, tensor<6x8xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}

// CHECK-LABEL: func.func @plain
// CHECK: scf.if
// CHECK: mhlo.multiply {{.*}} : tensor<?x6x8xf32>
// CHECK-LABEL: func.func @unranked
// CHECK-NOT: scf.if
// CHECK: dot_general
