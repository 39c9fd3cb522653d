// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// Tuples, tokens and ops that pass values on unchanged.
func.func @tuples(%x: tensor<?xf32>, %i: tensor<i32>, %token: !mhlo.token) {
  %pair = mhlo.tuple %x, %i : tuple<tensor<?xf32>, tensor<i32>>
  %none = mhlo.tuple : tuple<>
  %known = mhlo.tuple %x, %i : (tensor<?xf32>, tensor<i32>) -> tuple<tensor<4xf32>, tensor<i32>>
  %second = mhlo.get_tuple_element %pair[1] : (tuple<tensor<?xf32>, tensor<i32>>) -> tensor<i32>
  %generic = "mhlo.get_tuple_element"(%pair) {index = 0 : i32} : (tuple<tensor<?xf32>, tensor<i32>>) -> tensor<?xf32>
  mhlo.optimization_barrier()
  %barrier:2 = mhlo.optimization_barrier %x, %i : tensor<?xf32>, tensor<i32>
  %open:2 = mhlo.optimization_barrier %x, %i : (tensor<?xf32>, tensor<i32>) -> (tensor<4xf32>, tensor<i32>)
  %all = mhlo.after_all %token, %token : !mhlo.token
  %nothing = mhlo.after_all : !mhlo.token
  %after = mhlo.add_dependency %x, %token : (tensor<?xf32>, !mhlo.token) -> tensor<?xf32>
  %copy = mhlo.copy %pair : tuple<tensor<?xf32>, tensor<i32>>
  %domain = "mhlo.domain"(%x) {kind = #mhlo<kind sharding>, entry_metadata = "", exit_metadata = "{replicated}"} : (tensor<?xf32>) -> tensor<?xf32>
  mhlo.trace %x, "a place" : tensor<?xf32>
  func.return
}

// CHECK-LABEL: func.func @tuples(
// CHECK-NEXT: %pair = mhlo.tuple %x, %i : tuple<tensor<?xf32>, tensor<i32>>
// CHECK-NEXT: %none = mhlo.tuple : tuple<>
// CHECK-NEXT: %known = mhlo.tuple %x, %i : (tensor<?xf32>, tensor<i32>) -> tuple<tensor<4xf32>, tensor<i32>>
// CHECK-NEXT: %second = mhlo.get_tuple_element %pair[1] : (tuple<tensor<?xf32>, tensor<i32>>) -> tensor<i32>
// CHECK-NEXT: %generic = mhlo.get_tuple_element %pair[0] : (tuple<tensor<?xf32>, tensor<i32>>) -> tensor<?xf32>
// CHECK-NEXT: mhlo.optimization_barrier()
// CHECK-NEXT: %barrier, %barrier_1 = mhlo.optimization_barrier %x, %i : tensor<?xf32>, tensor<i32>
// CHECK-NEXT: %open, %open_1 = mhlo.optimization_barrier %x, %i : (tensor<?xf32>, tensor<i32>) -> (tensor<4xf32>, tensor<i32>)
// CHECK-NEXT: %all = mhlo.after_all %token, %token : !mhlo.token
// CHECK-NEXT: %nothing = mhlo.after_all : !mhlo.token
// CHECK-NEXT: %after = mhlo.add_dependency %x, %token : (tensor<?xf32>, !mhlo.token) -> tensor<?xf32>
// CHECK-NEXT: %copy = mhlo.copy %pair : tuple<tensor<?xf32>, tensor<i32>>
// CHECK-NEXT: %domain = "mhlo.domain"(%x) <{kind = #mhlo<kind sharding>, entry_metadata = "", exit_metadata = "{replicated}"}> : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT: mhlo.trace %x, "a place" : tensor<?xf32>
