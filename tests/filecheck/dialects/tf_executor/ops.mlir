// RUN: tieshape-opt %s | tieshape-opt | filecheck %s
// RUN: tieshape-opt %s --print-op-generic | tieshape-opt | filecheck %s

// CHECK-LABEL: func.func @graph
// CHECK-NEXT: %graph = tf_executor.graph {
// CHECK-NEXT:   %[[A:.*]], %[[C:.*]] = tf_executor.island wraps "tf.Exp"(%x) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:   %[[D:.*]] = tf_executor.island(%[[C]]) {
// CHECK-NEXT:     tf_executor.yield
// CHECK-NEXT:   } {note = "empty"}
// CHECK-NEXT:   %[[E:.*]], %[[F:.*]], %{{.*}} = tf_executor.island(%[[C]], %[[D]]) {
// CHECK-NEXT:     %[[G:.*]] = "tf.Abs"(%[[A]])
// CHECK-NEXT:     tf_executor.yield %[[G]], %[[A]] : tensor<?xf32>, tensor<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tf_executor.fetch %[[F]], %[[D]] : tensor<?xf32>, !tf_executor.control
// CHECK-NEXT: }
// CHECK-NEXT: func.return %graph : tensor<?xf32>
func.func @graph(%x: tensor<?xf32>) -> tensor<?xf32> {
  %graph:1 = tf_executor.graph {
    %0:2 = tf_executor.island wraps "tf.Exp"(%x) : (tensor<?xf32>) -> tensor<?xf32>
    %1 = tf_executor.island(%0#1) {
      tf_executor.yield
    } {note = "empty"}
    %2:3 = tf_executor.island(%0#1, %1) {
      %3 = "tf.Abs"(%0#0) : (tensor<?xf32>) -> tensor<?xf32>
      tf_executor.yield %3, %0#0 : tensor<?xf32>, tensor<?xf32>
    }
    tf_executor.fetch %2#1, %1 : tensor<?xf32>, !tf_executor.control
  }
  return %graph : tensor<?xf32>
}
