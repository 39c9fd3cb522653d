// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// Branches.
func.func @branches(%p: tensor<i1>, %i: tensor<i32>, %x: tensor<?xf32>) {
  %if = "mhlo.if"(%p) ({
    mhlo.return %x : tensor<?xf32>
  }, {
    %n = mhlo.negate %x : tensor<?xf32>
    mhlo.return %n : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %case:2 = "mhlo.case"(%i) ({
    "mhlo.return"(%x, %i) : (tensor<?xf32>, tensor<i32>) -> ()
  }) : (tensor<i32>) -> (tensor<?xf32>, tensor<i32>)
  "mhlo.if"(%p) ({
    mhlo.return
  }, {
    mhlo.return
  }) : (tensor<i1>) -> ()
  func.return
}

// CHECK-LABEL: func.func @branches(
// CHECK-NEXT: %if = "mhlo.if"(%p) ({
// CHECK-NEXT: mhlo.return %x : tensor<?xf32>
// CHECK-NEXT: }, {
// CHECK-NEXT: %n = mhlo.negate %x : tensor<?xf32>
// CHECK-NEXT: mhlo.return %n : tensor<?xf32>
// CHECK-NEXT: }) : (tensor<i1>) -> tensor<?xf32>
// CHECK-NEXT: %case, %case_1 = "mhlo.case"(%i) ({
// CHECK-NEXT: mhlo.return %x, %i : tensor<?xf32>, tensor<i32>
// CHECK-NEXT: }) : (tensor<i32>) -> (tensor<?xf32>, tensor<i32>)
// CHECK-NEXT: "mhlo.if"(%p) ({
// CHECK-NEXT: mhlo.return
// CHECK-NEXT: }, {
// CHECK-NEXT: mhlo.return
// CHECK-NEXT: }) : (tensor<i1>) -> ()

// The arguments of both regions of a loop share their names.
func.func @loop(%i: tensor<i32>, %x: tensor<?xf32>) {
  %n, %y = mhlo.while(%iterArg = %i, %iterArg_0 = %x) : tensor<i32>, tensor<?xf32> attributes {tag} cond {
    %go = mhlo.compare LT, %iterArg, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %go : tensor<i1>
  } do {
    %next = mhlo.add %iterArg, %iterArg : tensor<i32>
    mhlo.return %next, %iterArg_0 : tensor<i32>, tensor<?xf32>
  }
  %m = "mhlo.while"(%n) ({
  ^bb0(%a: tensor<i32>):
    %c = mhlo.constant dense<false> : tensor<i1>
    mhlo.return %c : tensor<i1>
  }, {
  ^bb0(%b: tensor<i32>):
    mhlo.return %b : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  mhlo.while() cond {
    %c = mhlo.constant dense<false> : tensor<i1>
    mhlo.return %c : tensor<i1>
  } do {
    mhlo.return
  }
  func.return
}

// CHECK-LABEL: func.func @loop(
// CHECK-NEXT: %n, %y = mhlo.while(%iterArg = %i, %iterArg_1 = %x) : tensor<i32>, tensor<?xf32> attributes {tag} cond {
// CHECK-NEXT: %go = mhlo.compare LT, %iterArg, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT: mhlo.return %go : tensor<i1>
// CHECK-NEXT: } do {
// CHECK-NEXT: %next = mhlo.add %iterArg, %iterArg : tensor<i32>
// CHECK-NEXT: mhlo.return %next, %iterArg_1 : tensor<i32>, tensor<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %m = mhlo.while(%b = %n) : tensor<i32> cond {
// CHECK-NEXT: %c = mhlo.constant dense<false> : tensor<i1>
// CHECK-NEXT: mhlo.return %c : tensor<i1>
// CHECK-NEXT: } do {
// CHECK-NEXT: mhlo.return %b : tensor<i32>
// CHECK-NEXT: }
// CHECK-NEXT: mhlo.while() cond {
// CHECK-NEXT: %c_1 = mhlo.constant dense<false> : tensor<i1>
// CHECK-NEXT: mhlo.return %c_1 : tensor<i1>
// CHECK-NEXT: } do {
// CHECK-NEXT: mhlo.return
// CHECK-NEXT: }

// What is carried may have other sizes, as far as its types tell, inside of a loop and behind it.
func.func @changing(%x: tensor<2xf32>, %go: tensor<i1>) -> tensor<?xf32> {
  %y = "mhlo.while"(%x) ({
  ^bb0(%a: tensor<?xf32>):
    mhlo.return %go : tensor<i1>
  }, {
  ^bb0(%b: tensor<?xf32>):
    mhlo.return %b : tensor<?xf32>
  }) {tag} : (tensor<2xf32>) -> tensor<?xf32>
  func.return %y : tensor<?xf32>
}

// CHECK-LABEL: func.func @changing(
// CHECK-NEXT: %y = mhlo.while changing(%x) ({
// CHECK-NEXT: ^{{.*}}(%a: tensor<?xf32>):
// CHECK-NEXT: mhlo.return %go : tensor<i1>
// CHECK-NEXT: }, {
// CHECK-NEXT: ^{{.*}}(%b: tensor<?xf32>):
// CHECK-NEXT: mhlo.return %b : tensor<?xf32>
// CHECK-NEXT: }) attributes {tag} : (tensor<2xf32>) -> tensor<?xf32>

// Nor need a value of the body have the size of the first one.
func.func @shorter(%x: tensor<4xf32>, %y: tensor<2xf32>, %go: tensor<i1>) -> tensor<?xf32> {
  %z = "mhlo.while"(%x) ({
  ^bb0(%a: tensor<?xf32>):
    mhlo.return %go : tensor<i1>
  }, {
  ^bb0(%b: tensor<?xf32>):
    mhlo.return %y : tensor<2xf32>
  }) : (tensor<4xf32>) -> tensor<?xf32>
  func.return %z : tensor<?xf32>
}

// CHECK-LABEL: func.func @shorter(
// CHECK-NEXT: %z = mhlo.while changing(%x) ({
