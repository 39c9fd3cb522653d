// RUN: tieshape-opt %s -p tieshape-strip --split-input-file | filecheck %s
// RUN: tieshape-opt %s -p "tieshape-strip{guards=drop}" --split-input-file | filecheck %s --check-prefix DROP

sdim.symbol @S0
sdim.symbol @S1
sdim.constraints {
  %s = sdim.size @S0
  sdim.divisible %s by 8
}

// Nothing of sdim is left; a size that code reads by its symbol is read from a tensor.
// CHECK-NOT:   sdim
// CHECK-NOT:   @S0
// CHECK:       func.func @stripped(%x: tensor<?xf32>) -> (tensor<?xf32>, index) {
// CHECK-NOT:     sdim
// CHECK:         %[[D:.*]] = tensor.dim %x
// CHECK:         mhlo.abs %x : tensor<?xf32>
// CHECK:         %[[N:.*]] = arith.addi %[[D]], %[[D]]
// CHECK:         func.return %{{.*}}, %[[N]] : tensor<?xf32>, index
func.func @stripped(%x: tensor<?xf32, [@S0]>) -> (tensor<?xf32, [@S0]>, index) {
  %s = sdim.size @S0
  %0 = sdim.tie_shape %x, [%s] : tensor<?xf32, [@S0]>
  sdim.range %s in [1, ?]
  sdim.elements assert %x below %s : tensor<?xf32, [@S0]>
  %1 = mhlo.abs %0 : tensor<?xf32, [@S0]>
  %n = arith.addi %s, %s : index
  func.return %1, %n : tensor<?xf32, [@S0]>, index
}

// -----

sdim.symbol @S0

// A tie that made a size static leaves a cast.
// CHECK-LABEL: func.func @retyped
// CHECK:         %[[C:.*]] = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
// CHECK-NEXT:    func.return %[[C]]
func.func @retyped(%x: tensor<?xf32, [@S0]>) -> tensor<4xf32> {
  %c = arith.constant 4 : index
  %0 = sdim.tie_shape %x, [%c] : tensor<?xf32, [@S0]> -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

// A guard on sizes becomes an assertion in its words: one of the module at the start, one in the code at its place.
// What is assumed is tested nowhere, and a size of the run stays a test of the run.
// CHECK-LABEL: func.func @guarded(%x: tensor<?xf32>, %y: tensor<?xf32>)
// DROP-LABEL:  func.func @guarded
// DROP-NOT:      cf.assert
// CHECK:         %[[OK:.*]] = arith.cmpi eq
// CHECK:         cf.assert %[[OK]], "batches differ"
// CHECK-NEXT:    mhlo.abs
// CHECK:         %[[TWO:.*]] = arith.cmpi sle, %{{.*}}, %{{.*}} : index
// CHECK:         cf.assert %[[TWO]], "two at least"
// CHECK-NOT:     cf.assert
sdim.symbol @a
sdim.symbol @b
sdim.constraints {
  %a = sdim.size @a
  %b = sdim.size @b
  sdim.equal assert %a, %b {why = "batches differ"}
  sdim.range %a in [1, ?]
}
func.func @guarded(%x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@b]>) -> tensor<?xf32, [@a]> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32, [@a]>
  %0 = mhlo.abs %x : tensor<?xf32, [@a]>
  sdim.less_equal assert %c2, %n {why = "two at least"}
  sdim.elements assert %0 below %n {why = "no form"} : tensor<?xf32, [@a]>
  func.return %0 : tensor<?xf32, [@a]>
}

// -----

// Names, hints and facts of arguments go with the rest; what others say of an argument stays.
// CHECK-LABEL: func.func @named(%x: tensor<?xf32> {mhlo.sharding = "{replicated}"}, %y: tensor<?xf32>) -> tensor<?xf32> {
func.func @named(
    %x: tensor<?xf32> {sdim.sizes = ["b"], mhlo.sharding = "{replicated}"},
    %y: tensor<?xf32> {sdim.sizes = ["b"], sdim.hint = [4]}
) -> tensor<?xf32> attributes {sdim.where = ["b % 4 == 0"]} {
  func.return %x : tensor<?xf32>
}

// -----

// A number that only the run knows is tested too, as are sizes that depend on data.
// CHECK-LABEL: func.func @of_the_run
// CHECK:         %[[OK:.*]] = arith.cmpi
// CHECK:         cf.assert %{{.*}}, "two at least"
// DROP-LABEL:  func.func @of_the_run
// DROP-NOT:      cf.assert
func.func @of_the_run(%i: tensor<i64>) -> index {
  %e = tensor.extract %i[] : tensor<i64>
  %n = arith.index_cast %e : i64 to index
  sdim.range assert %n in [2, ?] {why = "two at least"}
  func.return %n : index
}
