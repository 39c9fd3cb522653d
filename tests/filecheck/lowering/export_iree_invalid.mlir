// RUN: not tieshape-opt %s -p "tieshape-export-stablehlo{for=iree}" --split-input-file 2>&1 | filecheck %s

// A product of complex numbers mixes their parts: such a scatter cannot be split.
// CHECK: export_iree_invalid.mlir:8:{{.*}}: error: mhlo.scatter: cannot be exported: IREE has no scatter of complex numbers
sdim.symbol @n
sdim.symbol @m
func.func @complex_scatter(%x: tensor<?x4xcomplex<f32>, [@n, 4]>, %i: tensor<?x1xi32, [@m, 1]>, %y: tensor<?x4xcomplex<f32>, [@m, 4]>) -> tensor<?x4xcomplex<f32>, [@n, 4]> {
  %0 = "mhlo.scatter"(%x, %i, %y) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %c = mhlo.multiply %a, %b : tensor<complex<f32>>
    mhlo.return %c : tensor<complex<f32>>
  }) : (tensor<?x4xcomplex<f32>, [@n, 4]>, tensor<?x1xi32, [@m, 1]>, tensor<?x4xcomplex<f32>, [@m, 4]>) -> tensor<?x4xcomplex<f32>, [@n, 4]>
  func.return %0 : tensor<?x4xcomplex<f32>, [@n, 4]>
}

// -----

// A loop's values have the memory of what it begins with: none may grow.
// CHECK: error: mhlo.while: cannot be exported for IREE: the loop hands on a value of another size than it was given
func.func @grows(%x: tensor<?xf32, [@a]>, %n: tensor<i32>) -> tensor<?xf32, [@d]> {
  %zero = mhlo.constant dense<0> : tensor<i32>
  %one = mhlo.constant dense<1> : tensor<i32>
  %r, %i = mhlo.while changing(%x, %zero) ({
  ^bb0(%s: tensor<?xf32, [@b]>, %k: tensor<i32>):
    %go = mhlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %go : tensor<i1>
  }, {
  ^bb0(%t: tensor<?xf32, [@b]>, %m: tensor<i32>):
    %more = "mhlo.concatenate"(%t, %x) <{dimension = 0 : i64}> : (tensor<?xf32, [@b]>, tensor<?xf32, [@a]>) -> tensor<?xf32, [@c]>
    %next = mhlo.add %m, %one : tensor<i32>
    mhlo.return %more, %next : tensor<?xf32, [@c]>, tensor<i32>
  }) : (tensor<?xf32, [@a]>, tensor<i32>) -> (tensor<?xf32, [@d]>, tensor<i32>)
  func.return %r : tensor<?xf32, [@d]>
}
sdim.symbol @a
sdim.symbol @b
sdim.symbol @c
sdim.symbol @d

// -----

// What IREE has not is named, and so is what it has for known sizes alone.
// CHECK: export_iree_invalid.mlir:[[# @LINE + 2]]:3: error: mhlo.triangular_solve: cannot be exported for IREE: it has no triangular solve
func.func @solved(%a: tensor<3x3xf32>, %b: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = "mhlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #mhlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  func.return %0 : tensor<3x3xf32>
}

// -----

// CHECK: export_iree_invalid.mlir:[[# @LINE + 2]]:3: error: mhlo.convolution: cannot be exported for IREE: it takes such a convolution of known groups and one element type only
func.func @in_groups(%x: tensor<1x5x4xf32>, %w: tensor<2x?x6xf32>) -> tensor<1x4x6xf32> {
  %0 = mhlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x5x4xf32>, tensor<2x?x6xf32>) -> tensor<1x4x6xf32>
  func.return %0 : tensor<1x4x6xf32>
}

// -----

// CHECK: export_iree_invalid.mlir:[[# @LINE + 3]]:3: error: mhlo.select_and_scatter: cannot be exported for IREE: it has select_and_scatter without padding only
func.func @selected(%x: tensor<1x?xf32>, %y: tensor<1x?xf32>) -> tensor<1x?xf32> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = "mhlo.select_and_scatter"(%x, %y, %zero) <{window_dimensions = dense<[1, 2]> : tensor<2xi64>, window_strides = dense<[1, 2]> : tensor<2xi64>, padding = dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = mhlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %d = mhlo.add %a, %b : tensor<f32>
    mhlo.return %d : tensor<f32>
  }) : (tensor<1x?xf32>, tensor<1x?xf32>, tensor<f32>) -> tensor<1x?xf32>
  func.return %0 : tensor<1x?xf32>
}
