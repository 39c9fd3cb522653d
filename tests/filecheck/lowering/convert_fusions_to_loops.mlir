// RUN: tieshape-opt %s -p tieshape-convert-fusions-to-loops --split-input-file | filecheck %s
// RUN: tieshape-opt %s -p tieshape-convert-fusions-to-loops --split-input-file | tieshape-opt --split-input-file | filecheck %s

// Elementwise ops of one shape are one flat loop, whatever the rank.
// CHECK-LABEL: func.func private @loop_0
// CHECK:         %[[N:.*]] = arith.muli %{{.*}}, %{{.*}} : index
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %[[N]] step
// CHECK-NEXT:      %[[X:.*]] = memref.load %0[%[[I]]] : memref<?xf32>
// CHECK-NEXT:      %[[Y:.*]] = memref.load %1[%[[I]]] : memref<?xf32>
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK-NEXT:      %[[T:.*]] = math.tanh %[[S]]
// CHECK-NEXT:      memref.store %[[T]], %2[%[[I]]]
// CHECK-NEXT:    } {tieshape.lanes}
// CHECK-NEXT:    func.return
// Both arguments must have the sizes that their types say; else the status is set.
// CHECK-LABEL: func.func @flat(%0: memref<?xf32>, %1: memref<?xf32>, %2: memref<?xf32>, %3: memref<?xi64>)
// CHECK:         arith.cmpi eq
// CHECK:         arith.cmpi eq
// CHECK:         scf.if %{{.*}} {
// CHECK-NEXT:      func.call @loop_0(%0, %1, %2,
// CHECK-NEXT:    } else {
// CHECK-NEXT:      memref.store %{{.*}}, %3[
sdim.symbol @a
sdim.symbol @b
func.func @flat(%x: tensor<?x?xf32, [@a, @b]>, %y: tensor<?x?xf32, [@a, @b]>) -> tensor<?x?xf32, [@a, @b]> {
  %r = "mhlo.fusion"(%x, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%p: tensor<?x?xf32, [@a, @b]>, %q: tensor<?x?xf32, [@a, @b]>):
    %s = mhlo.add %p, %q : tensor<?x?xf32, [@a, @b]>
    %t = mhlo.tanh %s : tensor<?x?xf32, [@a, @b]>
    mhlo.return %t : tensor<?x?xf32, [@a, @b]>
  }) {tieshape.kind = "loop"} : (tensor<?x?xf32, [@a, @b]>, tensor<?x?xf32, [@a, @b]>) -> tensor<?x?xf32, [@a, @b]>
  func.return %r : tensor<?x?xf32, [@a, @b]>
}

// -----

// Its twin with a bias along the rows keeps two loops, and reads the bias by the inner one.
// CHECK-LABEL: func.func private @loop_0
// CHECK-NOT:     arith.select
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           scf.for %[[J:.*]] =
// CHECK:             memref.load %1[%[[J]]]
// CHECK:           } {tieshape.lanes}
// CHECK-NEXT:    }
sdim.symbol @a
sdim.symbol @b
func.func @bias(%x: tensor<?x?xf32, [@a, @b]>, %y: tensor<?xf32, [@b]>) -> tensor<?x?xf32, [@a, @b]> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32, [@a, @b]>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32, [@a, @b]>
  %n = tensor.from_elements %d0, %d1 : tensor<2xindex>
  %r = "mhlo.fusion"(%x, %y, %n) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%p: tensor<?x?xf32, [@a, @b]>, %q: tensor<?xf32, [@b]>, %m: tensor<2xindex>):
    %w = "mhlo.dynamic_broadcast_in_dim"(%q, %m) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32, [@b]>, tensor<2xindex>) -> tensor<?x?xf32, [@a, @b]>
    %s = mhlo.add %p, %w : tensor<?x?xf32, [@a, @b]>
    mhlo.return %s : tensor<?x?xf32, [@a, @b]>
  }) {tieshape.kind = "loop"} : (tensor<?x?xf32, [@a, @b]>, tensor<?xf32, [@b]>, tensor<2xindex>) -> tensor<?x?xf32, [@a, @b]>
  func.return %r : tensor<?x?xf32, [@a, @b]>
}

// -----

