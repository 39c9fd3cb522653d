// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.reduce_window: found no operands, at least 2 are needed (C3)
func.func @nothing() {
  "mhlo.reduce_window"() <{window_dimensions = dense<1> : tensor<2xi64>}> ({
    mhlo.return
  }) : () -> ()
  func.return
}

// -----

// CHECK: error: mhlo.reduce_window: operand 1 has shape [4, 9], operand 0 has [4, 8]; they must agree (C2)
func.func @input_shapes(%x: tensor<4x8xf32>, %y: tensor<4x9xf32>, %z: tensor<f32>) {
  %r, %s = "mhlo.reduce_window"(%x, %y, %z, %z) <{window_dimensions = dense<1> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    mhlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x9xf32>, tensor<f32>, tensor<f32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
  func.return
}

// -----

// CHECK: error: mhlo.reduce_window: operand 1 has element type i32, operand 0 has f32; they must be equal (C2)
func.func @init_element(%x: tensor<4x8xf32>, %z: tensor<i32>) {
  %r = "mhlo.reduce_window"(%x, %z) <{window_dimensions = dense<[1, 3]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce_window: window_dimensions has 3 values, 2 are needed (C4)
func.func @size_count(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce_window"(%x, %z) <{window_dimensions = dense<1> : tensor<3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce_window: window_dimensions has the value 0, at least 1 is needed (C5)
func.func @size_zero(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce_window"(%x, %z) <{window_dimensions = dense<0> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce_window: window_strides has 3 values, 2 are needed (C6)
func.func @stride_count(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce_window"(%x, %z) <{window_dimensions = dense<[1, 3]> : tensor<2xi64>, window_strides = dense<1> : tensor<3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce_window: window_strides has the value 0, at least 1 is needed (C7)
func.func @stride_zero(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce_window"(%x, %z) <{window_dimensions = dense<[1, 3]> : tensor<2xi64>, window_strides = dense<0> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce_window: base_dilations has 3 values, 2 are needed (C8)
func.func @base_count(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce_window"(%x, %z) <{window_dimensions = dense<[1, 3]> : tensor<2xi64>, base_dilations = dense<1> : tensor<3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce_window: base_dilations has the value 0, at least 1 is needed (C9)
func.func @base_zero(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce_window"(%x, %z) <{window_dimensions = dense<[1, 3]> : tensor<2xi64>, base_dilations = dense<0> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce_window: window_dilations has 3 values, 2 are needed (C10)
func.func @dilation_count(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce_window"(%x, %z) <{window_dimensions = dense<[1, 3]> : tensor<2xi64>, window_dilations = dense<1> : tensor<3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce_window: window_dilations has the value 0, at least 1 is needed (C11)
func.func @dilation_zero(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce_window"(%x, %z) <{window_dimensions = dense<[1, 3]> : tensor<2xi64>, window_dilations = dense<0> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce_window: padding has shape [2], [2, 2] is needed (C12)
func.func @padding(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce_window"(%x, %z) <{window_dimensions = dense<[1, 3]> : tensor<2xi64>, padding = dense<0> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce_window: the body has 1 arguments, 2 are needed (C13)
func.func @body(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce_window"(%x, %z) <{window_dimensions = dense<[1, 3]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>):
    mhlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce_window: the result has shape [4, 6], [2, 3] follows from the operands (C15)
func.func @result_shape(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce_window"(%x, %z) <{window_dimensions = dense<[1, 3]> : tensor<2xi64>, window_strides = dense<2> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce_window: result 0 has element type f64, the region returns f32 (C16)
func.func @result_element(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  %r = "mhlo.reduce_window"(%x, %z) <{window_dimensions = dense<[1, 3]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x6xf64>
  func.return
}

// -----

// CHECK: error: mhlo.select_and_scatter: operand 2 has element type i32, operand 0 has f32; they must be equal (C1)
func.func @scatter_init(%x: tensor<4x8xf32>, %s: tensor<4x4xf32>, %z: tensor<i32>) {
  %r = "mhlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = dense<[1, 2]> : tensor<2xi64>, window_strides = dense<[1, 2]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = mhlo.add %a, %b : tensor<f32>
    mhlo.return %t : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<i32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.select_and_scatter: operand 2 has rank 1, rank 0 is needed
func.func @scatter_init_scalar(%x: tensor<4x8xf32>, %s: tensor<4x4xf32>, %z: tensor<1xf32>) {
  %r = "mhlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = dense<[1, 2]> : tensor<2xi64>, window_strides = dense<[1, 2]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = mhlo.add %a, %b : tensor<f32>
    mhlo.return %t : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<1xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.select_and_scatter: operand 1 has shape [4, 5], [4, 4] follows from operand 0 and the window (C2)
func.func @scatter_source_shape(%x: tensor<4x8xf32>, %s: tensor<4x5xf32>, %z: tensor<f32>) {
  %r = "mhlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = dense<[1, 2]> : tensor<2xi64>, window_strides = dense<[1, 2]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = mhlo.add %a, %b : tensor<f32>
    mhlo.return %t : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x5xf32>, tensor<f32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.select_and_scatter: operand 1 has element type i32, operand 2 has f32; they must be equal (C3)
func.func @scatter_source_element(%x: tensor<4x8xf32>, %s: tensor<4x4xi32>, %z: tensor<f32>) {
  %r = "mhlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = dense<[1, 2]> : tensor<2xi64>, window_strides = dense<[1, 2]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = mhlo.add %a, %b : tensor<f32>
    mhlo.return %t : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xi32>, tensor<f32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.select_and_scatter: window_dimensions has 3 values, 2 are needed (C4)
func.func @scatter_size_count(%x: tensor<4x8xf32>, %s: tensor<4x4xf32>, %z: tensor<f32>) {
  %r = "mhlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = dense<1> : tensor<3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = mhlo.add %a, %b : tensor<f32>
    mhlo.return %t : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.select_and_scatter: window_dimensions has the value 0, at least 1 is needed (C5)
func.func @scatter_size_zero(%x: tensor<4x8xf32>, %s: tensor<4x4xf32>, %z: tensor<f32>) {
  %r = "mhlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = dense<0> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = mhlo.add %a, %b : tensor<f32>
    mhlo.return %t : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.select_and_scatter: window_strides has 3 values, 2 are needed (C6)
func.func @scatter_stride_count(%x: tensor<4x8xf32>, %s: tensor<4x4xf32>, %z: tensor<f32>) {
  %r = "mhlo.select_and_scatter"(%x, %s, %z) <{window_strides = dense<1> : tensor<3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = mhlo.add %a, %b : tensor<f32>
    mhlo.return %t : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.select_and_scatter: window_strides has the value 0, at least 1 is needed (C7)
func.func @scatter_stride_zero(%x: tensor<4x8xf32>, %s: tensor<4x4xf32>, %z: tensor<f32>) {
  %r = "mhlo.select_and_scatter"(%x, %s, %z) <{window_strides = dense<0> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = mhlo.add %a, %b : tensor<f32>
    mhlo.return %t : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.select_and_scatter: padding has shape [3, 2], [2, 2] is needed (C8)
func.func @scatter_padding(%x: tensor<4x8xf32>, %s: tensor<4x4xf32>, %z: tensor<f32>) {
  %r = "mhlo.select_and_scatter"(%x, %s, %z) <{padding = dense<0> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = mhlo.add %a, %b : tensor<f32>
    mhlo.return %t : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.select_and_scatter: select has 3 arguments, 2 are needed (C9)
func.func @select_arguments(%x: tensor<4x8xf32>, %s: tensor<4x4xf32>, %z: tensor<f32>) {
  %r = "mhlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = dense<[1, 2]> : tensor<2xi64>, window_strides = dense<[1, 2]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>):
    %p = mhlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = mhlo.add %a, %b : tensor<f32>
    mhlo.return %t : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.select_and_scatter: the value that select returns has type tensor<f32>, elements must be i1
func.func @select_result(%x: tensor<4x8xf32>, %s: tensor<4x4xf32>, %z: tensor<f32>) {
  %r = "mhlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = dense<[1, 2]> : tensor<2xi64>, window_strides = dense<[1, 2]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    mhlo.return %a : tensor<f32>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = mhlo.add %a, %b : tensor<f32>
    mhlo.return %t : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.select_and_scatter: scatter computes in i32, the values are f32 (C10)
func.func @scatter_body(%x: tensor<4x8xf32>, %s: tensor<4x4xf32>, %z: tensor<f32>) {
  %r = "mhlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = dense<[1, 2]> : tensor<2xi64>, window_strides = dense<[1, 2]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    mhlo.return %a : tensor<i32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.select_and_scatter: operand 0 has shape [4, 8], the result has [4, 9]; they must agree (C11)
func.func @scatter_result(%x: tensor<4x8xf32>, %s: tensor<4x4xf32>, %z: tensor<f32>) {
  %r = "mhlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = dense<[1, 2]> : tensor<2xi64>, window_strides = dense<[1, 2]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = mhlo.add %a, %b : tensor<f32>
    mhlo.return %t : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x9xf32>
  func.return
}

// -----

// CHECK: error: mhlo.select_and_scatter: the result has element type f64, the region returns f32 (C12)
func.func @scatter_result_element(%x: tensor<4x8xf32>, %s: tensor<4x4xf32>, %z: tensor<f32>) {
  %r = "mhlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = dense<[1, 2]> : tensor<2xi64>, window_strides = dense<[1, 2]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = mhlo.add %a, %b : tensor<f32>
    mhlo.return %t : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf64>
  func.return
}
