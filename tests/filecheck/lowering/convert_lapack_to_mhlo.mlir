// RUN: tieshape-opt %s --split-input-file -p tieshape-symbolize,tieshape-infer-shapes,convert-lapack-to-mhlo | filecheck %s

// One column a trip, as many as the lesser size; the first zero of the diagonal is told.
// CHECK:         sdim.equal @[[LEAST:.*]], %{{.*}}
// CHECK-LABEL: func.func @getrf
// CHECK-SAME:    (%a: tensor<?x?xf32, [@S0, @S1]>) -> (tensor<?x?xf32, [@S0, @S1]>, tensor<?xi32, [@[[LEAST]]]>, tensor<i32>)
// CHECK-NOT:     lapack
// CHECK:         mhlo.while
// CHECK:         mhlo.compare LT
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.minimum
func.func @getrf(%a: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xi32>, tensor<i32>) {
  %lu, %pivots, %info = lapack.getrf %a : (tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xi32>, tensor<i32>)
  return %lu, %pivots, %info : tensor<?x?xf32>, tensor<?xi32>, tensor<i32>
}

// -----

// Reflections, and their product from the last one to the first.
// CHECK-LABEL: func.func @qr
// CHECK-SAME:    -> tensor<?x8x4xf32, [@S0, 8, 4]>
// CHECK-NOT:     lapack
// CHECK:         mhlo.while
// CHECK:         mhlo.compare LT
// CHECK:         mhlo.while
// CHECK:         mhlo.compare GT
func.func @qr(%a: tensor<?x8x4xf32>) -> tensor<?x?x?xf32> {
  %factors, %tau = lapack.geqrf %a : (tensor<?x8x4xf32>) -> (tensor<?x?x?xf32>, tensor<?x?xf32>)
  %q = lapack.orgqr %factors, %tau : (tensor<?x?x?xf32>, tensor<?x?xf32>) -> tensor<?x?x?xf32>
  return %q : tensor<?x?x?xf32>
}

// -----

// What is demanded: no more columns than rows.
// CHECK:       sdim.less_equal assert @S2, @S1 {why = "lapack.orgqr at {{.*}}: S2 columns of S1 rows: needed at most as many"}
// CHECK:       sdim.less_equal assert @S4, @S2 {why = "lapack.orgqr at {{.*}}: S4 elements of tau: needed at most S2"}
// CHECK-LABEL: func.func @orgqr
func.func @orgqr(%a: tensor<?x?x?xf32>, %tau: tensor<?x?xf32>) -> tensor<?x?x?xf32> {
  %q = lapack.orgqr %a, %tau : (tensor<?x?x?xf32>, tensor<?x?xf32>) -> tensor<?x?x?xf32>
  return %q : tensor<?x?x?xf32>
}
