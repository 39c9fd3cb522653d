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

// -----

// A part of a sum is cut out of it, not added up in its place on the stack.
// CHECK-LABEL: func.func public @part_of_sum
// CHECK:         %[[SUM:.*]] = stablehlo.reduce
// CHECK:         %[[COPY:.*]] = util.optimization_barrier %[[SUM]] : tensor<?xf32>
// CHECK:         %[[TIED:.*]] = flow.tensor.tie_shape %[[COPY]]
// CHECK:         tensor.extract_slice %[[TIED]]
sdim.symbol @n
sdim.symbol @m
func.func @part_of_sum(%x: tensor<?x3xf32, [@n, 3]>) -> tensor<?xf32, [@m]> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = tensor.dim %x, %zero : tensor<?x3xf32, [@n, 3]>
  %none = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.reduce(%x init: %none) applies mhlo.add across dimensions = [1] : (tensor<?x3xf32, [@n, 3]>, tensor<f32>) -> tensor<?xf32, [@n]>
  %start = tensor.from_elements %one : tensor<1xindex>
  %limit = tensor.from_elements %n : tensor<1xindex>
  %1 = mhlo.real_dynamic_slice %0, %start, %limit, %start : (tensor<?xf32, [@n]>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32, [@m]>
  func.return %1 : tensor<?xf32, [@m]>
}

// -----

// Indices and updates of a scatter are as many as one of them knows.
// CHECK-LABEL: func.func public @one_row
// CHECK:         %[[ROW:.*]] = tensor.cast %{{.*}} : tensor<?x?xf32> to tensor<1x?xf32>
// CHECK:         (tensor<?x?xf32>, tensor<1x1xi32>, tensor<1x?xf32>) -> tensor<?x?xf32>
sdim.symbol @n
sdim.symbol @m
sdim.symbol @k
func.func @one_row(%x: tensor<?x?xf32, [@n, @m]>, %i: tensor<1x1xi32>, %y: tensor<?x?xf32, [@k, @m]>) -> tensor<?x?xf32, [@n, @m]> {
  %0 = "mhlo.scatter"(%x, %i, %y) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = mhlo.add %a, %b : tensor<f32>
    mhlo.return %c : tensor<f32>
  }) : (tensor<?x?xf32, [@n, @m]>, tensor<1x1xi32>, tensor<?x?xf32, [@k, @m]>) -> tensor<?x?xf32, [@n, @m]>
  func.return %0 : tensor<?x?xf32, [@n, @m]>
}

// -----

// Windows that select are read without padding.
// CHECK-LABEL: func.func public @selected
// CHECK:         stablehlo.select_and_scatter
func.func @selected(%x: tensor<1x?xf32>, %y: tensor<1x?xf32>) -> tensor<1x?xf32> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = "mhlo.select_and_scatter"(%x, %y, %zero) <{window_dimensions = dense<[1, 2]> : tensor<2xi64>, window_strides = dense<[1, 2]> : tensor<2xi64>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = mhlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %d = mhlo.add %a, %b : tensor<f32>
    mhlo.return %d : tensor<f32>
  }) : (tensor<1x?xf32>, tensor<1x?xf32>, tensor<f32>) -> tensor<1x?xf32>
  func.return %0 : tensor<1x?xf32>
}
