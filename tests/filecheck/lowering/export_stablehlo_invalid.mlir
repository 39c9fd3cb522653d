// RUN: not tieshape-opt %s -p "tieshape-export-stablehlo{for=tvm}" 2>&1 | filecheck %s --check-prefix FOR
// RUN: not tieshape-opt %s -p "tieshape-export-stablehlo{to=hlo}" 2>&1 | filecheck %s --check-prefix TO
// RUN: not tieshape-opt %s -p "tieshape-export-stablehlo{target=jax}" 2>&1 | filecheck %s --check-prefix OPTION
// RUN: not tieshape-opt %s -p "tieshape-export-stablehlo{for=jax}" 2>&1 | filecheck %s --check-prefix MAIN
// RUN: not tieshape-opt %s -p tieshape-export-stablehlo 2>&1 | filecheck %s --check-prefix OP

// FOR: error: option for is 'tvm'; one of any, jax, iree is needed
// TO: error: option to is 'hlo'; one of stablehlo, mhlo is needed
// OPTION: error: pass tieshape-export-stablehlo has no option 'target'; its options are to, for
// MAIN: error: one public function is needed for jax, the module has @f, @g
// OP: export_stablehlo_invalid.mlir:13:{{.*}}: error: tf.Unheard: cannot be exported: StableHLO has no such op
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.Unheard"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
func.func @g(%x: tensor<?xf32>) -> tensor<?xf32> {
  func.return %x : tensor<?xf32>
}
