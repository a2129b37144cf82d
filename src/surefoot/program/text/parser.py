"""Parser of the text form of programs; see `printer` for its notation."""

from surefoot.base.caveats import Caveat, Direction, Dropped
from surefoot.base.errors import InputError
from surefoot.base.spans import Span
from surefoot.logic import Sort, Term, bit_vector, bv, variable
from surefoot.program.ctypes import CType, CVoid
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
from surefoot.program.statements import Branch, Goto, Return, Statement, Stop
from surefoot.program.text.ctypes import known_type, read_type
from surefoot.program.text.sorts import read_sort
from surefoot.program.text.statement_parser import Scope, Signature, StatementParser
from surefoot.program.text.term_parser import TermParser
from surefoot.program.text.words import Line


def parse_program(text: str, source: str = "<program>") -> Program:
    """Return the program that ``text`` describes, not validated; raise InputError with the place in
    ``source``.

    Empty lines and lines that start with ``#`` are ignored.
    """
    numbered = enumerate(text.split("\n"), start=1)
    content = [(number, text) for number, text in numbered if text.strip() and not text.lstrip().startswith("#")]
    if not content:
        raise InputError("no program: the text is empty", Span(source, 1))
    _, _, file = _read_header(Line(content[0][1], content[0][0], source))
    lines = [Line(text, number, source, file) for number, text in content]
    scope = _Declarations(lines).scope()
    for line in lines:
        line.rewind()
    return _ProgramParser(lines, scope).program()


def _read_header(line: Line) -> tuple[DataModel, str, str]:
    """Return data model, entry function and the default file of spans."""
    line.expect("program")
    name = line.take("name")
    if name not in DataModel.__members__:
        line.reject(f"{name} is no data model: choose from {', '.join(DataModel.__members__)}")
    line.expect("entry")
    entry = line.name()
    file = line.string() if line.accept("in") else ""
    line.finish()
    return DataModel[name], entry, file


def _read_function_head(line: Line) -> tuple[str, tuple[Sort, ...], str]:
    """Return name, result sorts and address symbol of a function.

    Requires: the word ``function`` is consumed.
    """
    name = line.name()
    results: list[Sort] = []
    if line.accept("->"):
        line.expect("(")
        while not line.accept(")"):
            if results:
                line.expect(",")
            results.append(read_sort(line))
    address = line.name() if line.accept("at") else f"&{name}"
    return name, tuple(results), address


class _Declarations:
    """First pass, which collects the sort of every symbol, so that terms can use later
    declarations.
    """

    def __init__(self, lines: list[Line]) -> None:
        data_model, _, _ = _read_header(lines[0])
        self._pointer = bit_vector(data_model.pointer_width)
        self._lines = lines[1:]
        self._symbols: dict[str, Term] = {}

    def scope(self) -> Scope:
        signatures: dict[str, Signature] = {}
        parameters: list[Sort] = []
        for line in self._lines:
            if line.accept("object"):
                self._declare(line, line.name(), self._pointer)
            elif line.accept("function"):
                name, results, address = _read_function_head(line)
                parameters = []
                signatures[name] = Signature(parameters, results)
                self._declare(line, address, self._pointer)
            elif line.accept("parameter"):
                parameters.append(self._declare_variable(line))
            elif any(line.accept(word) for word in ("global", "ghost", "local", "temporary")):
                self._declare_variable(line)
        return Scope(self._pointer, self._symbols, signatures)

    def _declare_variable(self, line: Line) -> Sort:
        name = line.name()
        line.expect(":")
        sort = read_sort(line)
        self._declare(line, name, sort)
        return sort

    def _declare(self, line: Line, name: str, sort: Sort) -> None:
        if name in self._symbols:
            line.reject(f"{name} is declared twice")
        self._symbols[name] = variable(name, sort)


