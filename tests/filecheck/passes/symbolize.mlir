// RUN: tieshape-opt %s -p tieshape-symbolize --split-input-file | filecheck %s

// Each unknown size gets a symbol of its own; static sizes stay.
// CHECK:       sdim.symbol @S0
// CHECK-NEXT:  sdim.symbol @S1
// CHECK-NEXT:  func.func @unknown_sizes(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<?xf32, [@S1]>, %z: tensor<2xf32>)
func.func @unknown_sizes(%x: tensor<?x4xf32>, %y: tensor<?xf32>, %z: tensor<2xf32>) {
  func.return
}

// -----

// A name shared by two sizes makes them one symbol; a hint is recorded with the symbol; facts become constraints.
// CHECK:       sdim.symbol @batch {hint = 4 : i64}
// CHECK-NEXT:  sdim.symbol @seq
// CHECK:       sdim.constraints {
// CHECK-NEXT:    sdim.divisible @seq by 8 {why = "seq % 8 == 0"}
// CHECK-NEXT:  }
// CHECK:       tensor<?x?xf32, [@batch, @seq]>
// CHECK-SAME:  tensor<?xf32, [@batch]>
func.func @named_sizes(
    %x: tensor<?x?xf32> {sdim.sizes = ["batch", "seq"]},
    %y: tensor<?xf32> {sdim.sizes = ["batch"], sdim.hint = [4]}
) attributes {sdim.where = ["seq % 8 == 0"]} {
  func.return
}

// -----

// A name that the user gives is no other size's, of an argument before or behind, or of another function.
// CHECK:       func.func @before(%x: tensor<?xf32, [@S2]>)
// CHECK:       func.func @given_names(%x: tensor<?xf32, [@S3]>, %y: tensor<?x?xf32, [@S0, @S1]> {sdim.sizes = ["S0", "S1"]}, %z: tensor<?xf32, [@S4]>)
func.func @before(%x: tensor<?xf32>) {
  func.return
}
func.func @given_names(%x: tensor<?xf32>, %y: tensor<?x?xf32> {sdim.sizes = ["S0", "S1"]}, %z: tensor<?xf32>) {
  func.return
}

// -----

// Symbols that are there already are kept, and new names avoid them.
// CHECK:       sdim.symbol @S0
// CHECK-NEXT:  sdim.symbol @S1
// CHECK:       func.func @some_symbols(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>)
sdim.symbol @S0
func.func @some_symbols(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32>) {
  func.return
}

// -----

// A rank that is told, by itself or by names or by an example, makes unknown sizes; a scalar has none.
// CHECK:       func.func @ranks(%x: tensor<?x?xf32, [@S0, @S1]> {sdim.rank = 2 : i64}, %y: tensor<?x4xf32, [@n, 4]> {{.*}}, %z: tensor<?xf32, [@S2]> {{.*}}, %s: tensor<f32> {sdim.rank = 0 : i64}, %u: tensor<*xf32>)
func.func @ranks(
    %x: tensor<*xf32> {sdim.rank = 2 : i64},
    %y: tensor<*xf32> {sdim.sizes = ["n", 4 : i64]},
    %z: tensor<*xf32> {sdim.hint = [7]},
    %s: tensor<*xf32> {sdim.rank = 0 : i64},
    %u: tensor<*xf32>
) {
  func.return
}

// -----

// An op that always runs and demands a rank tells it, through ops that keep the shape; one in a branch does not.
// CHECK:       func.func @ranks_of_ops(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?xf32, [@S2]>, %z: tensor<*xf32>, %p: tensor<i1>)
func.func @ranks_of_ops(%x: tensor<*xf32>, %y: tensor<*xf32>, %z: tensor<*xf32>, %p: tensor<i1>) {
  %0 = "tf.Abs"(%x) : (tensor<*xf32>) -> tensor<*xf32>
  %1 = "tf.EnsureShape"(%0) <{shape = #tf_type.shape<?x3>}> : (tensor<*xf32>) -> tensor<*xf32>
  %2 = "tf.Identity"(%y) : (tensor<*xf32>) -> tensor<?xf32>
  %3 = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    %4 = "tf.EnsureShape"(%z) <{shape = #tf_type.shape<?x3>}> : (tensor<*xf32>) -> tensor<*xf32>
    "tf.Yield"(%4) : (tensor<*xf32>) -> ()
  }, {
    "tf.Yield"(%z) : (tensor<*xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  func.return
}

// -----

// Sizes in the spelling of TensorFlow's JIT runtime: equal numbers below -1 are equal sizes, -1 is any, others are known.
// CHECK-LABEL: func.func @symbolic_shape
// CHECK-SAME:    %x: tensor<?x8xf32, [@rt2, 8]>
// CHECK-SAME:    %y: tensor<?x?x?xf32, [@rt2, @S{{[0-9]+}}, @S{{[0-9]+}}]>
func.func @symbolic_shape(%x: tensor<?x?xf32> {rt.symbolic_shape = dense<[-2, 8]> : tensor<2xi64>}, %y: tensor<?x?x?xf32> {rt.symbolic_shape = dense<[-2, -1, -1]> : tensor<3xi64>}) {
  func.return
}

// -----

// Ops of arith and math ask for one type of all operands: they go on with the one they had until
// sizes are inferred. Others take the argument itself.
// CHECK-LABEL: func.func @one_type(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32>
// CHECK-NEXT:    %[[Y:.*]] = tensor.cast %y : tensor<?xf32, [@S1]> to tensor<?xf32>
// CHECK-NEXT:    %[[X:.*]] = tensor.cast %x : tensor<?xf32, [@S0]> to tensor<?xf32>
// CHECK-NEXT:    %[[SUM:.*]] = arith.addf %[[X]], %[[Y]] : tensor<?xf32>
// CHECK-NEXT:    mhlo.multiply %[[SUM]], %x
func.func @one_type(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %x, %y : tensor<?xf32>
  %1 = mhlo.multiply %0, %x : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// A conjunction that divides is stated part by part: what is divided by is known before.
// CHECK:         sdim.range @b in [1, ?] {why = "a % b == 0 and b >= 1"}
// CHECK:         sdim.equal %{{.*}}, 0 {why = "a % b == 0 and b >= 1"}
// CHECK-LABEL: func.func @divided
func.func @divided(%x: tensor<?xf32> {sdim.sizes = ["a"]}, %y: tensor<?xf32> {sdim.sizes = ["b"]}) attributes {sdim.where = ["a % b == 0 and b >= 1"]} {
  func.return
}
