// RUN: tieshape-opt %s -p tieshape-version-broadcasts --split-input-file | filecheck %s

// Groups of one union are one launch where no broadcast repeats; nothing says afterwards that they were one.
// CHECK-LABEL: func.func @one_union
// CHECK:         scf.if
// CHECK:           "mhlo.fusion"
// CHECK-NEXT:      ^bb0
// CHECK-NEXT:        mhlo.add
// CHECK-NEXT:        mhlo.exponential
// CHECK-NEXT:        mhlo.add
// CHECK-NEXT:        mhlo.negate
// CHECK-NEXT:        mhlo.return
// CHECK-NEXT:      }) {tieshape.kind = "loop", tieshape.version}
// CHECK-NOT:       mhlo
// CHECK:           scf.yield
// CHECK-NEXT:    } else {
// CHECK:           }) {tieshape.kind = "loop", tieshape.version}
// CHECK:           }) {tieshape.kind = "loop", tieshape.version}
// CHECK:         func.return
sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.symbol @S3
sdim.symbol @S4
sdim.constraints {
  sdim.broadcast [@S0, @S1] -> @S3
  sdim.broadcast [@S0, @S1, @S2] -> @S4
  sdim.broadcastable assert [@S0, @S1, @S2]
}
func.func @one_union(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %z: tensor<?xf32, [@S2]>, %s: tensor<1xindex>, %t: tensor<1xindex>) -> (tensor<?xf32, [@S3]>, tensor<?xf32, [@S4]>) {
  %0 = "mhlo.fusion"(%x, %s, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32, [@S0]>, %n: tensor<1xindex>, %b: tensor<?xf32, [@S1]>):
    %c = "mhlo.dynamic_broadcast_in_dim"(%a, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S3]>
    %d = "mhlo.dynamic_broadcast_in_dim"(%b, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S1]>, tensor<1xindex>) -> tensor<?xf32, [@S3]>
    %e = mhlo.add %c, %d : tensor<?xf32, [@S3]>
    %f = mhlo.exponential %e : tensor<?xf32, [@S3]>
    mhlo.return %f : tensor<?xf32, [@S3]>
  }) {tieshape.kind = "loop", tieshape.union = [0 : i64, 2 : i64, "loop"]} : (tensor<?xf32, [@S0]>, tensor<1xindex>, tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S3]>
  %2 = "mhlo.fusion"(%0, %t, %z) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32, [@S3]>, %n: tensor<1xindex>, %b: tensor<?xf32, [@S2]>):
    %c = "mhlo.dynamic_broadcast_in_dim"(%a, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S3]>, tensor<1xindex>) -> tensor<?xf32, [@S4]>
    %d = "mhlo.dynamic_broadcast_in_dim"(%b, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S2]>, tensor<1xindex>) -> tensor<?xf32, [@S4]>
    %e = mhlo.add %c, %d : tensor<?xf32, [@S4]>
    %f = mhlo.negate %e : tensor<?xf32, [@S4]>
    mhlo.return %f : tensor<?xf32, [@S4]>
  }) {tieshape.kind = "loop", tieshape.union = [0 : i64, 2 : i64, "loop"]} : (tensor<?xf32, [@S3]>, tensor<1xindex>, tensor<?xf32, [@S2]>) -> tensor<?xf32, [@S4]>
  func.return %0, %2 : tensor<?xf32, [@S3]>, tensor<?xf32, [@S4]>
}

// -----

// Groups of no union stay apart: a version would save no launch.
// CHECK-LABEL: func.func @no_union
// CHECK-NOT:     scf.if
// CHECK:         }) {tieshape.kind = "loop"} :
// CHECK:         }) {tieshape.kind = "loop"} :
// CHECK:         func.return
sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.symbol @S3
sdim.symbol @S4
sdim.constraints {
  sdim.broadcast [@S0, @S1] -> @S3
  sdim.broadcast [@S0, @S1, @S2] -> @S4
  sdim.broadcastable assert [@S0, @S1, @S2]
}
func.func @no_union(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %z: tensor<?xf32, [@S2]>, %s: tensor<1xindex>, %t: tensor<1xindex>) -> (tensor<?xf32, [@S3]>, tensor<?xf32, [@S4]>) {
  %0 = "mhlo.fusion"(%x, %s, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32, [@S0]>, %n: tensor<1xindex>, %b: tensor<?xf32, [@S1]>):
    %c = "mhlo.dynamic_broadcast_in_dim"(%a, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S3]>
    %d = "mhlo.dynamic_broadcast_in_dim"(%b, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S1]>, tensor<1xindex>) -> tensor<?xf32, [@S3]>
    %e = mhlo.add %c, %d : tensor<?xf32, [@S3]>
    %f = mhlo.exponential %e : tensor<?xf32, [@S3]>
    mhlo.return %f : tensor<?xf32, [@S3]>
  }) {tieshape.kind = "loop"} : (tensor<?xf32, [@S0]>, tensor<1xindex>, tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S3]>
  %2 = "mhlo.fusion"(%0, %t, %z) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32, [@S3]>, %n: tensor<1xindex>, %b: tensor<?xf32, [@S2]>):
    %c = "mhlo.dynamic_broadcast_in_dim"(%a, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S3]>, tensor<1xindex>) -> tensor<?xf32, [@S4]>
    %d = "mhlo.dynamic_broadcast_in_dim"(%b, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S2]>, tensor<1xindex>) -> tensor<?xf32, [@S4]>
    %e = mhlo.add %c, %d : tensor<?xf32, [@S4]>
    %f = mhlo.negate %e : tensor<?xf32, [@S4]>
    mhlo.return %f : tensor<?xf32, [@S4]>
  }) {tieshape.kind = "loop"} : (tensor<?xf32, [@S3]>, tensor<1xindex>, tensor<?xf32, [@S2]>) -> tensor<?xf32, [@S4]>
  func.return %0, %2 : tensor<?xf32, [@S3]>, tensor<?xf32, [@S4]>
}

