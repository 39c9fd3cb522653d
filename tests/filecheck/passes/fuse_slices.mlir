// RUN: tieshape-opt %s -p tieshape-fuse --split-input-file | filecheck %s

// What a group only slices is made inside it.

sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.constraints {
  %s2 = sdim.size @S2
  %twice = arith.addi %s2, %s2 : index
  sdim.equal @S1, %twice
}

// The halves of x.
// CHECK-LABEL: func.func @halves
// CHECK-NOT:     mhlo.{{[a-eg-z]}}
// CHECK:         "mhlo.fusion"
// CHECK:           mhlo.exponential
// CHECK:           mhlo.add
// CHECK:         }) {tieshape.kind = "loop"}
// CHECK-NEXT:    func.return
func.func @halves(%x: tensor<?x?xf32, [@S0, @S1]>, %a: tensor<2xindex>, %b: tensor<2xindex>, %c: tensor<2xindex>, %one: tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S2]> {
  %0 = mhlo.exponential %x : tensor<?x?xf32, [@S0, @S1]>
  %1 = mhlo.real_dynamic_slice %0, %a, %b, %one : (tensor<?x?xf32, [@S0, @S1]>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S2]>
  %2 = mhlo.real_dynamic_slice %0, %b, %c, %one : (tensor<?x?xf32, [@S0, @S1]>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S2]>
  %3 = mhlo.add %1, %2 : tensor<?x?xf32, [@S0, @S2]>
  func.return %3 : tensor<?x?xf32, [@S0, @S2]>
}

// What is returned too has to be made whole.
// CHECK-LABEL: func.func @returned
// CHECK-NEXT:    mhlo.exponential
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:         func.return
func.func @returned(%x: tensor<?x?xf32, [@S0, @S1]>, %a: tensor<2xindex>, %b: tensor<2xindex>, %one: tensor<2xindex>) -> (tensor<?x?xf32, [@S0, @S1]>, tensor<?x?xf32, [@S0, @S2]>) {
  %0 = mhlo.exponential %x : tensor<?x?xf32, [@S0, @S1]>
  %1 = mhlo.real_dynamic_slice %0, %a, %b, %one : (tensor<?x?xf32, [@S0, @S1]>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S2]>
  %2 = mhlo.negate %1 : tensor<?x?xf32, [@S0, @S2]>
  func.return %0, %2 : tensor<?x?xf32, [@S0, @S1]>, tensor<?x?xf32, [@S0, @S2]>
}

// A sum of each row is not made again for each element of a slice of it.
// CHECK-LABEL: func.func @reduced
// CHECK-NEXT:    mhlo.constant
// CHECK-NEXT:    mhlo.reduce
// CHECK:         "mhlo.fusion"
// CHECK-NOT:       mhlo.reduce
// CHECK:         func.return
func.func @reduced(%x: tensor<?x?xf32, [@S1, @S0]>, %a: tensor<1xindex>, %b: tensor<1xindex>, %one: tensor<1xindex>) -> tensor<?xf32, [@S2]> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.reduce(%x init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@S1, @S0]>, tensor<f32>) -> tensor<?xf32, [@S1]>
  %1 = mhlo.real_dynamic_slice %0, %a, %b, %one : (tensor<?xf32, [@S1]>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32, [@S2]>
  %2 = mhlo.negate %1 : tensor<?xf32, [@S2]>
  func.return %2 : tensor<?xf32, [@S2]>
}

// Five slices may overlap: what is dear would be made five times.
// CHECK-LABEL: func.func @five
// CHECK-NEXT:    mhlo.exponential
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:         func.return
func.func @five(%x: tensor<10xf32>) -> tensor<6xf32> {
  %0 = mhlo.exponential %x : tensor<10xf32>
  %1 = "mhlo.slice"(%0) <{start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<6> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<10xf32>) -> tensor<6xf32>
  %2 = "mhlo.slice"(%0) <{start_indices = dense<1> : tensor<1xi64>, limit_indices = dense<7> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<10xf32>) -> tensor<6xf32>
  %3 = "mhlo.slice"(%0) <{start_indices = dense<2> : tensor<1xi64>, limit_indices = dense<8> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<10xf32>) -> tensor<6xf32>
  %4 = "mhlo.slice"(%0) <{start_indices = dense<3> : tensor<1xi64>, limit_indices = dense<9> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<10xf32>) -> tensor<6xf32>
  %5 = "mhlo.slice"(%0) <{start_indices = dense<4> : tensor<1xi64>, limit_indices = dense<10> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<10xf32>) -> tensor<6xf32>
  %6 = mhlo.add %1, %2 : tensor<6xf32>
  %7 = mhlo.add %6, %3 : tensor<6xf32>
  %8 = mhlo.add %7, %4 : tensor<6xf32>
  %9 = mhlo.add %8, %5 : tensor<6xf32>
  func.return %9 : tensor<6xf32>
}

