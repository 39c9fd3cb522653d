// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       %[[S0:.*]] = sdim.size @S0
// CHECK:       %[[S2:.*]] = sdim.size @S2
// CHECK:       %[[C:.*]] = arith.cmpi eq, %[[S0]], %[[S2]] : index
// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[C2:.*]] = arith.cmpi eq, %[[S1]], %[[S2]] : index
// CHECK:       %[[OR:.*]] = arith.ori %[[C]], %[[C2]] : i1
// CHECK:       sdim.holds %[[OR]] {why = "mhlo.if at {{.*}}: by definition"}
// CHECK:       func.func @if(%p: tensor<i1>, %x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S2]>
// CHECK:       %r = "mhlo.if"(%p) ({
// CHECK:       }) : (tensor<i1>) -> tensor<?xf32, [@S2]>
func.func @if(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %r = "mhlo.if"(%p) ({
    mhlo.return %x : tensor<?xf32>
  }, {
    mhlo.return %y : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @case(%i: tensor<i32>, %x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK:       %r = "mhlo.case"(%i) ({
// CHECK:       }) : (tensor<i32>) -> tensor<?xf32, [@S0]>
func.func @case(%i: tensor<i32>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "mhlo.case"(%i) ({
    mhlo.return %x : tensor<?xf32>
  }, {
    %n = mhlo.negate %x : tensor<?xf32>
    mhlo.return %n : tensor<?xf32>
  }) : (tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// What the body keeps, the result has.
// CHECK:       func.func @while(%n: tensor<i32>, %x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK:       %m, %r = mhlo.while(%a = %n, %b = %x) : tensor<i32>, tensor<?xf32, [@S0]> cond {
// CHECK:       %c = mhlo.negate %b : tensor<?xf32, [@S0]>
func.func @while(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %m, %r = mhlo.while(%a = %n, %b = %x) : tensor<i32>, tensor<?xf32> cond {
    %zero = mhlo.constant dense<0> : tensor<i32>
    %go = mhlo.compare GT, %a, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %go : tensor<i1>
  } do {
    %one = mhlo.constant dense<1> : tensor<i32>
    %next = mhlo.subtract %a, %one : tensor<i32>
    %c = mhlo.negate %b : tensor<?xf32>
    mhlo.return %next, %c : tensor<i32>, tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}

// -----

// CHECK:       func.func @return(%p: tensor<i1>, %x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK:       mhlo.return %x : tensor<?xf32, [@S0]>
func.func @return(%p: tensor<i1>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "mhlo.if"(%p) ({
    "mhlo.return"(%x) : (tensor<?xf32>) -> ()
  }, {
    "mhlo.return"(%x) : (tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
