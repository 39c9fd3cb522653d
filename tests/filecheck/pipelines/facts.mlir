// RUN: tieshape-opt %s -p tieshape-optimize-shapes --split-input-file | filecheck %s

sdim.symbol @A
sdim.symbol @B
sdim.symbol @C
sdim.symbol @D
sdim.symbol @E
sdim.symbol @F
sdim.constraints {
  %a = sdim.size @A
  %b = sdim.size @B
  %c = sdim.size @C
  %d = sdim.size @D
  %e = sdim.size @E
  %f = sdim.size @F
  sdim.product_equal [%a, %b], [%c]
  sdim.product_equal [%d, %e], [%f]
}

// Two facts together give a product of four sizes.
// CHECK-LABEL: func.func @two_facts
// CHECK-DAG:     %[[T:.*]] = arith.constant true
// CHECK-DAG:     %[[O:.*]] = arith.cmpi eq
// CHECK:         func.return %[[T]], %[[O]] : i1, i1
func.func @two_facts(%x: tensor<?x?x?xf32, [@A, @B, @C]>, %y: tensor<?x?x?xf32, [@D, @E, @F]>) -> (i1, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = tensor.dim %x, %c0 : tensor<?x?x?xf32, [@A, @B, @C]>
  %b = tensor.dim %x, %c1 : tensor<?x?x?xf32, [@A, @B, @C]>
  %c = tensor.dim %x, %c2 : tensor<?x?x?xf32, [@A, @B, @C]>
  %d = tensor.dim %y, %c0 : tensor<?x?x?xf32, [@D, @E, @F]>
  %e = tensor.dim %y, %c1 : tensor<?x?x?xf32, [@D, @E, @F]>
  %f = tensor.dim %y, %c2 : tensor<?x?x?xf32, [@D, @E, @F]>
  %0 = arith.muli %a, %b : index
  %1 = arith.muli %0, %d : index
  %abde = arith.muli %1, %e : index
  %cf = arith.muli %c, %f : index
  %same = arith.cmpi eq, %abde, %cf : index
  %cd = arith.muli %c, %d : index
  %other = arith.cmpi eq, %abde, %cd : index
  func.return %same, %other : i1, i1
}

// -----

sdim.symbol @A
sdim.symbol @B
sdim.symbol @C
sdim.constraints {
  %a = sdim.size @A
  %b = sdim.size @B
  %c = sdim.size @C
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  sdim.product_equal [%b], [%c4, %a]
  sdim.product_equal [%c], [%c2, %b]
}

// A chain of factors: C is 8 A; B is divisible by 2 and by 4, by 8 is not known.
// CHECK-LABEL: func.func @chain
// CHECK-DAG:     %[[T:.*]] = arith.constant true
// CHECK-DAG:     %[[Q:.*]] = arith.cmpi eq
// CHECK:         func.return %[[T]], %[[T]], %[[T]], %[[Q]] : i1, i1, i1, i1
func.func @chain(%x: tensor<?x?x?xf32, [@A, @B, @C]>) -> (i1, i1, i1, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %a = tensor.dim %x, %c0 : tensor<?x?x?xf32, [@A, @B, @C]>
  %b = tensor.dim %x, %c1 : tensor<?x?x?xf32, [@A, @B, @C]>
  %c = tensor.dim %x, %c2 : tensor<?x?x?xf32, [@A, @B, @C]>
  %a8 = arith.muli %a, %c8 : index
  %p = arith.cmpi eq, %c, %a8 : index
  %r2 = arith.remsi %b, %c2 : index
  %q2 = arith.cmpi eq, %r2, %c0 : index
  %r4 = arith.remsi %b, %c4 : index
  %q4 = arith.cmpi eq, %r4, %c0 : index
  %r8 = arith.remsi %b, %c8 : index
  %q8 = arith.cmpi eq, %r8, %c0 : index
  func.return %p, %q2, %q4, %q8 : i1, i1, i1, i1
}

// -----

sdim.symbol @A
sdim.symbol @B
sdim.symbol @C
sdim.symbol @N
sdim.symbol @M
sdim.constraints {
  %a = sdim.size @A
  %b = sdim.size @B
  %c = sdim.size @C
  %n = sdim.size @N
  %m = sdim.size @M
  sdim.product_equal [%a, %n], [%b, %n]
  sdim.product_equal [%a, %m], [%c, %m]
  sdim.range %m in [1, ?]
}

// A common factor cancels where it is not 0, and only there.
// CHECK-LABEL: func.func @cancelled
// CHECK-DAG:     %[[U:.*]] = arith.cmpi eq
// CHECK-DAG:     %[[T:.*]] = arith.constant true
// CHECK:         func.return %[[U]], %[[T]] : i1, i1
func.func @cancelled(%x: tensor<?x?x?xf32, [@A, @B, @C]>, %y: tensor<?x?xf32, [@N, @M]>) -> (i1, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = tensor.dim %x, %c0 : tensor<?x?x?xf32, [@A, @B, @C]>
  %b = tensor.dim %x, %c1 : tensor<?x?x?xf32, [@A, @B, @C]>
  %c = tensor.dim %x, %c2 : tensor<?x?x?xf32, [@A, @B, @C]>
  %0 = arith.cmpi eq, %a, %b : index
  %1 = arith.cmpi eq, %a, %c : index
  func.return %0, %1 : i1, i1
}

// -----

sdim.symbol @A
sdim.symbol @B
sdim.symbol @C
sdim.constraints {
  %a = sdim.size @A
  %b = sdim.size @B
  %c = sdim.size @C
  sdim.product_equal [%a, %b], [%c]
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  sdim.equal %c, %c12
  sdim.equal %a, %c4
}

// Constants that are learnt late go through products that were stated before.
// CHECK-NOT:   sdim
// CHECK:       func.func @late(%x: tensor<4x3x12xf32>) -> tensor<4x3x12xf32>
func.func @late(%x: tensor<?x?x?xf32, [@A, @B, @C]>) -> tensor<?x?x?xf32, [@A, @B, @C]> {
  func.return %x : tensor<?x?x?xf32, [@A, @B, @C]>
}
