// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @ctc_loss(%a0: tensor<?x?x?xf32>, %a1: tensor<?x2xi64>, %a2: tensor<?xi32>, %a3: tensor<?xi32>) {
  %0:2 = "tf.CTCLoss"(%a0, %a1, %a2, %a3) <{ctc_merge_repeated = true, ignore_longer_outputs_than_inputs = false, preprocess_collapse_repeated = false}> : (tensor<?x?x?xf32>, tensor<?x2xi64>, tensor<?xi32>, tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @ctc_loss(
// CHECK: "tf.CTCLoss"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{ctc_merge_repeated = true, ignore_longer_outputs_than_inputs = false, preprocess_collapse_repeated = false}> : (tensor<?x?x?xf32>, tensor<?x2xi64>, tensor<?xi32>, tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>)

func.func @ctc_loss_v2(%a0: tensor<?x?x?xf32>, %a1: tensor<?x2xi64>, %a2: tensor<?xi32>, %a3: tensor<?xi32>) {
  %0:2 = "tf.CTCLossV2"(%a0, %a1, %a2, %a3) : (tensor<?x?x?xf32>, tensor<?x2xi64>, tensor<?xi32>, tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @ctc_loss_v2(
// CHECK: "tf.CTCLossV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?x?xf32>, tensor<?x2xi64>, tensor<?xi32>, tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>)

func.func @ctc_greedy_decoder(%a0: tensor<?x?x?xf32>, %a1: tensor<?xi32>) {
  %0:4 = "tf.CTCGreedyDecoder"(%a0, %a1) <{blank_index = -1, merge_repeated = true}> : (tensor<?x?x?xf32>, tensor<?xi32>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @ctc_greedy_decoder(
// CHECK: "tf.CTCGreedyDecoder"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{blank_index = -1 : i64, merge_repeated = true}> : (tensor<?x?x?xf32>, tensor<?xi32>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xf32>)

func.func @edit_distance(%a0: tensor<?x2xi64>, %a1: tensor<?xi32>, %a2: tensor<2xi64>, %a3: tensor<?x2xi64>, %a4: tensor<?xi32>, %a5: tensor<2xi64>) {
  %0 = "tf.EditDistance"(%a0, %a1, %a2, %a3, %a4, %a5) <{normalize = true}> : (tensor<?x2xi64>, tensor<?xi32>, tensor<2xi64>, tensor<?x2xi64>, tensor<?xi32>, tensor<2xi64>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @edit_distance(
// CHECK: "tf.EditDistance"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{normalize = true}> : (tensor<?x2xi64>, tensor<?xi32>, tensor<2xi64>, tensor<?x2xi64>, tensor<?xi32>, tensor<2xi64>) -> tensor<*xf32>

func.func @ctc_beam_search_decoder(%x: tensor<?x?x?xf32>, %n: tensor<?xi32>) {
  %r:4 = "tf.CTCBeamSearchDecoder"(%x, %n) <{beam_width = 4 : i64, top_paths = 1 : i64, merge_repeated = false}> : (tensor<?x?x?xf32>, tensor<?xi32>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @ctc_beam_search_decoder(
// CHECK: "tf.CTCBeamSearchDecoder"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{beam_width = 4 : i64, top_paths = 1 : i64, merge_repeated = false}> : (tensor<?x?x?xf32>, tensor<?xi32>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xf32>)
