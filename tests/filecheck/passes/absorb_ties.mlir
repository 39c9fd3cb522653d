// RUN: tieshape-opt %s -p tieshape-absorb-ties --split-input-file | filecheck %s
// RUN: tieshape-opt %s -p tieshape-absorb-ties,tieshape-materialize-ties,tieshape-absorb-ties --split-input-file | filecheck %s

sdim.symbol @S0
sdim.symbol @S1

// A tie of a tensor becomes its encoding.
// CHECK-LABEL: func.func @tensors(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]> {
// CHECK-NEXT:    %0 = mhlo.abs %x : tensor<?x4xf32, [@S0, 4]>
// CHECK-NEXT:    func.return %0
func.func @tensors(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %s = sdim.size @S0
  %c = arith.constant 4 : index
  %0 = sdim.tie_shape %x, [%s, %c] : tensor<?x4xf32>
  %1 = mhlo.abs %0 : tensor<?x4xf32>
  %2 = sdim.tie_shape %1, [%s, %c] : tensor<?x4xf32>
  func.return %2 : tensor<?x4xf32>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// Two ties of one tensor say that their symbols are equal.
// CHECK:       sdim.constraints {
// CHECK:         sdim.equal {{.*}}, {{.*}} {why = "tied to both sizes"}
// CHECK-LABEL: func.func @both(%x: tensor<?xf32, [@S{{[01]}}]>)
func.func @both(%x: tensor<?xf32>) -> tensor<?xf32> {
  %s = sdim.size @S0
  %t = sdim.size @S1
  %0 = sdim.tie_shape %x, [%s] : tensor<?xf32>
  %1 = sdim.tie_shape %x, [%t] : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

sdim.symbol @S0

// A tie in a region holds there only.
// CHECK-LABEL: func.func @region(%p: i1, %x: tensor<?xf32>) -> tensor<?xf32>
// CHECK:         sdim.tie_shape %x
func.func @region(%p: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %r = scf.if %p -> (tensor<?xf32>) {
    %s = sdim.size @S0
    %0 = sdim.tie_shape %x, [%s] : tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}

// -----

sdim.symbol @S0

// A buffer keeps its tie: its type cannot say it.
// CHECK-LABEL: func.func @buffer(%x: memref<?xf32>)
// CHECK:         sdim.tie_shape %x
func.func @buffer(%x: memref<?xf32>) -> memref<?xf32> {
  %s = sdim.size @S0
  %0 = sdim.tie_shape %x, [%s] : memref<?xf32>
  func.return %0 : memref<?xf32>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// What a branch ties makes sizes equal where the branch runs only: the tie stays, and nothing is said of all runs.
// CHECK-NOT:   sdim.equal
// CHECK-LABEL: func.func @in_a_branch
// CHECK:           %[[ABS:.*]] = mhlo.abs %x : tensor<?xf32, [@S0]>
// CHECK-NEXT:      %[[TIED:.*]] = sdim.tie_shape %[[ABS]], [%{{.*}}] : tensor<?xf32, [@S0]> -> tensor<?xf32, [@S1]>
// CHECK-NEXT:      scf.yield %[[TIED]] : tensor<?xf32, [@S1]>
func.func @in_a_branch(%c: i1, %x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S1]> {
  %s1 = sdim.size @S1
  %r = scf.if %c -> (tensor<?xf32, [@S1]>) {
    %0 = mhlo.abs %x : tensor<?xf32, [@S0]>
    %1 = sdim.tie_shape %0, [%s1] : tensor<?xf32, [@S0]> -> tensor<?xf32, [@S1]>
    scf.yield %1 : tensor<?xf32, [@S1]>
  } else {
    scf.yield %y : tensor<?xf32, [@S1]>
  }
  func.return %r : tensor<?xf32, [@S1]>
}

// -----

sdim.symbol @S0

// A tie in a branch that names a tensor made there says nothing of other runs, and becomes its encoding.
// CHECK-LABEL: func.func @named_in_a_branch
// CHECK:           %[[ABS:.*]] = mhlo.abs %x : tensor<?xf32, [@S0]>
// CHECK-NEXT:      scf.yield %[[ABS]] : tensor<?xf32, [@S0]>
func.func @named_in_a_branch(%c: i1, %x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]> {
  %s0 = sdim.size @S0
  %r = scf.if %c -> (tensor<?xf32, [@S0]>) {
    %0 = mhlo.abs %x : tensor<?xf32, [@S0]>
    %1 = sdim.tie_shape %0, [%s0] : tensor<?xf32, [@S0]>
    scf.yield %1 : tensor<?xf32, [@S0]>
  } else {
    scf.yield %x : tensor<?xf32, [@S0]>
  }
  func.return %r : tensor<?xf32, [@S0]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// A tie after a test may hold only because the test was passed: it stays.
// CHECK-LABEL: func.func @after_a_test
// CHECK:         sdim.equal assert
// CHECK:         sdim.tie_shape %x, {{.*}} : tensor<?xf32, [@S0]> -> tensor<2xf32>
func.func @after_a_test(%x: tensor<?xf32, [@S0]>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32, [@S0]>
  sdim.equal assert %n, %c2
  %0 = sdim.tie_shape %x, [%c2] : tensor<?xf32, [@S0]> -> tensor<2xf32>
  %1 = mhlo.abs %0 : tensor<2xf32>
  func.return %1 : tensor<2xf32>
}

// -----

// A static size is one that the symbol has: neither is forgotten.
// CHECK-LABEL: sdim.constraints {
// CHECK-NEXT:    sdim.equal @S0, 1 {why = "tied to both sizes"}
// CHECK:       func.func @static(%x: tensor<1x4xf32>) -> tensor<1x4xf32> {
// CHECK-NEXT:    func.return %x : tensor<1x4xf32>
sdim.symbol @S0
func.func @static(%x: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %s = sdim.size @S0
  %c = arith.constant 4 : index
  %0 = sdim.tie_shape %x, [%s, %c] : tensor<1x4xf32>
  func.return %0 : tensor<1x4xf32>
}

// -----

// CHECK-LABEL: sdim.constraints {
// CHECK-NEXT:    sdim.equal @S0, 3 {why = "tied to both sizes"}
sdim.symbol @S0
func.func @made_static(%x: tensor<?x4xf32>) -> tensor<3x4xf32> {
  %s = sdim.size @S0
  %c = arith.constant 4 : index
  %0 = sdim.tie_shape %x, [%s, %c] : tensor<?x4xf32> -> tensor<3x4xf32>
  func.return %0 : tensor<3x4xf32>
}

// -----

// In a branch that need not run the size is not stated.
// CHECK-NOT:   sdim.constraints
// CHECK-LABEL: func.func @in_a_branch
// CHECK:         sdim.tie_shape
sdim.symbol @S0
func.func @in_a_branch(%p: i1, %x: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %s = sdim.size @S0
  %c = arith.constant 4 : index
  %r = scf.if %p -> (tensor<1x4xf32>) {
    %a = mhlo.abs %x : tensor<1x4xf32>
    %0 = sdim.tie_shape %a, [%s, %c] : tensor<1x4xf32>
    scf.yield %0 : tensor<1x4xf32>
  } else {
    scf.yield %x : tensor<1x4xf32>
  }
  func.return %r : tensor<1x4xf32>
}
