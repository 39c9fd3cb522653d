// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// One commutative op of the two arguments is named, any other body is a region.
func.func @reduce(%x: tensor<?x8xf32>, %i: tensor<?x8xi32>, %z: tensor<f32>, %c: tensor<i32>) {
  %named = mhlo.reduce(%x init: %z) applies mhlo.add across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
  %tagged = mhlo.reduce(%x init: %z) applies mhlo.maximum across dimensions = [0, 1] {tag} : (tensor<?x8xf32>, tensor<f32>) -> tensor<f32>
  %generic = "mhlo.reduce"(%i, %c) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = "mhlo.multiply"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "mhlo.return"(%s) : (tensor<i32>) -> ()
  }) {dimensions = dense<0> : tensor<1xi64>} : (tensor<?x8xi32>, tensor<i32>) -> tensor<8xi32>
  %swapped = mhlo.reduce(%x init: %z) across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>)  {
    %s = mhlo.add %b, %a : tensor<f32>
    mhlo.return %s : tensor<f32>
  }
  %region = mhlo.reduce(%x init: %z) across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32> reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %s = mhlo.subtract %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }
  %two:2 = mhlo.reduce(%x init: %z), (%i init: %c) across dimensions = [1] : (tensor<?x8xf32>, tensor<?x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c0: tensor<i32>, %d0: tensor<i32>)  {
    mhlo.return %b, %d0 : tensor<f32>, tensor<i32>
  }
  %nothing = mhlo.reduce(%x init: %z) applies mhlo.add across dimensions = [] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  %map = "mhlo.map"(%x, %x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) {dimensions = dense<[0, 1]> : tensor<2xi64>} : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  func.return
}

// CHECK-LABEL: func.func @reduce(
// CHECK-NEXT: %named = mhlo.reduce(%x init: %z) applies mhlo.add across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
// CHECK-NEXT: %tagged = mhlo.reduce(%x init: %z) applies mhlo.maximum across dimensions = [0, 1] {tag} : (tensor<?x8xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: %generic = mhlo.reduce(%i init: %c) applies mhlo.multiply across dimensions = [0] : (tensor<?x8xi32>, tensor<i32>) -> tensor<8xi32>
// CHECK-NEXT: %swapped = mhlo.reduce(%x init: %z) across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32> reducer(%a: tensor<f32>, %b: tensor<f32>) {
// CHECK-NEXT: %s = mhlo.add %b, %a : tensor<f32>
// CHECK-NEXT: mhlo.return %s : tensor<f32>
// CHECK-NEXT: }
// CHECK-NEXT: %region = mhlo.reduce(%x init: %z) across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32> reducer(%a_1: tensor<f32>, %b_1: tensor<f32>) {
// CHECK-NEXT: %s_1 = mhlo.subtract %a_1, %b_1 : tensor<f32>
// CHECK-NEXT: mhlo.return %s_1 : tensor<f32>
// CHECK-NEXT: }
// CHECK-NEXT: %two, %two_1 = mhlo.reduce(%x init: %z), (%i init: %c) across dimensions = [1] : (tensor<?x8xf32>, tensor<?x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>) reducer(%a_2: tensor<f32>, %b_2: tensor<f32>) (%c0: tensor<i32>, %d0: tensor<i32>) {
// CHECK-NEXT: mhlo.return %b_2, %d0 : tensor<f32>, tensor<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %nothing = mhlo.reduce(%x init: %z) applies mhlo.add across dimensions = [] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
// CHECK-NEXT: %map = "mhlo.map"(%x, %x) <{dimensions = dense<[0, 1]> : tensor<2xi64>}> ({
// CHECK-NEXT: ^bb0(%a_3: tensor<f32>, %b_3: tensor<f32>):
// CHECK-NEXT: %s_2 = mhlo.add %a_3, %b_3 : tensor<f32>
// CHECK-NEXT: mhlo.return %s_2 : tensor<f32>
// CHECK-NEXT: }) : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
