// RUN: tieshape-opt %s -p tieshape-optimize-shapes --split-input-file | filecheck %s

// Elements of joined, cut, reshaped and gathered vectors are the scalars that they were made of, known or not.
// CHECK-LABEL: func.func @forwarded(%a: i32, %b: i32, %c: i32)
// CHECK-NEXT:    func.return %b, %c, %a, %c : i32, i32, i32, i32
func.func @forwarded(%a: i32, %b: i32, %c: i32) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.from_elements %a, %b : tensor<2xi32>
  %1 = tensor.from_elements %c : tensor<i32>
  %2 = mhlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %3 = "mhlo.concatenate"(%0, %2) <{dimension = 0 : i64}> : (tensor<2xi32>, tensor<1xi32>) -> tensor<3xi32>
  %4 = "mhlo.slice"(%3) <{start_indices = dense<1> : tensor<1xi64>, limit_indices = dense<3> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<3xi32>) -> tensor<2xi32>
  %5 = mhlo.reshape %4 : (tensor<2xi32>) -> tensor<2x1x1xi32>
  %at = mhlo.constant dense<[2, 0]> : tensor<2xi32>
  %6 = "mhlo.gather"(%3, %at) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<1> : tensor<1xi64>}> : (tensor<3xi32>, tensor<2xi32>) -> tensor<2xi32>
  %7 = tensor.extract %4[%c0] : tensor<2xi32>
  %8 = tensor.extract %5[%c1, %c0, %c0] : tensor<2x1x1xi32>
  %9 = tensor.extract %6[%c1] : tensor<2xi32>
  %10 = tensor.extract %6[%c0] : tensor<2xi32>
  func.return %7, %8, %9, %10 : i32, i32, i32, i32
}

// -----

// A product of a vector is one of scalars; a cast there and back is nothing; elements of constants are constants.
// CHECK-LABEL: func.func @computed(%a: i32, %b: i32)
// CHECK-DAG:     %[[P:.*]] = arith.muli %a, %b : i32
// CHECK-DAG:     %[[TWO:.*]] = arith.constant 2 : i32
// CHECK:         func.return %[[P]], %b, %[[TWO]] : i32, i32, i32
func.func @computed(%a: i32, %b: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = mhlo.constant dense<1> : tensor<i32>
  %0 = tensor.from_elements %a, %b : tensor<2xi32>
  %1 = mhlo.reshape %0 : (tensor<2xi32>) -> tensor<2x1xi32>
  %2 = mhlo.reduce(%1 init: %one) applies mhlo.multiply across dimensions = [0] : (tensor<2x1xi32>, tensor<i32>) -> tensor<1xi32>
  %3 = tensor.extract %2[%c0] : tensor<1xi32>
  %4 = arith.index_cast %0 : tensor<2xi32> to tensor<2xindex>
  %5 = tensor.extract %4[%c1] : tensor<2xindex>
  %6 = arith.index_cast %5 : index to i32
  %7 = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %8 = tensor.extract %7[%c1] : tensor<3xi32>
  func.return %3, %6, %8 : i32, i32, i32
}

// -----

// An element at a place that only the run tells stays where it is.
// CHECK-LABEL: func.func @unknown_place
// CHECK:         tensor.extract
func.func @unknown_place(%a: i32, %b: i32, %i: index) -> i32 {
  %0 = tensor.from_elements %a, %b : tensor<2xi32>
  %1 = tensor.extract %0[%i] : tensor<2xi32>
  func.return %1 : i32
}

// -----

// What the combination returns is not what it computes.
// CHECK-LABEL: func.func @returns_the_last
// CHECK:         tensor.extract
// CHECK-NOT:     arith.addi
func.func @returns_the_last(%a: i32, %b: i32) -> i32 {
  %zero = mhlo.constant dense<0> : tensor<i32>
  %0 = tensor.from_elements %a, %b : tensor<2xi32>
  %1 = "mhlo.reduce"(%0, %zero) <{dimensions = dense<0> : tensor<1xi64>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %sum = mhlo.add %p, %q : tensor<i32>
    "mhlo.return"(%q) : (tensor<i32>) -> ()
  }) : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %2 = tensor.extract %1[] : tensor<i32>
  func.return %2 : i32
}

// -----

sdim.symbol @S0

