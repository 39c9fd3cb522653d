// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// The sizes of a computation elsewhere are not known.
// CHECK:       func.func @custom_call(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S1]>
func.func @custom_call(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = "mhlo.custom_call"(%x) <{call_target_name = "foo"}> : (tensor<?xf32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}

// -----

// The arguments of the body have the sizes of the operands.
// CHECK:       func.func @fusion(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK:       %r = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK:       ^bb0(%a: tensor<?xf32, [@S0]>):
// CHECK:       %s = mhlo.add %a, %a : tensor<?xf32, [@S0]>
func.func @fusion(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32>):
    %s = mhlo.add %a, %a : tensor<?xf32>
    mhlo.return %s : tensor<?xf32>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.map at {{.*}}: mapped tensors: sizes S0 and S1 must agree"}
// CHECK:       func.func @map(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @map(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %r = "mhlo.map"(%x, %y) <{dimensions = dense<0> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
