"""Linear Horn clauses as a program, for replay, reports and engines that unroll programs.

at R:      choose a rule; Y := its inputs; assume its guard; X := its results; go to its target
at false:  fail
"""

from surefoot.base.text import FreshNames
from surefoot.logic import FALSE, TRUE, Term, bit_vector, variable
from surefoot.program.program import Block, DataModel, Function, Program, Role, Variable
from surefoot.program.statements import Assign, Assume, Branch, Check, Goto, Havoc, Origin, Statement, Stop
from surefoot.program.validate import validate
from surefoot.systems.formats.model import HornFile
from surefoot.systems.horn.linear import LinearLocation, LinearRule, linear_locations
from surefoot.systems.horn.rules import error_of
from surefoot.systems.transitions.model_program import ENTRY, type_of


def linear_program(file: HornFile) -> Program:
    """Return the program whose runs derive the facts that the clauses of ``file`` derive.

    Requires: the clauses are linear.
    """
    locations = linear_locations(file)
    shown = {each: each for location in locations.values() for each in location.parameters}
    inputs = dict.fromkeys(
        each for location in locations.values() for known in location.rules for each in known.rule.inputs
    )
    hidden = dict.fromkeys(each for location in locations.values() for each in location.choices)
    names = FreshNames(str(each.payload) for each in (*shown, *inputs, *hidden))
    derived = {each: variable(names.like(f"{each.payload} derived"), each.sort) for each in shown}
    blocks = [block for each in locations.values() for block in _Blocks(file, each, locations, derived).all()]
    local = [_variable(each, Role.LOCAL) for each in (*shown, *inputs)]
    local += [_variable(each, Role.TEMPORARY) for each in (*hidden, *derived.values())]
    address = variable(names.like("&clauses"), bit_vector(DataModel.LP64.pointer_width))
    function = Function(ENTRY, address, (), (), tuple(local), {block.label: block for block in blocks}, None)
    program = Program(DataModel.LP64, ENTRY, {ENTRY: function}, (), (), {}, ())
    validate(program)
    return program


class _Blocks:
    """Builder of the blocks of one location."""

    def __init__(
        self,
        file: HornFile,
        location: LinearLocation,
        locations: dict[str, LinearLocation],
        derived: dict[Term, Term],
    ) -> None:
        self._file = file
        self._location = location
        self._locations = locations
        self._derived = derived

    def all(self) -> list[Block]:
        """Return the blocks, the first one with the label of the location."""
        rules = self._location.rules
        if not rules:
            return [Block(_label(self._location.name, 0), (), Stop("no clause needs it", None))]
        return [block for number, known in enumerate(rules) for block in self._rule(number, known)]

    def _rule(self, number: int, known: LinearRule) -> list[Block]:
        """Add a block that selects this rule or a later one, and a block that applies it."""
        span = self._file.spans[known.clause]
        label = _label(self._location.name, number)
        applied = f"clause {known.clause + 1}"
        if number == len(self._location.choices):
            return [Block(label, (), Goto(applied, span)), self._applied(applied, known)]
        choice = self._location.choices[number]
        chosen = Branch(choice, applied, _label(self._location.name, number + 1), span)
        return [
            Block(label, (Havoc(choice, Origin.INPUT, str(choice.payload), span),), chosen),
            self._applied(applied, known),
        ]

    def _applied(self, label: str, known: LinearRule) -> Block:
        span, rule = self._file.spans[known.clause], known.rule
        statements: list[Statement] = [Havoc(each, Origin.INPUT, str(each.payload), span) for each in rule.inputs]
        if rule.guard is not TRUE:
            statements.append(Assume(rule.guard, span))
        if known.target is None:
            error = error_of(self._file, known.clause, ENTRY)
            statements.append(Check(FALSE, error.kind, error.text, span))
            return Block(label, tuple(statements), Stop("false is derived", span))
        parameters = self._locations[known.target].parameters
        changed = [(each, value) for each, value in zip(parameters, rule.results, strict=True) if each is not value]
        statements += [Assign(self._derived[each], value, span) for each, value in changed]
        statements += [Assign(each, self._derived[each], span) for each, _ in changed]
        return Block(label, tuple(statements), Goto(_label(known.target, 0), span))


def _label(location: str, number: int) -> str:
    return f"rule {number + 1} at {location}"


def _variable(symbol: Term, role: Role) -> Variable:
    return Variable(symbol, str(symbol.payload), type_of(symbol.sort), role, None)
