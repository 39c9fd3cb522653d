// RUN: tieshape-opt %s -p tieshape --report - -o /dev/null | filecheck %s
// RUN: not tieshape-opt %s -p tieshape --strict 2>&1 | filecheck %s --check-prefix=STRICT

// What is in a module inside of another is left as it is, and told.
// CHECK:      "unlowered": [
// CHECK-NEXT:   {
// CHECK-NEXT:     "op": "tf.AddV2",
// CHECK-NEXT:     "place": "{{.*}}nested_modules.mlir:[[# @LINE + 6]]:5",
// CHECK-NEXT:     "why": "is in a module inside of another, which no pass looks into"
// STRICT: nested_modules.mlir:[[# @LINE + 4]]:5: error: tf.AddV2: is in a module inside of another, which no pass looks into
builtin.module {
  builtin.module @inner {
    func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
    %0 = "tf.AddV2"(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      func.return %0 : tensor<?xf32>
    }
  }
}
