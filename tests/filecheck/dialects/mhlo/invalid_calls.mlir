// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.fusion: Operation using value defined out of its IsolatedFromAbove parent: ReturnOp(mhlo.return %x : tensor<4xf32>)
func.func @outside(%x: tensor<4xf32>) {
  %r = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<4xf32>):
    mhlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.fusion: argument 0 of the fused computation has shape [5], what it gets has [4]; they must agree
func.func @argument_type(%x: tensor<4xf32>) {
  %r = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<5xf32>):
    mhlo.return %a : tensor<5xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.fusion: the fused computation has 2 arguments, 1 are needed
func.func @argument_count(%x: tensor<4xf32>) {
  %r = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    mhlo.return %a : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.fusion: value 0 of the fused computation has element type f32, result 0 has f64; they must be equal
func.func @result_type(%x: tensor<4xf32>) {
  %r = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<4xf32>):
    mhlo.return %a : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf64>
  func.return
}

// -----

// CHECK: error: mhlo.fusion: found 1 values of the fused computation and 0 results; their numbers must agree
func.func @result_count(%x: tensor<4xf32>) {
  "mhlo.fusion"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    mhlo.return %a : tensor<4xf32>
  }) : (tensor<4xf32>) -> ()
  func.return
}

// -----

// CHECK: error: mhlo.fusion: the fused computation ends with test.termop, mhlo.return is needed
func.func @terminator(%x: tensor<4xf32>) {
  %r = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<4xf32>):
    "test.termop"() : () -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: Expected `kLoop`, `kInput`, `kOutput`, or `kCustom`.
func.func @kind(%x: tensor<4xf32>) {
  %r = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kBig>}> ({
  ^bb0(%a: tensor<4xf32>):
    mhlo.return %a : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.custom_call: backend_config is 1 : i32, a string or dictionary is needed
func.func @call_config(%x: tensor<4xf32>) {
  %r = mhlo.custom_call @foo(%x) {backend_config = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.custom_call: operand_layouts has 0 values, 1 are needed
func.func @call_layouts(%x: tensor<4xf32>) {
  %r = mhlo.custom_call @foo(%x) {operand_layouts = [], result_layouts = []} : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.custom_call: operand_layouts and result_layouts stand together or not at all
func.func @call_one_layout(%x: tensor<4xf32>) {
  %r = mhlo.custom_call @foo(%x) {result_layouts = []} : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}