// A gather may read one element many times.
// CHECK-LABEL: func.func @gathered
// CHECK-NEXT:    mhlo.exponential
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:           "mhlo.gather"
// CHECK:         func.return
func.func @gathered(%x: tensor<10xf32>, %i: tensor<40x1xi32>) -> tensor<40xf32> {
  %0 = mhlo.exponential %x : tensor<10xf32>
  %1 = "mhlo.gather"(%0, %i) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = dense<1> : tensor<1xi64>}> : (tensor<10xf32>, tensor<40x1xi32>) -> tensor<40xf32>
  %2 = mhlo.negate %1 : tensor<40xf32>
  func.return %2 : tensor<40xf32>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.symbol @S3
sdim.symbol @S4

// Rotated halves of x, as positions are embedded, behind what was there before: what makes x is made for the
// elements that are appended.
// CHECK-LABEL: func.func @rotated
// CHECK-NOT:     mhlo.{{[a-eg-z]}}
// CHECK:         "mhlo.fusion"
// CHECK:           mhlo.tanh
// CHECK:           mhlo.add
// CHECK-NEXT:      "mhlo.concatenate"
// CHECK:         }) {tieshape.kind = "loop"}
// CHECK-NEXT:    func.return
func.func @rotated(%x: tensor<?x4xf32, [@S0, 4]>, %c: tensor<?x4xf32, [@S1, 4]>, %past: tensor<?x4xf32, [@S2, 4]>, %s: tensor<2xindex>, %a: tensor<2xindex>, %b: tensor<2xindex>, %e: tensor<2xindex>, %one: tensor<2xindex>) -> tensor<?x4xf32, [@S4, 4]> {
  %0 = mhlo.tanh %x : tensor<?x4xf32, [@S0, 4]>
  %1 = mhlo.real_dynamic_slice %0, %a, %b, %one : (tensor<?x4xf32, [@S0, 4]>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x2xf32, [@S0, 2]>
  %2 = mhlo.real_dynamic_slice %0, %b, %e, %one : (tensor<?x4xf32, [@S0, 4]>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x2xf32, [@S0, 2]>
  %3 = mhlo.negate %2 : tensor<?x2xf32, [@S0, 2]>
  %4 = "mhlo.concatenate"(%3, %1) <{dimension = 1 : i64}> : (tensor<?x2xf32, [@S0, 2]>, tensor<?x2xf32, [@S0, 2]>) -> tensor<?x4xf32, [@S0, 4]>
  %5 = "mhlo.dynamic_broadcast_in_dim"(%4, %s) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x4xf32, [@S0, 4]>, tensor<2xindex>) -> tensor<?x4xf32, [@S3, 4]>
  %6 = "mhlo.dynamic_broadcast_in_dim"(%0, %s) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x4xf32, [@S0, 4]>, tensor<2xindex>) -> tensor<?x4xf32, [@S3, 4]>
  %7 = "mhlo.dynamic_broadcast_in_dim"(%c, %s) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x4xf32, [@S1, 4]>, tensor<2xindex>) -> tensor<?x4xf32, [@S3, 4]>
  %8 = mhlo.multiply %6, %7 : tensor<?x4xf32, [@S3, 4]>
  %9 = mhlo.add %5, %8 : tensor<?x4xf32, [@S3, 4]>
  %10 = "mhlo.concatenate"(%past, %9) <{dimension = 0 : i64}> : (tensor<?x4xf32, [@S2, 4]>, tensor<?x4xf32, [@S3, 4]>) -> tensor<?x4xf32, [@S4, 4]>
  func.return %10 : tensor<?x4xf32, [@S4, 4]>
}
