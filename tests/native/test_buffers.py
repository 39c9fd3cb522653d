"""Where buffers lie in the arena: apart where they are in use at the same time, and close."""

import ctypes
import random
from functools import cache

import numpy as np
import pytest
from tieshape.lowering.buffer_places import ALIGNMENTS, FEW, GREATEST, place_buffers
from tieshape.native.engine import MachineCode, Pointers, functions_of, is_available

from .programs import agree, both, tensor

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

PROBE = """
%s
func.func @probe(%%words: memref<?xi64>, %%lives: memref<?xi64>, %%count: memref<?xi64>)
    attributes {llvm.emit_c_interface} {
  %%zero = arith.constant 0 : index
  %%first = arith.constant 3 : index
  %%word = memref.load %%count[%%zero] : memref<?xi64>
  %%n = arith.index_cast %%word : i64 to index
  %%bytes = func.call @tieshape_place_buffers(%%words, %%lives, %%first, %%n)
    : (memref<?xi64>, memref<?xi64>, index, index) -> index
  %%result = arith.index_cast %%bytes : index to i64
  memref.store %%result, %%count[%%zero] : memref<?xi64>
  func.return
}
"""


@cache
def probe() -> MachineCode:
    return MachineCode(PROBE % place_buffers())


def placed(sizes: list[int], lives: list[tuple[int, int, int]]) -> tuple[int, list[int]]:
    """The bytes of the arena and the place of each buffer."""
    count = len(sizes)
    words = np.array([7, 7, 7, *[5] * count, *sizes, 7], np.int64)
    table, answer = np.array(lives, np.int64).reshape(-1), np.array([count], np.int64)
    cells = (ctypes.c_int64 * 15)()
    for place, array in enumerate((words, table, answer)):
        address = array.__array_interface__["data"][0]
        cells[5 * place : 5 * place + 5] = (address, address, 0, array.size, 1)
    pointers = Pointers(ctypes.addressof(cells), 3)
    functions_of(probe().address("probe"))[0](pointers.address)
    assert words[:3].tolist() == [7, 7, 7]
    assert words[3 + count :].tolist() == [*sizes, 7]
    return int(answer[0]), words[3 : 3 + count].tolist()


def in_use(sizes: list[int], lives: list[tuple[int, int, int]]) -> int:
    """The most bytes that are in use at one time."""
    used = list(zip(sizes, lives, strict=True))
    return max((sum(s for s, (a, b, _) in used if a <= now <= b) for _, (now, _, _) in used))


@pytest.mark.parametrize("largest", [1, 40, 900, 5000, 1 << 20])
def test_places_are_apart_aligned_and_close(largest: int) -> None:
    draw, ratios = random.Random(largest), list[float]()
    for _ in range(60):
        count = draw.randint(1, 25)
        starts = [draw.randint(0, 30) for _ in range(count)]
        lives = [(start, start + draw.randint(0, 6), draw.choice((1, 4, 8))) for start in starts]
        sizes = [life[2] * draw.randint(0, largest) for life in lives]
        arena, places = placed(sizes, lives)
        ends = [place + size for place, size in zip(places, sizes, strict=True)]
        assert arena == max(ends)
        for i in range(count):
            wanted = lives[i][2]
            for least, multiple in ALIGNMENTS:
                wanted = multiple if sizes[i] >= least else wanted
            assert places[i] % wanted == 0
            for j in range(i):
                together = lives[i][0] <= lives[j][1] and lives[j][0] <= lives[i][1]
                if together and sizes[i] and sizes[j]:
                    assert ends[i] <= places[j] or ends[j] <= places[i]
        ratios.append(arena / max(in_use(sizes, lives), 1))
    assert sum(ratios) / len(ratios) < 1.05


