// RUN: tieshape-opt %s --split-input-file --verify-diagnostics

func.func @integers(%a: tensor<?x?xi32>) {
  // expected-error@+1 {{lapack.getrf: operand 0 has type tensor<?x?xi32>, elements must be float or complex}}
  %lu, %pivots, %info = lapack.getrf %a : (tensor<?x?xi32>) -> (tensor<?x?xi32>, tensor<?xi32>, tensor<i32>)
  return
}

// -----

func.func @pivots(%a: tensor<?x?xf32>) {
  // expected-error@+1 {{result 1}}
  %lu, %pivots, %info = lapack.getrf %a : (tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<i32>)
  return
}

// -----

func.func @integral(%a: tensor<?x?xi64>) {
  // expected-error@+1 {{lapack.geqrf: operand 0 has type tensor<?x?xi64>, elements must be float or complex}}
  %factors, %tau = lapack.geqrf %a : (tensor<?x?xi64>) -> (tensor<?x?xi64>, tensor<?xi64>)
  return
}

// -----

func.func @tau(%a: tensor<?x?xf32>, %tau: tensor<?xf64>) {
  // expected-error@+1 {{operand 1}}
  %q = lapack.orgqr %a, %tau : (tensor<?x?xf32>, tensor<?xf64>) -> tensor<?x?xf32>
  return
}
