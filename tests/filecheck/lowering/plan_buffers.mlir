// RUN: tieshape-opt %s -p tieshape-convert-fusions-to-loops,tieshape-plan-buffers --split-input-file | filecheck %s

// One function finds the places, for every size: those of all buffers are words of the caller.
// CHECK-LABEL: func.func private @tieshape_place_buffers(
// The third buffer is made (14) when the first is no longer read (13), so that they may lie at the same place.
// CHECK:       "memref.global"() <{sym_name = "chain_plan_lives", type = memref<9xi64>, initial_value = dense<[10, 13, 4, 12, 15, 4, 14, 16, 4]> : tensor<9xi64>, sym_visibility = "private", constant}>
// CHECK-LABEL: func.func @chain(%0: memref<?xf32>, %1: memref<?xf32>, %2: memref<?xi64>, %3: memref<?xi8>)
// CHECK-SAME:  tieshape.words = 11 : i64
// CHECK:         scf.if %{{.*}} {
// CHECK-NEXT:      %[[W:.*]] = arith.constant 5 : index
// CHECK-NEXT:      %[[V:.*]] = memref.load %2[%[[W]]]
// CHECK-NEXT:      %[[P:.*]] = arith.index_cast %[[V]]
// CHECK-NEXT:      %[[A:.*]] = memref.view %3[%[[P]]][%{{.*}}] : memref<?xi8> to memref<?xf32>
// CHECK-NEXT:      func.call @negate_0(%0, %[[A]],
// CHECK:           %[[B:.*]] = memref.view %3[%{{.*}}][%{{.*}}]
// CHECK-NEXT:      func.call @abs_1(%[[A]], %[[B]],
// CHECK:           %[[C:.*]] = memref.view %3[%{{.*}}][%{{.*}}]
// CHECK-NEXT:      func.call @negate_0(%[[B]], %[[C]],
// CHECK-NEXT:      func.call @abs_1(%[[C]], %1,
// CHECK-NOT:     memref.alloc
// The plan stores the sizes of buffers after their places, that of the arena and those of the results; it runs nothing.
// CHECK-LABEL: func.func @chain_plan(%0: memref<?xi64>)
// CHECK-NOT:     @negate
// CHECK:         %[[BYTES:.*]] = arith.muli %{{.*}}, %{{.*}} : index
// CHECK:         %[[FIRST:.*]] = arith.constant 8 : index
// CHECK-NEXT:    memref.store %{{.*}}, %0[%[[FIRST]]]
// CHECK:         func.call @tieshape_place_buffers(%0,
sdim.symbol @a
func.func @chain(%x: tensor<?xf32, [@a]>) -> tensor<?xf32, [@a]> {
  %1 = mhlo.negate %x : tensor<?xf32, [@a]>
  %2 = mhlo.abs %1 : tensor<?xf32, [@a]>
  %3 = mhlo.negate %2 : tensor<?xf32, [@a]>
  %4 = mhlo.abs %3 : tensor<?xf32, [@a]>
  func.return %4 : tensor<?xf32, [@a]>
}

// -----

// The twin in which the first is read again later (16), while the third is in use.
// CHECK:       sym_name = "kept_plan_lives", {{.*}} dense<[10, 16, 4, 12, 15, 4, 14, 16, 4]>
// CHECK-LABEL: func.func @kept
// CHECK:           %[[A:.*]] = memref.view %3
// CHECK-NEXT:      func.call @negate_0(%0, %[[A]],
// CHECK:           func.call @add_3(%[[A]], %{{.*}}, %1,
sdim.symbol @a
func.func @kept(%x: tensor<?xf32, [@a]>) -> tensor<?xf32, [@a]> {
  %1 = mhlo.negate %x : tensor<?xf32, [@a]>
  %2 = mhlo.abs %1 : tensor<?xf32, [@a]>
  %3 = mhlo.negate %2 : tensor<?xf32, [@a]>
  %4 = mhlo.add %1, %3 : tensor<?xf32, [@a]>
  func.return %4 : tensor<?xf32, [@a]>
}

// -----

