// RUN: tieshape-opt %s -p tieshape --hints 'x=6,sizes=2' --verify-survival | filecheck %s
// RUN: tieshape-opt %s -p tieshape | filecheck %s --check-prefix OPEN

// How many sizes there are only a call tells: the hints choose, and a guard expects that many.

// CHECK:       sdim.equal expect @S1, 2 {why = "tf.Reshape at {{.*}}: compiled for S1 == 2"}
// CHECK-LABEL: func.func @main(%x: tensor<?xf32, [@S0]>, %sizes: tensor<?xi32, [@S1]>) -> tensor<?x?xf32, [@{{.*}}, @{{.*}}]>
// CHECK:         mhlo.dynamic_reshape

// OPEN:        mhlo.custom_call @tf.Reshape
// OPEN-SAME:     tieshape.unlowered = "the rank of the result is not known"
func.func @main(%x: tensor<?xf32>, %sizes: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.Reshape"(%x, %sizes) : (tensor<?xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
