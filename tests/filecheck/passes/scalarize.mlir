// RUN: tieshape-opt %s -p tieshape-optimize-shapes --split-input-file | filecheck %s

// Elements of joined, cut, reshaped and gathered vectors are the scalars that they were made of, known or not.
// CHECK-LABEL: func.func @forwarded(%a: i32, %b: i32, %c: i32)
// CHECK-NEXT:    func.return %b, %c, %a, %c : i32, i32, i32, i32
func.func @forwarded(%a: i32, %b: i32, %c: i32) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.from_elements %a, %b : tensor<2xi32>
  %1 = tensor.from_elements %c : tensor<i32>
  %2 = mhlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %3 = "mhlo.concatenate"(%0, %2) <{dimension = 0 : i64}> : (tensor<2xi32>, tensor<1xi32>) -> tensor<3xi32>
  %4 = "mhlo.slice"(%3) <{start_indices = dense<1> : tensor<1xi64>, limit_indices = dense<3> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<3xi32>) -> tensor<2xi32>
  %5 = mhlo.reshape %4 : (tensor<2xi32>) -> tensor<2x1x1xi32>
  %at = mhlo.constant dense<[2, 0]> : tensor<2xi32>
  %6 = "mhlo.gather"(%3, %at) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<1> : tensor<1xi64>}> : (tensor<3xi32>, tensor<2xi32>) -> tensor<2xi32>
  %7 = tensor.extract %4[%c0] : tensor<2xi32>
  %8 = tensor.extract %5[%c1, %c0, %c0] : tensor<2x1x1xi32>
  %9 = tensor.extract %6[%c1] : tensor<2xi32>
  %10 = tensor.extract %6[%c0] : tensor<2xi32>
  func.return %7, %8, %9, %10 : i32, i32, i32, i32
}

// -----

// A product of a vector is one of scalars; a cast there and back is nothing; elements of constants are constants.
// CHECK-LABEL: func.func @computed(%a: i32, %b: i32)
// CHECK-DAG:     %[[P:.*]] = arith.muli %a, %b : i32
// CHECK-DAG:     %[[TWO:.*]] = arith.constant 2 : i32
// CHECK:         func.return %[[P]], %b, %[[TWO]] : i32, i32, i32
func.func @computed(%a: i32, %b: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = mhlo.constant dense<1> : tensor<i32>
  %0 = tensor.from_elements %a, %b : tensor<2xi32>
  %1 = mhlo.reshape %0 : (tensor<2xi32>) -> tensor<2x1xi32>
  %2 = mhlo.reduce(%1 init: %one) applies mhlo.multiply across dimensions = [0] : (tensor<2x1xi32>, tensor<i32>) -> tensor<1xi32>
  %3 = tensor.extract %2[%c0] : tensor<1xi32>
  %4 = arith.index_cast %0 : tensor<2xi32> to tensor<2xindex>
  %5 = tensor.extract %4[%c1] : tensor<2xindex>
  %6 = arith.index_cast %5 : index to i32
  %7 = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %8 = tensor.extract %7[%c1] : tensor<3xi32>
  func.return %3, %6, %8 : i32, i32, i32
}

// -----

// An element at a place that only the run tells stays where it is.
// CHECK-LABEL: func.func @unknown_place
// CHECK:         tensor.extract
func.func @unknown_place(%a: i32, %b: i32, %i: index) -> i32 {
  %0 = tensor.from_elements %a, %b : tensor<2xi32>
  %1 = tensor.extract %0[%i] : tensor<2xi32>
  func.return %1 : i32
}

// -----

// What the combination returns is not what it computes.
// CHECK-LABEL: func.func @returns_the_last
// CHECK:         tensor.extract
// CHECK-NOT:     arith.addi
func.func @returns_the_last(%a: i32, %b: i32) -> i32 {
  %zero = mhlo.constant dense<0> : tensor<i32>
  %0 = tensor.from_elements %a, %b : tensor<2xi32>
  %1 = "mhlo.reduce"(%0, %zero) <{dimensions = dense<0> : tensor<1xi64>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %sum = mhlo.add %p, %q : tensor<i32>
    "mhlo.return"(%q) : (tensor<i32>) -> ()
  }) : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %2 = tensor.extract %1[] : tensor<i32>
  func.return %2 : i32
}
