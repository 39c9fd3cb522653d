// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// The names of sizes in a tensor type are no concern of the dialect: only sizes are compared.

sdim.symbol @S0
sdim.symbol @S1

func.func @other_names(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S1, 4]> {
  %0 = "tf.Neg"(%x) : (tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S1, 4]>
  func.return %0 : tensor<?x4xf32, [@S1, 4]>
}
// CHECK: "tf.Neg"(%x) : (tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S1, 4]>

func.func @named_and_not(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<?x1xf32>) -> tensor<?x4xf32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<?x4xf32, [@S0, 4]>, tensor<?x1xf32>) -> tensor<?x4xf32>
  func.return %0 : tensor<?x4xf32>
}
// CHECK: "tf.AddV2"(%x, %y) : (tensor<?x4xf32, [@S0, 4]>, tensor<?x1xf32>) -> tensor<?x4xf32>
