// RUN: tieshape-opt %s | tieshape-opt | filecheck %s
// RUN: tieshape-opt %s --print-op-generic | tieshape-opt | filecheck %s
// RUN: tieshape-opt %s -p tieshape | filecheck %s --check-prefix WHOLE

// What tieshape has no definition of is kept, in the generic form.
// CHECK-LABEL: func.func @buffers
// CHECK-NEXT:    "lmhlo.fusion"() ({
// CHECK-NEXT:      "lmhlo.abs"(%a, %b) : (memref<?xf32, "gpu">, memref<?xf32, "gpu">) -> ()
// CHECK-NEXT:      "lmhlo.terminator"() : () -> ()
// CHECK-NEXT:    }) {disc.fusion.name = "one"} : () -> ()
// CHECK-NEXT:    "lmhlo_disc.h2d"(%a, %b)
// CHECK-NEXT:    "disc_ral.send_output"(%ctx, %i, %b) : (!disc_ral.context, index, memref<?xf32, "gpu">) -> ()
func.func @buffers(%a: memref<?xf32, "gpu">, %b: memref<?xf32, "gpu">, %ctx: !disc_ral.context, %i: index) {
  "lmhlo.fusion"() ({
    "lmhlo.abs"(%a, %b) : (memref<?xf32, "gpu">, memref<?xf32, "gpu">) -> ()
    "lmhlo.terminator"() : () -> ()
  }) {disc.fusion.name = "one"} : () -> ()
  "lmhlo_disc.h2d"(%a, %b) : (memref<?xf32, "gpu">, memref<?xf32, "gpu">) -> ()
  "disc_ral.send_output"(%ctx, %i, %b) : (!disc_ral.context, index, memref<?xf32, "gpu">) -> ()
  return
}

// A text of operands and types is read too; a constant has the type that its name says.
// CHECK-LABEL: func.func @pytorch
// CHECK-NEXT:    %[[N:.*]] = "torch.constant.int"() {value = -1 : i64} : () -> !torch.int
// CHECK-NEXT:    %[[W:.*]] = "torch.constant.str"() {value = "none"} : () -> !torch.str
// CHECK-NEXT:    %[[E:.*]] = "torch.constant.none"() : () -> !torch.none
// CHECK-NEXT:    %[[L:.*]] = "torch.prim.ListConstruct"(%[[N]], %[[N]]) : (!torch.int, !torch.int) -> !torch.list<int>
// CHECK-NEXT:    %[[Z:.*]] = "torch.prim.ListConstruct"() : () -> !torch.list<int>
// CHECK-NEXT:    %[[V:.*]] = "torch.aten.view"(%x, %[[L]]) : (!torch.vtensor<[?,?],f32>, !torch.list<int>) -> !torch.vtensor<[?],f32>
// CHECK-NEXT:    %[[C:.*]] = "torch.vtensor.literal"() {value = dense<1.000000e+00> : tensor<2xf32>} : () -> !torch.vtensor<[2],f32>
// CHECK-NEXT:    "torch.operator"(%[[V]], %[[C]]) {name = "my.op"} : (!torch.vtensor<[?],f32>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[?],f32>
// CHECK-NEXT:    "torch_c.to_builtin_tensor"(%[[V]]) : (!torch.vtensor<[?],f32>) -> tensor<?xf32>
func.func @pytorch(%x: !torch.vtensor<[?,?],f32>) -> tensor<?xf32> {
  %int-1 = torch.constant.int -1
  %str = torch.constant.str "none"
  %none = torch.constant.none
  %0 = torch.prim.ListConstruct %int-1, %int-1 : (!torch.int, !torch.int) -> !torch.list<int>
  %1 = torch.prim.ListConstruct  : () -> !torch.list<int>
  %2 = torch.aten.view %x, %0 : !torch.vtensor<[?,?],f32>, !torch.list<int> -> !torch.vtensor<[?],f32>
  %3 = torch.vtensor.literal(dense<1.0> : tensor<2xf32>) : !torch.vtensor<[2],f32>
  %4 = torch.operator "my.op"(%2, %3) : (!torch.vtensor<[?],f32>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[?],f32>
  %5 = torch_c.to_builtin_tensor %2 : !torch.vtensor<[?],f32> -> tensor<?xf32>
  return %5 : tensor<?xf32>
}

// Spaces, line breaks and comments in a type that is kept as text do not make it another; it is printed unchanged
// first.
// CHECK-LABEL: func.func @spaces(%x: !torch.vtensor<[2, ?], f32>) -> !torch.vtensor<[2, ?], f32>
func.func @spaces(%x: !torch.vtensor<[2, ?], f32>) -> !torch.vtensor< [2,?] , // elements
    f32> {
  // CHECK-NEXT: "torch.use"(%x) {kind = #torch.kind<"a,  b", c   d>, same = #torch.kind<"a,  b", c   d>, other = #torch.kind<"a, b",c d>} :
  "torch.use"(%x) {kind = #torch.kind<"a,  b", c   d>, same = #torch.kind<"a,  b",c d>, other = #torch.kind<"a, b",c d>} : (!torch.vtensor<[2,?],f32>) -> ()
  return %x : !torch.vtensor<[2,?],f32>
}

// The result of an op that nothing is known of has sizes of its own.
// CHECK-LABEL: func.func @device
// WHOLE-LABEL: func.func @device(%x: tensor<?xf32, [@S{{[0-9]+}}]>)
// WHOLE:         "mhlo_disc.h2d"(%x) : (tensor<?xf32, [@S{{[0-9]+}}]>) -> tensor<?xf32, [@S{{[0-9]+}}]>
func.func @device(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "mhlo_disc.h2d"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// An attribute of many lines stays what it is.
#CSR = #sparse_tensor.encoding<{
  dimLevelType = ["dense", "compressed"]
}>
// CHECK-LABEL: func.func @sparse
func.func @sparse(%a: tensor<4x4xf32, #CSR>) -> tensor<4x4xf32> {
  %0 = "mhlo.abs"(%a) : (tensor<4x4xf32, #CSR>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
