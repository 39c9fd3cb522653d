// RUN: tieshape-opt %s -p tieshape-convert-fusions-to-loops --split-input-file | filecheck %s

// A window of one element is a product with the input as it lies: nothing is copied.
// CHECK-LABEL: func.func private @matmul_f32(
// CHECK-LABEL: func.func @points(%0: memref<?xf32>, %1: memref<?xf32>, %2: memref<?xf32>, %3: memref<?xi64>)
// CHECK-NOT:     memref.alloc
// CHECK:         func.call @matmul_f32(%0, %1, %2
sdim.symbol @b
sdim.symbol @h
func.func @points(%x: tensor<?x?x4x3xf32, [@b, @h, 4, 3]>, %k: tensor<1x1x3x5xf32>) -> tensor<?x?x4x5xf32, [@b, @h, 4, 5]> {
  %r = mhlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<?x?x4x3xf32, [@b, @h, 4, 3]>, tensor<1x1x3x5xf32>) -> tensor<?x?x4x5xf32, [@b, @h, 4, 5]>
  func.return %r : tensor<?x?x4x5xf32, [@b, @h, 4, 5]>
}

// -----

// Larger windows are laid out for some images at a time, and multiplied with the kernel.
// CHECK-LABEL: func.func private @affine_0(
// CHECK-LABEL: func.func @windows(
// CHECK:         %[[ROWS:.*]] = memref.alloc
// CHECK:         scf.for
// CHECK:           func.call @affine_0(%0, %[[ROWS]]
// CHECK:           func.call @matmul_f32(%[[ROWS]], %1, %2
// CHECK-NOT:     tieshape_callback
sdim.symbol @b
func.func @windows(%x: tensor<?x5x4x3xf32, [@b, 5, 4, 3]>, %k: tensor<2x2x3x5xf32>) -> tensor<?x4x3x5xf32, [@b, 4, 3, 5]> {
  %r = mhlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<?x5x4x3xf32, [@b, 5, 4, 3]>, tensor<2x2x3x5xf32>) -> tensor<?x4x3x5xf32, [@b, 4, 3, 5]>
  func.return %r : tensor<?x4x3x5xf32, [@b, 4, 3, 5]>
}

// -----

// Where features fill vectors nothing is laid out: 14, 2 and 1 of 19 places are summed at once, by
// features in the loop around, and what is done with the result is done before it is stored.
// CHECK-LABEL: func.func private @convolved_0(
// CHECK-COUNT-14:  arith.mulf
// CHECK-NOT:       arith.mulf
// CHECK-COUNT-14:  arith.maximumf
// CHECK-NOT:       arith.maximumf
// CHECK-COUNT-2:  arith.mulf
// CHECK-NOT:       arith.mulf
// CHECK-COUNT-2:  arith.maximumf
// CHECK-NOT:       arith.maximumf
// CHECK-COUNT-1:  arith.mulf
// CHECK-NOT:       arith.mulf
// CHECK-COUNT-1:  arith.maximumf
// CHECK-NOT:       arith.maximumf
// CHECK:         } {tieshape.lanes, tieshape.vectors = 2 : i64}
// CHECK-LABEL: func.func @tiles(%0: memref<?xf32>, %1: memref<?xf32>, %2: memref<?xf32>, %3: memref<?xi64>)
// CHECK-NOT:     memref.alloc
// CHECK:         func.call @convolved_0(%0, %1, %2
// CHECK-NOT:     func.call
// CHECK:         return
sdim.symbol @b
func.func @tiles(%x: tensor<?x5x20x3xf32, [@b, 5, 20, 3]>, %k: tensor<2x2x3x32xf32>) -> tensor<?x4x19x32xf32, [@b, 4, 19, 32]> {
  %c = mhlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<?x5x20x3xf32, [@b, 5, 20, 3]>, tensor<2x2x3x32xf32>) -> tensor<?x4x19x32xf32, [@b, 4, 19, 32]>
  %r = "mhlo.fusion"(%c) ({
  ^bb0(%a: tensor<?x4x19x32xf32, [@b, 4, 19, 32]>):
    %n = mhlo.negate %a : tensor<?x4x19x32xf32, [@b, 4, 19, 32]>
    %m = mhlo.maximum %a, %n : tensor<?x4x19x32xf32, [@b, 4, 19, 32]>
    mhlo.return %m : tensor<?x4x19x32xf32, [@b, 4, 19, 32]>
  }) {tieshape.kind = "convolved"} : (tensor<?x4x19x32xf32, [@b, 4, 19, 32]>) -> tensor<?x4x19x32xf32, [@b, 4, 19, 32]>
  func.return %r : tensor<?x4x19x32xf32, [@b, 4, 19, 32]>
}

