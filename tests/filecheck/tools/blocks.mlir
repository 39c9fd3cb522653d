// RUN: tieshape-opt -p tieshape-import-shape,convert-chlo-to-mhlo %s | filecheck %s --check-prefix READ
// RUN: not tieshape-opt -p tieshape %s 2>&1 | filecheck %s
// RUN: not tieshape-opt -p tieshape-infer-shapes %s 2>&1 | filecheck %s
// RUN: not tieshape-opt -p tieshape-infer-shapes --summary %s 2>&1 | filecheck %s
// RUN: not tieshape-opt -p tieshape-fuse %s 2>&1 | filecheck %s
// RUN: not tieshape-opt -p tieshape-strip %s 2>&1 | filecheck %s

func.func @straight(%x: tensor<?xf32>) -> tensor<?xf32> {
  func.return %x : tensor<?xf32>
}

// READ: cf.br
// CHECK: blocks.mlir:{{[0-9]+}}:1: error: func.func: @jumps has 2 blocks, one is needed (by pass tieshape-{{.*}})
func.func @jumps(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = mhlo.abs %x : tensor<?xf32>
  cf.br ^end
^end:
  func.return %0 : tensor<?xf32>
}
