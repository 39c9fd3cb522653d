// RUN: not tieshape-opt %s --split-input-file 2>&1 | filecheck %s

// CHECK: error: a graph ends in tf_executor.fetch
func.func @fetch() {
  tf_executor.graph {
    %0 = tf_executor.island { tf_executor.yield }
  }
  return
}

// -----

// CHECK: error: an island ends in tf_executor.yield
func.func @yield(%x: tensor<f32>) {
  tf_executor.graph {
    %0 = tf_executor.island {
      %1 = "tf.Abs"(%x) : (tensor<f32>) -> tensor<f32>
    }
    tf_executor.fetch
  }
  return
}

// -----

// CHECK: tf_executor.graph: (tensor<f32>) is fetched, the results have (tensor<i32>)
func.func @fetched(%x: tensor<f32>) {
  %0 = "tf_executor.graph"() ({
    "tf_executor.fetch"(%x) : (tensor<f32>) -> ()
  }) : () -> tensor<i32>
  return
}

// -----

// CHECK: tf_executor.island: (tensor<f32>) is yielded, the results have ()
func.func @yielded(%x: tensor<f32>) {
  tf_executor.graph {
    %0 = "tf_executor.island"() ({
      "tf_executor.yield"(%x) : (tensor<f32>) -> ()
    }) : () -> !tf_executor.control
    tf_executor.fetch
  }
  return
}
