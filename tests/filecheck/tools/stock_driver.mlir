// The stock driver of xDSL reads no places; ops of tieshape's dialects have theirs nevertheless.
// RUN: xdsl-opt %s -p tieshape | filecheck %s
// RUN: xdsl-opt %s --print-debuginfo | filecheck %s --check-prefix PLACE

// CHECK: sdim.broadcastable assert [@S0, @S1] {why = "tf.AddV2 at {{.*}}stock_driver.mlir:10:3: sizes S0 and S1 must be equal or one of them 1"}
// PLACE: tf.AddV2{{.*}} loc("{{.*}}stock_driver.mlir":10:3)
// PLACE: arith.constant {{.*}} loc(unknown)
// PLACE: loc("{{.*}}stock_driver.mlir":12:19)
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %c = arith.constant 0 : index
                  %1 = mhlo.tanh %0 : tensor<?xf32>
  func.return %1 : tensor<?xf32>
}
