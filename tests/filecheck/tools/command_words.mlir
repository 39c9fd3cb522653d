// mlir-opt's spellings of passes and options are taken, and values need no quotes.
// RUN: tieshape-opt %s --tieshape-symbolize --cse --dump-pass-pipeline 2>&1 | filecheck %s
// RUN: tieshape-opt %s --pass-pipeline='builtin.module(tieshape-symbolize,cse)' --dump-pass-pipeline 2>&1 | filecheck %s
// RUN: tieshape-opt %s -pass-pipeline 'builtin.module( tieshape-symbolize, cse )' -dump-pass-pipeline 2>&1 | filecheck %s
// RUN: tieshape-opt %s -p tieshape-symbolize --passes cse --dump-pass-pipeline 2>&1 | filecheck %s

// CHECK: Pass Manager with 2 passes:
// CHECK-NEXT: builtin.module(tieshape-symbolize,cse)
// CHECK: func.func @main(%x: tensor<?xf32, [@S0]>,

// RUN: tieshape-opt %s --tieshape-symbolize='hints=x=2' | filecheck %s --check-prefix HINT
// RUN: tieshape-opt %s -p 'tieshape-symbolize{hints=x=2}' | filecheck %s --check-prefix HINT
// RUN: tieshape-opt %s -p 'tieshape-symbolize{hints="x=2"}' | filecheck %s --check-prefix HINT
// RUN: tieshape-opt %s -p tieshape-symbolize --hints x=2 | filecheck %s --check-prefix HINT
// RUN: tieshape-opt %s --tieshape='hints=x=2,y=3 undecided=version' | filecheck %s --check-prefix HINT
// HINT: sdim.symbol @S0 {hint = 2 : i64}

// RUN: not tieshape-opt %s --canonicalise 2>&1 | filecheck %s --check-prefix TYPO
// TYPO: error: unrecognized arguments: --canonicalise; did you mean --canonicalize
// RUN: not tieshape-opt %s --print-debug-info 2>&1 | filecheck %s --check-prefix OPTION
// OPTION: error: unrecognized arguments: --print-debug-info; did you mean --print-debuginfo
// RUN: not tieshape-opt %s --pass-pipeline='builtin.module(func.func(cse))' 2>&1 | filecheck %s --check-prefix NESTED
// NESTED: error: option -p: passes run on the module, they cannot be nested in func.func; leave it out
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  func.return %x : tensor<?xf32>
}
