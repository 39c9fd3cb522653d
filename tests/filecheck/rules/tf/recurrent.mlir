// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.equal assert {{.*}} {why = "tf.LSTMBlockCell at {{.*}}: cs_prev: sizes S2 and S0 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.LSTMBlockCell at {{.*}}: h_prev: sizes S4 and S0 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.LSTMBlockCell at {{.*}}: h_prev: sizes S5 and S3 must agree"}
// CHECK:       sdim.sum_equal assert {{.*}} {why = "tf.LSTMBlockCell at {{.*}}: w: sizes S6 and S1 + S3 must agree"}
// CHECK:       sdim.product_equal assert {{.*}} {why = "tf.LSTMBlockCell at {{.*}}: w: sizes S7 and 4*S3 must agree"}
// CHECK:       sdim.product_equal assert {{.*}} {why = "tf.LSTMBlockCell at {{.*}}: b: sizes S11 and 4*S3 must agree"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.LSTMBlockCell at {{.*}}: the size S0 of the state must not be 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.LSTMBlockCell at {{.*}}: the size S3 of the state must not be 0"}
// CHECK:       func.func @lstm_block_cell(%x: tensor<?x?xf32, [@S0, @S1]>, %c: tensor<?x?xf32, [@S2, @S3]>, %h: tensor<?x?xf32, [@S4, @S5]>, %w: tensor<?x?xf32, [@S6, @S7]>, %p: tensor<?xf32, [@S8]>, %q: tensor<?xf32, [@S9]>, %s: tensor<?xf32, [@S10]>, %b: tensor<?xf32, [@S11]>) -> (tensor<?x?xf32, [@S0, @S3]>, tensor<?x?xf32, [@S0, @S3]>, tensor<?x?xf32, [@S0, @S3]>, tensor<?x?xf32, [@S0, @S3]>, tensor<?x?xf32, [@S0, @S3]>, tensor<?x?xf32, [@S0, @S3]>, tensor<?x?xf32, [@S0, @S3]>)
func.func @lstm_block_cell(%x: tensor<?x?xf32>, %c: tensor<?x?xf32>, %h: tensor<?x?xf32>, %w: tensor<?x?xf32>, %p: tensor<?xf32>, %q: tensor<?xf32>, %s: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:7 = "tf.LSTMBlockCell"(%x, %c, %h, %w, %p, %q, %s, %b) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.BlockLSTM at {{.*}}: cs_prev: sizes S3 and S1 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.BlockLSTM at {{.*}}: h_prev: sizes S5 and S1 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.BlockLSTM at {{.*}}: h_prev: sizes S6 and S4 must agree"}
// CHECK:       sdim.sum_equal assert {{.*}} {why = "tf.BlockLSTM at {{.*}}: w: sizes S7 and S2 + S4 must agree"}
// CHECK:       sdim.product_equal assert {{.*}} {why = "tf.BlockLSTM at {{.*}}: w: sizes S8 and 4*S4 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.BlockLSTM at {{.*}}: wci: sizes S9 and S4 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.BlockLSTM at {{.*}}: wcf: sizes S10 and S4 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.BlockLSTM at {{.*}}: wco: sizes S11 and S4 must agree"}
// CHECK:       sdim.product_equal assert {{.*}} {why = "tf.BlockLSTM at {{.*}}: b: sizes S12 and 4*S4 must agree"}
// CHECK:       func.func @block_lstm(%n: tensor<i64>, %x: tensor<?x?x?xf32, [@S0, @S1, @S2]>, %c: tensor<?x?xf32, [@S3, @S4]>, %h: tensor<?x?xf32, [@S5, @S6]>, %w: tensor<?x?xf32, [@S7, @S8]>, %p: tensor<?xf32, [@S9]>, %q: tensor<?xf32, [@S10]>, %s: tensor<?xf32, [@S11]>, %b: tensor<?xf32, [@S12]>) -> (tensor<?x?x?xf32, [@S0, @S1, @S4]>, tensor<?x?x?xf32, [@S0, @S1, @S4]>, tensor<?x?x?xf32, [@S0, @S1, @S4]>, tensor<?x?x?xf32, [@S0, @S1, @S4]>, tensor<?x?x?xf32, [@S0, @S1, @S4]>, tensor<?x?x?xf32, [@S0, @S1, @S4]>, tensor<?x?x?xf32, [@S0, @S1, @S4]>)
func.func @block_lstm(%n: tensor<i64>, %x: tensor<?x?x?xf32>, %c: tensor<?x?xf32>, %h: tensor<?x?xf32>, %w: tensor<?x?xf32>, %p: tensor<?xf32>, %q: tensor<?xf32>, %s: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:7 = "tf.BlockLSTM"(%n, %x, %c, %h, %w, %p, %q, %s, %b) : (tensor<i64>, tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.BlockLSTMV2 at {{.*}}: cs_prev: sizes S3 and S1 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.BlockLSTMV2 at {{.*}}: h_prev: sizes S5 and S1 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.BlockLSTMV2 at {{.*}}: h_prev: sizes S6 and S4 must agree"}
// CHECK:       sdim.sum_equal assert {{.*}} {why = "tf.BlockLSTMV2 at {{.*}}: w: sizes S7 and S2 + S4 must agree"}
// CHECK:       sdim.product_equal assert {{.*}} {why = "tf.BlockLSTMV2 at {{.*}}: w: sizes S8 and 4*S4 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.BlockLSTMV2 at {{.*}}: wci: sizes S9 and S4 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.BlockLSTMV2 at {{.*}}: wcf: sizes S10 and S4 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.BlockLSTMV2 at {{.*}}: wco: sizes S11 and S4 must agree"}
// CHECK:       sdim.product_equal assert {{.*}} {why = "tf.BlockLSTMV2 at {{.*}}: b: sizes S12 and 4*S4 must agree"}
// CHECK:       func.func @block_lstm_v2(%n: tensor<i64>, %x: tensor<?x?x?xf32, [@S0, @S1, @S2]>, %c: tensor<?x?xf32, [@S3, @S4]>, %h: tensor<?x?xf32, [@S5, @S6]>, %w: tensor<?x?xf32, [@S7, @S8]>, %p: tensor<?xf32, [@S9]>, %q: tensor<?xf32, [@S10]>, %s: tensor<?xf32, [@S11]>, %b: tensor<?xf32, [@S12]>) -> (tensor<?x?x?xf32, [@S0, @S1, @S4]>, tensor<?x?x?xf32, [@S0, @S1, @S4]>, tensor<?x?x?xf32, [@S0, @S1, @S4]>, tensor<?x?x?xf32, [@S0, @S1, @S4]>, tensor<?x?x?xf32, [@S0, @S1, @S4]>, tensor<?x?x?xf32, [@S0, @S1, @S4]>, tensor<?x?x?xf32, [@S0, @S1, @S4]>)
func.func @block_lstm_v2(%n: tensor<i64>, %x: tensor<?x?x?xf32>, %c: tensor<?x?xf32>, %h: tensor<?x?xf32>, %w: tensor<?x?xf32>, %p: tensor<?xf32>, %q: tensor<?xf32>, %s: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:7 = "tf.BlockLSTMV2"(%n, %x, %c, %h, %w, %p, %q, %s, %b) : (tensor<i64>, tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.GRUBlockCell at {{.*}}: h_prev: sizes S2 and S0 must agree"}
// CHECK:       sdim.sum_equal assert {{.*}} {why = "tf.GRUBlockCell at {{.*}}: w_ru: sizes S4 and S1 + S3 must agree"}
// CHECK:       sdim.product_equal assert {{.*}} {why = "tf.GRUBlockCell at {{.*}}: w_ru: sizes S5 and 2*S3 must agree"}
// CHECK:       sdim.sum_equal assert {{.*}} {why = "tf.GRUBlockCell at {{.*}}: w_c: sizes S6 and S1 + S3 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.GRUBlockCell at {{.*}}: w_c: sizes S7 and S3 must agree"}
// CHECK:       sdim.product_equal assert {{.*}} {why = "tf.GRUBlockCell at {{.*}}: b_ru: sizes S8 and 2*S3 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.GRUBlockCell at {{.*}}: b_c: sizes S9 and S3 must agree"}
// CHECK:       func.func @gru_block_cell(%x: tensor<?x?xf32, [@S0, @S1]>, %h: tensor<?x?xf32, [@S2, @S3]>, %w: tensor<?x?xf32, [@S4, @S5]>, %v: tensor<?x?xf32, [@S6, @S7]>, %b: tensor<?xf32, [@S8]>, %d: tensor<?xf32, [@S9]>) -> (tensor<?x?xf32, [@S0, @S3]>, tensor<?x?xf32, [@S0, @S3]>, tensor<?x?xf32, [@S0, @S3]>, tensor<?x?xf32, [@S0, @S3]>)
func.func @gru_block_cell(%x: tensor<?x?xf32>, %h: tensor<?x?xf32>, %w: tensor<?x?xf32>, %v: tensor<?x?xf32>, %b: tensor<?xf32>, %d: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:4 = "tf.GRUBlockCell"(%x, %h, %w, %v, %b, %d) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2, %r#3 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}
