// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @lstm_block_cell(%a0: tensor<?x?xf32>, %a1: tensor<?x?xf32>, %a2: tensor<?x?xf32>, %a3: tensor<?x?xf32>, %a4: tensor<?xf32>, %a5: tensor<?xf32>, %a6: tensor<?xf32>, %a7: tensor<?xf32>) {
  %0:7 = "tf.LSTMBlockCell"(%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @lstm_block_cell(
// CHECK: "tf.LSTMBlockCell"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)

func.func @block_lstm(%a0: tensor<i64>, %a1: tensor<?x?x?xf32>, %a2: tensor<?x?xf32>, %a3: tensor<?x?xf32>, %a4: tensor<?x?xf32>, %a5: tensor<?xf32>, %a6: tensor<?xf32>, %a7: tensor<?xf32>, %a8: tensor<?xf32>) {
  %0:7 = "tf.BlockLSTM"(%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8) : (tensor<i64>, tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @block_lstm(
// CHECK: "tf.BlockLSTM"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<i64>, tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)

func.func @block_lstm_v2(%a0: tensor<i64>, %a1: tensor<?x?x?xf32>, %a2: tensor<?x?xf32>, %a3: tensor<?x?xf32>, %a4: tensor<?x?xf32>, %a5: tensor<?xf32>, %a6: tensor<?xf32>, %a7: tensor<?xf32>, %a8: tensor<?xf32>) {
  %0:7 = "tf.BlockLSTMV2"(%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8) : (tensor<i64>, tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @block_lstm_v2(
// CHECK: "tf.BlockLSTMV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<i64>, tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)

func.func @gru_block_cell(%a0: tensor<?x?xf32>, %a1: tensor<?x?xf32>, %a2: tensor<?x?xf32>, %a3: tensor<?x?xf32>, %a4: tensor<?xf32>, %a5: tensor<?xf32>) {
  %0:4 = "tf.GRUBlockCell"(%a0, %a1, %a2, %a3, %a4, %a5) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @gru_block_cell(
// CHECK: "tf.GRUBlockCell"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
