// Rows are padded to a multiple of 8, seen as blocks of 8 rows, and the blocks are added to themselves.
func.func @main(%x: tensor<?x4xf32>) -> tensor<?x8x4xf32> {
  %padded = "my.pad_to"(%x) <{block = 8 : i64}> : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %shape = "tf.Const"() <{value = dense<[-1, 8, 4]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %blocks = "tf.Reshape"(%padded, %shape) : (tensor<?x4xf32>, tensor<3xi32>) -> tensor<?x8x4xf32>
  %r = "tf.AddV2"(%blocks, %blocks) : (tensor<?x8x4xf32>, tensor<?x8x4xf32>) -> tensor<?x8x4xf32>
  func.return %r : tensor<?x8x4xf32>
}
