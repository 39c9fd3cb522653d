// RUN: tieshape-opt %s -p tieshape-import-shape --split-input-file | filecheck %s
// RUN: tieshape-opt %s --split-input-file | tieshape-opt --split-input-file -p tieshape-import-shape | filecheck %s

// Sizes are read from the tensor, a known one is a constant; the demand becomes a guard and the region is inlined.
// CHECK-LABEL: func.func @broadcast
// CHECK-NOT:     shape.
// CHECK:         %[[D:.*]] = tensor.dim %a, %{{.*}} : tensor<?x8xf32>
// CHECK:         %[[EIGHT:.*]] = arith.constant 8 : index
// CHECK:         %[[E:.*]] = tensor.dim %b, %{{.*}} : tensor<?xf32>
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[EIGHT]], %[[E]] : index
// CHECK:         %[[ONE:.*]] = arith.cmpi eq, %[[E]], %{{.*}} : index
// CHECK:         %[[FITS:.*]] = arith.ori %[[SAME]], %[[ONE]] : i1
// CHECK:         sdim.holds assert %[[FITS]] {why = "shape.cstr_broadcastable at {{.*}}: sizes must be equal or one of them 1"}
// CHECK:         %[[SHAPE:.*]] = tensor.from_elements %[[D]], %[[EIGHT]] : tensor<2xindex>
// CHECK:         "mhlo.dynamic_broadcast_in_dim"(%b, %[[SHAPE]])
// CHECK:         %[[R:.*]] = mhlo.add
// CHECK-NEXT:    func.return %[[R]]
func.func @broadcast(%a: tensor<?x8xf32>, %b: tensor<?xf32>) -> tensor<?x8xf32> {
  %0 = shape.shape_of %a : tensor<?x8xf32> -> tensor<2xindex>
  %1 = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex>
  %2 = shape.cstr_broadcastable %0, %1 : tensor<2xindex>, tensor<1xindex>
  %3 = shape.assuming %2 -> (tensor<?x8xf32>) {
    %4 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    %5 = "mhlo.dynamic_broadcast_in_dim"(%b, %4) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x8xf32>
    %6 = mhlo.add %a, %5 : tensor<?x8xf32>
    shape.assuming_yield %6 : tensor<?x8xf32>
  }
  return %3 : tensor<?x8xf32>
}

// -----

