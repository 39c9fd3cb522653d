// RUN: tieshape-opt %s -p tieshape-sink-transposes --split-input-file | filecheck %s

// A group reads one row a trip: it finds it in what was transposed; nothing is laid out anew.
// CHECK-LABEL: func.func @rows
// CHECK-NOT:     mhlo.transpose
// CHECK:         mhlo.while(%[[W:.*]] = %x, %{{.*}} = %i, %{{.*}} = %a) : tensor<2x?x16xf32, [2, @t, 16]>
// CHECK:         "mhlo.fusion"(%[[W]],
// CHECK-NEXT:      ^bb0(%[[X:.*]]: tensor<2x?x16xf32, [2, @t, 16]>,
// CHECK-NEXT:      %[[T:.*]] = "mhlo.transpose"(%[[X]]) <{permutation = dense<[1, 0, 2]>
// CHECK-NEXT:      "mhlo.dynamic_slice"(%[[T]],
// CHECK:         mhlo.return %[[W]],
sdim.symbol @t
func.func @rows(%x: tensor<2x?x16xf32, [2, @t, 16]>, %i: tensor<i32>, %a: tensor<1x2x16xf32>) -> (tensor<1x2x16xf32>) {
  %o = mhlo.constant dense<0> : tensor<i32>
  %y = "mhlo.transpose"(%x) <{permutation = dense<[1, 0, 2]> : tensor<3xi64>}> : (tensor<2x?x16xf32, [2, @t, 16]>) -> tensor<?x2x16xf32, [@t, 2, 16]>
  %r:3 = mhlo.while(%w = %y, %j = %i, %c = %a) : tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<1x2x16xf32> cond {
    %g = mhlo.compare LT, %o, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %g : tensor<i1>
  } do {
    %k = mhlo.subtract %j, %o : tensor<i32>
    %d = "mhlo.fusion"(%w, %j, %o, %c) ({
    ^bb0(%f: tensor<?x2x16xf32, [@t, 2, 16]>, %h: tensor<i32>, %z: tensor<i32>, %e: tensor<1x2x16xf32>):
      %s = "mhlo.dynamic_slice"(%f, %h, %z, %z) <{slice_sizes = dense<[1, 2, 16]> : tensor<3xi64>}> : (tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x16xf32>
      %n = mhlo.add %s, %e : tensor<1x2x16xf32>
      mhlo.return %n : tensor<1x2x16xf32>
    }) : (tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<i32>, tensor<1x2x16xf32>) -> tensor<1x2x16xf32>
    mhlo.return %w, %k, %d : tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<1x2x16xf32>
  }
  func.return %r#2 : tensor<1x2x16xf32>
}

// -----

// What comes after the loop has the transpose still.
// CHECK-LABEL: func.func @needed_after
// CHECK:         %[[T:.*]] = "mhlo.transpose"(%x)
// CHECK:         mhlo.while(%{{.*}} = %x,
// CHECK:         func.return %[[T]],
sdim.symbol @t
func.func @needed_after(%x: tensor<2x?x16xf32, [2, @t, 16]>, %i: tensor<i32>, %a: tensor<1x2x16xf32>) -> (tensor<?x2x16xf32, [@t, 2, 16]>, tensor<1x2x16xf32>) {
  %o = mhlo.constant dense<0> : tensor<i32>
  %y = "mhlo.transpose"(%x) <{permutation = dense<[1, 0, 2]> : tensor<3xi64>}> : (tensor<2x?x16xf32, [2, @t, 16]>) -> tensor<?x2x16xf32, [@t, 2, 16]>
  %r:3 = mhlo.while(%w = %y, %j = %i, %c = %a) : tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<1x2x16xf32> cond {
    %g = mhlo.compare LT, %o, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %g : tensor<i1>
  } do {
    %k = mhlo.subtract %j, %o : tensor<i32>
    %d = "mhlo.fusion"(%w, %j, %o, %c) ({
    ^bb0(%f: tensor<?x2x16xf32, [@t, 2, 16]>, %h: tensor<i32>, %z: tensor<i32>, %e: tensor<1x2x16xf32>):
      %s = "mhlo.dynamic_slice"(%f, %h, %z, %z) <{slice_sizes = dense<[1, 2, 16]> : tensor<3xi64>}> : (tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x16xf32>
      %n = mhlo.add %s, %e : tensor<1x2x16xf32>
      mhlo.return %n : tensor<1x2x16xf32>
    }) : (tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<i32>, tensor<1x2x16xf32>) -> tensor<1x2x16xf32>
    mhlo.return %w, %k, %d : tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<1x2x16xf32>
  }
  func.return %r#0, %r#2 : tensor<?x2x16xf32, [@t, 2, 16]>, tensor<1x2x16xf32>
}

// -----

// A transpose that is a group of its own.
// CHECK-LABEL: func.func @group
// CHECK-NOT:     mhlo.transpose
// CHECK:         mhlo.while(%{{.*}} = %x,
// CHECK:           "mhlo.transpose"
sdim.symbol @t
func.func @group(%x: tensor<2x?x16xf32, [2, @t, 16]>, %i: tensor<i32>, %a: tensor<1x2x16xf32>) -> (tensor<1x2x16xf32>) {
  %o = mhlo.constant dense<0> : tensor<i32>
  %y = "mhlo.fusion"(%x) ({
  ^bb0(%b: tensor<2x?x16xf32, [2, @t, 16]>):
    %v = "mhlo.transpose"(%b) <{permutation = dense<[1, 0, 2]> : tensor<3xi64>}> : (tensor<2x?x16xf32, [2, @t, 16]>) -> tensor<?x2x16xf32, [@t, 2, 16]>
    mhlo.return %v : tensor<?x2x16xf32, [@t, 2, 16]>
  }) : (tensor<2x?x16xf32, [2, @t, 16]>) -> tensor<?x2x16xf32, [@t, 2, 16]>
  %r:3 = mhlo.while(%w = %y, %j = %i, %c = %a) : tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<1x2x16xf32> cond {
    %g = mhlo.compare LT, %o, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %g : tensor<i1>
  } do {
    %k = mhlo.subtract %j, %o : tensor<i32>
    %d = "mhlo.fusion"(%w, %j, %o, %c) ({
    ^bb0(%f: tensor<?x2x16xf32, [@t, 2, 16]>, %h: tensor<i32>, %z: tensor<i32>, %e: tensor<1x2x16xf32>):
      %s = "mhlo.dynamic_slice"(%f, %h, %z, %z) <{slice_sizes = dense<[1, 2, 16]> : tensor<3xi64>}> : (tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x16xf32>
      %n = mhlo.add %s, %e : tensor<1x2x16xf32>
      mhlo.return %n : tensor<1x2x16xf32>
    }) : (tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<i32>, tensor<1x2x16xf32>) -> tensor<1x2x16xf32>
    mhlo.return %w, %k, %d : tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<1x2x16xf32>
  }
  func.return %r#2 : tensor<1x2x16xf32>
}

// -----

// Another op reads it: it would have to be transposed in each trip.
// CHECK-LABEL: func.func @read_by_another_op
// CHECK:         %[[T:.*]] = "mhlo.transpose"(%x)
// CHECK:         mhlo.while(%{{.*}} = %[[T]],
// CHECK-NOT:     mhlo.transpose
sdim.symbol @t
func.func @read_by_another_op(%x: tensor<2x?x16xf32, [2, @t, 16]>, %i: tensor<i32>, %a: tensor<1x2x16xf32>) -> (tensor<1x2x16xf32>) {
  %o = mhlo.constant dense<0> : tensor<i32>
  %y = "mhlo.transpose"(%x) <{permutation = dense<[1, 0, 2]> : tensor<3xi64>}> : (tensor<2x?x16xf32, [2, @t, 16]>) -> tensor<?x2x16xf32, [@t, 2, 16]>
  %r:3 = mhlo.while(%w = %y, %j = %i, %c = %a) : tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<1x2x16xf32> cond {
    %g = mhlo.compare LT, %o, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %g : tensor<i1>
  } do {
    %k = mhlo.subtract %j, %o : tensor<i32>
    %u = mhlo.negate %w : tensor<?x2x16xf32, [@t, 2, 16]>
    %d = "mhlo.fusion"(%w, %j, %o, %c) ({
    ^bb0(%f: tensor<?x2x16xf32, [@t, 2, 16]>, %h: tensor<i32>, %z: tensor<i32>, %e: tensor<1x2x16xf32>):
      %s = "mhlo.dynamic_slice"(%f, %h, %z, %z) <{slice_sizes = dense<[1, 2, 16]> : tensor<3xi64>}> : (tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x16xf32>
      %n = mhlo.add %s, %e : tensor<1x2x16xf32>
      mhlo.return %n : tensor<1x2x16xf32>
    }) : (tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<i32>, tensor<1x2x16xf32>) -> tensor<1x2x16xf32>
    mhlo.return %w, %k, %d : tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<1x2x16xf32>
  }
  func.return %r#2 : tensor<1x2x16xf32>
}

// -----

// The condition reads it.
// CHECK-LABEL: func.func @read_by_the_condition
// CHECK:         %[[T:.*]] = "mhlo.transpose"(%x)
// CHECK:         mhlo.while(%{{.*}} = %[[T]],
// CHECK-NOT:     mhlo.transpose
sdim.symbol @t
func.func @read_by_the_condition(%x: tensor<2x?x16xf32, [2, @t, 16]>, %i: tensor<i32>, %a: tensor<1x2x16xf32>) -> (tensor<1x2x16xf32>) {
  %o = mhlo.constant dense<0> : tensor<i32>
  %y = "mhlo.transpose"(%x) <{permutation = dense<[1, 0, 2]> : tensor<3xi64>}> : (tensor<2x?x16xf32, [2, @t, 16]>) -> tensor<?x2x16xf32, [@t, 2, 16]>
  %r:3 = mhlo.while(%w = %y, %j = %i, %c = %a) : tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<1x2x16xf32> cond {
    %u = mhlo.negate %w : tensor<?x2x16xf32, [@t, 2, 16]>
    %g = mhlo.compare LT, %o, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %g : tensor<i1>
  } do {
    %k = mhlo.subtract %j, %o : tensor<i32>
    %d = "mhlo.fusion"(%w, %j, %o, %c) ({
    ^bb0(%f: tensor<?x2x16xf32, [@t, 2, 16]>, %h: tensor<i32>, %z: tensor<i32>, %e: tensor<1x2x16xf32>):
      %s = "mhlo.dynamic_slice"(%f, %h, %z, %z) <{slice_sizes = dense<[1, 2, 16]> : tensor<3xi64>}> : (tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x16xf32>
      %n = mhlo.add %s, %e : tensor<1x2x16xf32>
      mhlo.return %n : tensor<1x2x16xf32>
    }) : (tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<i32>, tensor<1x2x16xf32>) -> tensor<1x2x16xf32>
    mhlo.return %w, %k, %d : tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<1x2x16xf32>
  }
  func.return %r#2 : tensor<1x2x16xf32>
}

// -----

// The loop changes it.
// CHECK-LABEL: func.func @changed
// CHECK:         %[[T:.*]] = "mhlo.transpose"(%x)
// CHECK:         mhlo.while(%{{.*}} = %[[T]],
// CHECK-NOT:     mhlo.transpose
sdim.symbol @t
func.func @changed(%x: tensor<2x?x16xf32, [2, @t, 16]>, %i: tensor<i32>, %a: tensor<1x2x16xf32>) -> (tensor<1x2x16xf32>) {
  %o = mhlo.constant dense<0> : tensor<i32>
  %y = "mhlo.transpose"(%x) <{permutation = dense<[1, 0, 2]> : tensor<3xi64>}> : (tensor<2x?x16xf32, [2, @t, 16]>) -> tensor<?x2x16xf32, [@t, 2, 16]>
  %r:3 = mhlo.while(%w = %y, %j = %i, %c = %a) : tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<1x2x16xf32> cond {
    %g = mhlo.compare LT, %o, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %g : tensor<i1>
  } do {
    %k = mhlo.subtract %j, %o : tensor<i32>
    %u = "mhlo.fusion"(%w) ({
    ^bb0(%b: tensor<?x2x16xf32, [@t, 2, 16]>):
      %v = mhlo.negate %b : tensor<?x2x16xf32, [@t, 2, 16]>
      mhlo.return %v : tensor<?x2x16xf32, [@t, 2, 16]>
    }) : (tensor<?x2x16xf32, [@t, 2, 16]>) -> tensor<?x2x16xf32, [@t, 2, 16]>
    %d = "mhlo.fusion"(%w, %j, %o, %c) ({
    ^bb0(%f: tensor<?x2x16xf32, [@t, 2, 16]>, %h: tensor<i32>, %z: tensor<i32>, %e: tensor<1x2x16xf32>):
      %s = "mhlo.dynamic_slice"(%f, %h, %z, %z) <{slice_sizes = dense<[1, 2, 16]> : tensor<3xi64>}> : (tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x16xf32>
      %n = mhlo.add %s, %e : tensor<1x2x16xf32>
      mhlo.return %n : tensor<1x2x16xf32>
    }) : (tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<i32>, tensor<1x2x16xf32>) -> tensor<1x2x16xf32>
    mhlo.return %u, %k, %d : tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<1x2x16xf32>
  }
  func.return %r#2 : tensor<1x2x16xf32>
}

// -----

// Elements would be read far from one another.
// CHECK-LABEL: func.func @another_last_dimension
// CHECK:         %[[T:.*]] = "mhlo.transpose"(%x)
// CHECK:         mhlo.while(%{{.*}} = %[[T]],
// CHECK-NOT:     mhlo.transpose
sdim.symbol @t
func.func @another_last_dimension(%x: tensor<16x?x2xf32, [16, @t, 2]>, %i: tensor<i32>, %a: tensor<1x2x16xf32>) -> (tensor<1x2x16xf32>) {
  %o = mhlo.constant dense<0> : tensor<i32>
  %y = "mhlo.transpose"(%x) <{permutation = dense<[1, 2, 0]> : tensor<3xi64>}> : (tensor<16x?x2xf32, [16, @t, 2]>) -> tensor<?x2x16xf32, [@t, 2, 16]>
  %r:3 = mhlo.while(%w = %y, %j = %i, %c = %a) : tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<1x2x16xf32> cond {
    %g = mhlo.compare LT, %o, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %g : tensor<i1>
  } do {
    %k = mhlo.subtract %j, %o : tensor<i32>
    %d = "mhlo.fusion"(%w, %j, %o, %c) ({
    ^bb0(%f: tensor<?x2x16xf32, [@t, 2, 16]>, %h: tensor<i32>, %z: tensor<i32>, %e: tensor<1x2x16xf32>):
      %s = "mhlo.dynamic_slice"(%f, %h, %z, %z) <{slice_sizes = dense<[1, 2, 16]> : tensor<3xi64>}> : (tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x16xf32>
      %n = mhlo.add %s, %e : tensor<1x2x16xf32>
      mhlo.return %n : tensor<1x2x16xf32>
    }) : (tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<i32>, tensor<1x2x16xf32>) -> tensor<1x2x16xf32>
    mhlo.return %w, %k, %d : tensor<?x2x16xf32, [@t, 2, 16]>, tensor<i32>, tensor<1x2x16xf32>
  }
  func.return %r#2 : tensor<1x2x16xf32>
}

// -----

// The loop reads another result of the group: what was transposed stays out of it.
// CHECK-LABEL: func.func @beside_a_transpose
// CHECK:         do {
// CHECK-NOT:       transpose
// CHECK:           func.return
func.func @beside_a_transpose(%x: tensor<4x4x16xf32>, %n: tensor<i32>) -> tensor<4x4x16xf32> {
  %zero = mhlo.constant dense<0> : tensor<i32>
  %one = mhlo.constant dense<1> : tensor<i32>
  %acc = mhlo.constant dense<0.0> : tensor<4x4x16xf32>
  %f:2 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
    ^bb0(%a: tensor<4x4x16xf32>):
      %t = "mhlo.transpose"(%a) <{permutation = dense<[1, 0, 2]> : tensor<3xi64>}> : (tensor<4x4x16xf32>) -> tensor<4x4x16xf32>
      mhlo.return %t, %a : tensor<4x4x16xf32>, tensor<4x4x16xf32>
  }) : (tensor<4x4x16xf32>) -> (tensor<4x4x16xf32>, tensor<4x4x16xf32>)
  %r:3 = mhlo.while(%i = %zero, %row = %f#1, %s = %acc) : tensor<i32>, tensor<4x4x16xf32>, tensor<4x4x16xf32>
  cond {
    %p = mhlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  } do {
    %j = mhlo.add %i, %one : tensor<i32>
    %q = "mhlo.fusion"(%row, %s) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
    ^bb0(%a: tensor<4x4x16xf32>, %b: tensor<4x4x16xf32>):
      %t = mhlo.add %a, %b : tensor<4x4x16xf32>
      mhlo.return %t : tensor<4x4x16xf32>
    }) : (tensor<4x4x16xf32>, tensor<4x4x16xf32>) -> tensor<4x4x16xf32>
    mhlo.return %j, %row, %q : tensor<i32>, tensor<4x4x16xf32>, tensor<4x4x16xf32>
  }
  func.return %r#2 : tensor<4x4x16xf32>
}
