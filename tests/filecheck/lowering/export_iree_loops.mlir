// RUN: tieshape-opt %s -p "tieshape-import-stablehlo,tieshape-symbolize,tieshape-infer-shapes,tieshape-export-stablehlo{for=iree}" --split-input-file | filecheck %s

// What IREE 3.13 reads, but computes wrongly or ends in an error of its own on.

// A loop of few known trips is written out.
// CHECK-LABEL: func.func public @few
// CHECK-NOT:     stablehlo.while
// CHECK:         %[[A:.*]] = stablehlo.tanh %x
// CHECK-NEXT:    %[[B:.*]] = stablehlo.tanh %[[A]]
// CHECK-NEXT:    func.return %[[B]]
func.func @few(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %two = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "stablehlo.while"(%zero, %x) ({
  ^bb0(%i: tensor<i32>, %a: tensor<?xf32>):
    %go = "stablehlo.compare"(%i, %two) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %a: tensor<?xf32>):
    %n = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %b = "stablehlo.tanh"(%a) : (tensor<?xf32>) -> tensor<?xf32>
    "stablehlo.return"(%n, %b) : (tensor<i32>, tensor<?xf32>) -> ()
  }) : (tensor<i32>, tensor<?xf32>) -> (tensor<i32>, tensor<?xf32>)
  return %r#1 : tensor<?xf32>
}

// -----

// One whose end is data stays, without what no trip changes; sizes are read from the argument.
// CHECK-LABEL: func.func public @many
// CHECK:         %[[N:.*]] = tensor.dim %x
// CHECK-NOT:     tensor.dim
// CHECK:         stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i32>, tensor<?xf32> cond
// CHECK:           stablehlo.compare LT, %{{.*}}, %m
// CHECK:           flow.tensor.tie_shape %{{.*}} : tensor<?xf32>{%[[N]]}
func.func @many(%x: tensor<?xf32>, %m: tensor<i32>) -> tensor<?xf32> {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r:3 = "stablehlo.while"(%zero, %x, %m) ({
  ^bb0(%i: tensor<i32>, %a: tensor<?xf32>, %k: tensor<i32>):
    %go = "stablehlo.compare"(%i, %k) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %a: tensor<?xf32>, %k: tensor<i32>):
    %n = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %b = "stablehlo.tanh"(%a) : (tensor<?xf32>) -> tensor<?xf32>
    "stablehlo.return"(%n, %b, %k) : (tensor<i32>, tensor<?xf32>, tensor<i32>) -> ()
  }) : (tensor<i32>, tensor<?xf32>, tensor<i32>) -> (tensor<i32>, tensor<?xf32>, tensor<i32>)
  return %r#1 : tensor<?xf32>
}

// -----

// A stable sort compares the places of what is equal otherwise.
// CHECK-LABEL: func.func public @sorted
// CHECK:         "stablehlo.sort"(%k, %x, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         ^bb0(%[[A:.*]]: tensor<i32>, %[[B:.*]]: tensor<i32>, %{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>, %[[I:.*]]: tensor<i32>, %[[J:.*]]: tensor<i32>):
// CHECK-NEXT:      %[[LESS:.*]] = stablehlo.compare LT, %[[A]], %[[B]]
// CHECK-NEXT:      %[[MORE:.*]] = stablehlo.compare LT, %[[B]], %[[A]]
// CHECK-NEXT:      %[[EARLIER:.*]] = stablehlo.compare LT, %[[I]], %[[J]], SIGNED
// CHECK-NEXT:      %[[NOT:.*]] = stablehlo.not %[[MORE]]
// CHECK-NEXT:      %[[TIED:.*]] = stablehlo.and %[[EARLIER]], %[[NOT]]
// CHECK-NEXT:      %[[OR:.*]] = stablehlo.or %[[LESS]], %[[TIED]]
// CHECK-NEXT:      stablehlo.return %[[OR]]
func.func @sorted(%k: tensor<?xi32>, %x: tensor<?xf32>) -> (tensor<?xi32>, tensor<?xf32>) {
  %r:2 = "stablehlo.sort"(%k, %x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    %lt = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%lt) : (tensor<i1>) -> ()
  }) : (tensor<?xi32>, tensor<?xf32>) -> (tensor<?xi32>, tensor<?xf32>)
  return %r#0, %r#1 : tensor<?xi32>, tensor<?xf32>
}

// -----

// One that is not stable stays.
// CHECK-LABEL: func.func public @unstable
// CHECK:         "stablehlo.sort"(%k, %x) <{dimension = 0 : i64}>
// CHECK-NOT:     stablehlo.and
func.func @unstable(%k: tensor<?xi32>, %x: tensor<?xf32>) -> (tensor<?xi32>, tensor<?xf32>) {
  %r:2 = "stablehlo.sort"(%k, %x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    %lt = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%lt) : (tensor<i1>) -> ()
  }) : (tensor<?xi32>, tensor<?xf32>) -> (tensor<?xi32>, tensor<?xf32>)
  return %r#0, %r#1 : tensor<?xi32>, tensor<?xf32>
}

// -----

