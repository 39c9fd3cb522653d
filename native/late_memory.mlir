// Buffers whose sizes become known while native code runs: see late_memory.py. Addresses and counts are i64.
//
//   acquire(status, held, n): the address of n bytes, 0 where there are none: 1 is stored at `status` then
//   release(held, address): they may be used for something else; nothing where the address is 0
//   release_all(held): as much for all that is held
//
// The word at `held` is the address of a block, 0 where there is none. A block begins with three words before the bytes that
// are handed out: what was allocated, the address of the word that names this block, the next block.
func.func private @PyMem_RawMalloc(i64) -> i64
func.func private @PyMem_RawFree(i64)
func.func private @load(%a: i64) -> i64 {
  %p = llvm.inttoptr %a : i64 to !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> i64
  return %v : i64
}
func.func private @store(%v: i64, %a: i64) {
  %p = llvm.inttoptr %a : i64 to !llvm.ptr
  llvm.store %v, %p : i64, !llvm.ptr
  return
}
func.func private @allocated(%address: i64) -> i64 {
  %o = arith.constant -24 : i64
  %a = arith.addi %address, %o : i64
  return %a : i64
}
func.func private @before(%address: i64) -> i64 {
  %o = arith.constant -16 : i64
  %a = arith.addi %address, %o : i64
  return %a : i64
}
func.func private @next(%address: i64) -> i64 {
  %o = arith.constant -8 : i64
  %a = arith.addi %address, %o : i64
  return %a : i64
}
// `place` names `block` from now on, if there is one
func.func private @link(%place: i64, %block: i64) {
  func.call @store(%block, %place) : (i64, i64) -> ()
  %c0 = arith.constant 0 : i64
  %some = arith.cmpi ne, %block, %c0 : i64
  scf.if %some {
    %before = func.call @before(%block) : (i64) -> i64
    func.call @store(%place, %before) : (i64, i64) -> ()
  }
  return
}
func.func @acquire(%status: i64, %held: i64, %n: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %words = arith.constant 24 : i64
  %greatest = arith.constant GREATEST : i64
  %large = arith.constant LARGE : i64
  %narrow = arith.constant NARROW : i64
  %wide = arith.constant WIDE : i64
  %is_large = arith.cmpi uge, %n, %large : i64
  %alignment = arith.select %is_large, %wide, %narrow : i64
  %rest = arith.subi %alignment, %c1 : i64
  %more = arith.addi %rest, %words : i64
  %bytes = arith.addi %n, %more : i64
  %fits = arith.cmpi ult, %n, %greatest : i64
  %block = scf.if %fits -> i64 {
    %made = func.call @PyMem_RawMalloc(%bytes) : (i64) -> i64
    scf.yield %made : i64
  } else {
    scf.yield %c0 : i64
  }
  %good = arith.cmpi ne, %block, %c0 : i64
  %found = scf.if %good -> i64 {
    %mask = arith.subi %c0, %alignment : i64
    %end = arith.addi %block, %more : i64
    %address = arith.andi %end, %mask : i64
    %a = func.call @allocated(%address) : (i64) -> i64
    func.call @store(%block, %a) : (i64, i64) -> ()
    %old = func.call @load(%held) : (i64) -> i64
    %next = func.call @next(%address) : (i64) -> i64
    func.call @link(%next, %old) : (i64, i64) -> ()
    func.call @link(%held, %address) : (i64, i64) -> ()
    scf.yield %address : i64
  } else {
    func.call @store(%c1, %status) : (i64, i64) -> ()
    scf.yield %c0 : i64
  }
  return %found : i64
}
func.func @release(%held: i64, %address: i64) {
  %c0 = arith.constant 0 : i64
  %some = arith.cmpi ne, %address, %c0 : i64
  scf.if %some {
    %before = func.call @before(%address) : (i64) -> i64
    %place = func.call @load(%before) : (i64) -> i64
    %next = func.call @next(%address) : (i64) -> i64
    %other = func.call @load(%next) : (i64) -> i64
    func.call @link(%place, %other) : (i64, i64) -> ()
    %a = func.call @allocated(%address) : (i64) -> i64
    %block = func.call @load(%a) : (i64) -> i64
    func.call @PyMem_RawFree(%block) : (i64) -> ()
  }
  return
}
func.func @release_all(%held: i64) {
  %c0 = arith.constant 0 : i64
  scf.while () : () -> () {
    %address = func.call @load(%held) : (i64) -> i64
    %some = arith.cmpi ne, %address, %c0 : i64
    scf.condition(%some)
  } do {
    %address = func.call @load(%held) : (i64) -> i64
    func.call @release(%held, %address) : (i64, i64) -> ()
    scf.yield
  }
  return
}
// by number: acquire, release, release_all
func.func @address(%i: i64) -> i64 attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %f = func.constant @acquire : (i64, i64, i64) -> i64
  %p = builtin.unrealized_conversion_cast %f : (i64, i64, i64) -> i64 to !llvm.ptr
  %a = llvm.ptrtoint %p : !llvm.ptr to i64
  %g = func.constant @release : (i64, i64) -> ()
  %q = builtin.unrealized_conversion_cast %g : (i64, i64) -> () to !llvm.ptr
  %b = llvm.ptrtoint %q : !llvm.ptr to i64
  %h = func.constant @release_all : (i64) -> ()
  %s = builtin.unrealized_conversion_cast %h : (i64) -> () to !llvm.ptr
  %c = llvm.ptrtoint %s : !llvm.ptr to i64
  %is0 = arith.cmpi eq, %i, %c0 : i64
  %is1 = arith.cmpi eq, %i, %c1 : i64
  %bc = arith.select %is1, %b, %c : i64
  %r = arith.select %is0, %a, %bc : i64
  return %r : i64
}
