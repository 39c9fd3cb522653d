// RUN: not tieshape-opt %s -p 'tieshape-shard{mesh="data=4" arguments="x=data,_"}' 2>&1 | filecheck %s
// RUN: not tieshape-opt %s -p 'tieshape-shard{mesh="data=4" arguments="y=_,data"}' 2>&1 | filecheck %s --check-prefix STATIC
// RUN: not tieshape-opt %s -p 'tieshape-shard{mesh="data=4" arguments="x=data"}' 2>&1 | filecheck %s --check-prefix RANK
// RUN: not tieshape-opt %s -p 'tieshape-shard{mesh="data=4" arguments="x=rows,_"}' 2>&1 | filecheck %s --check-prefix AXIS
// RUN: not tieshape-opt %s -p 'tieshape-shard{mesh="data=4" arguments="z=data"}' 2>&1 | filecheck %s --check-prefix NAME
// RUN: not tieshape-opt %s -p 'tieshape-shard{mesh="data" arguments="x=data,_"}' 2>&1 | filecheck %s --check-prefix MESH
// RUN: not tieshape-opt %s -p 'tieshape-shard{mesh="data=4" arguments="x=data,data"}' 2>&1 | filecheck %s --check-prefix TWICE
// RUN: not tieshape-opt %s -p 'tieshape-shard{mesh="data=4" arguments="x=data,_" form=gspmd}' 2>&1 | filecheck %s --check-prefix FORM

// CHECK: shard_invalid.mlir:{{[0-9]+}}:1: error: func.func: size 0 of argument x is 4*k + 2, which cannot be split over the 4 devices of axis data
// STATIC: error: func.func: size 1 of argument y is 6, which cannot be split over the 4 devices of axis data
// RANK: error: func.func: argument x has rank 2, 1 axes are given for it
// AXIS: arguments: x: no axis 'rows'; the mesh has data
// NAME: arguments: no argument 'z'; there are
// MESH: mesh: expected an axis as in data=8, got 'data'
// TWICE: arguments: x: an axis or the argument is given twice
// FORM: option form is 'gspmd'; one of shardy, mhlo is needed
sdim.symbol @b
sdim.symbol @k
sdim.constraints {
  %b = sdim.size @b
  %k = sdim.size @k
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %0 = arith.muli %k, %c4 : index
  %1 = arith.addi %0, %c2 : index
  sdim.equal %b, %1
}
func.func @f(%x: tensor<?x4xf32, [@b, 4]>, %y: tensor<2x6xf32>) -> tensor<?x4xf32, [@b, 4]> {
  func.return %x : tensor<?x4xf32, [@b, 4]>
}
