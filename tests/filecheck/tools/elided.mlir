// RUN: tieshape-opt --split-input-file %s | filecheck %s
// RUN: tieshape-opt --split-input-file %s | tieshape-opt --split-input-file | filecheck %s
// RUN: tieshape-opt --split-input-file --print-op-generic %s | tieshape-opt --split-input-file | filecheck %s
// RUN: tieshape-opt --split-input-file -p tieshape %s | filecheck %s --check-prefix WHOLE

// Elements that the text leaves out or keeps at its end.
func.func @elsewhere() {
  %elided = mhlo.constant dense_resource<__elided__> : tensor<2x3xi64>
  %opaque = mhlo.constant opaque<"elided_large_const", "0xDEADBEEF"> : tensor<4xf32>
  %generic = "mhlo.constant"() {value = opaque<"elided_large_const", "0xDEADBEEF"> : tensor<4xi32>} : () -> tensor<4xi32>
  %kept = mhlo.constant dense_resource<weights> : tensor<1xf32>
  %again = mhlo.constant dense_resource<weights> : tensor<1xf32>
  func.return
}

// CHECK-LABEL: func.func @elsewhere(
// CHECK-NEXT: %elided = mhlo.constant dense_resource<__elided__> : tensor<2x3xi64>
// CHECK-NEXT: %opaque = mhlo.constant opaque<"elided_large_const", "0xDEADBEEF"> : tensor<4xf32>
// CHECK-NEXT: %generic = mhlo.constant opaque<"elided_large_const", "0xDEADBEEF"> : tensor<4xi32>
// CHECK-NEXT: %kept = mhlo.constant dense_resource<[[KEY:weights.*]]> : tensor<1xf32>
// CHECK-NEXT: %again = mhlo.constant dense_resource<[[KEY]]> : tensor<1xf32>
// CHECK: [[KEY]]: "0x04000000{{0000803F|0000803f}}"

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F"
    }
  }
#-}

// -----

// Another text's resource of the same name is another; what is left out has no name of its own. Its sizes are known, its
// elements are not.
// WHOLE-LABEL: func.func @other(%x: tensor<?xf32, [@S0]>, %s: tensor<2xi64>)
// WHOLE:         mhlo.dynamic_reshape %{{.*}}, %{{.*}} : (tensor<?xf32, [@S0]>, tensor<2xi64>) -> tensor<?x?xf32, [@S1, @S2]>
// WHOLE:         mhlo.add %{{.*}}, %{{.*}} : tensor<1xf32>
func.func @other(%x: tensor<?xf32>, %s: tensor<2xi64>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %elided = mhlo.constant dense_resource<__elided__> : tensor<2xi64>
  %shape = mhlo.add %elided, %s : tensor<2xi64>
  %0 = mhlo.dynamic_reshape %x, %shape : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %kept = mhlo.constant dense_resource<weights> : tensor<1xf32>
  %1 = mhlo.add %kept, %kept : (tensor<1xf32>, tensor<1xf32>) -> tensor<?xf32>
  func.return %0, %1 : tensor<?x?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @other(
// CHECK-NEXT: %elided = mhlo.constant dense_resource<__elided__> : tensor<2xi64>
// CHECK: dense_resource<[[OTHER:weights.*]]> : tensor<1xf32>
// CHECK: [[OTHER]]: "0x0400000000000040"

{-#
  dialect_resources: {
    builtin: {
      weights: "0x0400000000000040"
    }
  }
#-}
