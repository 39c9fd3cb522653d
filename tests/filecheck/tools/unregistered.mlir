// RUN: not tieshape-opt %s --split-input-file 2>&1 | filecheck %s

// CHECK: error: Operation mine.foo is not registered: there is no dialect mine; --allow-unregistered-dialect reads its ops, in generic form, "mine.foo"(%x) : (type) -> type
%0 = mine.foo : i32
// -----
// CHECK: error: Operation mhlo.ad is not registered; did you mean {{.*}}mhlo.add
%0 = mhlo.ad : i32
// -----
// CHECK: error: Operation tf.Foo is known by its name alone and has no pretty form; write it in generic form, "tf.Foo"(%x) : (type) -> type
%0 = tf.Foo : i32
// -----
// CHECK: error: Operation foo is not registered; an op is written with its dialect, as in func.call
%0 = foo : i32

// RUN: not tieshape-opt %s --split-input-file --allow-unregistered-dialect 2>&1 | filecheck %s --check-prefix ALLOWED
// ALLOWED: error: Operation mine.foo is known by its name alone and has no pretty form
