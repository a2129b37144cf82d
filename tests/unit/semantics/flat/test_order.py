"""Every edge goes forward or back to the head of a loop around its source."""

from pathlib import Path

import pytest

from corpus.lowered import loader
from surefoot.program.access import successors
from surefoot.program.program import Function
from surefoot.semantics.flat.order import places
from surefoot.semantics.flat.question import TooLarge

LOOPS = """
extern int choose(void);
int nested(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    while (choose()) { if (choose()) continue; if (choose()) break; s++; }
    do { s--; if (s == 7) goto out; } while (choose());
  }
out:
  return s;
}
int main(void) { while (1) nested(3); }
"""
TWO_ENTRIES = """
extern int choose(void);
int main(void) { int n = 3; switch (choose()) { case 0: do { n--; case 1: n--; } while (n > 0); } return n; }
"""


def functions(folder: Path, text: str) -> list[Function]:
    return list(loader(folder)(text).functions.values())


def test_edges_go_forward_or_to_a_head(tmp_path: Path) -> None:
    loops = 0
    for function in functions(tmp_path, LOOPS):
        order = places(function)
        for label, place in order.items():
            for after in successors(function.blocks[label].terminator):
                assert place.number < order[after].number or after in place.heads
                back = after in place.heads
                loops += back
                assert (
                    order[after].heads[: len(place.heads)] == place.heads
                    or len(order[after].heads) < len(place.heads)
                    or back
                )
    assert loops >= 4


def test_nested_loops_have_nested_heads(tmp_path: Path) -> None:
    nested = next(each for each in functions(tmp_path, LOOPS) if each.name == "nested")
    assert max(len(place.heads) for place in places(nested).values()) == 2


def test_a_loop_with_two_entries_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TooLarge, match="entered at 2 blocks"):
        places(next(each for each in functions(tmp_path, TWO_ENTRIES) if each.name == "main"))
