// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s
// RUN: tieshape-opt %s -p tieshape --split-input-file --verify-survival | filecheck %s --check-prefix WHOLE
// RUN: tieshape-opt %s -p 'tieshape{value-checks=false}' --split-input-file | filecheck %s --check-prefix WITHOUT
// RUN: tieshape-opt %s -p tieshape,tieshape-strip --split-input-file | filecheck %s --check-prefix WITHOUT

// Elements that only a run knows are checked in front of the op that needs it.
// CHECK-LABEL: func.func @index
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[ROWS:.*]] = tensor.dim %x
// CHECK:         sdim.elements assert %ids from %[[ZERO]] below %[[ROWS]] {why = "tf.GatherV2 at {{.*}}:{{[0-9]+}}:3: indices"} : tensor<?xi32, [@S1]>
// CHECK-NEXT:    mhlo.dynamic_gather
// WHOLE:       func.func @index
// WHOLE:         sdim.elements assert %ids
// WITHOUT-NOT: sdim.elements
func.func @index(%x: tensor<?x8xf32>, %ids: tensor<?xi32>) -> tensor<?x8xf32> {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.GatherV2"(%x, %ids, %axis) <{batch_dims = 0 : i64}> : (tensor<?x8xf32>, tensor<?xi32>, tensor<i32>) -> tensor<?x8xf32>
  func.return %r : tensor<?x8xf32>
}

// -----

