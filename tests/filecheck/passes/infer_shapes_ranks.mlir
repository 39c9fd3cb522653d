// RUN: tieshape-opt -p tieshape --split-input-file --hints "x=1x4" %s | filecheck %s --check-prefix ONE
// RUN: tieshape-opt -p tieshape --split-input-file --hints "x=3x4" %s | filecheck %s --check-prefix MORE
// RUN: tieshape-opt -p tieshape --split-input-file --undecided version --hints "x=3x4" %s | filecheck %s --check-prefix BOTH
// RUN: tieshape-opt -p tieshape --split-input-file %s | filecheck %s --check-prefix BOTH

// The branches give a result of the function two ranks. Compiled for the sizes of a call there is
// one branch and a guard that expects it, else there are both.

// ONE:      sdim.equal expect @S0, 1 {why = "tf.IfRegion at {{.*}}: compiled for S0 == 1"}
// ONE:      func.func @returned({{.*}}) -> tensor<4xf32>
// ONE-NOT:  mhlo.if
// ONE:      return

// MORE:     sdim.holds expect %{{.*}} {why = "tf.IfRegion at {{.*}}: compiled for S0 != 1"}
// MORE:     func.func @returned({{.*}}) -> tensor<?x4xf32, [@S0, 4]>
// MORE-NOT: mhlo.if
// MORE:     return

// BOTH-NOT: expect
// BOTH:     func.func @returned({{.*}}) -> tensor<*xf32>
// BOTH:     mhlo.if
func.func @returned(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = tensor.dim %x, %zero : tensor<?x4xf32>
  %same = arith.cmpi eq, %size, %one : index
  %c = tensor.from_elements %same : tensor<i1>
  %s = "tf.IfRegion"(%c) <{is_stateless = true}> ({
    %t = "tf.Squeeze"(%x) {squeeze_dims = [0]} : (tensor<?x4xf32>) -> tensor<4xf32>
    "tf.Yield"(%t) : (tensor<4xf32>) -> ()
  }, {
    %e = "tf.Neg"(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>
    "tf.Yield"(%e) : (tensor<?x4xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  return %s : tensor<*xf32>
}

// -----

// Of one rank, or with a condition that depends on elements, a result needs no guard.

// ONE-NOT:  expect
// ONE:      func.func @one_rank
// ONE:      mhlo.if
// MORE-NOT: expect
// MORE:     func.func @one_rank
// MORE:     mhlo.if
// BOTH:     func.func @one_rank
// BOTH:     mhlo.if
func.func @one_rank(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = tensor.dim %x, %zero : tensor<?x4xf32>
  %same = arith.cmpi eq, %size, %one : index
  %c = tensor.from_elements %same : tensor<i1>
  %s = "tf.IfRegion"(%c) <{is_stateless = true}> ({
    %t = "tf.Abs"(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>
    "tf.Yield"(%t) : (tensor<?x4xf32>) -> ()
  }, {
    %e = "tf.Neg"(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>
    "tf.Yield"(%e) : (tensor<?x4xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  return %s : tensor<*xf32>
}

// -----

// ONE-NOT:  expect
// ONE:      func.func @by_elements({{.*}}) -> tensor<*xf32>
// MORE-NOT: expect
// MORE:     func.func @by_elements({{.*}}) -> tensor<*xf32>
// BOTH:     func.func @by_elements({{.*}}) -> tensor<*xf32>
func.func @by_elements(%x: tensor<?x4xf32>, %c: tensor<i1>) -> tensor<*xf32> {
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %s = "tf.IfRegion"(%c) <{is_stateless = true}> ({
    %t = "tf.Sum"(%x, %axis) : (tensor<?x4xf32>, tensor<i32>) -> tensor<4xf32>
    "tf.Yield"(%t) : (tensor<4xf32>) -> ()
  }, {
    %e = "tf.Neg"(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>
    "tf.Yield"(%e) : (tensor<?x4xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  return %s : tensor<*xf32>
}
