// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic %s | tieshape-opt | filecheck %s
// RUN: tieshape-opt --print-op-generic %s | filecheck %s --check-prefix=GENERIC
// The stock driver reads and writes the same IR; only the integers in encodings look different.
// RUN: xdsl-opt %s | xdsl-opt --print-op-generic | tieshape-opt | filecheck %s

// CHECK:      sdim.symbol @S0 {why = "batch", hint = 128 : i64}
// CHECK-NEXT: sdim.symbol @S1
// CHECK-NEXT: sdim.symbol @"a name"
// GENERIC:      "sdim.symbol"() <{sym_name = "S0", hint = 128 : i64}> {why = "batch"} : () -> ()
// GENERIC-NEXT: "sdim.symbol"() <{sym_name = "S1"}> : () -> ()
sdim.symbol @S0 {hint = 128 : i64, why = "batch"}
sdim.symbol @S1
sdim.symbol @"a name"

// CHECK-NEXT: sdim.constraints attributes {why = "facts"} {
// GENERIC: "sdim.constraints"() ({
sdim.constraints attributes {why = "facts"} {
  // CHECK-NEXT: %s0 = sdim.size @S0
  // CHECK-NEXT: %s1 = sdim.size @S1
  // CHECK-NEXT: %s2 = sdim.size @"a name"
  // GENERIC-NEXT: %s0 = "sdim.size"() <{symbol = @S0}> : () -> index
  %s0 = sdim.size @S0
  %s1 = sdim.size @S1
  %s2 = sdim.size @"a name"

  // The default strength may be written; it is not printed.
  // CHECK-NEXT: sdim.equal %s0, %s1 {why = "user"}
  // CHECK-NEXT: sdim.equal %s0, %s1
  // CHECK-NEXT: sdim.equal expect %s0, %s1
  // CHECK-NEXT: sdim.equal assert %s0, %s1 {why = "user"}
  // GENERIC:      "sdim.equal"(%s0, %s1) {why = "user"} : (index, index) -> ()
  // GENERIC-NEXT: "sdim.equal"(%s0, %s1) : (index, index) -> ()
  // GENERIC-NEXT: "sdim.equal"(%s0, %s1) <{strength = #sdim<strength expect>}> : (index, index) -> ()
  // GENERIC-NEXT: "sdim.equal"(%s0, %s1) <{strength = #sdim<strength assert>}> {why = "user"}
  sdim.equal %s0, %s1 {why = "user"}
  sdim.equal assume %s0, %s1
  sdim.equal expect %s0, %s1
  sdim.equal assert %s0, %s1 {why = "user"}

  // CHECK-NEXT: sdim.less_equal %s0, %s1
  // CHECK-NEXT: sdim.less_equal expect %s0, %s1 {why = "user"}
  sdim.less_equal %s0, %s1
  sdim.less_equal expect %s0, %s1 {why = "user"}

  // CHECK-NEXT: sdim.product_equal [%s0, %s1], [%s2]
  // CHECK-NEXT: sdim.product_equal assert [%s0], [] {why = "user"}
  // CHECK-NEXT: sdim.product_equal [], [%s0]
  // GENERIC: "sdim.product_equal"(%s0) <{strength = #sdim<strength assert>, operandSegmentSizes = array<i32: 1, 0>}>
  sdim.product_equal [%s0, %s1], [%s2]
  sdim.product_equal assert [%s0], [] {why = "user"}
  sdim.product_equal [], [%s0]
  // CHECK-NEXT: sdim.sum_equal [%s0, %s1], [%s2]
  // CHECK-NEXT: sdim.sum_equal assert [%s0], [] {why = "user"}
  // GENERIC: "sdim.sum_equal"(%s0) <{strength = #sdim<strength assert>, operandSegmentSizes = array<i32: 1, 0>}>
  sdim.sum_equal [%s0, %s1], [%s2]
  sdim.sum_equal assert [%s0], [] {why = "user"}

  // CHECK-NEXT: sdim.divisible %s0 by 8
  // CHECK-NEXT: sdim.divisible expect %s0 by 1 {why = "user"}
  // GENERIC: "sdim.divisible"(%s0) <{divisor = 8 : i64}> : (index) -> ()
  sdim.divisible %s0 by 8
  sdim.divisible expect %s0 by 1 {why = "user"}

  // CHECK-NEXT: sdim.range %s0 in [1, 512]
  // CHECK-NEXT: sdim.range %s0 in [-1, ?]
  // CHECK-NEXT: sdim.range expect %s0 in [?, 512] {why = "user"}
  // CHECK-NEXT: sdim.range %s0 in [7, 7]
  // GENERIC:      "sdim.range"(%s0) <{low = 1 : i64, high = 512 : i64}> : (index) -> ()
  // GENERIC-NEXT: "sdim.range"(%s0) <{low = -1 : i64}> : (index) -> ()
  // GENERIC-NEXT: "sdim.range"(%s0) <{strength = #sdim<strength expect>, high = 512 : i64}>
  sdim.range %s0 in [1, 512]
  sdim.range %s0 in [-1, ?]
  sdim.range expect %s0 in [?, 512] {why = "user"}
  sdim.range %s0 in [7, 7]

  // CHECK-NEXT: %c = arith.cmpi slt, %s0, %s1 : index
  // CHECK-NEXT: sdim.holds %c
  // CHECK-NEXT: sdim.holds assert %c {why = "user"}
  %c = arith.cmpi slt, %s0, %s1 : index
  sdim.holds %c
  sdim.holds assert %c {why = "user"}

  // CHECK-NEXT: sdim.broadcast [%s0, %s1, %s2] -> %s1
  // CHECK-NEXT: sdim.broadcast expect [%s0, %s1] -> %s2 {why = "user"}
  // CHECK-NEXT: sdim.broadcastable assert [%s0, %s1] {why = "user"}
  // CHECK-NEXT: sdim.broadcastable [%s0, %s1, %s2]
  // GENERIC:      "sdim.broadcast"(%s0, %s1, %s2, %s1) : (index, index, index, index) -> ()
  // GENERIC-NEXT: "sdim.broadcast"(%s0, %s1, %s2) <{strength = #sdim<strength expect>}> {why = "user"}
  // GENERIC-NEXT: "sdim.broadcastable"(%s0, %s1) <{strength = #sdim<strength assert>}> {why = "user"}
  sdim.broadcast [%s0, %s1, %s2] -> %s1
  sdim.broadcast expect [%s0, %s1] -> %s2 {why = "user"}
  sdim.broadcastable assert [%s0, %s1] {why = "user"}
  sdim.broadcastable [%s0, %s1, %s2]

  // A symbol stands for its size, which has no line then; arithmetic needs one.
  // CHECK-NEXT: sdim.equal @S0, @S1
  // CHECK-NEXT: sdim.product_equal [@S0, %s1], [@"a name"]
  // CHECK-NEXT: sdim.range @S0 in [0, ?]
  // CHECK-NEXT: %[[SIZE:.*]] = sdim.size @S1
  // CHECK-NEXT: %sum = arith.addi %s0, %[[SIZE]] : index
  // CHECK-NEXT: sdim.equal @S1, %sum
  // GENERIC:      %[[FIRST:.*]] = "sdim.size"() <{symbol = @S0}> : () -> index
  // GENERIC:      "sdim.equal"(%[[FIRST]], %{{.*}}) : (index, index) -> ()
  sdim.equal @S0, @S1
  sdim.product_equal [@S0, %s1], [@"a name"]
  sdim.range @S0 in [0, ?]
  %0 = sdim.size @S1
  %sum = arith.addi %s0, %0 : index
  sdim.equal %0, %sum

  // So does a number.
  // CHECK-NEXT: sdim.sum_equal [@S0, 2], [@S1]
  // CHECK-NEXT: sdim.product_equal [@S0, -3], [%s1, 2]
  // CHECK-NEXT: sdim.equal %s1, 7
  // CHECK-NEXT: %[[EIGHT:.*]] = arith.constant 8 : index
  // CHECK-NEXT: %rest = arith.remsi %s0, %[[EIGHT]] : index
  // CHECK-NEXT: sdim.equal %rest, 8
  // GENERIC:      %[[TWO:.*]] = "arith.constant"() <{value = 2 : index}> : () -> index
  // GENERIC-NEXT: "sdim.sum_equal"(%{{.*}}, %[[TWO]], %{{.*}})
  sdim.sum_equal [@S0, 2], [@S1]
  sdim.product_equal [@S0, -3], [%s1, 2]
  sdim.equal %s1, 7
  %1 = arith.constant 8 : index
  %rest = arith.remsi %s0, %1 : index
  sdim.equal %rest, %1

  // CHECK-NEXT: sdim.likely %s0 in [64, 128]
  // CHECK-NEXT: sdim.likely %s0 in [0] {why = "user"}
  // GENERIC: "sdim.likely"(%s0) <{sizes = array<i64: 64, 128>}> : (index) -> ()
  sdim.likely %s0 in [64, 128]
  sdim.likely %s0 in [0] {why = "user"}

  // Facts about constants that are true.
  // CHECK: sdim.product_equal [%c2, %c4], [%c8]
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  sdim.equal %c4, %c4
  sdim.less_equal %c2, %c4
  sdim.product_equal [%c2, %c4], [%c8]
  sdim.sum_equal [4, %c4], [%c8]
  sdim.divisible %c8 by 4
  sdim.range %c8 in [8, ?]
}