// Elements that are known to be as they must are not checked.
// CHECK-LABEL: func.func @known_index
// CHECK-NOT:     sdim
// CHECK:         func.return
func.func @known_index(%x: tensor<3x?xf32>) -> tensor<2x?xf32> {
  %ids = "tf.Const"() <{value = dense<[0, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Gather"(%x, %ids) : (tensor<3x?xf32>, tensor<2xi32>) -> tensor<2x?xf32>
  func.return %r : tensor<2x?xf32>
}

// -----

// A known index in a dimension of unknown size is a demand on that size.
// CHECK:       sdim.range assert {{.*}} in [3, ?] {why = "tf.Gather at {{.*}}: indices: 2 must be less than S0"}
// CHECK-LABEL: func.func @size_for_index
// CHECK-NOT:     sdim
// CHECK:         func.return
func.func @size_for_index(%x: tensor<?xf32>) -> tensor<2xf32> {
  %ids = "tf.Const"() <{value = dense<[0, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Gather"(%x, %ids) : (tensor<?xf32>, tensor<2xi32>) -> tensor<2xf32>
  func.return %r : tensor<2xf32>
}

// -----

// A size that data make is tested in the code, where it is known.
// CHECK-LABEL: func.func @late_size
// CHECK:         %[[ROWS:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK:         mhlo.real_dynamic_slice
// CHECK:         sdim.range assert %[[ROWS]] in [2, ?] {why = "tf.Gather at {{.*}}: indices: 1 must be less than S{{[0-9]+}}"}
func.func @late_size(%x: tensor<?xf32>) -> tensor<1x1xi64> {
  %ids = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %w = "tf.Where"(%x) : (tensor<?xf32>) -> tensor<?x1xi64>
  %r = "tf.Gather"(%w, %ids) : (tensor<?x1xi64>, tensor<1xi32>) -> tensor<1x1xi64>
  func.return %r : tensor<1x1xi64>
}

// -----

// Where nothing is taken an index may be anything; sizes decide that at run time.
// CHECK-LABEL: func.func @nothing_taken
// CHECK:         %[[SOME:.*]] = arith.cmpi ne, %{{.*}}, %{{.*}} : index
// CHECK:         sdim.elements assert %ids from %{{.*}} below %{{.*}} when %[[SOME]]
func.func @nothing_taken(%x: tensor<?x?xf32>, %ids: tensor<?xi32>) -> tensor<?x?xf32> {
  %r = "tf.Gather"(%x, %ids) : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}

// -----

// Each place of a row of indices has a bound of its own.
// CHECK-LABEL: func.func @rows
// CHECK:         sdim.elements assert %ids from %{{.*}} below %{{.*}}, %{{.*}} {why = "tf.GatherNd at {{.*}}: indices"} : tensor<?x2xi32, [@S2, 2]>
func.func @rows(%x: tensor<?x?xf32>, %ids: tensor<?x2xi32>) -> tensor<?xf32> {
  %r = "tf.GatherNd"(%x, %ids) : (tensor<?x?xf32>, tensor<?x2xi32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}

// -----

// Floats may be divided by 0.
// CHECK-LABEL: func.func @division
// CHECK:         sdim.elements assert %n non_zero {why = "tf.FloorDiv at {{.*}}: divisor"} : tensor<i32>
// CHECK-NOT:     sdim
// CHECK:         func.return
func.func @division(%x: tensor<4xi32>, %n: tensor<i32>, %y: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
  %q = "tf.FloorDiv"(%x, %n) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %r = "tf.FloorDiv"(%y, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %q, %r : tensor<4xi32>, tensor<4xf32>
}

// -----

// A division of sizes needs a size that is not 0; one by a constant nothing.
// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.FloorDiv at {{.*}}: divisor: S1 must not be 0"}
// CHECK-NOT:   assert
// CHECK-LABEL: func.func @sizes
// CHECK-NOT:     assert
// CHECK:         func.return
func.func @sizes(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<1xi32> {
  %two = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %n = "tf.Shape"(%x) : (tensor<?xf32>) -> tensor<1xi32>
  %m = "tf.Shape"(%y) : (tensor<?xf32>) -> tensor<1xi32>
  %h = "tf.FloorDiv"(%n, %two) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %q = "tf.FloorDiv"(%h, %m) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  func.return %q : tensor<1xi32>
}

// -----

// In a branch the check is in the branch, a constant that never fits as well: the branch need not run.
// CHECK-LABEL: func.func @branch
// CHECK:         mhlo.if
// CHECK:         sdim.elements assert %ids
// CHECK:         mhlo.gather
// CHECK:         }, {
// CHECK:         %[[NEVER:.*]] = arith.constant false
// CHECK:         sdim.holds assert %[[NEVER]] {why = "tf.Gather at {{.*}}: indices: 7 must be less than 4"}
func.func @branch(%c: tensor<i1>, %x: tensor<4xf32>, %ids: tensor<1xi32>) -> tensor<1xf32> {
  %r = "tf.IfRegion"(%c) <{is_stateless = true}> ({
    %a = "tf.Gather"(%x, %ids) : (tensor<4xf32>, tensor<1xi32>) -> tensor<1xf32>
    "tf.Yield"(%a) : (tensor<1xf32>) -> ()
  }, {
    %seven = "tf.Const"() <{value = dense<7> : tensor<1xi32>}> : () -> tensor<1xi32>
    %b = "tf.Gather"(%x, %seven) : (tensor<4xf32>, tensor<1xi32>) -> tensor<1xf32>
    "tf.Yield"(%b) : (tensor<1xf32>) -> ()
  }) : (tensor<i1>) -> tensor<1xf32>
  func.return %r : tensor<1xf32>
}

// -----

// Elements lie where the op that makes them puts them: a remainder, the place of an extreme, an entry of a constant.
// CHECK-LABEL: func.func @inside_by_producer
// CHECK-NOT:     sdim
// CHECK:         func.return
func.func @inside_by_producer(%x: tensor<?xi32>, %y: tensor<?x4xf32>, %w: tensor<4xf32>) -> (tensor<?xf32>, tensor<?x1xf32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %four = "tf.Const"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.FloorMod"(%x, %four) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  %0 = "tf.Gather"(%w, %r) : (tensor<4xf32>, tensor<?xi32>) -> tensor<?xf32>
  %a = "tf.ArgMax"(%y, %one) : (tensor<?x4xf32>, tensor<i32>) -> tensor<?xi64>
  %e = "tf.ExpandDims"(%a, %one) : (tensor<?xi64>, tensor<i32>) -> tensor<?x1xi64>
  %1 = "tf.Gather"(%w, %e) : (tensor<4xf32>, tensor<?x1xi64>) -> tensor<?x1xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<?x1xf32>
}

// -----

// A remainder by 4 need not lie inside of 3, nor one by a negative number, nor a narrow one, which may wrap.
// CHECK-LABEL:   func.func @not_by_producer
// CHECK-COUNT-3: sdim.elements assert
func.func @not_by_producer(%x: tensor<?xi32>, %v: tensor<3xf32>, %w: tensor<4xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %four = "tf.Const"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
  %minus = "tf.Const"() <{value = dense<-4> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.FloorMod"(%x, %four) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  %0 = "tf.Gather"(%v, %r) : (tensor<3xf32>, tensor<?xi32>) -> tensor<?xf32>
  %s = "tf.FloorMod"(%x, %minus) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  %1 = "tf.Gather"(%w, %s) : (tensor<4xf32>, tensor<?xi32>) -> tensor<?xf32>
  %n = "tf.Cast"(%r) <{Truncate = false}> : (tensor<?xi32>) -> tensor<?xi8>
  %t = "tf.Cast"(%n) <{Truncate = false}> : (tensor<?xi8>) -> tensor<?xi32>
  %2 = "tf.Gather"(%w, %t) : (tensor<4xf32>, tensor<?xi32>) -> tensor<?xf32>
  func.return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// All numbers below a size are inside where the last one is: a demand on the size, and on no other where there are none.
// CHECK:       sdim.range assert {{.*}} in [?, 512] {why = "tf.Gather at {{.*}}: indices: S0 - 1 must be less than 512"}
// CHECK:       sdim.holds assert %{{.*}} {why = "tf.Gather at {{.*}}: indices: S0 - 1 must be less than 4"}
// CHECK-LABEL: func.func @positions
// WITHOUT:     func.func @positions
// CHECK-NOT:     sdim
// CHECK:         func.return
func.func @positions(%x: tensor<?xf32>, %y: tensor<?xf32>, %t: tensor<512xf32>, %w: tensor<4xf32>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %n = "tf.Size"(%x) : (tensor<?xf32>) -> tensor<i32>
  %m = "tf.Size"(%y) : (tensor<?xf32>) -> tensor<i32>
  %r = "tf.Range"(%zero, %n, %one) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>
  %0 = "tf.Gather"(%t, %r) : (tensor<512xf32>, tensor<?xi32>) -> tensor<?xf32>
  %s = "tf.Pack"(%m, %n) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %q = "tf.BroadcastTo"(%r, %s) : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  %1 = "tf.Gather"(%w, %q) : (tensor<4xf32>, tensor<?x?xi32>) -> tensor<?x?xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<?x?xf32>
}