// -----

// What else needs the result as it is has it in memory; so do ops that move its elements.
// CHECK-LABEL: func.func private @direct_convolution_0(
// CHECK-NOT:     arith.negf
// CHECK-LABEL: func.func private @negate_1(
// CHECK-LABEL: func.func private @moved_3(
// CHECK-LABEL: func.func @apart(
// CHECK:         func.call @direct_convolution_0(%0, %1
// CHECK:         func.call @negate_1(
// CHECK:         func.call @direct_convolution_0(%0, %1
// CHECK:         func.call @moved_3(
sdim.symbol @b
func.func @apart(%x: tensor<?x5x3xf32, [@b, 5, 3]>, %k: tensor<2x3x16xf32>) -> (tensor<?x4x16xf32, [@b, 4, 16]>, tensor<?x4x16xf32, [@b, 4, 16]>, tensor<?x4x16xf32, [@b, 4, 16]>) {
  %c = mhlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<?x5x3xf32, [@b, 5, 3]>, tensor<2x3x16xf32>) -> tensor<?x4x16xf32, [@b, 4, 16]>
  %n = mhlo.negate %c : tensor<?x4x16xf32, [@b, 4, 16]>
  %d = mhlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<?x5x3xf32, [@b, 5, 3]>, tensor<2x3x16xf32>) -> tensor<?x4x16xf32, [@b, 4, 16]>
  %m = "mhlo.fusion"(%d) ({
  ^bb0(%a: tensor<?x4x16xf32, [@b, 4, 16]>):
    %v = "mhlo.reverse"(%a) <{dimensions = dense<1> : tensor<1xi64>}> : (tensor<?x4x16xf32, [@b, 4, 16]>) -> tensor<?x4x16xf32, [@b, 4, 16]>
    %w = mhlo.negate %v : tensor<?x4x16xf32, [@b, 4, 16]>
    mhlo.return %w : tensor<?x4x16xf32, [@b, 4, 16]>
  }) {tieshape.kind = "moved"} : (tensor<?x4x16xf32, [@b, 4, 16]>) -> tensor<?x4x16xf32, [@b, 4, 16]>
  func.return %c, %n, %m : tensor<?x4x16xf32, [@b, 4, 16]>, tensor<?x4x16xf32, [@b, 4, 16]>, tensor<?x4x16xf32, [@b, 4, 16]>
}

// -----

