// RUN: tieshape-opt %s -p tieshape-export-stablehlo --split-input-file | filecheck %s

// How many elements there are is known by the run only: all are computed, and what reads them reads none that is behind
// the end.
// CHECK-LABEL: func.func public @picked
// CHECK-NOT:     real_dynamic_slice
// CHECK:         %[[ALL:.*]] = stablehlo.negate %x : tensor<?xf32>
// CHECK:         %[[LAST:.*]] = stablehlo.subtract %count, %{{.*}} : tensor<i64>
// CHECK:         %[[ENDS:.*]] = stablehlo.dynamic_broadcast_in_dim %[[LAST]]
// CHECK:         %[[PLACES:.*]] = stablehlo.minimum %i, %[[ENDS]] : tensor<?xi64>
// CHECK:         "stablehlo.dynamic_gather"(%[[ALL]], %[[PLACES]], %{{.*}})
sdim.symbol @n
sdim.symbol @m
sdim.symbol @c
func.func @picked(%x: tensor<?xf32, [@n]>, %i: tensor<?xi64, [@m]>, %count: tensor<i64>) -> tensor<?xf32, [@m]> {
  %one = arith.constant 1 : index
  %number = tensor.extract %count[] : tensor<i64>
  %c = arith.index_cast %number : i64 to index
  %zeros = mhlo.constant dense<0> : tensor<1xindex>
  %ones = mhlo.constant dense<1> : tensor<1xindex>
  %limit = tensor.from_elements %c : tensor<1xindex>
  %0 = mhlo.real_dynamic_slice %x, %zeros, %limit, %ones : (tensor<?xf32, [@n]>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32, [@c]>
  %1 = mhlo.negate %0 : tensor<?xf32, [@c]>
  %single = arith.minsi %one, %c : index
  %slices = tensor.from_elements %single : tensor<1xindex>
  %2 = "mhlo.dynamic_gather"(%1, %i, %slices) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?xf32, [@c]>, tensor<?xi64, [@m]>, tensor<1xindex>) -> tensor<?xf32, [@m]>
  func.return %2 : tensor<?xf32, [@m]>
}

// -----

// A sum would count what is behind the end.
// CHECK-LABEL: func.func public @summed
// CHECK:         %[[PART:.*]] = stablehlo.real_dynamic_slice %x
// CHECK:         stablehlo.reduce(%[[PART]] init
sdim.symbol @n
sdim.symbol @c
func.func @summed(%x: tensor<?xf32, [@n]>, %count: tensor<i64>) -> tensor<f32> {
  %number = tensor.extract %count[] : tensor<i64>
  %c = arith.index_cast %number : i64 to index
  %zeros = mhlo.constant dense<0> : tensor<1xindex>
  %ones = mhlo.constant dense<1> : tensor<1xindex>
  %limit = tensor.from_elements %c : tensor<1xindex>
  %0 = mhlo.real_dynamic_slice %x, %zeros, %limit, %ones : (tensor<?xf32, [@n]>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32, [@c]>
  %none = mhlo.constant dense<0.0> : tensor<f32>
  %1 = mhlo.reduce(%0 init: %none) applies mhlo.add across dimensions = [0] : (tensor<?xf32, [@c]>, tensor<f32>) -> tensor<f32>
  func.return %1 : tensor<f32>
}

// -----

// A result keeps its size, and so does what meets a tensor of another size.
// CHECK-LABEL: func.func public @returned
// CHECK:         stablehlo.real_dynamic_slice %x
// CHECK:         stablehlo.negate
sdim.symbol @n
sdim.symbol @c
func.func @returned(%x: tensor<?xf32, [@n]>, %count: tensor<i64>) -> tensor<?xf32, [@c]> {
  %number = tensor.extract %count[] : tensor<i64>
  %c = arith.index_cast %number : i64 to index
  %zeros = mhlo.constant dense<0> : tensor<1xindex>
  %ones = mhlo.constant dense<1> : tensor<1xindex>
  %limit = tensor.from_elements %c : tensor<1xindex>
  %0 = mhlo.real_dynamic_slice %x, %zeros, %limit, %ones : (tensor<?xf32, [@n]>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32, [@c]>
  %1 = mhlo.negate %0 : tensor<?xf32, [@c]>
  func.return %1 : tensor<?xf32, [@c]>
}

// -----

// Who asks for the size itself is given the count, not the bound.
// CHECK-LABEL: func.func public @asked
// CHECK-NOT:     real_dynamic_slice
// CHECK:         func.return %n : tensor<i64>
func.func @asked(%x: tensor<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %start = tensor.from_elements %c0 : tensor<1xindex>
  %end = tensor.from_elements %n : tensor<1xindex>
  %step = tensor.from_elements %c1 : tensor<1xindex>
  %0 = mhlo.real_dynamic_slice %x, %start, %end, %step : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  %size = tensor.dim %0, %c0 : tensor<?xf32>
  func.return %size : index
}
