// RUN: tieshape-opt %s -p tieshape-export-stablehlo,tieshape-import-stablehlo,tieshape-export-stablehlo --split-input-file | filecheck %s

// A guard that was read back is one on sizes, whatever computes with them.
// CHECK-LABEL: func.func public @sizes
// CHECK:         stablehlo.custom_call @shape_assertion({{.*}}error_message = "even"
sdim.symbol @n
sdim.constraints {
  %n = sdim.size @n
  sdim.divisible assert %n by 2 {why = "even"}
}
func.func @sizes(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %0 = mhlo.exponential %x : tensor<?xf32, [@n]>
  func.return %0 : tensor<?xf32, [@n]>
}

// -----

// One on what a tensor holds is none.
// CHECK-LABEL: func.func public @elements
// CHECK-NOT:     shape_assertion
// CHECK:         func.return
func.func @elements(%x: tensor<i32>) -> tensor<i32> {
  %zero = mhlo.constant dense<0> : tensor<i32>
  %same = mhlo.compare EQ, %x, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %holds = tensor.extract %same[] : tensor<i1>
  sdim.holds assert %holds {why = "zero"}
  func.return %x : tensor<i32>
}
