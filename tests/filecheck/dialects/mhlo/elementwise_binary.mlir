// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// Every op of two operands and one type, given in generic form.
func.func @binary(%a0: tensor<?x2xi1>, %a1: tensor<?x2xf32>, %a2: tensor<?x2xi32>, %a3: tensor<?x2xcomplex<f32>>, %a4: tensor<?x2xui8>, %a5: tensor<?x2xindex>) {
  %ra = "mhlo.add"(%a0, %a0) : (tensor<?x2xi1>, tensor<?x2xi1>) -> tensor<?x2xi1>
  %rb = "mhlo.add"(%a1, %a1) : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %rc = "mhlo.and"(%a2, %a2) : (tensor<?x2xi32>, tensor<?x2xi32>) -> tensor<?x2xi32>
  %rd = "mhlo.atan2"(%a1, %a1) : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %re = "mhlo.divide"(%a2, %a2) : (tensor<?x2xi32>, tensor<?x2xi32>) -> tensor<?x2xi32>
  %rf = "mhlo.maximum"(%a1, %a1) : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %rg = "mhlo.minimum"(%a0, %a0) : (tensor<?x2xi1>, tensor<?x2xi1>) -> tensor<?x2xi1>
  %rh = "mhlo.multiply"(%a3, %a3) : (tensor<?x2xcomplex<f32>>, tensor<?x2xcomplex<f32>>) -> tensor<?x2xcomplex<f32>>
  %ri = "mhlo.or"(%a0, %a0) : (tensor<?x2xi1>, tensor<?x2xi1>) -> tensor<?x2xi1>
  %rj = "mhlo.power"(%a1, %a1) : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %rk = "mhlo.remainder"(%a2, %a2) : (tensor<?x2xi32>, tensor<?x2xi32>) -> tensor<?x2xi32>
  %rl = "mhlo.shift_left"(%a2, %a2) : (tensor<?x2xi32>, tensor<?x2xi32>) -> tensor<?x2xi32>
  %rm = "mhlo.shift_right_arithmetic"(%a2, %a2) : (tensor<?x2xi32>, tensor<?x2xi32>) -> tensor<?x2xi32>
  %rn = "mhlo.shift_right_logical"(%a4, %a4) : (tensor<?x2xui8>, tensor<?x2xui8>) -> tensor<?x2xui8>
  %ro = "mhlo.subtract"(%a5, %a5) : (tensor<?x2xindex>, tensor<?x2xindex>) -> tensor<?x2xindex>
  %rp = "mhlo.xor"(%a0, %a0) : (tensor<?x2xi1>, tensor<?x2xi1>) -> tensor<?x2xi1>
  func.return
}

// CHECK-LABEL: func.func @binary(
// CHECK-NEXT: %ra = mhlo.add %a0, %a0 : tensor<?x2xi1>
// CHECK-NEXT: %rb = mhlo.add %a1, %a1 : tensor<?x2xf32>
// CHECK-NEXT: %rc = mhlo.and %a2, %a2 : tensor<?x2xi32>
// CHECK-NEXT: %rd = mhlo.atan2 %a1, %a1 : tensor<?x2xf32>
// CHECK-NEXT: %re = mhlo.divide %a2, %a2 : tensor<?x2xi32>
// CHECK-NEXT: %rf = mhlo.maximum %a1, %a1 : tensor<?x2xf32>
// CHECK-NEXT: %rg = mhlo.minimum %a0, %a0 : tensor<?x2xi1>
// CHECK-NEXT: %rh = mhlo.multiply %a3, %a3 : tensor<?x2xcomplex<f32>>
// CHECK-NEXT: %ri = mhlo.or %a0, %a0 : tensor<?x2xi1>
// CHECK-NEXT: %rj = mhlo.power %a1, %a1 : tensor<?x2xf32>
// CHECK-NEXT: %rk = mhlo.remainder %a2, %a2 : tensor<?x2xi32>
// CHECK-NEXT: %rl = mhlo.shift_left %a2, %a2 : tensor<?x2xi32>
// CHECK-NEXT: %rm = mhlo.shift_right_arithmetic %a2, %a2 : tensor<?x2xi32>
// CHECK-NEXT: %rn = mhlo.shift_right_logical %a4, %a4 : tensor<?x2xui8>
// CHECK-NEXT: %ro = mhlo.subtract %a5, %a5 : tensor<?x2xindex>
// CHECK-NEXT: %rp = mhlo.xor %a0, %a0 : tensor<?x2xi1>

// The type is written once when operands and result have it.
func.func @forms(%x: tensor<?xf32>, %y: tensor<4xf32>) {
  %one = mhlo.add %x, %x : tensor<?xf32>
  %mixed = mhlo.add %x, %y : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  %tagged = mhlo.add %x, %x {kDiscSymbolicDimAttr = [@S0]} : tensor<?xf32>
  %complex = mhlo.complex %x, %x : tensor<?xcomplex<f32>>
  %refined = mhlo.complex %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<4xcomplex<f32>>
  func.return
}

// CHECK-LABEL: func.func @forms(
// CHECK-NEXT: %one = mhlo.add %x, %x : tensor<?xf32>
// CHECK-NEXT: %mixed = mhlo.add %x, %y : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %tagged = mhlo.add %x, %x {kDiscSymbolicDimAttr = [@S0]} : tensor<?xf32>
// CHECK-NEXT: %complex = mhlo.complex %x, %x : tensor<?xcomplex<f32>>
// CHECK-NEXT: %refined = mhlo.complex %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<4xcomplex<f32>>
