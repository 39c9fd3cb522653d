// RUN: tieshape-opt %s -p tieshape-symbolize --split-input-file | filecheck %s

// Each unknown size gets a symbol of its own; static sizes stay.
// CHECK:       sdim.symbol @S0
// CHECK-NEXT:  sdim.symbol @S1
// CHECK-NEXT:  func.func @unknown_sizes(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<?xf32, [@S1]>, %z: tensor<2xf32>)
func.func @unknown_sizes(%x: tensor<?x4xf32>, %y: tensor<?xf32>, %z: tensor<2xf32>) {
  func.return
}

// -----

// A name shared by two sizes makes them one symbol; a hint is recorded with the symbol; facts become constraints.
// CHECK:       sdim.symbol @batch {hint = 4 : i64}
// CHECK-NEXT:  sdim.symbol @seq
// CHECK:       sdim.constraints {
// CHECK-NEXT:    %[[SEQ:.*]] = sdim.size @seq
// CHECK-NEXT:    sdim.divisible %[[SEQ]] by 8 {why = "seq % 8 == 0"}
// CHECK-NEXT:  }
// CHECK:       tensor<?x?xf32, [@batch, @seq]>
// CHECK-SAME:  tensor<?xf32, [@batch]>
func.func @named_sizes(
    %x: tensor<?x?xf32> {sdim.sizes = ["batch", "seq"]},
    %y: tensor<?xf32> {sdim.sizes = ["batch"], sdim.hint = [4]}
) attributes {sdim.where = ["seq % 8 == 0"]} {
  func.return
}

// -----

// Symbols that are there already are kept, and new names avoid them.
// CHECK:       sdim.symbol @S0
// CHECK-NEXT:  sdim.symbol @S1
// CHECK:       func.func @some_symbols(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>)
sdim.symbol @S0
func.func @some_symbols(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32>) {
  func.return
}