// What is read in a loop is in use until the end of the loop (36), as is the buffer of what it carries; a buffer that is made
// in the loop (the last three) ends in it.
// CHECK:       sym_name = "loop_plan_lives", {{.*}} dense<[11, 36, 4, 13, 37, 4, 14, 36, 1, 17, 20, 4, 19, 21, 1, 29, 32, 4, 31, 34, 4, 33, 35, 4]>
// CHECK-LABEL: func.func @loop
// CHECK:           %[[A:.*]] = memref.view %3
// CHECK-NEXT:      func.call @negate_0(%0, %[[A]],
// CHECK:           scf.while
// CHECK:           func.call @add_{{.*}}(%{{.*}}, %[[A]],
// CHECK:           scf.yield
sdim.symbol @a
func.func @loop(%x: tensor<?xf32, [@a]>) -> tensor<?xf32, [@a]> {
  %y = mhlo.negate %x : tensor<?xf32, [@a]>
  %r = mhlo.while(%v = %x) : tensor<?xf32, [@a]>
    cond {
      %z = mhlo.constant dense<0.0> : tensor<f32>
      %s = mhlo.reduce(%v init: %z) applies mhlo.add across dimensions = [0] : (tensor<?xf32, [@a]>, tensor<f32>) -> tensor<f32>
      %g = mhlo.compare GT, %s, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>
      mhlo.return %g : tensor<i1>
    } do {
      %b = mhlo.add %v, %y : tensor<?xf32, [@a]>
      %c = mhlo.tanh %b : tensor<?xf32, [@a]>
      %d = mhlo.abs %c : tensor<?xf32, [@a]>
      %e = mhlo.negate %d : tensor<?xf32, [@a]>
      mhlo.return %e : tensor<?xf32, [@a]>
    }
  func.return %r : tensor<?xf32, [@a]>
}

// -----

// The sizes say which branch is taken: the buffers of the other one have no bytes.
// CHECK-LABEL: func.func @branch_plan(
// CHECK:         %[[TEST:.*]] = arith.cmpi slt
// A product that wraps around is no size: it is computed once more, as a float.
// CHECK:         %[[SIZE:.*]] = arith.muli %{{.*}}, %{{.*}} : index
// CHECK:         %[[ABOUT:.*]] = arith.mulf %{{.*}}, %{{.*}} : f64
// CHECK:         %[[SQUARE:.*]] = arith.mulf %[[ABOUT]], %[[ABOUT]] : f64
// CHECK:         %[[FITS:.*]] = arith.cmpf olt, %[[SQUARE]], %{{.*}} : f64
// CHECK:         %[[NONE:.*]] = arith.constant -1 : index
// CHECK:         %[[BYTES:.*]] = arith.select %[[FITS]], %[[SIZE]], %[[NONE]] : index
// CHECK:         arith.select %[[TEST]], %[[BYTES]], %[[ZERO:.*]] : index
// CHECK:         arith.select %[[TEST]], %[[ZERO]], %[[BYTES]] : index
// CHECK:         func.call @tieshape_place_buffers
sdim.symbol @a
func.func @branch(%x: tensor<?xf32, [@a]>) -> tensor<?xf32, [@a]> {
  %n = sdim.size @a
  %c = arith.constant 8 : index
  %t = arith.cmpi slt, %n, %c : index
  %r = scf.if %t -> (tensor<?xf32, [@a]>) {
    %1 = mhlo.tanh %x : tensor<?xf32, [@a]>
    %2 = mhlo.abs %1 : tensor<?xf32, [@a]>
    scf.yield %2 : tensor<?xf32, [@a]>
  } else {
    %3 = mhlo.abs %x : tensor<?xf32, [@a]>
    %4 = mhlo.tanh %3 : tensor<?xf32, [@a]>
    scf.yield %4 : tensor<?xf32, [@a]>
  }
  func.return %r : tensor<?xf32, [@a]>
}

// -----

