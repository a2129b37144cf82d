"""Random C programs for sanitizers: lists, arrays, strings, interior pointers, recursion and signed
arithmetic, some with violations.

A file has several programs, one of which the first input selects. A program has two inputs,
``a`` and ``b``, each from 0 to 2. Everything else is defined: memory is written before it is
read, and pointers are compared with null only. Each line has at most one risky operation, at
small distances, so that a sanitizer can detect it. With ``NATIVE`` defined, the inputs are the
program's arguments, and a run that returns from ``main`` prints a message.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

INPUTS = 3
"""How many values each input has."""

PRELUDE = """\
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct item { int key; char tag[4]; struct item *next; int many[2]; };
static struct item *head, *kept;
static int table[4] = {1, 2, 3, 4}, number;
static void put(int *where, int what) {
  *where = what;
}
static int get(const int *where, int index) {
  return where[index];
}
static struct item *made(int key) {
  struct item *i = calloc(1, sizeof *i);
  i->key = key;
  return i;
}
static int *numbers(int count) {
  int *v = malloc(count * sizeof(int));
  for (int i = 0; i < count; i++)
    v[i] = i;
  return v;
}
static int *grown(int *v, int count) {
  v = realloc(v, count * sizeof(int));
  for (int i = 0; i < count; i++)
    v[i] = 3;
  return v;
}
static char *text(int length) {
  char *s = malloc(length + 1);
  for (int i = 0; i < length; i++)
    s[i] = 'x';
  s[length] = 0;
  return s;
}
static void drop(struct item *i) {
  free(i);
}
static void drop_all(struct item *i) {
  if (!i)
    return;
  struct item *rest = i->next;
  free(i);
  drop_all(rest);
}
static int length(struct item *i, int most) {
  if (!i || most == 0)
    return 0;
  return 1 + length(i->next, most - 1);
}
static int *of_the_stack(int value) {
  int gone = value;
  int *volatile where = &gone;
  return where;
}
"""

_LOCALS = """\
  struct item *p = 0, *q = 0, **link = &head;
  int x = 1, y = 2, local[3] = {5, 6, 7}, *v = 0, *r = &x;
  int high = INT_MAX - a, low = INT_MIN + b;
  long w = LONG_MAX - b;
  char buffer[4] = "abc", *s = 0;
