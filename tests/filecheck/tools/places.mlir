// RUN: tieshape-opt %s -p tieshape --print-debuginfo | filecheck %s
// RUN: tieshape-opt %s -p tieshape --print-debuginfo | tieshape-opt --print-debuginfo | filecheck %s
// RUN: tieshape-opt %s -p tieshape --mlir-print-debuginfo --print-op-generic | tieshape-opt --print-debuginfo | filecheck %s

// A group lists the ops that it was made of; what serves an op has its place.
// CHECK-NOT: ) -> tensor<?xf32> loc(unknown)
// CHECK: sdim.symbol @S0 loc("{{.*}}places.mlir":14:17)
// CHECK: sdim.broadcastable assert [@S0, @S1] {{.*}} loc("{{.*}}places.mlir":15:3)
// CHECK: tensor.dim %x{{.*}} loc("{{.*}}places.mlir":15:3)
// CHECK: mhlo.add {{.*}} loc("{{.*}}places.mlir":15:3)
// CHECK: mhlo.exponential {{.*}} loc("{{.*}}places.mlir":16:3)
// CHECK: -> tensor<?xf32, [@S2]> loc(fused["{{.*}}places.mlir":15:3, "{{.*}}places.mlir":16:3])

func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = "tf.Exp"(%0) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %1 : tensor<?xf32>
}
