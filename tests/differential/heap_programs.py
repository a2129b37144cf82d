"""Random C programs that allocate, link, free, lose and dereference; some of them go wrong.

A program has two inputs, ``a`` and ``b``, each from 0 to 2, and nothing else in it is unknown. Each statement is on a line of its own. With ``NATIVE`` defined, the inputs are the
program's arguments.
"""

import random
from dataclasses import dataclass, field

INPUTS = 3
"""How many values each input has."""

PRELUDE = """\
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
struct node { struct node *next; int value; };
static struct node *g, *h;
static int number;
static void keep(struct node *n) { g = n; }
static struct node *made(int value) { struct node *n = malloc(sizeof *n); n->next = 0; n->value = value; return n; }
static void drop(struct node *n) { free(n); }
#ifdef NATIVE
int main(int argc, char **argv) {
  unsigned char a = argv[1][0] - '0', b = argv[2][0] - '0';
#else
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
#endif
  __VERIFIER_assume(a < 3 && b < 3);
  struct node *p = 0, *q = 0, *n = 0;
  int x = 1, table[4] = {1, 2, 3, 4}, *r = &x;
"""
NATIVE = "void __VERIFIER_assume(int c) { (void)c; }\nunsigned char __VERIFIER_nondet_uchar(void) { return 0; }\n"
"""What a native run links in."""

_POINTERS = ("p", "q", "n", "g", "h")


@dataclass(slots=True)
class HeapProgram:
    """Writes one program from ``seed``; one access in ``1 / careless`` does not look whether there is a node."""

    seed: int
    careless: float = 0.1
    _choose: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._choose = random.Random(self.seed)

    def text(self) -> str:
        """Return the whole program."""
        lines = [line for _ in range(self._choose.randint(4, 9)) for line in self._statement(2)]
        if self._choose.random() < 0.6:
            lines += ["  while (g) {", "    n = g->next;", "    free(g);", "    g = n;", "  }"]
        if self._choose.random() < 0.5:
            lines += ["  g = p;", "  h = q;"]
        return "\n".join([PRELUDE.rstrip(), *lines, "  number = x;", "  return 0;", "}", ""])

    def _statement(self, depth: int) -> list[str]:
        make = self._choose.choice(
            (self._make, self._make, self._link, self._follow, self._move, self._free, self._read, self._index)
            if depth == 0 or self._choose.random() < 0.7
            else (self._branch, self._repeat, self._block, self._end)
        )
        return make(depth)

    def _pointer(self) -> str:
        return self._choose.choice(_POINTERS)

    def _guarded(self, pointer: str, action: str) -> list[str]:
        guard = "" if self._choose.random() < self.careless else f"if ({pointer}) "
        return [f"  {guard}{action}"]

    def _make(self, _depth: int) -> list[str]:
        pointer = self._pointer()
        if self._choose.random() < 0.5:
            return [f"  n = made({self._choose.randrange(9)});", "  n->next = g;", "  keep(n);"]
        return [f"  {pointer} = made({self._choose.randrange(9)});"]

    def _link(self, _depth: int) -> list[str]:
        pointer = self._pointer()
        return self._guarded(pointer, f"{pointer}->next = {self._choose.choice((*_POINTERS, '0'))};")

    def _follow(self, _depth: int) -> list[str]:
        pointer = self._pointer()
        return self._guarded(pointer, f"{self._pointer()} = {pointer}->next;")

    def _move(self, _depth: int) -> list[str]:
        return [f"  {self._pointer()} = {self._choose.choice((*_POINTERS, '0'))};"]

    def _free(self, _depth: int) -> list[str]:
        pointer = self._pointer()
        freed = [f"  {self._choose.choice(('free', 'drop'))}({pointer});"] if self._choose.random() < 0.9 else []
        return freed + ([] if self._choose.random() < self.careless else [f"  {pointer} = 0;"])

    def _read(self, _depth: int) -> list[str]:
        pointer = self._pointer()
        if self._choose.random() < 0.3:
            return ["  x += *r & 3;"]
        return self._guarded(pointer, f"x += {pointer}->value;")

    def _index(self, _depth: int) -> list[str]:
        return [f"  table[{self._choose.choice('ab')} + {self._choose.choice((0, 1, 1, 1, 1, 2))}] = x;"]

    def _branch(self, depth: int) -> list[str]:
        inner = self._statement(depth - 1)
        test = f"{self._choose.choice('ab')} == {self._choose.randrange(INPUTS)}"
        return [f"  if ({test}) {{", *inner, "  }"]

    def _repeat(self, depth: int) -> list[str]:
        inner = [line for _ in range(2) for line in self._statement(depth - 1)]
        return [f"  for (int i{depth} = 0; i{depth} < {self._choose.choice(('2', 'a'))}; i{depth}++) {{", *inner, "  }"]

    def _block(self, _depth: int) -> list[str]:
        leak = "r = &inner;" if self._choose.random() < 0.4 else "r = &x;"
        return ["  {", "    int inner = 2;", f"    {leak}", "    x += *r & 3;", "  }"]

    def _end(self, _depth: int) -> list[str]:
        return [f"  if (b == {self._choose.randrange(INPUTS)})", "    exit(0);"]