// The twin whose test is known when an element is read: both have their bytes.
// CHECK-LABEL: func.func @late_plan(
// CHECK:         %[[BYTES:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : index
// CHECK-NOT:     arith.select
// CHECK-COUNT-1: arith.index_cast %[[BYTES]]
// CHECK:         func.call @tieshape_place_buffers
sdim.symbol @a
func.func @late(%x: tensor<?xf32, [@a]>, %flag: tensor<i1>) -> tensor<?xf32, [@a]> {
  %r = "mhlo.if"(%flag) ({
    %1 = mhlo.tanh %x : tensor<?xf32, [@a]>
    %2 = mhlo.abs %1 : tensor<?xf32, [@a]>
    mhlo.return %2 : tensor<?xf32, [@a]>
  }, {
    %3 = mhlo.abs %x : tensor<?xf32, [@a]>
    %4 = mhlo.tanh %3 : tensor<?xf32, [@a]>
    mhlo.return %4 : tensor<?xf32, [@a]>
  }) : (tensor<i1>) -> tensor<?xf32, [@a]>
  func.return %r : tensor<?xf32, [@a]>
}

// -----

// Sizes that are read from elements: memory is acquired when they are known, and released after the last op that uses it. What
// comes after that runs only where there was memory.
// CHECK:       func.func private @tieshape_acquire(i64, i64, i64) -> i64
// CHECK:       func.func private @tieshape_release(i64, i64)
// CHECK-LABEL: func.func @counted(
// CHECK-SAME:    tieshape.words = 6 : i64, {{.*}}tieshape.held = 5 : i64
// CHECK:           %[[A:.*]] = func.call @tieshape_acquire(
// CHECK:           llvm.inttoptr %[[A]]
// CHECK:           %[[STATUS:.*]] = memref.load %{{.*}}[%{{.*}}] : memref<?xi64>
// CHECK-NEXT:      %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-NEXT:      %[[WELL:.*]] = arith.cmpi eq, %[[STATUS]], %[[ZERO]] : i64
// CHECK-NEXT:      scf.if %[[WELL]] {
// CHECK-NEXT:        func.call @dynamic_iota
// CHECK:           %[[B:.*]] = func.call @tieshape_acquire(
// CHECK:           %[[C:.*]] = func.call @tieshape_acquire(
// CHECK:           scf.if
// CHECK-NEXT:        "memref.copy"(
// CHECK:           func.call @tieshape_release(%{{.*}}, %[[A]])
// The result is the caller's to release, which reads it first.
// CHECK-NOT:       @tieshape_release(%{{.*}}, %[[B]])
// CHECK:           scf.if
// CHECK-NEXT:        func.call @sort
// CHECK-NOT:       @tieshape_release(%{{.*}}, %[[B]])
// CHECK:           func.call @tieshape_release(%{{.*}}, %[[C]])
// CHECK-NOT:       @tieshape_release(
// CHECK-LABEL: func.func @counted_plan(
sdim.symbol @n
func.func @counted(%x: tensor<1xi64>) -> tensor<?xi64, [@n]> {
  %a = "mhlo.dynamic_iota"(%x) <{iota_dimension = 0 : i64}> : (tensor<1xi64>) -> tensor<?xi64, [@n]>
  %s = "mhlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i64>, %q: tensor<i64>):
    %l = mhlo.compare GT, %p, %q : (tensor<i64>, tensor<i64>) -> tensor<i1>
    mhlo.return %l : tensor<i1>
  }) : (tensor<?xi64, [@n]>) -> tensor<?xi64, [@n]>
  func.return %s : tensor<?xi64, [@n]>
}

// -----

// What a branch uses last is released in it, and at the beginning of the other one.
// CHECK-LABEL: func.func @chosen(
// CHECK:         %[[A:.*]] = func.call @tieshape_acquire(
// CHECK:         func.call @dynamic_iota
// CHECK:         scf.if
// CHECK:           func.call @reduce
// CHECK:           func.call @tieshape_release(%{{.*}}, %[[A]])
// CHECK:         } else {
// CHECK:           func.call @tieshape_release(%{{.*}}, %[[A]])
// CHECK:           "memref.copy"
sdim.symbol @n
func.func @chosen(%x: tensor<1xi64>, %y: tensor<i64>, %t: tensor<i1>) -> tensor<i64> {
  %z = mhlo.constant dense<0> : tensor<i64>
  %a = "mhlo.dynamic_iota"(%x) <{iota_dimension = 0 : i64}> : (tensor<1xi64>) -> tensor<?xi64, [@n]>
  %r = "mhlo.if"(%t) ({
    %s = mhlo.reduce(%a init: %z) applies mhlo.add across dimensions = [0] : (tensor<?xi64, [@n]>, tensor<i64>) -> tensor<i64>
    mhlo.return %s : tensor<i64>
  }, {
    mhlo.return %y : tensor<i64>
  }) : (tensor<i1>) -> tensor<i64>
  func.return %r : tensor<i64>
}

