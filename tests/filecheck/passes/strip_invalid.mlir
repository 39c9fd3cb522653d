// RUN: not tieshape-opt %s -p tieshape-strip 2>&1 | filecheck %s

sdim.symbol @S0

// CHECK: error: sdim.size: no tensor before it has the size @S0, so it cannot be read without sdim
func.func @no_source() -> index {
  %s = sdim.size @S0
  func.return %s : index
}
