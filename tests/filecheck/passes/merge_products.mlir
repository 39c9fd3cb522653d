// RUN: tieshape-opt %s -p tieshape-merge-products --split-input-file | filecheck %s

sdim.symbol @S0

// Two products of one tensor are one; the columns of the constants lie side by side, row by row.
// CHECK-LABEL: func.func @two
// CHECK:         %[[W:.*]] = mhlo.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00, 9.000000e+00], [3.000000e+00, 4.000000e+00, 9.000000e+00]]> : tensor<2x3xf32>
// CHECK-NEXT:    %[[P:.*]] = "mhlo.dot_general"(%x, %[[W]]) {{.*}} -> tensor<?x3xf32, [@S0, 3]>
// CHECK-NEXT:    %[[A:.*]] = mhlo.real_dynamic_slice %[[P]]{{.*}} -> tensor<?x2xf32, [@S0, 2]>
// CHECK-NEXT:    %[[B:.*]] = mhlo.real_dynamic_slice %[[P]]{{.*}} -> tensor<?x1xf32, [@S0, 1]>
// CHECK-NEXT:    mhlo.abs %[[A]]
// CHECK-NEXT:    mhlo.negate %[[B]]
// CHECK-NEXT:    func.return
func.func @two(%x: tensor<?x2xf32, [@S0, 2]>) -> (tensor<?x2xf32, [@S0, 2]>, tensor<?x1xf32, [@S0, 1]>) {
  %a = mhlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = mhlo.constant dense<9.0> : tensor<2x1xf32>
  %0 = "mhlo.dot_general"(%x, %a) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x2xf32, [@S0, 2]>, tensor<2x2xf32>) -> tensor<?x2xf32, [@S0, 2]>
  %1 = mhlo.abs %0 : tensor<?x2xf32, [@S0, 2]>
  %2 = "mhlo.dot_general"(%x, %b) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x2xf32, [@S0, 2]>, tensor<2x1xf32>) -> tensor<?x1xf32, [@S0, 1]>
  %3 = mhlo.negate %2 : tensor<?x1xf32, [@S0, 1]>
  func.return %1, %3 : tensor<?x2xf32, [@S0, 2]>, tensor<?x1xf32, [@S0, 1]>
}

// A result that is returned, or multiplied again, would have to be copied out; another left side is another product; what
// is no constant would have to be copied together.
// CHECK-LABEL: func.func @apart
// CHECK-COUNT-5: mhlo.dot_general
// CHECK-NOT:     slice
// CHECK:         func.return
func.func @apart(%x: tensor<?x2xf32, [@S0, 2]>, %y: tensor<?x2xf32, [@S0, 2]>, %w: tensor<2x2xf32>) -> (tensor<?x2xf32, [@S0, 2]>, tensor<?x2xf32, [@S0, 2]>, tensor<?x2xf32, [@S0, 2]>, tensor<?x2xf32, [@S0, 2]>) {
  %a = mhlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = mhlo.constant dense<9.0> : tensor<2x2xf32>
  %0 = "mhlo.dot_general"(%x, %a) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x2xf32, [@S0, 2]>, tensor<2x2xf32>) -> tensor<?x2xf32, [@S0, 2]>
  %1 = mhlo.abs %0 : tensor<?x2xf32, [@S0, 2]>
  %2 = "mhlo.dot_general"(%x, %b) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x2xf32, [@S0, 2]>, tensor<2x2xf32>) -> tensor<?x2xf32, [@S0, 2]>
  %3 = "mhlo.dot_general"(%y, %b) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x2xf32, [@S0, 2]>, tensor<2x2xf32>) -> tensor<?x2xf32, [@S0, 2]>
  %4 = mhlo.abs %3 : tensor<?x2xf32, [@S0, 2]>
  %5 = "mhlo.dot_general"(%x, %w) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x2xf32, [@S0, 2]>, tensor<2x2xf32>) -> tensor<?x2xf32, [@S0, 2]>
  %6 = mhlo.abs %5 : tensor<?x2xf32, [@S0, 2]>
  %7 = "mhlo.dot_general"(%x, %b) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<?x2xf32, [@S0, 2]>, tensor<2x2xf32>) -> tensor<?x2xf32, [@S0, 2]>
  %8 = mhlo.add %6, %7 : tensor<?x2xf32, [@S0, 2]>
  func.return %1, %2, %4, %8 : tensor<?x2xf32, [@S0, 2]>, tensor<?x2xf32, [@S0, 2]>, tensor<?x2xf32, [@S0, 2]>, tensor<?x2xf32, [@S0, 2]>
}
