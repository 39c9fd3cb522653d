// RUN: not tieshape-opt %s --split-input-file 2>&1 | filecheck %s

// CHECK: tf.QuantizeV2: elements of f32, needed integers of 8, 16 or 32 bits
%x, %a = "test.op"() : () -> (tensor<2xf32>, tensor<f32>)
%q:3 = "tf.QuantizeV2"(%x, %a, %a) : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<f32>, tensor<f32>)

// -----

// CHECK: tf.QuantizeV2: a value has elements f64, needed f32
%x, %a = "test.op"() : () -> (tensor<2xf64>, tensor<f32>)
%q:3 = "tf.QuantizeV2"(%x, %a, %a) : (tensor<2xf64>, tensor<f32>, tensor<f32>) -> (tensor<2xi8>, tensor<f32>, tensor<f32>)

// -----

// CHECK: tf.QuantizeV2: round_mode HALF_TO_EVEN needs mode SCALED, not MIN_FIRST
%x, %a = "test.op"() : () -> (tensor<2xf32>, tensor<f32>)
%q:3 = "tf.QuantizeV2"(%x, %a, %a) <{mode = "MIN_FIRST", round_mode = "HALF_TO_EVEN"}> : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xi8>, tensor<f32>, tensor<f32>)

// -----

// CHECK: tf.QuantizeV2: mode MIN_FIRST has no limits for the entries of an axis
%x, %a = "test.op"() : () -> (tensor<2xf32>, tensor<2xf32>)
%q:3 = "tf.QuantizeV2"(%x, %a, %a) <{mode = "MIN_FIRST", axis = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi8>, tensor<2xf32>, tensor<2xf32>)

// -----

// CHECK: tf.Dequantize: the result has elements i32, needed floats
%q, %a = "test.op"() : () -> (tensor<2xi8>, tensor<f32>)
%x = "tf.Dequantize"(%q, %a, %a) : (tensor<2xi8>, tensor<f32>, tensor<f32>) -> tensor<2xi32>

// -----

// CHECK: tf.Dequantize: attribute mode is "LARGEST", it must be one of MIN_COMBINED, MIN_FIRST, SCALED
%q, %a = "test.op"() : () -> (tensor<2xi8>, tensor<f32>)
%x = "tf.Dequantize"(%q, %a, %a) <{mode = "LARGEST"}> : (tensor<2xi8>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
