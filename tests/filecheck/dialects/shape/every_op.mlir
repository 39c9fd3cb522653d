// RUN: tieshape-opt %s | tieshape-opt | filecheck %s
// RUN: tieshape-opt %s --print-op-generic | tieshape-opt | filecheck %s

// Ops of the shape dialect, each once.

// CHECK-LABEL: func.func @add(
// CHECK:         shape.add %m, %n : index, index -> index
func.func @add(%m: index, %n: index) -> index {
  %0 = shape.add %m, %n : index, index -> index
  func.return %0 : index
}

// CHECK-LABEL: func.func @const_size(
// CHECK:         shape.const_size 4
func.func @const_size() -> !shape.size {
  %0 = shape.const_size 4
  func.return %0 : !shape.size
}

// CHECK-LABEL: func.func @cstr_require(
// CHECK:         shape.cstr_require %p, "sizes must agree"
func.func @cstr_require(%p: i1) -> !shape.witness {
  %0 = shape.cstr_require %p, "sizes must agree"
  func.return %0 : !shape.witness
}

// CHECK-LABEL: func.func @dim(
// CHECK:         shape.dim %x, %i : tensor<?x4xf32>, index -> index
func.func @dim(%x: tensor<?x4xf32>, %i: index) -> index {
  %0 = shape.dim %x, %i : tensor<?x4xf32>, index -> index
  func.return %0 : index
}

// CHECK-LABEL: func.func @div(
// CHECK:         shape.div %m, %n : index, index -> index
func.func @div(%m: index, %n: index) -> index {
  %0 = shape.div %m, %n : index, index -> index
  func.return %0 : index
}

// CHECK-LABEL: func.func @from_extents(
// CHECK:         shape.from_extents %n, %n : index, index
func.func @from_extents(%n: index) -> !shape.shape {
  %0 = shape.from_extents %n, %n : index, index
  func.return %0 : !shape.shape
}

// CHECK-LABEL: func.func @index_to_size(
// CHECK:         shape.index_to_size %n
func.func @index_to_size(%n: index) -> !shape.size {
  %0 = shape.index_to_size %n
  func.return %0 : !shape.size
}

// CHECK-LABEL: func.func @is_broadcastable(
// CHECK:         shape.is_broadcastable %x, %y : tensor<2xindex>, tensor<?xindex>
func.func @is_broadcastable(%x: tensor<2xindex>, %y: tensor<?xindex>) -> i1 {
  %0 = shape.is_broadcastable %x, %y : tensor<2xindex>, tensor<?xindex>
  func.return %0 : i1
}

// CHECK-LABEL: func.func @max(
// CHECK:         shape.max %m, %n : !shape.size, !shape.size -> !shape.size
func.func @max(%m: !shape.size, %n: !shape.size) -> !shape.size {
  %0 = shape.max %m, %n : !shape.size, !shape.size -> !shape.size
  func.return %0 : !shape.size
}

// CHECK-LABEL: func.func @min(
// CHECK:         shape.min %m, %n : !shape.size, !shape.size -> !shape.size
func.func @min(%m: !shape.size, %n: !shape.size) -> !shape.size {
  %0 = shape.min %m, %n : !shape.size, !shape.size -> !shape.size
  func.return %0 : !shape.size
}

// CHECK-LABEL: func.func @mul(
// CHECK:         shape.mul %m, %n : index, index -> index
func.func @mul(%m: index, %n: index) -> index {
  %0 = shape.mul %m, %n : index, index -> index
  func.return %0 : index
}

// CHECK-LABEL: func.func @shape_eq(
// CHECK:         shape.shape_eq %x, %y : tensor<2xindex>, tensor<?xindex>
func.func @shape_eq(%x: tensor<2xindex>, %y: tensor<?xindex>) -> i1 {
  %0 = shape.shape_eq %x, %y : tensor<2xindex>, tensor<?xindex>
  func.return %0 : i1
}