class _ProgramParser:
    def __init__(self, lines: list[Line], scope: Scope) -> None:
        self._lines = lines
        self._scope = scope
        self._at = 1
        self._types: dict[str, CType] = {}
        self._caveats: list[Caveat] = []
        self._global_variables: list[GlobalVariable] = []
        self._global_objects: list[GlobalObject] = []
        self._object_types: dict[str, CType] = {}
        self._functions: dict[str, Function] = {}

    def program(self) -> Program:
        data_model, entry, _ = _read_header(self._lines[0])
        while (line := self._line()) is not None:
            self._at += 1
            self._declaration(line)
        return Program(
            data_model,
            entry,
            self._functions,
            tuple(self._global_variables),
            tuple(self._global_objects),
            self._object_types,
            tuple(self._caveats),
        )

    def _line(self) -> Line | None:
        return self._lines[self._at] if self._at < len(self._lines) else None

    def _declaration(self, line: Line) -> None:
        if line.accept("caveat"):
            self._caveats.append(_read_caveat(line))
        elif line.accept("type"):
            key, ctype = read_type(line, self._types)
            line.finish()
            self._types[key] = ctype
        elif line.accept("global"):
            self._global_variables.append(self._global_variable(line, Role.GLOBAL))
        elif line.accept("ghost"):
            self._global_variables.append(self._global_variable(line, Role.GHOST))
        elif line.accept("object"):
            self._global_objects.append(self._global_object(line))
        elif line.accept("allocated"):
            symbol = line.name()
            line.expect("is")
            self._object_types[symbol] = known_type(line, self._types)
            line.finish()
        elif line.accept("function"):
            function = self._function(line)
            self._functions[function.name] = function
        else:
            line.fail("a declaration")

    def _global_variable(self, line: Line, role: Role) -> GlobalVariable:
        symbol = self._declared_symbol(line)
        initial = TermParser(line, self._scope.symbols, {}).term(symbol.sort) if line.accept("=") else None
        return GlobalVariable(self._variable(line, symbol, role), initial)

    def _declared_symbol(self, line: Line) -> Term:
        name = line.name()
        line.expect(":")
        read_sort(line)
        return self._scope.symbols[name]

    def _variable(self, line: Line, symbol: Term, role: Role) -> Variable:
        ctype, name = self._c_view(line, symbol)
        if line.accept("role"):
            role = _read_role(line)
        return Variable(symbol, name, ctype, role, line.finish())

    def _c_view(self, line: Line, symbol: Term) -> tuple[CType, str]:
        if not line.accept("is"):
            return CVoid(), str(symbol.payload)
        ctype = known_type(line, self._types)
        return ctype, line.name()

    def _global_object(self, line: Line) -> GlobalObject:
        address = self._scope.symbols[line.name()]
        line.expect(":")
        size = line.integer()
        line.expect("bytes")
        line.expect("align")
        alignment = line.integer()
        constant = line.accept("constant")
        unknown = line.accept("unknown")
        ctype, name = self._c_view(line, address)
        span = line.finish()
        cells = None if unknown else tuple(self._cells())
        return GlobalObject(address, name, size, alignment, cells, constant, ctype, span)

    def _cells(self) -> list[InitialCell]:
        cells = []
        while (line := self._line()) is not None and line.accept("["):
            self._at += 1
            offset = line.integer()
            line.expect("]")
            line.expect("=")
            if line.next.kind == "string":
                bytes_in_row = enumerate(line.string(), start=offset)
                cells += [InitialCell(at, bv(ord(character), 8)) for at, character in bytes_in_row]
            else:
                cells.append(InitialCell(offset, TermParser(line, self._scope.symbols, {}).term(None)))
            line.finish()
        return cells

    def _function(self, line: Line) -> Function:
        name, results, address = _read_function_head(line)
        span = line.finish()
        parameters: list[Variable] = []
        own: list[Variable] = []
        while (next_line := self._line()) is not None:
            if next_line.accept("parameter"):
                parameters.append(self._variable(next_line, self._declared_symbol(next_line), Role.PARAMETER))
            elif next_line.accept("local"):
                own.append(self._variable(next_line, self._declared_symbol(next_line), Role.LOCAL))
            elif next_line.accept("temporary"):
                own.append(self._variable(next_line, self._declared_symbol(next_line), Role.TEMPORARY))
            else:
                break
            self._at += 1
        blocks: dict[str, Block] = {}
        while (next_line := self._line()) is not None and not next_line.sees("function"):
            self._at += 1
            block = self._block(next_line, results)
            if block.label in blocks:
                next_line.reject(f"block {block.label} is there twice")
            blocks[block.label] = block
        symbol = self._scope.symbols[address]
        return Function(name, symbol, tuple(parameters), results, tuple(own), blocks, span)

    def _block(self, head: Line, results: tuple[Sort, ...]) -> Block:
        label = head.name()
        head.expect(":")
        head.finish()
        statements: list[Statement] = []
        named: dict[str, Term] = {}
        while (line := self._line()) is not None:
            self._at += 1
            if line.accept("let"):
                name = line.take("binding")
                line.expect("=")
                named[name] = TermParser(line, self._scope.symbols, named).term(None)
                line.finish()
                continue
            statement = StatementParser(line, self._scope, results, named).statement()
            named = {}
            if isinstance(statement, Goto | Branch | Return | Stop):
                return Block(label, tuple(statements), statement)
            statements.append(statement)
        return head.reject(f"block {label} has no end: expected goto, if, return or stop")


def _read_caveat(line: Line) -> Caveat:
    word = line.take("name")
    if word.upper() not in Direction.__members__:
        line.reject(f"{word} is no direction of an approximation")
    source = line.string()
    text = line.string()
    dropped = next((each for each in Dropped if line.accept(each.value)), Dropped.RUNS)
    return Caveat(source, Direction[word.upper()], text, line.finish(), dropped)


def _read_role(line: Line) -> Role:
    word = line.next.text
    for role in Role:
        if role.value == word:
            line.take("name", "keyword")
            return role
    return line.fail("a role")
