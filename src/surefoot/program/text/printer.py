"""Programs as text: one declaration or statement a line, its place in the source at the line's end.

    program LP64 entry main in "demo.c"
    type int = signed 32
    global count: i32 = 0 is int count                @ 1:5
    function main -> (i32)                            @ 3:5
      local i: i32 is int i                           @ 4:9
    start:
      i := input "__VERIFIER_nondet_int"              @ 4:13
      check i <s 10 else assertion "i < 10"           @ 5:5
      return 0                                        @ 6:5

The first line names the default file of spans. The cells of a global object follow its line, bytes
as a string with a character for each. A declaration without ``is`` has no C type, and its symbol as
name.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import takewhile

from surefoot.base.caveats import Dropped
from surefoot.base.spans import Span
from surefoot.logic import Op, Term, bit_vector
from surefoot.program.access import terms_read
from surefoot.program.ctypes import CType, CVoid
from surefoot.program.program import Function, GlobalObject, GlobalVariable, InitialCell, Program, Role, Variable
from surefoot.program.statements import (
    Allocate,
    Assign,
    Assume,
    Branch,
    Call,
    Check,
    CheckDisjoint,
    CheckMemory,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Goto,
    Havoc,
    Load,
    MakeStrings,
    ObjectSize,
    Return,
    Statement,
    Stop,
    Store,
    Terminator,
)
from surefoot.program.text.ctypes import keyed_types, written_type
from surefoot.program.text.sorts import written_sort
from surefoot.program.text.term_printer import TermPrinter, bindings
from surefoot.program.text.words import written_name, written_span, written_string

_SPAN_COLUMN = 64


def print_program(program: Program) -> str:
    """Return the text of ``program``, which `validate` accepts; ``parse_program`` returns an equal
    program.
    """
    return "".join(f"{line}\n" for line in _ProgramPrinter(program).lines())


def program_text_without_spans(program: Program) -> str:
    """Return the text of ``program`` without positions in the source: equal programs have equal
    texts wherever they are written.
    """
    return "".join(f"{line}\n" for line in _ProgramPrinter(program, has_spans=False).lines())


def print_statement(statement: Statement | Terminator) -> str:
    """Return one statement on one line, without its span; names for shared subterms, if any, come
    first.
    """
    named = bindings(terms_read(statement))
    terms = TermPrinter(named)
    definitions = [f"let {name} = {text}" for name, text in terms.definitions()]
    return "; ".join([*definitions, _statement(statement, terms)])


class _ProgramPrinter:
    def __init__(self, program: Program, *, has_spans: bool = True) -> None:
        self._program = program
        self._has_spans = has_spans
        self._types = keyed_types(_types_of(program))
        files = Counter(span.file for span in _spans_of(program) if span is not None)
        self._file = files.most_common(1)[0][0] if files and has_spans else ""

    def lines(self) -> Iterator[str]:
        program = self._program
        file = f" in {written_string(self._file)}" if self._file else ""
        yield f"program {program.data_model.name} entry {written_name(program.entry)}{file}"
        for caveat in program.caveats:
            text = (
                f"caveat {caveat.direction.name.lower()} {written_string(caveat.source)} {written_string(caveat.text)}"
            )
            dropped = "" if caveat.dropped is Dropped.RUNS else f" {caveat.dropped.value}"
            yield self._at(caveat.span, text + dropped)
        yield from (written_type(ctype, self._types) for ctype in self._types)
        yield from (self._global(known) for known in program.global_variables)
        for item in program.global_objects:
            yield from self._object(item)
        for symbol, ctype in program.object_types.items():
            yield f"allocated {written_name(symbol)} is {written_name(self._types[ctype])}"
        for function in program.functions.values():
            yield ""
            yield from self._function(function)

    def _global(self, known: GlobalVariable) -> str:
        initial = "" if known.initial is None else f" = {_plain(known.initial, known=True)}"
        word = "ghost" if known.variable.role is Role.GHOST else "global"
        return self._at(known.variable.span, f"{word} {self._declared(known.variable, initial)}")

    def _object(self, item: GlobalObject) -> Iterator[str]:
        constant = " constant" if item.constant else ""
        unknown = " unknown" if item.cells is None else ""
        symbol = str(item.address.payload)
        c_view = self._c_view(symbol, item.name, item.ctype)
        size = f"{item.size} bytes align {item.alignment}"
        yield self._at(item.span, f"object {written_name(symbol)}: {size}{constant}{unknown}{c_view}")
        for offset, text in _cells(item.cells or ()):
            yield f"  [{offset}] = {text}"

    def _declared(self, variable: Variable, initial: str = "") -> str:
        symbol = str(variable.symbol.payload)
        c_view = self._c_view(symbol, variable.name, variable.ctype)
        return f"{written_name(symbol)}: {written_sort(variable.symbol.sort)}{initial}{c_view}"

    def _c_view(self, symbol: str, name: str, ctype: CType) -> str:
        if _is_default(symbol, name, ctype):
            return ""
        return f" is {written_name(self._types[ctype])} {written_name(name)}"

    def _function(self, function: Function) -> Iterator[str]:
        results = f" -> ({', '.join(map(written_sort, function.results))})" if function.results else ""
        symbol = str(function.address.payload)
        address = "" if symbol == f"&{function.name}" else f" at {written_name(symbol)}"
        yield self._at(function.span, f"function {written_name(function.name)}{results}{address}")
        for variable in function.parameters:
            yield self._at(variable.span, f"  parameter {self._declared(variable)}{_role(variable, Role.PARAMETER)}")
        for variable in function.locals:
            word = "temporary" if variable.role is Role.TEMPORARY else "local"
            usual = Role.TEMPORARY if variable.role is Role.TEMPORARY else Role.LOCAL
            yield self._at(variable.span, f"  {word} {self._declared(variable)}{_role(variable, usual)}")
        for block in function.blocks.values():
            yield f"{written_name(block.label)}:"
            for statement in block.statements:
                yield from self._statement(statement)
            yield from self._statement(block.terminator)

    def _statement(self, statement: Statement | Terminator) -> Iterator[str]:
        terms = TermPrinter(bindings(terms_read(statement)))
        for name, text in terms.definitions():
            yield f"  let {name} = {text}"
        yield self._at(statement.span, f"  {_statement(statement, terms)}")

    def _at(self, span: Span | None, text: str) -> str:
        return (
            text
            if span is None or not self._has_spans
            else f"{text:{_SPAN_COLUMN - 1}} {written_span(span, self._file)}"
        )


def _statement(statement: Statement | Terminator, terms: TermPrinter) -> str:
    def known(term: Term) -> str:
        return terms.text(term, known=True)

    match statement:
        case Assign(target, value):
            return f"{_name(target)} := {known(value)}"
        case Havoc(target, origin, source):
            return f"{_name(target)} := {origin.value} {written_string(source)}"
        case Assume(condition):
            return f"assume {known(condition)}"
        case Check(condition, kind, text):
            return f"check {known(condition)} else {kind.name.lower()} {written_string(text)}"
        case Load(target, address):
            return f"{_name(target)} := memory[{known(address)}]"
        case Store(address, value):
            return f"memory[{known(address)}] := {terms.text(value, known=False)}"
        case Allocate(target, size, storage, zeroed, alignment, name):
            suffix = " zeroed" if zeroed else " string" if statement.is_string else ""
            made = f"allocate {storage.value} {written_string(name)} ({known(size)}) align {alignment}{suffix}"
            return f"{_name(target)} := {made}"
        case MakeStrings(target, count, length, string, name):
            made = f"strings {written_string(name)} ({known(count)}) {_name(length)}, {_name(string)}"
            return f"{_name(target)} := {made}"
        case EndLifetime(address):
            return f"leave {known(address)}"
        case Free(address):
            return f"free {known(address)}"
        case Copy(target, source, size):
            return f"copy{'_apart' if statement.is_disjoint else ''}({known(target)}, {known(source)}, {known(size)})"
        case Fill(target, byte, size):
            return f"fill({known(target)}, {known(byte)}, {known(size)})"
        case CheckDisjoint(left, left_size, right, right_size):
            return f"check_apart({known(left)}, {known(left_size)}, {known(right)}, {known(right_size)})"
        case ObjectSize(target, address):
            return f"{_name(target)} := object_size({known(address)})"
        case CheckMemory(kind):
            return f"check memory else {kind.name.lower()}"
        case Call():
            return _call(statement, terms)
        case Goto(target):
            return f"goto {written_name(target)}"
        case Branch(condition, then, otherwise):
            return f"if {known(condition)} goto {written_name(then)} else {written_name(otherwise)}"
        case Return(values):
            return f"return {', '.join(map(known, values))}".rstrip()
        case Stop(reason):
            return f"stop {written_string(reason)}"


def _call(call: Call, terms: TermPrinter) -> str:
    targets = f"{', '.join(map(_name, call.targets))} := " if call.targets else ""
    direct = isinstance(call.callee, str)
    callee = written_name(call.callee) if isinstance(call.callee, str) else f"[{terms.text(call.callee, known=True)}]"
    arguments = ", ".join(terms.text(argument, known=direct) for argument in call.arguments)
    return f"{targets}call {callee}({arguments})"


def _cells(cells: Sequence[InitialCell]) -> Iterator[tuple[int, str]]:
    """Yield offsets and texts of ``cells``; consecutive constant bytes are one string, a character
    for each byte.
    """
    place = 0
    while place < len(cells):
        row = list(takewhile(partial(_is_byte_at, cells, place), range(place, len(cells))))
        if len(row) > 1:
            characters = "".join(chr(cells[at].value.payload) for at in row)
            yield cells[place].offset, written_string(characters)
        else:
            yield cells[place].offset, _plain(cells[place].value, known=False)
        place += max(len(row), 1)


def _is_byte_at(cells: Sequence[InitialCell], start: int, place: int) -> bool:
    cell = cells[place]
    follows = cell.offset - cells[start].offset == place - start
    return follows and cell.value.op is Op.CONSTANT and cell.value.sort is bit_vector(8)


def _plain(term: Term, *, known: bool) -> str:
    """Return a term on a line of its own, where no names can be given."""
    return TermPrinter({}).text(term, known=known)


def _name(symbol: Term) -> str:
    return written_name(str(symbol.payload))


def _role(variable: Variable, usual: Role) -> str:
    return "" if variable.role is usual else f" role {variable.role.value}"


def _is_default(symbol: str, name: str, ctype: CType) -> bool:
    return name == symbol and ctype == CVoid()


def _types_of(program: Program) -> Iterator[CType]:
    variables = [known.variable for known in program.global_variables]
    for function in program.functions.values():
        variables += [*function.parameters, *function.locals]
    views = [(str(variable.symbol.payload), variable.name, variable.ctype) for variable in variables]
    views += [(str(item.address.payload), item.name, item.ctype) for item in program.global_objects]
    yield from (view[2] for view in views if not _is_default(*view))
    yield from program.object_types.values()


def _spans_of(program: Program) -> Iterator[Span | None]:
    yield from (caveat.span for caveat in program.caveats)
    yield from (known.variable.span for known in program.global_variables)
    yield from (item.span for item in program.global_objects)
    for function in program.functions.values():
        yield function.span
        yield from (variable.span for variable in (*function.parameters, *function.locals))
        for block in function.blocks.values():
            yield from (statement.span for statement in (*block.statements, block.terminator))