// CHECK: func.func @main(%x: tensor<?x4x?xf32, [@S0, 4, @S1]>, %m: memref<?x4xf32>, %c: i1)
// GENERIC: ^bb0(%x: tensor<?x4x?xf32, [@S0, 4, @S1]>
func.func @main(%x: tensor<?x4x?xf32, [@S0, 4 : i64, @S1]>, %m: memref<?x4xf32>, %c: i1) {
  // CHECK-NEXT: %s0 = sdim.size @S0
  // CHECK-NEXT: %c4 = arith.constant 4 : index
  // CHECK-NEXT: %a = sdim.tie_shape %x, [%s0, %c4, %c4] : tensor<?x4x?xf32, [@S0, 4, @S1]>
  // CHECK-NEXT: %b = sdim.tie_shape %m, [%s0, %c4] {why = "caller"} : memref<?x4xf32>
  // CHECK-NEXT: %d = sdim.tie_shape %m, [%c4, %c4] : memref<?x4xf32> -> memref<4x?xf32>
  // CHECK-NEXT: %e = sdim.tie_shape %x, [%s0, %c4, %c4] : tensor<?x4x?xf32, [@S0, 4, @S1]> -> tensor<?x4x4xf32, [@S0, 4, 4]>
  // GENERIC: "sdim.tie_shape"(%m, %s0, %c4) {why = "caller"} : (memref<?x4xf32>, index, index) -> memref<?x4xf32>
  %s0 = sdim.size @S0
  %c4 = arith.constant 4 : index
  %a = sdim.tie_shape %x, [%s0, %c4, %c4] : tensor<?x4x?xf32, [@S0, 4, @S1]>
  %b = sdim.tie_shape %m, [%s0, %c4] {why = "caller"} : memref<?x4xf32>
  %d = sdim.tie_shape %m, [%c4, %c4] : memref<?x4xf32> -> memref<4x?xf32>
  %e = sdim.tie_shape %x, [%s0, %c4, %c4] : tensor<?x4x?xf32, [@S0, 4, @S1]> -> tensor<?x4x4xf32, [@S0, 4, 4]>
  scf.if %c {
    // A fact may contradict another one in code: that region never runs.
    // CHECK: sdim.equal %c4, %c5
    %c5 = arith.constant 5 : index
    sdim.equal %c4, %c5
  }
  func.return
}

