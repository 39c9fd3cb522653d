// RUN: tieshape-opt %s | filecheck %s

// Other versions of TensorFlow write every attribute in the dictionary. Those that the op declares
// are its properties; the others stay where they are.

func.func @in_dictionary(%a: tensor<3x?xf32>, %b: tensor<3x4xf32>) -> tensor<?x4xf32> {
  %0 = "tf.MatMul"(%a, %b) {device = "/CPU:0", transpose_a = true, transpose_b = false} : (tensor<3x?xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>
  func.return %0 : tensor<?x4xf32>
}
// CHECK: "tf.MatMul"(%a, %b) <{transpose_a = true, transpose_b = false}> {device = "/CPU:0"} : (tensor<3x?xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>

func.func @unknown_property(%a: tensor<3xf32>) -> tensor<3xf32> {
  %0 = "tf.Neg"(%a) <{from_the_future = 1 : i64}> {_class = ["loc:@x"]} : (tensor<3xf32>) -> tensor<3xf32>
  func.return %0 : tensor<3xf32>
}
// CHECK: "tf.Neg"(%a) <{from_the_future = 1 : i64}> {_class = ["loc:@x"]} : (tensor<3xf32>) -> tensor<3xf32>