// An implicit broadcast stays inside: its stride is 0 where the size is 1. That the size is 1 or that of the result is
// tested before.
// CHECK-LABEL: func.func private @dynamic_broadcast_in_dim_0
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           arith.muli %{{.*}}, %[[I]]
// CHECK-LABEL: func.func @implicit
// CHECK:         %[[ONE:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : index
// CHECK:         arith.select %[[ONE]], %{{.*}}, %{{.*}} : index
sdim.symbol @a
sdim.symbol @b
func.func @implicit(%x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@b]>) -> tensor<?xf32, [@b]> {
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %y, %c0 : tensor<?xf32, [@b]>
  %n = tensor.from_elements %d0 : tensor<1xindex>
  %r = "mhlo.dynamic_broadcast_in_dim"(%x, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@a]>, tensor<1xindex>) -> tensor<?xf32, [@b]>
  func.return %r : tensor<?xf32, [@b]>
}

// -----

// A row-wise group is one loop over rows: a loop over the columns for each reduction, and one for the result.
// CHECK-LABEL: func.func private @stitch_0
// CHECK:         scf.for
// CHECK:           %[[S:.*]] = scf.for {{.*}} iter_args
// CHECK:             arith.addf {{.*}} fastmath<reassoc,contract>
// CHECK:           } {tieshape.lanes}
// CHECK:           scf.for
// CHECK:             arith.divf %{{.*}}, %[[S]]
// CHECK:           } {tieshape.lanes, tieshape.again}
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return
sdim.symbol @a
sdim.symbol @b
func.func @rows(%x: tensor<?x?xf32, [@a, @b]>) -> tensor<?x?xf32, [@a, @b]> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32, [@a, @b]>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32, [@a, @b]>
  %n = tensor.from_elements %d0, %d1 : tensor<2xindex>
  %r = "mhlo.fusion"(%x, %n) <{fusion_kind = #mhlo<fusion_kind kCustom>}> ({
  ^bb0(%p: tensor<?x?xf32, [@a, @b]>, %m: tensor<2xindex>):
    %z = mhlo.constant dense<0.0> : tensor<f32>
    %s = mhlo.reduce(%p init: %z) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@a, @b]>, tensor<f32>) -> tensor<?xf32, [@a]>
    %w = "mhlo.dynamic_broadcast_in_dim"(%s, %m) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@a]>, tensor<2xindex>) -> tensor<?x?xf32, [@a, @b]>
    %q = mhlo.divide %p, %w : tensor<?x?xf32, [@a, @b]>
    mhlo.return %q : tensor<?x?xf32, [@a, @b]>
  }) {tieshape.kind = "stitch"} : (tensor<?x?xf32, [@a, @b]>, tensor<2xindex>) -> tensor<?x?xf32, [@a, @b]>
  func.return %r : tensor<?x?xf32, [@a, @b]>
}

// -----

// A reduction over the first dimension sums in the buffer, some rows at a time.
// CHECK-LABEL: func.func private @reduce_0
// CHECK:         scf.for %[[I:.*]] =
// CHECK-NEXT:      memref.store %{{.*}}, %1[%[[I]]]
// CHECK:         scf.for %[[C:.*]] =
// CHECK-NEXT:      %[[FIRST:.*]] = arith.muli %[[C]], %[[ROWS:.*]] : index
// CHECK-NEXT:      %[[LEFT:.*]] = arith.subi %{{.*}}, %[[FIRST]]
// CHECK:           %[[LESS:.*]] = arith.cmpi slt, %[[LEFT]], %[[ROWS]]
// CHECK-NEXT:      %[[SIZE:.*]] = arith.select %[[LESS]], %[[LEFT]], %[[ROWS]]
// CHECK:           scf.for %[[J:.*]] =
// CHECK-NEXT:        memref.load %1[%[[J]]]
// CHECK-NEXT:        %[[SUM:.*]] = scf.for %[[R:.*]] = %{{.*}} to %[[SIZE]]
// CHECK-NEXT:          %[[ROW:.*]] = arith.addi %[[FIRST]], %[[R]]
// CHECK:             memref.store %[[SUM]], %1[%[[J]]]
// CHECK-NEXT:      } {tieshape.lanes}
sdim.symbol @a
sdim.symbol @b
func.func @columns(%x: tensor<?x?xf32, [@a, @b]>) -> tensor<?xf32, [@b]> {
  %z = mhlo.constant dense<0.0> : tensor<f32>
  %r = mhlo.reduce(%x init: %z) applies mhlo.add across dimensions = [0] : (tensor<?x?xf32, [@a, @b]>, tensor<f32>) -> tensor<?xf32, [@b]>
  func.return %r : tensor<?xf32, [@b]>
}

// -----