// -----

// What a loop uses that began before it is there until its end.
// CHECK-LABEL: func.func @looped(
// CHECK:         %[[A:.*]] = func.call @tieshape_acquire(
// CHECK:         scf.while
// CHECK-NOT:     @tieshape_release
// CHECK:         scf.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    func.call @tieshape_release(%{{.*}}, %[[A]])
sdim.symbol @n
func.func @looped(%x: tensor<1xi64>, %y: tensor<i64>) -> tensor<i64> {
  %z = mhlo.constant dense<0> : tensor<i64>
  %a = "mhlo.dynamic_iota"(%x) <{iota_dimension = 0 : i64}> : (tensor<1xi64>) -> tensor<?xi64, [@n]>
  %r = mhlo.while(%v = %y) : tensor<i64>
    cond {
      %g = mhlo.compare GT, %v, %z : (tensor<i64>, tensor<i64>) -> tensor<i1>
      mhlo.return %g : tensor<i1>
    } do {
      %s = mhlo.reduce(%a init: %v) applies mhlo.add across dimensions = [0] : (tensor<?xi64, [@n]>, tensor<i64>) -> tensor<i64>
      mhlo.return %s : tensor<i64>
    }
  func.return %r : tensor<i64>
}

// -----

// What changes its size lies in memory of its own: a trip copies what it made to new memory, and gives back what the last trip
// left, which words of the caller's name, and what it needed meanwhile.
// CHECK-LABEL: func.func @grown(
// CHECK:         func.call @tieshape_acquire(
// CHECK:         scf.while
// CHECK-NOT:     @tieshape_release
// CHECK:         } do {
// CHECK:           %[[MADE:.*]] = func.call @tieshape_acquire(
// CHECK:           func.call @concatenate_0(
// CHECK:           %[[NEXT:.*]] = func.call @tieshape_acquire(
// CHECK:           "memref.copy"(
// CHECK:           func.call @tieshape_release(%{{.*}}, %[[MADE]])
// CHECK:           scf.if
// CHECK-NEXT:        %[[OLD:.*]] = memref.load %{{.*}}[%{{.*}}] : memref<?xi64>
// CHECK-NEXT:        llvm.inttoptr %[[OLD]]
// CHECK:           func.call @tieshape_release(
// CHECK-NOT:       @tieshape_release
// CHECK-NOT:       memref.dealloc
// CHECK-LABEL: func.func @grown_plan(
sdim.symbol @n
sdim.symbol @v
sdim.symbol @w
sdim.symbol @r
func.func @grown(%x: tensor<?xf32, [@n]>, %t: tensor<i1>, %z: tensor<i1>) -> tensor<?xf32, [@r]> {
  %s, %r = mhlo.while changing(%t, %x) ({
  ^bb0(%p: tensor<i1>, %a: tensor<?xf32, [@v]>):
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%p: tensor<i1>, %a: tensor<?xf32, [@v]>):
    %c = "mhlo.concatenate"(%a, %a) <{dimension = 0 : i64}> : (tensor<?xf32, [@v]>, tensor<?xf32, [@v]>) -> tensor<?xf32, [@w]>
    mhlo.return %z, %c : tensor<i1>, tensor<?xf32, [@w]>
  }) : (tensor<i1>, tensor<?xf32, [@n]>) -> (tensor<i1>, tensor<?xf32, [@r]>)
  func.return %r : tensor<?xf32, [@r]>
}
