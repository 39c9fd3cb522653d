// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @diag(
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %{{.*}}) <{broadcast_dimensions = dense<0> : tensor<1xi64>}>
// CHECK-NEXT:    %[[IOTA:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 0 : i64}> : {{.*}} -> tensor<?x?xi64, [@S0, @S0]>
// CHECK-NEXT:    %[[IOTA2:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 1 : i64}> : {{.*}} -> tensor<?x?xi64, [@S0, @S0]>
// CHECK-NEXT:    %[[C:.*]] = mhlo.compare EQ, %[[IOTA]], %[[IOTA2]]
// CHECK:         mhlo.select %[[C]], %[[B]], %{{.*}}
func.func @diag(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Diag"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @diag_part(
// CHECK:         %[[IOTA:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 0 : i64}> : {{.*}} -> tensor<?xi64, [@S0]>
// CHECK-NEXT:    %[[R:.*]] = mhlo.dynamic_reshape %[[IOTA]], {{.*}} -> tensor<?x1xi64, [@S0, 1]>
// CHECK-NEXT:    %[[CAT:.*]] = "mhlo.concatenate"(%[[R]], %[[R]]) <{dimension = 1 : i64}> : {{.*}} -> tensor<?x2xi64, [@S0, 2]>
// CHECK-NEXT:    "mhlo.dynamic_gather"(%x_1, %[[CAT]], %{{.*}}) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>}> : {{.*}} -> tensor<?xf32, [@S0]>
func.func @diag_part(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.DiagPart"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @matrix_band_part(
// CHECK:         %[[IOTA:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 1 : i64}> : {{.*}} -> tensor<4x?xi64, [4, @S1]>
// CHECK-NEXT:    %[[IOTA2:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 0 : i64}> : {{.*}} -> tensor<4x?xi64, [4, @S1]>
// CHECK-NEXT:    %[[SUB:.*]] = mhlo.subtract %[[IOTA2]], %[[IOTA]]
// CHECK:         mhlo.compare LE, %[[SUB]], %{{.*}}
// CHECK-NEXT:    mhlo.compare LT, %below, %{{.*}}
// CHECK:         %[[SUB2:.*]] = mhlo.subtract %[[IOTA]], %[[IOTA2]]
// CHECK:         mhlo.compare LE, %[[SUB2]], %{{.*}}
// CHECK-NEXT:    mhlo.compare LT, %above, %{{.*}}
// CHECK:         mhlo.and
// CHECK:         mhlo.select %{{.*}}, %x, %{{.*}}
func.func @matrix_band_part(%x: tensor<?x4x?xf32>, %below: tensor<i64>, %above: tensor<i64>) -> tensor<*xf32> {
  %r = "tf.MatrixBandPart"(%x, %below, %above) : (tensor<?x4x?xf32>, tensor<i64>, tensor<i64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Row, column and their difference decide which element is on the diagonal.
// CHECK-LABEL: func.func @matrix_diag(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%{{.*}}, %{{.*}}) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}>
// CHECK-NEXT:    %[[IOTA:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 1 : i64}> : {{.*}} -> tensor<?x?xi64, [@S1, @S1]>
// CHECK-NEXT:    %[[IOTA2:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 0 : i64}> : {{.*}} -> tensor<?x?xi64, [@S1, @S1]>
// CHECK-NEXT:    %[[SUB:.*]] = mhlo.subtract %[[IOTA]], %[[IOTA2]]
// CHECK:         %[[C:.*]] = mhlo.compare EQ, %[[SUB]], %{{.*}}
// CHECK-NEXT:    %[[B2:.*]] = "mhlo.dynamic_broadcast_in_dim"(%[[C]], %{{.*}}) <{broadcast_dimensions = dense<[1, 2]> : tensor<2xi64>}>
// CHECK-NEXT:    mhlo.select %[[B2]], %[[B]], %{{.*}}
func.func @matrix_diag(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.MatrixDiag"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @matrix_diag_part(
// CHECK:         "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 0 : i64}> : {{.*}} -> tensor<?xi64, [@S2]>
// CHECK:         %[[CAT:.*]] = "mhlo.concatenate"(%{{.*}}, %{{.*}}) <{dimension = 1 : i64}> : {{.*}} -> tensor<?x2xi64, [@S2, 2]>
// CHECK-NEXT:    "mhlo.dynamic_gather"(%x, %[[CAT]], %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0], collapsed_slice_dims = [1, 2], start_index_map = [1, 2], index_vector_dim = 1>}> : {{.*}} -> tensor<?x?xf32, [@S0, @S2]>
func.func @matrix_diag_part(%x: tensor<?x4x?xf32>) -> tensor<*xf32> {
  %r = "tf.MatrixDiagPart"(%x) : (tensor<?x4x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The first diagonal below the main one.
// CHECK-LABEL: func.func @matrix_diag_part_v2(
// CHECK:         "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 0 : i64}> : {{.*}} -> tensor<?xi64, [@S2]>
// CHECK:         %[[CAT:.*]] = "mhlo.concatenate"(%{{.*}}, %{{.*}}) <{dimension = 1 : i64}> : {{.*}} -> tensor<?x2xi64, [@S2, 2]>
// CHECK-NEXT:    %[[G:.*]] = "mhlo.dynamic_gather"(%x, %[[CAT]], %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0], collapsed_slice_dims = [1, 2], start_index_map = [1, 2], index_vector_dim = 1>}> : {{.*}} -> tensor<?x?xf32, [@S0, @S2]>
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%padding, %{{.*}})
// CHECK-NEXT:    mhlo.select %{{.*}}, %[[G]], %[[B]]
func.func @matrix_diag_part_v2(%x: tensor<?x4x?xf32>, %padding: tensor<f32>) -> tensor<*xf32> {
  %k = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixDiagPartV2"(%x, %k, %padding) : (tensor<?x4x?xf32>, tensor<i32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Three diagonals, each as long as the longest.
// CHECK-LABEL: func.func @matrix_diag_part_v3(
// CHECK:         %[[G:.*]] = "mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0], collapsed_slice_dims = [1, 2], start_index_map = [1, 2], index_vector_dim = 1>}> : {{.*}} -> tensor<?x?xf32, [@S0, @S2]>
// CHECK:         %[[SEL:.*]] = mhlo.select %{{.*}}, %[[G]], %{{.*}}
// CHECK:         %[[G2:.*]] = "mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0], collapsed_slice_dims = [1, 2], start_index_map = [1, 2], index_vector_dim = 1>}> : {{.*}} -> tensor<?x?xf32, [@S0, @S2]>
// CHECK:         %[[SEL2:.*]] = mhlo.select %{{.*}}, %[[G2]], %{{.*}}
// CHECK:         %[[G3:.*]] = "mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0], collapsed_slice_dims = [1, 2], start_index_map = [1, 2], index_vector_dim = 1>}> : {{.*}} -> tensor<?x?xf32, [@S0, @S2]>
// CHECK:         %[[SEL3:.*]] = mhlo.select %{{.*}}, %[[G3]], %{{.*}}
// CHECK-NEXT:    %[[R:.*]] = mhlo.dynamic_reshape %[[SEL]], {{.*}} -> tensor<?x1x?xf32, [@S0, 1, @S2]>
// CHECK-NEXT:    %[[R2:.*]] = mhlo.dynamic_reshape %[[SEL2]], {{.*}} -> tensor<?x1x?xf32, [@S0, 1, @S2]>
// CHECK-NEXT:    %[[R3:.*]] = mhlo.dynamic_reshape %[[SEL3]], {{.*}} -> tensor<?x1x?xf32, [@S0, 1, @S2]>
// CHECK-NEXT:    "mhlo.concatenate"(%[[R]], %[[R2]], %[[R3]]) <{dimension = 1 : i64}> : {{.*}} -> tensor<?x3x?xf32, [@S0, 3, @S2]>
func.func @matrix_diag_part_v3(%x: tensor<?x4x?xf32>, %padding: tensor<f32>) -> tensor<*xf32> {
  %k = "tf.Const"() <{value = dense<[-1, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.MatrixDiagPartV3"(%x, %k, %padding) <{align = "RIGHT_LEFT"}> : (tensor<?x4x?xf32>, tensor<2xi32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Rows and columns are as small as the diagonal allows where they are -1.
// CHECK-LABEL: func.func @matrix_diag_v2(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%padding, %{{.*}})
// CHECK-NEXT:    %[[PAD:.*]] = mhlo.dynamic_pad %x, {{.*}} -> tensor<?x?xf32, [@S0, @S2]>
// CHECK-NEXT:    %[[B2:.*]] = "mhlo.dynamic_broadcast_in_dim"(%[[PAD]], %{{.*}}) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}>
// CHECK:         %[[SUB:.*]] = mhlo.subtract
// CHECK:         %[[C:.*]] = mhlo.compare EQ, %[[SUB]], %{{.*}}
// CHECK-NEXT:    %[[B3:.*]] = "mhlo.dynamic_broadcast_in_dim"(%[[C]], %{{.*}}) <{broadcast_dimensions = dense<[1, 2]> : tensor<2xi64>}>
// CHECK-NEXT:    mhlo.select %[[B3]], %[[B2]], %[[B]]
func.func @matrix_diag_v2(%x: tensor<?x?xf32>, %padding: tensor<f32>) -> tensor<*xf32> {
  %k = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %rows = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %columns = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixDiagV2"(%x, %k, %rows, %columns, %padding) : (tensor<?x?xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @matrix_diag_v3(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%padding, %{{.*}})
// CHECK-NEXT:    %[[PAD:.*]] = mhlo.dynamic_pad %x, {{.*}} -> tensor<?x?xf32, [@S0, @S1]>
// CHECK-NEXT:    %[[B2:.*]] = "mhlo.dynamic_broadcast_in_dim"(%[[PAD]], %{{.*}}) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}>
// CHECK:         %[[SUB:.*]] = mhlo.subtract
// CHECK:         %[[C:.*]] = mhlo.compare EQ, %[[SUB]], %{{.*}}
// CHECK-NEXT:    %[[B3:.*]] = "mhlo.dynamic_broadcast_in_dim"(%[[C]], %{{.*}}) <{broadcast_dimensions = dense<[1, 2]> : tensor<2xi64>}>
// CHECK-NEXT:    mhlo.select %[[B3]], %[[B2]], %[[B]]
func.func @matrix_diag_v3(%x: tensor<?x?xf32>, %columns: tensor<i32>, %padding: tensor<f32>) -> tensor<*xf32> {
  %k = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %rows = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixDiagV3"(%x, %k, %rows, %columns, %padding) <{align = "RIGHT_LEFT"}>
      : (tensor<?x?xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @matrix_set_diag(
// CHECK:         %[[PAD:.*]] = mhlo.dynamic_pad %diagonal_1, {{.*}} -> tensor<?x4xf32, [@S0, 4]>
// CHECK-NEXT:    %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%[[PAD]], %{{.*}}) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}>
// CHECK:         %[[SUB:.*]] = mhlo.subtract
// CHECK:         %[[C:.*]] = mhlo.compare EQ, %[[SUB]], %{{.*}}
// CHECK-NEXT:    %[[B2:.*]] = "mhlo.dynamic_broadcast_in_dim"(%[[C]], %{{.*}}) <{broadcast_dimensions = dense<[1, 2]> : tensor<2xi64>}>
// CHECK-NEXT:    mhlo.select %[[B2]], %[[B]], %x
func.func @matrix_set_diag(%x: tensor<?x4x?xf32>, %diagonal: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.MatrixSetDiag"(%x, %diagonal) : (tensor<?x4x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @matrix_set_diag_v2(
// CHECK:         mhlo.constant dense<2> : tensor<i64>
// CHECK-NEXT:    %[[PAD:.*]] = mhlo.dynamic_pad %diagonal, {{.*}} -> tensor<?xf32, [@S0]>
// CHECK-NEXT:    %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%[[PAD]], %{{.*}}) <{broadcast_dimensions = dense<0> : tensor<1xi64>}>
// CHECK:         %[[SUB:.*]] = mhlo.subtract
// CHECK:         %[[C:.*]] = mhlo.compare EQ, %[[SUB]], %{{.*}}
// CHECK-NEXT:    mhlo.select %[[C]], %[[B]], %x
func.func @matrix_set_diag_v2(%x: tensor<?x?xf32>, %diagonal: tensor<?xf32>) -> tensor<*xf32> {
  %k = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixSetDiagV2"(%x, %diagonal, %k) : (tensor<?x?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @matrix_set_diag_v3(
// CHECK:         mhlo.real_dynamic_slice %diagonals, {{.*}} -> tensor<1x?xf32, [1, @S1]>
// CHECK:         %[[SEL:.*]] = mhlo.select %{{.*}}, %{{.*}}, %x
// CHECK-NEXT:    mhlo.real_dynamic_slice %diagonals, {{.*}} -> tensor<1x?xf32, [1, @S1]>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %[[SEL]]
func.func @matrix_set_diag_v3(%x: tensor<?x5xf32>, %diagonals: tensor<2x?xf32>) -> tensor<*xf32> {
  %k = "tf.Const"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.MatrixSetDiagV3"(%x, %diagonals, %k) <{align = "RIGHT_LEFT"}> : (tensor<?x5xf32>, tensor<2x?xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