// What has no native form is a callback, with the reason. Its result's size is known, so it has a buffer before.
// CHECK-LABEL: func.func @callback
// CHECK:         %[[B:.*]] = memref.alloc
// CHECK:         %[[F:.*]] = func.call @tieshape_callback(%{{.*}}, %{{.*}}) {op = "mhlo.sort", reason = "mhlo.remainder has no native form on scalars"}
// CHECK-NEXT:    %[[OK:.*]] = arith.cmpi eq, %[[F]]
// CHECK:         scf.if %[[OK]] {
// CHECK:           func.call @negate_0(%[[B]], %1, %{{.*}})
sdim.symbol @a
func.func @callback(%x: tensor<?xf32, [@a]>) -> tensor<?xf32, [@a]> {
  %s = "mhlo.sort"(%x) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %w = mhlo.convert %a : (tensor<f32>) -> tensor<f64>
    %d = mhlo.convert %b : (tensor<f32>) -> tensor<f64>
    %m = mhlo.remainder %w, %d : tensor<f64>
    %l = mhlo.compare LT, %m, %d : (tensor<f64>, tensor<f64>) -> tensor<i1>
    mhlo.return %l : tensor<i1>
  }) : (tensor<?xf32, [@a]>) -> tensor<?xf32, [@a]>
  %r = mhlo.negate %s : tensor<?xf32, [@a]>
  func.return %r : tensor<?xf32, [@a]>
}

// -----

// Two functions of one module declare what they call in common once.
// CHECK:         func.func private @tieshape_callback
// CHECK:         func.func @first
// CHECK-NOT:     func.func private @tieshape_callback
// CHECK:         func.func @second
func.func @first(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = "mhlo.sort"(%x) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %w = mhlo.convert %a : (tensor<f32>) -> tensor<f64>
    %d = mhlo.convert %b : (tensor<f32>) -> tensor<f64>
    %m = mhlo.remainder %w, %d : tensor<f64>
    %l = mhlo.compare LT, %m, %d : (tensor<f64>, tensor<f64>) -> tensor<i1>
    mhlo.return %l : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return %s : tensor<4xf32>
}
func.func @second(%x: tensor<5xf32>) -> tensor<5xf32> {
  %s = "mhlo.sort"(%x) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %w = mhlo.convert %a : (tensor<f32>) -> tensor<f64>
    %d = mhlo.convert %b : (tensor<f32>) -> tensor<f64>
    %m = mhlo.remainder %w, %d : tensor<f64>
    %l = mhlo.compare LT, %m, %d : (tensor<f64>, tensor<f64>) -> tensor<i1>
    mhlo.return %l : tensor<i1>
  }) : (tensor<5xf32>) -> tensor<5xf32>
  func.return %s : tensor<5xf32>
}

// -----

// Kernels of two functions have names of their own, and others than the functions have.
// CHECK:         func.func private @abs_1(
// CHECK:         func.func @abs_0(
// CHECK:         func.func private @abs_2(
// CHECK:         func.func @second(
func.func @abs_0(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = mhlo.abs %x : tensor<4xf32>
  func.return %r : tensor<4xf32>
}
func.func @second(%x: tensor<5xf32>) -> tensor<5xf32> {
  %r = mhlo.abs %x : tensor<5xf32>
  func.return %r : tensor<5xf32>
}

// -----

// A loop carries buffers; its condition is read from one, and a failed test ends it. What a trip makes
// element by element is put where the old one lies.
// CHECK-LABEL: func.func @loop
// CHECK:         %[[NOW:.*]] = memref.alloc
// CHECK:         "memref.copy"(%0, %[[NOW]])
// CHECK:         scf.while
// CHECK:           func.call @reduce_0(%[[NOW]]
// CHECK:           memref.load
// CHECK:           memref.load %2[
// CHECK:           scf.condition(%{{.*}})
// CHECK:         } do {
// CHECK:           func.call @not_{{.*}}(%[[NOW]], %[[NOW]]
// CHECK-NEXT:      scf.yield
sdim.symbol @a
func.func @loop(%x: tensor<?xi1, [@a]>) -> tensor<?xi1, [@a]> {
  %r = mhlo.while(%v = %x) : tensor<?xi1, [@a]>
    cond {
      %f = mhlo.constant dense<false> : tensor<i1>
      %g = mhlo.reduce(%v init: %f) applies mhlo.or across dimensions = [0] : (tensor<?xi1, [@a]>, tensor<i1>) -> tensor<i1>
      mhlo.return %g : tensor<i1>
    } do {
      %n = mhlo.not %v : tensor<?xi1, [@a]>
      mhlo.return %n : tensor<?xi1, [@a]>
    }
  func.return %r : tensor<?xi1, [@a]>
}

// -----

