// RUN: not tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file 2>&1 | filecheck %s
// RUN: not tieshape-opt %s -p 'tieshape-symbolize{facts="no/such/file.toml"}' --split-input-file 2>&1 | filecheck %s --check-prefix=FILE

// FILE: error: no/such/file.toml: No such file or directory

// CHECK: symbolize_invalid.mlir:{{[0-9]+}}:1: error: func.func @{{.*}}: where `seq % 8 == 0`: no size is named `seq`
func.func @unknown_name(%x: tensor<?xf32> {sdim.sizes = ["length"]}) attributes {sdim.where = ["seq % 8 == 0"]} {
  func.return
}

// -----

// CHECK: symbolize_invalid.mlir:{{[0-9]+}}:1: error: func.func @{{.*}}: where `seq % 8 ==`
func.func @bad_grammar(%x: tensor<?xf32> {sdim.sizes = ["seq"]}) attributes {sdim.where = ["seq % 8 =="]} {
  func.return
}

// -----

// CHECK: symbolize_invalid.mlir:{{[0-9]+}}:1: error: func.func @{{.*}}: where `seq == 3`: contradicts
func.func @contradiction(%x: tensor<?xf32> {sdim.sizes = ["seq"]}) attributes {sdim.where = ["seq >= 4", "seq == 3"]} {
  func.return
}

// -----

// CHECK: symbolize_invalid.mlir:{{[0-9]+}}:1: error: func.func @{{.*}}: argument 0: sizes has 2 entries, the argument has rank 1
func.func @wrong_rank(%x: tensor<?xf32> {sdim.sizes = ["a", "b"]}) {
  func.return
}

// -----

// CHECK: symbolize_invalid.mlir:{{[0-9]+}}:1: error: func.func @{{.*}}: argument 1: the hint for @n is 3 here and 2 elsewhere
func.func @two_hints(%x: tensor<?xf32> {sdim.sizes = ["n"], sdim.hint = [2]}, %y: tensor<?xf32> {sdim.sizes = ["n"], sdim.hint = [3]}) {
  func.return
}

// -----

// The model multiplies by a matrix with 4 rows; the user says that there are 3 columns.
// CHECK: symbolize_invalid.mlir:[[LINE:.*]]: error: tf.MatMul: contracting dimension: sizes columns and 4 must agree
func.func @against_the_model(%x: tensor<2x?xf32> {sdim.sizes = [2, "columns"]}, %w: tensor<4x5xf32>) -> tensor<2x5xf32> attributes {sdim.where = ["columns == 3"]} {
  %0 = "tf.MatMul"(%x, %w) : (tensor<2x?xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  func.return %0 : tensor<2x5xf32>
}

// -----

// CHECK: symbolize_invalid.mlir:{{[0-9]+}}:1: error: func.func @{{.*}}: argument 0: rank 3 is said, the argument has rank 2
func.func @another_rank(%x: tensor<?x?xf32> {sdim.rank = 3 : i64}) {
  func.return
}

// -----

// CHECK: symbolize_invalid.mlir:{{[0-9]+}}:1: error: func.func @{{.*}}: argument 0: sdim.rank: expected a number of dimensions up to 64, got -1
func.func @no_rank(%x: tensor<*xf32> {sdim.rank = -1 : i64}) {
  func.return
}

// -----

// CHECK: symbolize_invalid.mlir:{{[0-9]+}}:1: error: func.func @{{.*}}: the hint 127 for @seq contradicts
func.func @hint_against_a_fact(%x: tensor<?xf32> {sdim.sizes = ["seq"], sdim.hint = [127]}) attributes {sdim.where = ["seq % 8 == 0"]} {
  func.return
}

// -----

// CHECK: symbolize_invalid.mlir:{{[0-9]+}}:1: error: func.func @symbolic_rank: argument 0: sizes has 1 entries, the argument has rank 2
func.func @symbolic_rank(%x: tensor<?x?xf32> {rt.symbolic_shape = dense<[-2]> : tensor<1xi64>}) {
  func.return
}

// -----

// CHECK: symbolize_invalid.mlir:{{[0-9]+}}:1: error: func.func @symbolic_text: rt.symbolic_shape of argument 0: expected dense integers, got "a"
func.func @symbolic_text(%x: tensor<?x?xf32> {rt.symbolic_shape = "a"}) {
  func.return
}

// -----

// CHECK: symbolize_invalid.mlir:{{[0-9]+}}:1: error: func.func @keyword: argument 0: sdim.sizes: 'in' is not a name for a symbol: expected letters
func.func @keyword(%x: tensor<?xf32> {sdim.sizes = ["in"]}) {
  func.return
}

// -----

// CHECK: symbolize_invalid.mlir:{{[0-9]+}}:1: error: sdim.symbol: 'a name' is not a name for a symbol
sdim.symbol @"a name"
func.func @blank(%x: tensor<?xf32, [@"a name"]>) {
  func.return
}

// -----

// CHECK: symbolize_invalid.mlir:[[# @LINE + 1]]:1: error: func.func @divides_by_what_may_be_0: where `a // b == 2`: it divides by b, which may be 0; say that it is not
func.func @divides_by_what_may_be_0(%x: tensor<?xf32> {sdim.sizes = ["a"]}, %y: tensor<?xf32> {sdim.sizes = ["b"]}) attributes {sdim.where = ["a // b == 2"]} {
  func.return
}

// -----

// CHECK: symbolize_invalid.mlir:[[# @LINE + 1]]:1: error: func.func @divides_in_a_case: where `b == 0 or a % b == 0`: it divides by b, which may be 0; say that it is not
func.func @divides_in_a_case(%x: tensor<?xf32> {sdim.sizes = ["a"]}, %y: tensor<?xf32> {sdim.sizes = ["b"]}) attributes {sdim.where = ["b == 0 or a % b == 0"]} {
  func.return
}

// -----

// CHECK: symbolize_invalid.mlir:[[# @LINE + 1]]:1: error: func.func @large_number: where `a <= 2**63`: its numbers must fit 63 bits
func.func @large_number(%x: tensor<?xf32> {sdim.sizes = ["a"]}) attributes {sdim.where = ["a <= 2**63"]} {
  func.return
}
