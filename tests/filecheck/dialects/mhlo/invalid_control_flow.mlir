// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.if: operand 0 has type tensor<i32>, elements must be i1
func.func @if_pred(%p: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = "mhlo.if"(%p) ({
    mhlo.return %x : tensor<4xf32>
  }, {
    mhlo.return %x : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.if: operand 0 has rank 2, rank 0 to 1 is needed
func.func @if_pred_rank(%p: tensor<1x1xi1>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = "mhlo.if"(%p) ({
    mhlo.return %x : tensor<4xf32>
  }, {
    mhlo.return %x : tensor<4xf32>
  }) : (tensor<1x1xi1>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.if: branch 0 has 1 arguments, 0 are needed (C1)
func.func @if_arguments(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = "mhlo.if"(%p) ({
  ^bb0(%a: tensor<4xf32>):
    mhlo.return %x : tensor<4xf32>
  }, {
    mhlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.if: value 0 of branch 1 has shape [5], result 0 has [4]; they must agree (C2)
func.func @if_results(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = "mhlo.if"(%p) ({
    mhlo.return %x : tensor<4xf32>
  }, {
    mhlo.return %y : tensor<5xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.if: found 0 values of branch 1 and 1 results; their numbers must agree (C2)
func.func @if_count(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = "mhlo.if"(%p) ({
    mhlo.return %x : tensor<4xf32>
  }, {
    mhlo.return
  }) : (tensor<i1>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.if: branch 0 ends with test.termop, mhlo.return is needed
func.func @if_terminator(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = "mhlo.if"(%p) ({
    "test.termop"() : () -> ()
  }, {
    mhlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.case: operand 0 has rank 1, rank 0 is needed
func.func @case_index(%i: tensor<1xi32>, %x: tensor<4xf32>) {
  %r = "mhlo.case"(%i) ({
    mhlo.return %x : tensor<4xf32>
  }) : (tensor<1xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.case: operand 0 has type tensor<f32>, elements must be integer
func.func @case_index_kind(%i: tensor<f32>, %x: tensor<4xf32>) {
  %r = "mhlo.case"(%i) ({
    mhlo.return %x : tensor<4xf32>
  }) : (tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.case: found no branches, at least 1 is needed (C1)
func.func @case_nothing(%i: tensor<i32>) {
  "mhlo.case"(%i) : (tensor<i32>) -> ()
  func.return
}

// -----

// CHECK: error: mhlo.case: branch 0 has 1 arguments, 0 are needed (C2)
func.func @case_arguments(%i: tensor<i32>, %x: tensor<4xf32>) {
  %r = "mhlo.case"(%i) ({
  ^bb0(%a: tensor<i32>):
    mhlo.return %x : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.case: value 0 of branch 1 has shape [5], result 0 has [4]; they must agree (C3)
func.func @case_results(%i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = "mhlo.case"(%i) ({
    mhlo.return %x : tensor<4xf32>
  }, {
    mhlo.return %y : tensor<5xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.while: argument 0 of cond has shape [5], what it gets has [4]; they must agree (C1)
func.func @cond_arguments(%p: tensor<i1>, %q: tensor<2xi1>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = "mhlo.while"(%x) ({
  ^bb0(%a: tensor<5xf32>):
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%b: tensor<4xf32>):
    mhlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.while: cond returns 0 values, one i1 is needed (C1)
func.func @cond_count(%p: tensor<i1>, %q: tensor<2xi1>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = "mhlo.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    mhlo.return
  }, {
  ^bb0(%b: tensor<4xf32>):
    mhlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.while: what cond returns has type tensor<4xf32>, elements must be i1
func.func @cond_kind(%p: tensor<i1>, %q: tensor<2xi1>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = "mhlo.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    mhlo.return %x : tensor<4xf32>
  }, {
  ^bb0(%b: tensor<4xf32>):
    mhlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.while: what cond returns has rank 1, rank 0 is needed (C1)
func.func @cond_rank(%p: tensor<i1>, %q: tensor<2xi1>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = "mhlo.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    mhlo.return %q : tensor<2xi1>
  }, {
  ^bb0(%b: tensor<4xf32>):
    mhlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.while: argument 0 of body has element type f64, what it gets has f32; they must be equal (C2)
func.func @body_arguments(%p: tensor<i1>, %q: tensor<2xi1>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = "mhlo.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%b: tensor<4xf64>):
    mhlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.while: value 0 of body has shape [5], operand 0 has [4]; they must agree (C2)
func.func @body_results(%p: tensor<i1>, %q: tensor<2xi1>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = "mhlo.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%b: tensor<4xf32>):
    mhlo.return %y : tensor<5xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.while: found 0 values of body and 1 operands; their numbers must agree (C2)
func.func @body_count(%p: tensor<i1>, %q: tensor<2xi1>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = "mhlo.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%b: tensor<4xf32>):
    mhlo.return
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.while: result 0 has shape [5], operand 0 has [4]; they must agree (C3)
func.func @while_results(%p: tensor<i1>, %q: tensor<2xi1>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = "mhlo.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%b: tensor<4xf32>):
    mhlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.if: operand 0 has 2 elements, one is needed
func.func @if_of_two(%c: tensor<2xi1>, %x: tensor<f32>) {
  %0 = "mhlo.if"(%c) ({
    mhlo.return %x : tensor<f32>
  }, {
    mhlo.return %x : tensor<f32>
  }) : (tensor<2xi1>) -> tensor<f32>
  func.return
}
