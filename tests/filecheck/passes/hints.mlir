// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --hints 0=2x3,1=1x3 --split-input-file | filecheck %s
// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --hints 0=2x3,1=1x3 --undecided version --split-input-file | filecheck %s --check-prefix GENERAL
// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s --check-prefix GENERAL
// RUN: not tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --hints 0=2x3,1=4x3 --split-input-file 2>&1 | filecheck %s --check-prefix REFUTED
// RUN: not tieshape-opt %s -p tieshape-symbolize --hints 0=2x3,7=4x3 2>&1 | filecheck %s --check-prefix UNKNOWN
// RUN: not tieshape-opt %s -p cse --hints 0=2x3 2>&1 | filecheck %s --check-prefix UNUSED
// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --hints 0=2x3,1=1x3 --split-input-file --summary --static-check 'S2 == 1' --static-check 'S0 == 2' --static-check '3 < 2' 2>&1 >/dev/null | filecheck %s --check-prefix STATIC

// Each size goes by its own hint: the rows of y are 1, the columns agree. The arguments keep their sizes; what was expected
// of them holds behind the tie.
// CHECK:       sdim.symbol @S0 {hint = 2 : i64}
// CHECK-NEXT:  sdim.symbol @S1 {hint = 3 : i64}
// CHECK-NEXT:  sdim.symbol @S2 {hint = 1 : i64}
// CHECK-NEXT:  sdim.symbol @S3 {hint = 3 : i64}
// CHECK:       sdim.equal expect {{.*}}, {{.*}} {why = "tf.AddV2 at {{.*}}: compiled for S2 == 1"}
// CHECK:       sdim.equal expect {{.*}}, {{.*}} {why = "tf.AddV2 at {{.*}}: compiled for S1 == S3"}
// CHECK-NOT:   assert
// CHECK:       func.func @add(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?x?xf32, [@S2, @S3]>) -> tensor<?x?xf32, [@S0, @S1]>
// CHECK:       %[[Y:.*]] = sdim.tie_shape %y, {{.*}} : tensor<?x?xf32, [@S2, @S3]> -> tensor<1x?xf32, [1, @S1]>
// CHECK-NEXT:  "tf.AddV2"(%x, %[[Y]])

// Without hints, or asked for versions, nothing is expected.
// GENERAL-NOT: expect
// GENERAL:     sdim.broadcastable assert
// GENERAL-NOT: expect
// GENERAL:     func.func @add(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?x?xf32, [@S2, @S3]>) -> tensor<?x?xf32, [@S4, @S5]>
// GENERAL-NOT: sdim.tie_shape

// REFUTED: hints.mlir:36:3: error: tf.AddV2: sizes S0 and S2 must be equal or one of them 1; the hints are S0 = 2, S2 = 4
// UNKNOWN: error: {{.*}}hints: no argument `7`; there are 0, 1
// UNUSED: error: --hints needs a pass that takes it
// STATIC: S2 == 1: True
// STATIC: S0 == 2: False
// STATIC: 3 < 2: False
func.func @add(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.AddV2"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
