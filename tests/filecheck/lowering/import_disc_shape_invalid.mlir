// RUN: not tieshape-opt %s -p tieshape-import-disc-shape --split-input-file 2>&1 | filecheck %s

// CHECK: invalid.mlir:4:1: error: disc_shape.SymbolicDim: @C1 has the value 1 and knownNonSizeOne set
"disc_shape.SymbolicDim"() {knownNegativeOne = false, knownNonNegative = true, knownNonSizeOne = true, knownNonSizeZero = true, sym_name = "C1", value = 1 : i64} : () -> ()

// -----

// CHECK: invalid.mlir:9:1: error: disc_shape.SymbolicDim: @C0 has the value 0 and knownNonSizeZero set
"disc_shape.SymbolicDim"() {knownNegativeOne = false, knownNonNegative = true, knownNonSizeOne = true, knownNonSizeZero = true, sym_name = "C0", value = 0 : i64} : () -> ()

// -----

// CHECK: invalid.mlir:14:1: error: disc_shape.SymbolicDim: @S0 has knownNegativeOne set; knownNonNegative is set too
"disc_shape.SymbolicDim"() {knownNegativeOne = true, knownNonNegative = true, knownNonSizeOne = false, knownNonSizeZero = false, sym_name = "S0", value = -1 : i64} : () -> ()

// -----

// CHECK: invalid.mlir:19:1: error: func.func: @C8 is 8, the dimension that it names has size 9
func.func @static_size_that_differs(%x: tensor<9xf32, [@C8]>) {
  return
}
"disc_shape.SymbolicDim"() {sym_name = "C8", value = 8 : i64} : () -> ()

// -----

// The graph says 3 * S0 == 8.
// CHECK: invalid.mlir:33:3: error: sdim.product_equal: can hold for no sizes
"disc_shape.SymbolicDim"() {sym_name = "S0", value = -1 : i64} : () -> ()
func.func @shape_constraint_graph() {
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %0 = "disc_shape.dim"() {name = @S0} : () -> index
  "disc_shape.tie_product_equal"(%c3, %0, %c8) {operand_segment_sizes = array<i32: 2, 1>} : (index, index, index) -> ()
  return
}

// -----

// CHECK: error: disc_shape.dim: there is no disc_shape.SymbolicDim for the symbol @S1
"disc_shape.SymbolicDim"() {sym_name = "S0", value = -1 : i64} : () -> ()
func.func @shape_constraint_graph() {
  %0 = "disc_shape.dim"() {name = @S1} : () -> index
  return
}

// -----

// CHECK: error: disc_shape.tie_product_equal: operandSegmentSizes is [2, 2], two numbers that add up to 3 are needed
"disc_shape.SymbolicDim"() {sym_name = "S0", value = -1 : i64} : () -> ()
func.func @shape_constraint_graph() {
  %0 = "disc_shape.dim"() {name = @S0} : () -> index
  "disc_shape.tie_product_equal"(%0, %0, %0) {operand_segment_sizes = array<i32: 2, 2>} : (index, index, index) -> ()
  return
}
