// What Python calls directly: see call_code.py, which puts numbers in for SHARED_*, RECORD_*, ARRAY_* and the
// words in capitals. Addresses are i64; a field is a word at a place that is counted in words.
//
//   call(self, args, n):
//     the first record of the chain that fits the arguments; None where there is none, or the memory is in use
//     the addresses of arguments and results are written into descriptors
//     run native code; None where its status is not 0
func.func private @load(%a: i64) -> i64 {
  %p = llvm.inttoptr %a : i64 to !llvm.ptr
  %v = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> i64
  return %v : i64
}
func.func private @half(%a: i64) -> i64 {
  %p = llvm.inttoptr %a : i64 to !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> i32
  %w = arith.extui %v : i32 to i64
  return %w : i64
}
func.func private @store(%v: i64, %a: i64) {
  %p = llvm.inttoptr %a : i64 to !llvm.ptr
  llvm.store %v, %p : i64, !llvm.ptr
  return
}
func.func private @field(%a: i64, %i: i64) -> i64 {
  %c8 = arith.constant 8 : i64
  %o = arith.muli %i, %c8 : i64
  %p = arith.addi %a, %o : i64
  %v = func.call @load(%p) : (i64) -> i64
  return %v : i64
}
func.func private @tensor(%first: i64, %i: i64) -> i64 {
  %size = arith.constant TENSOR_BYTES : i64
  %o = arith.muli %i, %size : i64
  %p = arith.addi %first, %o : i64
  return %p : i64
}
func.func private @is_array(%x: i64, %t: i64, %array_type: i64) -> i1 {
  %false = arith.constant false
  %head = arith.constant HEAD_TYPE : i64
  %a0 = arith.addi %x, %head : i64
  %found = func.call @load(%a0) : (i64) -> i64
  %is = arith.cmpi eq, %found, %array_type : i64
  %r = scf.if %is -> i1 {
    %o1 = arith.constant ARRAY_type : i64
    %a1 = arith.addi %x, %o1 : i64
    %type = func.call @load(%a1) : (i64) -> i64
    %o2 = arith.constant ARRAY_rank : i64
    %a2 = arith.addi %x, %o2 : i64
    %rank = func.call @half(%a2) : (i64) -> i64
    %o3 = arith.constant ARRAY_flags : i64
    %a3 = arith.addi %x, %o3 : i64
    %flags = func.call @half(%a3) : (i64) -> i64
    %c0 = arith.constant 0 : i64
    %c1 = arith.constant 1 : i64
    %itype = arith.constant TENSOR_type : i64
    %irank = arith.constant TENSOR_rank : i64
    %want_type = func.call @field(%t, %itype) : (i64, i64) -> i64
    %want_rank = func.call @field(%t, %irank) : (i64, i64) -> i64
    %order = arith.constant IN_ORDER : i64
    %both = arith.andi %flags, %order : i64
    %e1 = arith.cmpi eq, %type, %want_type : i64
    %e2 = arith.cmpi eq, %rank, %want_rank : i64
    %e3 = arith.cmpi eq, %both, %order : i64
    %e12 = arith.andi %e1, %e2 : i1
    %e = arith.andi %e12, %e3 : i1
    %sizes = scf.if %e -> i1 {
      %o4 = arith.constant ARRAY_sizes : i64
      %a4 = arith.addi %x, %o4 : i64
      %own = func.call @load(%a4) : (i64) -> i64
      %true = arith.constant true
      %before = arith.constant TENSOR_SIZES : i64
      %all = scf.for %i = %c0 to %want_rank step %c1 iter_args(%ok = %true) -> (i1) : i64 {
        %j = arith.addi %i, %before : i64
        %a = func.call @field(%own, %i) : (i64, i64) -> i64
        %b = func.call @field(%t, %j) : (i64, i64) -> i64
        %same = arith.cmpi eq, %a, %b : i64
        %next = arith.andi %ok, %same : i1
        scf.yield %next : i1
      }
      scf.yield %all : i1
    } else {
      scf.yield %false : i1
    }
    scf.yield %sizes : i1
  } else {
    scf.yield %false : i1
  }
  return %r : i1
}
func.func private @fits(%g: i64, %r: i64, %args: i64, %n: i64) -> i1 {
  %false = arith.constant false
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %iarguments = arith.constant RECORD_arguments : i64
  %count = func.call @field(%r, %iarguments) : (i64, i64) -> i64
  %same = arith.cmpi eq, %count, %n : i64
  %itensors = arith.constant RECORD_tensors : i64
  %tensors = func.call @field(%r, %itensors) : (i64, i64) -> i64
  %itype = arith.constant SHARED_array_type : i64
  %array_type = func.call @field(%g, %itype) : (i64, i64) -> i64
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%ok = %same) -> (i1) : i64 {
    %next = scf.if %ok -> i1 {
      %x = func.call @field(%args, %i) : (i64, i64) -> i64
      %t = func.call @tensor(%tensors, %i) : (i64, i64) -> i64
      %is = func.call @is_array(%x, %t, %array_type) : (i64, i64, i64) -> i1
      scf.yield %is : i1
    } else {
      scf.yield %false : i1
    }
    scf.yield %next : i1
  }
  return %all : i1
}
func.func private @point(%cell: i64, %x: i64, %t: i64) {
  %o = arith.constant ARRAY_data : i64
  %a = arith.addi %x, %o : i64
  %data = func.call @load(%a) : (i64) -> i64
  func.call @store(%data, %cell) : (i64, i64) -> ()
  %c8 = arith.constant 8 : i64
  %b = arith.addi %cell, %c8 : i64
  func.call @store(%data, %b) : (i64, i64) -> ()
  %c24 = arith.constant 24 : i64
  %c = arith.addi %cell, %c24 : i64
  %icount = arith.constant TENSOR_count : i64
  %count = func.call @field(%t, %icount) : (i64, i64) -> i64
  func.call @store(%count, %c) : (i64, i64) -> ()
  return
}
// a new array of the type and rank of tensor t
func.func private @result(%g: i64, %t: i64, %sizes: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %itype = arith.constant TENSOR_type : i64
  %irank = arith.constant TENSOR_rank : i64
  %type = func.call @field(%t, %itype) : (i64, i64) -> i64
  %rank = func.call @field(%t, %irank) : (i64, i64) -> i64
  %ihold = arith.constant SHARED_Py_IncRef : i64
  %hold = func.call @field(%g, %ihold) : (i64, i64) -> i64
  %hold_p = llvm.inttoptr %hold : i64 to !llvm.ptr
  llvm.call %hold_p(%type) : !llvm.ptr, (i64) -> ()
  %iempty = arith.constant SHARED_PyArray_Empty : i64
  %empty = func.call @field(%g, %iempty) : (i64, i64) -> i64
  %empty_p = llvm.inttoptr %empty : i64 to !llvm.ptr
  %x = llvm.call %empty_p(%rank, %sizes, %type, %c0) : !llvm.ptr, (i64, i64, i64, i64) -> i64
  return %x : i64
}
func.func private @results(%g: i64, %r: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c40 = arith.constant 40 : i64
  %true = arith.constant true
  %iresults = arith.constant RECORD_results : i64
  %n = func.call @field(%r, %iresults) : (i64, i64) -> i64
  %iarguments = arith.constant RECORD_arguments : i64
  %before = func.call @field(%r, %iarguments) : (i64, i64) -> i64
  %itensors = arith.constant RECORD_tensors : i64
  %tensors = func.call @field(%r, %itensors) : (i64, i64) -> i64
  %icells = arith.constant SHARED_result_cells : i64
  %cells = func.call @field(%g, %icells) : (i64, i64) -> i64
  %inew = arith.constant SHARED_PyList_New : i64
  %new = func.call @field(%g, %inew) : (i64, i64) -> i64
  %new_p = llvm.inttoptr %new : i64 to !llvm.ptr
  %list = llvm.call %new_p(%n) : !llvm.ptr, (i64) -> i64
  %iset = arith.constant SHARED_PyList_SetItem : i64
  %set = func.call @field(%g, %iset) : (i64, i64) -> i64
  %set_p = llvm.inttoptr %set : i64 to !llvm.ptr
  %made = arith.cmpi ne, %list, %c0 : i64
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%ok = %made) -> (i1) : i64 {
    %next = scf.if %ok -> i1 {
      %j = arith.addi %before, %i : i64
      %t = func.call @tensor(%tensors, %j) : (i64, i64) -> i64
      %ilate = arith.constant TENSOR_late : i64
      %late = func.call @field(%t, %ilate) : (i64, i64) -> i64
      %early = arith.cmpi eq, %late, %c0 : i64
      %well = scf.if %early -> i1 {
        %head = arith.constant TENSOR_HEAD : i64
        %sizes = arith.addi %t, %head : i64
        %x = func.call @result(%g, %t, %sizes) : (i64, i64, i64) -> i64
        %is = arith.cmpi ne, %x, %c0 : i64
        scf.if %is {
          %o = arith.muli %i, %c40 : i64
          %cell = arith.addi %cells, %o : i64
          func.call @point(%cell, %x, %t) : (i64, i64, i64) -> ()
          %done = llvm.call %set_p(%list, %i, %x) : !llvm.ptr, (i64, i64, i64) -> i32
        }
        scf.yield %is : i1
      } else {
        scf.yield %true : i1
      }
      scf.yield %well : i1
    } else {
      scf.yield %ok : i1
    }
    scf.yield %next : i1
  }
  %failed = arith.xori %all, %true : i1
  %drop = arith.andi %failed, %made : i1
  scf.if %drop {
    func.call @release(%g, %list) : (i64, i64) -> ()
  }
  %found = arith.select %all, %list, %c0 : i64
  return %found : i64
}
// a copy of a result whose place and sizes native code has told in the words from w on
func.func private @late_result(%g: i64, %t: i64, %w: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c8 = arith.constant 8 : i64
  %sizes = arith.addi %w, %c8 : i64
  %x = func.call @result(%g, %t, %sizes) : (i64, i64, i64) -> i64
  %made = arith.cmpi ne, %x, %c0 : i64
  scf.if %made {
    %irank = arith.constant TENSOR_rank : i64
    %rank = func.call @field(%t, %irank) : (i64, i64) -> i64
    %icount = arith.constant TENSOR_count : i64
    %width = func.call @field(%t, %icount) : (i64, i64) -> i64
    %bytes = scf.for %i = %c0 to %rank step %c1 iter_args(%product = %width) -> (i64) : i64 {
      %size = func.call @field(%sizes, %i) : (i64, i64) -> i64
      %next = arith.muli %product, %size : i64
      scf.yield %next : i64
    }
    %od = arith.constant ARRAY_data : i64
    %ad = arith.addi %x, %od : i64
    %to = func.call @load(%ad) : (i64) -> i64
    %from = func.call @load(%w) : (i64) -> i64
    %icopy = arith.constant SHARED_memmove : i64
    %copy = func.call @field(%g, %icopy) : (i64, i64) -> i64
    %copy_p = llvm.inttoptr %copy : i64 to !llvm.ptr
    %some = arith.cmpi ne, %bytes, %c0 : i64
    scf.if %some {
      %r = llvm.call %copy_p(%to, %from, %bytes) : !llvm.ptr, (i64, i64, i64) -> i64
    }
  }
  return %x : i64
}
// fills in what the list of results has not got yet; whether that went well
func.func private @late_results(%g: i64, %r: i64, %list: i64) -> i1 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c8 = arith.constant 8 : i64
  %true = arith.constant true
  %iresults = arith.constant RECORD_results : i64
  %n = func.call @field(%r, %iresults) : (i64, i64) -> i64
  %iarguments = arith.constant RECORD_arguments : i64
  %before = func.call @field(%r, %iarguments) : (i64, i64) -> i64
  %itensors = arith.constant RECORD_tensors : i64
  %tensors = func.call @field(%r, %itensors) : (i64, i64) -> i64
  %iwords = arith.constant SHARED_words : i64
  %words = func.call @field(%g, %iwords) : (i64, i64) -> i64
  %iset = arith.constant SHARED_PyList_SetItem : i64
  %set = func.call @field(%g, %iset) : (i64, i64) -> i64
  %set_p = llvm.inttoptr %set : i64 to !llvm.ptr
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%ok = %true) -> (i1) : i64 {
    %j = arith.addi %before, %i : i64
    %t = func.call @tensor(%tensors, %j) : (i64, i64) -> i64
    %ilate = arith.constant TENSOR_late : i64
    %late = func.call @field(%t, %ilate) : (i64, i64) -> i64
    %is_late = arith.cmpi ne, %late, %c0 : i64
    %wanted = arith.andi %ok, %is_late : i1
    %next = scf.if %wanted -> i1 {
      %o = arith.muli %late, %c8 : i64
      %w = arith.addi %words, %o : i64
      %x = func.call @late_result(%g, %t, %w) : (i64, i64, i64) -> i64
      %is = arith.cmpi ne, %x, %c0 : i64
      scf.if %is {
        %done = llvm.call %set_p(%list, %i, %x) : !llvm.ptr, (i64, i64, i64) -> i32
      }
      scf.yield %is : i1
    } else {
      scf.yield %ok : i1
    }
    scf.yield %next : i1
  }
  return %all : i1
}
// ends what the call holds
func.func private @let_go(%g: i64) {
  %c0 = arith.constant 0 : i64
  %iheld = arith.constant SHARED_held : i64
  %held = func.call @field(%g, %iheld) : (i64, i64) -> i64
  %some = arith.cmpi ne, %held, %c0 : i64
  scf.if %some {
    %i = arith.constant SHARED_release_all : i64
    %f = func.call @field(%g, %i) : (i64, i64) -> i64
    %p = llvm.inttoptr %f : i64 to !llvm.ptr
    llvm.call %p(%held) : !llvm.ptr, (i64) -> ()
  }
  return
}
func.func private @release(%g: i64, %x: i64) {
  %i = arith.constant SHARED_Py_DecRef : i64
  %f = func.call @field(%g, %i) : (i64, i64) -> i64
  %p = llvm.inttoptr %f : i64 to !llvm.ptr
  llvm.call %p(%x) : !llvm.ptr, (i64) -> ()
  return
}
func.func private @nothing(%g: i64) -> i64 {
  %inone = arith.constant SHARED_none : i64
  %none = func.call @field(%g, %inone) : (i64, i64) -> i64
  %i = arith.constant SHARED_Py_IncRef : i64
  %f = func.call @field(%g, %i) : (i64, i64) -> i64
  %p = llvm.inttoptr %f : i64 to !llvm.ptr
  llvm.call %p(%none) : !llvm.ptr, (i64) -> ()
  return %none : i64
}
func.func private @set_busy(%g: i64, %v: i64) {
  %o = arith.constant BUSY_BYTES : i64
  %a = arith.addi %g, %o : i64
  func.call @store(%v, %a) : (i64, i64) -> ()
  return
}
func.func private @run(%g: i64, %r: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c8 = arith.constant 8 : i64
  %iwords = arith.constant SHARED_words : i64
  %words = func.call @field(%g, %iwords) : (i64, i64) -> i64
  %iheader = arith.constant RECORD_header : i64
  %header = func.call @field(%r, %iheader) : (i64, i64) -> i64
  %icount = arith.constant RECORD_header_words : i64
  %count = func.call @field(%r, %icount) : (i64, i64) -> i64
  scf.for %i = %c0 to %count step %c1 : i64 {
    %v = func.call @field(%header, %i) : (i64, i64) -> i64
    %o = arith.muli %i, %c8 : i64
    %a = arith.addi %words, %o : i64
    func.call @store(%v, %a) : (i64, i64) -> ()
  }
  %imain = arith.constant SHARED_main : i64
  %main = func.call @field(%g, %imain) : (i64, i64) -> i64
  %main_p = llvm.inttoptr %main : i64 to !llvm.ptr
  %ipacked = arith.constant SHARED_packed : i64
  %packed = func.call @field(%g, %ipacked) : (i64, i64) -> i64
  %iunlocked = arith.constant RECORD_unlocked : i64
  %unlocked = func.call @field(%r, %iunlocked) : (i64, i64) -> i64
  %is = arith.cmpi ne, %unlocked, %c0 : i64
  scf.if %is {
    %isave = arith.constant SHARED_PyEval_SaveThread : i64
    %save = func.call @field(%g, %isave) : (i64, i64) -> i64
    %save_p = llvm.inttoptr %save : i64 to !llvm.ptr
    %state = llvm.call %save_p() : !llvm.ptr, () -> i64
    llvm.call %main_p(%packed) : !llvm.ptr, (i64) -> ()
    %iback = arith.constant SHARED_PyEval_RestoreThread : i64
    %back = func.call @field(%g, %iback) : (i64, i64) -> i64
    %back_p = llvm.inttoptr %back : i64 to !llvm.ptr
    llvm.call %back_p(%state) : !llvm.ptr, (i64) -> ()
  } else {
    llvm.call %main_p(%packed) : !llvm.ptr, (i64) -> ()
  }
  %status = func.call @field(%words, %c0) : (i64, i64) -> i64
  return %status : i64
}
func.func private @called(%g: i64, %r: i64, %args: i64, %n: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  func.call @set_busy(%g, %c1) : (i64, i64) -> ()
  %c40 = arith.constant 40 : i64
  %itensors = arith.constant RECORD_tensors : i64
  %tensors = func.call @field(%r, %itensors) : (i64, i64) -> i64
  %icells = arith.constant SHARED_cells : i64
  %cells = func.call @field(%g, %icells) : (i64, i64) -> i64
  scf.for %i = %c0 to %n step %c1 : i64 {
    %x = func.call @field(%args, %i) : (i64, i64) -> i64
    %t = func.call @tensor(%tensors, %i) : (i64, i64) -> i64
    %o = arith.muli %i, %c40 : i64
    %cell = arith.addi %cells, %o : i64
    func.call @point(%cell, %x, %t) : (i64, i64, i64) -> ()
  }
  %list = func.call @results(%g, %r) : (i64, i64) -> i64
  %made = arith.cmpi ne, %list, %c0 : i64
  %found = scf.if %made -> i64 {
    %status = func.call @run(%g, %r) : (i64, i64) -> i64
    %good = arith.cmpi eq, %status, %c0 : i64
    %answer = scf.if %good -> i64 {
      %all = func.call @late_results(%g, %r, %list) : (i64, i64, i64) -> i1
      %true = arith.constant true
      %failed = arith.xori %all, %true : i1
      scf.if %failed {
        func.call @release(%g, %list) : (i64, i64) -> ()
      }
      %found = arith.select %all, %list, %c0 : i64
      scf.yield %found : i64
    } else {
      func.call @release(%g, %list) : (i64, i64) -> ()
      %none = func.call @nothing(%g) : (i64) -> i64
      scf.yield %none : i64
    }
    func.call @let_go(%g) : (i64) -> ()
    scf.yield %answer : i64
  } else {
    scf.yield %c0 : i64
  }
  func.call @set_busy(%g, %c0) : (i64, i64) -> ()
  return %found : i64
}
func.func @call(%self: i64, %args: i64, %n: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %od = arith.constant ARRAY_data : i64
  %ad = arith.addi %self, %od : i64
  %g = func.call @load(%ad) : (i64) -> i64
  %ibusy = arith.constant SHARED_busy : i64
  %busy = func.call @field(%g, %ibusy) : (i64, i64) -> i64
  %free = arith.cmpi eq, %busy, %c0 : i64
  %ifirst = arith.constant SHARED_first : i64
  %head = func.call @field(%g, %ifirst) : (i64, i64) -> i64
  %first = arith.select %free, %head, %c0 : i64
  %record = scf.while (%r = %first) : (i64) -> i64 {
    %some = arith.cmpi ne, %r, %c0 : i64
    %go = scf.if %some -> i1 {
      %fits = func.call @fits(%g, %r, %args, %n) : (i64, i64, i64, i64) -> i1
      %true = arith.constant true
      %not = arith.xori %fits, %true : i1
      scf.yield %not : i1
    } else {
      %false = arith.constant false
      scf.yield %false : i1
    }
    scf.condition(%go) %r : i64
  } do {
  ^bb0(%r: i64):
    %inext = arith.constant RECORD_next : i64
    %next = func.call @field(%r, %inext) : (i64, i64) -> i64
    scf.yield %next : i64
  }
  %found = arith.cmpi ne, %record, %c0 : i64
  %answer = scf.if %found -> i64 {
    %x = func.call @called(%g, %record, %args, %n) : (i64, i64, i64, i64) -> i64
    scf.yield %x : i64
  } else {
    %x = func.call @nothing(%g) : (i64) -> i64
    scf.yield %x : i64
  }
  return %answer : i64
}
func.func @address() -> i64 attributes {llvm.emit_c_interface} {
  %f = func.constant @call : (i64, i64, i64) -> i64
  %p = builtin.unrealized_conversion_cast %f : (i64, i64, i64) -> i64 to !llvm.ptr
  %a = llvm.ptrtoint %p : !llvm.ptr to i64
  return %a : i64
}
