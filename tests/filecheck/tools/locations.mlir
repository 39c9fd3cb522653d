// RUN: tieshape-opt %s --print-debuginfo | filecheck %s
// RUN: tieshape-opt %s --print-debuginfo | tieshape-opt --print-debuginfo | filecheck %s

// A location may be defined after its use, as MLIR prints it; a range is known by where it begins.
// CHECK-LABEL: func.func @named
// CHECK: mhlo.abs %x : tensor<4xf32> loc("model.py":3:4)
// CHECK: mhlo.abs %{{.*}} : tensor<4xf32> loc("layer"("model.py":3:4))
// CHECK: mhlo.abs %{{.*}} : tensor<4xf32> loc("model.py":5:6)
// CHECK: mhlo.abs %{{.*}} : tensor<4xf32> loc(fused<"passes">["a", "b"])
func.func @named(%x: tensor<4xf32> loc("x")) -> tensor<4xf32> {
  %0 = mhlo.abs %x : tensor<4xf32> loc(#loc1)
  %1 = mhlo.abs %0 : tensor<4xf32> loc(#loc2)
  %2 = "mhlo.abs"(%1) : (tensor<4xf32>) -> tensor<4xf32> loc("model.py":5:6 to :9)
  %3 = mhlo.abs %2 : tensor<4xf32> loc(fused<"passes">["a", "b"])
  func.return %3 : tensor<4xf32> loc(#loc)
} loc(#loc)

#loc = loc(unknown)
#loc1 = loc("model.py":3:4)
#loc2 = loc("layer"(#loc1))
