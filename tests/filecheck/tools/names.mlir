// Hints with numbers at the end, as TensorFlow writes them for ops of several results: the stock
// printer gives two values one name here.
// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// CHECK:      %y, %mean, %reserve_space, %reserve_space_1, %reserve_space_2 = "test.op"()
// CHECK-NEXT: %y_1, %mean_1, %reserve_space_3, %reserve_space_4, %reserve_space_5 = "test.op"()
// CHECK-NEXT: "test.op"(%reserve_space_1, %reserve_space_4) : (i32, i32) -> ()
%y, %mean, %reserve_space_1, %reserve_space_2, %reserve_space_3 = "test.op"() : () -> (i32, i32, i32, i32, i32)
%y_0, %mean_0, %reserve_space_1_1, %reserve_space_2_2, %reserve_space_3_3 = "test.op"() : () -> (i32, i32, i32, i32, i32)
"test.op"(%reserve_space_2, %reserve_space_2_2) : (i32, i32) -> ()
