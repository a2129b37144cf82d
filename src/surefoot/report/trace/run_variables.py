"""The variables of a program as its user knows them, and those that statements read."""

from collections.abc import Mapping

from surefoot.logic import BitVecSort, FloatSort, Sort, variables_of
from surefoot.program.access import terms_read
from surefoot.program.ctypes import CFloat, CInteger, CType, CVoid
from surefoot.program.program import Program, Role, Variable
from surefoot.program.statements import Statement, Terminator

_SIGNED_INPUTS = ("char", "short", "int", "long", "longlong", "int128")
_OURS = "__surefoot_"
_WIDTHS_OF_FLOATS = {"float": 32, "double": 64}


def is_shown(variable: Variable | None) -> bool:
    """Whether the user knows ``variable``."""
    if variable is None or variable.role is Role.TEMPORARY or variable.name.startswith(_OURS):
        return False
    return variable.span is None or not variable.span.is_library


def variables_read(statement: Statement | Terminator) -> frozenset[str]:
    """The names of the variables whose values ``statement`` looks at."""
    return frozenset(str(symbol.payload) for term in terms_read(statement) for symbol in variables_of(term))


def type_of_input(source: str, sort: Sort) -> CType:
    """The C type of what a function returns that is named after it; headers say no more."""
    name = source.rpartition("_")[2]
    match sort:
        case BitVecSort(width) if name in _SIGNED_INPUTS:
            return CInteger(name, width, signed=True)
        case FloatSort() if name in _WIDTHS_OF_FLOATS:
            return CFloat(name, _WIDTHS_OF_FLOATS[name])
        case _:
            return CVoid()


def variables_by_name(program: Program) -> Mapping[str, Variable]:
    """All variables, by the names of their symbols."""
    known = {str(item.variable.symbol.payload): item.variable for item in program.global_variables}
    for function in program.functions.values():
        for variable in (*function.parameters, *function.locals):
            known[str(variable.symbol.payload)] = variable
    return known
