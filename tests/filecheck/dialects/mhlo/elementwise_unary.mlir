// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// Every op of one operand and one type, given in generic form.
func.func @unary(%a0: tensor<?x2xi32>, %a1: tensor<?x2xf32>, %a2: tensor<?x2xcomplex<f32>>, %a3: tensor<?x2xui8>, %a4: tensor<?x2xbf16>, %a5: tensor<?x2xf16>, %a6: tensor<?x2xi1>, %a7: tensor<?x2xi64>, %a8: tensor<?x2xf64>) {
  %raa = "mhlo.abs"(%a0) : (tensor<?x2xi32>) -> tensor<?x2xi32>
  %rab = "mhlo.abs"(%a1) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %rac = "mhlo.cbrt"(%a1) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %rad = "mhlo.ceil"(%a1) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %rae = "mhlo.cosine"(%a2) : (tensor<?x2xcomplex<f32>>) -> tensor<?x2xcomplex<f32>>
  %raf = "mhlo.count_leading_zeros"(%a3) : (tensor<?x2xui8>) -> tensor<?x2xui8>
  %rag = "mhlo.erf"(%a1) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %rah = "mhlo.exponential"(%a4) : (tensor<?x2xbf16>) -> tensor<?x2xbf16>
  %rai = "mhlo.exponential_minus_one"(%a1) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %raj = "mhlo.floor"(%a5) : (tensor<?x2xf16>) -> tensor<?x2xf16>
  %rak = "mhlo.log"(%a1) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %ral = "mhlo.log_plus_one"(%a1) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %ram = "mhlo.logistic"(%a1) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %ran = "mhlo.negate"(%a0) : (tensor<?x2xi32>) -> tensor<?x2xi32>
  %rao = "mhlo.not"(%a6) : (tensor<?x2xi1>) -> tensor<?x2xi1>
  %rap = "mhlo.popcnt"(%a7) : (tensor<?x2xi64>) -> tensor<?x2xi64>
  %raq = "mhlo.round_nearest_afz"(%a1) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %rar = "mhlo.round_nearest_even"(%a1) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %ras = "mhlo.rsqrt"(%a1) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %rat = "mhlo.sign"(%a8) : (tensor<?x2xf64>) -> tensor<?x2xf64>
  %rau = "mhlo.sine"(%a1) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %rav = "mhlo.sqrt"(%a1) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %raw = "mhlo.tan"(%a1) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %rax = "mhlo.tanh"(%a1) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  func.return
}

// CHECK-LABEL: func.func @unary(
// CHECK-NEXT: %raa = mhlo.abs %a0 : tensor<?x2xi32>
// CHECK-NEXT: %rab = mhlo.abs %a1 : tensor<?x2xf32>
// CHECK-NEXT: %rac = mhlo.cbrt %a1 : tensor<?x2xf32>
// CHECK-NEXT: %rad = mhlo.ceil %a1 : tensor<?x2xf32>
// CHECK-NEXT: %rae = mhlo.cosine %a2 : tensor<?x2xcomplex<f32>>
// CHECK-NEXT: %raf = mhlo.count_leading_zeros %a3 : tensor<?x2xui8>
// CHECK-NEXT: %rag = mhlo.erf %a1 : tensor<?x2xf32>
// CHECK-NEXT: %rah = mhlo.exponential %a4 : tensor<?x2xbf16>
// CHECK-NEXT: %rai = mhlo.exponential_minus_one %a1 : tensor<?x2xf32>
// CHECK-NEXT: %raj = mhlo.floor %a5 : tensor<?x2xf16>
// CHECK-NEXT: %rak = mhlo.log %a1 : tensor<?x2xf32>
// CHECK-NEXT: %ral = mhlo.log_plus_one %a1 : tensor<?x2xf32>
// CHECK-NEXT: %ram = mhlo.logistic %a1 : tensor<?x2xf32>
// CHECK-NEXT: %ran = mhlo.negate %a0 : tensor<?x2xi32>
// CHECK-NEXT: %rao = mhlo.not %a6 : tensor<?x2xi1>
// CHECK-NEXT: %rap = mhlo.popcnt %a7 : tensor<?x2xi64>
// CHECK-NEXT: %raq = mhlo.round_nearest_afz %a1 : tensor<?x2xf32>
// CHECK-NEXT: %rar = mhlo.round_nearest_even %a1 : tensor<?x2xf32>
// CHECK-NEXT: %ras = mhlo.rsqrt %a1 : tensor<?x2xf32>
// CHECK-NEXT: %rat = mhlo.sign %a8 : tensor<?x2xf64>
// CHECK-NEXT: %rau = mhlo.sine %a1 : tensor<?x2xf32>
// CHECK-NEXT: %rav = mhlo.sqrt %a1 : tensor<?x2xf32>
// CHECK-NEXT: %raw = mhlo.tan %a1 : tensor<?x2xf32>
// CHECK-NEXT: %rax = mhlo.tanh %a1 : tensor<?x2xf32>

// The type is written once when operand and result have it, attributes stand before it.
func.func @forms(%x: tensor<?xf32>, %y: tensor<*xf32>) {
  %one = mhlo.tanh %x : tensor<?xf32>
  %both = mhlo.tanh %x : (tensor<?xf32>) -> tensor<4xf32>
  %bracketed = mhlo.tanh(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %tagged = mhlo.tanh %x {tag = "a"} : tensor<?xf32>
  %unranked = mhlo.tanh %y : (tensor<*xf32>) -> tensor<?x?xf32>
  func.return
}

// CHECK-LABEL: func.func @forms(
// CHECK-NEXT: %one = mhlo.tanh %x : tensor<?xf32>
// CHECK-NEXT: %both = mhlo.tanh %x : (tensor<?xf32>) -> tensor<4xf32>
// CHECK-NEXT: %bracketed = mhlo.tanh %x : tensor<?xf32>
// CHECK-NEXT: %tagged = mhlo.tanh %x {tag = "a"} : tensor<?xf32>
// CHECK-NEXT: %unranked = mhlo.tanh %y : (tensor<*xf32>) -> tensor<?x?xf32>
