// RUN: tieshape-opt %s -p tieshape-export-stablehlo --split-input-file | filecheck %s
// RUN: tieshape-opt %s -p tieshape-export-stablehlo --split-input-file | tieshape-opt --split-input-file | filecheck %s
// RUN: tieshape-opt %s -p "tieshape-export-stablehlo{to=mhlo}" --split-input-file | filecheck %s --check-prefix MHLO
// RUN: tieshape-opt %s -p tieshape-export-stablehlo,cse,dce --split-input-file | filecheck %s --check-prefix DCE

// A guard becomes a shape assertion over sizes, so does what is assumed of arguments; a group is inlined; index vectors become
// integer tensors, into a group of mhlo too; an undecided dimension of a broadcast stays unmarked.
sdim.symbol @a
sdim.symbol @b
sdim.constraints {
  %a = sdim.size @a
  %b = sdim.size @b
  sdim.range assert %a in [1, ?] {why = "batch {a} >= 1"}
  sdim.range %b in [0, 8]
}
// CHECK-LABEL: func.func public @group(%x: tensor<?xf32>, %y: tensor<?x1xf32>, %z: tensor<?xf32>) -> tensor<?x?xf32> {
// CHECK-NOT:     sdim
// CHECK:         %[[A:.*]] = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
// CHECK-NEXT:    %[[A64:.*]] = stablehlo.convert %[[A]] : (tensor<i32>) -> tensor<i64>
// CHECK:         stablehlo.compare LE, %{{.*}}, %[[A64]], SIGNED
// CHECK:         stablehlo.custom_call @shape_assertion(%{{.*}}) {api_version = 2 : i32, error_message = "batch (a) >= 1", has_side_effect = true} : (tensor<i1>) -> ()
// CHECK:         stablehlo.custom_call @shape_assertion(%{{.*}}) {{{.*}}error_message = "0 <= b and b <= 8"
// CHECK-NOT:     shape_assertion
// CHECK:         stablehlo.dynamic_broadcast_in_dim %x, %{{.*}}, dims = [1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
// CHECK:         stablehlo.dynamic_broadcast_in_dim %y, %{{.*}}, dims = [0, 1] {known_expanding_dimensions = array<i64: 1>}
// CHECK:         stablehlo.add
// CHECK:         return
// MHLO-LABEL:  func.func public @group
// MHLO:          mhlo.custom_call @shape_assertion
// MHLO:          "mhlo.fusion"(%x, %y, %{{.*}}) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// MHLO-NEXT:     ^bb0(%{{.*}}: tensor<?xf32>, %{{.*}}: tensor<?x1xf32>, %{{.*}}: tensor<2xi64>):
func.func @group(%x: tensor<?xf32, [@a]>, %y: tensor<?x1xf32, [@b, 1]>, %z: tensor<?xf32, [@c]>) -> tensor<?x?xf32, [@c, @a]> {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32, [@a]>
  %c = tensor.dim %z, %c0 : tensor<?xf32, [@c]>
  %shape = tensor.from_elements %c, %a : tensor<2xindex>
  %r = "mhlo.fusion"(%x, %y, %shape) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%0: tensor<?xf32, [@a]>, %1: tensor<?x1xf32, [@b, 1]>, %2: tensor<2xindex>):
    %3 = "mhlo.dynamic_broadcast_in_dim"(%0, %2) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32, [@a]>, tensor<2xindex>) -> tensor<?x?xf32, [@c, @a]>
    %4 = "mhlo.dynamic_broadcast_in_dim"(%1, %2) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x1xf32, [@b, 1]>, tensor<2xindex>) -> tensor<?x?xf32, [@c, @a]>
    %5 = mhlo.add %3, %4 : tensor<?x?xf32, [@c, @a]>
    mhlo.return %5 : tensor<?x?xf32, [@c, @a]>
  }) {tieshape.kind = "loop"} : (tensor<?xf32, [@a]>, tensor<?x1xf32, [@b, 1]>, tensor<2xindex>) -> tensor<?x?xf32, [@c, @a]>
  func.return %r : tensor<?x?xf32, [@c, @a]>
}
sdim.symbol @c

// -----

