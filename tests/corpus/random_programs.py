"""Random well-formed programs that use every statement, type and notation, for tests without
execution.
"""

import random
from collections.abc import Callable

from corpus.random_terms import Signature, TermGenerator
from surefoot.base.caveats import Caveat, Direction, Dropped
from surefoot.base.spans import Span
from surefoot.logic import BOOL, FLOAT16, FLOAT64, Sort, Term, bit_vector, bv, variable, variables_of
from surefoot.program.ctypes import CArray, CEnum, CFloat, CInteger, CMember, CPointer, CRecord, CType, CVoid
from surefoot.program.program import (
    Block,
    DataModel,
    Function,
    GlobalObject,
    GlobalVariable,
    InitialCell,
    Program,
    Role,
    Variable,
)
from surefoot.program.statements import (
    Allocate,
    Assign,
    Assume,
    Branch,
    Call,
    Check,
    CheckDisjoint,
    CheckKind,
    CheckMemory,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Goto,
    Havoc,
    Load,
    ObjectSize,
    Origin,
    Return,
    Statement,
    Stop,
    Storage,
    Store,
    Terminator,
)

NAMES = (
    "x",
    "main.x",
    "a::b",
    "%5",
    "x 1",
    "goto",
    "true",
    "f64",
    "u32",
    "é",
    "a`b\\c",
    "",
    "f",
    "x@2",
    "&y",
    "i",
    "12",
)
TEXTS = ("", "plain", 'quo"te', "line\nbreak", "back\\slash", "ünïcode", " @ a.c:1:2")
SORTS: tuple[Sort, ...] = (BOOL, bit_vector(1), bit_vector(5), bit_vector(8), bit_vector(32), FLOAT16, FLOAT64)


