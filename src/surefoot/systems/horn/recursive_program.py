"""Horn clauses as a recursive program, for replay, reports and engines that unroll programs; see
`surefoot.systems.horn.recursive`.
"""

from collections.abc import Iterator

from surefoot.base.text import FreshNames
from surefoot.logic import FALSE, TRUE, Term, bit_vector, variable
from surefoot.program.program import Block, DataModel, Function, Program, Role, Variable
from surefoot.program.statements import (
    Assume,
    Branch,
    Call,
    Check,
    Goto,
    Havoc,
    Origin,
    Return,
    Statement,
    Stop,
    Terminator,
)
from surefoot.program.validate import validate
from surefoot.systems.formats.model import HornFile
from surefoot.systems.horn.recursive import RecursiveRule, RelationFunction, relation_functions
from surefoot.systems.horn.rules import error_of
from surefoot.systems.transitions.model_program import ENTRY, type_of


def recursive_program(file: HornFile) -> Program:
    """Return the program whose runs derive the facts that the clauses of ``file`` derive."""
    functions = relation_functions(file)
    fresh = FreshNames([ENTRY])
    names = {name: ENTRY if name is None else fresh.like(name) for name in functions}
    symbols = FreshNames(str(each.payload) for function in functions.values() for each in _symbols(function))
    made: dict[str, Function] = {}
    for relation, function in functions.items():
        name = names[relation]
        address = variable(symbols.like(f"&{name}"), bit_vector(DataModel.LP64.pointer_width))
        results = tuple(each.sort for each in file.system.relations[relation]) if relation is not None else ()
        local = tuple(_variable(each, function) for each in _symbols(function))
        blocks = {block.label: block for block in _Blocks(file, function, names).all()}
        made[name] = Function(name, address, (), results, local, blocks, None)
    program = Program(DataModel.LP64, ENTRY, made, (), (), {}, ())
    validate(program)
    return program


class _Blocks:
    """Builder of the blocks of one function."""

    def __init__(self, file: HornFile, function: RelationFunction, names: dict[str | None, str]) -> None:
        self._file = file
        self._function = function
        self._names = names

    def all(self) -> list[Block]:
        """Return the blocks, the entry of the function first."""
        if not self._function.rules:
            return [Block("no rule", (Assume(FALSE, None),), Stop("no clause derives it", None))]
        return [block for number in range(len(self._function.rules)) for block in self._rule(number)]

    def _rule(self, number: int) -> Iterator[Block]:
        known = self._function.rules[number]
        span = self._file.spans[known.clause]
        applied = f"clause {known.clause + 1}"
        if number == len(self._function.choices):
            yield Block(f"rule {number + 1}", (), Goto(applied, span))
        else:
            choice = self._function.choices[number]
            chosen = Branch(choice, applied, f"rule {number + 2}", span)
            yield Block(f"rule {number + 1}", (Havoc(choice, Origin.INPUT, str(choice.payload), span),), chosen)
        yield Block(applied, tuple(self._statements(known)), self._end(known))

    def _statements(self, known: RecursiveRule) -> Iterator[Statement]:
        span = self._file.spans[known.clause]
        for callee, premise in zip(known.callees, known.premises, strict=True):
            yield Call(premise, self._names[callee], (), span)
        for symbol in known.rule.inputs:
            yield Havoc(symbol, Origin.INPUT, str(symbol.payload), span)
        if known.rule.guard is not TRUE:
            yield Assume(known.rule.guard, span)
        if self._file.system.clauses[known.clause].head is None:
            error = error_of(self._file, known.clause, ENTRY)
            yield Check(FALSE, error.kind, error.text, span)

    def _end(self, known: RecursiveRule) -> Terminator:
        span = self._file.spans[known.clause]
        if self._file.system.clauses[known.clause].head is None:
            return Stop("false is derived", span)
        return Return(known.rule.results, span)


def _symbols(function: RelationFunction) -> list[Term]:
    """Return the local variables of ``function``."""
    found = list(function.choices)
    for known in function.rules:
        found += [symbol for premise in known.premises for symbol in premise]
        found += known.rule.inputs
    return found


def _variable(symbol: Term, function: RelationFunction) -> Variable:
    role = Role.TEMPORARY if symbol in function.choices else Role.LOCAL
    return Variable(symbol, str(symbol.payload), type_of(symbol.sort), role, None)