def packed(sizes: list[int], lives: list[tuple[int, int, int]], order: str) -> int:
    """The bytes of an arena whose buffers are placed in one of three orders."""
    totals = {
        now: sum(size for size, (a, b, _) in zip(sizes, lives, strict=True) if a <= now <= b)
        for now, _, _ in lives
    }
    busiest = max(totals, key=totals.__getitem__)

    def weight(n: int) -> tuple[int, ...]:
        (begin, end, _), size = lives[n], sizes[n]
        if order == "size":
            return -size, begin - end, n
        if order == "begin":
            return begin, -size, n
        return not begin <= busiest <= end, begin - end, -size, n

    places = dict[int, int]()
    for n in sorted(range(len(sizes)), key=weight):
        alignment = lives[n][2]
        for least, multiple in ALIGNMENTS:
            alignment = multiple if sizes[n] >= least else alignment
        place, before = 0, -1
        while place != before:
            before = place
            for other in range(len(sizes)):
                if other not in places:
                    continue
                together = lives[other][0] <= lives[n][1] and lives[n][0] <= lives[other][1]
                low, high = places[other], places[other] + sizes[other]
                if together and low < place + sizes[n] and place < high:
                    place = -(-high // alignment) * alignment
        places[n] = place
    return max(place + sizes[n] for n, place in places.items())


def test_the_best_of_three_orders() -> None:
    draw, kinds = random.Random(3), set[str]()
    for _ in range(150):
        count = draw.randint(6, 16)
        starts = [draw.randint(0, 12) for _ in range(count)]
        lives = [(start, start + draw.randint(0, 9), 4) for start in starts]
        sizes = [4 * draw.randint(1, 40) for _ in lives]
        least = in_use(sizes, lives)
        enough, best = least + least // FEW, dict[str, int]()
        for order in ("size", "begin", "busy"):
            best[order] = packed(sizes, lives, order)
            if best[order] <= enough:
                break
        assert placed(sizes, lives)[0] == min(best.values())
        kinds |= {min(best, key=best.__getitem__), f"{len(best)}"}
    assert kinds == {"1", "2", "3", "size", "begin", "busy"}


def test_a_hole_is_filled() -> None:
    # The middle one of three ends before the fourth begins, which is a little smaller.
    lives = [(0, 9, 4), (0, 2, 4), (0, 9, 4), (3, 9, 4)]
    assert placed([120, 80, 60, 72], lives) == (260, [0, 120, 200, 120])
    # The twin that is larger has its place before the hole is there.
    assert placed([120, 80, 60, 84], lives)[0] == 264


def test_of_equal_sizes_the_one_in_use_for_longest_goes_first() -> None:
    # Placed in order, the second buffer would lie above the first, the third above that.
    lives = [(0, 1, 4), (1, 9, 4), (2, 9, 4)]
    assert placed([8, 8, 8], lives) == (16, [8, 0, 8])


def test_a_size_that_is_none() -> None:
    lives = [(0, 1, 4), (2, 3, 4)]
    assert placed([4, GREATEST - 1], lives)[0] == GREATEST - 1
    for wrong in (GREATEST, -4, -(1 << 63)):
        assert placed([4, wrong], lives)[0] == -1
        assert placed([wrong, 4], lives)[0] == -1


def branches(test: str) -> str:
    """Two buffers in one branch and one in the other."""
    x = tensor("n")
    return f"""
        sdim.symbol @n
        func.func @main(%x: {x}, %flag: tensor<i1>) -> {x} {{
          %size = sdim.size @n
          %limit = arith.constant 8 : index
          {test}
          %r = scf.if %t -> ({x}) {{
            %1 = mhlo.abs %x : {x}
            %2 = mhlo.tanh %1 : {x}
            %3 = mhlo.sine %2 : {x}
            %4 = mhlo.add %1, %3 : {x}
            scf.yield %4 : {x}
          }} else {{
            %5 = mhlo.abs %x : {x}
            %6 = mhlo.tanh %5 : {x}
            scf.yield %6 : {x}
          }}
          %7 = mhlo.negate %r : {x}
          func.return %7 : {x}
        }}
    """


def test_a_branch_that_is_not_taken_has_no_bytes() -> None:
    runner, program = both(branches("%t = arith.cmpi slt, %size, %limit : index"))
    for count in (0, 1, 7, 8, 9, 60):
        x = np.linspace(-3, 3, count, dtype=np.float32)
        assert agree(runner, program, [x, np.array(True)])
        buffers = 4 if count < 8 else 2
        assert program.layout([x, np.array(True)]).arena == 4 * buffers * count


def test_a_branch_that_may_be_taken_has_its_bytes() -> None:
    runner, program = both(branches("%t = tensor.extract %flag[] : tensor<i1>"))
    for count in (1, 7, 8, 9, 60):
        x = np.linspace(-3, 3, count, dtype=np.float32)
        for flag in (False, True):
            assert agree(runner, program, [x, np.array(flag)])
            assert program.layout([x, np.array(flag)]).arena == 4 * 4 * count