// Of the versions of a group the last one stays, which holds for all sizes; another choice stays a choice.
// CHECK-LABEL: func.func public @versions
// CHECK-NOT:     stablehlo.negate
// CHECK:         stablehlo.abs
// CHECK:         "stablehlo.if"
func.func @versions(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %same = arith.cmpi eq, %n, %m : index
  %0 = scf.if %same -> (tensor<?xf32>) {
    %f = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
    ^bb0(%1: tensor<?xf32>):
      %2 = mhlo.negate %1 : tensor<?xf32>
      mhlo.return %2 : tensor<?xf32>
    }) {tieshape.version = "same"} : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %f : tensor<?xf32>
  } else {
    %a = mhlo.abs %x : tensor<?xf32>
    scf.yield %a : tensor<?xf32>
  }
  %3 = scf.if %same -> (tensor<?xf32>) {
    %s = mhlo.sine %x : tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  } else {
    scf.yield %y : tensor<?xf32>
  }
  func.return %0, %3 : tensor<?xf32>, tensor<?xf32>
}

// -----

// A division of a size by a positive number truncates; one of what may be negative corrects by the signs. A guard on what
// tensors hold has no op in StableHLO.
// CHECK-LABEL: func.func public @arithmetic(%x: tensor<?xf32>, %i: tensor<i32>) -> (tensor<i64>, tensor<i64>, tensor<2xi64>) {
// CHECK-NOT:     shape_assertion
// CHECK:         %[[HALF:.*]] = stablehlo.divide %[[N:.*]], %[[TWO:.*]] : tensor<i64>
// CHECK-NOT:     stablehlo.remainder %[[N]]
// CHECK:         %[[Q:.*]] = stablehlo.divide %[[J:.*]], %[[TWO]] : tensor<i64>
// CHECK:         stablehlo.remainder %[[J]], %[[TWO]]
// CHECK:         stablehlo.select
// CHECK:         stablehlo.concatenate
func.func @arithmetic(%x: tensor<?xf32>, %i: tensor<i32>) -> (tensor<index>, tensor<index>, tensor<2xindex>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %half = arith.floordivsi %n, %c2 : index
  %e = tensor.extract %i[] : tensor<i32>
  %j = arith.index_cast %e : i32 to index
  %q = arith.floordivsi %j, %c2 : index
  sdim.range assert %j in [0, ?] {why = "an index is not negative"}
  %0 = tensor.from_elements %half : tensor<index>
  %1 = tensor.from_elements %q : tensor<index>
  %2 = tensor.from_elements %half, %q : tensor<2xindex>
  func.return %0, %1, %2 : tensor<index>, tensor<index>, tensor<2xindex>
}

// -----

// Ops that are mhlo's alone become ops whose sizes refinement infers: a quotient of polynomials, a
// sort and slices.
// CHECK-LABEL: func.func public @only_of_mhlo
// CHECK-NOT:     mhlo.
// CHECK:         stablehlo.clamp %{{.*}}, %x, %{{.*}} : (tensor<f32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
// CHECK:         %[[Q:.*]] = stablehlo.divide %{{.*}}, %{{.*}} : tensor<?xf32>
// CHECK:         stablehlo.clamp %{{.*}}, %[[Q]], %{{.*}} : (tensor<f32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
// CHECK:         %[[I:.*]] = stablehlo.dynamic_iota %{{.*}}, dim = 1 : (tensor<2xi64>) -> tensor<?x8xi32>
// CHECK:         %[[S:.*]], %[[P:.*]] = "stablehlo.sort"(%y, %[[I]]) <{dimension = 1 : i64, is_stable = true}> ({
// CHECK:           stablehlo.compare GT, %{{.*}}, %{{.*}}, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:         %[[V:.*]] = stablehlo.real_dynamic_slice %[[S]], {{.*}} -> tensor<?x2xf32>
// CHECK:         %[[W:.*]] = stablehlo.real_dynamic_slice %[[P]], {{.*}} -> tensor<?x2xi32>
// CHECK:         func.return %{{.*}}, %[[V]], %[[W]]
func.func @only_of_mhlo(%x: tensor<?xf32>, %y: tensor<?x8xf32>) -> (tensor<?xf32>, tensor<?x2xf32>, tensor<?x2xi32>) {
  %0 = "mhlo.erf"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %v, %i = mhlo.topk(%y, k = 2) : tensor<?x8xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
  func.return %0, %v, %i : tensor<?xf32>, tensor<?x2xf32>, tensor<?x2xi32>
}