// Two unknown sizes: the one that is not 1.
// CHECK-LABEL: func.func @undecided
// CHECK:         %[[A:.*]] = tensor.dim %a
// CHECK:         %[[B:.*]] = tensor.dim %b
// CHECK:         %[[ONE:.*]] = arith.cmpi eq, %[[A]]
// CHECK-NEXT:    %[[R:.*]] = arith.select %[[ONE]], %[[B]], %[[A]] : index
// CHECK-NEXT:    tensor.from_elements %[[R]] : tensor<1xindex>
func.func @undecided(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<1xindex> {
  %0 = shape.shape_of %a : tensor<?xf32> -> !shape.shape
  %1 = shape.shape_of %b : tensor<?xf32> -> !shape.shape
  %2 = shape.broadcast %0, %1 : !shape.shape, !shape.shape -> !shape.shape
  %3 = shape.to_extent_tensor %2 : !shape.shape -> tensor<1xindex>
  return %3 : tensor<1xindex>
}

// -----

// Parts of shapes, joined again; the number of elements; single extents.
// CHECK-LABEL: func.func @parts
// CHECK-NOT:     shape.
// CHECK:         %[[A:.*]] = tensor.dim %x, %{{.*}} : tensor<?x?x4xf32>
// CHECK:         %[[B:.*]] = tensor.dim %x, %{{.*}} : tensor<?x?x4xf32>
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK:         %[[P:.*]] = arith.muli %[[A]], %[[B]] : index
// CHECK-NEXT:    %[[N:.*]] = arith.muli %[[P]], %[[C4]] : index
// CHECK:         tensor.from_elements %[[B]], %[[C4]], %[[A]] : tensor<3xindex>
// CHECK:         func.return %{{.*}}, %[[N]], %[[C4]], %{{.*}} : tensor<3xindex>, index, index, index
func.func @parts(%x: tensor<?x?x4xf32>) -> (tensor<3xindex>, index, index, index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = shape.shape_of %x : tensor<?x?x4xf32> -> tensor<3xindex>
  %n = shape.num_elements %0 : tensor<3xindex> -> index
  %head, %tail = "shape.split_at"(%0, %c1) : (tensor<3xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  %1 = shape.concat %tail, %head : tensor<?xindex>, tensor<?xindex> -> !shape.shape
  %2 = shape.to_extent_tensor %1 : !shape.shape -> tensor<3xindex>
  %3 = shape.get_extent %0, %c2 : tensor<3xindex>, index -> index
  %4 = shape.const_shape [5, 6] : !shape.shape
  %5 = shape.rank %4 : !shape.shape -> !shape.size
  %6 = shape.size_to_index %5 : !shape.size
  return %2, %n, %3, %6 : tensor<3xindex>, index, index, index
}

// -----

// Witnesses that certainly hold leave nothing behind.
// CHECK-LABEL: func.func @certain
// CHECK-NEXT:    %0 = mhlo.abs %x : tensor<4xf32>
// CHECK-NEXT:    func.return %0
func.func @certain(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = shape.const_witness true
  %v = shape.assuming_all %w, %w
  %0 = shape.assuming %v -> (tensor<4xf32>) {
    %1 = mhlo.abs %x : tensor<4xf32>
    shape.assuming_yield %1 : tensor<4xf32>
  }
  shape.assuming %v {
  }
  return %0 : tensor<4xf32>
}

// -----

// A shape whose rank nobody knows is left alone.
// CHECK-LABEL: func.func @unknown_rank
// CHECK:         shape.shape_of %x : tensor<*xf32> -> tensor<?xindex>
// CHECK:         shape.num_elements
func.func @unknown_rank(%x: tensor<*xf32>) -> index {
  %0 = shape.shape_of %x : tensor<*xf32> -> tensor<?xindex>
  %n = shape.num_elements %0 : tensor<?xindex> -> index
  return %n : index
}

// -----

// Extents in tensors of unknown length are compared at run time, aligned at the last, in a loop.
// CHECK-LABEL: func.func @lengths_unknown
// CHECK-NOT:     shape.
// CHECK:         %[[N:.*]] = arith.minsi %{{.*}}, %{{.*}} : index
// CHECK:         %[[SKIP:.*]] = arith.subi %{{.*}}, %[[N]] : index
// CHECK:         %[[FITS:.*]] = scf.for %[[I:.*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[SO_FAR:.*]] = %{{.*}}) -> (i1) {
// CHECK-NEXT:      %[[J:.*]] = arith.addi %[[I]], %[[SKIP]] : index
// CHECK-NEXT:      tensor.extract %a[%[[J]]] : tensor<?xindex>
// CHECK:           arith.andi %[[SO_FAR]]
// CHECK:         sdim.holds assert %[[FITS]] {why = "shape.cstr_broadcastable at {{.*}}: sizes must be equal or one of them 1"}
// CHECK:         %[[RANKS:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : index
// CHECK:         %[[EQUAL:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[RANKS]]) -> (i1)
// CHECK:         sdim.holds assert %[[EQUAL]] {why = "shape.cstr_eq at {{.*}}: the shapes must be equal"}
// CHECK-NEXT:    mhlo.abs
func.func @lengths_unknown(%a: tensor<?xindex>, %b: tensor<?xi32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %s = shape.shape_of %x : tensor<?xf32> -> !shape.shape
  %t = shape.from_extent_tensor %a : tensor<?xindex>
  %0 = shape.cstr_broadcastable %t, %b : !shape.shape, tensor<?xi32>
  %1 = shape.cstr_eq %t, %s : !shape.shape, !shape.shape
  %2 = shape.assuming_all %0, %1
  %3 = shape.assuming %2 -> (tensor<?xf32>) {
    %4 = mhlo.abs %x : tensor<?xf32>
    shape.assuming_yield %4 : tensor<?xf32>
  }
  return %3 : tensor<?xf32>
}

// -----

// A demand is stated even where nothing rests on its witness; other users of a witness that became
// facts get a true one.
// CHECK-LABEL: func.func @escaping
// CHECK:         sdim.holds assert %{{.*}} {why = "shape.cstr_eq
// CHECK-DAG:     %[[W:.*]] = shape.const_witness true
// CHECK-DAG:     %[[ALL:.*]] = shape.const_witness true
// CHECK-NOT:     shape.assuming_all
// CHECK:           shape.assuming_yield %[[ALL]]
// CHECK:         func.return %[[W]] : !shape.witness
func.func @escaping(%x: tensor<?xf32>, %y: tensor<?xf32>, %outer: !shape.witness) -> !shape.witness {
  %0 = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %1 = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %2 = shape.cstr_eq %0, %1 : tensor<1xindex>, tensor<1xindex>
  %3 = shape.assuming_all %2, %2
  %4 = "shape.assuming"(%outer) ({
    "shape.assuming_yield"(%3) : (!shape.witness) -> ()
  }) : (!shape.witness) -> !shape.witness
  return %2 : !shape.witness
}

// -----

// A witness that certainly does not hold, and shapes of different ranks: the program always stops.
// CHECK-LABEL: func.func @never
// CHECK-NEXT:    %[[NO:.*]] = arith.constant false
// CHECK-NEXT:    sdim.holds assert %[[NO]] {why = "shape.const_witness
// CHECK:         %[[NEITHER:.*]] = arith.constant false
// CHECK-NEXT:    sdim.holds assert %[[NEITHER]] {why = "shape.cstr_eq
func.func @never(%x: tensor<2xindex>, %y: tensor<1xindex>) {
  %w = shape.const_witness false
  shape.assuming %w {
  }
  %v = shape.cstr_eq %x, %y : tensor<2xindex>, tensor<1xindex>
  return
}

// -----

// Witnesses from outside and shapes that nobody can read stay, with the regions that rest on them.
// CHECK-LABEL: func.func @foreign
// CHECK:         %[[W:.*]] = shape.cstr_broadcastable %a, %b : !shape.shape, !shape.shape
// CHECK-NEXT:    %[[ALL:.*]] = shape.assuming_all %[[W]], %given
// CHECK-NEXT:    shape.assuming %[[ALL]] -> (tensor<?xf32>) {
// CHECK:         shape.assuming %given -> (tensor<?xf32>) {
func.func @foreign(%a: !shape.shape, %b: !shape.shape, %given: !shape.witness, %x: tensor<?xf32>) -> tensor<?xf32> {
  %w = shape.cstr_broadcastable %a, %b : !shape.shape, !shape.shape
  %v = shape.assuming_all %w, %given
  %0 = shape.assuming %v -> (tensor<?xf32>) {
    %1 = mhlo.abs %x : tensor<?xf32>
    shape.assuming_yield %1 : tensor<?xf32>
  }
  %2 = shape.assuming %given -> (tensor<?xf32>) {
    shape.assuming_yield %0 : tensor<?xf32>
  }
  return %2 : tensor<?xf32>
}