// Few features of images that have them first: five are summed for vectors of places, with what is
// done with the result, and neither images nor the kernel are transposed.
// CHECK-LABEL: func.func private @after_0(
// CHECK-COUNT-15: arith.mulf
// CHECK-NOT:      arith.mulf
// CHECK-COUNT-5:  arith.negf
// CHECK-NOT:      arith.negf
// CHECK:          } {tieshape.lanes, tieshape.anew, tieshape.vectors = 2 : i64}
// CHECK-LABEL: func.func @few(%0: memref<?xf32>, %1: memref<?xf32>, %2: memref<?xf32>, %3: memref<?xi64>)
// CHECK-NOT:     memref.alloc
// CHECK:         func.call @after_0(%0, %1, %2
// CHECK-NOT:     func.call
// CHECK:         return
sdim.symbol @b
func.func @few(%x: tensor<?x3x9x20xf32, [@b, 3, 9, 20]>, %k: tensor<5x3x2x3xf32>) -> tensor<?x5x8x18xf32, [@b, 5, 8, 18]> {
  %c = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<?x3x9x20xf32, [@b, 3, 9, 20]>, tensor<5x3x2x3xf32>) -> tensor<?x5x8x18xf32, [@b, 5, 8, 18]>
  %r = "mhlo.fusion"(%c) ({
  ^bb0(%a: tensor<?x5x8x18xf32, [@b, 5, 8, 18]>):
    %n = mhlo.negate %a : tensor<?x5x8x18xf32, [@b, 5, 8, 18]>
    mhlo.return %n : tensor<?x5x8x18xf32, [@b, 5, 8, 18]>
  }) {tieshape.kind = "after"} : (tensor<?x5x8x18xf32, [@b, 5, 8, 18]>) -> tensor<?x5x8x18xf32, [@b, 5, 8, 18]>
  func.return %r : tensor<?x5x8x18xf32, [@b, 5, 8, 18]>
}

// -----

// Many are vectors themselves, and lie last in the meantime: transposes read along the loop around
// the one that they store along.
// CHECK-LABEL: func.func private @transpose_0(
// CHECK:           } {tieshape.lanes, tieshape.anew}
// CHECK-NEXT:    } {tieshape.turned}
// CHECK-LABEL: func.func @many(
// CHECK:         func.call @transpose
// CHECK:         func.call @direct_convolution
// CHECK:         func.call @transpose
sdim.symbol @b
func.func @many(%x: tensor<?x5x9x20xf32, [@b, 5, 9, 20]>, %k: tensor<16x5x2x3xf32>) -> tensor<?x16x8x18xf32, [@b, 16, 8, 18]> {
  %c = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<?x5x9x20xf32, [@b, 5, 9, 20]>, tensor<16x5x2x3xf32>) -> tensor<?x16x8x18xf32, [@b, 16, 8, 18]>
  func.return %c : tensor<?x16x8x18xf32, [@b, 16, 8, 18]>
}

// -----

// What an op after the convolution reads of a row, in memory too, may lie where the result does: no
// place is computed twice.
// CHECK-LABEL: func.func private @after_0(
// CHECK-NOT:     tieshape.anew
// CHECK-LABEL: func.func @added_to(
sdim.symbol @b
func.func @added_to(%x: tensor<?x3x9x20xf32, [@b, 3, 9, 20]>, %k: tensor<5x3x2x3xf32>, %y: tensor<?x5x8x18xf32, [@b, 5, 8, 18]>) -> tensor<?x5x8x18xf32, [@b, 5, 8, 18]> {
  %c = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<?x3x9x20xf32, [@b, 3, 9, 20]>, tensor<5x3x2x3xf32>) -> tensor<?x5x8x18xf32, [@b, 5, 8, 18]>
  %r = "mhlo.fusion"(%c, %y) ({
  ^bb0(%a: tensor<?x5x8x18xf32, [@b, 5, 8, 18]>, %z: tensor<?x5x8x18xf32, [@b, 5, 8, 18]>):
    %n = mhlo.add %a, %z : tensor<?x5x8x18xf32, [@b, 5, 8, 18]>
    mhlo.return %n : tensor<?x5x8x18xf32, [@b, 5, 8, 18]>
  }) {tieshape.kind = "after"} : (tensor<?x5x8x18xf32, [@b, 5, 8, 18]>, tensor<?x5x8x18xf32, [@b, 5, 8, 18]>) -> tensor<?x5x8x18xf32, [@b, 5, 8, 18]>
  func.return %r : tensor<?x5x8x18xf32, [@b, 5, 8, 18]>
}

// -----