// Another order of the elements is made in a second buffer, and copied.
// CHECK-LABEL: func.func @turned
// CHECK:         %[[NOW:.*]] = memref.alloc
// CHECK:         %[[AFTER:.*]] = memref.alloc
// CHECK:         scf.while
// CHECK:         } do {
// CHECK:           func.call @reverse_{{.*}}(%[[NOW]], %[[AFTER]]
// CHECK-NEXT:      "memref.copy"(%[[AFTER]], %[[NOW]])
// CHECK-NEXT:      scf.yield
sdim.symbol @a
func.func @turned(%x: tensor<?xi1, [@a]>) -> tensor<?xi1, [@a]> {
  %r = mhlo.while(%v = %x) : tensor<?xi1, [@a]>
    cond {
      %f = mhlo.constant dense<false> : tensor<i1>
      %g = mhlo.reduce(%v init: %f) applies mhlo.or across dimensions = [0] : (tensor<?xi1, [@a]>, tensor<i1>) -> tensor<i1>
      mhlo.return %g : tensor<i1>
    } do {
      %n = "mhlo.reverse"(%v) <{dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xi1, [@a]>) -> tensor<?xi1, [@a]>
      mhlo.return %n : tensor<?xi1, [@a]>
    }
  func.return %r : tensor<?xi1, [@a]>
}

// -----

// A concatenation is a loop over each part: nothing is asked on a trip.
// CHECK-LABEL: func.func private @concatenate_0
// CHECK-NOT:     scf.if
// CHECK:         scf.for
// CHECK:           memref.load %0
// CHECK:         scf.for
// CHECK:           memref.load %1
// CHECK-NOT:     scf.if
// CHECK:         func.return
sdim.symbol @N
sdim.symbol @M
sdim.symbol @L
sdim.constraints {
  %0 = sdim.size @N
  %1 = sdim.size @M
  %2 = arith.addi %0, %1 : index
  sdim.equal %2, @L
}
func.func @parts(%x: tensor<?xf32, [@N]>, %y: tensor<?xf32, [@M]>) -> tensor<?xf32, [@L]> {
  %r = "mhlo.concatenate"(%x, %y) <{dimension = 0 : i64}> : (tensor<?xf32, [@N]>, tensor<?xf32, [@M]>) -> tensor<?xf32, [@L]>
  func.return %r : tensor<?xf32, [@L]>
}

// -----

// Its twin: where the place of the update begins is known at run time only, each trip asks.
// CHECK-LABEL: func.func private @dynamic_update_slice_0
// CHECK:         scf.for
// CHECK:           scf.if
sdim.symbol @N
func.func @place(%x: tensor<?xf32, [@N]>, %y: tensor<2xf32>, %i: tensor<i32>) -> tensor<?xf32, [@N]> {
  %r = "mhlo.dynamic_update_slice"(%x, %y, %i) : (tensor<?xf32, [@N]>, tensor<2xf32>, tensor<i32>) -> tensor<?xf32, [@N]>
  func.return %r : tensor<?xf32, [@N]>
}

// -----

// The exponentials of a row are kept in a row of their own and not computed again; the difference,
// which is as cheap as a load, is.
// CHECK-LABEL: func.func private @stitch_0(%0: memref<?xf32>, %1: memref<?xf32>, %2: memref<?xf32>, %3: index
// CHECK:         arith.maximumf
// CHECK:         scf.for %{{.*}} iter_args
// CHECK:           arith.subf
// CHECK:           math.exp
// CHECK:           memref.store %{{.*}}, %2[
// CHECK:         scf.for
// CHECK-NOT:       math.exp
// CHECK:           memref.load %2[
// CHECK:           memref.store %{{.*}}, %1[
// CHECK-LABEL: func.func @softmax
// CHECK:         memref.alloc
sdim.symbol @B
sdim.symbol @N
func.func @softmax(%x: tensor<?x?xf32, [@B, @N]>) -> tensor<?x?xf32, [@B, @N]> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?xf32, [@B, @N]>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32, [@B, @N]>
  %s = tensor.from_elements %b, %n : tensor<2xindex>
  %r = "mhlo.fusion"(%x, %s) ({
  ^bb0(%y: tensor<?x?xf32, [@B, @N]>, %t: tensor<2xindex>):
    %low = mhlo.constant dense<0xff800000> : tensor<f32>
    %zero = mhlo.constant dense<0.0> : tensor<f32>
    %m = mhlo.reduce(%y init: %low) applies mhlo.maximum across dimensions = [1] : (tensor<?x?xf32, [@B, @N]>, tensor<f32>) -> tensor<?xf32, [@B]>
    %mb = "mhlo.dynamic_broadcast_in_dim"(%m, %t) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@B]>, tensor<2xindex>) -> tensor<?x?xf32, [@B, @N]>
    %d = mhlo.subtract %y, %mb : tensor<?x?xf32, [@B, @N]>
    %e = mhlo.exponential %d : tensor<?x?xf32, [@B, @N]>
    %u = mhlo.reduce(%e init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@B, @N]>, tensor<f32>) -> tensor<?xf32, [@B]>
    %ub = "mhlo.dynamic_broadcast_in_dim"(%u, %t) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@B]>, tensor<2xindex>) -> tensor<?x?xf32, [@B, @N]>
    %q = mhlo.divide %e, %ub : tensor<?x?xf32, [@B, @N]>
    "mhlo.return"(%q) : (tensor<?x?xf32, [@B, @N]>) -> ()
  }) {tieshape.kind = "stitch"} : (tensor<?x?xf32, [@B, @N]>, tensor<2xindex>) -> tensor<?x?xf32, [@B, @N]>
  func.return %r : tensor<?x?xf32, [@B, @N]>
}

