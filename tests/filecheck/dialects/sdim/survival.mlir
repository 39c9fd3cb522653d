// What xDSL's clean-up passes do to facts: nothing; and facts do not hinder them elsewhere.
// RUN: tieshape-opt %s -p dce,cse,canonicalize,dce,cse | filecheck %s
// RUN: xdsl-opt %s -p dce,cse,canonicalize,dce,cse | filecheck %s

// CHECK:      sdim.symbol @S0
// CHECK-NEXT: sdim.symbol @unused
sdim.symbol @S0
sdim.symbol @unused

// CHECK-NEXT: sdim.constraints {
// CHECK-NEXT:   %s0 = sdim.size @S0
// CHECK-NEXT:   sdim.divisible %s0 by 8
// CHECK-NEXT:   sdim.divisible %s0 by 8
// CHECK-NEXT:   sdim.range %s0 in [1, 512]
// CHECK-NEXT:   sdim.likely %s0 in [64, 128]
// CHECK-NEXT: }
sdim.constraints {
  %s0 = sdim.size @S0
  %again = sdim.size @S0
  %dead = arith.addi %s0, %again : index
  sdim.divisible %s0 by 8
  sdim.divisible %again by 8
  sdim.range %again in [1, 512]
  sdim.likely %s0 in [64, 128]
}

// Facts on equal values stay as they are; the values become one.
// CHECK:      func.func @facts_stay(%a: index, %b: index, %x: tensor<?xi32>) {
// CHECK-NEXT:   %sum = arith.addi %a, %b : index
// CHECK-NEXT:   sdim.equal %a, %sum
// CHECK-NEXT:   sdim.less_equal expect %a, %sum
// CHECK-NEXT:   sdim.product_equal [%a], [%sum, %sum]
// CHECK-NEXT:   %c = arith.cmpi slt, %a, %b : index
// CHECK-NEXT:   sdim.holds assert %c
// CHECK-NEXT:   sdim.elements assert %x below %sum : tensor<?xi32>
// CHECK-NEXT:   sdim.elements assert %x below %sum : tensor<?xi32>
// CHECK-NEXT:   func.return
func.func @facts_stay(%a: index, %b: index, %x: tensor<?xi32>) {
  %sum = arith.addi %a, %b : index
  %same = arith.addi %a, %b : index
  sdim.equal %a, %sum
  sdim.less_equal expect %a, %same
  sdim.product_equal [%a], [%sum, %same]
  %c = arith.cmpi slt, %a, %b : index
  sdim.holds assert %c
  sdim.elements assert %x below %sum : tensor<?xi32>
  sdim.elements assert %x below %same : tensor<?xi32>
  func.return
}

// A tie whose result nobody uses still says something about its operand.
// CHECK:      func.func @ties_stay(%m: memref<?xf32>, %a: index) {
// CHECK-NEXT:   %0 = sdim.tie_shape %m, [%a] : memref<?xf32>
// CHECK-NEXT:   %1 = sdim.tie_shape %m, [%a] : memref<?xf32>
// CHECK-NEXT:   func.return
func.func @ties_stay(%m: memref<?xf32>, %a: index) {
  %0 = sdim.tie_shape %m, [%a] : memref<?xf32>
  %1 = sdim.tie_shape %m, [%a] : memref<?xf32>
  func.return
}

// A fact between two loads does not keep them apart; a store does.
// CHECK:      func.func @loads_merge
// CHECK-NEXT:   %x = memref.load %m[%i] : memref<?xf32>
// CHECK-NEXT:   sdim.equal %i, %j
// CHECK-NEXT:   %sum = arith.addf %x, %x : f32
// CHECK-NEXT:   memref.store %sum, %m[%i] : memref<?xf32>
// CHECK-NEXT:   %z = memref.load %m[%i] : memref<?xf32>
// CHECK-NEXT:   func.return %z : f32
func.func @loads_merge(%m: memref<?xf32>, %i: index, %j: index) -> f32 {
  %x = memref.load %m[%i] : memref<?xf32>
  sdim.equal %i, %j
  %y = memref.load %m[%i] : memref<?xf32>
  %sum = arith.addf %x, %y : f32
  memref.store %sum, %m[%i] : memref<?xf32>
  %z = memref.load %m[%i] : memref<?xf32>
  func.return %z : f32
}

// Facts keep no code alive but what they speak of.
// CHECK:      func.func @dead_code_goes(%a: index, %b: index) {
// CHECK-NEXT:   sdim.equal %a, %b
// CHECK-NEXT:   func.return
func.func @dead_code_goes(%a: index, %b: index) {
  %dead = arith.muli %a, %b : index
  sdim.equal %a, %b
  %size = sdim.size @S0
  %deader = arith.muli %dead, %size : index
  func.return
}

// A fact in a region is no reason to merge or move it.
// CHECK:      func.func @scopes_stay
// CHECK:        scf.if %c {
// CHECK-NEXT:     sdim.equal %a, %b
// CHECK-NEXT:   } else {
// CHECK-NEXT:     sdim.less_equal %a, %b
// CHECK-NEXT:   }
func.func @scopes_stay(%c: i1, %a: index, %b: index) {
  scf.if %c {
    sdim.equal %a, %b
  } else {
    sdim.less_equal %a, %b
  }
  func.return
}
