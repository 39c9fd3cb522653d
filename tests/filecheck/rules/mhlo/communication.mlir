// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       func.func @add_dependency(%x: tensor<?xf32, [@S0]>, %t: !mhlo.token) -> tensor<?xf32, [@S0]>
func.func @add_dependency(%x: tensor<?xf32>, %t: !mhlo.token) -> tensor<?xf32> {
  %r = mhlo.add_dependency %x, %t : (tensor<?xf32>, !mhlo.token) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}

// -----

// CHECK:       func.func @after_all(%t: !mhlo.token, %u: !mhlo.token) -> !mhlo.token
// CHECK:       %r = mhlo.after_all %t, %u : !mhlo.token
func.func @after_all(%t: !mhlo.token, %u: !mhlo.token) -> !mhlo.token {
  %r = mhlo.after_all %t, %u : !mhlo.token
  func.return %r : !mhlo.token
}

// -----

// CHECK:       func.func @create_token() -> !mhlo.token
// CHECK:       %r = mhlo.create_token : !mhlo.token
func.func @create_token() -> !mhlo.token {
  %r = mhlo.create_token : !mhlo.token
  func.return %r : !mhlo.token
}

// -----

// What is computed elsewhere has sizes of its own.
// CHECK:       func.func @async_start(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S2]>
// CHECK:       %start = "mhlo.async_start"(%x) <{called_computation = @f, execution_thread = "main"}> : (tensor<?xf32, [@S0]>) -> !mhlo.async_bundle<tensor<?xf32>, tensor<?xf32>>
// CHECK:       %r = "mhlo.async_done"(%start) <{called_computation = @f, execution_thread = "main"}> : (!mhlo.async_bundle<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32, [@S2]>
func.func @async_start(%x: tensor<?xf32>) -> tensor<?xf32> {
  %start = "mhlo.async_start"(%x) <{called_computation = @f, execution_thread = "main"}> : (tensor<?xf32>) -> !mhlo.async_bundle<tensor<?xf32>, tensor<?xf32>>
  %r = "mhlo.async_done"(%start) <{called_computation = @f, execution_thread = "main"}> : (!mhlo.async_bundle<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> attributes {execution_thread = "main"} {
  func.return %x : tensor<?xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @async_update(%x: !mhlo.async_bundle<tensor<?xf32>, tensor<?xf32>>) -> !mhlo.async_bundle<tensor<?xf32>, tensor<?xf32>>
// CHECK:       %r = "mhlo.async_update"(%x) <{called_computation = @f, execution_thread = "main"}> : (!mhlo.async_bundle<tensor<?xf32>, tensor<?xf32>>) -> !mhlo.async_bundle<tensor<?xf32>, tensor<?xf32>>
func.func @async_update(%x: !mhlo.async_bundle<tensor<?xf32>, tensor<?xf32>>) -> !mhlo.async_bundle<tensor<?xf32>, tensor<?xf32>> {
  %r = "mhlo.async_update"(%x) <{called_computation = @f, execution_thread = "main"}> : (!mhlo.async_bundle<tensor<?xf32>, tensor<?xf32>>) -> !mhlo.async_bundle<tensor<?xf32>, tensor<?xf32>>
  func.return %r : !mhlo.async_bundle<tensor<?xf32>, tensor<?xf32>>
}
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> attributes {execution_thread = "main"} {
  func.return %x : tensor<?xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @async_done(%x: !mhlo.async_bundle<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32, [@S1]>
// CHECK:       %r = "mhlo.async_done"(%x) <{called_computation = @f, execution_thread = "main"}> : (!mhlo.async_bundle<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32, [@S1]>
func.func @async_done(%x: !mhlo.async_bundle<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32> {
  %r = "mhlo.async_done"(%x) <{called_computation = @f, execution_thread = "main"}> : (!mhlo.async_bundle<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> attributes {execution_thread = "main"} {
  func.return %x : tensor<?xf32>
}

// -----

// CHECK:       func.func @infeed(%t: !mhlo.token) -> (tensor<?xf32, [@S0]>, !mhlo.token)
// CHECK:       %r, %r_1 = "mhlo.infeed"(%t) <{infeed_config = ""}> : (!mhlo.token) -> (tensor<?xf32, [@S0]>, !mhlo.token)
func.func @infeed(%t: !mhlo.token) -> (tensor<?xf32>, !mhlo.token) {
  %r:2 = "mhlo.infeed"(%t) <{infeed_config = ""}> : (!mhlo.token) -> (tensor<?xf32>, !mhlo.token)
  func.return %r#0, %r#1 : tensor<?xf32>, !mhlo.token
}

// -----

// CHECK:       func.func @outfeed(%x: tensor<?xf32, [@S0]>, %t: !mhlo.token) -> !mhlo.token
// CHECK:       %r = "mhlo.outfeed"(%x, %t) <{outfeed_config = ""}> : (tensor<?xf32, [@S0]>, !mhlo.token) -> !mhlo.token
func.func @outfeed(%x: tensor<?xf32>, %t: !mhlo.token) -> !mhlo.token {
  %r = "mhlo.outfeed"(%x, %t) <{outfeed_config = ""}> : (tensor<?xf32>, !mhlo.token) -> !mhlo.token
  func.return %r : !mhlo.token
}

// -----

// CHECK:       func.func @send(%x: tensor<?xf32, [@S0]>, %t: !mhlo.token) -> !mhlo.token
// CHECK:       %r = "mhlo.send"(%x, %t) <{channel_handle = #mhlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<?xf32, [@S0]>, !mhlo.token) -> !mhlo.token
func.func @send(%x: tensor<?xf32>, %t: !mhlo.token) -> !mhlo.token {
  %r = "mhlo.send"(%x, %t) <{channel_handle = #mhlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<?xf32>, !mhlo.token) -> !mhlo.token
  func.return %r : !mhlo.token
}

// -----

// CHECK:       func.func @recv(%t: !mhlo.token) -> (tensor<?xf32, [@S0]>, !mhlo.token)
// CHECK:       %r, %r_1 = "mhlo.recv"(%t) <{channel_handle = #mhlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!mhlo.token) -> (tensor<?xf32, [@S0]>, !mhlo.token)
func.func @recv(%t: !mhlo.token) -> (tensor<?xf32>, !mhlo.token) {
  %r:2 = "mhlo.recv"(%t) <{channel_handle = #mhlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!mhlo.token) -> (tensor<?xf32>, !mhlo.token)
  func.return %r#0, %r#1 : tensor<?xf32>, !mhlo.token
}
