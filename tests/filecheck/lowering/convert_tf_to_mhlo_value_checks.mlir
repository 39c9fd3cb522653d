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
// CHECK:       sdim.range assert %{{.*}} in [3, ?] {why = "tf.Gather at {{.*}}: indices: 2 must be less than S0"}
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
// CHECK:       sdim.range assert %{{.*}} in [1, ?] {why = "tf.FloorDiv at {{.*}}: divisor: S1 must not be 0"}
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
// WITHOUT:     func.func @branch
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
