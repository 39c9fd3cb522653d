// RUN: tieshape-opt %s -p 'tieshape-version-broadcasts{saving=0}' --split-input-file | filecheck %s

sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.constraints {
  %s0 = sdim.size @S0
  %s1 = sdim.size @S1
  %s2 = sdim.size @S2
  %one = arith.constant 1 : index
  %left = arith.cmpi eq, %s0, %one : index
  %r = arith.select %left, %s1, %s0 : index
  sdim.equal %s2, %r
  %right = arith.cmpi eq, %s1, %one : index
  %same = arith.cmpi eq, %s0, %s1 : index
  %any = arith.ori %left, %right : i1
  %fit = arith.ori %any, %same : i1
  sdim.holds assert %fit
}

// One guard over the two sizes that meet, for all that they decide; without broadcasts where it holds, as it was where not.
// CHECK-LABEL: func.func @two_versions
// CHECK:         arith.select
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[A:.*]], %[[B:.*]] : index
// CHECK:         %[[R:.*]], %[[Q:.*]] = scf.if %[[SAME]] -> (tensor<?xf32, [@S2]>, tensor<?xf32, [@S2]>) {
// CHECK-NEXT:      sdim.equal %[[A]], %[[B]]
// CHECK-NEXT:      %[[X:.*]] = sdim.tie_shape %x, [{{.*}}] : tensor<?xf32, [@S0]> -> tensor<?xf32, [@S2]>
// CHECK-NEXT:      sdim.tie_shape %y, [{{.*}}] : tensor<?xf32, [@S1]> -> tensor<?xf32, [@S2]>
// CHECK-NEXT:      %[[ADD:.*]] = mhlo.add
// CHECK-NEXT:      scf.yield %[[ADD]], %[[X]]
// CHECK-NEXT:    } else {
// CHECK:           "mhlo.fusion"
// CHECK:             mhlo.dynamic_broadcast_in_dim
// CHECK:             mhlo.dynamic_broadcast_in_dim
// CHECK:           scf.yield
// CHECK:         func.return %[[R]], %[[Q]]
func.func @two_versions(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %shape: tensor<1xindex>) -> (tensor<?xf32, [@S2]>, tensor<?xf32, [@S2]>) {
  %0 = "mhlo.fusion"(%x, %y, %shape) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S1]>, %s: tensor<1xindex>):
    %1 = "mhlo.dynamic_broadcast_in_dim"(%a, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S2]>
    %2 = "mhlo.dynamic_broadcast_in_dim"(%b, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S1]>, tensor<1xindex>) -> tensor<?xf32, [@S2]>
    %3 = mhlo.add %1, %2 : tensor<?xf32, [@S2]>
    mhlo.return %3 : tensor<?xf32, [@S2]>
  }) : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>, tensor<1xindex>) -> tensor<?xf32, [@S2]>
  %4 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S2]>
  func.return %0, %4 : tensor<?xf32, [@S2]>, tensor<?xf32, [@S2]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.constraints {
  %s0 = sdim.size @S0
  %s1 = sdim.size @S1
  sdim.range %s0 in [?, 4]
  sdim.range %s1 in [5, ?]
}

// The sizes are never equal: the broadcast is real whenever the program is right, and there is one version.
// CHECK-LABEL: func.func @refutable
// CHECK-NOT:     scf.if
// CHECK:         func.return
func.func @refutable(%x: tensor<?xf32, [@S0]>, %shape: tensor<1xindex>) -> tensor<?xf32, [@S1]> {
  %0 = "mhlo.fusion"(%x, %shape) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32, [@S0]>, %s: tensor<1xindex>):
    %1 = "mhlo.dynamic_broadcast_in_dim"(%a, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
    %2 = mhlo.abs %1 : tensor<?xf32, [@S1]>
    mhlo.return %2 : tensor<?xf32, [@S1]>
  }) : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
  func.return %0 : tensor<?xf32, [@S1]>
}

// -----

sdim.symbol @S0 {hint = 1 : i64}
sdim.symbol @S1 {hint = 64 : i64}

// The hints say that the guard fails: no version is worth it.
// CHECK-LABEL: func.func @hints_say_no
// CHECK-NOT:     scf.if
// CHECK:         func.return
func.func @hints_say_no(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %shape: tensor<1xindex>) -> tensor<?xf32, [@S1]> {
  %0 = "mhlo.fusion"(%x, %y, %shape) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S1]>, %s: tensor<1xindex>):
    %1 = "mhlo.dynamic_broadcast_in_dim"(%a, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
    %2 = mhlo.add %1, %b : tensor<?xf32, [@S1]>
    mhlo.return %2 : tensor<?xf32, [@S1]>
  }) : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
  func.return %0 : tensor<?xf32, [@S1]>
}

// -----

sdim.symbol @S0 {hint = 8 : i64}
sdim.symbol @S1 {hint = 8 : i64}
sdim.symbol @S2 {hint = 1 : i64}
sdim.symbol @S3 {hint = 8 : i64}

