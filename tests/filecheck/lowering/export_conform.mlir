// RUN: tieshape-opt %s -p "tieshape-export-stablehlo{for=jax}" --split-input-file | filecheck %s
// RUN: tieshape-opt %s -p tieshape-export-stablehlo --split-input-file | filecheck %s --check-prefix ANY

// For JAX the arguments have sizes that the guards allow where one fails, so that the guard's words are reported and no
// ill-typed op: the assertion comes first, and computes from the arguments' own sizes.
// CHECK-LABEL: func.func public @main(%x: tensor<?xf32>, %y: tensor<?xf32>)
// CHECK:         %[[Y:.*]] = stablehlo.get_dimension_size %y
// CHECK:         stablehlo.custom_call @shape_assertion(%[[OK:.*]]) {
// CHECK-SAME:    "batches differ"
// CHECK:         %[[NONE:.*]] = stablehlo.constant dense<0>
// CHECK:         stablehlo.select %[[OK]], %[[NONE]],
// CHECK:         %[[X:.*]] = stablehlo.dynamic_pad %x,
// CHECK:         %[[Y_1:.*]] = stablehlo.dynamic_pad %y,
// CHECK:         stablehlo.add %[[X]], %[[Y_1]]
// ANY-LABEL:   func.func public @main
// ANY-NOT:       dynamic_pad
// ANY:           stablehlo.add %x, %y
sdim.symbol @a
sdim.symbol @b
sdim.constraints {
  %a = sdim.size @a
  %b = sdim.size @b
  sdim.equal assert %a, %b {why = "batches differ"}
}
func.func @main(%x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@b]>) -> tensor<?xf32, [@a]> {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32, [@a]>
  %y_1 = sdim.tie_shape %y, [%a] : tensor<?xf32, [@b]> -> tensor<?xf32, [@a]>
  %0 = mhlo.add %x, %y_1 : tensor<?xf32, [@a]>
  func.return %0 : tensor<?xf32, [@a]>
}

// -----

// A result that has a refused size has it in the end.
// CHECK-LABEL: func.func public @main(%x: tensor<?xf32>)
// CHECK:         stablehlo.custom_call @shape_assertion
// CHECK:         %[[PADDED:.*]] = stablehlo.dynamic_pad %x,
// CHECK:         %[[R:.*]] = stablehlo.abs %[[PADDED]]
// CHECK:         %[[BACK:.*]] = stablehlo.dynamic_pad %[[R]],
// CHECK:         return %[[BACK]]
sdim.symbol @s
sdim.constraints {
  %s = sdim.size @s
  %c4 = arith.constant 4 : index
  %q = arith.floordivsi %s, %c4 : index
  %p = arith.muli %q, %c4 : index
  sdim.equal assert %s, %p {why = "fours"}
}
func.func @main(%x: tensor<?xf32, [@s]>) -> tensor<?xf32, [@s]> {
  %0 = mhlo.abs %x : tensor<?xf32, [@s]>
  func.return %0 : tensor<?xf32, [@s]>
}

// -----

// So it is of a range: 2 is such a size.
// CHECK-LABEL: func.func public @main(%x: tensor<?xf32>)
// CHECK:         %[[TWO:.*]] = stablehlo.constant dense<2>
// CHECK:         %[[N:.*]] = stablehlo.convert
// CHECK:         %[[MISSING:.*]] = stablehlo.subtract %[[TWO]], %[[N]]
// CHECK:         shape_assertion
// CHECK:         stablehlo.select %{{.*}}, %{{.*}}, %[[MISSING]]
// CHECK:         dynamic_pad %x
sdim.symbol @a
sdim.constraints {
  %a = sdim.size @a
  sdim.range assert %a in [2, ?] {why = "two"}
}
func.func @main(%x: tensor<?xf32, [@a]>) -> tensor<?xf32, [@a]> {
  %0 = mhlo.abs %x : tensor<?xf32, [@a]>
  func.return %0 : tensor<?xf32, [@a]>
}

// -----

// An equality of arguments' sizes that is assumed is demanded of whoever calls the exported program.
// CHECK-LABEL: func.func public @main
// CHECK:         shape_assertion
// CHECK-SAME:    "a == b"
// CHECK:         %[[X:.*]] = stablehlo.dynamic_pad %x,
// CHECK:         %[[Y:.*]] = stablehlo.dynamic_pad %y,
// CHECK:         stablehlo.add %[[X]], %[[Y]]
sdim.symbol @a
sdim.symbol @b
sdim.constraints {
  %a = sdim.size @a
  %b = sdim.size @b
  sdim.equal %a, %b
}
func.func @main(%x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@b]>) -> tensor<?xf32, [@a]> {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32, [@a]>
  %y_1 = sdim.tie_shape %y, [%a] : tensor<?xf32, [@b]> -> tensor<?xf32, [@a]>
  %0 = mhlo.add %x, %y_1 : tensor<?xf32, [@a]>
  func.return %0 : tensor<?xf32, [@a]>
}

// -----

// Of an argument that no guard is about nothing is padded, and of none where JAX has no sizes that the guards allow.
// CHECK-LABEL: func.func public @main(%x: tensor<?xf32>, %y: tensor<?xf32>)
// CHECK:         shape_assertion
// CHECK-NOT:     dynamic_pad %y
// CHECK:         stablehlo.abs %y
sdim.symbol @a
sdim.symbol @b
sdim.constraints {
  %a = sdim.size @a
  sdim.range assert %a in [2, ?] {why = "two"}
}
func.func @main(%x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@b]>) -> (tensor<?xf32, [@a]>, tensor<?xf32, [@b]>) {
  %0 = mhlo.abs %x : tensor<?xf32, [@a]>
  %1 = mhlo.abs %y : tensor<?xf32, [@b]>
  func.return %0, %1 : tensor<?xf32, [@a]>, tensor<?xf32, [@b]>
}

// -----

// CHECK-LABEL: func.func public @main(%x: tensor<?xf32>)
// CHECK:         shape_assertion
// CHECK-NOT:     dynamic_pad
sdim.symbol @a
sdim.constraints {
  %a = sdim.size @a
  sdim.range assert %a in [0, 0] {why = "nothing"}
}
func.func @main(%x: tensor<?xf32, [@a]>) -> tensor<?xf32, [@a]> {
  %0 = mhlo.abs %x : tensor<?xf32, [@a]>
  func.return %0 : tensor<?xf32, [@a]>
}

// -----

// A guard that arguments alone do not decide pads nothing: nobody knows yet whether it holds.
// CHECK-LABEL: func.func public @main(%x: tensor<?xf32>)
// CHECK-NOT:     dynamic_pad
// CHECK:         stablehlo.concatenate
// CHECK:         shape_assertion
// CHECK-NOT:     dynamic_pad
// CHECK:         return
sdim.symbol @a
sdim.symbol @c
sdim.constraints {
  %a = sdim.size @a
  %c = sdim.size @c
  sdim.less_equal assert %a, %c {why = "as many"}
}
func.func @main(%x: tensor<?xf32, [@a]>) -> tensor<?xf32, [@c]> {
  %0 = "mhlo.concatenate"(%x, %x) <{dimension = 0 : i64}> : (tensor<?xf32, [@a]>, tensor<?xf32, [@a]>) -> tensor<?xf32, [@c]>
  %1 = mhlo.abs %0 : tensor<?xf32, [@c]>
  func.return %1 : tensor<?xf32, [@c]>
}
