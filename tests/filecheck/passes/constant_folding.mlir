// RUN: tieshape-opt %s -p tieshape-optimize-shapes --split-input-file | filecheck %s

// Constants that are reshaped or transposed are constants, as are integers that are computed with.
// CHECK-LABEL: func.func @folded
// CHECK-DAG:     %[[R:.*]] = mhlo.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
// CHECK-DAG:     %[[T:.*]] = mhlo.constant dense<{{\[\[}}1.000000e+00, 3.000000e+00], [2.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
// CHECK-DAG:     %[[I:.*]] = mhlo.constant dense<{{\[\[}}2, 4], [6, 8]]> : tensor<2x2xi32>
// CHECK-DAG:     %[[S:.*]] = mhlo.constant dense<3> : tensor<256xi32>
// CHECK:         func.return %[[R]], %[[T]], %[[I]], %[[S]]
func.func @folded() -> (tensor<4xf32>, tensor<2x2xf32>, tensor<2x2xi32>, tensor<256xi32>) {
  %k = mhlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %i = mhlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %s = mhlo.constant dense<3> : tensor<16x16xi32>
  %0 = mhlo.reshape %k : (tensor<2x2xf32>) -> tensor<4xf32>
  %1 = "mhlo.transpose"(%k) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = mhlo.add %i, %i : tensor<2x2xi32>
  %3 = mhlo.reshape %s : (tensor<16x16xi32>) -> tensor<256xi32>
  func.return %0, %1, %2, %3 : tensor<4xf32>, tensor<2x2xf32>, tensor<2x2xi32>, tensor<256xi32>
}

// -----

// Numbers that do not fit their type wrap around when the code runs, and nothing that follows is known.
// CHECK-LABEL: func.func @wrapped
// CHECK:         mhlo.multiply
// CHECK-NEXT:    mhlo.divide
// CHECK:         mhlo.add
// CHECK-NEXT:    mhlo.divide
func.func @wrapped() -> (tensor<1xi32>, tensor<2xui8>) {
  %big = mhlo.constant dense<1000000> : tensor<1xi32>
  %two = mhlo.constant dense<2> : tensor<1xi32>
  %0 = mhlo.multiply %big, %big : tensor<1xi32>
  %1 = mhlo.divide %0, %two : tensor<1xi32>
  %u = mhlo.constant dense<[250, 3]> : tensor<2xui8>
  %ten = mhlo.constant dense<10> : tensor<2xui8>
  %2 = mhlo.add %u, %ten : tensor<2xui8>
  %3 = mhlo.divide %2, %ten : tensor<2xui8>
  func.return %1, %3 : tensor<1xi32>, tensor<2xui8>
}

// -----

// Slice sizes that are constants are those of the static form.
// CHECK-LABEL: func.func @gathered
// CHECK-NEXT:    "mhlo.gather"(%x, %i) <{slice_sizes = dense<[1, 7]> : tensor<2xi64>
func.func @gathered(%x: tensor<5x7xf32>, %i: tensor<3xi64>) -> tensor<3x7xf32> {
  %s = arith.constant dense<[1, 7]> : tensor<2xi64>
  %0 = "mhlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<5x7xf32>, tensor<3xi64>, tensor<2xi64>) -> tensor<3x7xf32>
  func.return %0 : tensor<3x7xf32>
}

// -----

// Others are known when the code runs.
// CHECK-LABEL: func.func @gathered_by_operand
// CHECK:         "mhlo.dynamic_gather"
func.func @gathered_by_operand(%x: tensor<5x7xf32>, %i: tensor<3xi64>, %n: index) -> tensor<3x?xf32> {
  %c1 = arith.constant 1 : index
  %s = tensor.from_elements %c1, %n : tensor<2xindex>
  %0 = "mhlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<5x7xf32>, tensor<3xi64>, tensor<2xindex>) -> tensor<3x?xf32>
  func.return %0 : tensor<3x?xf32>
}