// A window of one element is a product of the kernel with each image as it lies.
// CHECK-LABEL: func.func @points_first(%0: memref<?xf32>, %1: memref<?xf32>, %2: memref<?xf32>, %3: memref<?xi64>)
// CHECK-NOT:     memref.alloc
// CHECK:         func.call @matmul_f32(%1, %0, %2
// CHECK-NOT:     func.call
// CHECK:         return
sdim.symbol @b
func.func @points_first(%x: tensor<?x3x9x20xf32, [@b, 3, 9, 20]>, %k: tensor<16x3x1x1xf32>) -> tensor<?x16x9x20xf32, [@b, 16, 9, 20]> {
  %c = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<?x3x9x20xf32, [@b, 3, 9, 20]>, tensor<16x3x1x1xf32>) -> tensor<?x16x9x20xf32, [@b, 16, 9, 20]>
  func.return %c : tensor<?x16x9x20xf32, [@b, 16, 9, 20]>
}

// -----

// Where elements are two apart nothing is multiplied with the zeros in between: four results are
// features of one window over neighbours, which is a single element here.
// CHECK-LABEL: func.func @transposed(
// CHECK:         func.call @affine_{{[0-9]+}}(%1
// CHECK-NOT:     func.call @pad
// CHECK:         func.call @matmul_f32(%0
// CHECK:         func.call @transpose
// CHECK-NOT:     tieshape_callback
sdim.symbol @b
func.func @transposed(%x: tensor<?x5x6x3xf32, [@b, 5, 6, 3]>, %k: tensor<2x2x3x5xf32>) -> tensor<?x10x12x5xf32, [@b, 10, 12, 5]> {
  %r = mhlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2]} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<?x5x6x3xf32, [@b, 5, 6, 3]>, tensor<2x2x3x5xf32>) -> tensor<?x10x12x5xf32, [@b, 10, 12, 5]>
  func.return %r : tensor<?x10x12x5xf32, [@b, 10, 12, 5]>
}

// -----

// In groups, or along one dimension only, the zeros are written out.
// CHECK-LABEL: func.func @one_apart(
// CHECK:         func.call @pad
// CHECK-NOT:     tieshape_callback
sdim.symbol @b
func.func @one_apart(%x: tensor<?x5x6x3xf32, [@b, 5, 6, 3]>, %k: tensor<2x2x3x5xf32>) -> tensor<?x9x7x5xf32, [@b, 9, 7, 5]> {
  %r = mhlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 0], [1, 1]], lhs_dilate = [2, 1]} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<?x5x6x3xf32, [@b, 5, 6, 3]>, tensor<2x2x3x5xf32>) -> tensor<?x9x7x5xf32, [@b, 9, 7, 5]>
  func.return %r : tensor<?x9x7x5xf32, [@b, 9, 7, 5]>
}

// -----

// Each channel by itself: they are the vectors, of the input too.
// CHECK-LABEL: func.func private @direct_convolution_0(
// CHECK:         scf.for
// CHECK-COUNT-2:   arith.mulf
// CHECK-NOT:     matmul
// CHECK-LABEL: func.func @channels
sdim.symbol @b
func.func @channels(%x: tensor<?x5x5x8xf32, [@b, 5, 5, 8]>, %k: tensor<2x2x1x8xf32>) -> tensor<?x4x4x8xf32, [@b, 4, 4, 8]> {
  %r = mhlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {feature_group_count = 8 : i64, batch_group_count = 1 : i64} : (tensor<?x5x5x8xf32, [@b, 5, 5, 8]>, tensor<2x2x1x8xf32>) -> tensor<?x4x4x8xf32, [@b, 4, 4, 8]>
  func.return %r : tensor<?x4x4x8xf32, [@b, 4, 4, 8]>
}

// -----

