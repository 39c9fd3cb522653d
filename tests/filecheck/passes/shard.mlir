// RUN: tieshape-opt %s -p 'tieshape-shard{mesh="data=4,model=2" arguments="x=data,_;w=_,model"}' --split-input-file | filecheck %s
// RUN: tieshape-opt %s -p 'tieshape-shard{mesh="data=4,model=2" arguments="x=data,_;w=_,model" form=mhlo}' --split-input-file | filecheck %s --check-prefix MHLO
// RUN: tieshape-opt %s -p 'tieshape-shard{mesh="data=4,model=2" arguments="x=data,_;w=_,model"},tieshape-export-stablehlo' --split-input-file | filecheck %s --check-prefix EXPORT

// A size of which nothing is known gets a guard in words, once for both arguments that have it; a size that is known
// to be divisible gets none. A result is split as the argument is whose size it has.
// CHECK-LABEL: builtin.module attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32}
// CHECK:         sdy.mesh @mesh = <["data"=4, "model"=2]>
// CHECK:         sdim.divisible assert {{.*}} by 4 {why = "argument x is split over 4 devices of axis data: size 0 must be divisible by 4"}
// CHECK-NOT:     sdim.divisible
// CHECK:         func.func @unknown(%x: tensor<?x4xf32, [@b, 4]> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %w: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %o: tensor<?xf32, [@n]> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
// CHECK-SAME:    -> (tensor<?x8xf32, [@b, 8]> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<?xf32, [@n]> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
// MHLO-LABEL:  builtin.module
// MHLO-NOT:      sdy
// MHLO:          func.func @unknown(%x: tensor<?x4xf32, [@b, 4]> {mhlo.sharding = "{devices=[4,1,2]<=[4,2] last_tile_dim_replicate}"}, %w: tensor<4x8xf32> {mhlo.sharding = "{devices=[1,2,4]<=[4,2]T(1,0) last_tile_dim_replicate}"}, %o: tensor<?xf32, [@n]> {mhlo.sharding = "{replicated}"})
// EXPORT-LABEL: builtin.module
// EXPORT:        sdy.mesh @mesh
// EXPORT:        func.func public @unknown(%x: tensor<?x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}
// EXPORT:          stablehlo.custom_call @shape_assertion
// EXPORT-SAME:     must be divisible by 4
sdim.symbol @b
sdim.symbol @n
func.func @unknown(%x: tensor<?x4xf32, [@b, 4]>, %w: tensor<4x8xf32>, %o: tensor<?xf32, [@n]>) -> (tensor<?x8xf32, [@b, 8]>, tensor<?xf32, [@n]>) {
  %0 = "mhlo.dot_general"(%x, %w) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x4xf32, [@b, 4]>, tensor<4x8xf32>) -> tensor<?x8xf32, [@b, 8]>
  func.return %0, %o : tensor<?x8xf32, [@b, 8]>, tensor<?xf32, [@n]>
}

// -----

// A batch that is proved divisible is split without a guard, and never padded; what proves it is asserted of who calls.
// CHECK-LABEL: builtin.module attributes
// CHECK-NOT:     sdim.divisible assert
// CHECK:         func.func @proved(%x: tensor<?x4xf32, [@b, 4]> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}
// EXPORT-LABEL: builtin.module
// EXPORT:        sdy.mesh
// EXPORT:        shape_assertion
// EXPORT-SAME:   "b % 12 == 0"
// EXPORT-NOT:    shape_assertion
// EXPORT-NOT:    pad
// EXPORT:        stablehlo.abs %x
sdim.symbol @b
sdim.constraints {
  %b = sdim.size @b
  sdim.divisible %b by 12
}
func.func @proved(%x: tensor<?x4xf32, [@b, 4]>, %w: tensor<4x8xf32>) -> tensor<?x4xf32, [@b, 4]> {
  %0 = mhlo.abs %x : tensor<?x4xf32, [@b, 4]>
  func.return %0 : tensor<?x4xf32, [@b, 4]>
}