// -----

// Rows of two tensors, each of which may be broadcast: where neither is, both loops turn out to be one when the kernel
// runs, of which the inner one takes all trips.
// CHECK-LABEL: func.func private @loop_0
// CHECK-SAME:    attributes {tieshape.flags = array<i64: 3, 5, 6, 8>}
// CHECK:         %[[X:.*]] = arith.muli %3, %4 : index
// CHECK-NEXT:    %[[Y:.*]] = arith.muli %6, %7 : index
// CHECK-NEXT:    %[[XS:.*]] = arith.muli %5, %9 : index
// CHECK-NEXT:    %[[A:.*]] = arith.cmpi eq, %[[X]], %[[XS]] : index
// CHECK-NEXT:    %[[YS:.*]] = arith.muli %8, %9 : index
// CHECK-NEXT:    %[[B:.*]] = arith.cmpi eq, %[[Y]], %[[YS]] : index
// CHECK-NEXT:    %[[SAME:.*]] = arith.andi %[[A]], %[[B]] : i1
// CHECK:         %[[ALL:.*]] = arith.muli %10, %9 : index
// CHECK-NEXT:    %[[NONE:.*]] = arith.cmpi eq, %10, %[[ZERO:.*]] : index
// CHECK-NEXT:    %[[ONCE:.*]] = arith.select %[[NONE]], %[[ZERO]], %{{.*}} : index
// CHECK-NEXT:    %[[OUTER:.*]] = arith.select %[[SAME]], %[[ONCE]], %10 : index
// CHECK-NEXT:    %[[INNER:.*]] = arith.select %[[SAME]], %[[ALL]], %9 : index
// CHECK:         scf.for %{{.*}} to %[[OUTER]] step
// CHECK:           scf.for %{{.*}} to %[[INNER]] step
sdim.symbol @a
sdim.symbol @b
sdim.symbol @c
sdim.symbol @d
sdim.symbol @e
sdim.symbol @f
sdim.constraints {
  sdim.broadcast [@a, @c] -> @e
  sdim.broadcast [@b, @d] -> @f
  sdim.broadcastable assert [@a, @c]
  sdim.broadcastable assert [@b, @d]
}
func.func @maybe(%x: tensor<?x?xf32, [@a, @b]>, %y: tensor<?x?xf32, [@c, @d]>, %n: tensor<2xindex>) -> tensor<?x?xf32, [@e, @f]> {
  %r = "mhlo.fusion"(%x, %y, %n) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%p: tensor<?x?xf32, [@a, @b]>, %q: tensor<?x?xf32, [@c, @d]>, %m: tensor<2xindex>):
    %u = "mhlo.dynamic_broadcast_in_dim"(%p, %m) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x?xf32, [@a, @b]>, tensor<2xindex>) -> tensor<?x?xf32, [@e, @f]>
    %v = "mhlo.dynamic_broadcast_in_dim"(%q, %m) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x?xf32, [@c, @d]>, tensor<2xindex>) -> tensor<?x?xf32, [@e, @f]>
    %s = mhlo.add %u, %v : tensor<?x?xf32, [@e, @f]>
    mhlo.return %s : tensor<?x?xf32, [@e, @f]>
  }) {tieshape.kind = "loop"} : (tensor<?x?xf32, [@a, @b]>, tensor<?x?xf32, [@c, @d]>, tensor<2xindex>) -> tensor<?x?xf32, [@e, @f]>
  func.return %r : tensor<?x?xf32, [@e, @f]>
}