// Two features of each channel are sums of four products without a loop.
// CHECK-LABEL: func.func private @grouped_convolution_0(
// CHECK-COUNT-4:         arith.mulf
// CHECK-NOT:             arith.mulf
// CHECK:                 memref.store
// CHECK-NEXT:          } {tieshape.lanes}
// CHECK-NOT:     matmul
sdim.symbol @b
func.func @features(%x: tensor<?x5x4x8xf32, [@b, 5, 4, 8]>, %k: tensor<2x2x1x16xf32>) -> tensor<?x4x3x16xf32, [@b, 4, 3, 16]> {
  %r = mhlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {feature_group_count = 8 : i64, batch_group_count = 1 : i64} : (tensor<?x5x4x8xf32, [@b, 5, 4, 8]>, tensor<2x2x1x16xf32>) -> tensor<?x4x3x16xf32, [@b, 4, 3, 16]>
  func.return %r : tensor<?x4x3x16xf32, [@b, 4, 3, 16]>
}

// -----

// Windows are folded without a loop, unless they have many elements.
// CHECK-LABEL: func.func private @reduce_window_0(
// CHECK-COUNT-3: arith.maximumf
// CHECK-NOT:     arith.maximumf
// CHECK-LABEL: func.func private @reduce_window_1(
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             arith.maximumf
// CHECK-LABEL: func.func @pools
sdim.symbol @n
func.func @pools(%x: tensor<?x99xf32, [@n, 99]>) -> (tensor<?x97xf32, [@n, 97]>, tensor<?x1xf32, [@n, 1]>) {
  %z = mhlo.constant dense<0xFF800000> : tensor<f32>
  %r = "mhlo.reduce_window"(%x, %z) <{window_dimensions = dense<[1, 3]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = mhlo.maximum %a, %b : tensor<f32>
    mhlo.return %m : tensor<f32>
  }) : (tensor<?x99xf32, [@n, 99]>, tensor<f32>) -> tensor<?x97xf32, [@n, 97]>
  %s = "mhlo.reduce_window"(%x, %z) <{window_dimensions = dense<[1, 99]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = mhlo.maximum %a, %b : tensor<f32>
    mhlo.return %m : tensor<f32>
  }) : (tensor<?x99xf32, [@n, 99]>, tensor<f32>) -> tensor<?x1xf32, [@n, 1]>
  func.return %r, %s : tensor<?x97xf32, [@n, 97]>, tensor<?x1xf32, [@n, 1]>
}

// -----

// A sort doubles runs between two buffers.
// CHECK-LABEL: func.func private @sort_0(%0: memref<?xf32>, %1: memref<?xf32>, %2: index, %3: index)
// CHECK:         scf.while
// CHECK:         } do {
// CHECK:           arith.cmpf olt
// CHECK:           memref.store
// CHECK-LABEL: func.func @sorted(
// CHECK-NOT:     tieshape_callback
sdim.symbol @n
func.func @sorted(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %s = "mhlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %l = mhlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %l : tensor<i1>
  }) : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
  func.return %s : tensor<?xf32, [@n]>
}

// -----

// Rows that lie inside are added one after another; the loop over a row has independent trips.
// CHECK-LABEL: func.func private @scatter_0(
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK:             scf.for
// CHECK:               arith.addf
// CHECK:               memref.store
// CHECK-NEXT:        } {tieshape.lanes}
// CHECK-LABEL: func.func @added(
// CHECK:         "memref.copy"(%0, %3)
// CHECK:         func.call @scatter_0(%3, %1, %2
sdim.symbol @n
sdim.symbol @k
func.func @added(%x: tensor<?x8xf32, [@n, 8]>, %i: tensor<?x1xi32, [@k, 1]>, %u: tensor<?x8xf32, [@k, 8]>) -> tensor<?x8xf32, [@n, 8]> {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<?x8xf32, [@n, 8]>, tensor<?x1xi32, [@k, 1]>, tensor<?x8xf32, [@k, 8]>) -> tensor<?x8xf32, [@n, 8]>
  func.return %r : tensor<?x8xf32, [@n, 8]>
}
