// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       func.func @copy(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @copy(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "mhlo.copy"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @domain(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @domain(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "mhlo.domain"(%x) <{kind = #mhlo<kind sharding>, entry_metadata = "", exit_metadata = ""}> : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Sizes go through the parts of a tuple.
// CHECK:       func.func @tuple(%x: tensor<?xf32, [@S0]>, %i: tensor<i32>) -> tuple<tensor<?xf32>, tensor<i32>>
// CHECK:       %r = mhlo.tuple %x, %i : (tensor<?xf32, [@S0]>, tensor<i32>) -> tuple<tensor<?xf32>, tensor<i32>>
func.func @tuple(%x: tensor<?xf32>, %i: tensor<i32>) -> tuple<tensor<?xf32>, tensor<i32>> {
  %r = mhlo.tuple %x, %i : tuple<tensor<?xf32>, tensor<i32>>
  func.return %r : tuple<tensor<?xf32>, tensor<i32>>
}

// -----

// CHECK:       func.func @get_tuple_element(%x: tensor<?xf32, [@S0]>, %i: tensor<i32>) -> tensor<?xf32, [@S0]>
// CHECK:       %r = mhlo.get_tuple_element %t[0] : (tuple<tensor<?xf32>, tensor<i32>>) -> tensor<?xf32, [@S0]>
func.func @get_tuple_element(%x: tensor<?xf32>, %i: tensor<i32>) -> tensor<?xf32> {
  %t = mhlo.tuple %x, %i : tuple<tensor<?xf32>, tensor<i32>>
  %r = mhlo.get_tuple_element %t[0] : (tuple<tensor<?xf32>, tensor<i32>>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}

// -----

// CHECK:       func.func @optimization_barrier(%x: tensor<?xf32, [@S0]>, %i: tensor<i32>) -> (tensor<?xf32, [@S0]>, tensor<i32>)
func.func @optimization_barrier(%x: tensor<?xf32>, %i: tensor<i32>) -> (tensor<?xf32>, tensor<i32>) {
  %r:2 = "mhlo.optimization_barrier"(%x, %i) : (tensor<?xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<i32>)
  func.return %r#0, %r#1 : tensor<?xf32>, tensor<i32>
}

// -----

// CHECK:       func.func @trace(%x: tensor<?xf32, [@S0]>)
// CHECK:       mhlo.trace %x, "a place" : tensor<?xf32, [@S0]>
func.func @trace(%x: tensor<?xf32>) {
  mhlo.trace %x, "a place" : tensor<?xf32>
  func.return
}
