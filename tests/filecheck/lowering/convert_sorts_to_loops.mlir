// RUN: tieshape-opt %s --split-input-file -p tieshape-convert-fusions-to-loops | filecheck %s

// By truths: places in front and behind, and no memory to merge in.
// CHECK-LABEL: func.func private @sort
// CHECK: %[[START:.*]] = arith.muli
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args(%[[FRONT:.*]] = %[[START]], %[[BEHIND:.*]] = %{{.*}})
// CHECK: arith.select %{{.*}}, %[[FRONT]], %[[BEHIND]] : index
// CHECK-NOT: scf.while
sdim.symbol @n
func.func @main(%k: tensor<?xi1, [@n]>, %x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %a, %b = "mhlo.sort"(%k, %x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%k0: tensor<i1>, %k1: tensor<i1>, %x0: tensor<f32>, %x1: tensor<f32>):
    %c = mhlo.compare GT, %k0, %k1 : (tensor<i1>, tensor<i1>) -> tensor<i1>
    mhlo.return %c : tensor<i1>
  }) : (tensor<?xi1, [@n]>, tensor<?xf32, [@n]>) -> (tensor<?xi1, [@n]>, tensor<?xf32, [@n]>)
  return %b : tensor<?xf32, [@n]>
}

// -----

// An order by more than the truth: merges.
// CHECK-LABEL: func.func private @sort
// CHECK: scf.while
// CHECK: memref.copy
sdim.symbol @n
func.func @main(%k: tensor<?xi1, [@n]>) -> tensor<?xi1, [@n]> {
  %a = "mhlo.sort"(%k) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%k0: tensor<i1>, %k1: tensor<i1>):
    %c = mhlo.compare GE, %k0, %k1 : (tensor<i1>, tensor<i1>) -> tensor<i1>
    mhlo.return %c : tensor<i1>
  }) : (tensor<?xi1, [@n]>) -> tensor<?xi1, [@n]>
  return %a : tensor<?xi1, [@n]>
}

// -----

// Three entries are read: the best three so far.
// CHECK-LABEL: func.func private @sort
// CHECK: %[[LAST:.*]] = arith.constant 2 : index
// CHECK: scf.for
// CHECK: scf.for
// CHECK: arith.minsi %{{.*}}, %[[LAST]] : index
// CHECK: scf.if
// CHECK: scf.while
// CHECK-NOT: memref.copy
sdim.symbol @m
sdim.symbol @n
func.func @main(%x: tensor<?x?xf32, [@m, @n]>) -> tensor<?x3xf32, [@m, 3]> {
  %a = "mhlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %c = mhlo.compare GT, %x0, %x1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %c : tensor<i1>
  }) : (tensor<?x?xf32, [@m, @n]>) -> tensor<?x?xf32, [@m, @n]>
  %m = sdim.size @m
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %starts = tensor.from_elements %zero, %zero : tensor<2xindex>
  %limits = tensor.from_elements %m, %three : tensor<2xindex>
  %strides = tensor.from_elements %one, %one : tensor<2xindex>
  %r = mhlo.real_dynamic_slice %a, %starts, %limits, %strides : (tensor<?x?xf32, [@m, @n]>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x3xf32, [@m, 3]>
  return %r : tensor<?x3xf32, [@m, 3]>
}

// -----

// The three after the first two are read: rows that are sorted whole.
// CHECK-LABEL: func.func private @sort
// CHECK: scf.while
// CHECK: memref.copy
sdim.symbol @m
sdim.symbol @n
func.func @main(%x: tensor<?x?xf32, [@m, @n]>) -> tensor<?x3xf32, [@m, 3]> {
  %a = "mhlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %c = mhlo.compare GT, %x0, %x1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %c : tensor<i1>
  }) : (tensor<?x?xf32, [@m, @n]>) -> tensor<?x?xf32, [@m, @n]>
  %m = sdim.size @m
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %five = arith.constant 5 : index
  %starts = tensor.from_elements %zero, %two : tensor<2xindex>
  %limits = tensor.from_elements %m, %five : tensor<2xindex>
  %strides = tensor.from_elements %one, %one : tensor<2xindex>
  %r = mhlo.real_dynamic_slice %a, %starts, %limits, %strides : (tensor<?x?xf32, [@m, @n]>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x3xf32, [@m, 3]>
  return %r : tensor<?x3xf32, [@m, 3]>
}
