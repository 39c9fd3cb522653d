// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-import-shape,tieshape-infer-shapes --print-ir-after-change 2>&1 | filecheck %s --check-prefix CHANGE
// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-import-shape,tieshape-infer-shapes --mlir-print-ir-after-change 2>&1 | filecheck %s --check-prefix CHANGE
// CHANGE: // IR after tieshape-symbolize:
// CHANGE-NOT: // IR after tieshape-import-shape:
// CHANGE: // IR after tieshape-infer-shapes:

// RUN: tieshape-opt %s -p tieshape-symbolize,cse,convert-tf-to-mhlo --pass-statistics 2>&1 | filecheck %s --check-prefix COUNT
// COUNT: ... Pass statistics report ...
// COUNT: tieshape-symbolize
// COUNT-NEXT:   (S)      4 num-ops-before
// COUNT-NEXT:   (S)      5 num-ops-after
// COUNT-NEXT:   (S)      1 num-added sdim.symbol
// COUNT-NEXT: cse
// COUNT-NEXT:   (S)      5 num-ops-before
// COUNT-NEXT:   (S)      4 num-ops-after
// COUNT-NEXT:   (S)      1 num-removed tf.Tanh
// COUNT: (S)      1 num-removed tf.Tanh
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.Tanh"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = "tf.Tanh"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
