"""Random C programs over pointers: stack, heap, lifetimes, casts, copies, comparisons of addresses.

A program is a function ``unsigned long long compute(void)``. The generator tracks which pointers
are valid, so that most programs are defined; some accesses are unchecked, so that some programs
are not. Results may depend on addresses of objects.
"""

import random
from dataclasses import dataclass, field

PRELUDE = """\
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
struct node { int value; struct node *next; short small; };
static int table[4] = {1, 2, 3, 4};
static const int constants[2] = {7, 9};
static int *shared;
static void put(int *where, int what) { *where = what; }
static int *pick(int first, int *one, int *other) { return first ? one : other; }
static int *of_the_stack(void) { int gone = 5; int *volatile where = &gone; return where; }
"""


@dataclass(slots=True)
class _Pointer:
    """Tracked facts of a pointer: its block and the numbers of elements up to the end and the
    start.
    """

    block: int
    before: int
    after: int


@dataclass(slots=True)
class MemoryProgram:
    """Generator of one program from ``seed``; one access in ``1 / careless`` is unchecked.

    If ``dangling``, pointers are also compared after the end of their object's lifetime.
    """

    seed: int
    careless: float = 0.02
    dangling: bool = False
    _choose: random.Random = field(init=False)
    _pointers: dict[str, _Pointer | None] = field(default_factory=dict)
    _live: set[int] = field(default_factory=set)
    _heap: dict[int, int] = field(default_factory=dict)
    _blocks: int = 3

    def __post_init__(self) -> None:
        self._choose = random.Random(self.seed)
        self._pointers = {f"p{number}": None for number in range(3)}
        self._live = {0, 1, 2}

    def text(self) -> str:
        """Return the program, without the check of what it computes."""
        lines = ["unsigned long long compute(void) {", "  int x = 1, y = 2, local[3] = {5, 6, 7}, one = 8;"]
        index = "__VERIFIER_nondet_uchar() % 3" if self._choose.random() < 0.4 else str(self._choose.randrange(3))
        lines.append(f"  unsigned i = {index};")
        lines.append("  int *p0 = 0, *p1 = 0, *p2 = 0;")
        lines += [f"  {line}" for line in self._statements(self._choose.randint(5, 12), depth=2)]
        lines += [
            "  return (unsigned long long)(unsigned)x * 1000003u + (unsigned)y * 17u + local[1] + table[0] + one;",
            "}",
        ]
        return "\n".join([PRELUDE, *lines])

    def _statements(self, count: int, depth: int) -> list[str]:
        return [line for _ in range(count) for line in self._statement(depth)]

    def _statement(self, depth: int) -> list[str]:
        forms = [
            self._point,
            self._point,
            self._allocate,
            self._allocate,
            self._move,
            self._store,
            self._store,
            self._load,
            self._load,
            self._free,
            self._free,
            self._block,
            self._compare,
            self._compare,
            self._narrow,
        ]
        if depth and self._choose.random() < 0.3:
            return self._branch(depth - 1) if self._choose.random() < 0.7 else self._loop(depth - 1)
        return self._choose.choice(forms)()

    def _any(self) -> str:
        return self._choose.choice(list(self._pointers))

    def _usable(self, elements: int = 1) -> str | None:
        """Return a pointer to so many live elements; any pointer if the access is unchecked."""
        if self._choose.random() < self.careless:
            return self._any()
        good = [
            name
            for name, known in self._pointers.items()
            if known is not None and known.block in self._live and known.after >= elements
        ]
        return self._choose.choice(good) if good else None

    def _point(self) -> list[str]:
        name = self._any()
        match self._choose.randrange(5):
            case 0:
                start = self._choose.randrange(4)
                self._pointers[name] = _Pointer(0, start, 4 - start)
                return [f"{name} = &table[{start}];"]
            case 1:
                self._pointers[name] = _Pointer(1, 0, 1)
                return [f"{name} = local + i;"]
            case 2:
                self._pointers[name] = _Pointer(2, 0, 1)
                return [f"{name} = &one;"]
            case 3:
                self._pointers[name] = None
                return [f"{name} = 0;"] if self._choose.random() < 0.8 else [f"{name} = of_the_stack();"]
            case _:
                other = self._any()
                known = self._pointers[other]
                self._pointers[name] = None if known is None else _Pointer(known.block, known.before, known.after)
                return [f"{name} = {other};"]

    def _allocate(self) -> list[str]:
        name, size = self._any(), self._choose.randint(1, 3)
        self._blocks += 1
        block = self._blocks
        self._live.add(block)
        self._heap[block] = size
        self._pointers[name] = _Pointer(block, 0, size)
        match self._choose.randrange(3):
            case 0:
                return [f"{name} = calloc({size}, sizeof(int));"]
            case 1:
                fill = " ".join(f"{name}[{at}] = {self._choose.randint(-3, 90)};" for at in range(size))
                return [f"{name} = malloc({size} * sizeof(int)); {fill}"]
            case _:
                return [
                    f"{name} = malloc(({size} + i) * sizeof(int)); memset({name}, {self._choose.randint(0, 3)}, {size * 4});"
                ]

    def _move(self) -> list[str]:
        name = self._any()
        known = self._pointers[name]
        if known is None:
            return [f"shared = {name};"]
        step = self._choose.randint(-known.before, known.after)
        self._pointers[name] = _Pointer(known.block, known.before + step, known.after - step)
        if self._choose.random() < 0.3:
            return [f"{name} = (int *)((unsigned long){name} + {4 * step});"]
        return [f"{name} += {step};"]

    def _value(self) -> str:
        number = self._choose.randint(-2, 99)
        return self._choose.choice((str(number), "x", "y", f"x + {number}", "(int)i", f"y ^ {number}"))

    def _store(self) -> list[str]:
        name = self._usable()
        if name is None:
            return [f"x = {self._value()};"]
        return [self._choose.choice((f"*{name} = {self._value()};", f"put({name}, {self._value()});"))]

    def _load(self) -> list[str]:
        name = self._usable()
        target = self._choose.choice("xy")
        return [f"{target} = {self._value()};"] if name is None else [f"{target} = *{name};"]

    def _free(self) -> list[str]:
        whole = [
            name
            for name, known in self._pointers.items()
            if known is not None and known.block in self._heap and known.block in self._live and known.before == 0
        ]
        if self._choose.random() < self.careless:
            return [f"free({self._any()});"]
        if not whole:
            return ["x ^= 1;"]
        name = self._choose.choice(whole)
        known = self._pointers[name]
        if known is not None:
            self._live.discard(known.block)
        return [f"free({name});"]

    def _block(self) -> list[str]:
        to, of = self._usable(2), self._usable(2)
        if to is None or of is None:
            name = self._usable()
            return ["y++;"] if name is None else [f"memset({name}, {self._choose.randint(0, 255)}, 3);"]
        size = self._choose.choice((3, 4, 8))
        return [f"memmove({to}, (char *){of} + {self._choose.choice((0, 0, 8 - size))}, {size});"]

    def _comparison(self) -> str:
        """Return whether two pointers are equal."""
        names = list(self._pointers)
        if not self.dangling:
            names = [name for name in names if (known := self._pointers[name]) and known.block in self._live]
        if not names:
            return "shared == 0"
        one = self._choose.choice(names)
        others = [*names, "0", "shared"] if self.dangling else [*names, "0"]
        if self._choose.random() < 0.1:
            return self._choose.choice((f"{one} < {self._choose.choice(names)}", f"(unsigned long){one} % 8 == 0"))
        return f"{one} == {self._choose.choice(others)}"

    def _compare(self) -> list[str]:
        return [f"x += {self._choose.randint(1, 4)} * ({self._comparison()});"]

    def _narrow(self) -> list[str]:
        name = self._usable()
        if name is None:
            return [f"x = {self._value()};"]
        return [
            self._choose.choice(
                (
                    f"((short *){name})[1] = {self._value()};",
                    f"((unsigned char *){name})[i] = {self._value()};",
                    f"y = ((unsigned char *){name})[i + 1];",
                    f"x = *(short *)((char *){name} + 1);",
                    f"shared = pick(x > y, {name}, {self._any()});",
                )
            )
        ]

    def _branch(self, depth: int) -> list[str]:
        condition = self._choose.choice(("i == 1", "x < y", "i", "x & 1", self._comparison()))
        before = dict(self._pointers), set(self._live)
        lines = [f"if ({condition}) {{", *self._statements(self._choose.randint(1, 3), depth)]
        then = dict(self._pointers), set(self._live)
        self._pointers, self._live = dict(before[0]), set(before[1])
        if self._choose.random() < 0.5:
            lines += ["} else {", *self._statements(self._choose.randint(1, 3), depth)]
        self._meet(*then)
        return [*lines, "}"]

    def _loop(self, depth: int) -> list[str]:
        """Return the body may use what holds before it, and again after it."""
        counter = f"k{self._choose.randrange(10**6)}"
        before = dict(self._pointers), set(self._live)
        body = self._statements(self._choose.randint(1, 3), depth)
        if any(mine != before[0][name] for name, mine in self._pointers.items()) or not self._live >= before[1]:
            self._meet(*before)
            return [f"for (int {counter} = 0; {counter} < 1; {counter}++) {{", *body, "}"]
        return [f"for (int {counter} = 0; {counter} < 2; {counter}++) {{", *body, "}"]

    def _meet(self, pointers: dict[str, _Pointer | None], live: set[int]) -> None:
        """Return the facts that hold where two paths join."""
        self._live &= live
        for name, mine in self._pointers.items():
            if mine != pointers[name]:
                self._pointers[name] = None
