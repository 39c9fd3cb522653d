// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.equal assert {{.*}} {why = "tf.CTCLoss at {{.*}}: labels_indices and labels_values: sizes S3 and S4 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.CTCLoss at {{.*}}: rows of inputs and sequence_length: sizes S1 and S5 must agree"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.CTCLoss at {{.*}}: the number of rows S1 must be at least 1"}
// CHECK:       func.func @ctc_loss(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>, %i: tensor<?x2xi64, [@S3, 2]>, %v: tensor<?xi32, [@S4]>, %l: tensor<?xi32, [@S5]>) -> (tensor<?xf32, [@S1]>, tensor<?x?x?xf32, [@S0, @S1, @S2]>)
func.func @ctc_loss(%x: tensor<?x?x?xf32>, %i: tensor<?x2xi64>, %v: tensor<?xi32>, %l: tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.CTCLoss"(%x, %i, %v, %l) <{ctc_merge_repeated = true, ignore_longer_outputs_than_inputs = false, preprocess_collapse_repeated = false}> : (tensor<?x?x?xf32>, tensor<?x2xi64>, tensor<?xi32>, tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.CTCLossV2 at {{.*}}: labels_indices and labels_values: sizes S3 and S4 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.CTCLossV2 at {{.*}}: rows of inputs and sequence_length: sizes S1 and S5 must agree"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.CTCLossV2 at {{.*}}: the number of rows S1 must be at least 1"}
// CHECK:       func.func @ctc_loss_v2(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>, %i: tensor<?x2xi64, [@S3, 2]>, %v: tensor<?xi32, [@S4]>, %l: tensor<?xi32, [@S5]>) -> (tensor<?xf32, [@S1]>, tensor<?x?x?xf32, [@S0, @S1, @S2]>)
func.func @ctc_loss_v2(%x: tensor<?x?x?xf32>, %i: tensor<?x2xi64>, %v: tensor<?xi32>, %l: tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.CTCLossV2"(%x, %i, %v, %l) : (tensor<?x?x?xf32>, tensor<?x2xi64>, tensor<?xi32>, tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       sdim.range assert {{.*}} {why = "tf.CTCGreedyDecoder at {{.*}}: size S0 of inputs must be at least 1"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.CTCGreedyDecoder at {{.*}}: size S1 of inputs must be at least 1"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.CTCGreedyDecoder at {{.*}}: size S2 of inputs must be at least 1"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.CTCGreedyDecoder at {{.*}}: rows of inputs and sequence_length: sizes S1 and S3 must agree"}
// CHECK:       sdim.less_equal {{.*}} {why = "tf.CTCGreedyDecoder at {{.*}}: by definition"}
// CHECK:       func.func @ctc_greedy_decoder(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>, %l: tensor<?xi32, [@S3]>) -> (tensor<?x2xi64, [@S4, 2]>, tensor<?xi64, [@S4]>, tensor<2xi64>, tensor<?x1xf32, [@S1, 1]>)
func.func @ctc_greedy_decoder(%x: tensor<?x?x?xf32>, %l: tensor<?xi32>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xf32>) {
  %r:4 = "tf.CTCGreedyDecoder"(%x, %l) <{blank_index = -1, merge_repeated = true}> : (tensor<?x?x?xf32>, tensor<?xi32>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2, %r#3 : tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.EditDistance at {{.*}}: indices and values: sizes S0 and S1 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.EditDistance at {{.*}}: indices and values: sizes S2 and S3 must agree"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.EditDistance at {{.*}}: size S12 of the result must be at least 1"}
// CHECK:       func.func @edit_distance(%ai: tensor<?x2xi64, [@S0, 2]>, %av: tensor<?xi32, [@S1]>, %as: tensor<2xi64>, %bi: tensor<?x2xi64, [@S2, 2]>, %bv: tensor<?xi32, [@S3]>, %bs: tensor<2xi64>) -> tensor<?xf32, [@S12]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.EditDistance at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.EditDistance at {{.*}}: element 1 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.EditDistance at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.EditDistance at {{.*}}: element 1 must be at least 0"}
func.func @edit_distance(%ai: tensor<?x2xi64>, %av: tensor<?xi32>, %as: tensor<2xi64>, %bi: tensor<?x2xi64>, %bv: tensor<?xi32>, %bs: tensor<2xi64>) -> tensor<*xf32> {
  %r = "tf.EditDistance"(%ai, %av, %as, %bi, %bv, %bs) <{normalize = true}> : (tensor<?x2xi64>, tensor<?xi32>, tensor<2xi64>, tensor<?x2xi64>, tensor<?xi32>, tensor<2xi64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.range assert {{.*}} {why = "tf.CTCBeamSearchDecoder at {{.*}}: size S0 of inputs must be at least 1"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.CTCBeamSearchDecoder at {{.*}}: size S1 of inputs must be at least 1"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.CTCBeamSearchDecoder at {{.*}}: size S2 of inputs must be at least 1"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.CTCBeamSearchDecoder at {{.*}}: rows of inputs and sequence_length: sizes S1 and S3 must agree"}
// CHECK:       sdim.less_equal @S4, %{{.*}} {why = "tf.CTCBeamSearchDecoder at {{.*}}: by definition"}
// CHECK:       func.func @ctc_beam_search_decoder(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>, %n: tensor<?xi32, [@S3]>) -> (tensor<?x2xi64, [@S4, 2]>, tensor<?xi64, [@S4]>, tensor<2xi64>, tensor<?x1xf32, [@S1, 1]>)
func.func @ctc_beam_search_decoder(%x: tensor<?x?x?xf32>, %n: tensor<?xi32>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xf32>) {
  %r:4 = "tf.CTCBeamSearchDecoder"(%x, %n) <{beam_width = 4 : i64, top_paths = 1 : i64, merge_repeated = false}> : (tensor<?x?x?xf32>, tensor<?xi32>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2, %r#3 : tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xf32>
}