// A shape operand that is computed of few integers is put together of scalars, which wrap as the tensors do.
// CHECK-LABEL: func.func @computed_shape
// CHECK-DAG:     %[[N:.*]] = tensor.extract %n[] : tensor<i32>
// CHECK-DAG:     %[[TWO:.*]] = arith.constant 2 : i32
// CHECK:         %[[M:.*]] = arith.muli %[[N]], %[[TWO]] : i32
// CHECK-NOT:     mhlo.multiply
// CHECK:         %[[S:.*]] = tensor.from_elements %[[M]] : tensor<1xi32>
// CHECK-NEXT:    "mhlo.dynamic_iota"(%[[S]])
func.func @computed_shape(%n: tensor<i32>) -> tensor<?xf32, [@S0]> {
  %two = mhlo.constant dense<2> : tensor<i32>
  %0 = mhlo.multiply %n, %two : tensor<i32>
  %1 = mhlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = "mhlo.dynamic_iota"(%1) <{iota_dimension = 0 : i64}> : (tensor<1xi32>) -> tensor<?xf32, [@S0]>
  func.return %2 : tensor<?xf32, [@S0]>
}

// -----

sdim.symbol @S0

// Choices, conversions and divisions by constants too; the result of a comparison is one bit.
// CHECK-LABEL: func.func @chosen_shape
// CHECK-NOT:     mhlo.compare
// CHECK-DAG:     arith.cmpi slt, %{{.*}}, %{{.*}} : i32
// CHECK-DAG:     arith.divsi %{{.*}}, %{{.*}} : i32
// CHECK:         arith.select %{{.*}} : i32
// CHECK:         %[[S:.*]] = tensor.from_elements %{{.*}} : tensor<1xi64>
// CHECK-NEXT:    "mhlo.dynamic_iota"(%[[S]])
func.func @chosen_shape(%n: tensor<1xi32>) -> tensor<?xf32, [@S0]> {
  %two = mhlo.constant dense<2> : tensor<1xi32>
  %zero = mhlo.constant dense<0> : tensor<1xi32>
  %0 = mhlo.compare LT, %n, %zero : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
  %1 = mhlo.divide %n, %two : tensor<1xi32>
  %2 = mhlo.select %0, %two, %1 : tensor<1xi1>, tensor<1xi32>
  %3 = mhlo.convert %2 : (tensor<1xi32>) -> tensor<1xi64>
  %4 = "mhlo.dynamic_iota"(%3) <{iota_dimension = 0 : i64}> : (tensor<1xi64>) -> tensor<?xf32, [@S0]>
  func.return %4 : tensor<?xf32, [@S0]>
}

// -----

sdim.symbol @S0

// A divisor that may be 0 or -1 is never given to arith; the quotient by 0 is -1. Numbers without a sign are computed as before.
// CHECK-LABEL: func.func @divided
// CHECK-DAG:     %[[Z:.*]] = arith.constant 0 : i32
// CHECK-DAG:     %[[O:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[L:.*]] = arith.constant -1 : i32
// CHECK:         %[[IZ:.*]] = arith.cmpi eq, %[[D:.*]], %[[Z]] : i32
// CHECK-NEXT:    %[[IL:.*]] = arith.cmpi eq, %[[D]], %[[L]] : i32
// CHECK-NEXT:    %[[E:.*]] = arith.ori %[[IZ]], %[[IL]] : i1
// CHECK-NEXT:    %[[S:.*]] = arith.select %[[E]], %[[O]], %[[D]] : i32
// CHECK-NEXT:    %[[Q:.*]] = arith.divsi %[[N:.*]], %[[S]] : i32
// CHECK-NEXT:    %[[M:.*]] = arith.subi %[[Z]], %[[N]] : i32
// CHECK-NEXT:    %[[A:.*]] = arith.select %[[IL]], %[[M]], %[[Q]] : i32
// CHECK-NEXT:    %[[B:.*]] = arith.select %[[IZ]], %[[L]], %[[A]] : i32
// CHECK-NEXT:    %[[T:.*]] = tensor.from_elements %[[B]]
// CHECK-NEXT:    "mhlo.dynamic_iota"(%[[T]])
// CHECK-NEXT:    %[[U:.*]] = mhlo.add %u, %u : tensor<1xui32>
// CHECK-NEXT:    "mhlo.dynamic_iota"(%[[U]])
// CHECK-NEXT:    func.return
func.func @divided(%n: tensor<1xi32>, %m: tensor<1xi32>, %u: tensor<1xui32>) -> (tensor<?xf32, [@S0]>, tensor<?xf32>) {
  %0 = mhlo.divide %n, %m : tensor<1xi32>
  %1 = "mhlo.dynamic_iota"(%0) <{iota_dimension = 0 : i64}> : (tensor<1xi32>) -> tensor<?xf32, [@S0]>
  %2 = mhlo.add %u, %u : tensor<1xui32>
  %3 = "mhlo.dynamic_iota"(%2) <{iota_dimension = 0 : i64}> : (tensor<1xui32>) -> tensor<?xf32>
  func.return %1, %3 : tensor<?xf32, [@S0]>, tensor<?xf32>
}