// -----

// A union of which a group is missing is none.
// CHECK-LABEL: func.func @missing_group
// CHECK-NOT:     scf.if
// CHECK:         }) {tieshape.kind = "loop"} :
// CHECK:         }) {tieshape.kind = "loop"} :
// CHECK:         func.return
sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.symbol @S3
sdim.symbol @S4
sdim.constraints {
  sdim.broadcast [@S0, @S1] -> @S3
  sdim.broadcast [@S0, @S1, @S2] -> @S4
  sdim.broadcastable assert [@S0, @S1, @S2]
}
func.func @missing_group(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %z: tensor<?xf32, [@S2]>, %s: tensor<1xindex>, %t: tensor<1xindex>) -> (tensor<?xf32, [@S3]>, tensor<?xf32, [@S4]>) {
  %0 = "mhlo.fusion"(%x, %s, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32, [@S0]>, %n: tensor<1xindex>, %b: tensor<?xf32, [@S1]>):
    %c = "mhlo.dynamic_broadcast_in_dim"(%a, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S3]>
    %d = "mhlo.dynamic_broadcast_in_dim"(%b, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S1]>, tensor<1xindex>) -> tensor<?xf32, [@S3]>
    %e = mhlo.add %c, %d : tensor<?xf32, [@S3]>
    %f = mhlo.exponential %e : tensor<?xf32, [@S3]>
    mhlo.return %f : tensor<?xf32, [@S3]>
  }) {tieshape.kind = "loop", tieshape.union = [0 : i64, 3 : i64, "loop"]} : (tensor<?xf32, [@S0]>, tensor<1xindex>, tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S3]>
  %2 = "mhlo.fusion"(%0, %t, %z) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32, [@S3]>, %n: tensor<1xindex>, %b: tensor<?xf32, [@S2]>):
    %c = "mhlo.dynamic_broadcast_in_dim"(%a, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S3]>, tensor<1xindex>) -> tensor<?xf32, [@S4]>
    %d = "mhlo.dynamic_broadcast_in_dim"(%b, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S2]>, tensor<1xindex>) -> tensor<?xf32, [@S4]>
    %e = mhlo.add %c, %d : tensor<?xf32, [@S4]>
    %f = mhlo.negate %e : tensor<?xf32, [@S4]>
    mhlo.return %f : tensor<?xf32, [@S4]>
  }) {tieshape.kind = "loop", tieshape.union = [0 : i64, 3 : i64, "loop"]} : (tensor<?xf32, [@S3]>, tensor<1xindex>, tensor<?xf32, [@S2]>) -> tensor<?xf32, [@S4]>
  func.return %0, %2 : tensor<?xf32, [@S3]>, tensor<?xf32, [@S4]>
}

// -----

