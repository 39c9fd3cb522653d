// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: :1: error: sdim.symbol: hint -1 is negative; a size is not
sdim.symbol @S0 {hint = -1 : i64}

// -----

sdim.symbol @S0
// CHECK: :1: error: sdim.symbol: @S0 is declared already, at {{.*}}invalid.mlir:8:1
sdim.symbol @S0

// -----

func.func @f() {
  // CHECK: :3: error: 'sdim.symbol' expects parent op 'builtin.module'
  sdim.symbol @S0
  func.return
}

// -----

func.func @f() {
  // CHECK: :3: error: sdim.size: @S0 is not declared; the module has no `sdim.symbol @S0`
  %s0 = sdim.size @S0
  func.return
}

// -----

func.func @f() {
  // CHECK: :3: error: sdim.size: @a::@b is nested; a symbol is a name in the module
  %s0 = sdim.size @a::@b
  func.return
}

// -----

// CHECK: :1: error: func.func: argument 0 is tensor<?xf32, [@S0]>; dimension 0: @S0 is not declared
func.func @dangling(%x: tensor<?xf32, [@S0]>) {
  func.return
}

// -----

// A function is no symbolic size.
// CHECK: :1: error: func.func: argument 0 is tensor<?xf32, [@f]>; dimension 0: @f is not declared
func.func @f(%x: tensor<?xf32, [@f]>) {
  func.return
}

// -----

sdim.symbol @S0
// CHECK: :1: error: func.func: argument 0 is tensor<?x?xf32, [@S0]>; the encoding has 1 entries for rank 2
func.func @arity(%x: tensor<?x?xf32, [@S0]>) {
  func.return
}

// -----

sdim.symbol @S0
// CHECK: :1: error: func.func: result 0 is tensor<?x4xf32, [@S0, 5 : i64]>; dimension 1: 5 contradicts the size 4
func.func private @contradiction() -> tensor<?x4xf32, [@S0, 5]>

// -----

sdim.symbol @S0
// CHECK: :1: error: func.func: {{.*}} dimension 1: @S0 stands for a static size; write 4
func.func private @symbol_for_static(tensor<?x4xf32, [@S0, @S0]>)

// -----

// CHECK: :1: error: func.func: {{.*}} dimension 0: 4 stands for a dynamic size; write a symbol
func.func private @static_for_dynamic(tensor<?xf32, [4]>)

// -----

// CHECK: :1: error: func.func: {{.*}} dimension 0: "S0" is neither a symbol nor an i64 integer
func.func private @no_entry(tensor<?xf32, ["S0"]>)

// -----

// CHECK: :1: error: func.func: {{.*}} dimension 0: @a::@b is nested; a symbol is a name in the module
func.func private @nested(tensor<?xf32, [@a::@b]>)

// -----

sdim.symbol @S0
func.func @result(%m: memref<?xf32>, %s: index) {
  // CHECK: :3: error: test.op: result 1 is tensor<?xf32, [@S1]>; dimension 0: @S1 is not declared
  %0, %1 = "test.op"() : () -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>)
  func.return
}

// -----

func.func @block(%x: tensor<?xf32>) {
  // CHECK: :3: error: test.op: block argument 0 is tensor<?xf32, [@S1]>; dimension 0: @S1 is not declared
  "test.op"() ({
  ^bb0(%y: tensor<?xf32, [@S1]>):
    "test.termop"() : () -> ()
  }) : () -> ()
  func.return
}

// -----

func.func @arity(%m: memref<?x4xf32>, %s: index) {
  // CHECK: :3: error: sdim.tie_shape: 1 sizes for a value of rank 2
  %0 = sdim.tie_shape %m, [%s] : memref<?x4xf32>
  func.return
}

// -----

func.func @rank(%m: memref<?x4xf32>, %s: index) {
  // CHECK: :3: error: sdim.tie_shape: memref<?x4xf32> and memref<?xf32> have different ranks
  %0 = sdim.tie_shape %m, [%s, %s] : memref<?x4xf32> -> memref<?xf32>
  func.return
}

// -----

func.func @element(%m: tensor<?xf32>, %s: index) {
  // CHECK: :3: error: sdim.tie_shape: tensor<?xf32> and tensor<?xf64> differ in more than sizes
  %0 = sdim.tie_shape %m, [%s] : tensor<?xf32> -> tensor<?xf64>
  func.return
}

// -----