// What is known or demanded of the elements of a tensor.
// CHECK-LABEL: func.func @elements
// GENERIC:     ^bb0(%ids: tensor<?xi32>, %rows: tensor<?x2xi64>, %step: tensor<f32>
func.func @elements(%ids: tensor<?xi32>, %rows: tensor<?x2xi64>, %step: tensor<f32>, %n: index, %c: i1) {
  // CHECK:      sdim.elements assert %ids from %c0 below %n {why = "caller"} : tensor<?xi32>
  // CHECK-NEXT: sdim.elements expect %rows from %c0 below %n, %c0 when %c : tensor<?x2xi64>
  // CHECK-NEXT: sdim.elements %ids ascending from %c0 : tensor<?xi32>
  // CHECK-NEXT: sdim.elements expect %ids distinct from %c0 : tensor<?xi32>
  // CHECK-NEXT: sdim.elements assert %step non_zero : tensor<f32>
  // CHECK-NEXT: sdim.elements assert %ids non_zero below %n when %c : tensor<?xi32>
  // GENERIC:      "sdim.elements"(%ids, %c0, %n) <{strength = #sdim<strength assert>, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> {why = "caller"} : (tensor<?xi32>, index, index) -> ()
  // GENERIC-NEXT: "sdim.elements"(%rows, %c0, %n, %c0, %c) <{strength = #sdim<strength expect>, operandSegmentSizes = array<i32: 1, 1, 2, 1>}> : (tensor<?x2xi64>, index, index, index, i1) -> ()
  // GENERIC-NEXT: "sdim.elements"(%ids, %c0) <{ascending, operandSegmentSizes = array<i32: 1, 1, 0, 0>}>
  // GENERIC-NEXT: "sdim.elements"(%ids, %c0) <{strength = #sdim<strength expect>, distinct, operandSegmentSizes = array<i32: 1, 1, 0, 0>}>
  // GENERIC-NEXT: "sdim.elements"(%step) <{strength = #sdim<strength assert>, non_zero, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<f32>) -> ()
  %c0 = arith.constant 0 : index
  sdim.elements assert %ids from %c0 below %n {why = "caller"} : tensor<?xi32>
  sdim.elements expect %rows from %c0 below %n, %c0 when %c : tensor<?x2xi64>
  sdim.elements assume %ids ascending from %c0 : tensor<?xi32>
  sdim.elements expect %ids distinct from %c0 : tensor<?xi32>
  sdim.elements assert %step non_zero : tensor<f32>
  sdim.elements assert %ids non_zero below %n when %c : tensor<?xi32>
  func.return
}
