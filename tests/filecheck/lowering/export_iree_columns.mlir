// RUN: tieshape-opt %s -p "tieshape-export-stablehlo{for=iree}" --split-input-file | filecheck %s

// IREE has no pointer to a column of rows that is read in any order: it is copied first.
// CHECK-LABEL: func.func public @column
// CHECK:         %[[COLUMN:.*]] = tensor.collapse_shape
// CHECK:         %[[COPY:.*]] = util.optimization_barrier %[[COLUMN]] : tensor<?xi64>
// CHECK:         %[[TIED:.*]] = flow.tensor.tie_shape %[[COPY]]
// CHECK:         tensor.extract %[[TIED]]
sdim.symbol @n
sdim.symbol @m
func.func @column(%x: tensor<?x2xi64, [@n, 2]>, %i: tensor<?xi64, [@m]>) -> tensor<?xi64, [@m]> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?x2xi64, [@n, 2]>
  %one = arith.constant 1 : index
  %start = mhlo.constant dense<[0, 1]> : tensor<2xindex>
  %two = arith.constant 2 : index
  %limit = tensor.from_elements %n, %two : tensor<2xindex>
  %ones = mhlo.constant dense<1> : tensor<2xindex>
  %0 = mhlo.real_dynamic_slice %x, %start, %limit, %ones : (tensor<?x2xi64, [@n, 2]>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x1xi64, [@n, 1]>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %1 = mhlo.dynamic_reshape %0, %shape : (tensor<?x1xi64, [@n, 1]>, tensor<1xindex>) -> tensor<?xi64, [@n]>
  %2 = "mhlo.gather"(%1, %i) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<1> : tensor<1xi64>}> : (tensor<?xi64, [@n]>, tensor<?xi64, [@m]>) -> tensor<?xi64, [@m]>
  func.return %2 : tensor<?xi64, [@m]>
}

// -----

// What is whole is read where it is.
// CHECK-LABEL: func.func public @whole
// CHECK-NOT:     optimization_barrier
// CHECK:         tensor.extract %x
sdim.symbol @n
sdim.symbol @m
func.func @whole(%x: tensor<?xi64, [@n]>, %i: tensor<?xi64, [@m]>) -> tensor<?xi64, [@m]> {
  %2 = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<1> : tensor<1xi64>}> : (tensor<?xi64, [@n]>, tensor<?xi64, [@m]>) -> tensor<?xi64, [@m]>
  func.return %2 : tensor<?xi64, [@m]>
}
