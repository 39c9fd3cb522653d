// RUN: tieshape-opt %s -p tieshape-optimize-shapes --split-input-file | filecheck %s

sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.symbol @S3
sdim.constraints {
  %s0 = sdim.size @S0
  %s1 = sdim.size @S1
  sdim.equal %s0, %s1
  %s2 = sdim.size @S2
  %eight = arith.constant 8 : index
  sdim.equal %s2, %eight
}

// Equal sizes get one symbol, known ones become static, and symbols that nobody names go with their facts.
// CHECK:       sdim.symbol @S0
// CHECK-NOT:   sdim.symbol
// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @merged(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>, %z: tensor<8xf32>) -> tensor<?xf32, [@S0]>
func.func @merged(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %z: tensor<?xf32, [@S2]>) -> tensor<?xf32, [@S1]> {
  func.return %y : tensor<?xf32, [@S1]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.constraints {
  %s0 = sdim.size @S0
  %s1 = sdim.size @S1
  %s2 = sdim.size @S2
  sdim.product_equal [%s2], [%s0, %s1]
  sdim.divisible %s0 by 8
  sdim.divisible %s0 by 4
  %n = arith.muli %s0, %s1 : index
  sdim.divisible %n by 2
}

// Only what the rest does not entail is stated.
// CHECK:       sdim.constraints {
// CHECK-COUNT-1: sdim.product_equal
// CHECK:         sdim.divisible {{.*}} by 8
// CHECK-NOT:     sdim.divisible
// CHECK:       }
func.func @small_basis(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?xf32, [@S2]>) {
  func.return
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// The whole computation of a -1 in a reshape is decided: no comparison, no division is left.
// CHECK-LABEL: func.func @wildcard
// CHECK-NOT:     arith.cmpi
// CHECK-NOT:     arith.select
// CHECK-NOT:     arith.divui
// CHECK:         %[[D0:.*]] = tensor.dim %x, %{{.*}} : tensor<?x?xf32, [@S0, @S1]>
// CHECK:         func.return %[[D0]] : index
func.func @wildcard(%x: tensor<?x?xf32, [@S0, @S1]>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %wild = arith.constant -1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32, [@S0, @S1]>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32, [@S0, @S1]>
  %is_wild = arith.cmpi eq, %d0, %wild : index
  %size = arith.select %is_wild, %c1, %d0 : index
  %twice = arith.addi %size, %d0 : index
  %c2 = arith.constant 2 : index
  %r = arith.divui %twice, %c2 : index
  func.return %r : index
}

// -----

sdim.symbol @S0

// What is not known is computed as before.
// CHECK-LABEL: func.func @undecided
// CHECK:         arith.cmpi
// CHECK:         arith.select
func.func @undecided(%x: tensor<?xf32, [@S0]>) -> index {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d0 = tensor.dim %x, %c0 : tensor<?xf32, [@S0]>
  %is_four = arith.cmpi eq, %d0, %c4 : index
  %size = arith.select %is_four, %c0, %d0 : index
  func.return %size : index
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// A reshape there and back is no reshape; one value for each size.
// CHECK-LABEL: func.func @there_and_back
// CHECK-NEXT:    func.return %x
func.func @there_and_back(%x: tensor<?x8xf32, [@S0, 8]>, %flat: tensor<1xindex>, %shape: tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]> {
  %0 = mhlo.dynamic_reshape %x, %flat : (tensor<?x8xf32, [@S0, 8]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
  %1 = mhlo.dynamic_reshape %0, %shape : (tensor<?xf32, [@S1]>, tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]>
  func.return %1 : tensor<?x8xf32, [@S0, 8]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// To other sizes it is one.
// CHECK-LABEL: func.func @there_and_elsewhere
// CHECK-NEXT:    %[[R:.*]] = mhlo.dynamic_reshape %x, %shape
// CHECK-NEXT:    func.return %[[R]]
func.func @there_and_elsewhere(%x: tensor<?x8xf32, [@S0, 8]>, %flat: tensor<1xindex>, %shape: tensor<2xindex>) -> tensor<8x?xf32, [8, @S0]> {
  %0 = mhlo.dynamic_reshape %x, %flat : (tensor<?x8xf32, [@S0, 8]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
  %1 = mhlo.dynamic_reshape %0, %shape : (tensor<?xf32, [@S1]>, tensor<2xindex>) -> tensor<8x?xf32, [8, @S0]>
  func.return %1 : tensor<8x?xf32, [8, @S0]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.constraints {
  %s0 = sdim.size @S0
  %s1 = sdim.size @S1
  %two = arith.constant 2 : index
  sdim.range assert %s0 in [2, 8] {why = "größe"}
  %low = arith.cmpi sle, %two, %s1 : index
  %high = arith.cmpi sle, %s1, %s0 : index
  %both = arith.andi %low, %high : i1
  sdim.holds assert %both {why = "no range"}
}

// A guard on both ends stays one op, with its words; an end that is no number makes no range.
// CHECK:         sdim.range assert {{.*}} in [2, 8] {why = "gr\C3\B6\C3\9Fe"}
// CHECK:         sdim.holds assert %{{.*}} {why = "no range"}
// CHECK-NEXT:  }
// CHECK-NEXT:  func.func @both_ends
func.func @both_ends(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]> {
  func.return %x : tensor<?x?xf32, [@S0, @S1]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// As an unsigned number -1 is greater than every size; what a size may exceed stays open.
// CHECK-LABEL: func.func @unsigned_order
// CHECK-DAG:     %[[TRUE:.*]] = arith.constant true
// CHECK-DAG:     %[[FALSE:.*]] = arith.constant false
// CHECK:         %[[OPEN:.*]] = arith.cmpi sle, %{{.*}}, %{{.*}} : index
// CHECK-NEXT:    func.return %[[TRUE]], %[[FALSE]], %[[OPEN]]
func.func @unsigned_order(%x: tensor<?xf32, [@S0]>) -> (i1, i1, i1) {
  %c0 = arith.constant 0 : index
  %minus = arith.constant -1 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32, [@S0]>
  %below = arith.cmpi ult, %d, %minus : index
  %above = arith.cmpi ugt, %d, %minus : index
  %some = arith.cmpi ult, %c0, %d : index
  func.return %below, %above, %some : i1, i1, i1
}

// A broadcast along no new dimension goes, one to known sizes takes the general form, others stay.
// CHECK-LABEL: func.func @leading_broadcasts
// CHECK-NEXT:    %[[STATIC:.*]] = "mhlo.broadcast_in_dim"(%x) <{broadcast_dimensions = dense<1> : tensor<1xi64>}>
// CHECK-NEXT:    %[[OTHER:.*]] = "mhlo.broadcast"(%y)
// CHECK-NEXT:    func.return %x, %[[STATIC]], %[[OTHER]]
func.func @leading_broadcasts(%x: tensor<2xf32>, %y: tensor<?xf32, [@S1]>) -> (tensor<2xf32>, tensor<3x2xf32>, tensor<3x?xf32, [3, @S1]>) {
  %0 = "mhlo.broadcast"(%x) <{broadcast_sizes = dense<> : tensor<0xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "mhlo.broadcast"(%x) <{broadcast_sizes = dense<3> : tensor<1xi64>}> : (tensor<2xf32>) -> tensor<3x2xf32>
  %2 = "mhlo.broadcast"(%y) <{broadcast_sizes = dense<3> : tensor<1xi64>}> : (tensor<?xf32, [@S1]>) -> tensor<3x?xf32, [3, @S1]>
  func.return %0, %1, %2 : tensor<2xf32>, tensor<3x2xf32>, tensor<3x?xf32, [3, @S1]>
}

// -----

sdim.symbol @S0

// Padding by nothing, a slice of everything and a transpose that leaves all in place do nothing.
// CHECK-LABEL: func.func @nothing_done
// CHECK-NEXT:    func.return %x, %x, %d, %x
func.func @nothing_done(%x: tensor<4x2xf32>, %z: tensor<f32>, %d: tensor<?xf32, [@S0]>) -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<?xf32, [@S0]>, tensor<4x2xf32>) {
  %c0 = arith.constant 0 : index
  %none = tensor.from_elements %c0 : tensor<1xindex>
  %0 = "mhlo.pad"(%x, %z) <{edge_padding_low = dense<0> : tensor<2xi64>, edge_padding_high = dense<0> : tensor<2xi64>, interior_padding = dense<0> : tensor<2xi64>}> : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  %1 = "mhlo.slice"(%x) <{start_indices = dense<0> : tensor<2xi64>, limit_indices = dense<[4, 2]> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %2 = "mhlo.dynamic_pad"(%d, %z, %none, %none, %none) : (tensor<?xf32, [@S0]>, tensor<f32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32, [@S0]>
  %3 = "mhlo.transpose"(%x) <{permutation = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  func.return %0, %1, %2, %3 : tensor<4x2xf32>, tensor<4x2xf32>, tensor<?xf32, [@S0]>, tensor<4x2xf32>
}

// The same sizes are not the same elements: shifted by padding, every second one, the other order. Constant amounts are
// written as such.
// CHECK-LABEL: func.func @something_done
// CHECK-NEXT:    %[[PAD:.*]] = "mhlo.pad"(%x, %z) <{edge_padding_low = dense<1> : tensor<1xi64>, edge_padding_high = dense<-1> : tensor<1xi64>
// CHECK-NEXT:    %[[SLICE:.*]] = "mhlo.slice"(%x)
// CHECK-NEXT:    %[[STATIC:.*]] = "mhlo.pad"(%x, %z) <{edge_padding_low = dense<1> : tensor<1xi64>, edge_padding_high = dense<0> : tensor<1xi64>
// CHECK-NEXT:    %[[TURNED:.*]] = "mhlo.transpose"(%y)
// CHECK-NEXT:    %[[OPEN:.*]] = mhlo.dynamic_pad %d, %z, %n, %n, %n
// CHECK-NEXT:    func.return %[[PAD]], %[[SLICE]], %[[STATIC]], %[[TURNED]], %[[OPEN]]
func.func @something_done(%x: tensor<4xf32>, %y: tensor<2x2xf32>, %z: tensor<f32>, %d: tensor<?xf32, [@S0]>, %n: tensor<1xindex>) -> (tensor<4xf32>, tensor<2xf32>, tensor<5xf32>, tensor<2x2xf32>, tensor<?xf32, [@S0]>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = tensor.from_elements %c0 : tensor<1xindex>
  %one = tensor.from_elements %c1 : tensor<1xindex>
  %0 = "mhlo.pad"(%x, %z) <{edge_padding_low = dense<1> : tensor<1xi64>, edge_padding_high = dense<-1> : tensor<1xi64>, interior_padding = dense<0> : tensor<1xi64>}> : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = "mhlo.slice"(%x) <{start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<4> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>}> : (tensor<4xf32>) -> tensor<2xf32>
  %2 = "mhlo.dynamic_pad"(%x, %z, %one, %none, %none) : (tensor<4xf32>, tensor<f32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<5xf32>
  %3 = "mhlo.transpose"(%y) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %4 = "mhlo.dynamic_pad"(%d, %z, %n, %n, %n) : (tensor<?xf32, [@S0]>, tensor<f32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32, [@S0]>
  func.return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<2xf32>, tensor<5xf32>, tensor<2x2xf32>, tensor<?xf32, [@S0]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.constraints {
  %0 = sdim.size @S0
  %1 = sdim.size @S1
  %2 = arith.constant 1 : index
  sdim.product_equal assert [%0, %1], [%2] {why = "a reshape"}
}

// A reshape that does nothing goes, but the sizes that its type tells stay.
// CHECK-LABEL: func.func @told_by_the_type
// CHECK-SAME:      -> tensor<1x1xf32> {
// CHECK:         %[[R:.*]] = sdim.tie_shape %x, [%{{.*}}, %{{.*}}] : tensor<?x?xf32, [@S0, @S1]> -> tensor<1x1xf32>
// CHECK-NEXT:    func.return %[[R]]
func.func @told_by_the_type(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<1x1xf32> {
  %c1 = arith.constant 1 : index
  %s = tensor.from_elements %c1, %c1 : tensor<2xindex>
  %0 = "mhlo.dynamic_reshape"(%x, %s) : (tensor<?x?xf32, [@S0, @S1]>, tensor<2xindex>) -> tensor<1x1xf32>
  func.return %0 : tensor<1x1xf32>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.constraints {
  %s0 = sdim.size @S0
  %s1 = sdim.size @S1
  sdim.equal %s0, %s1
}

// What a test looks at is computed as it stands, whatever is known of its result; what is not tested takes the known value.
// CHECK-LABEL: func.func @evidence_stays
// CHECK:         %[[A:.*]] = tensor.dim %x, %{{.*}}
// CHECK:         %[[B:.*]] = tensor.dim %y, %{{.*}}
// CHECK:         %[[C:.*]] = arith.cmpi eq, %[[A]], %[[B]]
// CHECK:         sdim.holds assert %[[C]]
// CHECK:         func.return %[[A]], %[[A]]
func.func @evidence_stays(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %x, %c0 : tensor<?xf32, [@S0]>
  %1 = tensor.dim %y, %c0 : tensor<?xf32, [@S1]>
  %2 = arith.cmpi eq, %0, %1 : index
  sdim.holds assert %2
  %3 = tensor.dim %y, %c0 : tensor<?xf32, [@S1]>
  func.return %0, %3 : index, index
}

// -----

// In a region a fact about sizes that turn out to be one value says nothing and goes; a test stays.
sdim.symbol @S0
sdim.symbol @S1
sdim.constraints {
  sdim.equal @S0, @S1
}
// CHECK-LABEL: func.func @said_of_itself
// CHECK:         scf.if
// CHECK-NOT:       sdim.equal %
// CHECK:         } else {
// CHECK-NEXT:      sdim.equal assert %[[N:.*]], %[[N]] {why = "a test"}
func.func @said_of_itself(%c: i1, %x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?xf32, [@S0]>
  %m = tensor.dim %y, %zero : tensor<?xf32, [@S1]>
  %r = scf.if %c -> (tensor<?xf32, [@S0]>) {
    sdim.equal %n, %m
    sdim.less_equal %n, %m
    scf.yield %x : tensor<?xf32, [@S0]>
  } else {
    sdim.equal assert %n, %n {why = "a test"}
    scf.yield %x : tensor<?xf32, [@S0]>
  }
  func.return %r : tensor<?xf32, [@S0]>
}

// -----

// A division that a test looks at stays where its divisor is known not to be 0.
// CHECK-LABEL: func.func @divsi
// CHECK:         scf.if
// CHECK:           arith.divsi
func.func @divsi(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %p = arith.cmpi ne, %m, %c0 : index
  %r = scf.if %p -> (tensor<?xf32>) {
    %q = arith.divsi %n, %m : index
    %c2 = arith.constant 2 : index
    sdim.equal assert %q, %c2 {why = "q is 2"}
    %a = mhlo.abs %z : tensor<?xf32>
    scf.yield %a : tensor<?xf32>
  } else {
    scf.yield %z : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @divui
// CHECK:         scf.if
// CHECK:           arith.divui
func.func @divui(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %p = arith.cmpi ne, %m, %c0 : index
  %r = scf.if %p -> (tensor<?xf32>) {
    %q = arith.divui %n, %m : index
    %c2 = arith.constant 2 : index
    sdim.equal assert %q, %c2 {why = "q is 2"}
    %a = mhlo.abs %z : tensor<?xf32>
    scf.yield %a : tensor<?xf32>
  } else {
    scf.yield %z : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @ceildivsi
// CHECK:         scf.if
// CHECK:           arith.ceildivsi
func.func @ceildivsi(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %p = arith.cmpi ne, %m, %c0 : index
  %r = scf.if %p -> (tensor<?xf32>) {
    %q = arith.ceildivsi %n, %m : index
    %c2 = arith.constant 2 : index
    sdim.equal assert %q, %c2 {why = "q is 2"}
    %a = mhlo.abs %z : tensor<?xf32>
    scf.yield %a : tensor<?xf32>
  } else {
    scf.yield %z : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @remui
// CHECK:         scf.if
// CHECK:           arith.remui
func.func @remui(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %p = arith.cmpi ne, %m, %c0 : index
  %r = scf.if %p -> (tensor<?xf32>) {
    %q = arith.remui %n, %m : index
    %c2 = arith.constant 2 : index
    sdim.equal assert %q, %c2 {why = "q is 2"}
    %a = mhlo.abs %z : tensor<?xf32>
    scf.yield %a : tensor<?xf32>
  } else {
    scf.yield %z : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}