// What names no kind of group is no union.
// CHECK-LABEL: func.func @unknown_kind
// CHECK-NOT:     scf.if
// CHECK:         }) {tieshape.kind = "loop"} :
// CHECK:         }) {tieshape.kind = "loop"} :
// CHECK:         func.return
sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.symbol @S3
sdim.symbol @S4
sdim.constraints {
  sdim.broadcast [@S0, @S1] -> @S3
  sdim.broadcast [@S0, @S1, @S2] -> @S4
  sdim.broadcastable assert [@S0, @S1, @S2]
}
func.func @unknown_kind(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %z: tensor<?xf32, [@S2]>, %s: tensor<1xindex>, %t: tensor<1xindex>) -> (tensor<?xf32, [@S3]>, tensor<?xf32, [@S4]>) {
  %0 = "mhlo.fusion"(%x, %s, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32, [@S0]>, %n: tensor<1xindex>, %b: tensor<?xf32, [@S1]>):
    %c = "mhlo.dynamic_broadcast_in_dim"(%a, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S3]>
    %d = "mhlo.dynamic_broadcast_in_dim"(%b, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S1]>, tensor<1xindex>) -> tensor<?xf32, [@S3]>
    %e = mhlo.add %c, %d : tensor<?xf32, [@S3]>
    %f = mhlo.exponential %e : tensor<?xf32, [@S3]>
    mhlo.return %f : tensor<?xf32, [@S3]>
  }) {tieshape.kind = "loop", tieshape.union = [0 : i64, 2 : i64, "lop"]} : (tensor<?xf32, [@S0]>, tensor<1xindex>, tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S3]>
  %2 = "mhlo.fusion"(%0, %t, %z) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32, [@S3]>, %n: tensor<1xindex>, %b: tensor<?xf32, [@S2]>):
    %c = "mhlo.dynamic_broadcast_in_dim"(%a, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S3]>, tensor<1xindex>) -> tensor<?xf32, [@S4]>
    %d = "mhlo.dynamic_broadcast_in_dim"(%b, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S2]>, tensor<1xindex>) -> tensor<?xf32, [@S4]>
    %e = mhlo.add %c, %d : tensor<?xf32, [@S4]>
    %f = mhlo.negate %e : tensor<?xf32, [@S4]>
    mhlo.return %f : tensor<?xf32, [@S4]>
  }) {tieshape.kind = "loop", tieshape.union = [0 : i64, 2 : i64, "lop"]} : (tensor<?xf32, [@S3]>, tensor<1xindex>, tensor<?xf32, [@S2]>) -> tensor<?xf32, [@S4]>
  func.return %0, %2 : tensor<?xf32, [@S3]>, tensor<?xf32, [@S4]>
}

// -----

// Groups with a sort between them, which uses one and which the other uses, cannot be one, whatever is said.
// CHECK-LABEL: func.func @in_a_circle
// CHECK-NOT:     mhlo.negate
// CHECK:         mhlo.sort
// CHECK:         mhlo.negate
// CHECK:         func.return
sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.symbol @S3
sdim.symbol @S4
sdim.constraints {
  sdim.broadcast [@S0, @S1] -> @S3
  sdim.broadcast [@S0, @S1, @S2] -> @S4
  sdim.broadcastable assert [@S0, @S1, @S2]
}
func.func @in_a_circle(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %z: tensor<?xf32, [@S2]>, %s: tensor<1xindex>, %t: tensor<1xindex>) -> (tensor<?xf32, [@S3]>, tensor<?xf32, [@S4]>) {
  %0 = "mhlo.fusion"(%x, %s, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32, [@S0]>, %n: tensor<1xindex>, %b: tensor<?xf32, [@S1]>):
    %c = "mhlo.dynamic_broadcast_in_dim"(%a, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S3]>
    %d = "mhlo.dynamic_broadcast_in_dim"(%b, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S1]>, tensor<1xindex>) -> tensor<?xf32, [@S3]>
    %e = mhlo.add %c, %d : tensor<?xf32, [@S3]>
    %f = mhlo.exponential %e : tensor<?xf32, [@S3]>
    mhlo.return %f : tensor<?xf32, [@S3]>
  }) {tieshape.kind = "loop", tieshape.union = [0 : i64, 2 : i64, "loop"]} : (tensor<?xf32, [@S0]>, tensor<1xindex>, tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S3]>
  %1 = "mhlo.sort"(%0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %l = mhlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %l : tensor<i1>
  }) : (tensor<?xf32, [@S3]>) -> tensor<?xf32, [@S3]>
  %2 = "mhlo.fusion"(%1, %t, %z) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32, [@S3]>, %n: tensor<1xindex>, %b: tensor<?xf32, [@S2]>):
    %c = "mhlo.dynamic_broadcast_in_dim"(%a, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S3]>, tensor<1xindex>) -> tensor<?xf32, [@S4]>
    %d = "mhlo.dynamic_broadcast_in_dim"(%b, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S2]>, tensor<1xindex>) -> tensor<?xf32, [@S4]>
    %e = mhlo.add %c, %d : tensor<?xf32, [@S4]>
    %f = mhlo.negate %e : tensor<?xf32, [@S4]>
    mhlo.return %f : tensor<?xf32, [@S4]>
  }) {tieshape.kind = "loop", tieshape.union = [0 : i64, 2 : i64, "loop"]} : (tensor<?xf32, [@S3]>, tensor<1xindex>, tensor<?xf32, [@S2]>) -> tensor<?xf32, [@S4]>
  func.return %0, %2 : tensor<?xf32, [@S3]>, tensor<?xf32, [@S4]>
}
