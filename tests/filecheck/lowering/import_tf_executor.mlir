// RUN: tieshape-opt %s -p tieshape-import-tf-executor --split-input-file | filecheck %s
// RUN: tieshape-opt %s -p tieshape --split-input-file | filecheck %s --check-prefix WHOLE

// Values of islands are those of the ops in them; what only a token asks for runs in its place.
// CHECK-LABEL: func.func @islands
// CHECK-NEXT:    %[[A:.*]] = "tf.Exp"(%x)
// CHECK-NEXT:    "tf.NoOp"()
// CHECK-NEXT:    %[[B:.*]] = "tf.AddV2"(%[[A]], %x)
// CHECK-NEXT:    func.return %[[B]], %[[A]]
// WHOLE-LABEL: func.func @islands(%x: tensor<?xf32, [@S0]>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>)
// WHOLE-NOT:     tf_executor
// WHOLE-NOT:     broadcast
func.func @islands(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %graph:2 = tf_executor.graph {
    %0:2 = tf_executor.island wraps "tf.Exp"(%x) : (tensor<?xf32>) -> tensor<?xf32>
    %1 = tf_executor.island(%0#1) wraps "tf.NoOp"() : () -> ()
    %2:2 = tf_executor.island(%1) wraps "tf.AddV2"(%0#0, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    tf_executor.fetch %2#0, %0#0, %1 : tensor<?xf32>, tensor<?xf32>, !tf_executor.control
  }
  return %graph#0, %graph#1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Islands stand in any order, ops in an island do not.
// CHECK-LABEL: func.func @any_order
// CHECK-NEXT:    %[[A:.*]] = "tf.Exp"(%x)
// CHECK-NEXT:    "tf.NoOp"()
// CHECK-NEXT:    %[[B:.*]] = "tf.AddV2"(%[[A]], %x)
// CHECK-NEXT:    %[[C:.*]] = "tf.Neg"(%[[B]])
// CHECK-NEXT:    func.return %[[C]]
// WHOLE-LABEL: func.func @any_order
func.func @any_order(%x: tensor<?xf32>) -> tensor<?xf32> {
  %graph = tf_executor.graph {
    %2:2 = tf_executor.island(%1) {
      %4 = "tf.AddV2"(%0#0, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      %5 = "tf.Neg"(%4) : (tensor<?xf32>) -> tensor<?xf32>
      tf_executor.yield %5 : tensor<?xf32>
    }
    %1 = tf_executor.island(%0#1) wraps "tf.NoOp"() : () -> ()
    %0:2 = tf_executor.island wraps "tf.Exp"(%x) : (tensor<?xf32>) -> tensor<?xf32>
    tf_executor.fetch %2#0 : tensor<?xf32>
  }
  return %graph : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @nested
// CHECK-NEXT:    %[[A:.*]] = "tf.Neg"(%x)
// CHECK-NEXT:    %[[B:.*]] = "tf.Abs"(%[[A]])
// CHECK-NEXT:    func.return %[[B]]
// WHOLE-LABEL: func.func @nested
func.func @nested(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tf_executor.graph {
    %1:2 = tf_executor.island {
      %2 = tf_executor.graph {
        %3:2 = tf_executor.island wraps "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<?xf32>
        tf_executor.fetch %3#0 : tensor<?xf32>
      }
      %4 = "tf.Abs"(%2) : (tensor<?xf32>) -> tensor<?xf32>
      tf_executor.yield %4 : tensor<?xf32>
    }
    tf_executor.fetch %1#0 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
