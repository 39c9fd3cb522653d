// Each part of a split file reports its own error, with the line of the whole file.
// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s
// RUN: not tieshape-opt %s.missing 2>&1 | filecheck %s --check-prefix=MISSING
// MISSING: error: cannot read {{.*}}errors.mlir.missing: No such file or directory

// CHECK: errors.mlir:7:15: error: Expected argument or type
func.func @f( {

// -----

// CHECK: errors.mlir:13:3: error: func.return: Expected arguments to have the same types
func.func @f(%a: i32) -> f32 {
  func.return %a : i32
}

// -----

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @right()
func.func @right() {
  func.return
}

// -----

// CHECK: errors.mlir:27:10: error: Operation foo.bar is not registered
"foo.bar"() : () -> ()