// -----

// Sizes of arguments that have one symbol are equal in every run; others are not compared. A fact on sizes that no
// argument has says how they are made, and goes.
// CHECK-LABEL: func.func public @ties(%x: tensor<?x?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>)
// CHECK:         %[[Y:.*]] = stablehlo.get_dimension_size %y, dim = 0
// CHECK:         %[[Y64:.*]] = stablehlo.convert %[[Y]]
// CHECK:         %[[X:.*]] = stablehlo.get_dimension_size %x, dim = 1
// CHECK:         %[[X64:.*]] = stablehlo.convert %[[X]]
// CHECK:         %[[SAME:.*]] = stablehlo.compare EQ, %[[Y64]], %[[X64]]
// CHECK:         stablehlo.custom_call @shape_assertion(%[[SAME]]) {{{.*}}error_message = "y: size 0 must be b, size 1 of x"
// CHECK-NOT:     shape_assertion
// CHECK:         return
sdim.symbol @a
sdim.symbol @b
sdim.symbol @c
sdim.symbol @twice
sdim.constraints {
  %c = sdim.size @c
  %c2 = arith.constant 2 : index
  %p = arith.muli %c, %c2 : index
  %twice = sdim.size @twice
  sdim.equal %twice, %p
}
func.func @ties(%x: tensor<?x?xf32, [@a, @b]>, %y: tensor<?xf32, [@b]>, %z: tensor<?xf32, [@c]>) -> tensor<?xf32, [@twice]> {
  %0 = "mhlo.concatenate"(%z, %z) <{dimension = 0 : i64}> : (tensor<?xf32, [@c]>, tensor<?xf32, [@c]>) -> tensor<?xf32, [@twice]>
  func.return %0 : tensor<?xf32, [@twice]>
}

// -----

// StableHLO's loops carry values of one type: what changes its size on the way is cast to a type without that size.
// CHECK-LABEL: func.func public @grows(%x: tensor<?x1xf32>, %n: tensor<i32>) -> tensor<?x?xf32>
// CHECK:         %[[START:.*]] = stablehlo.dynamic_reshape %x, %{{.*}} : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
// CHECK:         %[[R:.*]], %{{.*}} = stablehlo.while(%{{.*}} = %[[START]], %{{.*}} = %{{.*}}) : tensor<?x?xf32>, tensor<i32>
// CHECK-NOT:     changing
// CHECK:         return %[[R]] : tensor<?x?xf32>
func.func @grows(%x: tensor<?x1xf32>, %n: tensor<i32>) -> tensor<?x?xf32> {
  %zero = mhlo.constant dense<0> : tensor<i32>
  %one = mhlo.constant dense<1> : tensor<i32>
  %r, %i = mhlo.while changing(%x, %zero) ({
  ^bb0(%a: tensor<?x?xf32>, %k: tensor<i32>):
    %go = mhlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %go : tensor<i1>
  }, {
  ^bb0(%b: tensor<?x?xf32>, %m: tensor<i32>):
    %more = "mhlo.concatenate"(%b, %x) <{dimension = 1 : i64}> : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
    %next = mhlo.add %m, %one : tensor<i32>
    mhlo.return %more, %next : tensor<?x?xf32>, tensor<i32>
  }) : (tensor<?x1xf32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<i32>)
  func.return %r : tensor<?x?xf32>
}

// -----

// Passes of others take what is exported: a call without effects goes where nothing uses it, an assertion stays.
// DCE-LABEL: func.func public @effects
// DCE-NOT:     @unused
// DCE:         stablehlo.custom_call @shape_assertion
// DCE-NOT:     @unused
sdim.symbol @n
sdim.constraints {
  sdim.range assert @n in [1, ?] {why = "n >= 1"}
}
func.func @effects(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %0 = mhlo.custom_call @unused(%x) : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
  func.return %x : tensor<?xf32, [@n]>
}
