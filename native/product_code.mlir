// The product of matrices of f32: see product_code.py, which puts numbers in for LANES, PANEL, ROWS, DEPTH, COLUMNS, FEW,
// LIGHT, ASKED, SINGLE, BROAD, AHEAD, BESIDE, FAST and NEAR, names in for WORDS, and adds the functions that come in several sizes:
//   @tile_R_V(a, strides of its rows and columns, b, strides of its rows and panels, how far ahead b is asked for, next, its stride,
//     soon, its stride, chunk, c, stride of its rows, k, whether to add): R x V vectors of c; every `chunk` products a row of `next`,
//     of `soon` and of c are asked for
//   @lay_R_2(as these, to): as @tile_R_2, and what was read of b is put in line after `to`
//   @tile, @broad, @lay: the ones of R rows, of two vectors or one, and of many
//   @turned(b, stride of columns, to): LANES x LANES elements of b, whose rows are columns then
func.func private @mask(%n: i64) -> vector<LANESxi1> {
  %x = arith.index_cast %n : i64 to index
  %m = vector.create_mask %x : vector<LANESxi1>
  return %m : vector<LANESxi1>
}
// into how many tiles of up to `step` rows m rows are divided, how many rows the smaller ones have, and how many have one more
func.func private @tiles_of(%m: i64, %step: i64) -> (i64, i64, i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %few = arith.cmpi sle, %m, %step : i64
  %r:3 = scf.if %few -> (i64, i64, i64) {
    %one = arith.minsi %m, %c1 : i64
    scf.yield %one, %m, %c0 : i64, i64, i64
  } else {
    %less = arith.subi %step, %c1 : i64
    %ups = arith.addi %m, %less : i64
    %blocks = arith.divui %ups, %step : i64
    %low = arith.divui %m, %blocks : i64
    %high = arith.remui %m, %blocks : i64
    scf.yield %blocks, %low, %high : i64, i64, i64
  }
  return %r#0, %r#1, %r#2 : i64, i64, i64
}
// k rows of n elements of b, each in order, to panels; those beyond n are 0
func.func private @rows_to_panels(%b: !llvm.ptr, %bk: i64, %to: !llvm.ptr, %k: i64, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %wide = arith.constant PANEL : i64
  %lanes = arith.constant LANES : i64
  %z = arith.constant dense<0.0> : vector<LANESxf32>
  %tail = arith.remui %n, %wide : i64
  %full = arith.subi %n, %tail : i64
  %panel = arith.muli %k, %wide : i64
  %has = arith.cmpi sgt, %tail, %c0 : i64
  %t2 = arith.subi %tail, %lanes : i64
  %m1 = func.call @mask(%tail) : (i64) -> vector<LANESxi1>
  %m2 = func.call @mask(%t2) : (i64) -> vector<LANESxi1>
  %count = arith.divui %full, %wide : i64
  %last = arith.muli %count, %panel : i64
  %rows_ahead = arith.constant FAR : i64
  %distance = arith.muli %bk, %rows_ahead : i64
  scf.for %i = %c0 to %k step %c1 : i64 {
    %ob = arith.muli %i, %bk : i64
    %row = llvm.getelementptr %b[%ob] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %ot = arith.muli %i, %wide : i64
    %q = llvm.getelementptr %to[%ot] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %soon = llvm.getelementptr %row[%distance] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %r = scf.for %j = %c0 to %full step %wide iter_args(%q0 = %q) -> (!llvm.ptr) : i64 {
      %s0 = llvm.getelementptr %soon[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %s1 = llvm.getelementptr %s0[16] : (!llvm.ptr) -> !llvm.ptr, f32
      "llvm.intr.prefetch"(%s0) <{rw = 0 : i32, hint = 3 : i32, cache = 1 : i32}> : (!llvm.ptr) -> ()
      "llvm.intr.prefetch"(%s1) <{rw = 0 : i32, hint = 3 : i32, cache = 1 : i32}> : (!llvm.ptr) -> ()
      %p0 = llvm.getelementptr %row[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %p1 = llvm.getelementptr %p0[LANES] : (!llvm.ptr) -> !llvm.ptr, f32
      %q1 = llvm.getelementptr %q0[LANES] : (!llvm.ptr) -> !llvm.ptr, f32
      %v0 = llvm.load %p0 {alignment = 4 : i64} : !llvm.ptr -> vector<LANESxf32>
      %v1 = llvm.load %p1 {alignment = 4 : i64} : !llvm.ptr -> vector<LANESxf32>
      llvm.store %v0, %q0 {alignment = 4 : i64} : vector<LANESxf32>, !llvm.ptr
      llvm.store %v1, %q1 {alignment = 4 : i64} : vector<LANESxf32>, !llvm.ptr
      %next = llvm.getelementptr %q0[%panel] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      scf.yield %next : !llvm.ptr
    }
    scf.if %has {
      %p0 = llvm.getelementptr %row[%full] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %p1 = llvm.getelementptr %p0[LANES] : (!llvm.ptr) -> !llvm.ptr, f32
      %q0 = llvm.getelementptr %q[%last] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %q1 = llvm.getelementptr %q0[LANES] : (!llvm.ptr) -> !llvm.ptr, f32
      %v0 = llvm.intr.masked.load %p0, %m1, %z {alignment = 4 : i32} : (!llvm.ptr, vector<LANESxi1>, vector<LANESxf32>) -> vector<LANESxf32>
      %v1 = llvm.intr.masked.load %p1, %m2, %z {alignment = 4 : i32} : (!llvm.ptr, vector<LANESxi1>, vector<LANESxf32>) -> vector<LANESxf32>
      llvm.store %v0, %q0 {alignment = 4 : i64} : vector<LANESxf32>, !llvm.ptr
      llvm.store %v1, %q1 {alignment = 4 : i64} : vector<LANESxf32>, !llvm.ptr
    }
  }
  return
}
// columns n0 to n1 of one panel, from row k0 to k, element by element; those from n on are 0
func.func private @elements_to_panel(%b: !llvm.ptr, %bk: i64, %bn: i64, %to: !llvm.ptr, %k0: i64, %k: i64, %n0: i64, %n1: i64, %n: i64) {
  %c1 = arith.constant 1 : i64
  %wide = arith.constant PANEL : i64
  %zero = arith.constant 0.0 : f32
  scf.for %j = %n0 to %n1 step %c1 : i64 {
    %has = arith.cmpi slt, %j, %n : i64
    %o = arith.muli %j, %bn : i64
    %column = llvm.getelementptr %b[%o] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %t = llvm.getelementptr %to[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    scf.for %i = %k0 to %k step %c1 : i64 {
      %oi = arith.muli %i, %bk : i64
      %v = scf.if %has -> f32 {
        %p = llvm.getelementptr %column[%oi] : (!llvm.ptr, i64) -> !llvm.ptr, f32
        %x = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> f32
        scf.yield %x : f32
      } else {
        scf.yield %zero : f32
      }
      %ti = arith.muli %i, %wide : i64
      %q = llvm.getelementptr %t[%ti] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      llvm.store %v, %q {alignment = 4 : i64} : f32, !llvm.ptr
    }
  }
  return
}
// as rows_to_panels, for any strides; columns that lie in order are turned in blocks
func.func private @columns_to_panels(%b: !llvm.ptr, %bk: i64, %bn: i64, %to: !llvm.ptr, %k: i64, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %lanes = arith.constant LANES : i64
  %wide = arith.constant PANEL : i64
  %unit = arith.cmpi eq, %bk, %c1 : i64
  %panel = arith.muli %k, %wide : i64
  %krest = arith.remui %k, %lanes : i64
  %kwhole = arith.subi %k, %krest : i64
  %kf = arith.select %unit, %kwhole, %c0 : i64
  %r = scf.for %j = %c0 to %n step %wide iter_args(%t = %to) -> (!llvm.ptr) : i64 {
    %o = arith.muli %j, %bn : i64
    %column = llvm.getelementptr %b[%o] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %left = arith.subi %n, %j : i64
    %w = arith.minsi %left, %wide : i64
    %wrest = arith.remui %w, %lanes : i64
    %wf = arith.subi %w, %wrest : i64
    scf.for %jj = %c0 to %wf step %lanes : i64 {
      %oj = arith.muli %jj, %bn : i64
      %cj = llvm.getelementptr %column[%oj] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %tj = llvm.getelementptr %t[%jj] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      scf.for %i = %c0 to %kf step %lanes : i64 {
        %p = llvm.getelementptr %cj[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
        %ti = arith.muli %i, %wide : i64
        %q = llvm.getelementptr %tj[%ti] : (!llvm.ptr, i64) -> !llvm.ptr, f32
        func.call @turned(%p, %bn, %q) : (!llvm.ptr, i64, !llvm.ptr) -> ()
      }
    }
    func.call @elements_to_panel(%column, %bk, %bn, %t, %kf, %k, %c0, %wf, %w) : (!llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i64, i64, i64) -> ()
    // a tile of one vector reads no more
    %one = arith.cmpi sle, %w, %lanes : i64
    %reads = arith.select %one, %lanes, %wide : i64
    func.call @elements_to_panel(%column, %bk, %bn, %t, %c0, %k, %wf, %reads, %w) : (!llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i64, i64, i64) -> ()
    %next = llvm.getelementptr %t[%panel] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    scf.yield %next : !llvm.ptr
  }
  return
}
// the first w columns of a tile to c
func.func private @put(%t: !llvm.ptr, %c: !llvm.ptr, %cm: i64, %rows: i64, %w: i64, %add: i1) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %lanes = arith.constant LANES : i64
  %wide = arith.constant PANEL : i64
  %z = arith.constant dense<0.0> : vector<LANESxf32>
  scf.for %h = %c0 to %w step %lanes : i64 {
    %left = arith.subi %w, %h : i64
    %m = func.call @mask(%left) : (i64) -> vector<LANESxi1>
    scf.for %i = %c0 to %rows step %c1 : i64 {
      %oi = arith.muli %i, %wide : i64
      %os = arith.addi %oi, %h : i64
      %p = llvm.getelementptr %t[%os] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %v = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> vector<LANESxf32>
      %oc = arith.muli %i, %cm : i64
      %od = arith.addi %oc, %h : i64
      %q = llvm.getelementptr %c[%od] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %r = scf.if %add -> vector<LANESxf32> {
        %old = llvm.intr.masked.load %q, %m, %z {alignment = 4 : i32} : (!llvm.ptr, vector<LANESxi1>, vector<LANESxf32>) -> vector<LANESxf32>
        %sum = arith.addf %old, %v : vector<LANESxf32>
        scf.yield %sum : vector<LANESxf32>
      } else {
        scf.yield %v : vector<LANESxf32>
      }
      llvm.intr.masked.store %r, %q, %m {alignment = 4 : i32} : vector<LANESxf32>, vector<LANESxi1> into !llvm.ptr
    }
  }
  return
}
// m rows of one panel of c, w columns; b is a panel, or lies so
func.func private @panel(%a: !llvm.ptr, %am: i64, %ak: i64, %b: !llvm.ptr, %bs: i64, %far: i64, %next: !llvm.ptr, %nk: i64, %soon: !llvm.ptr, %sm: i64, %chunk: i64, %c: !llvm.ptr, %cm: i64, %m: i64, %step: i64, %w: i64, %k: i64, %add: i1, %tile: !llvm.ptr) {
  %c0 = arith.constant 0 : i64
  %lanes = arith.constant LANES : i64
  %wide = arith.constant PANEL : i64
  %tall = arith.constant ROWS : i64
  %false = arith.constant false
  %two = arith.cmpi sgt, %w, %lanes : i64
  %all = arith.cmpi eq, %w, %wide : i64
  %half = arith.cmpi eq, %w, %lanes : i64
  %full = arith.ori %half, %all : i1
  %c1 = arith.constant 1 : i64
  %blocks, %low, %high = func.call @tiles_of(%m, %step) : (i64, i64) -> (i64, i64, i64)
  %above = arith.addi %low, %c1 : i64
  %end = scf.for %t = %c0 to %blocks step %c1 iter_args(%i = %c0) -> (i64) : i64 {
    %is_high = arith.cmpi slt, %t, %high : i64
    %rows = arith.select %is_high, %above, %low : i64
    %oi = arith.muli %i, %am : i64
    %ai = llvm.getelementptr %a[%oi] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %oc = arith.muli %i, %cm : i64
    %ci = llvm.getelementptr %c[%oc] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    scf.if %full {
      %tall_one = arith.cmpi eq, %rows, %tall : i64
      %whole = arith.andi %tall_one, %two : i1
      scf.if %whole {
        func.call @tile_ROWS_2(%ai, %am, %ak, %b, %bs, %wide, %far, %next, %nk, %soon, %sm, %chunk, %ci, %cm, %k, %add) : (!llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i64, !llvm.ptr, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i1) -> ()
      } else {
        func.call @tile(%rows, %two, %ai, %am, %ak, %b, %bs, %wide, %far, %next, %nk, %soon, %sm, %chunk, %ci, %cm, %k, %add) : (i64, i1, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i64, !llvm.ptr, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i1) -> ()
      }
    } else {
      func.call @tile(%rows, %two, %ai, %am, %ak, %b, %bs, %wide, %far, %next, %nk, %soon, %sm, %chunk, %tile, %wide, %k, %false) : (i64, i1, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i64, !llvm.ptr, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i1) -> ()
      func.call @put(%tile, %ci, %cm, %rows, %w, %add) : (!llvm.ptr, !llvm.ptr, i64, i64, i64, i1) -> ()
    }
    %below = arith.addi %i, %rows : i64
    scf.yield %below : i64
  }
  return
}
// b is read where it lies, but for the columns that are no whole panel; after the last panels the ones `hop` after the first are
// asked for
func.func private @in_place(%a: !llvm.ptr, %am: i64, %ak: i64, %b: !llvm.ptr, %bk: i64, %c: !llvm.ptr, %cm: i64, %m: i64, %step: i64, %n: i64, %k: i64, %add: i1, %tile: !llvm.ptr, %panels: !llvm.ptr, %hop: i64) {
  %chunk = arith.constant CHUNK : i64
  %c0 = arith.constant 0 : i64
  %wide = arith.constant PANEL : i64
  %near = arith.constant NEAR : i64
  %broad = arith.constant BROAD : i64
  %single = arith.constant SINGLE : i64
  %tail = arith.remui %n, %wide : i64
  %full = arith.subi %n, %tail : i64
  %rest = arith.remui %n, %broad : i64
  %whole = arith.subi %n, %rest : i64
  %until = arith.subi %full, %near : i64
  %back = arith.subi %hop, %until : i64
  %few = arith.cmpi sle, %m, %single : i64
  %begin = arith.select %few, %whole, %c0 : i64
  scf.for %j = %c0 to %begin step %broad : i64 {
    %bq = llvm.getelementptr %b[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %cq = llvm.getelementptr %c[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    func.call @broad(%m, %a, %am, %ak, %bq, %bk, %wide, %broad, %bq, %c0, %a, %c0, %chunk, %cq, %cm, %k, %add) : (i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i64, !llvm.ptr, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i1) -> ()
  }
  scf.for %j = %begin to %full step %wide : i64 {
    %bq = llvm.getelementptr %b[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %cq = llvm.getelementptr %c[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %here = arith.cmpi slt, %j, %until : i64
    %far = arith.select %here, %near, %back : i64
    func.call @panel(%a, %am, %ak, %bq, %bk, %far, %bq, %c0, %a, %c0, %chunk, %cq, %cm, %m, %step, %wide, %k, %add, %tile) : (!llvm.ptr, i64, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i64, i64, i64, i1, !llvm.ptr) -> ()
  }
  %has = arith.cmpi sgt, %tail, %c0 : i64
  scf.if %has {
    %bq = llvm.getelementptr %b[%full] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %cq = llvm.getelementptr %c[%full] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    func.call @rows_to_panels(%bq, %bk, %panels, %k, %tail) : (!llvm.ptr, i64, !llvm.ptr, i64, i64) -> ()
    func.call @panel(%a, %am, %ak, %panels, %wide, %wide, %panels, %c0, %a, %c0, %chunk, %cq, %cm, %m, %step, %tail, %k, %add, %tile) : (!llvm.ptr, i64, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i64, i64, i64, i1, !llvm.ptr) -> ()
  }
  return
}
// rows of a are gone through once for all panels of b; the tiles of each row of them ask for some rows, `nk` apart, of the part of
// b that comes next, whose panels are `np` apart
func.func private @over_panels(%a: !llvm.ptr, %am: i64, %ak: i64, %panels: !llvm.ptr, %c: !llvm.ptr, %cm: i64, %m: i64, %step: i64, %n: i64, %k: i64, %add: i1, %tile: !llvm.ptr, %next: !llvm.ptr, %nk: i64, %np: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %wide = arith.constant PANEL : i64
  %far = arith.constant AHEAD : i64
  // so often that all of the next part is asked for, and all rows of a tile
  %blocks, %low, %high = func.call @tiles_of(%m, %step) : (i64, i64) -> (i64, i64, i64)
  %above = arith.addi %low, %c1 : i64
  %tall = arith.constant ROWS : i64
  %flat = arith.divui %k, %tall : i64
  %least = arith.constant FAST : i64
  %most = arith.constant CHUNK : i64
  %chunk0 = arith.minsi %blocks, %flat : i64
  %chunk1 = arith.minsi %chunk0, %most : i64
  %chunk2 = arith.maxsi %chunk1, %least : i64
  %nothing = arith.cmpi eq, %nk, %c0 : i64
  %chunk = arith.select %nothing, %most, %chunk2 : i64
  %done0 = arith.addi %k, %chunk : i64
  %done1 = arith.subi %done0, %c1 : i64
  %share = arith.divui %done1, %chunk : i64
  %size = arith.muli %k, %wide : i64
  %end:2 = scf.for %t = %c0 to %blocks step %c1 iter_args(%i = %c0, %asked = %c0) -> (i64, i64) : i64 {
    %asks = arith.cmpi slt, %asked, %k : i64
    %row = arith.select %asks, %nk, %c0 : i64
    %panel = arith.select %asks, %np, %c0 : i64
    %from = arith.select %asks, %next, %panels : !llvm.ptr
    %ok = arith.muli %asked, %row : i64
    %from_row = llvm.getelementptr %from[%ok] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %is_high = arith.cmpi slt, %t, %high : i64
    %rows = arith.select %is_high, %above, %low : i64
    %tall_one = arith.cmpi eq, %rows, %tall : i64
    %oi = arith.muli %i, %am : i64
    %ai = llvm.getelementptr %a[%oi] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %oc = arith.muli %i, %cm : i64
    %ci = llvm.getelementptr %c[%oc] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %on = arith.muli %rows, %am : i64
    %an = llvm.getelementptr %ai[%on] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %e:2 = scf.for %j = %c0 to %n step %wide iter_args(%s = %panels, %nj = %from_row) -> (!llvm.ptr, !llvm.ptr) : i64 {
      %nleft = arith.subi %n, %j : i64
      %aj = llvm.getelementptr %an[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      // the next rows have no more columns in this part
      %spread = arith.cmpi slt, %j, %k : i64
      %soon = arith.select %spread, %aj, %ai : !llvm.ptr
      %sm = arith.select %spread, %am, %c0 : i64
      %w = arith.minsi %nleft, %wide : i64
      %cq = llvm.getelementptr %ci[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      // most tiles are of all rows and columns
      %wide_one = arith.cmpi eq, %w, %wide : i64
      %whole = arith.andi %tall_one, %wide_one : i1
      scf.if %whole {
        func.call @tile_ROWS_2(%ai, %am, %ak, %s, %wide, %wide, %far, %nj, %row, %soon, %sm, %chunk, %cq, %cm, %k, %add) : (!llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i64, !llvm.ptr, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i1) -> ()
      } else {
        func.call @panel(%ai, %am, %ak, %s, %wide, %far, %nj, %row, %soon, %sm, %chunk, %cq, %cm, %rows, %step, %w, %k, %add, %tile) : (!llvm.ptr, i64, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i64, i64, i64, i1, !llvm.ptr) -> ()
      }
      %sn = llvm.getelementptr %s[%size] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %nn = llvm.getelementptr %nj[%panel] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      scf.yield %sn, %nn : !llvm.ptr, !llvm.ptr
    }
    %below = arith.addi %i, %rows : i64
    %now = arith.addi %asked, %share : i64
    scf.yield %below, %now : i64, i64
  }
  return
}
// b, whose rows are in order, is laid out in panels by the first tile of each; all tiles of the panels that are asked for at once share
// asking for the next ones, after the last ones for those at `then`
func.func private @laid_by_tiles(%a: !llvm.ptr, %am: i64, %ak: i64, %b: !llvm.ptr, %bk: i64, %c: !llvm.ptr, %cm: i64, %m: i64, %step: i64, %n: i64, %k: i64, %add: i1, %tile: !llvm.ptr, %panels: !llvm.ptr, %then: !llvm.ptr) {
  %c0 = arith.constant 0 : i64
  %wide = arith.constant PANEL : i64
  %ahead = arith.constant BESIDE : i64
  %far = arith.constant AHEAD : i64
  %size = arith.muli %k, %wide : i64
  %tail = arith.remui %n, %wide : i64
  %full = arith.subi %n, %tail : i64
  %c1 = arith.constant 1 : i64
  %blocks, %low, %high = func.call @tiles_of(%m, %step) : (i64, i64) -> (i64, i64, i64)
  %above = arith.addi %low, %c1 : i64
  %some_high = arith.cmpi sgt, %high, %c0 : i64
  %rows = arith.select %some_high, %above, %low : i64
  %together = arith.constant ASKED : i64
  %group = arith.divui %together, %wide : i64
  %chunk = arith.muli %blocks, %group : i64
  %each = arith.divui %k, %group : i64
  %each_tile = arith.divui %each, %blocks : i64
  %share = arith.muli %each_tile, %bk : i64
  %last = scf.for %j = %c0 to %full step %wide iter_args(%to = %panels) -> (!llvm.ptr) : i64 {
    %bq = llvm.getelementptr %b[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %cq = llvm.getelementptr %c[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %inside = arith.remui %j, %together : i64
    %start = arith.subi %j, %inside : i64
    %after = arith.addi %start, %together : i64
    %number = arith.divui %inside, %wide : i64
    %row = arith.muli %number, %each : i64
    %asks = arith.cmpi slt, %after, %n : i64
    %from = llvm.getelementptr %b[%after] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %from_there = arith.select %asks, %from, %then : !llvm.ptr
    %row_at = arith.muli %row, %bk : i64
    %nq = llvm.getelementptr %from_there[%row_at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    func.call @lay(%rows, %a, %am, %ak, %bq, %bk, %wide, %ahead, %nq, %bk, %a, %c0, %chunk, %cq, %cm, %k, %add, %to) : (i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i64, !llvm.ptr, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i1, !llvm.ptr) -> ()
    %end:2 = scf.for %t = %c1 to %blocks step %c1 iter_args(%i = %rows, %below = %nq) -> (i64, !llvm.ptr) : i64 {
      %ni = llvm.getelementptr %below[%share] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %is_high = arith.cmpi slt, %t, %high : i64
      %some = arith.select %is_high, %above, %low : i64
      %oi = arith.muli %i, %am : i64
      %ai = llvm.getelementptr %a[%oi] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %oc = arith.muli %i, %cm : i64
      %ci = llvm.getelementptr %cq[%oc] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      func.call @panel(%ai, %am, %ak, %to, %wide, %far, %ni, %bk, %ai, %c0, %chunk, %ci, %cm, %some, %step, %wide, %k, %add, %tile) : (!llvm.ptr, i64, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i64, i64, i64, i1, !llvm.ptr) -> ()
      %in = arith.addi %i, %some : i64
      scf.yield %in, %ni : i64, !llvm.ptr
    }
    %next = llvm.getelementptr %to[%size] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    scf.yield %next : !llvm.ptr
  }
  %has = arith.cmpi sgt, %tail, %c0 : i64
  scf.if %has {
    %bq = llvm.getelementptr %b[%full] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %cq = llvm.getelementptr %c[%full] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    func.call @rows_to_panels(%bq, %bk, %last, %k, %tail) : (!llvm.ptr, i64, !llvm.ptr, i64, i64) -> ()
    func.call @panel(%a, %am, %ak, %last, %wide, %wide, %last, %c0, %a, %c0, %chunk, %cq, %cm, %m, %step, %tail, %k, %add, %tile) : (!llvm.ptr, i64, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i64, i64, i64, i1, !llvm.ptr) -> ()
  }
  return
}
// b is laid out in panels
func.func private @laid_out(%a: !llvm.ptr, %am: i64, %ak: i64, %b: !llvm.ptr, %bk: i64, %bn: i64, %c: !llvm.ptr, %cm: i64, %m: i64, %step: i64, %n: i64, %k: i64, %add: i1, %tile: !llvm.ptr, %panels: !llvm.ptr, %next: !llvm.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %wide = arith.constant PANEL : i64
  %by_rows = arith.cmpi eq, %bn, %c1 : i64
  %tiles = arith.constant FAST : i64
  // the rows of the first tiles
  %blocks, %low, %high = func.call @tiles_of(%m, %step) : (i64, i64) -> (i64, i64, i64)
  %above = arith.addi %low, %c1 : i64
  %few = arith.minsi %tiles, %blocks : i64
  %tall = arith.minsi %few, %high : i64
  %flat = arith.muli %few, %low : i64
  %first = arith.addi %flat, %tall : i64
  %done = scf.if %by_rows -> i64 {
    func.call @laid_by_tiles(%a, %am, %ak, %b, %bk, %c, %cm, %first, %step, %n, %k, %add, %tile, %panels, %next) : (!llvm.ptr, i64, i64, !llvm.ptr, i64, !llvm.ptr, i64, i64, i64, i64, i64, i1, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
    scf.yield %first : i64
  } else {
    func.call @columns_to_panels(%b, %bk, %bn, %panels, %k, %n) : (!llvm.ptr, i64, i64, !llvm.ptr, i64, i64) -> ()
    scf.yield %c0 : i64
  }
  %from = arith.select %by_rows, %next, %panels : !llvm.ptr
  %nk = arith.select %by_rows, %bk, %c0 : i64
  %np = arith.select %by_rows, %wide, %c0 : i64
  %oa = arith.muli %done, %am : i64
  %oc = arith.muli %done, %cm : i64
  %ad = llvm.getelementptr %a[%oa] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %cd = llvm.getelementptr %c[%oc] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %rest = arith.subi %m, %done : i64
  func.call @over_panels(%ad, %am, %ak, %panels, %cd, %cm, %rest, %step, %n, %k, %add, %tile, %from, %nk, %np) : (!llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64, i1, !llvm.ptr, !llvm.ptr, i64, i64) -> ()
  return
}
// n columns of one panel after the other, b lying in panels: few rows of a are gone through for each of them, and their tiles share
// asking for the next one
func.func private @in_panels(%a: !llvm.ptr, %am: i64, %ak: i64, %b: !llvm.ptr, %c: !llvm.ptr, %cm: i64, %m: i64, %step: i64, %n: i64, %k: i64, %add: i1, %tile: !llvm.ptr) {
  %chunk = arith.constant CHUNK : i64
  %c0 = arith.constant 0 : i64
  %wide = arith.constant PANEL : i64
  %broad = arith.constant BROAD : i64
  %single = arith.constant SINGLE : i64
  %panel = arith.muli %k, %wide : i64
  %c1 = arith.constant 1 : i64
  %blocks, %low, %high = func.call @tiles_of(%m, %step) : (i64, i64) -> (i64, i64, i64)
  %above = arith.addi %low, %c1 : i64
  %together = arith.constant ASKED : i64
  %group = arith.divui %together, %wide : i64
  // one tile asks for b as it goes, as there is no other to share it
  %near = arith.constant NEAR : i64
  %below = arith.muli %k, %near : i64
  %alone = arith.cmpi sle, %blocks, %c1 : i64
  %far = arith.select %alone, %below, %wide : i64
  %nk = arith.select %alone, %c0, %together : i64
  %shared = arith.muli %blocks, %group : i64
  %often = arith.select %alone, %chunk, %shared : i64
  %some = arith.maxsi %blocks, %c1 : i64
  %share = arith.divui %panel, %some : i64
  %rest = arith.remui %n, %broad : i64
  %whole = arith.subi %n, %rest : i64
  %few = arith.cmpi sle, %m, %single : i64
  %begin = arith.select %few, %whole, %c0 : i64
  scf.for %j = %c0 to %begin step %broad : i64 {
    %ob = arith.muli %j, %k : i64
    %bq = llvm.getelementptr %b[%ob] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %cq = llvm.getelementptr %c[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    func.call @broad(%m, %a, %am, %ak, %bq, %wide, %panel, %panel, %bq, %c0, %a, %c0, %chunk, %cq, %cm, %k, %add) : (i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i64, !llvm.ptr, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i1) -> ()
  }
  scf.for %j = %begin to %n step %wide : i64 {
    %ob = arith.muli %j, %k : i64
    %bq = llvm.getelementptr %b[%ob] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %cq = llvm.getelementptr %c[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %left = arith.subi %n, %j : i64
    %w = arith.minsi %left, %wide : i64
    %after = llvm.getelementptr %bq[%panel] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %nq = arith.select %alone, %bq, %after : !llvm.ptr
    %end:2 = scf.for %t = %c0 to %blocks step %c1 iter_args(%i = %c0, %ni = %nq) -> (i64, !llvm.ptr) : i64 {
      %is_high = arith.cmpi slt, %t, %high : i64
      %rows = arith.select %is_high, %above, %low : i64
      %oi = arith.muli %i, %am : i64
      %ai = llvm.getelementptr %a[%oi] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %oc = arith.muli %i, %cm : i64
      %ci = llvm.getelementptr %cq[%oc] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      func.call @panel(%ai, %am, %ak, %bq, %wide, %far, %ni, %nk, %ai, %c0, %often, %ci, %cm, %rows, %step, %w, %k, %add, %tile) : (!llvm.ptr, i64, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i64, i64, i64, i1, !llvm.ptr) -> ()
      %in = arith.addi %i, %rows : i64
      %nn = llvm.getelementptr %ni[%share] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      scf.yield %in, %nn : i64, !llvm.ptr
    }
  }
  return
}
// columns n0 to n1 of one product whose b lies in panels: DEPTH rows of `span` columns, panel after panel
func.func private @panels_matrix(%a: !llvm.ptr, %am: i64, %ak: i64, %b: !llvm.ptr, %span: i64, %c: !llvm.ptr, %cm: i64, %m: i64, %step: i64, %n0: i64, %n1: i64, %k: i64, %tile: !llvm.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %wide = arith.constant PANEL : i64
  %depth = arith.constant DEPTH : i64
  %few = arith.constant FEW : i64
  %small = arith.cmpi sle, %m, %few : i64
  %most = arith.constant COLUMNS : i64
  %columns0 = arith.select %small, %n1, %most : i64
  %columns = arith.maxsi %columns0, %c1 : i64
  scf.for %j = %n0 to %n1 step %columns : i64 {
    %nleft = arith.subi %n1, %j : i64
    %n = arith.minsi %nleft, %columns : i64
    %cj = llvm.getelementptr %c[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    scf.for %p = %c0 to %k step %depth : i64 {
      %kleft = arith.subi %k, %p : i64
      %kc = arith.minsi %kleft, %depth : i64
      %add = arith.cmpi sgt, %p, %c0 : i64
      %down = arith.muli %p, %span : i64
      %aside = arith.muli %j, %kc : i64
      %ob = arith.addi %down, %aside : i64
      %bp = llvm.getelementptr %b[%ob] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %oa = arith.muli %p, %ak : i64
      %ap = llvm.getelementptr %a[%oa] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      scf.if %small {
        func.call @in_panels(%ap, %am, %ak, %bp, %cj, %cm, %m, %step, %n, %kc, %add, %tile) : (!llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64, i1, !llvm.ptr) -> ()
      } else {
        // the same columns of the rows below, or the next columns from the first row on
        %pn = arith.addi %p, %kc : i64
        %kunder = arith.subi %k, %pn : i64
        %knext0 = arith.minsi %kunder, %depth : i64
        %is_last = arith.cmpi sge, %c0, %knext0 : i64
        %kfirst = arith.minsi %k, %depth : i64
        %knext = arith.select %is_last, %kfirst, %knext0 : i64
        %jn = arith.addi %j, %n : i64
        %column = arith.select %is_last, %jn, %j : i64
        %row = arith.select %is_last, %c0, %pn : i64
        %o0 = arith.muli %row, %span : i64
        %o1 = arith.muli %column, %knext : i64
        %on = arith.addi %o0, %o1 : i64
        %next = llvm.getelementptr %b[%on] : (!llvm.ptr, i64) -> !llvm.ptr, f32
        %np = arith.muli %knext, %wide : i64
        func.call @over_panels(%ap, %am, %ak, %bp, %cj, %cm, %m, %step, %n, %kc, %add, %tile, %next, %wide, %np) : (!llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64, i1, !llvm.ptr, !llvm.ptr, i64, i64) -> ()
      }
    }
  }
  return
}
// columns n0 to n1 of one product
func.func private @matrix(%a: !llvm.ptr, %am: i64, %ak: i64, %b: !llvm.ptr, %bk: i64, %bn: i64, %c: !llvm.ptr, %cm: i64, %m: i64, %step: i64, %n0: i64, %n1: i64, %k: i64, %tile: !llvm.ptr, %panels: !llvm.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %depth = arith.constant DEPTH : i64
  %fewest = arith.constant FEW_IN_PLACE : i64
  %few = arith.constant FEW : i64
  %light = arith.constant LIGHT : i64
  %by_rows = arith.cmpi eq, %bn, %c1 : i64
  // where b is little it stays near wherever it lies
  %span = arith.subi %n1, %n0 : i64
  %size = arith.muli %span, %k : i64
  %is_light = arith.cmpi sle, %size, %light : i64
  %least = arith.select %is_light, %few, %fewest : i64
  %small = arith.cmpi sle, %m, %least : i64
  %stays = arith.andi %by_rows, %small : i1
  %down = arith.muli %depth, %bk : i64
  // so many columns at a time that the next ones fit the cache too, where they are soon needed
  %most = arith.constant COLUMNS : i64
  %less = arith.constant FEWER_COLUMNS : i64
  %medium = arith.constant MEDIUM : i64
  %is_medium = arith.cmpi sle, %m, %medium : i64
  %laid = arith.select %is_medium, %less, %most : i64
  %columns0 = arith.select %stays, %n1, %laid : i64
  %columns = arith.maxsi %columns0, %c1 : i64
  scf.for %j = %n0 to %n1 step %columns : i64 {
    %nleft = arith.subi %n1, %j : i64
    %n = arith.minsi %nleft, %columns : i64
    %cj = llvm.getelementptr %c[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %oj = arith.muli %j, %bn : i64
    %bj = llvm.getelementptr %b[%oj] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    scf.for %p = %c0 to %k step %depth : i64 {
      %kleft = arith.subi %k, %p : i64
      %kc = arith.minsi %kleft, %depth : i64
      %add = arith.cmpi sgt, %p, %c0 : i64
      %op = arith.muli %p, %bk : i64
      %bp = llvm.getelementptr %bj[%op] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %oa = arith.muli %p, %ak : i64
      %ap = llvm.getelementptr %a[%oa] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      scf.if %stays {
        %ends = arith.cmpi sge, %depth, %kleft : i64
        %hop = arith.select %ends, %c0, %down : i64
        func.call @in_place(%ap, %am, %ak, %bp, %bk, %cj, %cm, %m, %step, %n, %kc, %add, %tile, %panels, %hop) : (!llvm.ptr, i64, i64, !llvm.ptr, i64, !llvm.ptr, i64, i64, i64, i64, i64, i1, !llvm.ptr, !llvm.ptr, i64) -> ()
      } else {
        %under = llvm.getelementptr %bp[%down] : (!llvm.ptr, i64) -> !llvm.ptr, f32
        %beside = llvm.getelementptr %bj[%columns] : (!llvm.ptr, i64) -> !llvm.ptr, f32
        %is_last = arith.cmpi sge, %depth, %kleft : i64
        %next = arith.select %is_last, %beside, %under : !llvm.ptr
        func.call @laid_out(%ap, %am, %ak, %bp, %bk, %bn, %cj, %cm, %m, %step, %n, %kc, %add, %tile, %panels, %next) : (!llvm.ptr, i64, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i64, i64, i64, i1, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
      }
    }
  }
  return
}
// part number `part` of `parts`
func.func @product(%word: i64, %part: i64, %parts: i64) {
  %words = llvm.inttoptr %word : i64 to !llvm.ptr
WORDS
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %wide = arith.constant PANEL : i64
  %most = arith.constant ROWS : i64
  %A = llvm.inttoptr %a : i64 to !llvm.ptr
  %B = llvm.inttoptr %b : i64 to !llvm.ptr
  %C0 = llvm.inttoptr %c : i64 to !llvm.ptr
  %C = llvm.getelementptr %C0[%c_0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  // rows of tiles as equal as can be
  %ups = arith.addi %m, %most : i64
  %up = arith.subi %ups, %c1 : i64
  %blocks0 = arith.divui %up, %most : i64
  %blocks = arith.maxsi %blocks0, %c1 : i64
  %mups = arith.addi %m, %blocks : i64
  %mup = arith.subi %mups, %c1 : i64
  %step0 = arith.divui %mup, %blocks : i64
  %step = arith.maxsi %step0, %c1 : i64
  // panels of b
  %nups = arith.addi %n, %wide : i64
  %nup = arith.subi %nups, %c1 : i64
  %count = arith.divui %nup, %wide : i64
  %columns = arith.constant COLUMNS : i64
  %depth = arith.constant DEPTH : i64
  %span = arith.muli %count, %wide : i64
  %width = arith.minsi %span, %columns : i64
  %height = arith.minsi %k, %depth : i64
  %size = arith.muli %width, %height : i64
  %panels = llvm.alloca %size x f32 {alignment = 64 : i64} : (i64) -> !llvm.ptr
  %tsize0 = arith.constant ROWS : i64
  %tsize = arith.muli %tsize0, %wide : i64
  %tile = llvm.alloca %tsize x f32 {alignment = 64 : i64} : (i64) -> !llvm.ptr
  // this part: some panels of all matrices one after another; of one with few panels, which do not come out even, some rows
  %matrices = arith.muli %outer, %batches : i64
  %has_rows = arith.cmpi sgt, %m, %c0 : i64
  %all = arith.select %has_rows, %matrices, %c0 : i64
  %flat = arith.muli %all, %count : i64
  %per = arith.maxsi %count, %c1 : i64
  %alone = arith.cmpi eq, %parts, %c1 : i64
  %share:6 = scf.if %alone -> (i64, i64, i64, i64, i64, i64) {
    scf.yield %c0, %flat, %c0, %all, %c0, %m : i64, i64, i64, i64, i64, i64
  } else {
    %c2 = arith.constant 2 : i64
    %c8 = arith.constant 8 : i64
    %one = arith.cmpi eq, %all, %c1 : i64
    %enough = arith.muli %parts, %c8 : i64
    %few = arith.cmpi slt, %count, %enough : i64
    %uneven0 = arith.remui %count, %parts : i64
    %uneven = arith.cmpi ne, %uneven0, %c0 : i64
    %twice = arith.muli %parts, %c2 : i64
    %tall = arith.cmpi sge, %blocks, %twice : i64
    %r0 = arith.andi %one, %few : i1
    %r1 = arith.andi %uneven, %tall : i1
    %by_rows = arith.andi %r0, %r1 : i1
    %units = arith.select %by_rows, %blocks, %flat : i64
    %u0 = arith.muli %units, %part : i64
    %first = arith.divui %u0, %parts : i64
    %after = arith.addi %part, %c1 : i64
    %u1 = arith.muli %units, %after : i64
    %end = arith.divui %u1, %parts : i64
    %begin_row0 = arith.muli %first, %step : i64
    %begin_row = arith.select %by_rows, %begin_row0, %c0 : i64
    %end_row0 = arith.muli %end, %step : i64
    %end_row1 = arith.select %by_rows, %end_row0, %m : i64
    %end_row = arith.minsi %end_row1, %m : i64
    %rows0 = arith.subi %end_row, %begin_row : i64
    %rows = arith.maxsi %rows0, %c0 : i64
    %f0 = arith.select %by_rows, %c0, %first : i64
    %f1 = arith.select %by_rows, %flat, %end : i64
    %t0 = arith.divui %f0, %per : i64
    %f1up = arith.addi %f1, %per : i64
    %f1up1 = arith.subi %f1up, %c1 : i64
    %t1 = arith.divui %f1up1, %per : i64
    scf.yield %f0, %f1, %t0, %t1, %begin_row, %rows : i64, i64, i64, i64, i64, i64
  }
  %skip_a = arith.muli %share#4, %a_m : i64
  %skip_c = arith.muli %share#4, %c_m : i64
  %A1 = llvm.getelementptr %A[%skip_a] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %C1 = llvm.getelementptr %C[%skip_c] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %inner = arith.maxsi %batches, %c1 : i64
  %lies_in_panels = arith.cmpi ne, %packed, %c0 : i64
  scf.for %t = %share#2 to %share#3 step %c1 : i64 {
    %before = arith.muli %t, %per : i64
    %q0 = arith.subi %share#0, %before : i64
    %p0 = arith.maxsi %q0, %c0 : i64
    %q1 = arith.subi %share#1, %before : i64
    %p1 = arith.minsi %q1, %count : i64
    %n0 = arith.muli %p0, %wide : i64
    %n1s = arith.muli %p1, %wide : i64
    %n1 = arith.minsi %n1s, %n : i64
    %io = arith.divui %t, %inner : i64
    %ii = arith.remui %t, %inner : i64
    %x0 = arith.muli %io, %a_o : i64
    %x1 = arith.muli %ii, %a_b : i64
    %x = arith.addi %x0, %x1 : i64
    %pa = llvm.getelementptr %A1[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %y0 = arith.muli %io, %b_o : i64
    %y1 = arith.muli %ii, %b_b : i64
    %y = arith.addi %y0, %y1 : i64
    %pb = llvm.getelementptr %B[%y] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %z0 = arith.muli %io, %c_o : i64
    %z1 = arith.muli %ii, %c_b : i64
    %z = arith.addi %z0, %z1 : i64
    %pc = llvm.getelementptr %C1[%z] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    scf.if %lies_in_panels {
      func.call @panels_matrix(%pa, %a_m, %a_k, %pb, %span, %pc, %c_m, %share#5, %step, %n0, %n1, %k, %tile) : (!llvm.ptr, i64, i64, !llvm.ptr, i64, !llvm.ptr, i64, i64, i64, i64, i64, i64, !llvm.ptr) -> ()
    } else {
      func.call @matrix(%pa, %a_m, %a_k, %pb, %b_k, %b_n, %pc, %c_m, %share#5, %step, %n0, %n1, %k, %tile, %panels) : (!llvm.ptr, i64, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i64, i64, i64, i64, !llvm.ptr, !llvm.ptr) -> ()
    }
  }
  return
}
func.func @address() -> i64 attributes {llvm.emit_c_interface} {
  %f = func.constant @product : (i64, i64, i64) -> ()
  %p = builtin.unrealized_conversion_cast %f : (i64, i64, i64) -> () to !llvm.ptr
  %a = llvm.ptrtoint %p : !llvm.ptr to i64
  return %a : i64
}
