// RUN: not tieshape-opt %s -p tieshape-import-tf-executor 2>&1 | filecheck %s

// CHECK: {{.*}}invalid.mlir:6:5: error: tf_executor.Switch: control flow between islands is not supported, functional ops are
func.func @switch(%x: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %0 = tf_executor.graph {
    %1:3 = "tf_executor.Switch"(%x, %p) : (tensor<?xf32>, tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>, !tf_executor.control)
    tf_executor.fetch %1#0 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
