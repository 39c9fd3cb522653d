// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @ctc_loss(
// CHECK:         sdim.elements assert %i from %{{.*}} {why = "tf.CTCLoss at {{.*}}: labels_indices"} : tensor<?x2xi64, [@S3, 2]>
// CHECK:         sdim.elements assert %{{.*}} from %{{.*}} below %{{.*}} {why = "tf.CTCLoss at {{.*}}: sequence_length"} : tensor<?xi32, [@S1]>
// CHECK:         sdim.elements assert %{{.*}} from %{{.*}} {why = "tf.CTCLoss at {{.*}}: labels_values"} : tensor<?xi32, [@S3]>
// CHECK:         sdim.elements assert %{{.*}} from %{{.*}} below %{{.*}} {why = "tf.CTCLoss at {{.*}}: rows of labels_indices"} : tensor<?x1xi64, [@S3, 1]>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
func.func @ctc_loss(%x: tensor<?x?x?xf32>, %i: tensor<?x2xi64>, %v: tensor<?xi32>, %l: tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.CTCLoss"(%x, %i, %v, %l) <{ctc_merge_repeated = true, ignore_longer_outputs_than_inputs = false, preprocess_collapse_repeated = false}> : (tensor<?x?x?xf32>, tensor<?x2xi64>, tensor<?xi32>, tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @ctc_loss_v2(
// CHECK:         sdim.elements assert %i from %{{.*}} {why = "tf.CTCLossV2 at {{.*}}: labels_indices"} : tensor<?x2xi64, [@S3, 2]>
// CHECK:         sdim.elements assert %{{.*}} from %{{.*}} below %{{.*}} {why = "tf.CTCLossV2 at {{.*}}: sequence_length"} : tensor<?xi32, [@S1]>
// CHECK:         sdim.elements assert %{{.*}} from %{{.*}} below %{{.*}} {why = "tf.CTCLossV2 at {{.*}}: labels_values"} : tensor<?xi32, [@S3]>
// CHECK:         sdim.elements assert %{{.*}} from %{{.*}} below %{{.*}} {why = "tf.CTCLossV2 at {{.*}}: rows of labels_indices"} : tensor<?x1xi64, [@S3, 1]>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
func.func @ctc_loss_v2(%x: tensor<?x?x?xf32>, %i: tensor<?x2xi64>, %v: tensor<?xi32>, %l: tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.CTCLossV2"(%x, %i, %v, %l) : (tensor<?x?x?xf32>, tensor<?x2xi64>, tensor<?xi32>, tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @ctc_greedy_decoder(
// CHECK:         sdim.elements assert %{{.*}} below %{{.*}} {why = "tf.CTCGreedyDecoder at {{.*}}: sequence_length"} : tensor<?xi32, [@S1]>
// CHECK:         mhlo.sort"(%{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.while(%{{.*}}, %{{.*}}) : tensor<i64>, tensor<?x?xi64, [@S1, @S0]> cond
// CHECK:         mhlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<1> : tensor<1xi64>}> : (tensor<?xi64, [@S5]>, tensor<?xi64, [@S4]>) -> tensor<?xi64, [@S4]>
// CHECK:         mhlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<1> : tensor<1xi64>}> : (tensor<?xi64, [@S5]>, tensor<?xi64, [@S4]>) -> tensor<?xi64, [@S4]>
// CHECK:         mhlo.concatenate"(%{{.*}}, %{{.*}}) <{dimension = 1 : i64}> : (tensor<?x1xi64, [@S4, 1]>, tensor<?x1xi64, [@S4, 1]>) -> tensor<?x2xi64, [@S4, 2]>
func.func @ctc_greedy_decoder(%x: tensor<?x?x?xf32>, %l: tensor<?xi32>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xf32>) {
  %r:4 = "tf.CTCGreedyDecoder"(%x, %l) <{blank_index = -1, merge_repeated = true}> : (tensor<?x?x?xf32>, tensor<?xi32>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2, %r#3 : tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @edit_distance(
// CHECK:         sdim.range assert %{{.*}} in [0, ?] {why = "tf.EditDistance at {{.*}}: element 0 must be at least 0"}
// CHECK:         sdim.range assert %{{.*}} in [0, ?] {why = "tf.EditDistance at {{.*}}: element 1 must be at least 0"}
// CHECK:         sdim.range assert %{{.*}} in [0, ?] {why = "tf.EditDistance at {{.*}}: element 0 must be at least 0"}
// CHECK:         sdim.range assert %{{.*}} in [0, ?] {why = "tf.EditDistance at {{.*}}: element 1 must be at least 0"}
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
func.func @edit_distance(%ai: tensor<?x2xi64>, %av: tensor<?xi32>, %as: tensor<2xi64>, %bi: tensor<?x2xi64>, %bv: tensor<?xi32>, %bs: tensor<2xi64>) -> tensor<*xf32> {
  %r = "tf.EditDistance"(%ai, %av, %as, %bi, %bv, %bs) <{normalize = true}> : (tensor<?x2xi64>, tensor<?xi32>, tensor<2xi64>, tensor<?x2xi64>, tensor<?xi32>, tensor<2xi64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @ctc_beam_search_decoder(
// CHECK:         sdim.elements assert %n_1 below %{{.*}} {why = "tf.CTCBeamSearchDecoder at {{.*}}: sequence_length"} : tensor<?xi32, [@S1]>
// CHECK:         mhlo.exponential %{{.*}} : tensor<?x?x?xf32, [@S0, @S1, @S2]>
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i64>, tensor<?x4x?xi64, [@S1, 4, @S0]>, tensor<?x4xi64, [@S1, 4]>, tensor<?x4xf32, [@S1, 4]>, tensor<?x4xf32, [@S1, 4]> cond
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 1 : i64, is_stable = true}>
// CHECK:         mhlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>}> : (tensor<?x4x?xi64, [@S1, 4, @S0]>, tensor<?x4xi64, [@S1, 4]>, tensor<3xindex>) -> tensor<?x4x?xi64, [@S1, 4, @S0]>
// CHECK:         sdim.elements assert %{{.*}} non_zero {why = "tf.CTCBeamSearchDecoder at {{.*}}: there must be as many readings as top_paths; 1 where there is one"} : tensor<?x1xi8, [@S1, 1]>
// CHECK:         mhlo.sort"(%{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i64>, tensor<?x?xi64, [@S1, @S0]> cond
func.func @ctc_beam_search_decoder(%x: tensor<?x?x?xf32>, %n: tensor<?xi32>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xf32>) {
  %r:4 = "tf.CTCBeamSearchDecoder"(%x, %n) <{beam_width = 4 : i64, top_paths = 1 : i64, merge_repeated = false}> : (tensor<?x?x?xf32>, tensor<?xi32>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2, %r#3 : tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xf32>
}
