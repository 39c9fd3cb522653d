// RUN: tieshape-opt %s -p tieshape,tieshape-strip --split-input-file | filecheck %s
// RUN: tieshape-opt %s -p tieshape,tieshape,tieshape-strip --split-input-file | filecheck %s
// RUN: tieshape-opt %s -p tieshape,tieshape,tieshape,tieshape-strip --split-input-file | filecheck %s

// What ops within groups demand of sizes that they are given does not replace guards on these.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-3: cf.assert
// CHECK-NOT:     cf.assert
// CHECK:         mhlo.dot_general
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = "tf.MatMul"(%0, %y) <{transpose_a = false, transpose_b = true}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %1 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @main
// CHECK:         cf.assert %{{.*}}, "user says so
// CHECK-NOT:     cf.assert
// CHECK:         mhlo.dynamic_reshape
sdim.symbol @A
sdim.symbol @B
sdim.symbol @C
sdim.constraints {
  sdim.product_equal assert [@A, @B], [@C, 2] {why = "user says so"}
}
func.func @main(%x: tensor<?x?xf32, [@A, @B]>, %y: tensor<?x2xf32, [@C, 2]>) -> tensor<?x?xf32, [@A, @B]> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %x, %c0 : tensor<?x?xf32, [@A, @B]>
  %b = tensor.dim %x, %c1 : tensor<?x?xf32, [@A, @B]>
  %s = tensor.from_elements %a, %b : tensor<2xindex>
  %r = "mhlo.fusion"(%y, %s) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%f: tensor<?x2xf32, [@C, 2]>, %t: tensor<2xindex>):
    %0 = mhlo.dynamic_reshape %f, %t : (tensor<?x2xf32, [@C, 2]>, tensor<2xindex>) -> tensor<?x?xf32, [@A, @B]>
    %1 = mhlo.negate %0 : tensor<?x?xf32, [@A, @B]>
    mhlo.return %1 : tensor<?x?xf32, [@A, @B]>
  }) : (tensor<?x2xf32, [@C, 2]>, tensor<2xindex>) -> tensor<?x?xf32, [@A, @B]>
  func.return %r : tensor<?x?xf32, [@A, @B]>
}
