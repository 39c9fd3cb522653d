// RUN: tieshape-opt %s -p tieshape-export-stablehlo | filecheck %s

// Where only the run knows the start, the limit becomes one sum of the start and of the result's sizes, which XLA's
// refinement makes static. By a step of 2 it is none, and a start of sizes is static anyway.
// CHECK-LABEL: func.func public @slices
// CHECK:         %[[SIZES:.*]] = stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
// CHECK:         %[[LIMIT:.*]] = stablehlo.add %start, %[[SIZES]] : tensor<2xi32>
// CHECK:         stablehlo.real_dynamic_slice %x, %start, %[[LIMIT]], %{{.*}}
// CHECK:         stablehlo.real_dynamic_slice %x, %start, %limit, %{{.*}}
// CHECK:         stablehlo.real_dynamic_slice %x, %{{.*}}, %limit, %{{.*}}
sdim.symbol @n
sdim.symbol @m
sdim.symbol @k
sdim.symbol @l
func.func @slices(%x: tensor<?x8xf32, [@n, 8]>, %y: tensor<?xf32, [@m]>, %start: tensor<2xi32>, %limit: tensor<2xi32>) -> (tensor<1x?xf32, [1, @m]>, tensor<?x?xf32, [@k, @l]>, tensor<?x?xf32, [@k, @l]>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %y, %c0 : tensor<?xf32, [@m]>
  %number = arith.index_cast %m : index to i32
  %one = arith.constant 1 : i32
  %i = tensor.extract %start[%c0] : tensor<2xi32>
  %j = tensor.extract %start[%c1] : tensor<2xi32>
  %a = arith.addi %i, %one : i32
  %b = arith.addi %j, %number : i32
  %end = tensor.from_elements %a, %b : tensor<2xi32>
  %ones = mhlo.constant dense<1> : tensor<2xi32>
  %twos = mhlo.constant dense<2> : tensor<2xi32>
  %0 = mhlo.real_dynamic_slice %x, %start, %end, %ones : (tensor<?x8xf32, [@n, 8]>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x?xf32, [1, @m]>
  %1 = mhlo.real_dynamic_slice %x, %start, %limit, %twos : (tensor<?x8xf32, [@n, 8]>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32, [@k, @l]>
  %zeros = mhlo.constant dense<0> : tensor<2xi32>
  %2 = mhlo.real_dynamic_slice %x, %zeros, %limit, %ones : (tensor<?x8xf32, [@n, 8]>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32, [@k, @l]>
  func.return %0, %1, %2 : tensor<1x?xf32, [1, @m]>, tensor<?x?xf32, [@k, @l]>, tensor<?x?xf32, [@k, @l]>
}
