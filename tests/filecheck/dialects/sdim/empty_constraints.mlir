// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic %s | tieshape-opt | filecheck %s

// CHECK:      sdim.constraints {
// CHECK-NEXT: }
sdim.constraints {}
