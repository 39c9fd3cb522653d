// What TensorFlow's text holds beside ops: read, kept and printed as it was.
// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt %s --print-op-generic | tieshape-opt | filecheck %s

// CHECK:      %cst = "tf.Const"() <{value = dense<"Condition x < y did not hold:\0A\22"> : tensor<!tf_type.string>}> {device = ""} : () -> tensor<!tf_type.string>
%cst = "tf.Const"() <{value = dense<"Condition x < y did not hold:\0A\22"> : tensor<!tf_type.string>}> {device = ""} : () -> tensor<!tf_type.string>
// CHECK-NEXT: dense<["a", "0x41"]> : tensor<2x!tf_type.string>
%cst_0 = "tf.Const"() <{value = dense<["a", "0x41"]> : tensor<2x!tf_type.string>}> : () -> tensor<2x!tf_type.string>
// CHECK-NEXT: %0 = "tf.VarHandleOp"() {{.*}} : () -> tensor<!tf_type.resource<tensor<?x4xf32>>>
%0 = "tf.VarHandleOp"() {container = "", shared_name = "v"} : () -> tensor<!tf_type.resource<tensor<?x4xf32>>>
// CHECK: %1 = "tf.TensorListReserve"({{.*}}) {{.*}} -> tensor<!tf_type.variant<tensor<?x4xf32>>>
%n = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
%1 = "tf.TensorListReserve"(%n, %n) {device = ""} : (tensor<i32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>
// CHECK-NEXT: "tf.NoSuchOp"() {f = #tf_type.func<@f, {T = i32}>, s = [#tf_type.shape<?x4>, #tf_type.shape<*>], p = #tf_type.placeholder<"T">}
"tf.NoSuchOp"() {f = #tf_type.func<@f, {T = i32}>, s = [#tf_type.shape<?x4>, #tf_type.shape<*>], p = #tf_type.placeholder<"T">} : () -> ()
// CHECK-NEXT: "tf.NoSuchOp"() {p = #tf_type<tensor_proto : "0x0A">} : () -> tensor<4x!tf_type.f32ref>
%2 = "tf.NoSuchOp"() {p = #tf_type<tensor_proto : "0x0A">} : () -> tensor<4x!tf_type.f32ref>

// CHECK: "tf.NoSuchOp"() : () -> (tensor<*x!tf_type.complex64>, !_tf.control, tensor<3x!tf_type.uint16>)
%3:3 = "tf.NoSuchOp"() : () -> (tensor<*x!tf.complex64>, !_tf.control, tensor<3x!tf.uint16>)