func.func @kind(%m: tensor<?xf32>, %s: index) {
  // CHECK: :3: error: sdim.tie_shape: tensor<?xf32> and memref<?xf32> differ in more than sizes
  %0 = sdim.tie_shape %m, [%s] : tensor<?xf32> -> memref<?xf32>
  func.return
}

// -----

func.func @space(%m: memref<?xf32, 1 : i32>, %s: index) {
  // CHECK: :3: error: sdim.tie_shape: {{.*}} differ in more than sizes
  %0 = sdim.tie_shape %m, [%s] : memref<?xf32, 1 : i32> -> memref<?xf32, 2 : i32>
  func.return
}

// -----

func.func @static(%m: tensor<4xf32>, %s: index) {
  // CHECK: :3: error: sdim.tie_shape: dimension 0 has the sizes 4 and 5; they must agree
  %0 = sdim.tie_shape %m, [%s] : tensor<4xf32> -> tensor<5xf32>
  func.return
}

// -----

func.func @constant(%m: tensor<?x4xf32>, %s: index) {
  %c5 = arith.constant 5 : index
  // CHECK: :3: error: sdim.tie_shape: dimension 1 has the sizes 4 and 5; they must agree
  %0 = sdim.tie_shape %m, [%s, %c5] : tensor<?x4xf32>
  func.return
}

// -----

func.func @unranked(%m: tensor<*xf32>) {
  // CHECK: :3: error: sdim.tie_shape: operand 'source' at position 0 does not verify: Unexpected attribute tensor<*xf32>
  %0 = sdim.tie_shape %m, [] : tensor<*xf32>
  func.return
}

// -----

// CHECK: :14: error: operand is used with type index, but has been previously used or defined with type i32
func.func @type(%s: i32) {
  sdim.equal %s, %s
  func.return
}

// -----

func.func @type(%s: i32, %t: index) {
  // CHECK: :3: error: sdim.equal: operand 'lhs' at position 0 does not verify: Expected attribute index but got i32
  "sdim.equal"(%s, %t) : (i32, index) -> ()
  func.return
}

// -----

func.func @condition(%s: index) {
  // CHECK: :3: error: sdim.holds: operand 'condition' at position 0 does not verify: Expected attribute i1 but got index
  "sdim.holds"(%s) : (index) -> ()
  func.return
}

// -----

func.func @strength(%s: index) {
  // CHECK: :14: error: Expected `assume`, `expect`, or `assert`
  sdim.equal hope %s, %s
  func.return
}

// -----

func.func @strength(%s: index) {
  // CHECK: :3: error: sdim.equal: "assert" should be of base attribute sdim.strength
  "sdim.equal"(%s, %s) <{strength = "assert"}> : (index, index) -> ()
  func.return
}

// -----

func.func @divisor(%s: index) {
  // CHECK: :3: error: sdim.divisible: the divisor is 0; it must be at least 1
  sdim.divisible %s by 0
  func.return
}

// -----

func.func @divisor(%s: index) {
  // CHECK: :3: error: sdim.divisible: the divisor is -8; it must be at least 1
  sdim.divisible %s by -8
  func.return
}

// -----

func.func @open(%s: index) {
  // CHECK: :3: error: sdim.range: both ends of the range are open; one must be a number
  sdim.range %s in [?, ?]
  func.return
}

// -----

func.func @empty(%s: index) {
  // CHECK: :3: error: sdim.range: the range [3, 2] is empty
  sdim.range %s in [3, 2]
  func.return
}

// -----

func.func @likely(%s: index) {
  // CHECK: :3: error: sdim.likely: lists no size
  sdim.likely %s in []
  func.return
}

// -----

func.func @likely(%s: index) {
  // CHECK: :3: error: sdim.likely: the size -2 is negative
  sdim.likely %s in [4, -2]
  func.return
}

// -----

// A fact about constants alone must be true where it holds in the whole module.
sdim.constraints {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  // CHECK: :3: error: sdim.equal: never holds: the values of its operands are 3, 4
  sdim.equal %c3, %c4
}

// -----

sdim.constraints {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  // CHECK: :3: error: sdim.less_equal: never holds: the values of its operands are 4, 3
  sdim.less_equal %c4, %c3
}

// -----

sdim.constraints {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  // CHECK: :3: error: sdim.product_equal: never holds: the values of its operands are 3, 4, 3
  sdim.product_equal [%c3, %c4], [%c3]
}

// -----