// -----

// What is computed for its elements is not taken apart.
// CHECK-LABEL: func.func @data
// CHECK-NEXT:    %[[A:.*]] = mhlo.add %n, %n : tensor<2xi32>
// CHECK-NEXT:    func.return %[[A]]
func.func @data(%n: tensor<2xi32>) -> tensor<2xi32> {
  %0 = mhlo.add %n, %n : tensor<2xi32>
  func.return %0 : tensor<2xi32>
}

// -----

// A choice between a value and itself.
// CHECK-LABEL: func.func @same
// CHECK-NEXT:    %[[S:.*]] = arith.select %c, %n, %m : index
// CHECK-NEXT:    func.return %n, %[[S]]
func.func @same(%c: i1, %n: index, %m: index) -> (index, index) {
  %0 = arith.select %c, %n, %n : index
  %1 = arith.select %c, %n, %m : index
  func.return %0, %1 : index, index
}

// -----

sdim.symbol @S0

// A size that mhlo reads is one that everything else reads.
// CHECK-LABEL: func.func @dimension_size
// CHECK-NOT:     mhlo.get_dimension_size
// CHECK:         tensor.dim %x
// CHECK-NOT:     mhlo.get_dimension_size
// CHECK:         func.return
func.func @dimension_size(%x: tensor<?xf32, [@S0]>) -> tensor<?xi32, [@S0]> {
  %0 = "mhlo.get_dimension_size"(%x) <{dimension = 0 : i64}> : (tensor<?xf32, [@S0]>) -> tensor<i32>
  %1 = mhlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = "mhlo.dynamic_iota"(%1) <{iota_dimension = 0 : i64}> : (tensor<1xi32>) -> tensor<?xi32, [@S0]>
  func.return %2 : tensor<?xi32, [@S0]>
}

// -----

sdim.symbol @S0

// A divisor that is at least 1 is divided by as it is; each element of a broadcast is the one that it repeats.
// CHECK-LABEL: func.func @repeated
// CHECK:         %[[D:.*]] = arith.maxsi
// CHECK-NEXT:    %[[Q:.*]] = arith.divsi %{{.*}}, %[[D]] : i32
// CHECK-NEXT:    %[[T:.*]] = tensor.from_elements %[[Q]], %[[Q]] : tensor<2xi32>
// CHECK-NEXT:    "mhlo.dynamic_iota"(%[[T]])
// CHECK-NEXT:    func.return
func.func @repeated(%n: tensor<i32>, %m: tensor<i32>) -> tensor<?x?xf32> {
  %one = mhlo.constant dense<1> : tensor<i32>
  %0 = mhlo.maximum %m, %one : tensor<i32>
  %1 = mhlo.divide %n, %0 : tensor<i32>
  %2 = "mhlo.broadcast_in_dim"(%1) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<i32>) -> tensor<2xi32>
  %3 = "mhlo.dynamic_iota"(%2) <{iota_dimension = 0 : i64}> : (tensor<2xi32>) -> tensor<?x?xf32>
  func.return %3 : tensor<?x?xf32>
}

// -----

sdim.symbol @S0

// Other places of a broadcast are other elements: what is repeated along columns is not along rows.
// CHECK-LABEL: func.func @repeated_along_columns
// CHECK:         %[[A:.*]] = tensor.extract %n[%{{.*}}] : tensor<2xi32>
// CHECK:         %[[B:.*]] = tensor.extract %n[%{{.*}}] : tensor<2xi32>
// CHECK:         tensor.from_elements %[[A]], %[[A]], %[[B]], %[[B]] : tensor<4xi32>
func.func @repeated_along_columns(%n: tensor<2xi32>) -> tensor<?x?x?x?xf32> {
  %0 = "mhlo.broadcast_in_dim"(%n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<2xi32>) -> tensor<2x2xi32>
  %1 = mhlo.reshape %0 : (tensor<2x2xi32>) -> tensor<4xi32>
  %2 = "mhlo.dynamic_iota"(%1) <{iota_dimension = 0 : i64}> : (tensor<4xi32>) -> tensor<?x?x?x?xf32>
  func.return %2 : tensor<?x?x?x?xf32>
}