// A scatter of one window is a select between the window, where all of it is inside, and the operand.
// CHECK-LABEL: func.func public @window
// CHECK-NOT:     stablehlo.scatter
// CHECK:         %[[AT:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK-NEXT:    %[[ROOM:.*]] = arith.subi
// CHECK-NEXT:    arith.cmpi sge, %[[AT]]
// CHECK-NEXT:    arith.cmpi sle, %[[AT]], %[[ROOM]]
// CHECK:         %[[NEW:.*]] = tensor.extract %u
// CHECK-NEXT:    %[[OLD:.*]] = tensor.extract %x
// CHECK:         arith.select %{{.*}}, %[[NEW]], %[[OLD]] : f32
func.func @window(%x: tensor<?xf32>, %i: tensor<1xi32>, %u: tensor<2xf32>) -> tensor<?xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<?xf32>, tensor<1xi32>, tensor<2xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// One of many windows stays.
// CHECK-LABEL: func.func public @rows
// CHECK:         "stablehlo.scatter"
func.func @rows(%x: tensor<?xf32>, %i: tensor<?x1xi32>, %u: tensor<?xf32>) -> tensor<?xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<?xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// The number of windows of a kernel of unknown size counts with that size.
// CHECK-LABEL: func.func public @filtered
// CHECK:         %[[K:.*]] = tensor.dim %k, %{{.*}} : tensor<?x2x3xf32>
// CHECK:         %[[REACH:.*]] = arith.addi %{{.*}}, %{{.*}} : index
// CHECK-NEXT:    arith.subi %{{.*}}, %[[REACH]] : index
// CHECK-NOT:     -9223372036854775808
// CHECK:         linalg.generic
func.func @filtered(%x: tensor<1x?x2xf32>, %k: tensor<?x2x3xf32>) -> tensor<1x?x3xf32> {
  %r = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x?x2xf32>, tensor<?x2x3xf32>) -> tensor<1x?x3xf32>
  return %r : tensor<1x?x3xf32>
}

// -----

// Places begin at a number of their own in each sort, so that no two sorts are given one tensor of them to write over.
// CHECK-LABEL: func.func public @sorted_twice
// CHECK:         %[[A:.*]] = arith.constant 1 : index
// CHECK-NEXT:    arith.addi %{{.*}}, %[[A]] : index
// CHECK:         "stablehlo.sort"(%k, %x, %{{.*}})
// CHECK:         %[[B:.*]] = arith.constant 2 : index
// CHECK-NEXT:    arith.addi %{{.*}}, %[[B]] : index
// CHECK:         "stablehlo.sort"(%x, %k, %{{.*}})
sdim.symbol @n
func.func @sorted_twice(%k: tensor<?xf32, [@n]>, %x: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
  %r:2 = "mhlo.sort"(%k, %x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %l = mhlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %l : tensor<i1>
  }) : (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>)
  %s:2 = "mhlo.sort"(%x, %k) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %l = mhlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %l : tensor<i1>
  }) : (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>)
  func.return %r#1, %s#1 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
}

// -----

// Sorts that are given one tensor of places get places of their own, which begin at their number; it is taken off again.
// CHECK-LABEL: func.func public @ordered_twice
// CHECK:         linalg.index 0
// CHECK:         linalg.index 0
// CHECK-NEXT:    arith.constant 1 : index
// CHECK:         %{{.*}}, %[[PLACES:.*]] = "stablehlo.sort"(%k, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         stablehlo.subtract %[[PLACES]], %{{.*}} : tensor<?xi32>
// CHECK:         linalg.index 0
// CHECK-NEXT:    arith.constant 2 : index
// CHECK:         "stablehlo.sort"(%x, %{{.*}}) <{dimension = 0 : i64}>
// CHECK:         stablehlo.subtract
func.func @ordered_twice(%k: tensor<?xf32, [@n]>, %x: tensor<?xf32, [@n]>) -> (tensor<?xi32, [@n]>, tensor<?xi32, [@n]>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %k, %c0 : tensor<?xf32, [@n]>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = "mhlo.dynamic_iota"(%shape) <{iota_dimension = 0 : i64}> : (tensor<1xindex>) -> tensor<?xi32, [@n]>
  %r:2 = "mhlo.sort"(%k, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %lt = mhlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %lt : tensor<i1>
  }) : (tensor<?xf32, [@n]>, tensor<?xi32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xi32, [@n]>)
  %s:2 = "mhlo.sort"(%x, %i) <{dimension = 0 : i64}> ({
  ^bb0(%e: tensor<f32>, %f: tensor<f32>, %g: tensor<i32>, %h: tensor<i32>):
    %gt = mhlo.compare GT, %e, %f : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %gt : tensor<i1>
  }) : (tensor<?xf32, [@n]>, tensor<?xi32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xi32, [@n]>)
  func.return %r#1, %s#1 : tensor<?xi32, [@n]>, tensor<?xi32, [@n]>
}
sdim.symbol @n

// -----

// A comparator that reads places reads them as they are.
// CHECK-LABEL: func.func public @by_place
// CHECK-NOT:     stablehlo.subtract
// CHECK:         return
func.func @by_place(%k: tensor<?xf32, [@n]>) -> tensor<?xi32, [@n]> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %k, %c0 : tensor<?xf32, [@n]>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = "mhlo.dynamic_iota"(%shape) <{iota_dimension = 0 : i64}> : (tensor<1xindex>) -> tensor<?xi32, [@n]>
  %r:2 = "mhlo.sort"(%k, %i) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %gt = mhlo.compare GT, %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %gt : tensor<i1>
  }) : (tensor<?xf32, [@n]>, tensor<?xi32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xi32, [@n]>)
  func.return %r#1 : tensor<?xi32, [@n]>
}
sdim.symbol @n