class ProgramGenerator:
    """Programs from a seed."""

    def __init__(self, seed: int) -> None:
        self._choose = random.Random(seed)
        self._terms = TermGenerator(self._choose, Signature(functions=False, integers=True))
        self._data_model = self._choose.choice(list(DataModel))
        self._pointer = bit_vector(self._data_model.pointer_width)
        self._taken: set[str] = set()
        self._used: dict[Term, None] = {}

    def program(self) -> Program:
        """Return a program of one to three functions."""
        choose = self._choose
        names = choose.sample(NAMES, choose.randint(1, 3))
        signatures = {name: self._sorts(2) for name in names}
        parameters = {name: tuple(self._variable(Role.PARAMETER, sort) for sort in self._sorts(2)) for name in names}
        functions = {name: self._function(name, parameters, signatures) for name in names}
        objects = tuple(self._object(list(functions.values())) for _ in range(choose.randint(0, 2)))
        globals = [self._global(symbol) for symbol in self._used]
        types = {choose.choice(NAMES): self._ctype(2) for _ in range(choose.randint(0, 2))}
        caveats = tuple(
            Caveat(
                self._text(), choose.choice(list(Direction)), self._text(), self._span(), choose.choice(list(Dropped))
            )
            for _ in range(choose.randint(0, 2))
        )
        return Program(self._data_model, names[0], functions, tuple(globals), objects, types, caveats)

    def _text(self) -> str:
        return self._choose.choice(TEXTS)

    def _sorts(self, most: int) -> tuple[Sort, ...]:
        return tuple(self._choose.choices(SORTS, k=self._choose.randint(0, most)))

    def _span(self) -> Span | None:
        file = self._choose.choice(("a.c", "dir/b.h", "with space.c", "c:d.c", "ü.c"))
        return self._choose.choice((None, Span(file, self._choose.randint(0, 99), self._choose.randint(0, 2))))

    def _symbol(self, sort: Sort) -> Term:
        name = self._choose.choice(NAMES)
        while name in self._taken:
            name += self._choose.choice("ab.$# ")
        self._taken.add(name)
        return variable(name, sort)

    def _variable(self, role: Role, sort: Sort) -> Variable:
        symbol = self._symbol(sort)
        name = str(symbol.payload) if self._choose.random() < 0.5 else self._choose.choice(NAMES)
        return Variable(symbol, name, self._choose.choice((CVoid(), self._ctype(2))), role, self._span())

    def _ctype(self, depth: int) -> CType:
        choose = self._choose
        name = choose.choice(("int", "unsigned int", "struct s", ""))
        kinds: list[Callable[[], CType]] = [
            lambda: CVoid(name),
            lambda: CInteger(name, choose.choice((8, 32)), choose.random() < 0.5),
            lambda: CFloat(name, 64),
            lambda: CEnum(name, 32, choose.random() < 0.5, (("RED", 0), ("goto", -1))),
            lambda: CPointer(name, 64),
        ]
        if depth:
            kinds += [
                lambda: CArray(self._ctype(depth - 1), choose.choice((None, 0, 7))),
                lambda: CRecord(name, 8, tuple(CMember(n, self._ctype(depth - 1), 0, 32) for n in ("a", "", "b c"))),
            ]
        return choose.choice(kinds)()

    def _term(self, sort: Sort) -> Term:
        term = self._terms.term(sort, self._choose.randint(0, 5))
        self._used.update(dict.fromkeys(variables_of(term)))
        return term

    def _global(self, symbol: Term) -> GlobalVariable:
        initial = self._choose.choice((None, self._terms.term(symbol.sort, 2)))
        if initial is not None and not set(variables_of(initial)) <= set(self._used):
            initial = None
        name = self._choose.choice((str(symbol.payload), "g"))
        return GlobalVariable(Variable(symbol, name, self._ctype(1), Role.GLOBAL, self._span()), initial)

    def _object(self, functions: list[Function]) -> GlobalObject:
        choose = self._choose
        address = self._symbol(self._pointer)
        cells = (
            InitialCell(0, choose.choice(functions).address),
            InitialCell(choose.randint(8, 99), self._term(FLOAT64)),
        )
        return GlobalObject(
            address,
            choose.choice((str(address.payload), "object")),
            choose.randint(0, 200),
            1 << choose.randint(0, 4),
            choose.choice((None, (), cells, self._bytes(choose.randint(1, 9)))),
            choose.random() < 0.5,
            self._ctype(2),
            self._span(),
        )

    def _bytes(self, count: int) -> tuple[InitialCell, ...]:
        offset = 0
        cells = []
        for _ in range(count):
            cells.append(InitialCell(offset, bv(self._choose.randrange(256), 8)))
            offset += self._choose.choice((1, 1, 1, 2))
        return tuple(cells)

    def _function(
        self, name: str, parameters: dict[str, tuple[Variable, ...]], results: dict[str, tuple[Sort, ...]]
    ) -> Function:
        choose = self._choose
        labels = choose.sample(NAMES, choose.randint(1, 3))
        sorts = (*SORTS, self._pointer)
        roles = (Role.LOCAL, Role.TEMPORARY, Role.PARAMETER)
        own = tuple(self._variable(choose.choice(roles), sort) for sort in sorts)
        blocks = {}
        for label in labels:
            statements = tuple(self._statement(own, parameters) for _ in range(choose.randint(0, 6)))
            blocks[label] = Block(label, statements, self._terminator(labels, results[name]))
        address = variable(f"&{name}", self._pointer) if choose.random() < 0.5 else self._symbol(self._pointer)
        if str(address.payload) in self._taken:
            address = self._symbol(self._pointer)
        self._taken.add(str(address.payload))
        return Function(name, address, parameters[name], results[name], own, blocks, self._span())

    def _statement(self, own: tuple[Variable, ...], parameters: dict[str, tuple[Variable, ...]]) -> Statement:
        choose, pointer, span = self._choose, self._pointer, self._span()
        target = choose.choice(own).symbol
        callee = choose.choice(list(parameters))
        kinds: list[Callable[[], Statement]] = [
            lambda: Assign(target, self._term(target.sort), span),
            lambda: Havoc(target, choose.choice(list(Origin)), self._text(), span),
            lambda: Assume(self._term(BOOL), span),
            lambda: Check(self._term(BOOL), choose.choice(list(CheckKind)), self._text(), span),
            lambda: Load(target, self._term(pointer), span),
            lambda: Store(self._term(pointer), self._term(choose.choice(SORTS)), span),
            lambda: Allocate(
                target,
                self._term(pointer),
                choose.choice(list(Storage)),
                choose.random() < 0.5,
                8,
                self._text(),
                span,
            ),
            lambda: Free(self._term(pointer), span),
            lambda: Copy(self._term(pointer), self._term(pointer), self._term(pointer), span),
            lambda: Fill(self._term(pointer), self._term(bit_vector(8)), self._term(pointer), span),
            lambda: CheckDisjoint(
                self._term(pointer), self._term(pointer), self._term(pointer), self._term(pointer), span
            ),
            lambda: ObjectSize(target, self._term(pointer), span),
            lambda: EndLifetime(self._term(pointer), span),
            lambda: CheckMemory(choose.choice((CheckKind.MEMORY_LEAK, CheckKind.UNFREED_MEMORY)), span),
            lambda: Call(
                tuple(variable.symbol for variable in own[: choose.randint(0, 3)]),
                callee,
                tuple(self._term(parameter.symbol.sort) for parameter in parameters[callee]),
                span,
            ),
            lambda: Call((), self._term(pointer), tuple(self._term(sort) for sort in self._sorts(3)), span),
        ]
        return choose.choice(kinds)()

    def _terminator(self, labels: list[str], results: tuple[Sort, ...]) -> Terminator:
        choose, span = self._choose, self._span()
        kinds: list[Callable[[], Terminator]] = [
            lambda: Goto(choose.choice(labels), span),
            lambda: Branch(self._term(BOOL), choose.choice(labels), choose.choice(labels), span),
            lambda: Return(tuple(self._term(sort) for sort in results), span),
            lambda: Stop(self._text(), span),
        ]
        return choose.choice(kinds)()
