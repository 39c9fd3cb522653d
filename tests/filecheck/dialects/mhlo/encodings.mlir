// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// Types that differ in nothing but their encoding agree; symbols and bounds are kept.
sdim.symbol @S0
func.func @encodings(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<?x4xf32>, %b: tensor<?x?xf32, #mhlo.type_extensions<bounds = [3, ?]>>) {
  %add = mhlo.add %x, %x : tensor<?x4xf32, [@S0, 4]>
  %mixed = mhlo.add %x, %y : (tensor<?x4xf32, [@S0, 4]>, tensor<?x4xf32>) -> tensor<?x4xf32, [@S0, 4]>
  %complex = mhlo.complex %x, %x : tensor<?x4xcomplex<f32>, [@S0, 4]>
  %bounded = mhlo.reshape %y : (tensor<?x4xf32>) -> tensor<?x2xf32, #mhlo.type_extensions<bounds = [8, 2]>>
  %body = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?x4xf32, [@S0, 4]>):
    mhlo.return %a : tensor<?x4xf32, [@S0, 4]>
  }) : (tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
  func.return
}

// CHECK-LABEL: func.func @encodings(
// CHECK-NEXT: %add = mhlo.add %x, %x : tensor<?x4xf32, [@S0, 4]>
// CHECK-NEXT: %mixed = mhlo.add %x, %y : (tensor<?x4xf32, [@S0, 4]>, tensor<?x4xf32>) -> tensor<?x4xf32, [@S0, 4]>
// CHECK-NEXT: %complex = mhlo.complex %x, %x : tensor<?x4xcomplex<f32>, [@S0, 4]>
// CHECK-NEXT: %bounded = mhlo.reshape %y : (tensor<?x4xf32>) -> tensor<?x2xf32, #mhlo.type_extensions<bounds = [8, 2]>>
// CHECK-NEXT: %body = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%a: tensor<?x4xf32, [@S0, 4]>):
// CHECK-NEXT: mhlo.return %a : tensor<?x4xf32, [@S0, 4]>
// CHECK-NEXT: }) : (tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
