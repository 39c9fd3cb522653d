// RUN: tieshape-opt %s -p tieshape-import-stablehlo --split-input-file | filecheck %s
// RUN: tieshape-opt %s --print-op-generic --split-input-file | tieshape-opt --split-input-file -p tieshape-import-stablehlo | filecheck %s

// An assertion becomes a fact in its words, without the sizes of the run; a variable that is a size names it, one that is
// computed becomes a symbol; the called function is inlined. Attributes of other dialects stay.
// CHECK:       sdim.symbol @s
// CHECK-NEXT:  func.func @main(%x: tensor<?x?xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}", sdim.sizes = ["b", ""]}) -> (tensor<?x?xf32> {jax.result_info = "result"}) {
// CHECK-NOT:     stablehlo
// CHECK:         %[[B:.*]] = "mhlo.get_dimension_size"(%x) <{dimension = 0 : i64}> : (tensor<?x?xf32>) -> tensor<i32>
// CHECK:         %[[OK:.*]] = mhlo.compare GE, %[[B]], %{{.*}}, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:    %[[BIT:.*]] = tensor.extract %[[OK]][] : tensor<i1>
// CHECK-NEXT:    sdim.holds assert %[[BIT]] {why = "Expected value >= 1 for dimension variable 'b'"}
// CHECK:         %[[S:.*]] = mhlo.divide
// CHECK-NEXT:    %[[I:.*]] = tensor.extract %[[S]][] : tensor<i32>
// CHECK-NEXT:    %[[INDEX:.*]] = arith.index_cast %[[I]] : i32 to index
// CHECK-NEXT:    %[[SIZE:.*]] = sdim.size @s
// CHECK-NEXT:    sdim.equal %[[SIZE]], %[[INDEX]] {why = "dimension variable s"}
// CHECK-NEXT:    %[[R:.*]] = mhlo.exponential %x {mhlo.frontend_attributes = {xla.sdy.sharding = "[]"}} : tensor<?x?xf32>
// CHECK-NEXT:    func.return %[[R]]
// CHECK-NOT:   func.func
func.func public @main(%x: tensor<?x?xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> (tensor<?x?xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %c_0 = stablehlo.constant dense<4> : tensor<i32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%1, %0) {api_version = 2 : i32, error_message = "Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, 4*s). Obtained dimension variables: 'b' = {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %2 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %3 = stablehlo.divide %2, %c_0 : tensor<i32>
  %4 = call @_wrapped_jax_export_main(%0, %3, %x) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %4 : tensor<?x?xf32>
}
func.func private @_wrapped_jax_export_main(%b: tensor<i32> {jax.global_constant = "b"}, %s: tensor<i32> {jax.global_constant = "s"}, %x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.exponential %x {mhlo.frontend_attributes = {xla.sdy.sharding = "[]"}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// JAX's floor division and modulo by a constant.
// CHECK-LABEL: func.func @divmod
// CHECK:         %[[Q:.*]] = arith.floordivsi %{{.*}}, %{{.*}} : i32
// CHECK-NEXT:    %[[QT:.*]] = tensor.from_elements %[[Q]] : tensor<i32>
// CHECK:         %[[P:.*]] = arith.floordivsi %{{.*}}, %[[D:.*]] : i32
// CHECK-NEXT:    %[[W:.*]] = arith.muli %[[P]], %[[D]] : i32
// CHECK-NEXT:    %[[M:.*]] = arith.subi %{{.*}}, %[[W]] : i32
// CHECK-NEXT:    %[[MT:.*]] = tensor.from_elements %[[M]] : tensor<i32>
// CHECK-NEXT:    func.return %[[QT]], %[[MT]]
func.func @divmod(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.constant dense<-3> : tensor<i32>
  %0 = stablehlo.divide %x, %y : tensor<i32>
  %1 = stablehlo.sign %x : tensor<i32>
  %2 = stablehlo.sign %y : tensor<i32>
  %3 = stablehlo.compare NE, %1, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %4 = stablehlo.remainder %x, %y : tensor<i32>
  %5 = stablehlo.compare NE, %4, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %6 = stablehlo.and %3, %5 : tensor<i1>
  %7 = stablehlo.subtract %0, %one : tensor<i32>
  %8 = stablehlo.select %6, %7, %0 : tensor<i1>, tensor<i32>
  %9 = stablehlo.compare EQ, %y, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %10 = stablehlo.select %9, %one, %y : tensor<i1>, tensor<i32>
  %11 = stablehlo.remainder %x, %10 : tensor<i32>
  %12 = stablehlo.compare NE, %11, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %13 = stablehlo.compare LT, %11, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %14 = stablehlo.compare LT, %10, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %15 = stablehlo.compare NE, %13, %14, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %16 = stablehlo.and %15, %12 : tensor<i1>
  %17 = stablehlo.add %11, %10 : tensor<i32>
  %18 = stablehlo.select %16, %17, %11 : tensor<i1>, tensor<i32>
  return %8, %18 : tensor<i32>, tensor<i32>
}

// -----

// A divisor that may be 0, and a correction by another number: both stay as they are.
// CHECK-LABEL: func.func @no_floor_division
// CHECK-NOT:     arith.floordivsi
// CHECK:         mhlo.select
// CHECK:         mhlo.select
func.func @no_floor_division(%x: tensor<i32>, %y: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.divide %x, %y : tensor<i32>
  %1 = stablehlo.sign %x : tensor<i32>
  %2 = stablehlo.sign %y : tensor<i32>
  %3 = stablehlo.compare NE, %1, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %4 = stablehlo.remainder %x, %y : tensor<i32>
  %5 = stablehlo.compare NE, %4, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %6 = stablehlo.and %3, %5 : tensor<i1>
  %7 = stablehlo.subtract %0, %one : tensor<i32>
  %8 = stablehlo.select %6, %7, %0 : tensor<i1>, tensor<i32>
  %9 = stablehlo.divide %x, %two : tensor<i32>
  %10 = stablehlo.subtract %9, %two : tensor<i32>
  %11 = stablehlo.select %6, %10, %9 : tensor<i1>, tensor<i32>
  return %8, %11 : tensor<i32>, tensor<i32>
}

// -----

// Bounds are ranges: of an argument checked, of a result known.
// CHECK:       func.func @bounds(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT:    %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[D:.*]] = tensor.dim %x, %[[ONE]] : tensor<?x?xf32>
// CHECK-NEXT:    sdim.range assert %[[D]] in [0, 8] {why = "dimension 1 of argument 0 has the bound 8"}
// CHECK-NEXT:    %[[R:.*]] = mhlo.abs %x : tensor<?x?xf32>
// CHECK:         %[[E:.*]] = tensor.dim %[[R]]
// CHECK-NEXT:    sdim.range %[[E]] in [0, 8] {why = "dimension 1 of the result has the bound 8"}
// CHECK-NEXT:    func.return %[[R]]
func.func @bounds(%x: tensor<?x?xf32, #stablehlo.bounds<?, 8>>) -> tensor<?x?xf32, #stablehlo.type_extensions<bounds = [?, 8]>> {
  %0 = stablehlo.abs %x : (tensor<?x?xf32, #stablehlo.bounds<?, 8>>) -> tensor<?x?xf32, #stablehlo.type_extensions<bounds = [?, 8]>>
  return %0 : tensor<?x?xf32, #stablehlo.type_extensions<bounds = [?, 8]>>
}

// -----

// A composite is its decomposition; ops with regions are converted with them.
// CHECK-LABEL: func.func @composite
// CHECK-NEXT:    %[[R:.*]] = "mhlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
// CHECK:           mhlo.return
// CHECK:         func.return %[[R]]
// CHECK-NOT:   func.func
func.func @composite(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.composite "my.sort" %x {decomposition = @impl} : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @impl(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Windows with computed padding: the values are padded first; the function of the fold is gone afterwards.
// CHECK-LABEL: func.func @window
// CHECK:         %[[FLAT:.*]] = mhlo.reshape %p : (tensor<1x2xi32>) -> tensor<2xi32>
// CHECK-NEXT:    %[[LOW:.*]] = "mhlo.slice"(%[[FLAT]]) <{start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>}>
// CHECK:         %[[HIGH:.*]] = "mhlo.slice"
// CHECK:         %[[PADDED:.*]] = mhlo.dynamic_pad %x, %init, %[[LOW]], %[[HIGH]], %{{.*}}
// CHECK-NEXT:    "mhlo.reduce_window"(%[[PADDED]], %init) <{window_dimensions = dense<3> : tensor<1xi64>, window_strides = dense<2> : tensor<1xi64>, window_dilations = dense<1> : tensor<1xi64>}>
// CHECK:           mhlo.maximum
// CHECK-NOT:   func.func
func.func @window(%x: tensor<?xf32>, %init: tensor<f32>, %p: tensor<1x2xi32>) -> tensor<?xf32> {
  %0 = stablehlo.constant dense<3> : tensor<1xi32>
  %1 = stablehlo.constant dense<2> : tensor<1xi32>
  %2 = stablehlo.constant dense<1> : tensor<1xi32>
  %3 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %0, %1, %2, %2, %p) {called_computations = [@max]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}
func.func @max(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.maximum %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// So is a prefix fold by a body of several elementwise ops, in which the earlier element is first.
// CHECK-LABEL: func.func @prefix_fold
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %[[V:.*]] = %x) : tensor<i32>, tensor<?xf32> cond {
// CHECK:           %[[MOVED:.*]] = mhlo.dynamic_pad %[[V]], %{{.*}}
// CHECK-NEXT:      %[[M:.*]] = mhlo.maximum %[[MOVED]], %[[V]] : tensor<?xf32>
// CHECK-NEXT:      %[[D:.*]] = mhlo.subtract %[[MOVED]], %[[V]] : tensor<?xf32>
// CHECK-NEXT:      %[[N:.*]] = mhlo.compare NE, %[[D]], %[[D]], FLOAT : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
// CHECK-NEXT:      mhlo.select %[[N]], %[[M]], %[[V]]
func.func @prefix_fold(%x: tensor<?xf32>) -> tensor<?xf32> {
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %w = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %less = stablehlo.subtract %w, %one : tensor<1xi32>
  %flat = stablehlo.concatenate %less, %zero, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %p = stablehlo.reshape %flat : (tensor<2xi32>) -> tensor<1x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %w, %one, %one, %one, %p) {called_computations = [@fold]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @fold(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.maximum %a, %b : tensor<f32>
  %1 = stablehlo.subtract %a, %b : tensor<f32>
  %2 = stablehlo.compare NE, %1, %1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %3 = stablehlo.select %2, %0, %b : tensor<i1>, tensor<f32>
  return %3 : tensor<f32>
}

// -----

// Windows as long as the dimension that end at each element: a prefix sum.
// CHECK-LABEL: func.func @prefix_sum
// CHECK:         "tf.Cumsum"(%x, %{{.*}}) <{reverse = false}> : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
func.func @prefix_sum(%x: tensor<?xf32>) -> tensor<?xf32> {
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %w = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %less = stablehlo.subtract %w, %one : tensor<1xi32>
  %flat = stablehlo.concatenate %less, %zero, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %p = stablehlo.reshape %flat : (tensor<2xi32>) -> tensor<1x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %w, %one, %one, %one, %p) {called_computations = [@sum]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// A prefix maximum is a loop that doubles its step.
// CHECK-LABEL: func.func @prefix_maximum
// CHECK:         %{{.*}}, %[[R:.*]] = mhlo.while(%[[STEP:.*]] = %{{.*}}, %[[V:.*]] = %x) : tensor<i32>, tensor<?xf32> cond {
// CHECK-NEXT:      mhlo.compare LT, %[[STEP]], %{{.*}}, SIGNED
// CHECK:           %[[BACK:.*]] = mhlo.negate %[[STEP]] : tensor<i32>
// CHECK:           %[[MOVED:.*]] = mhlo.dynamic_pad %[[V]], %{{.*}}
// CHECK-NEXT:      mhlo.maximum %[[MOVED]], %[[V]] : tensor<?xf32>
// CHECK-NEXT:      mhlo.add %[[STEP]], %[[STEP]] : tensor<i32>
// CHECK:         func.return %[[R]]
func.func @prefix_maximum(%x: tensor<?xf32>) -> tensor<?xf32> {
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %w = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %less = stablehlo.subtract %w, %one : tensor<1xi32>
  %flat = stablehlo.concatenate %less, %zero, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %p = stablehlo.reshape %flat : (tensor<2xi32>) -> tensor<1x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %w, %one, %one, %one, %p) {called_computations = [@max]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @max(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.maximum %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Ops of mhlo that StableHLO lacks come as calls; a sharding stays on a copy; an unknown call stays one.
// CHECK-LABEL: func.func @calls
// CHECK-NEXT:    %[[E:.*]] = mhlo.erf %x : tensor<?xf32>
// CHECK-NEXT:    %[[C:.*]] = mhlo.copy %[[E]] {mhlo.sharding = "{replicated}"} : tensor<?xf32>
// CHECK-NEXT:    mhlo.custom_call @foo(%[[C]]) : (tensor<?xf32>) -> tensor<?xf32>
func.func @calls(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<?xf32>) -> tensor<?xf32>
  %2 = stablehlo.custom_call @foo(%1) : (tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// Dynamic ops keep their operands; lists of integers are dense vectors in mhlo.
// CHECK-LABEL: func.func @dynamic
// CHECK:         "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}>
// CHECK-NEXT:    mhlo.dynamic_reshape %{{.*}}, %s
// CHECK-NEXT:    "mhlo.dynamic_iota"(%s) <{iota_dimension = 0 : i64}>
// CHECK-NEXT:    "mhlo.dot_general"(%{{.*}}) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, precision_config = [#mhlo<precision HIGH>, #mhlo<precision HIGH>]}>
// CHECK-NEXT:    mhlo.exponential %{{.*}} {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}
func.func @dynamic(%x: tensor<?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_reshape %0, %s : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %2 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  %3 = stablehlo.dot_general %1, %2, contracting_dims = [1] x [1], precision = [HIGH, HIGH] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = stablehlo.exponential %3 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<?x?xf32>
  return %4 : tensor<?x?xf32>
}

// -----

// Shardings of Shardy stay: of a mesh, of arguments, and of values on a copy. `chlo.top_k` is mhlo's.
// CHECK:       sdy.mesh @mesh = <["data"=4]>
// CHECK-NEXT:  func.func @shardy(%x: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})
// CHECK-NEXT:    %[[C:.*]] = mhlo.copy %x {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>} : tensor<?x8xf32>
// CHECK-NEXT:    mhlo.topk(%[[C]], k = 2) : tensor<?x8xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
sdy.mesh @mesh = <["data"=4]>
func.func @shardy(%x: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> tensor<?x2xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"data"}, {}]> : tensor<?x8xf32>
  %1:2 = chlo.top_k(%0, k = 2) : tensor<?x8xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
  %2 = stablehlo.abs %1#0 : tensor<?x2xf32>
  return %2 : tensor<?x2xf32>
}

// -----

// What XLA's pass from StableHLO to mhlo leaves of an export of JAX.
// CHECK-LABEL: func.func @in_mhlo(%x: tensor<?xf32> {sdim.sizes = ["b"]})
// CHECK:         sdim.holds assert %{{.*}} {why = "b must be at least 1"}
// CHECK-NOT:     custom_call
// CHECK:         mhlo.abs
// CHECK-NOT:   func.func
func.func public @in_mhlo(%x: tensor<?xf32>) -> tensor<?xf32> {
  %one = mhlo.constant dense<1> : tensor<i32>
  %0 = "mhlo.get_dimension_size"(%x) <{dimension = 0 : i64}> : (tensor<?xf32>) -> tensor<i32>
  %1 = mhlo.compare GE, %0, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  mhlo.custom_call @shape_assertion(%1, %0) {error_message = "b must be at least 1", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %2 = func.call @wrapped(%0, %x) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %2 : tensor<?xf32>
}
func.func private @wrapped(%b: tensor<i32> {jax.global_constant = "b"}, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = mhlo.abs %x : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// JAX takes words as names of sizes that are none here.
// CHECK-LABEL: func.func @keywords(%x: tensor<?x?xf32> {sdim.sizes = ["is_", "max_"]})
func.func public @keywords(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %2 = func.call @wrapped_keywords(%0, %1, %x) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %2 : tensor<?x?xf32>
}
func.func private @wrapped_keywords(%is: tensor<i32> {jax.global_constant = "is"}, %max: tensor<i32> {jax.global_constant = "max"}, %x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  func.return %x : tensor<?x?xf32>
}

// -----

// LAPACK's calls keep the triangle that they do not compute, and say whether there is a factor.
// CHECK-LABEL: func.func @lapack
// CHECK-NOT:     custom_call
// CHECK:         %[[F:.*]] = "mhlo.cholesky"(%a) <{lower = true}>
// CHECK:         "tf.MatrixBandPart"
// CHECK:         %[[W:.*]] = "tf.SelectV2"(%{{.*}}, %[[F]], %a) : (tensor<?x4x4xi1>, tensor<?x4x4xf32>, tensor<?x4x4xf32>) -> tensor<?x4x4xf32>
// CHECK:         %[[I:.*]] = "tf.Cast"(%{{.*}}) : (tensor<?xi1>) -> tensor<?xi32>
// CHECK:         "mhlo.triangular_solve"(%[[W]], %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #mhlo<transpose TRANSPOSE>}>
func.func @lapack(%a: tensor<?x4x4xf32>, %b: tensor<?x3x4xf32>) -> (tensor<?xi32>, tensor<?x3x4xf32>) {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<?x4x4xf32>) -> (tensor<?x4x4xf32>, tensor<?xi32>)
  %1 = stablehlo.custom_call @lapack_strsm_ffi(%0#0, %b) {mhlo.backend_config = {diag = 85 : ui8, side = 82 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}} : (tensor<?x4x4xf32>, tensor<?x3x4xf32>) -> tensor<?x3x4xf32>
  return %0#1, %1 : tensor<?xi32>, tensor<?x3x4xf32>
}

// -----

// Eigenvalues and singular values: an upper triangle is read as its transpose's lower one, the right vectors are rows, and
// a value that is no number says that there are none. Of complex matrices adjoints are taken, and values are real.
// CHECK-LABEL: func.func @eigen
// CHECK:         %[[T:.*]] = "mhlo.transpose"(%a) <{permutation = dense<[0, 2, 1]> : tensor<3xi64>}>
// CHECK:         %[[E:.*]], %[[V:.*]] = "tf.SelfAdjointEigV2"(%[[T]]) <{compute_v = true}> : (tensor<?x4x4xf32>) -> (tensor<?x4xf32>, tensor<?x4x4xf32>)
// CHECK:         %[[UNKNOWN:.*]] = "tf.NotEqual"(%[[E]], %[[E]])
// CHECK:         "tf.Any"(%[[UNKNOWN]],
// CHECK:         %[[S:.*]], %[[U:.*]], %[[W:.*]] = "tf.Svd"(%b) <{compute_uv = true, full_matrices = false}> : (tensor<?x3x4xf32>) -> (tensor<?x3xf32>, tensor<?x3x3xf32>, tensor<?x4x3xf32>)
// CHECK:         %[[ROWS:.*]] = "mhlo.transpose"(%[[W]]) <{permutation = dense<[0, 2, 1]> : tensor<3xi64>}>
// CHECK:         %[[CT:.*]] = "mhlo.transpose"(%c)
// CHECK-NEXT:    %[[ADJOINT:.*]] = "tf.Conj"(%[[CT]]) : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
// CHECK-NEXT:    %[[CE:.*]], %{{.*}} = "tf.SelfAdjointEigV2"(%[[ADJOINT]]) {{.*}} -> (tensor<2xcomplex<f32>>, tensor<2x2xcomplex<f32>>)
// CHECK-NEXT:    %[[REAL:.*]] = "tf.Real"(%[[CE]]) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
// CHECK:         return %[[V]], %[[E]], %[[ROWS]], %[[REAL]]
func.func @eigen(%a: tensor<?x4x4xf32>, %b: tensor<?x3x4xf32>, %c: tensor<2x2xcomplex<f32>>) -> (tensor<?x4x4xf32>, tensor<?x4xf32>, tensor<?x3x4xf32>, tensor<2xf32>) {
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 85 : ui8}} : (tensor<?x4x4xf32>) -> (tensor<?x4x4xf32>, tensor<?x4xf32>, tensor<?xi32>)
  %1:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%b) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<?x3x4xf32>) -> (tensor<?x3x4xf32>, tensor<?x3xf32>, tensor<?x3x3xf32>, tensor<?x3x4xf32>, tensor<?xi32>)
  %2:3 = stablehlo.custom_call @lapack_cheevd_ffi(%c) {mhlo.backend_config = {mode = 86 : ui8, uplo = 85 : ui8}} : (tensor<2x2xcomplex<f32>>) -> (tensor<2x2xcomplex<f32>>, tensor<2xf32>, tensor<i32>)
  return %0#0, %0#1, %1#3, %2#1 : tensor<?x4x4xf32>, tensor<?x4xf32>, tensor<?x3x4xf32>, tensor<2xf32>
}

// -----

// Eigenvalues of any matrices: those of real ones in two parts. Left vectors are the adjoint of the inverse of the right ones, over
// their lengths; where they are not asked for nothing is inverted.
// CHECK-LABEL: func.func @any_eigen
// CHECK:         %[[E:.*]], %[[V:.*]] = "tf.Eig"(%a) <{compute_v = true}> : (tensor<?x4x4xf32>) -> (tensor<?x4xcomplex<f32>>, tensor<?x4x4xcomplex<f32>>)
// CHECK-NEXT:    %[[R:.*]] = "tf.Real"(%[[E]]) : (tensor<?x4xcomplex<f32>>) -> tensor<?x4xf32>
// CHECK-NEXT:    %[[I:.*]] = "tf.Imag"(%[[E]]) : (tensor<?x4xcomplex<f32>>) -> tensor<?x4xf32>
// CHECK-NEXT:    %[[INVERSE:.*]] = "tf.MatrixInverse"(%[[V]]) <{adjoint = true}>
// CHECK:         %[[LEFT:.*]] = "tf.Div"(%[[INVERSE]], %{{.*}})
// CHECK:         %[[F:.*]], %[[W:.*]] = "tf.Eig"(%c)
// CHECK-NOT:     tf.MatrixInverse
// CHECK:         return %[[R]], %[[I]], %[[LEFT]], %[[V]], %[[F]]
func.func @any_eigen(%a: tensor<?x4x4xf32>, %c: tensor<2x2xcomplex<f64>>) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4x4xcomplex<f32>>, tensor<?x4x4xcomplex<f32>>, tensor<2xcomplex<f64>>) {
  %0:5 = stablehlo.custom_call @lapack_sgeev_ffi(%a) {mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}} : (tensor<?x4x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4x4xcomplex<f32>>, tensor<?x4x4xcomplex<f32>>, tensor<?xi32>)
  %1:4 = stablehlo.custom_call @lapack_zgeev_ffi(%c) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<2x2xcomplex<f64>>) -> (tensor<2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %1#0 : tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4x4xcomplex<f32>>, tensor<?x4x4xcomplex<f32>>, tensor<2xcomplex<f64>>
}

// -----

// Systems of three diagonals, that above first; there is no solution where there are not all numbers.
// CHECK-LABEL: func.func @tridiagonal
// CHECK:         %[[D:.*]] = "tf.Pack"(%u, %d, %l) <{axis = -2 : i64}> : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x3x?xf64>
// CHECK:         %[[X:.*]] = "tf.TridiagonalSolve"(%[[D]], %b)
// CHECK:         %[[UNKNOWN:.*]] = "tf.NotEqual"(%[[X]], %[[X]])
// CHECK:         %[[FAILS:.*]] = "tf.Any"(%[[UNKNOWN]],
// CHECK:         %[[INFO:.*]] = "tf.Cast"(%[[FAILS]])
// CHECK:         return %[[X]], %[[INFO]]
func.func @tridiagonal(%l: tensor<?x?xf64>, %d: tensor<?x?xf64>, %u: tensor<?x?xf64>, %b: tensor<?x?x2xf64>) -> (tensor<?x?x2xf64>, tensor<?xi32>) {
  %0:5 = stablehlo.custom_call @lapack_dgtsv_ffi(%l, %d, %u, %b) {mhlo.backend_config = {}} : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?x2xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?x2xf64>, tensor<?xi32>)
  return %0#3, %0#4 : tensor<?x?x2xf64>, tensor<?xi32>
}

// -----

// Triangles and reflections by the ops of the same names, of real and of complex matrices.
// CHECK-LABEL: func.func @triangles_and_reflections
// CHECK:         %[[LU:.*]], %[[PIVOTS:.*]], %{{.*}} = lapack.getrf %a : (tensor<?x4x3xcomplex<f32>>) -> (tensor<?x4x3xcomplex<f32>>, tensor<?x3xi32>, tensor<?xi32>)
// CHECK:         %[[F:.*]], %[[TAU:.*]] = lapack.geqrf %b : (tensor<?x4x3xf64>) -> (tensor<?x4x3xf64>, tensor<?x3xf64>)
// CHECK:         %[[Q:.*]] = lapack.orgqr %[[F]], %[[TAU]] : (tensor<?x4x3xf64>, tensor<?x3xf64>) -> tensor<?x4x3xf64>
// CHECK:         lapack.geqrf %a : (tensor<?x4x3xcomplex<f32>>) -> (tensor<?x4x3xcomplex<f32>>, tensor<?x3xcomplex<f32>>)
// CHECK:         return %[[PIVOTS]], %[[Q]]
func.func @triangles_and_reflections(%a: tensor<?x4x3xcomplex<f32>>, %b: tensor<?x4x3xf64>, %s: tensor<3xi32>) -> (tensor<?x3xi32>, tensor<?x4x3xf64>, tensor<?x4x3xcomplex<f32>>) {
  %0:3 = stablehlo.custom_call @lapack_cgetrf_ffi(%a, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>, mhlo.backend_config = {}} : (tensor<?x4x3xcomplex<f32>>, tensor<3xi32>) -> (tensor<?x4x3xcomplex<f32>>, tensor<?x3xi32>, tensor<?xi32>)
  %1:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%b, %s) {mhlo.backend_config = {}} : (tensor<?x4x3xf64>, tensor<3xi32>) -> (tensor<?x4x3xf64>, tensor<?x3xf64>)
  %2 = stablehlo.custom_call @lapack_dorgqr_ffi(%1#0, %1#1, %s) {mhlo.backend_config = {}} : (tensor<?x4x3xf64>, tensor<?x3xf64>, tensor<3xi32>) -> tensor<?x4x3xf64>
  %3:2 = stablehlo.custom_call @lapack_cgeqrf_ffi(%a, %s) {mhlo.backend_config = {}} : (tensor<?x4x3xcomplex<f32>>, tensor<3xi32>) -> (tensor<?x4x3xcomplex<f32>>, tensor<?x3xcomplex<f32>>)
  return %0#1, %2, %3#0 : tensor<?x3xi32>, tensor<?x4x3xf64>, tensor<?x4x3xcomplex<f32>>
}

// -----

// The greatest elements, as many as an operand says: the first ones of a stable sort by the total order.
// CHECK-LABEL: func.func @dynamic_top_k
// CHECK:         %[[I:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 1 : i64}>
// CHECK:         %[[K:.*]] = tensor.extract %k[] : tensor<i32>
// CHECK-NEXT:    %[[N:.*]] = arith.index_cast %[[K]] : i32 to index
// CHECK-NEXT:    %[[V:.*]], %[[P:.*]] = "mhlo.sort"(%x, %[[I]]) <{dimension = 1 : i64, is_stable = true}>
// CHECK:           mhlo.compare GT, %{{.*}}, %{{.*}}, TOTALORDER
// CHECK:         %[[E:.*]] = tensor.from_elements %{{.*}}, %[[N]] : tensor<2xindex>
// CHECK:         %[[A:.*]] = mhlo.real_dynamic_slice %[[V]], %{{.*}}, %[[E]], %{{.*}} -> tensor<2x?xf32>
// CHECK-NEXT:    %[[B:.*]] = mhlo.real_dynamic_slice %[[P]], %{{.*}}, %[[E]], %{{.*}} -> tensor<2x?xi32>
// CHECK-NEXT:    func.return %[[A]], %[[B]]
func.func @dynamic_top_k(%x: tensor<2x?xf32>, %k: tensor<i32>) -> (tensor<2x?xf32>, tensor<2x?xi32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<2x?xf32>, tensor<i32>) -> (tensor<2x?xf32>, tensor<2x?xi32>)
  return %0#0, %0#1 : tensor<2x?xf32>, tensor<2x?xi32>
}

// -----

// Where fewer would do all are found, in the order of the comparator: the least two of each column.
// CHECK-NOT:     func.func @less
// CHECK-LABEL: func.func @approximate
// CHECK:         arith.constant 2 : index
// CHECK:         %[[V:.*]], %[[P:.*]] = "mhlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}>
// CHECK:           mhlo.compare LT, %[[A:.*]], %{{.*}} : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:      mhlo.return
// CHECK:         mhlo.real_dynamic_slice %[[V]], %{{.*}}, %{{.*}}, %{{.*}} -> tensor<2x?xf32>
// CHECK-NEXT:    mhlo.real_dynamic_slice %[[P]], %{{.*}}, %{{.*}}, %{{.*}} -> tensor<2x?xi32>
func.func @less(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func @approximate(%x: tensor<?x?xf32>, %i: tensor<?x?xi32>) -> (tensor<2x?xf32>, tensor<2x?xi32>) {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %d = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %c, %d) {called_computations = [@less], mhlo.backend_config = {aggregate_to_topk = true, reduction_dim = 0 : i64, top_k = 2 : i64}} : (tensor<?x?xf32>, tensor<?x?xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x?xf32>, tensor<2x?xi32>)
  return %0#0, %0#1 : tensor<2x?xf32>, tensor<2x?xi32>
}

// -----

// Of candidates that others choose among there are as many as the result has room for.
// CHECK-NOT:     func.func @less
// CHECK-LABEL: func.func @some_candidates
// CHECK:         arith.constant 8 : index
// CHECK:         %[[V:.*]], %{{.*}} = "mhlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}>
// CHECK:         mhlo.real_dynamic_slice %[[V]], %{{.*}}, %{{.*}}, %{{.*}} -> tensor<?x8xf32>
func.func @some_candidates(%x: tensor<?x32xf32>, %i: tensor<?x32xi32>) -> (tensor<?x8xf32>, tensor<?x8xi32>) {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %d = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %c, %d) {called_computations = [@less], mhlo.backend_config = {aggregate_to_topk = false, reduction_dim = 1 : i64, top_k = 2 : i64}} : (tensor<?x32xf32>, tensor<?x32xi32>, tensor<f32>, tensor<i32>) -> (tensor<?x8xf32>, tensor<?x8xi32>)
  return %0#0, %0#1 : tensor<?x8xf32>, tensor<?x8xi32>
}
func.func @less(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// Where it is not known how many candidates there are, the call stays.
// CHECK-LABEL: func.func @candidates
// CHECK:         custom_call @ApproxTopK
func.func @candidates(%x: tensor<?xf32>, %i: tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %d = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %c, %d) {called_computations = [@less], mhlo.backend_config = {aggregate_to_topk = false, reduction_dim = 0 : i64, top_k = 2 : i64}} : (tensor<?xf32>, tensor<?xi32>, tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}
func.func @less(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// Tokens are mhlo's within tuples too.
// CHECK-LABEL: func.func @tokens(%x: tensor<f32>, %t: !mhlo.token) -> tuple<tensor<f32>, !mhlo.token>
// CHECK-NEXT:    mhlo.tuple %x, %t {{.*}}: tuple<tensor<f32>, !mhlo.token>
func.func @tokens(%x: tensor<f32>, %t: !stablehlo.token) -> tuple<tensor<f32>, !stablehlo.token> {
  %0 = stablehlo.tuple %x, %t : tuple<tensor<f32>, !stablehlo.token>
  return %0 : tuple<tensor<f32>, !stablehlo.token>
}

// -----

// A window as long as another dimension that must be equal makes a prefix sum too.
// CHECK-LABEL: func.func @as_long_as_another
// CHECK:         sdim.holds assert
// CHECK-NOT:     custom_call
// CHECK:         "tf.Cumsum"(%y, %{{.*}}) {{.*}}reverse = false
func.func @as_long_as_another(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%2) {api_version = 2 : i32, error_message = "sizes differ", has_side_effect = true} : (tensor<i1>) -> ()
  %size = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %less = stablehlo.subtract %size, %one : tensor<1xi32>
  %both = stablehlo.concatenate %less, %none, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %padding = stablehlo.reshape %both : (tensor<2xi32>) -> tensor<1x2xi32>
  %r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%y, %zero, %size, %one, %one, %one, %padding) {called_computations = [@add]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func private @add(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
