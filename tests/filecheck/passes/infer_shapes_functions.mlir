// RUN: tieshape-opt %s -p tieshape-infer-shapes --split-input-file --verify-survival | filecheck %s

// What @other demands of its sizes is not known in @main, and the other way round. What is given holds in both.
// CHECK:       sdim.symbol @n {hint = 16 : i64}
// CHECK-NEXT:  sdim.symbol @n_other {hint = 16 : i64}
// CHECK-NEXT:  sdim.symbol @m
// CHECK-NEXT:  sdim.symbol @m_other
// CHECK-NEXT:  sdim.symbol @k
// CHECK-NEXT:  sdim.symbol @alone
// CHECK-NEXT:  sdim.constraints {
// CHECK-NEXT:    %[[N:.*]] = sdim.size @n
// CHECK-NEXT:    sdim.divisible %[[N]] by 8
// CHECK-NEXT:    %[[M:.*]] = sdim.size @m
// CHECK-NEXT:    sdim.less_equal %[[M]], %[[N]] {why = "user"}
// CHECK-NEXT:    %[[K:.*]] = sdim.size @k
// CHECK-NEXT:    sdim.range %[[K]] in [1, 4]
// CHECK-NEXT:    %[[NO:.*]] = sdim.size @n_other
// CHECK-NEXT:    sdim.divisible %[[NO]] by 8
// CHECK-NEXT:    %[[MO:.*]] = sdim.size @m_other
// CHECK-NEXT:    sdim.less_equal %[[MO]], %[[NO]] {why = "user"}
// CHECK-NEXT:    sdim.equal assert @alone, %[[NO]] {{.*}}
// CHECK-NEXT:  }
// CHECK-NEXT:  func.func @main(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
// CHECK:       func.func @other(%x: tensor<2x?xf32, [2, @n_other]> {sdim.sizes = ["", "n_other"]}, %y: tensor<?x3xf32, [@alone, 3]>)
sdim.symbol @n {hint = 16 : i64}
sdim.symbol @m
sdim.symbol @k
sdim.symbol @alone
sdim.constraints {
  %n = sdim.size @n
  sdim.divisible %n by 8
  %m = sdim.size @m
  sdim.less_equal %m, %n {why = "user"}
  %k = sdim.size @k
  sdim.range %k in [1, 4]
}
func.func @main(%x: tensor<?xf32, [@n]>) -> tensor<?xf32> {
  %0 = "tf.Neg"(%x) : (tensor<?xf32, [@n]>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
func.func @other(%x: tensor<2x?xf32, [2, @n]> {sdim.sizes = ["", "n"]}, %y: tensor<?x3xf32, [@alone, 3]>) -> tensor<2x3xf32> {
  %0 = "tf.MatMul"(%x, %y) : (tensor<2x?xf32, [2, @n]>, tensor<?x3xf32, [@alone, 3]>) -> tensor<2x3xf32>
  func.return %0 : tensor<2x3xf32>
}

// -----

// `main` keeps its names, wherever it stands; a name that is taken gets a number.
// CHECK-LABEL: func.func @first(%x: tensor<?xf32, [@n_first_1]>
// CHECK:       func.func @main(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n_first]>)
sdim.symbol @n
sdim.symbol @n_first
func.func @first(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  func.return %x : tensor<?xf32, [@n]>
}
func.func @main(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n_first]>) -> tensor<?xf32, [@n]> {
  func.return %x : tensor<?xf32, [@n]>
}

// -----

// Without anything shared, and between a function and what it calls, nothing changes.
// CHECK-LABEL: func.func @alone(%x: tensor<?xf32, [@a]>)
// CHECK:       func.func @main(%x: tensor<?xf32, [@n]>)
// CHECK:         func.call @callee(%x) : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
// CHECK:       func.func @callee(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
// CHECK:       func.func private @outside(tensor<?xf32, [@n]>)
sdim.symbol @n
sdim.symbol @a
func.func @alone(%x: tensor<?xf32, [@a]>) -> tensor<?xf32, [@a]> {
  func.return %x : tensor<?xf32, [@a]>
}
func.func @main(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %0 = func.call @callee(%x) : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
  func.call @outside(%0) : (tensor<?xf32, [@n]>) -> ()
  func.return %0 : tensor<?xf32, [@n]>
}
func.func @callee(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  func.return %x : tensor<?xf32, [@n]>
}
func.func private @outside(tensor<?xf32, [@n]>) -> ()
