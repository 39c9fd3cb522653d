// RUN: tieshape-opt %s -p convert-tf-to-mhlo --split-input-file --verify-diagnostics

// What inference refuses the conversion refuses in the same words where nothing was inferred before.

func.func @image_rank(%x: tensor<8x8x4xf32>, %w: tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32> {
  // expected-error@+1 {{tf.Conv2D: operand 0 has rank 3, needed 4}}
  %r = "tf.Conv2D"(%x, %w) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32>
  func.return %r : tensor<1x8x8x6xf32>
}

// -----

func.func @no_diagonal(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{tf.Diag: operand 0 has rank 0, needed at least 1}}
  %r = "tf.Diag"(%x) : (tensor<f32>) -> tensor<f32>
  func.return %r : tensor<f32>
}

// -----

// A loop that carries what is no number has no form in mhlo.
func.func @strings(%x: tensor<2x!tf_type.string>) -> tensor<2x!tf_type.string> {
  // expected-error@+1 {{tf.WhileRegion: tensor<2x!tf_type.string> has no counterpart in mhlo}}
  %r = "tf.WhileRegion"(%x) ({
  ^bb0(%a: tensor<2x!tf_type.string>):
    %c = "tf.Const"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
    "tf.Yield"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<2x!tf_type.string>):
    %b = "tf.StringUpper"(%a) : (tensor<2x!tf_type.string>) -> tensor<2x!tf_type.string>
    "tf.Yield"(%b) : (tensor<2x!tf_type.string>) -> ()
  }) {is_stateless = true} : (tensor<2x!tf_type.string>) -> tensor<2x!tf_type.string>
  func.return %r : tensor<2x!tf_type.string>
}
