// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// Groups of ops, and calls of code outside.
func.func @fusion(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  %sum, %twice = "mhlo.fusion"(%x, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32>, %b: tensor<?xf32>):
    %s = mhlo.add %a, %b : tensor<?xf32>
    %t = mhlo.add %s, %s : tensor<?xf32>
    mhlo.return %s, %t : tensor<?xf32>, tensor<?xf32>
  }) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  %alias = "mhlo.fusion"(%x) ({
  ^bb0(%a: tensor<?xf32>):
    mhlo.return %a : tensor<?xf32>
  }) {fusion_kind = #mhlo<fusion_kind kCustom>, output_operand_aliases = [#mhlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [1]>]} : (tensor<?xf32>) -> tensor<?xf32>
  %call = mhlo.custom_call @foo(%x, %y) {api_version = 2 : i32, backend_config = "bar", custom_call_schedule = #mhlo<custom_call_schedule LATEST>, has_side_effect = true} : (tensor<?xf32>, tensor<?xf32>) -> tensor<f32>
  %generic:2 = "mhlo.custom_call"(%x) {call_target_name = "two words", backend_config = {a = 1 : i32}, called_computations = [@f]} : (tensor<?xf32>) -> (tensor<f32>, tuple<tensor<f32>>)
  func.return
}

// CHECK-LABEL: func.func @fusion(
// CHECK-NEXT: %sum, %twice = "mhlo.fusion"(%x, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%a: tensor<?xf32>, %b: tensor<?xf32>):
// CHECK-NEXT: %s = mhlo.add %a, %b : tensor<?xf32>
// CHECK-NEXT: %t = mhlo.add %s, %s : tensor<?xf32>
// CHECK-NEXT: mhlo.return %s, %t : tensor<?xf32>, tensor<?xf32>
// CHECK-NEXT: }) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
// CHECK-NEXT: %alias = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kCustom>, output_operand_aliases = [#mhlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [1]>]}> ({
// CHECK-NEXT: ^bb0(%a: tensor<?xf32>):
// CHECK-NEXT: mhlo.return %a : tensor<?xf32>
// CHECK-NEXT: }) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT: %call = mhlo.custom_call @foo(%x, %y) {api_version = 2 : i32, backend_config = "bar", custom_call_schedule = #mhlo<custom_call_schedule LATEST>, has_side_effect = true} : (tensor<?xf32>, tensor<?xf32>) -> tensor<f32>
// CHECK-NEXT: %generic, %generic_1 = mhlo.custom_call @"two words"(%x) {backend_config = {a = 1 : i32}, called_computations = [@f]} : (tensor<?xf32>) -> (tensor<f32>, tuple<tensor<f32>>)