// The hints say that the first pair of sizes is equal and the second is not: the guard is about the first alone. The target
// size, which no tensor has, is read from the shape operand.
// CHECK-LABEL: func.func @partial
// CHECK:         %[[E:.*]] = tensor.extract %p
// CHECK-NEXT:    %[[G:.*]] = arith.cmpi eq, %[[S:.*]], %[[E]] : index
// CHECK-NEXT:    scf.if %[[G]]
// CHECK-NEXT:      sdim.equal %[[S]], %[[E]]
// CHECK-NEXT:      sdim.tie_shape %x, [%[[E]]] : tensor<?xf32, [@S0]> -> tensor<?xf32, [@S1]>
// CHECK-NEXT:      "mhlo.fusion"
// CHECK-NOT:         broadcast_in_dim"(%a
// CHECK:             "mhlo.dynamic_broadcast_in_dim"(%b
// CHECK:         } else {
// CHECK:             "mhlo.dynamic_broadcast_in_dim"(%a
// CHECK:             "mhlo.dynamic_broadcast_in_dim"(%b
func.func @partial(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S2]>, %p: tensor<1xindex>, %q: tensor<1xindex>) -> (tensor<?xf32, [@S1]>, tensor<?xf32, [@S3]>) {
  %0, %1 = "mhlo.fusion"(%x, %y, %p, %q) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S2]>, %s: tensor<1xindex>, %t: tensor<1xindex>):
    %2 = "mhlo.dynamic_broadcast_in_dim"(%a, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
    %3 = "mhlo.dynamic_broadcast_in_dim"(%b, %t) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S2]>, tensor<1xindex>) -> tensor<?xf32, [@S3]>
    %4 = mhlo.abs %2 : tensor<?xf32, [@S1]>
    %5 = mhlo.abs %3 : tensor<?xf32, [@S3]>
    mhlo.return %4, %5 : tensor<?xf32, [@S1]>, tensor<?xf32, [@S3]>
  }) : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S2]>, tensor<1xindex>, tensor<1xindex>) -> (tensor<?xf32, [@S1]>, tensor<?xf32, [@S3]>)
  func.return %0, %1 : tensor<?xf32, [@S1]>, tensor<?xf32, [@S3]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// What a branch knows from its condition needs no version in it, the other branch neither: there the sizes differ.
// CHECK-LABEL: func.func @decided_by_a_branch
// CHECK-COUNT-1: scf.if
// CHECK-NOT:     scf.if
// CHECK:         func.return
func.func @decided_by_a_branch(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %shape: tensor<1xindex>) -> tensor<?xf32, [@S1]> {
  %zero = arith.constant 0 : index
  %s0 = tensor.dim %x, %zero : tensor<?xf32, [@S0]>
  %s1 = tensor.dim %y, %zero : tensor<?xf32, [@S1]>
  %same = arith.cmpi eq, %s0, %s1 : index
  %r = scf.if %same -> (tensor<?xf32, [@S1]>) {
    %0 = "mhlo.fusion"(%x, %shape) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
    ^bb0(%a: tensor<?xf32, [@S0]>, %s: tensor<1xindex>):
      %1 = "mhlo.dynamic_broadcast_in_dim"(%a, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
      mhlo.return %1 : tensor<?xf32, [@S1]>
    }) : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
    scf.yield %0 : tensor<?xf32, [@S1]>
  } else {
    %0 = "mhlo.fusion"(%x, %shape) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
    ^bb0(%a: tensor<?xf32, [@S0]>, %s: tensor<1xindex>):
      %1 = "mhlo.dynamic_broadcast_in_dim"(%a, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
      mhlo.return %1 : tensor<?xf32, [@S1]>
    }) : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
    scf.yield %0 : tensor<?xf32, [@S1]>
  }
  func.return %r : tensor<?xf32, [@S1]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// The condition is about data: the group in each branch has versions, and one comparison before both serves them.
// CHECK-LABEL: func.func @in_branches
// CHECK:         %[[G:.*]] = arith.cmpi eq
// CHECK-NOT:     arith.cmpi
// CHECK:         scf.if %p
// CHECK-NEXT:      scf.if %[[G]]
// CHECK:         } else {
// CHECK:           scf.if %[[G]]
// CHECK:         func.return
func.func @in_branches(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %p: i1, %shape: tensor<1xindex>) -> tensor<?xf32, [@S1]> {
  %r = scf.if %p -> (tensor<?xf32, [@S1]>) {
    %0 = "mhlo.fusion"(%x, %shape) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
    ^bb0(%a: tensor<?xf32, [@S0]>, %s: tensor<1xindex>):
      %1 = "mhlo.dynamic_broadcast_in_dim"(%a, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
      mhlo.return %1 : tensor<?xf32, [@S1]>
    }) : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
    scf.yield %0 : tensor<?xf32, [@S1]>
  } else {
    %0 = "mhlo.fusion"(%x, %shape) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
    ^bb0(%a: tensor<?xf32, [@S0]>, %s: tensor<1xindex>):
      %1 = "mhlo.dynamic_broadcast_in_dim"(%a, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
      %2 = mhlo.abs %1 : tensor<?xf32, [@S1]>
      mhlo.return %2 : tensor<?xf32, [@S1]>
    }) : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
    scf.yield %0 : tensor<?xf32, [@S1]>
  }
  func.return %r : tensor<?xf32, [@S1]>
}
