// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// Elementwise ops do not broadcast: the sizes are known to agree.
// The arguments have the same symbols.
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.add at {{.*}}: elementwise operands: sizes S0 and S1 must agree"}
// CHECK:       func.func @add(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @add(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "mhlo.add"(%x, %y) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.and at {{.*}}: elementwise operands: sizes S0 and S1 must agree"}
// CHECK:       func.func @and(%x: tensor<?xi1, [@S0]>, %y: tensor<?xi1, [@S0]>) -> tensor<?xi1, [@S0]>
func.func @and(%x: tensor<?xi1>, %y: tensor<?xi1>) -> tensor<*xi1> {
  %r = "mhlo.and"(%x, %y) : (tensor<?xi1>, tensor<?xi1>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.atan2 at {{.*}}: elementwise operands: sizes S0 and S1 must agree"}
// CHECK:       func.func @atan2(%y: tensor<?xf32, [@S0]>, %x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @atan2(%y: tensor<?xf32>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "mhlo.atan2"(%y, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.complex at {{.*}}: elementwise operands: sizes S0 and S1 must agree"}
// CHECK:       func.func @complex(%re: tensor<?xf32, [@S0]>, %im: tensor<?xf32, [@S0]>) -> tensor<?xcomplex<f32>, [@S0]>
func.func @complex(%re: tensor<?xf32>, %im: tensor<?xf32>) -> tensor<*xcomplex<f32>> {
  %r = "mhlo.complex"(%re, %im) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// One of them is static: the other one is, too.
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.divide at {{.*}}: elementwise operands: sizes S0 and 4 must agree"}
// CHECK:       func.func @divide(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32>
func.func @divide(%x: tensor<?xf32>, %y: tensor<4xf32>) -> tensor<*xf32> {
  %r = "mhlo.divide"(%x, %y) : (tensor<?xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.maximum at {{.*}}: elementwise operands: sizes S0 and S1 must agree"}
// CHECK:       func.func @maximum(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @maximum(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %r = "mhlo.maximum"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.minimum at {{.*}}: elementwise operands: sizes S0 and S1 must agree"}
// CHECK:       func.func @minimum(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @minimum(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %r = "mhlo.minimum"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Each operand knows one size.
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.multiply at {{.*}}: elementwise operands: sizes 2 and S1 must agree"}
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.multiply at {{.*}}: elementwise operands: sizes S0 and 3 must agree"}
// CHECK:       func.func @multiply(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32>
func.func @multiply(%x: tensor<2x?xf32>, %y: tensor<?x3xf32>) -> tensor<*xf32> {
  %r = "mhlo.multiply"(%x, %y) : (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.or at {{.*}}: elementwise operands: sizes S0 and S1 must agree"}
// CHECK:       func.func @or(%x: tensor<?xi1, [@S0]>, %y: tensor<?xi1, [@S0]>) -> tensor<?xi1, [@S0]>
func.func @or(%x: tensor<?xi1>, %y: tensor<?xi1>) -> tensor<*xi1> {
  %r = "mhlo.or"(%x, %y) : (tensor<?xi1>, tensor<?xi1>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.power at {{.*}}: elementwise operands: sizes S0 and S1 must agree"}
// CHECK:       func.func @power(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @power(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %r = "mhlo.power"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.remainder at {{.*}}: elementwise operands: sizes S0 and S1 must agree"}
// CHECK:       func.func @remainder(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @remainder(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %r = "mhlo.remainder"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Both round toward zero: the rest of a dividend that is not positive is not positive, -1 here.
// CHECK:       func.func @negative_dividend(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>)
func.func @negative_dividend(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = tensor.dim %x, %zero : tensor<?xf32>
  %fits = arith.cmpi sge, %n, %one : index
  sdim.holds assert %fits {why = "not empty"}
  %number = arith.index_cast %n : index to i64
  %size = tensor.from_elements %number : tensor<1xi64>
  %two = mhlo.constant dense<2> : tensor<1xi64>
  %four = mhlo.multiply %size, %two : tensor<1xi64>
  %minus = mhlo.constant dense<-1> : tensor<1xi64>
  %rest = mhlo.remainder %minus, %four : tensor<1xi64>
  %quotient = mhlo.divide %minus, %four : tensor<1xi64>
  %none = mhlo.subtract %rest, %minus : tensor<1xi64>
  %same = mhlo.add %none, %size : tensor<1xi64>
  %r = mhlo.dynamic_reshape %x, %same : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
  %m = tensor.dim %y, %zero : tensor<?xf32>
  %other = arith.index_cast %m : index to i64
  %sizes = tensor.from_elements %other : tensor<1xi64>
  %sum = mhlo.add %quotient, %sizes : tensor<1xi64>
  %q = mhlo.dynamic_reshape %y, %sum : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
  func.return %r, %q : tensor<?xf32>, tensor<?xf32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.shift_left at {{.*}}: elementwise operands: sizes S0 and S1 must agree"}
// CHECK:       func.func @shift_left(%x: tensor<?xi32, [@S0]>, %y: tensor<?xi32, [@S0]>) -> tensor<?xi32, [@S0]>
func.func @shift_left(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<*xi32> {
  %r = "mhlo.shift_left"(%x, %y) : (tensor<?xi32>, tensor<?xi32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.shift_right_arithmetic at {{.*}}: elementwise operands: sizes S0 and S1 must agree"}
// CHECK:       func.func @shift_right_arithmetic(%x: tensor<?xi32, [@S0]>, %y: tensor<?xi32, [@S0]>) -> tensor<?xi32, [@S0]>
func.func @shift_right_arithmetic(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<*xi32> {
  %r = "mhlo.shift_right_arithmetic"(%x, %y) : (tensor<?xi32>, tensor<?xi32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.shift_right_logical at {{.*}}: elementwise operands: sizes S0 and S1 must agree"}
// CHECK:       func.func @shift_right_logical(%x: tensor<?xi32, [@S0]>, %y: tensor<?xi32, [@S0]>) -> tensor<?xi32, [@S0]>
func.func @shift_right_logical(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<*xi32> {
  %r = "mhlo.shift_right_logical"(%x, %y) : (tensor<?xi32>, tensor<?xi32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.subtract at {{.*}}: elementwise operands: sizes S0 and S1 must agree"}
// CHECK:       func.func @subtract(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @subtract(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %r = "mhlo.subtract"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.xor at {{.*}}: elementwise operands: sizes S0 and S1 must agree"}
// CHECK:       func.func @xor(%x: tensor<?xi1, [@S0]>, %y: tensor<?xi1, [@S0]>) -> tensor<?xi1, [@S0]>
func.func @xor(%x: tensor<?xi1>, %y: tensor<?xi1>) -> tensor<*xi1> {
  %r = "mhlo.xor"(%x, %y) : (tensor<?xi1>, tensor<?xi1>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}
