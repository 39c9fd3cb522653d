// RUN: not tieshape-opt %s 2>&1 | filecheck %s --strict-whitespace

// What follows a function that cannot be read is read for its errors; aliases are known there.
//      CHECK:syntax_errors.mlir:14:9: error: Operation no.op is not registered: there is no dialect no
// CHECK-NEXT:  no.op %x
// CHECK-NEXT:        ^
//      CHECK:syntax_errors.mlir:23:33: error: 'no.attribute' is not registered: there is no dialect no; --allow-unregistered-dialect keeps its attributes and types as text
//  CHECK-NOT:error:
// CHECK-NOT: is not defined

!vector = tensor<?xf32>

func.func @first(%x: !vector) {
  no.op %x
  func.return
}

func.func @right(%x: !vector) {
  func.return
}

func.func @last(%x: !vector) {
  "test.op"() {a = #no.attribute} : () -> ()
  func.return
}
