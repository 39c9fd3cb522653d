// Two tensors of unknown sizes, added with an implicit broadcast that nobody can decide before run time.
func.func @main(%x: tensor<?x8xf32>, %skip: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = "tf.AddV2"(%x, %skip) : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = "tf.Softmax"(%0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
  func.return %1 : tensor<?x8xf32>
}
