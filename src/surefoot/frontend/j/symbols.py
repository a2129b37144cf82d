"""The variables of a J program as variables of the `Program`: one for each scalar and for each element of an array."""

from itertools import product
from typing import Final

from surefoot.frontend.j.bounds import Bounds
from surefoot.frontend.j.resolved import Kind, Variable
from surefoot.frontend.j.syntax import Scalar
from surefoot.logic import BOOL, Sort, Term, bit_vector, variable
from surefoot.program.ctypes import CInteger, CType
from surefoot.program.program import Role
from surefoot.program.program import Variable as ProgramVariable
from surefoot.spans import Span

_ROLES: Final = {  # a variable of the file that no function mentions is one of its statements
    Kind.GLOBAL: Role.LOCAL,
    Kind.PARAMETER: Role.PARAMETER,
    Kind.LOCAL: Role.LOCAL,
    Kind.RESULT: Role.LOCAL,
    Kind.BOUND: Role.LOCAL,
}


def sort_of(type: Scalar, bounds: Bounds) -> Sort:
    """The sort of values of ``type``."""
    return BOOL if type is Scalar.BOOL else bit_vector(bounds.bits)


def ctype_of(type: Scalar, bounds: Bounds) -> CType:
    """How values of ``type`` are printed."""
    return CInteger("bool", 1, signed=False) if type is Scalar.BOOL else CInteger("int", bounds.bits, signed=True)


class Symbols:
    """The variables of one function, or of the whole program; ``outer`` are known beside them."""

    def __init__(self, owner: str, bounds: Bounds, outer: "Symbols | None" = None) -> None:
        self._owner = owner
        self._bounds = bounds
        self._outer = outer
        self._known: dict[Variable, tuple[Term, ...]] = {}
        self._count = 0
        self.declared: list[ProgramVariable] = []

    def of(self, variable: Variable) -> tuple[Term, ...]:
        """The symbols of ``variable``: one, or one for each element."""
        if self._outer is not None and self._outer.knows(variable):
            return self._outer.of(variable)
        if variable not in self._known:
            role = Role.GLOBAL if self._outer is None else _ROLES[variable.kind]
            self._known[variable] = self._declare(variable, variable.name, role)
        return self._known[variable]

    def knows(self, variable: Variable) -> bool:
        """Whether ``variable`` is one of these."""
        return variable in self._known

    def copy(self, variable: Variable, meaning: str) -> tuple[Term, ...]:
        """New symbols like those of ``variable``, which no reader of a run is shown."""
        return self._declare(variable, f"{meaning}({variable.name})", Role.TEMPORARY)

    def temporary(self, meaning: str, sort: Sort) -> Term:
        """A new variable that no reader of a run is shown."""
        self._count += 1
        symbol = variable(f"{self._owner}::{meaning}.{self._count}", sort)
        ctype = ctype_of(Scalar.BOOL if sort is BOOL else Scalar.INT, self._bounds)
        self.declared.append(ProgramVariable(symbol, meaning, ctype, Role.TEMPORARY, None))
        return symbol

    def _declare(self, of: Variable, name: str, role: Role) -> tuple[Term, ...]:
        self._count += 1
        sort, ctype = sort_of(of.type, self._bounds), ctype_of(of.type, self._bounds)
        paths = ["".join(f"[{at}]" for at in place) for place in product(*map(range, of.dimensions))]
        made = tuple(variable(f"{self._owner}::{name}.{self._count}{path}", sort) for path in paths)
        span: Span | None = None if role is Role.TEMPORARY else of.span
        self.declared += (
            ProgramVariable(symbol, f"{name}{path}", ctype, role, span)
            for symbol, path in zip(made, paths, strict=True)
        )
        return made