sdim.constraints {
  // CHECK: :3: error: sdim.sum_equal: never holds: the values of its operands are 3, 4, 8
  sdim.sum_equal [3, 4], [8]
}

// -----

func.func @a_number_in_code(%a: index) {
  // CHECK: :18: error: a number is an operand in sdim.constraints only; elsewhere write arith.constant
  sdim.equal %a, 2
  func.return
}

// -----

sdim.constraints {
  %c3 = arith.constant 3 : index
  // CHECK: :3: error: sdim.divisible: never holds: the values of its operands are 3
  sdim.divisible %c3 by 2
}

// -----

sdim.constraints {
  %c3 = arith.constant 3 : index
  // CHECK: :3: error: sdim.range: never holds: the values of its operands are 3
  sdim.range %c3 in [4, ?]
}

// -----

sdim.constraints {
  %false = arith.constant false
  // CHECK: :3: error: sdim.holds: never holds: the values of its operands are 0
  sdim.holds %false
}

// -----

// CHECK: :1: error: a module has one sdim.constraints; this one has more
sdim.constraints {
}
sdim.constraints {
}

// -----

func.func @f() {
  // CHECK: :3: error: 'sdim.constraints' expects parent op 'builtin.module'
  sdim.constraints {
  }
  func.return
}

// -----

// CHECK: :1: error: sdim.constraints: holds test.op; only sdim.size, arith ops and facts may stand here
sdim.constraints {
  %0 = "test.op"() : () -> index
}

// -----

// CHECK: :1: error: sdim.constraints: the block takes arguments; symbols come from sdim.size
sdim.constraints {
^bb0(%s: index):
  sdim.equal %s, %s
}

// -----

func.func @f(%s: index) {
  // CHECK: :3: error: sdim.constraints: Region 'body' at position 0 expected a single block, but got 2 blocks
  "sdim.constraints"() ({
  ^bb0:
    "test.termop"() : () -> ()
  ^bb1:
    "test.termop"() : () -> ()
  }) : () -> ()
  func.return
}

// -----

%s = "test.op"() : () -> index
// CHECK: :1: error: sdim.constraints: Operation using value defined out of its IsolatedFromAbove parent
sdim.constraints {
  sdim.equal %s, %s
}

// -----

func.func @f(%x: tensor<?xi32>) {
  // CHECK: :3: error: sdim.elements: states nothing
  sdim.elements assert %x : tensor<?xi32>
  func.return
}

// -----

func.func @f(%x: tensor<?x!tf_type.string>) {
  // CHECK: :3: error: sdim.elements: !tf_type.string is no type of numbers
  sdim.elements assert %x non_zero : tensor<?x!tf_type.string>
  func.return
}

// -----

func.func @f(%x: tensor<?x?xi32>) {
  // CHECK: :3: error: sdim.elements: ascending needs a vector, the tensor has rank 2
  sdim.elements assert %x ascending : tensor<?x?xi32>
  func.return
}

// -----

func.func @f(%x: tensor<?x3xi32>, %n: index) {
  // CHECK: :3: error: sdim.elements: 2 upper bounds for a last dimension that tensor<?x3xi32> has not
  sdim.elements assert %x below %n, %n : tensor<?x3xi32>
  func.return
}

// -----

// CHECK: error: sdim.elements: is about elements, which only code has
sdim.constraints {
  %x = arith.constant dense<0> : tensor<2xi32>
  sdim.elements assert %x non_zero : tensor<2xi32>
}

// -----

sdim.symbol @S0
sdim.constraints {
  // CHECK: :3: error: sdim.broadcastable: 1 sizes; at least two broadcast
  sdim.broadcastable [@S0]
}

// -----

sdim.constraints {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  // CHECK: :3: error: sdim.broadcastable: never holds: the values of its operands are 2, 3
  sdim.broadcastable [%c2, %c3]
}

// -----

sdim.constraints {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  // CHECK: :3: error: sdim.broadcast: never holds: the values of its operands are 1, 3, 1
  sdim.broadcast [%c1, %c3] -> %c1
}

// -----

sdim.constraints {
  // CHECK: :3: error: sdim.size: @S9 is not declared; the module has no `sdim.symbol @S9`
  sdim.range @S9 in [1, ?]
}

// -----

sdim.symbol @S0
func.func @in_code(%a: index) {
  // CHECK: :14: error: a symbol is an operand in sdim.constraints only; elsewhere write sdim.size
  sdim.equal @S0, %a
  func.return
}
