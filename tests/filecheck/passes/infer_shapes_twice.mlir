// RUN: tieshape-opt %s -p tieshape-infer-shapes,tieshape-infer-shapes,tieshape-infer-shapes | filecheck %s

// The sizes of a list that an item chose are those of its type from then on: they are not open again.
// CHECK-NOT:     declared by
// CHECK:         func.func @list(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<3x?xf32, [3, @S1]> {
// CHECK:           "tf.TensorListReserve"({{.*}} -> tensor<3x?xf32, [3, @S1]>
func.func @list(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %i = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %n = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %open = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %row = "tf.TensorListGetItem"(%x, %i, %open) : (tensor<?x?xf32>, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>
  %l = "tf.TensorListReserve"(%open, %n) : (tensor<1xi32>, tensor<i32>) -> tensor<?x?xf32>
  %r = "tf.TensorListSetItem"(%l, %i, %row) <{resize_if_index_out_of_bounds = false}> : (tensor<?x?xf32>, tensor<i32>, tensor<?xf32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}

// What a branch states it states once.
// CHECK-LABEL: func.func @branch
// CHECK:         scf.if
// CHECK:           sdim.equal {{.*}} by definition
// CHECK-NOT:       by definition
// CHECK:         } else {
// CHECK:           sdim.holds {{.*}} by definition
// CHECK-NOT:       by definition
// CHECK:           func.return
func.func @branch(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?xf32>
  %m = tensor.dim %y, %zero : tensor<?xf32>
  %same = arith.cmpi eq, %n, %m : index
  %r = scf.if %same -> (tensor<?xf32>) {
    scf.yield %x : tensor<?xf32>
  } else {
    scf.yield %y : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}
