// RUN: not tieshape-opt %s -p tieshape-import-tf-executor --split-input-file 2>&1 | filecheck %s

// CHECK: {{.*}}invalid.mlir:6:5: error: tf_executor.Switch: control flow between islands is not supported, functional ops are
func.func @switch(%x: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %0 = tf_executor.graph {
    %1:3 = "tf_executor.Switch"(%x, %p) : (tensor<?xf32>, tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>, !tf_executor.control)
    tf_executor.fetch %1#0 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// CHECK: error: tf_executor.island: islands that need each other are not supported
func.func @cycle(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tf_executor.graph {
    %1:2 = tf_executor.island wraps "tf.AddV2"(%x, %2#0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %2:2 = tf_executor.island wraps "tf.Exp"(%1#0) : (tensor<?xf32>) -> tensor<?xf32>
    tf_executor.fetch %2#0 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// CHECK: error: tf.Neg: operand 0{{.*}} is used before it is defined
func.func @order_in_island(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tf_executor.graph {
    %1:2 = tf_executor.island {
      %3 = "tf.Neg"(%2) : (tensor<?xf32>) -> tensor<?xf32>
      %2 = "tf.Exp"(%x) : (tensor<?xf32>) -> tensor<?xf32>
      tf_executor.yield %3 : tensor<?xf32>
    }
    tf_executor.fetch %1#0 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// CHECK: error: tf.Neg: operand 0{{.*}} is used before it is defined
func.func @behind_graph(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tf_executor.graph {
    %1:2 = tf_executor.island wraps "tf.Neg"(%2) : (tensor<?xf32>) -> tensor<?xf32>
    tf_executor.fetch %1#0 : tensor<?xf32>
  }
  %2 = "tf.Exp"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK: error: tf_executor.NextIteration.Source: control flow between islands is not supported, functional ops are; TensorFlow keeps them with convert_variables_to_constants_v2(function, lower_control_flow=False)
func.func @loop(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tf_executor.graph {
    %a, %t, %c = tf_executor.NextIteration.Source : tensor<*xf32> {T = f32, device = ""}
    tf_executor.fetch %x : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
