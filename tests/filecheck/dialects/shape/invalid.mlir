// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: shape.assuming: the region yields 0 values, the op has 1 results
func.func @yields_nothing(%a: tensor<?xindex>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %w = shape.cstr_broadcastable %a, %a : tensor<?xindex>, tensor<?xindex>
  %r = shape.assuming %w -> (tensor<?xf32>) {
    %0 = mhlo.abs %x : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}

// -----

// CHECK: error: shape.assuming: the region yields other types than the op has
func.func @yields_another_type(%a: tensor<?xindex>, %x: tensor<?xf32>) -> tensor<?xf64> {
  %w = shape.cstr_broadcastable %a, %a : tensor<?xindex>, tensor<?xindex>
  %r = shape.assuming %w -> (tensor<?xf64>) {
    shape.assuming_yield %x : tensor<?xf32>
  }
  func.return %r : tensor<?xf64>
}
