// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.If: @g is not a function of the module
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  func.return %x : tensor<4xf32>
}
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = "tf.If"(%c, %x) <{then_branch = @f, else_branch = @g}> : (tensor<i1>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.If: attribute then_branch is missing
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  func.return %x : tensor<4xf32>
}
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = "tf.If"(%c, %x) <{else_branch = @f}> : (tensor<i1>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.If: attribute then_branch is "f", it must be a symbol
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  func.return %x : tensor<4xf32>
}
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = "tf.If"(%c, %x) <{then_branch = "f", else_branch = @f}> : (tensor<i1>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.If: found 1 arguments of @f, needed 2
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  func.return %x : tensor<4xf32>
}
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = "tf.If"(%c, %x, %x) <{then_branch = @f, else_branch = @f}> : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.If: results of @f: entry 0 has shape 4, needed 5
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  func.return %x : tensor<4xf32>
}
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = "tf.If"(%c, %x) <{then_branch = @f, else_branch = @f}> : (tensor<i1>, tensor<4xf32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: tf.PartitionedCall: arguments of @f: entry 0 is tensor<4xf32>, needed tensor<i1>
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  func.return %x : tensor<4xf32>
}
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = "tf.PartitionedCall"(%c) <{f = @f}> : (tensor<i1>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.StatefulPartitionedCall: found 1 results of @f, needed 0
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  func.return %x : tensor<4xf32>
}
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  "tf.StatefulPartitionedCall"(%x) <{f = @f}> : (tensor<4xf32>) -> ()
  func.return
}

// -----

// CHECK: error: tf.Case: found 0 branches, needed at least 1
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  func.return %x : tensor<4xf32>
}
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = "tf.Case"(%i, %x) <{branches = []}> : (tensor<i32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.Case: branch_index has rank 1, needed 0
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  func.return %x : tensor<4xf32>
}
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = "tf.Case"(%x, %x) <{branches = [@f]}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.While: found 2 results, needed 1
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  func.return %x : tensor<4xf32>
}
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0:2 = "tf.While"(%x) <{body = @f, cond = @f}> : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// CHECK: error: tf.While: arguments of @f: entry 0 has shape 4, needed 5
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  func.return %x : tensor<4xf32>
}
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = "tf.While"(%y) <{body = @f, cond = @f}> : (tensor<5xf32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: tf.While: @t has 2 results, needed 1
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  func.return %x : tensor<4xf32>
}
func.func private @t(%x: tensor<4xf32>) -> (tensor<i1>, tensor<i1>) {
  %0 = "tf.Const"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
  func.return %0, %0 : tensor<i1>, tensor<i1>
}
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = "tf.While"(%x) <{body = @f, cond = @t}> : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.IfRegion: cond has elements i32, needed i1
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = "tf.IfRegion"(%i) ({
    "tf.Yield"(%x) : (tensor<4xf32>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<4xf32>) -> ()
  }) : (tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.IfRegion: found 0 values of else_branch, needed 1
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = "tf.IfRegion"(%c) ({
    "tf.Yield"(%x) : (tensor<4xf32>) -> ()
  }, {
    "tf.Yield"() : () -> ()
  }) : (tensor<i1>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.IfRegion: values of then_branch: entry 0 has shape 4, needed 5
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = "tf.IfRegion"(%c) ({
    "tf.Yield"(%x) : (tensor<4xf32>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<4xf32>) -> ()
  }) : (tensor<i1>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: tf.IfRegion: found 1 regions, needed 2
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = "tf.IfRegion"(%c) ({
    "tf.Yield"(%x) : (tensor<4xf32>) -> ()
  }) : (tensor<i1>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.IfRegion: then_branch ends in llvm.unreachable, needed tf.Yield
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = "tf.IfRegion"(%c) ({
    "llvm.unreachable"() : () -> ()
  }, {
    "tf.Yield"(%x) : (tensor<4xf32>) -> ()
  }) : (tensor<i1>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.IfRegion: then_branch has 0 blocks, needed 1
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  "tf.IfRegion"(%c) ({}, {
    "tf.Yield"() : () -> ()
  }) : (tensor<i1>) -> ()
  func.return
}

// -----

// CHECK: error: tf.CaseRegion: found 0 branches, needed at least 1
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  "tf.CaseRegion"(%i) : (tensor<i32>) -> ()
  func.return
}

// -----

// CHECK: error: tf.WhileRegion: cond yields no boolean first
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = "tf.WhileRegion"(%x) ({
  ^bb0(%v: tensor<4xf32>):
    "tf.Yield"() : () -> ()
  }, {
  ^bb0(%v: tensor<4xf32>):
    "tf.Yield"(%v) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.WhileRegion: found 0 arguments of body, needed 1
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = "tf.WhileRegion"(%x) ({
  ^bb0(%v: tensor<4xf32>):
    "tf.Yield"(%c) : (tensor<i1>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.Yield: stands in func.func, needed one of tf.IfRegion, tf.CaseRegion, tf.WhileRegion
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  "tf.Yield"() : () -> ()
}

// -----

// CHECK: error: tf.Assert: condition has elements i32, needed i1
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  "tf.Assert"(%i) : (tensor<i32>) -> ()
  func.return
}

// -----

// CHECK: error: tf.Assert: condition has shape 2, needed scalar
func.func @main(%c: tensor<i1>, %d: tensor<2xi1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  "tf.Assert"(%d) : (tensor<2xi1>) -> ()
  func.return
}

// -----

// CHECK: error: tf.While: results: entry 0 has shape 5, needed 4
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  func.return %x : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) {
  %0 = "tf.While"(%x) <{body = @f, cond = @f}> : (tensor<4xf32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: tf.WhileRegion: values of body: entry 0 has shape 5, needed 4
func.func @main(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %0 = "tf.WhileRegion"(%x) ({
  ^bb0(%v: tensor<4xf32>):
    "tf.Yield"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%v: tensor<4xf32>):
    "tf.Yield"(%y) : (tensor<5xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}
