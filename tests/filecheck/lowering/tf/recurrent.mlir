// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @lstm_block_cell(
// CHECK:         mhlo.concatenate"(%x, %{{.*}}) <{dimension = 1 : i64}> : (tensor<?x?xf32, [@S0, @S1]>, tensor<?x?xf32, [@S0, @S3]>) -> tensor<?x?xf32, [@S0, @S6]>
// CHECK:         mhlo.dot_general"(%{{.*}}, %w) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x?xf32, [@S0, @S6]>, tensor<?x?xf32, [@S6, @S7]>) -> tensor<?x?xf32, [@S0, @S7]>
// CHECK:         mhlo.logistic %{{.*}} : tensor<?x?xf32, [@S0, @S3]>
// CHECK:         mhlo.tanh %{{.*}} : tensor<?x?xf32, [@S0, @S3]>
// CHECK:         mhlo.multiply %{{.*}}, %{{.*}} : tensor<?x?xf32, [@S0, @S3]>
func.func @lstm_block_cell(%x: tensor<?x?xf32>, %c: tensor<?x?xf32>, %h: tensor<?x?xf32>, %w: tensor<?x?xf32>, %p: tensor<?xf32>, %q: tensor<?xf32>, %s: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:7 = "tf.LSTMBlockCell"(%x, %c, %h, %w, %p, %q, %s, %b) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @block_lstm(
// CHECK:         sdim.elements assert %n from %{{.*}} below %{{.*}} {why = "tf.BlockLSTM at {{.*}}: seq_len_max"} : tensor<i64>
// CHECK:         mhlo.while
// CHECK:         mhlo.compare LT, %{{.*}}, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK:         mhlo.dot_general"(%{{.*}}, %w) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x?xf32, [@S1, @S7]>, tensor<?x?xf32, [@S7, @S8]>) -> tensor<?x?xf32, [@S1, @S8]>
// CHECK:         mhlo.dynamic_update_slice %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x?x?xf32, [@S0, @S1, @S4]>, tensor<1x?x?xf32, [1, @S1, @S4]>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?x?x?xf32, [@S0, @S1, @S4]>
func.func @block_lstm(%n: tensor<i64>, %x: tensor<?x?x?xf32>, %c: tensor<?x?xf32>, %h: tensor<?x?xf32>, %w: tensor<?x?xf32>, %p: tensor<?xf32>, %q: tensor<?xf32>, %s: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:7 = "tf.BlockLSTM"(%n, %x, %c, %h, %w, %p, %q, %s, %b) : (tensor<i64>, tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @block_lstm_v2(
// CHECK:         sdim.elements assert %n from %{{.*}} below %{{.*}} {why = "tf.BlockLSTMV2 at {{.*}}: seq_len_max"} : tensor<i64>
// CHECK:         mhlo.while
// CHECK:         mhlo.compare LT, %{{.*}}, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK:         mhlo.dot_general"(%{{.*}}, %w) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x?xf32, [@S1, @S7]>, tensor<?x?xf32, [@S7, @S8]>) -> tensor<?x?xf32, [@S1, @S8]>
// CHECK:         mhlo.dynamic_update_slice %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x?x?xf32, [@S0, @S1, @S4]>, tensor<1x?x?xf32, [1, @S1, @S4]>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?x?x?xf32, [@S0, @S1, @S4]>
func.func @block_lstm_v2(%n: tensor<i64>, %x: tensor<?x?x?xf32>, %c: tensor<?x?xf32>, %h: tensor<?x?xf32>, %w: tensor<?x?xf32>, %p: tensor<?xf32>, %q: tensor<?xf32>, %s: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:7 = "tf.BlockLSTMV2"(%n, %x, %c, %h, %w, %p, %q, %s, %b) : (tensor<i64>, tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @gru_block_cell(
// CHECK:         mhlo.concatenate"(%x, %{{.*}}) <{dimension = 1 : i64}> : (tensor<?x?xf32, [@S0, @S1]>, tensor<?x?xf32, [@S0, @S3]>) -> tensor<?x?xf32, [@S0, @S4]>
// CHECK:         mhlo.dot_general"(%{{.*}}, %w) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x?xf32, [@S0, @S4]>, tensor<?x?xf32, [@S4, @S5]>) -> tensor<?x?xf32, [@S0, @S5]>
// CHECK:         mhlo.logistic %{{.*}} : tensor<?x?xf32, [@S0, @S3]>
// CHECK:         mhlo.concatenate"(%x, %{{.*}}) <{dimension = 1 : i64}> : (tensor<?x?xf32, [@S0, @S1]>, tensor<?x?xf32, [@S0, @S3]>) -> tensor<?x?xf32, [@S0, @S4]>
// CHECK:         mhlo.dot_general"(%{{.*}}, %{{.*}}) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x?xf32, [@S0, @S4]>, tensor<?x?xf32, [@S4, @S3]>) -> tensor<?x?xf32, [@S0, @S3]>
// CHECK:         mhlo.tanh %{{.*}} : tensor<?x?xf32, [@S0, @S3]>
func.func @gru_block_cell(%x: tensor<?x?xf32>, %h: tensor<?x?xf32>, %w: tensor<?x?xf32>, %v: tensor<?x?xf32>, %b: tensor<?xf32>, %d: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:4 = "tf.GRUBlockCell"(%x, %h, %w, %v, %b, %d) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2, %r#3 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}
