// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: Expected 'bounds'
func.func @bounds(%x: tensor<?xf32>) {
  %r = mhlo.abs %x {a = #mhlo.type_extensions<limits = [3]>} : tensor<?xf32>
  func.return
}

// -----

// CHECK: error: '>' expected
func.func @unknown_field(%x: tensor<?xf32>) {
  %r = mhlo.abs %x {a = #mhlo.dot<left = [3]>} : tensor<?xf32>
  func.return
}

// -----

// CHECK: error: expected 'result_index' with at least one element
func.func @result_alias(%x: tensor<?xf32>) {
  %r = mhlo.abs %x {a = #mhlo.result_alias<must_alias>} : tensor<?xf32>
  func.return
}
