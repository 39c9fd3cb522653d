// RUN: tieshape-opt %s -p tieshape-import-disc-shape --allow-unregistered-dialect --split-input-file | filecheck %s

// Symbols of known value are replaced by it, flags become facts, the graph becomes constraints, in both spellings of its sizes.
// CHECK:       sdim.symbol @S0
// CHECK-NEXT:  sdim.symbol @S1
// CHECK-NEXT:  sdim.symbol @S2
// CHECK-NEXT:  sdim.constraints {
// CHECK-NEXT:    sdim.range @S0 in [1, ?]
// CHECK-NEXT:    %[[S1:.*]] = sdim.size @S1
// CHECK-NEXT:    %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[NE:.*]] = arith.cmpi ne, %[[S1]], %[[ONE]] : index
// CHECK-NEXT:    sdim.holds %[[NE]]
// CHECK:         sdim.product_equal [%c4, @S1], [@S2]
// CHECK-NEXT:    sdim.product_equal [@S1, 10], [@S2, %c4]
// CHECK-NEXT:  }
// CHECK-NOT:   disc_shape
// CHECK-NOT:   shape_constraint_graph
// CHECK:       func.func @main(%x: tensor<?x10xf32, [@S0, 10]>, %y: tensor<?x?xf32, [@S1, @S2]>) -> tensor<?x10xf32, [@S0, 10]> {
// CHECK-NEXT:    mhlo.abs %x : tensor<?x10xf32, [@S0, 10]>
func.func @main(%x: tensor<?x10xf32, [@S0, @C10]>, %y: tensor<?x?xf32, [@S1, @S2]>) -> tensor<?x10xf32, [@S0, @C10]> {
  %0 = mhlo.abs %x : tensor<?x10xf32, [@S0, @C10]>
  return %0 : tensor<?x10xf32, [@S0, @C10]>
}
"disc_shape.SymbolicDim"() {knownNegativeOne = false, knownNonNegative = true, knownNonSizeOne = false, knownNonSizeZero = true, sym_name = "S0", value = -9223372036854775808 : i64} : () -> ()
"disc_shape.SymbolicDim"() {knownNegativeOne = false, knownNonNegative = true, knownNonSizeOne = true, knownNonSizeZero = false, sym_name = "S1", value = -1 : i64} : () -> ()
"disc_shape.SymbolicDim"() {knownNegativeOne = false, knownNonNegative = true, knownNonSizeOne = false, knownNonSizeZero = false, sym_name = "S2", value = -1 : i64} : () -> ()
"disc_shape.SymbolicDim"() {knownNegativeOne = false, knownNonNegative = true, knownNonSizeOne = true, knownNonSizeZero = true, sym_name = "C10", value = 10 : i64} : () -> ()
func.func @shape_constraint_graph() {
  %c4 = arith.constant 4 : index
  %0 = "disc_shape.dim"() {name = @S1} : () -> index
  %1 = "disc_shape.dim"() {name = @S2} : () -> index
  "disc_shape.tie_product_equal"(%c4, %0, %1) {operand_segment_sizes = array<i32: 2, 1>} : (index, index, index) -> ()
  %2 = "disc_shape.dim"() {name = @C10} : () -> index
  "disc_shape.tie_product_equal"(%0, %2, %1, %c4) <{operandSegmentSizes = array<i32: 2, 2>}> : (index, index, index, index) -> ()
  return
}

// -----

// The attribute of an op says sizes of its result: a fact beside its type, an encoding, or a tie of a buffer.
// CHECK:       sdim.constraints {
// CHECK-NEXT:    sdim.equal @S0, @S1
// CHECK-NEXT:  }
// CHECK:         mhlo.abs %x : tensor<?xf32, [@S0]>
// CHECK-NEXT:    %[[D:.*]] = tensor.dim
// CHECK-NEXT:    %[[B:.*]] = memref.alloc(%[[D]]) : memref<?x8xf32>
// CHECK-NEXT:    %[[SIZE:.*]] = sdim.size @S1
// CHECK-NEXT:    %[[EIGHT:.*]] = arith.constant 8 : index
// CHECK-NEXT:    %[[T:.*]] = sdim.tie_shape %[[B]], [%[[SIZE]], %[[EIGHT]]] : memref<?x8xf32>
// CHECK-NEXT:    "test.use"(%[[T]])
// CHECK:         sdim.tie_shape %x, [%[[D]]] : tensor<?xf32, [@S0]>
// CHECK-NOT:     kDiscSymbolicDimAttr
func.func @attributes(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]> {
  %c0 = arith.constant 0 : index
  %0 = mhlo.abs %x {kDiscSymbolicDimAttr = [@S1]} : tensor<?xf32, [@S0]>
  %d = tensor.dim %x, %c0 : tensor<?xf32, [@S0]>
  %b = memref.alloc(%d) {kDiscSymbolicDimAttr = [@S1, @C8]} : memref<?x8xf32>
  "test.use"(%b) : (memref<?x8xf32>) -> ()
  %t = "disc_shape.tie_shape"(%x, %d) : (tensor<?xf32, [@S0]>, index) -> tensor<?xf32, [@S0]>
  return %t : tensor<?xf32, [@S0]>
}
"disc_shape.SymbolicDim"() {knownNegativeOne = false, knownNonNegative = true, knownNonSizeOne = false, knownNonSizeZero = false, sym_name = "S0", value = -1 : i64} : () -> ()
"disc_shape.SymbolicDim"() {knownNegativeOne = false, knownNonNegative = true, knownNonSizeOne = false, knownNonSizeZero = false, sym_name = "S1", value = -1 : i64} : () -> ()
"disc_shape.SymbolicDim"() {knownNegativeOne = false, knownNonNegative = true, knownNonSizeOne = true, knownNonSizeZero = true, sym_name = "C8", value = 8 : i64} : () -> ()

// -----

// A module without such IR is left as it is.
// CHECK:       func.func @untouched(%x: tensor<?xf32>)
// CHECK-NOT:   sdim
func.func @untouched(%x: tensor<?xf32>) {
  return
}
