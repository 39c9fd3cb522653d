// Threads that wait for a task and do a part of it. What is linked as @tieshape_pool is an array of i64 of this process:
//   [the number of threads, the task, its argument, parts, those who take part, how often a semaphore is looked at before a
//   thread sleeps, unused.., semaphores]; a semaphore takes 8 words of `SEMAPHORES` on: who may give out a task, what is done, and
//   one for each thread
//   A task is a function of its argument, a part and the number of parts.
//
//   run(task, argument, parts): all parts, by this thread alone where the others are in use
//   work(words, number): a thread of the pool; it never returns
func.func private @tieshape_pool()
func.func private @sem_init(i64, i32, i32) -> i32
func.func private @sem_post(i64) -> i32
func.func private @sem_wait(i64) -> i32
func.func private @sem_trywait(i64) -> i32
func.func private @field(%words: i64, %i: i64) -> !llvm.ptr {
  %base = llvm.inttoptr %words : i64 to !llvm.ptr
  %p = llvm.getelementptr %base[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  return %p : !llvm.ptr
}
func.func private @load(%words: i64, %i: i64) -> i64 {
  %p = func.call @field(%words, %i) : (i64, i64) -> !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> i64
  return %v : i64
}
func.func private @store(%words: i64, %i: i64, %v: i64) {
  %p = func.call @field(%words, %i) : (i64, i64) -> !llvm.ptr
  llvm.store %v, %p : i64, !llvm.ptr
  return
}
func.func private @semaphore(%words: i64, %i: i64) -> i64 {
  %first = arith.constant SEMAPHORES : i64
  %length = arith.constant 8 : i64
  %o = arith.muli %i, %length : i64
  %place = arith.addi %o, %first : i64
  %p = func.call @field(%words, %place) : (i64, i64) -> !llvm.ptr
  %a = llvm.ptrtoint %p : !llvm.ptr to i64
  return %a : i64
}
// waits, at first without sleep
func.func private @wait(%words: i64, %s: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c5 = arith.constant 5 : i64
  %spins = func.call @load(%words, %c5) : (i64, i64) -> i64
  %zero = arith.constant 0 : i32
  %some = arith.constant 1 : i32
  %r:2 = scf.while (%got = %some, %i = %c0) : (i32, i64) -> (i32, i64) {
    %no = arith.cmpi ne, %got, %zero : i32
    %more = arith.cmpi slt, %i, %spins : i64
    %go = arith.andi %no, %more : i1
    scf.condition(%go) %got, %i : i32, i64
  } do {
  ^bb0(%got: i32, %i: i64):
    PAUSE
    %now = func.call @sem_trywait(%s) : (i64) -> i32
    %next = arith.addi %i, %c1 : i64
    scf.yield %now, %next : i32, i64
  }
  // a signal may end a wait
  %end = scf.while (%got = %r#0) : (i32) -> i32 {
    %no = arith.cmpi ne, %got, %zero : i32
    scf.condition(%no) %got : i32
  } do {
  ^bb0(%got: i32):
    %now = func.call @sem_wait(%s) : (i64) -> i32
    scf.yield %now : i32
  }
  return
}
// the parts `first`, `first + step` and so on
func.func private @parts(%task: i64, %argument: i64, %first: i64, %step: i64, %count: i64) {
  %f = llvm.inttoptr %task : i64 to !llvm.ptr
  scf.for %part = %first to %count step %step : i64 {
    llvm.call %f(%argument, %part, %count) : !llvm.ptr, (i64, i64, i64) -> ()
  }
  return
}
func.func private @work(%words: i64, %number: i64) {
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %c4 = arith.constant 4 : i64
  %next = arith.addi %number, %c1 : i64
  %mine = func.call @semaphore(%words, %next) : (i64, i64) -> i64
  %done = func.call @semaphore(%words, %c1) : (i64, i64) -> i64
  %true = arith.constant true
  scf.while : () -> () {
    func.call @wait(%words, %mine) : (i64, i64) -> ()
    %task = func.call @load(%words, %c1) : (i64, i64) -> i64
    %argument = func.call @load(%words, %c2) : (i64, i64) -> i64
    %count = func.call @load(%words, %c3) : (i64, i64) -> i64
    %step = func.call @load(%words, %c4) : (i64, i64) -> i64
    func.call @parts(%task, %argument, %number, %step, %count) : (i64, i64, i64, i64, i64) -> ()
    %e = func.call @sem_post(%done) : (i64) -> i32
    scf.condition(%true)
  } do {
    scf.yield
  }
  return
}
func.func private @begin(%words: i64, %threads: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %count = arith.addi %threads, %c2 : i64
  scf.for %i = %c0 to %count step %c1 : i64 {
    %s = func.call @semaphore(%words, %i) : (i64, i64) -> i64
    %first = arith.cmpi eq, %i, %c0 : i64
    %value = arith.select %first, %one, %zero : i32
    %e = func.call @sem_init(%s, %zero, %value) : (i64, i32, i32) -> i32
  }
  return
}
func.func private @run(%task: i64, %argument: i64, %count: i64) {
  %here = func.constant @tieshape_pool : () -> ()
  %there = builtin.unrealized_conversion_cast %here : () -> () to !llvm.ptr
  %words = llvm.ptrtoint %there : !llvm.ptr to i64
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %c4 = arith.constant 4 : i64
  %zero = arith.constant 0 : i32
  %threads = func.call @load(%words, %c0) : (i64, i64) -> i64
  %others = arith.subi %count, %c1 : i64
  %helpers = arith.minsi %threads, %others : i64
  %some = arith.cmpi sgt, %helpers, %c0 : i64
  %lock = func.call @semaphore(%words, %c0) : (i64, i64) -> i64
  %free = scf.if %some -> i1 {
    %e = func.call @sem_trywait(%lock) : (i64) -> i32
    %got = arith.cmpi eq, %e, %zero : i32
    scf.yield %got : i1
  } else {
    %false = arith.constant false
    scf.yield %false : i1
  }
  scf.if %free {
    %step = arith.addi %helpers, %c1 : i64
    func.call @store(%words, %c1, %task) : (i64, i64, i64) -> ()
    func.call @store(%words, %c2, %argument) : (i64, i64, i64) -> ()
    func.call @store(%words, %c3, %count) : (i64, i64, i64) -> ()
    func.call @store(%words, %c4, %step) : (i64, i64, i64) -> ()
    scf.for %i = %c1 to %step step %c1 : i64 {
      %next = arith.addi %i, %c1 : i64
      %s = func.call @semaphore(%words, %next) : (i64, i64) -> i64
      %e = func.call @sem_post(%s) : (i64) -> i32
    }
    func.call @parts(%task, %argument, %c0, %step, %count) : (i64, i64, i64, i64, i64) -> ()
    %done = func.call @semaphore(%words, %c1) : (i64, i64) -> i64
    scf.for %i = %c1 to %step step %c1 : i64 {
      func.call @wait(%words, %done) : (i64, i64) -> ()
    }
    %e = func.call @sem_post(%lock) : (i64) -> i32
  } else {
    func.call @parts(%task, %argument, %c0, %c1, %count) : (i64, i64, i64, i64, i64) -> ()
  }
  return
}
// by number: run, work, begin
func.func @address(%i: i64) -> i64 attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %f = func.constant @run : (i64, i64, i64) -> ()
  %p = builtin.unrealized_conversion_cast %f : (i64, i64, i64) -> () to !llvm.ptr
  %a = llvm.ptrtoint %p : !llvm.ptr to i64
  %g = func.constant @work : (i64, i64) -> ()
  %q = builtin.unrealized_conversion_cast %g : (i64, i64) -> () to !llvm.ptr
  %b = llvm.ptrtoint %q : !llvm.ptr to i64
  %h = func.constant @begin : (i64, i64) -> ()
  %s = builtin.unrealized_conversion_cast %h : (i64, i64) -> () to !llvm.ptr
  %c = llvm.ptrtoint %s : !llvm.ptr to i64
  %is0 = arith.cmpi eq, %i, %c0 : i64
  %is1 = arith.cmpi eq, %i, %c1 : i64
  %bc = arith.select %is1, %b, %c : i64
  %r = arith.select %is0, %a, %bc : i64
  return %r : i64
}
