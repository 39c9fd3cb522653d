// RUN: tieshape-opt %s -p tieshape-hoist-products --split-input-file | filecheck %s

// A product of each row is one product before the loop, of which each trip reads a row.
// CHECK-LABEL: func.func @rows
// CHECK:         %[[P:.*]] = "mhlo.dot_general"(%x, %w) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>}>
// CHECK-SAME:      -> tensor<?x?x16xf32, [@t, @b, 16]>
// CHECK:         mhlo.while(
// CHECK:           %row = "mhlo.fusion"(%y,
// CHECK-NOT:       dot_general
// CHECK:           "mhlo.fusion"(%[[P]], %c,
// CHECK-NEXT:        ^bb0(%[[A:.*]]: tensor<?x?x16xf32, [@t, @b, 16]>,
// CHECK-NEXT:        %[[S:.*]] = mhlo.real_dynamic_slice %[[A]],
// CHECK-NEXT:        mhlo.dynamic_reshape %[[S]],
sdim.symbol @t
sdim.symbol @b
func.func @rows(%x: tensor<?x?x8xf32, [@t, @b, 8]>, %w: tensor<8x16xf32>, %a: tensor<?x16xf32, [@b, 16]>, %m: tensor<i32>) -> tensor<?x16xf32, [@b, 16]> {
  %zero = mhlo.constant dense<0> : tensor<i32>
  %n = "mhlo.get_dimension_size"(%x) <{dimension = 0 : i64}> : (tensor<?x?x8xf32, [@t, @b, 8]>) -> tensor<i32>
  %d = arith.constant 1 : index
  %e = tensor.dim %x, %d : tensor<?x?x8xf32, [@t, @b, 8]>
  %f = arith.index_cast %e : index to i32
  %r:4 = mhlo.while(%i = %zero, %y = %x, %v = %w, %c = %a) : tensor<i32>, tensor<?x?x8xf32, [@t, @b, 8]>, tensor<8x16xf32>, tensor<?x16xf32, [@b, 16]> cond {
    %g = mhlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %g : tensor<i1>
  } do {
    %one = mhlo.constant dense<1> : tensor<i32>
    %next = mhlo.add %i, %one : tensor<i32>
    %o = arith.constant 1 : i32
    %z = arith.constant 0 : i32
    %k = arith.constant 8 : i32
    %at = tensor.extract %i[] : tensor<i32>
    %to = arith.addi %at, %o : i32
    %s = tensor.from_elements %at, %z, %z : tensor<3xi32>
    %l = tensor.from_elements %to, %f, %k : tensor<3xi32>
    %p = tensor.from_elements %o, %o, %o : tensor<3xi32>
    %q = tensor.from_elements %f, %k : tensor<2xi32>
    %row = "mhlo.fusion"(%y, %s, %l, %p, %q) ({
    ^bb0(%0: tensor<?x?x8xf32, [@t, @b, 8]>, %1: tensor<3xi32>, %2: tensor<3xi32>, %3: tensor<3xi32>, %4: tensor<2xi32>):
      %5 = mhlo.real_dynamic_slice %0, %1, %2, %3 : (tensor<?x?x8xf32, [@t, @b, 8]>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<1x?x8xf32, [1, @b, 8]>
      %6 = mhlo.dynamic_reshape %5, %4 : (tensor<1x?x8xf32, [1, @b, 8]>, tensor<2xi32>) -> tensor<?x8xf32, [@b, 8]>
      mhlo.return %6 : tensor<?x8xf32, [@b, 8]>
    }) {tieshape.kind = "row"} : (tensor<?x?x8xf32, [@t, @b, 8]>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<?x8xf32, [@b, 8]>
    %product = "mhlo.dot_general"(%row, %v) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x8xf32, [@b, 8]>, tensor<8x16xf32>) -> tensor<?x16xf32, [@b, 16]>
    %h = "mhlo.fusion"(%product, %c) ({
    ^bb0(%0: tensor<?x16xf32, [@b, 16]>, %1: tensor<?x16xf32, [@b, 16]>):
      %2 = mhlo.tanh %1 : tensor<?x16xf32, [@b, 16]>
      %3 = mhlo.add %0, %2 : tensor<?x16xf32, [@b, 16]>
      mhlo.return %3 : tensor<?x16xf32, [@b, 16]>
    }) {tieshape.kind = "step"} : (tensor<?x16xf32, [@b, 16]>, tensor<?x16xf32, [@b, 16]>) -> tensor<?x16xf32, [@b, 16]>
    mhlo.return %next, %y, %v, %h : tensor<i32>, tensor<?x?x8xf32, [@t, @b, 8]>, tensor<8x16xf32>, tensor<?x16xf32, [@b, 16]>
  }
  func.return %r#3 : tensor<?x16xf32, [@b, 16]>
}

// -----

// Trips end elsewhere than at the last row: rows would be multiplied that nothing reads.
// CHECK-LABEL: func.func @another_end
// CHECK:         mhlo.while(
// CHECK:           "mhlo.dot_general"(%row
sdim.symbol @t
sdim.symbol @b
func.func @another_end(%x: tensor<?x?x8xf32, [@t, @b, 8]>, %w: tensor<8x16xf32>, %a: tensor<?x16xf32, [@b, 16]>, %m: tensor<i32>) -> tensor<?x16xf32, [@b, 16]> {
  %zero = mhlo.constant dense<0> : tensor<i32>
  %n = "mhlo.get_dimension_size"(%x) <{dimension = 0 : i64}> : (tensor<?x?x8xf32, [@t, @b, 8]>) -> tensor<i32>
  %d = arith.constant 1 : index
  %e = tensor.dim %x, %d : tensor<?x?x8xf32, [@t, @b, 8]>
  %f = arith.index_cast %e : index to i32
  %r:4 = mhlo.while(%i = %zero, %y = %x, %v = %w, %c = %a) : tensor<i32>, tensor<?x?x8xf32, [@t, @b, 8]>, tensor<8x16xf32>, tensor<?x16xf32, [@b, 16]> cond {
    %g = mhlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %g : tensor<i1>
  } do {
    %one = mhlo.constant dense<1> : tensor<i32>
    %next = mhlo.add %i, %one : tensor<i32>
    %o = arith.constant 1 : i32
    %z = arith.constant 0 : i32
    %k = arith.constant 8 : i32
    %at = tensor.extract %i[] : tensor<i32>
    %to = arith.addi %at, %o : i32
    %s = tensor.from_elements %at, %z, %z : tensor<3xi32>
    %l = tensor.from_elements %to, %f, %k : tensor<3xi32>
    %p = tensor.from_elements %o, %o, %o : tensor<3xi32>
    %q = tensor.from_elements %f, %k : tensor<2xi32>
    %row = "mhlo.fusion"(%y, %s, %l, %p, %q) ({
    ^bb0(%0: tensor<?x?x8xf32, [@t, @b, 8]>, %1: tensor<3xi32>, %2: tensor<3xi32>, %3: tensor<3xi32>, %4: tensor<2xi32>):
      %5 = mhlo.real_dynamic_slice %0, %1, %2, %3 : (tensor<?x?x8xf32, [@t, @b, 8]>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<1x?x8xf32, [1, @b, 8]>
      %6 = mhlo.dynamic_reshape %5, %4 : (tensor<1x?x8xf32, [1, @b, 8]>, tensor<2xi32>) -> tensor<?x8xf32, [@b, 8]>
      mhlo.return %6 : tensor<?x8xf32, [@b, 8]>
    }) {tieshape.kind = "row"} : (tensor<?x?x8xf32, [@t, @b, 8]>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<?x8xf32, [@b, 8]>
    %product = "mhlo.dot_general"(%row, %v) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x8xf32, [@b, 8]>, tensor<8x16xf32>) -> tensor<?x16xf32, [@b, 16]>
    %h = "mhlo.fusion"(%product, %c) ({
    ^bb0(%0: tensor<?x16xf32, [@b, 16]>, %1: tensor<?x16xf32, [@b, 16]>):
      %2 = mhlo.tanh %1 : tensor<?x16xf32, [@b, 16]>
      %3 = mhlo.add %0, %2 : tensor<?x16xf32, [@b, 16]>
      mhlo.return %3 : tensor<?x16xf32, [@b, 16]>
    }) {tieshape.kind = "step"} : (tensor<?x16xf32, [@b, 16]>, tensor<?x16xf32, [@b, 16]>) -> tensor<?x16xf32, [@b, 16]>
    mhlo.return %next, %y, %v, %h : tensor<i32>, tensor<?x?x8xf32, [@t, @b, 8]>, tensor<8x16xf32>, tensor<?x16xf32, [@b, 16]>
  }
  func.return %r#3 : tensor<?x16xf32, [@b, 16]>
}

// -----

// Trips go over some rows only.
// CHECK-LABEL: func.func @every_other_row
// CHECK:         mhlo.while(
// CHECK:           "mhlo.dot_general"(%row
sdim.symbol @t
sdim.symbol @b
func.func @every_other_row(%x: tensor<?x?x8xf32, [@t, @b, 8]>, %w: tensor<8x16xf32>, %a: tensor<?x16xf32, [@b, 16]>, %m: tensor<i32>) -> tensor<?x16xf32, [@b, 16]> {
  %zero = mhlo.constant dense<0> : tensor<i32>
  %n = "mhlo.get_dimension_size"(%x) <{dimension = 0 : i64}> : (tensor<?x?x8xf32, [@t, @b, 8]>) -> tensor<i32>
  %d = arith.constant 1 : index
  %e = tensor.dim %x, %d : tensor<?x?x8xf32, [@t, @b, 8]>
  %f = arith.index_cast %e : index to i32
  %r:4 = mhlo.while(%i = %zero, %y = %x, %v = %w, %c = %a) : tensor<i32>, tensor<?x?x8xf32, [@t, @b, 8]>, tensor<8x16xf32>, tensor<?x16xf32, [@b, 16]> cond {
    %g = mhlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %g : tensor<i1>
  } do {
    %one = mhlo.constant dense<2> : tensor<i32>
    %next = mhlo.add %i, %one : tensor<i32>
    %o = arith.constant 1 : i32
    %z = arith.constant 0 : i32
    %k = arith.constant 8 : i32
    %at = tensor.extract %i[] : tensor<i32>
    %to = arith.addi %at, %o : i32
    %s = tensor.from_elements %at, %z, %z : tensor<3xi32>
    %l = tensor.from_elements %to, %f, %k : tensor<3xi32>
    %p = tensor.from_elements %o, %o, %o : tensor<3xi32>
    %q = tensor.from_elements %f, %k : tensor<2xi32>
    %row = "mhlo.fusion"(%y, %s, %l, %p, %q) ({
    ^bb0(%0: tensor<?x?x8xf32, [@t, @b, 8]>, %1: tensor<3xi32>, %2: tensor<3xi32>, %3: tensor<3xi32>, %4: tensor<2xi32>):
      %5 = mhlo.real_dynamic_slice %0, %1, %2, %3 : (tensor<?x?x8xf32, [@t, @b, 8]>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<1x?x8xf32, [1, @b, 8]>
      %6 = mhlo.dynamic_reshape %5, %4 : (tensor<1x?x8xf32, [1, @b, 8]>, tensor<2xi32>) -> tensor<?x8xf32, [@b, 8]>
      mhlo.return %6 : tensor<?x8xf32, [@b, 8]>
    }) {tieshape.kind = "row"} : (tensor<?x?x8xf32, [@t, @b, 8]>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<?x8xf32, [@b, 8]>
    %product = "mhlo.dot_general"(%row, %v) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x8xf32, [@b, 8]>, tensor<8x16xf32>) -> tensor<?x16xf32, [@b, 16]>
    %h = "mhlo.fusion"(%product, %c) ({
    ^bb0(%0: tensor<?x16xf32, [@b, 16]>, %1: tensor<?x16xf32, [@b, 16]>):
      %2 = mhlo.tanh %1 : tensor<?x16xf32, [@b, 16]>
      %3 = mhlo.add %0, %2 : tensor<?x16xf32, [@b, 16]>
      mhlo.return %3 : tensor<?x16xf32, [@b, 16]>
    }) {tieshape.kind = "step"} : (tensor<?x16xf32, [@b, 16]>, tensor<?x16xf32, [@b, 16]>) -> tensor<?x16xf32, [@b, 16]>
    mhlo.return %next, %y, %v, %h : tensor<i32>, tensor<?x?x8xf32, [@t, @b, 8]>, tensor<8x16xf32>, tensor<?x16xf32, [@b, 16]>
  }
  func.return %r#3 : tensor<?x16xf32, [@b, 16]>
}

// -----

// The loop changes what the row is multiplied with.
// CHECK-LABEL: func.func @changed
// CHECK:         mhlo.while(
// CHECK:           "mhlo.dot_general"(%row
sdim.symbol @t
sdim.symbol @b
func.func @changed(%x: tensor<?x?x8xf32, [@t, @b, 8]>, %w: tensor<8x16xf32>, %a: tensor<?x16xf32, [@b, 16]>, %m: tensor<i32>) -> tensor<?x16xf32, [@b, 16]> {
  %zero = mhlo.constant dense<0> : tensor<i32>
  %n = "mhlo.get_dimension_size"(%x) <{dimension = 0 : i64}> : (tensor<?x?x8xf32, [@t, @b, 8]>) -> tensor<i32>
  %d = arith.constant 1 : index
  %e = tensor.dim %x, %d : tensor<?x?x8xf32, [@t, @b, 8]>
  %f = arith.index_cast %e : index to i32
  %r:4 = mhlo.while(%i = %zero, %y = %x, %v = %w, %c = %a) : tensor<i32>, tensor<?x?x8xf32, [@t, @b, 8]>, tensor<8x16xf32>, tensor<?x16xf32, [@b, 16]> cond {
    %g = mhlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %g : tensor<i1>
  } do {
    %one = mhlo.constant dense<1> : tensor<i32>
    %next = mhlo.add %i, %one : tensor<i32>
    %u = mhlo.negate %v : tensor<8x16xf32>
    %o = arith.constant 1 : i32
    %z = arith.constant 0 : i32
    %k = arith.constant 8 : i32
    %at = tensor.extract %i[] : tensor<i32>
    %to = arith.addi %at, %o : i32
    %s = tensor.from_elements %at, %z, %z : tensor<3xi32>
    %l = tensor.from_elements %to, %f, %k : tensor<3xi32>
    %p = tensor.from_elements %o, %o, %o : tensor<3xi32>
    %q = tensor.from_elements %f, %k : tensor<2xi32>
    %row = "mhlo.fusion"(%y, %s, %l, %p, %q) ({
    ^bb0(%0: tensor<?x?x8xf32, [@t, @b, 8]>, %1: tensor<3xi32>, %2: tensor<3xi32>, %3: tensor<3xi32>, %4: tensor<2xi32>):
      %5 = mhlo.real_dynamic_slice %0, %1, %2, %3 : (tensor<?x?x8xf32, [@t, @b, 8]>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<1x?x8xf32, [1, @b, 8]>
      %6 = mhlo.dynamic_reshape %5, %4 : (tensor<1x?x8xf32, [1, @b, 8]>, tensor<2xi32>) -> tensor<?x8xf32, [@b, 8]>
      mhlo.return %6 : tensor<?x8xf32, [@b, 8]>
    }) {tieshape.kind = "row"} : (tensor<?x?x8xf32, [@t, @b, 8]>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<?x8xf32, [@b, 8]>
    %product = "mhlo.dot_general"(%row, %v) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x8xf32, [@b, 8]>, tensor<8x16xf32>) -> tensor<?x16xf32, [@b, 16]>
    %h = "mhlo.fusion"(%product, %c) ({
    ^bb0(%0: tensor<?x16xf32, [@b, 16]>, %1: tensor<?x16xf32, [@b, 16]>):
      %2 = mhlo.tanh %1 : tensor<?x16xf32, [@b, 16]>
      %3 = mhlo.add %0, %2 : tensor<?x16xf32, [@b, 16]>
      mhlo.return %3 : tensor<?x16xf32, [@b, 16]>
    }) {tieshape.kind = "step"} : (tensor<?x16xf32, [@b, 16]>, tensor<?x16xf32, [@b, 16]>) -> tensor<?x16xf32, [@b, 16]>
    mhlo.return %next, %y, %u, %h : tensor<i32>, tensor<?x?x8xf32, [@t, @b, 8]>, tensor<8x16xf32>, tensor<?x16xf32, [@b, 16]>
  }
  func.return %r#3 : tensor<?x16xf32, [@b, 16]>
}
