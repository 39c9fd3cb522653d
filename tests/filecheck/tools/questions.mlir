// RUN: tieshape-opt --show-dialects | filecheck %s --check-prefix DIALECTS
// DIALECTS: Available Dialects: {{.*}}arith,{{.*}}mhlo,{{.*}}sdim,{{.*}}stablehlo,{{.*}}tf,

// RUN: tieshape-opt --show-passes | filecheck %s --check-prefix PASSES
// RUN: tieshape-opt --list-passes | filecheck %s --check-prefix PASSES
// PASSES: --tieshape-fuse {{ *}}groups ops of provably equal sizes into mhlo.fusion
// PASSES: --canonicalize

// RUN: tieshape-opt --help tieshape-version-broadcasts | filecheck %s --check-prefix PASS
// RUN: tieshape-opt --help --tieshape-version-broadcasts | filecheck %s --check-prefix PASS
// PASS: tieshape-version-broadcasts: versions of groups with and without implicit broadcast
// PASS: options of tieshape-version-broadcasts:
// PASS-NEXT:   per-group=int  (default: 2)
// PASS-NEXT:       The greatest number of versions of one group, the original included: 1 means no others.
// PASS: as in: tieshape-opt FILE -p 'tieshape-version-broadcasts{per-group=VALUE}'

// RUN: tieshape-opt --help tieshape | filecheck %s --check-prefix SEQUENCE
// SEQUENCE: runs, in this order:
// SEQUENCE-NEXT: tieshape-import-stablehlo
// SEQUENCE:   facts=str
// RUN: tieshape-opt --help cse | filecheck %s --check-prefix OTHER
// OTHER: cse has no options

// RUN: not tieshape-opt --help tieshape-fusee 2>&1 | filecheck %s --check-prefix NONE
// NONE: error: --help: no pass 'tieshape-fusee'; did you mean tieshape-fuse
