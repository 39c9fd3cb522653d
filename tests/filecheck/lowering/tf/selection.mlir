// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// A vector of conditions chooses whole entries: nothing is broadcast.
// CHECK-LABEL: func.func @select(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%c, %{{.*}}) <{broadcast_dimensions = dense<0> : tensor<1xi64>}>
// CHECK-NEXT:    %[[SEL:.*]] = mhlo.select %[[B]], %x_1, %y_1
// CHECK-NEXT:    func.return %[[SEL]]
func.func @select(%c: tensor<?xi1>, %x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Select"(%c, %x, %y) : (tensor<?xi1>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// All three are broadcast.
// CHECK-LABEL: func.func @select_v2(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%c, %{{.*}}) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}>
// CHECK-NEXT:    %[[B2:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %{{.*}})
// CHECK-NEXT:    %[[B3:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}}) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}>
// CHECK-NEXT:    mhlo.select %[[B]], %[[B2]], %[[B3]]
func.func @select_v2(%c: tensor<?x1xi1>, %x: tensor<f32>, %y: tensor<1x4xf32>) -> tensor<*xf32> {
  %r = "tf.SelectV2"(%c, %x, %y) : (tensor<?x1xi1>, tensor<f32>, tensor<1x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The number of bounds that are not greater.
// CHECK-LABEL: func.func @bucketize(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf32>
// CHECK-NEXT:    %[[CST2:.*]] = mhlo.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %{{.*}}) <{broadcast_dimensions = dense<0> : tensor<1xi64>}>
// CHECK-NEXT:    %[[B2:.*]] = "mhlo.dynamic_broadcast_in_dim"(%[[CST]], %{{.*}}) <{broadcast_dimensions = dense<1> : tensor<1xi64>}>
// CHECK-NEXT:    %[[C:.*]] = mhlo.compare LT, %[[B]], %[[B2]]
// CHECK-NEXT:    %[[N:.*]] = mhlo.not %[[C]]
// CHECK-NEXT:    %[[CVT:.*]] = mhlo.convert %[[N]] : {{.*}} -> tensor<?x2xi32, [@S0, 2]>
// CHECK-NEXT:    mhlo.reduce(%[[CVT]] init: %[[CST2]]) applies mhlo.add across dimensions = [1] : {{.*}} -> tensor<?xi32, [@S0]>
func.func @bucketize(%x: tensor<?xf32>) -> tensor<*xi32> {
  %r = "tf.Bucketize"(%x) <{boundaries = [0.0 : f32, 1.0 : f32]}> : (tensor<?xf32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @top_k_v2(
// CHECK:         %[[IOTA:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 1 : i64}> : {{.*}} -> tensor<?x?xi32, [@S0, @S1]>
// CHECK-NEXT:    %[[SORT:.*]], %[[SORT2:.*]] = "mhlo.sort"(%x, %[[IOTA]]) <{dimension = 1 : i64, is_stable = true}>
// CHECK:         mhlo.compare GT
// CHECK:         mhlo.real_dynamic_slice %[[SORT]], {{.*}} -> tensor<?x3xf32, [@S0, 3]>
// CHECK-NEXT:    mhlo.real_dynamic_slice %[[SORT2]], {{.*}} -> tensor<?x3xi32, [@S0, 3]>
func.func @top_k_v2(%x: tensor<?x?xf32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %k = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.TopKV2"(%x, %k) : (tensor<?x?xf32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi32>
}

// -----

// As many entries as there are different elements.
// Sorted, so that equal entries are neighbours; the first of each kind, in the order of their places.
// CHECK-LABEL: func.func @unique(
// CHECK:         %[[IOTA:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 0 : i64}> : {{.*}} -> tensor<?xi64, [@S0]>
// CHECK-NEXT:    %[[SORT:.*]], %[[SORT2:.*]] = "mhlo.sort"(%x, %[[IOTA]]) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.compare NE, %[[SORT]], %{{.*}}
// CHECK:         mhlo.while
// CHECK:         mhlo.maximum
// CHECK:         "mhlo.sort"(%[[SORT2]], %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [0] : {{.*}} -> tensor<i64>
// CHECK:         %[[SL:.*]] = mhlo.real_dynamic_slice %{{.*}}, {{.*}} -> tensor<?xi64, [@S1]>
// CHECK:         "mhlo.dynamic_gather"(%x, %[[SL]], %{{.*}}) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : {{.*}} -> tensor<?xi32, [@S1]>
func.func @unique(%x: tensor<?xi32>) -> (tensor<*xi32>, tensor<*xi32>) {
  %r:2 = "tf.Unique"(%x) : (tensor<?xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xi32>, tensor<*xi32>
}

// -----

// Each entry takes the first that is equal to it; those that take themselves are kept.
// CHECK-LABEL: func.func @unique_v2(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %{{.*}}) <{broadcast_dimensions = dense<[0, 2]> : tensor<2xi64>}>
// CHECK-NEXT:    %[[B2:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %{{.*}}) <{broadcast_dimensions = dense<[1, 2]> : tensor<2xi64>}>
// CHECK-NEXT:    %[[C:.*]] = mhlo.compare EQ, %[[B]], %[[B2]]
// CHECK-NEXT:    %[[RED:.*]] = mhlo.reduce(%[[C]] init: %{{.*}}) applies mhlo.and across dimensions = [2] : {{.*}} -> tensor<?x?xi1, [@S0, @S0]>
// CHECK:         %[[SEL:.*]] = mhlo.select %[[RED]], %{{.*}}, %{{.*}}
// CHECK-NEXT:    %[[RED2:.*]] = mhlo.reduce(%[[SEL]] init: %{{.*}}) applies mhlo.minimum across dimensions = [1] : {{.*}} -> tensor<?xi64, [@S0]>
// CHECK:         mhlo.compare EQ, %[[RED2]], %{{.*}}
// CHECK:         %[[SL:.*]] = mhlo.real_dynamic_slice %{{.*}}, {{.*}} -> tensor<?xi64, [@S1]>
// CHECK:         "mhlo.dynamic_gather"(%x, %[[SL]], %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : {{.*}} -> tensor<?x4xf32, [@S1, 4]>
func.func @unique_v2(%x: tensor<?x4xf32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %axis = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r:2 = "tf.UniqueV2"(%x, %axis) : (tensor<?x4xf32>, tensor<1xi32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi32>
}

// -----

// The entries alone of a vector are two sorts, and nothing is made for the classes.
// CHECK-LABEL: func.func @unique_v2_values(
// CHECK-NOT:     tensor<i32>
// CHECK-NOT:     mhlo.while
// CHECK:         %[[SORT:.*]], %[[PLACE:.*]] = "mhlo.sort"(%x, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK-NOT:     mhlo.while
// CHECK:         %{{.*}}, %[[KINDS:.*]] = "mhlo.sort"(%{{.*}}, %[[SORT]]) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         %[[SL:.*]] = mhlo.real_dynamic_slice %[[KINDS]], {{.*}} -> tensor<?xf32, [@S1]>
// CHECK-NEXT:    func.return %[[SL]]
func.func @unique_v2_values(%x: tensor<?xf32>) -> tensor<*xf32> {
  %axis = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r:2 = "tf.UniqueV2"(%x, %axis) : (tensor<?xf32>, tensor<1xi32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0 : tensor<*xf32>
}

// -----

// The class of each entry needs scans.
// CHECK-LABEL: func.func @unique_v2_vector(
// CHECK:         mhlo.while
// CHECK:         mhlo.maximum
// CHECK:         %[[CLASS:.*]] = mhlo.convert %{{.*}} : (tensor<?xi64, [@S0]>) -> tensor<?xi32, [@S0]>
// CHECK-NEXT:    func.return %{{.*}}, %[[CLASS]]
func.func @unique_v2_vector(%x: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %axis = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r:2 = "tf.UniqueV2"(%x, %axis) : (tensor<?xf32>, tensor<1xi32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @unique_with_counts(
// CHECK:         %[[SORT:.*]], %{{.*}} = "mhlo.sort"(%x, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.compare NE, %[[SORT]], %{{.*}}
// CHECK:         mhlo.while
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [0] : {{.*}} -> tensor<i64>
// CHECK:         %[[SL:.*]] = mhlo.real_dynamic_slice %{{.*}}, {{.*}} -> tensor<?xi64, [@S1]>
// CHECK:         "mhlo.dynamic_gather"(%x, %[[SL]], %{{.*}}) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : {{.*}} -> tensor<?xi32, [@S1]>
// CHECK:         "mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.add
func.func @unique_with_counts(%x: tensor<?xi32>) -> (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) {
  %r:3 = "tf.UniqueWithCounts"(%x) : (tensor<?xi32>) -> (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xi32>, tensor<*xi32>, tensor<*xi32>
}

// -----

// A row of indices for each element that is true.
// The places that are true come first; each is split into its indices.
// CHECK-LABEL: func.func @where(
// CHECK:         %[[R:.*]] = mhlo.dynamic_reshape %x, {{.*}} -> tensor<?xi1, [@S2]>
// CHECK-NEXT:    %[[CVT:.*]] = mhlo.convert %[[R]] : {{.*}} -> tensor<?xi64, [@S2]>
// CHECK-NEXT:    mhlo.reduce(%[[CVT]] init: %{{.*}}) applies mhlo.add across dimensions = [0] : {{.*}} -> tensor<i64>
// CHECK:         %[[IOTA:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 0 : i64}> : {{.*}} -> tensor<?xi64, [@S2]>
// CHECK-NEXT:    %{{.*}}, %[[SORT:.*]] = "mhlo.sort"(%[[R]], %[[IOTA]]) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         %[[SL:.*]] = mhlo.real_dynamic_slice %[[SORT]], {{.*}} -> tensor<?xi64, [@S1]>
// CHECK:         %[[DIV:.*]] = mhlo.divide %[[SL]], %{{.*}}
// CHECK-NEXT:    %[[REM:.*]] = mhlo.remainder %[[SL]], %{{.*}}
// CHECK:         %[[R2:.*]] = mhlo.dynamic_reshape %[[DIV]], {{.*}} -> tensor<?x1xi64, [@S1, 1]>
// CHECK-NEXT:    %[[R3:.*]] = mhlo.dynamic_reshape %[[REM]], {{.*}} -> tensor<?x1xi64, [@S1, 1]>
// CHECK-NEXT:    "mhlo.concatenate"(%[[R2]], %[[R3]]) <{dimension = 1 : i64}> : {{.*}} -> tensor<?x2xi64, [@S1, 2]>
func.func @where(%x: tensor<?x4xi1>) -> tensor<*xi64> {
  %r = "tf.Where"(%x) : (tensor<?x4xi1>) -> tensor<*xi64>
  func.return %r : tensor<*xi64>
}

// -----

// CHECK-LABEL: func.func @list_diff(
// CHECK:         %[[SAME:.*]] = mhlo.compare EQ, %{{.*}}, %{{.*}}
// CHECK:         %[[FOUND:.*]] = mhlo.reduce(%[[SAME]] init: %{{.*}}) applies mhlo.or across dimensions = [1]
// CHECK-NEXT:    mhlo.not %[[FOUND]]
// CHECK:         "mhlo.sort"
func.func @list_diff(%x: tensor<?xi32>, %y: tensor<?xi32>) -> (tensor<*xi32>, tensor<*xi32>) {
  %r:2 = "tf.ListDiff"(%x, %y) : (tensor<?xi32>, tensor<?xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xi32>, tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @nth_element(
// CHECK:         sdim.elements assert %n from %{{.*}} below %{{.*}} {why = "tf.NthElement at {{.*}}: n"} : tensor<i32>
// CHECK:         mhlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}>
// CHECK:         mhlo.compare GT, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<f32>) -> tensor<i1>
func.func @nth_element(%x: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.NthElement"(%x, %n) <{reverse = true}> : (tensor<?x?xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @unique_with_counts_v2(
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i64>, tensor<?xi64, [@S0]> cond
// CHECK:         mhlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?xi64, [@S0]>, tensor<?xi64, [@S0]>, tensor<1xindex>) -> tensor<?xi64, [@S0]>
// CHECK:         mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x?xi32, [@S0, @S1]>, tensor<?xi64, [@S2]>, tensor<2xindex>) -> tensor<?x?xi32, [@S2, @S1]>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
func.func @unique_with_counts_v2(%x: tensor<?x?xi32>) -> (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) {
  %a = "tf.Const"() <{value = dense<0> : tensor<1xi64>}> : () -> tensor<1xi64>
  %r:3 = "tf.UniqueWithCountsV2"(%x, %a) : (tensor<?x?xi32>, tensor<1xi64>) -> (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xi32>, tensor<*xi32>, tensor<*xi32>
}