"""

_MAIN = """\
#ifdef NATIVE
int main(int argc, char **argv) {
  unsigned char which = argv[1][0] - '0', a = argv[2][0] - '0', b = argv[3][0] - '0';
#else
int main(void) {
  unsigned char which = __VERIFIER_nondet_uchar(), a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
#endif
  if (a > 2 || b > 2)
    return 0;
  switch (which) {
CASES
  }
#ifdef NATIVE
  (void)!write(1, "r", 1);
#endif
  return 0;
}
"""

_ITEMS = ("p", "q", "head", "kept")


@dataclass(slots=True)
class SanitizedPrograms:
    """Generator of ``count`` programs from ``seed``; a share ``careless`` of the steps is
    unchecked.
    """

    seed: int
    count: int
    careless: float = 0.1
    _choose: random.Random = field(init=False)
    _grows: bool = field(init=False)
    """Whether arrays have a known size and grow; otherwise their size depends on the inputs."""

    def __post_init__(self) -> None:
        self._choose = random.Random(self.seed)
        self._grows = False

    def text(self) -> str:
        """Return the whole file."""
        programs = [line for number in range(self.count) for line in self._program(number)]
        cases = [f"  case {number}:\n    program{number}(a, b);\n    break;" for number in range(self.count)]
        return "\n".join([PRELUDE.rstrip(), *programs, _MAIN.replace("CASES", "\n".join(cases))])

    def _program(self, number: int) -> list[str]:
        self._grows = self._choose.random() < 0.5
        lines = [line for _ in range(self._choose.randint(4, 10)) for line in self._statement(2)]
        opening = f"static void program{number}(unsigned char a, unsigned char b) {{"
        return [opening, _LOCALS.rstrip(), *lines, *self._ending(), "  number = x;", "}"]

    def _ending(self) -> list[str]:
        """Free most blocks, or leave them reachable."""
        lines = []
        for name in ("v", "s"):
            match self._choose.randrange(8):
                case 0:
                    pass
                case _:
                    lines.append(f"  free({name});")
        match self._choose.randrange(4):
            case 0:
                lines += ["  kept = p;", "  head = q;"]
            case 1:
                lines += ["  drop_all(head);", "  head = 0;"]
            case 2:
                lines += ["  while (head) {", "    p = head->next;", "    free(head);", "    head = p;", "  }"]
            case _:
                pass
        return lines

    def _statement(self, depth: int) -> list[str]:
        if depth and self._choose.random() < 0.3:
            return self._choose.choice((self._branch, self._branch, self._repeat, self._block, self._end))(depth)
        simple: tuple[Callable[[int], list[str]], ...] = (
            *(self._make, self._make, self._link, self._follow, self._move, self._free, self._read, self._walk),
            *(self._array, self._array, self._element, self._element, self._string, self._point, self._point),
            *(self._through, self._through, self._copy, self._arithmetic, self._arithmetic, self._arithmetic),
        )
        return self._choose.choice(simple)(depth)

    def _is_careless(self) -> bool:
        return self._choose.random() < self.careless

    def _item(self) -> str:
        return self._choose.choice(_ITEMS)

    def _guarded(self, pointer: str, action: str) -> list[str]:
        return [f"  {action}"] if self._is_careless() else [f"  if ({pointer})", f"    {action}"]

    def _make(self, _depth: int) -> list[str]:
        if self._choose.random() < 0.6:
            return [f"  p = made({self._choose.choice(('a', 'b', '4'))});", "  p->next = head;", "  head = p;"]
        pointer = self._item()
        drop = [] if self._is_careless() else [f"  if (!{pointer})"]
        return [*drop, f"    {pointer} = made({self._choose.randrange(9)});"]

    def _link(self, _depth: int) -> list[str]:
        pointer = self._item()
        target = self._choose.choice((*_ITEMS, "0", "0"))
        return self._guarded(pointer, f"{pointer}->next = {target};")

    def _follow(self, _depth: int) -> list[str]:
        pointer = self._item()
        return self._guarded(pointer, f"{self._item()} = {pointer}->next;")

    def _move(self, _depth: int) -> list[str]:
        return [f"  {self._item()} = {self._choose.choice((*_ITEMS, '0'))};"]

    def _free(self, _depth: int) -> list[str]:
        pointer = self._item()
        if self._is_careless():
            wrong = (f"free(&{pointer}->tag[1]);", "free(r);", "free(local);", "free(v + a);", "free(link);")
            return [f"  {self._choose.choice(wrong)}"]
        if self._choose.random() < 0.5:
            return [
                "  if (head) {",
                "    q = head->next;",
                "    drop(head);",
                "    head = q;",
                "  }",
                "  p = 0;",
                "  q = 0;",
            ]
        freed = [f"  {self._choose.choice(('free', 'drop'))}({pointer});"]
        return freed if self._is_careless() else [*freed, f"  {pointer} = 0;"]

    def _read(self, _depth: int) -> list[str]:
        pointer = self._item()
        part = self._choose.choice(("key", "tag[a]", "many[1]", "tag[b + 1]"))
        if self._choose.random() < 0.4:
            return self._guarded(pointer, f"{pointer}->{part} = 1;")
        return self._guarded(pointer, f"x ^= {pointer}->{part};")

    def _walk(self, _depth: int) -> list[str]:
        if self._choose.random() < 0.4:
            return [f"  x ^= length({self._item()}, {self._choose.choice(('3', 'a'))});"]
        start = self._item()
        return [
            "  {",
            f"    struct item *i = {start};",
            "    int k = 0;",
            "    while (i && k < 3) {",
            "      y ^= i->key;",
            "      i = i->next;",
            "      k++;",
            "    }",
            "  }",
        ]

    def _array(self, _depth: int) -> list[str]:
        size = self._choose.choice(("1", "2", "3") if self._grows else ("2", "a + 1", "b + 1", "a + b", "3"))
        if self._grows and self._choose.random() < 0.6:
            return [f"  v = grown(v, {size});"]
        freed = [] if self._is_careless() else ["  free(v);"]
        zeroed = self._choose.random() < 0.3
        return [*freed, f"  v = calloc({size}, sizeof(int));" if zeroed else f"  v = numbers({size});"]

    def _index(self, size: int) -> str:
        """Return an index that is mostly below ``size``."""
        if self._is_careless():
            return self._choose.choice(("a + b", "a + 2", "b + 1", "3", "-1", "a - 1", "b - a"))
        fitting: tuple[str, ...] = ("0", "0", "a", "b") if size >= INPUTS else ("0", "0")
        return self._choose.choice(fitting)

    def _element(self, _depth: int) -> list[str]:
        name, size = self._choose.choice((("table", 4), ("local", 3), ("v", 1), ("v", 1)))
        index = self._index(size)
        if name == "table":
            index = index.replace("-1", "4").replace("a - 1", "a").replace("b - a", "b")
        forms = (
            f"x = {name}[{index}];",
            f"{name}[{index}] = y;",
            f"x = get({name}, {index});",
            f"put({name} + {index}, x);",
        )
        return self._guarded(name, self._choose.choice(forms))

    def _string(self, _depth: int) -> list[str]:
        match self._choose.randrange(6):
            case 0 | 1:
                freed = [] if self._is_careless() else ["  free(s);"]
                return [*freed, f"  s = text({self._choose.choice(('a', 'b', '2', '3'))});"]
            case 2:
                at = self._choose.choice(("a", "b", "3")) if self._is_careless() else "0"
                return self._guarded("s", f"s[{at}] = {self._choose.choice(('0', '65'))};")
            case 3:
                return self._guarded("s", "x ^= (int)strlen(s);")
            case 4:
                words = '"wxyz"' if self._is_careless() else '"no"'
                return [f"  strcpy(buffer, {words});"]
            case _:
                return [f"  buffer[{self._index(4)}] = 90;"]

    def _point(self, _depth: int) -> list[str]:
        item = self._item()
        match self._choose.randrange(8):
            case 0:
                return [f"  r = &local[{self._choose.choice(('a', 'b', '1'))}];"]
            case 1:
                return [f"  r = table + {self._choose.choice(('a', 'b + 1', '3'))};"]
            case 2:
                return self._guarded(item, f"r = &{item}->{self._choose.choice(('key', 'many[1]', 'many[a & 1]'))};")
            case 3:
                return self._guarded(item, f"link = &{item}->next;")
            case 4:
                return ["  link = &head;"]
            case 5 if self._is_careless():
                return ["  r = of_the_stack(b);"]
            case 6:
                return self._guarded("v", "r = v;")
            case _:
                return ["  r = &y;"]

    def _through(self, _depth: int) -> list[str]:
        link = [f"  *link = {self._choose.choice(('p', 'q', '0'))};", "  p = *link;"]
        near = "r[a]" if self._is_careless() else "*r"
        forms = (f"  x = {near};", f"  {near} = 3;", "  put(r, 3);", "  y = get(r, 0);", *link)
        return [self._choose.choice(forms)]

    def _copy(self, _depth: int) -> list[str]:
        count = self._choose.choice(("4", "4 * (a + 1)", "12", "8", "16")) if self._is_careless() else "4"
        forms = (f"memcpy(local, table, {count});", f"memcpy(v, table, {count});", f"memcpy(local, v, {count});")
        chosen = self._choose.choice(forms)
        if "v" in chosen:
            return self._guarded("v", chosen)
        return [f"  {chosen}"]

    def _arithmetic(self, _depth: int) -> list[str]:
        safe = (
            "x ^= y;",
            "y = a * b;",
            "x = a - b;",
            "y = high - a;",
            "x = low + a;",
            "w ^= a;",
            "x = 1 << a;",
            "y = y / 3;",
        )
        risky = (
            *(
                "x = high + b;",
                "x = low - b;",
                "x = low - a;",
                "y = -low;",
                "y = high * a;",
                "w = w + a;",
                "w = w * b;",
            ),
            *(
                "x = x * y;",
                "x++;",
                "y--;",
                "high++;",
                "low--;",
                "x = y / a;",
                "y = x % b;",
                "y = low / x;",
                "x = 7 << y;",
            ),
            *("x = y << a;", "y = x >> b;", "x = high + y;", "x = low / (int)w;", "y = x + y;", "x = 1073741824 << a;"),
            *("w = w - x;", "x = y - x;"),
        )
        return [f"  {self._choose.choice(risky if self._is_careless() else safe)}"]

    def _branch(self, depth: int) -> list[str]:
        inner = [line for _ in range(self._choose.randint(1, 2)) for line in self._statement(depth - 1)]
        test = f"{self._choose.choice('ab')} == {self._choose.randrange(INPUTS)}"
        return [f"  if ({test}) {{", *inner, "  }"]

    def _repeat(self, depth: int) -> list[str]:
        inner = [line for _ in range(2) for line in self._statement(depth - 1)]
        return [f"  for (int i{depth} = 0; i{depth} < {self._choose.choice(('2', 'a'))}; i{depth}++) {{", *inner, "  }"]

    def _block(self, _depth: int) -> list[str]:
        target = "&inner" if self._is_careless() else self._choose.choice(("&x", "local"))
        return ["  {", "    int inner = 2;", f"    r = {target};", "    x ^= inner;", "  }"]

    def _end(self, _depth: int) -> list[str]:
        return [f"  if (b == {self._choose.randrange(INPUTS)})", "    exit(0);"]
