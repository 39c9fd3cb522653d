// RUN: tieshape-opt %s -p tieshape-convert-fusions-to-loops,tieshape-convert-dots-to-calls --split-input-file | filecheck %s
// RUN: tieshape-opt %s -p tieshape-convert-fusions-to-loops --split-input-file | filecheck %s --check-prefix LOOPS
// RUN: tieshape-opt %s -p 'tieshape-convert-fusions-to-loops,tieshape-convert-dots-to-calls{own=f32,i8}' --split-input-file | filecheck %s --check-prefix OWN
// RUN: tieshape-opt %s -p 'tieshape-convert-fusions-to-loops,tieshape-convert-dots-to-calls{own=f32,i8 blas=false}' --split-input-file | filecheck %s --check-prefix ALONE

// One function for all products of floats; the loops stay for strides that a BLAS does not read.
// CHECK-LABEL: func.func private @cblas_sgemm(i32, i32, i32, i32, i32, i32, f32, i64, i32, i64, i32, f32, i64, i32)
// CHECK:       func.func private @matmul_f32(
// CHECK:         scf.if %{{.*}} {
// CHECK:           scf.for
// CHECK:             func.call @cblas_sgemm
// CHECK:         } else {
// CHECK:           memref.store
// What is provided takes all but a few rows times columns, and nothing that is not summed.
// OWN:         func.func private @tieshape_product(i64, i64, i64)
// OWN:         func.func private @matmul_f32(
// OWN:           %[[SOME:.*]] = arith.cmpi sgt, %k, %{{.*}} : index
// OWN:           %[[ROWS:.*]] = arith.cmpi eq, %b_n, %{{.*}} : index
// OWN:           %[[MANY:.*]] = arith.cmpi sgt, %m, %{{.*}} : index
// OWN:           %[[EITHER:.*]] = arith.ori %[[ROWS]], %[[MANY]] : i1
// OWN:           %[[FITS:.*]] = arith.andi %[[SOME]], %[[EITHER]] : i1
// OWN:           scf.if %[[FITS]] {
// OWN:             func.call @tieshape_product(
// OWN:           } else {
// OWN:             func.call @cblas_sgemm(
// ALONE-NOT:   cblas
// ALONE:       func.func private @matmul_f32(
// ALONE:         %[[SOME:.*]] = arith.cmpi sgt, %k, %{{.*}} : index
// ALONE:         scf.if %[[SOME]] {
// ALONE:           func.call @tieshape_product(
// ALONE:         } else {
// ALONE:           arith.mulf
// LOOPS-LABEL: func.func private @matmul_f32(%0: memref<?xf32>, %1: memref<?xf32>, %2: memref<?xf32>, %batches: index, %m: index, %n: index, %k: index
// LOOPS-NOT:     cblas
// LOOPS:         scf.for
// LOOPS:           scf.for
// LOOPS:             scf.for
// LOOPS:               scf.for
// LOOPS:                 arith.mulf
// LOOPS-LABEL: func.func @product
// That the contracted sizes agree is tested before.
// LOOPS:         %[[SAME:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : index
// LOOPS:         func.call @matmul_f32(
// LOOPS:         func.call @matmul_f32(
sdim.symbol @a
sdim.symbol @b
sdim.symbol @c
func.func @product(%x: tensor<?x?xf32, [@a, @b]>, %y: tensor<?x8xf32, [@c, 8]>, %z: tensor<8x8xf32>) -> tensor<?x8xf32, [@a, 8]> {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x?xf32, [@a, @b]>, tensor<?x8xf32, [@c, 8]>) -> tensor<?x8xf32, [@a, 8]>
  %s = "mhlo.dot_general"(%r, %z) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<?x8xf32, [@a, 8]>, tensor<8x8xf32>) -> tensor<?x8xf32, [@a, 8]>
  func.return %s : tensor<?x8xf32, [@a, 8]>
}

// -----

// Products of integers are no calls.
// OWN-NOT:     call @tieshape_product
// CHECK-LABEL: func.func private @matmul_i32(
// CHECK-NOT:     scf.if
// CHECK:         arith.muli
// CHECK-NOT:   cblas
sdim.symbol @a
func.func @integers(%x: tensor<?x8xi32, [@a, 8]>, %y: tensor<8x8xi32>) -> tensor<?x8xi32, [@a, 8]> {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x8xi32, [@a, 8]>, tensor<8x8xi32>) -> tensor<?x8xi32, [@a, 8]>
  func.return %r : tensor<?x8xi32, [@a, 8]>
}

// -----

// Products of bytes, summed in i32, have a function of their own; a BLAS has none.
// OWN:         func.func private @tieshape_byte_product(i64, i64, i64)
// OWN:         func.func private @matmul_i8(
// OWN:           %[[SOME:.*]] = arith.cmpi sgt, %k, %{{.*}} : index
// OWN:           scf.if %[[SOME]] {
// OWN:             func.call @tieshape_byte_product(
// CHECK-LABEL: func.func private @matmul_i8(%{{.*}}: memref<?xi8>, %{{.*}}: memref<?xi8>, %{{.*}}: memref<?xi32>,
// CHECK-NOT:     call
// CHECK:         arith.extsi %{{.*}} : i8 to i32
// CHECK:         arith.extsi %{{.*}} : i8 to i32
// CHECK:         arith.muli %{{.*}} : i32
// CHECK-NOT:   cblas
sdim.symbol @a
func.func @bytes(%x: tensor<?x8xi8, [@a, 8]>, %y: tensor<8x8xi8>) -> tensor<?x8xi32, [@a, 8]> {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x8xi8, [@a, 8]>, tensor<8x8xi8>) -> tensor<?x8xi32, [@a, 8]>
  func.return %r : tensor<?x8xi32, [@a, 8]>
}
