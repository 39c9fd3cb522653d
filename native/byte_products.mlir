// The product of matrices of i8 in i32: see byte_products.py, which puts numbers in for LANES, PANEL, LINE, DEPTH, COLUMNS and ROWS,
// names in for NAMED_WORDS, and adds
//   @tile_R_V(a, stride of its rows, panel, c, stride of its rows, k, columns, whether to add, sums): R x V vectors of c
//   @tile: the one of R rows, of two vectors or one
//   @dot(sums, four u8 for each, four i8 for each)
//   @line(b, stride of its rows, to): four rows of a panel
func.func private @mask(%n: i64) -> vector<LANESxi1> {
  %x = arith.index_cast %n : i64 to index
  %m = vector.create_mask %x : vector<LANESxi1>
  return %m : vector<LANESxi1>
}
// n bytes as the lowest ones of a number, n < 4
func.func private @few(%a: !llvm.ptr, %n: i64) -> i32 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %eight = arith.constant 8 : i64
  %zero = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> (i32) : i64 {
    %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %x = llvm.load %p {alignment = 1 : i64} : !llvm.ptr -> i8
    %w = arith.extui %x : i8 to i32
    %bits = arith.muli %i, %eight : i64
    %by = arith.trunci %bits : i64 to i32
    %up = arith.shli %w, %by : i32
    %n1 = arith.ori %t, %up : i32
    scf.yield %n1 : i32
  }
  return %r : i32
}
// 128 times the sums of `rows` rows of k elements of a
func.func private @sums(%a: !llvm.ptr, %am: i64, %rows: i64, %k: i64, %to: !llvm.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %bytes = arith.constant BYTES : i64
  %ones = arith.constant dense<1> : vector<BYTESxi8>
  %zero = arith.constant dense<0> : vector<LANESxi32>
  %scale = arith.constant 128 : i32
  %none = arith.constant 0 : i32
  %rest = arith.remui %k, %bytes : i64
  %whole = arith.subi %k, %rest : i64
  scf.for %i = %c0 to %rows step %c1 : i64 {
    %o = arith.muli %i, %am : i64
    %row = llvm.getelementptr %a[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %s = scf.for %j = %c0 to %whole step %bytes iter_args(%t = %zero) -> (vector<LANESxi32>) : i64 {
      %p = llvm.getelementptr %row[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %x = llvm.load %p {alignment = 1 : i64} : !llvm.ptr -> vector<BYTESxi8>
      %n = func.call @dot(%t, %ones, %x) : (vector<LANESxi32>, vector<BYTESxi8>, vector<BYTESxi8>) -> vector<LANESxi32>
      scf.yield %n : vector<LANESxi32>
    }
    %most = vector.reduction <add>, %s : vector<LANESxi32> into i32
    %all = scf.for %j = %whole to %k step %c1 iter_args(%t = %most) -> (i32) : i64 {
      %p = llvm.getelementptr %row[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %x = llvm.load %p {alignment = 1 : i64} : !llvm.ptr -> i8
      %w = arith.extsi %x : i8 to i32
      %n = arith.addi %t, %w : i32
      scf.yield %n : i32
    }
    %scaled = arith.muli %all, %scale : i32
    %q = llvm.getelementptr %to[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.store %scaled, %q {alignment = 4 : i64} : i32, !llvm.ptr
  }
  return
}
// columns n0 to n1 of rows k0 to k of one panel, byte by byte, 128 more each
func.func private @bytes_to_panel(%b: !llvm.ptr, %bk: i64, %bn: i64, %to: !llvm.ptr, %k0: i64, %k: i64, %n0: i64, %n1: i64) {
  %c1 = arith.constant 1 : i64
  %four = arith.constant 4 : i64
  %line = arith.constant LINE : i64
  %top = arith.constant -128 : i8
  scf.for %j = %n0 to %n1 step %c1 : i64 {
    %o = arith.muli %j, %bn : i64
    %column = llvm.getelementptr %b[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %side = arith.muli %j, %four : i64
    %t = llvm.getelementptr %to[%side] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    scf.for %i = %k0 to %k step %c1 : i64 {
      %oi = arith.muli %i, %bk : i64
      %p = llvm.getelementptr %column[%oi] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %x = llvm.load %p {alignment = 1 : i64} : !llvm.ptr -> i8
      %y = arith.xori %x, %top : i8
      %number = arith.divui %i, %four : i64
      %inside = arith.remui %i, %four : i64
      %down = arith.muli %number, %line : i64
      %at = arith.addi %down, %inside : i64
      %q = llvm.getelementptr %t[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      llvm.store %y, %q {alignment = 1 : i64} : i8, !llvm.ptr
    }
  }
  return
}
// columns 0 to n of rows 0 to k of one panel, where four rows of a column are one number; k is a multiple of four
func.func private @columns_to_panel(%b: !llvm.ptr, %bn: i64, %to: !llvm.ptr, %k: i64, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %four = arith.constant 4 : i64
  %wide = arith.constant PANEL : i64
  %top = arith.constant 0x80808080 : i32
  scf.for %j = %c0 to %n step %c1 : i64 {
    %o = arith.muli %j, %bn : i64
    %column = llvm.getelementptr %b[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %t = llvm.getelementptr %to[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    scf.for %i = %c0 to %k step %four : i64 {
      %p = llvm.getelementptr %column[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %x = llvm.load %p {alignment = 1 : i64} : !llvm.ptr -> i32
      %y = arith.xori %x, %top : i32
      %number = arith.divui %i, %four : i64
      %down = arith.muli %number, %wide : i64
      %q = llvm.getelementptr %t[%down] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      llvm.store %y, %q {alignment = 4 : i64} : i32, !llvm.ptr
    }
  }
  return
}
// k rows of n columns of b to panels; what is beyond them is not written
func.func private @lay(%b: !llvm.ptr, %bk: i64, %bn: i64, %to: !llvm.ptr, %k: i64, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c3 = arith.constant 3 : i64
  %four = arith.constant 4 : i64
  %wide = arith.constant PANEL : i64
  %line = arith.constant LINE : i64
  %rest = arith.remui %k, %four : i64
  %whole = arith.subi %k, %rest : i64
  %ups = arith.addi %k, %c3 : i64
  %lines = arith.divui %ups, %four : i64
  %size = arith.muli %lines, %line : i64
  %by_rows = arith.cmpi eq, %bn, %c1 : i64
  %by_columns = arith.cmpi eq, %bk, %c1 : i64
  %end = scf.for %j = %c0 to %n step %wide iter_args(%t = %to) -> (!llvm.ptr) : i64 {
    %o = arith.muli %j, %bn : i64
    %bj = llvm.getelementptr %b[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %left = arith.subi %n, %j : i64
    %w = arith.minsi %left, %wide : i64
    %full = arith.cmpi eq, %w, %wide : i64
    %fast = arith.andi %by_rows, %full : i1
    %done = scf.if %fast -> (i64) {
      scf.for %i = %c0 to %whole step %four : i64 {
        %oi = arith.muli %i, %bk : i64
        %p = llvm.getelementptr %bj[%oi] : (!llvm.ptr, i64) -> !llvm.ptr, i8
        %ot = arith.muli %i, %wide : i64
        %q = llvm.getelementptr %t[%ot] : (!llvm.ptr, i64) -> !llvm.ptr, i8
        func.call @line(%p, %bk, %q) : (!llvm.ptr, i64, !llvm.ptr) -> ()
      }
      scf.yield %whole : i64
    } else {
      %some = scf.if %by_columns -> (i64) {
        func.call @columns_to_panel(%bj, %bn, %t, %whole, %w) : (!llvm.ptr, i64, !llvm.ptr, i64, i64) -> ()
        scf.yield %whole : i64
      } else {
        scf.yield %c0 : i64
      }
      scf.yield %some : i64
    }
    func.call @bytes_to_panel(%bj, %bk, %bn, %t, %done, %k, %c0, %w) : (!llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i64, i64) -> ()
    %next = llvm.getelementptr %t[%size] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    scf.yield %next : !llvm.ptr
  }
  return
}
// columns n0 to n1 of one product, `step` rows at a time; b lies in panels of `span` columns in all, or is laid out
func.func private @matrix(%a: !llvm.ptr, %am: i64, %b: !llvm.ptr, %bk: i64, %bn: i64, %packed: i1, %span: i64, %c: !llvm.ptr, %cm: i64, %m: i64, %step: i64, %n0: i64, %n1: i64, %k: i64, %panels: !llvm.ptr, %sums: !llvm.ptr) {
  %c0 = arith.constant 0 : i64
  %c3 = arith.constant 3 : i64
  %four = arith.constant 4 : i64
  %wide = arith.constant PANEL : i64
  %line = arith.constant LINE : i64
  %depth = arith.constant DEPTH : i64
  %most = arith.constant COLUMNS : i64
  scf.for %j = %n0 to %n1 step %most : i64 {
    %nleft = arith.subi %n1, %j : i64
    %n = arith.minsi %nleft, %most : i64
    %cj = llvm.getelementptr %c[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    scf.for %p = %c0 to %k step %depth : i64 {
      %kleft = arith.subi %k, %p : i64
      %kc = arith.minsi %kleft, %depth : i64
      %add = arith.cmpi sgt, %p, %c0 : i64
      %ups = arith.addi %kc, %c3 : i64
      %lines = arith.divui %ups, %four : i64
      %size = arith.muli %lines, %line : i64
      %ap = llvm.getelementptr %a[%p] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %from = scf.if %packed -> (!llvm.ptr) {
        %down = arith.muli %p, %span : i64
        %tall = arith.muli %lines, %four : i64
        %side = arith.muli %j, %tall : i64
        %at = arith.addi %down, %side : i64
        %bp = llvm.getelementptr %b[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i8
        scf.yield %bp : !llvm.ptr
      } else {
        %ok = arith.muli %p, %bk : i64
        %on = arith.muli %j, %bn : i64
        %at = arith.addi %ok, %on : i64
        %bp = llvm.getelementptr %b[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i8
        func.call @lay(%bp, %bk, %bn, %panels, %kc, %n) : (!llvm.ptr, i64, i64, !llvm.ptr, i64, i64) -> ()
        scf.yield %panels : !llvm.ptr
      }
      scf.for %i = %c0 to %m step %step : i64 {
        %mleft = arith.subi %m, %i : i64
        %rows = arith.minsi %mleft, %step : i64
        %oi = arith.muli %i, %am : i64
        %ai = llvm.getelementptr %ap[%oi] : (!llvm.ptr, i64) -> !llvm.ptr, i8
        %oc = arith.muli %i, %cm : i64
        %ci = llvm.getelementptr %cj[%oc] : (!llvm.ptr, i64) -> !llvm.ptr, i32
        func.call @sums(%ai, %am, %rows, %kc, %sums) : (!llvm.ptr, i64, i64, i64, !llvm.ptr) -> ()
        %end = scf.for %jj = %c0 to %n step %wide iter_args(%q = %from) -> (!llvm.ptr) : i64 {
          %left = arith.subi %n, %jj : i64
          %w = arith.minsi %left, %wide : i64
          %cq = llvm.getelementptr %ci[%jj] : (!llvm.ptr, i64) -> !llvm.ptr, i32
          func.call @tile(%rows, %ai, %am, %q, %cq, %cm, %kc, %w, %add, %sums) : (i64, !llvm.ptr, i64, !llvm.ptr, !llvm.ptr, i64, i64, i64, i1, !llvm.ptr) -> ()
          %next = llvm.getelementptr %q[%size] : (!llvm.ptr, i64) -> !llvm.ptr, i8
          scf.yield %next : !llvm.ptr
        }
      }
    }
  }
  return
}
// part number `part` of `parts`: panels of all matrices one after another, or rows of one matrix
func.func @product(%word: i64, %part: i64, %parts: i64) {
  %words = llvm.inttoptr %word : i64 to !llvm.ptr
NAMED_WORDS
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c3 = arith.constant 3 : i64
  %wide = arith.constant PANEL : i64
  %line = arith.constant LINE : i64
  %most = arith.constant ROWS : i64
  %A = llvm.inttoptr %a : i64 to !llvm.ptr
  %B = llvm.inttoptr %b : i64 to !llvm.ptr
  %C0 = llvm.inttoptr %c : i64 to !llvm.ptr
  %C = llvm.getelementptr %C0[%c_0] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  // rows of tiles as equal as can be
  %ups = arith.addi %m, %most : i64
  %up = arith.subi %ups, %c1 : i64
  %blocks0 = arith.divui %up, %most : i64
  %blocks = arith.maxsi %blocks0, %c1 : i64
  %mups = arith.addi %m, %blocks : i64
  %mup = arith.subi %mups, %c1 : i64
  %step0 = arith.divui %mup, %blocks : i64
  %step = arith.maxsi %step0, %c1 : i64
  %nups = arith.addi %n, %wide : i64
  %nup = arith.subi %nups, %c1 : i64
  %count = arith.divui %nup, %wide : i64
  %span = arith.muli %count, %wide : i64
  %lies_in_panels = arith.cmpi ne, %packed, %c0 : i64
  %columns = arith.constant COLUMNS : i64
  %depth = arith.constant DEPTH : i64
  %width = arith.minsi %span, %columns : i64
  %high0 = arith.minsi %k, %depth : i64
  %high = arith.addi %high0, %c3 : i64
  %size0 = arith.muli %width, %high : i64
  %size = arith.select %lies_in_panels, %c0, %size0 : i64
  %panels = llvm.alloca %size x i8 {alignment = 64 : i64} : (i64) -> !llvm.ptr
  %sums = llvm.alloca %most x i32 {alignment = 64 : i64} : (i64) -> !llvm.ptr
  %matrices = arith.muli %outer, %batches : i64
  %has_rows = arith.cmpi sgt, %m, %c0 : i64
  %all = arith.select %has_rows, %matrices, %c0 : i64
  %flat = arith.muli %all, %count : i64
  %per = arith.maxsi %count, %c1 : i64
  // rows of one matrix, where its panels do not come out even
  %one = arith.cmpi eq, %all, %c1 : i64
  %uneven0 = arith.remui %count, %parts : i64
  %uneven = arith.cmpi ne, %uneven0, %c0 : i64
  %tall = arith.cmpi sge, %blocks, %parts : i64
  %r0 = arith.andi %one, %uneven : i1
  %by_rows = arith.andi %r0, %tall : i1
  %units = arith.select %by_rows, %blocks, %flat : i64
  %u0 = arith.muli %units, %part : i64
  %first = arith.divui %u0, %parts : i64
  %after = arith.addi %part, %c1 : i64
  %u1 = arith.muli %units, %after : i64
  %last = arith.divui %u1, %parts : i64
  %begin0 = arith.muli %first, %step : i64
  %begin = arith.select %by_rows, %begin0, %c0 : i64
  %end0 = arith.muli %last, %step : i64
  %end1 = arith.select %by_rows, %end0, %m : i64
  %end = arith.minsi %end1, %m : i64
  %rows0 = arith.subi %end, %begin : i64
  %rows = arith.maxsi %rows0, %c0 : i64
  %f0 = arith.select %by_rows, %c0, %first : i64
  %f1 = arith.select %by_rows, %flat, %last : i64
  %t0 = arith.divui %f0, %per : i64
  %f1up = arith.addi %f1, %per : i64
  %f1up1 = arith.subi %f1up, %c1 : i64
  %t1 = arith.divui %f1up1, %per : i64
  %skip_a = arith.muli %begin, %a_m : i64
  %skip_c = arith.muli %begin, %c_m : i64
  %A1 = llvm.getelementptr %A[%skip_a] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %C1 = llvm.getelementptr %C[%skip_c] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %inner = arith.maxsi %batches, %c1 : i64
  scf.for %t = %t0 to %t1 step %c1 : i64 {
    %before = arith.muli %t, %per : i64
    %q0 = arith.subi %f0, %before : i64
    %p0 = arith.maxsi %q0, %c0 : i64
    %q1 = arith.subi %f1, %before : i64
    %p1 = arith.minsi %q1, %count : i64
    %n0 = arith.muli %p0, %wide : i64
    %n1s = arith.muli %p1, %wide : i64
    %n1 = arith.minsi %n1s, %n : i64
    %io = arith.divui %t, %inner : i64
    %ii = arith.remui %t, %inner : i64
    %x0 = arith.muli %io, %a_o : i64
    %x1 = arith.muli %ii, %a_b : i64
    %x = arith.addi %x0, %x1 : i64
    %pa = llvm.getelementptr %A1[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %y0 = arith.muli %io, %b_o : i64
    %y1 = arith.muli %ii, %b_b : i64
    %y = arith.addi %y0, %y1 : i64
    %pb = llvm.getelementptr %B[%y] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %z0 = arith.muli %io, %c_o : i64
    %z1 = arith.muli %ii, %c_b : i64
    %z = arith.addi %z0, %z1 : i64
    %pc = llvm.getelementptr %C1[%z] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    func.call @matrix(%pa, %a_m, %pb, %b_k, %b_n, %lies_in_panels, %span, %pc, %c_m, %rows, %step, %n0, %n1, %k, %panels, %sums) : (!llvm.ptr, i64, !llvm.ptr, i64, i64, i1, i64, !llvm.ptr, i64, i64, i64, i64, i64, i64, !llvm.ptr, !llvm.ptr) -> ()
  }
  return
}
func.func @address() -> i64 attributes {llvm.emit_c_interface} {
  %f = func.constant @product : (i64, i64, i64) -> ()
  %p = builtin.unrealized_conversion_cast %f : (i64, i64, i64) -> () to !llvm.ptr
  %a = llvm.ptrtoint %p : !llvm.ptr to i64
  return %a : i64
}
