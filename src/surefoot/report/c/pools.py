"""Formulas about summarised heap objects in the style of C: ``for all struct node n: n->next !=
0``.

Objects of a pool are numbered by allocation order: ``allocation(p)`` is the number of the object
that ``p`` points to, from 0. ``allocated`` objects were allocated, of which ``live`` are not
``freed``. Numbers are skipped where a pool has only some of the objects. The SMT-LIB formula beside
the text is exact.
"""

import re
from collections.abc import Mapping

from surefoot.logic import TRUE, Op, Term, bv, bvslt, bvult, not_, postorder
from surefoot.logic.transformations.cases import conjuncts_of
from surefoot.program.ctypes import CInteger, CRecord
from surefoot.program.program import Variable
from surefoot.report.c.expressions import c_expression
from surefoot.report.c.names import holder_names, object_place, unused_name
from surefoot.report.c.values import cells
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.semantics.memory.pools import INSTANCE
from surefoot.systems.control.quantified import QuantifiedInvariant
from surefoot.systems.control.system import Aspect, Referent, ReferentKind
from surefoot.systems.encode.encoding import Encoding
from surefoot.systems.encode.program_system import ProgramSystem
from surefoot.systems.encode.value_forms import PointsInto

_COUNTS = {ReferentKind.ALLOCATED: "allocated", ReferentKind.LIVE: "live", ReferentKind.FREED: "freed"}
_SIGNS = {Op.EQ: ("==", "!="), Op.BVULT: ("<", ">="), Op.BVSLT: ("<", ">=")}
_OF_POOLS = frozenset({*_COUNTS, ReferentKind.FIELD, ReferentKind.SIZE})
_OF_POINTERS = frozenset({Aspect.TARGET, Aspect.NUMBER, Aspect.INSTANCE})
_UNNAMED = frozenset({Aspect.TARGET, Aspect.OFFSET})
_NODE = ("n", "m", "each")
"""Names of the bound object, the preferred one first."""
_WORD = re.compile(r"\w+")


def c_about_pools(
    stated: Term | QuantifiedInvariant, encoding: Encoding, name: str, names: Mapping[Term, Variable]
) -> str | None:
    """Return ``stated``, about the location ``name`` with the variables ``names``, as text;
    ``None`` if neither a summarised heap object nor the target of a pointer occurs.
    """
    if not isinstance(encoding, ProgramSystem):
        return None
    referents = {each.symbol: each.referent for each in encoding.system.location(name).variables}
    body = stated.body if isinstance(stated, QuantifiedInvariant) else stated
    mentioned = [referents[term] for term in postorder([body]) if term in referents]
    if not any(each.kind in _OF_POOLS or each.aspect in _OF_POINTERS for each in mentioned):
        return None
    bound = stated.bound if isinstance(stated, QuantifiedInvariant) else None
    printer = _PoolPrinter(encoding, name, names, referents, bound)
    return printer.invariant(stated) if isinstance(stated, QuantifiedInvariant) else printer.formula(stated)


class _PoolPrinter:
    """Printer of formulas at one location."""

    def __init__(
        self,
        encoding: ProgramSystem,
        name: str,
        names: Mapping[Term, Variable],
        referents: Mapping[Term, Referent],
        bound: Term | None,
    ) -> None:
        self._encoding = encoding
        self._holders = holder_names(encoding, name)
        variables = {each.name for each in names.values()}
        self._node = unused_name(
            _NODE, {*variables, *(each for text in self._holders.values() for each in _WORD.findall(text))}
        )
        self._referents = referents
        self._bound = bound
        self._names = names
        self._pointers = encoding.pointers(name)
        self._pools = {
            str(each.address.payload).removeprefix("&"): each.constant_size or 0
            for range_ in self._pointers.values()
            for each in range_.objects
            if each.pool is not None
        }
        records = [each for each in encoding.program.object_types.values() if isinstance(each, CRecord)]
        self._records = {
            owner: fitting[0]
            for owner, size in self._pools.items()
            if len(fitting := list(dict.fromkeys(each for each in records if each.size == size))) == 1
        }

    def invariant(self, invariant: QuantifiedInvariant) -> str:
        body = invariant.body
        parts = body.args if body.op is Op.OR else (body,)
        conditions = (
            [part for part in parts if part.op is Op.NOT and part.args[0].op is not Op.EQ] if len(parts) > 1 else []
        )
        where = [each for part in conditions for each in conjuncts_of(not_(part))]
        facts = [self.formula(part) for part in parts if part not in conditions]
        if len(conditions) == len(parts):
            where, facts = where[:-1], [self.formula(not_(where[-1]))]
        conditions_text = [self.formula(each) for each in where if not self._is_any(each)]
        range_ = f" with {' && '.join(conditions_text)}" if conditions_text else ""
        return f"for all {self._label(body)} {self._node}{range_}: {' || '.join(facts)}"

    def formula(self, formula: Term, *, is_true: bool = True) -> str:
        """Return ``formula``, or its negation unless ``is_true``."""
        match formula.op:
            case Op.NOT:
                return self.formula(formula.args[0], is_true=not is_true)
            case Op.AND | Op.OR:
                sign = "&&" if (formula.op is Op.AND) == is_true else "||"
                return f" {sign} ".join(self._grouped(part, is_true=is_true) for part in formula.args)
            case Op.EQ | Op.BVULT | Op.BVSLT:
                return self._comparison(formula, is_true=is_true)
            case _:
                text = c_expression(formula, self._names)
                return text if is_true else f"!({text})"

    def _grouped(self, part: Term, *, is_true: bool) -> str:
        text = self.formula(part, is_true=is_true)
        return f"({text})" if part.op in {Op.AND, Op.OR} else text

    def _comparison(self, formula: Term, *, is_true: bool) -> str:
        left, right = formula.args
        about_targets = self._about_targets(formula, is_true=is_true)
        if about_targets is not None:
            return about_targets
        if left.op is Op.CONSTANT:
            if formula.op is not Op.EQ:  # constants are on the right
                return f"{self._value(right, left)} {'>' if is_true else '<='} {self._value(left, right)}"
            left, right = right, left
        special = self._about_part(left, right, is_true=is_true) if formula.op is Op.EQ else None
        if special is not None:
            return special
        sign = _SIGNS[formula.op][0 if is_true else 1]
        if formula.op is Op.EQ and left.sort is INSTANCE:
            places = [self._place(side) for side in (left, right)]
            if all(places):
                return f"{places[0]} {sign} {places[1]}"
        return f"{self._value(left, right)} {sign} {self._value(right, left)}"

    def _about_targets(self, formula: Term, *, is_true: bool) -> str | None:
        """Return the meaning of a comparison of targets of pointers, or of one with a number: the
        objects for which it holds.
        """
        pointers = [self._target(side) for side in formula.args]
        left, right = pointers
        if left is not None and right is not None and formula.op is Op.EQ:
            if left[1].objects != right[1].objects or len(left[1].objects) != 1 or not left[1].is_null:
                return None
            return f"({left[0]} == 0) {'==' if is_true else '!='} ({right[0]} == 0)"
        known = left or right
        if known is None or (left is not None and right is not None) or formula.op is Op.EQ:
            return None
        part, other = formula.args if left is not None else formula.args[::-1]
        if other.op is not Op.CONSTANT:
            return None
        numbers = range(len(known[1].objects) + known[1].is_number)
        at = [bv(number, part.sort.width) for number in numbers]
        holds = [
            is_true
            == ((bvult if formula.op is Op.BVULT else bvslt)(*((each, other) if left else (other, each))) is TRUE)
            for each in at
        ]
        if all(holds) or not any(holds):
            return "true" if all(holds) else "false"
        return " || ".join(str(self._about_part(part, at[number], is_true=True)) for number in numbers if holds[number])

    def _target(self, term: Term) -> tuple[str, PointsInto] | None:
        """Return the pointer whose target is ``term``, and the objects that it may point into."""
        column = term.args[0] if term.op is Op.SELECT else term
        referent, range_ = self._referents.get(column), self._pointers.get(column)
        if referent is None or referent.aspect is not Aspect.TARGET or range_ is None:
            return None
        return self._pointer(term, referent), range_

    def _about_part(self, part: Term, value: Term, *, is_true: bool) -> str | None:
        """Return the meaning of ``part == value`` for a part of a pointer, or the lifetime of an
        object.
        """
        column = part.args[0] if part.op is Op.SELECT else part
        referent = self._referents.get(column)
        if referent is None or value.op is not Op.CONSTANT:
            return None
        if referent.kind is ReferentKind.ALIVE and part.op is Op.SELECT:
            return f"{self._at(part.args[1])} is {'not ' if is_true == (value.payload == 1) else ''}freed"
        pointer = self._pointer(part, referent)
        if referent.aspect is Aspect.NUMBER:
            return f"{pointer} {'==' if is_true else '!='} {value.payload} unless it points to an object"
        range_ = self._pointers.get(column)
        if referent.aspect is not Aspect.TARGET or range_ is None:
            return None
        number = int(value.payload)
        if number >= len(range_.objects):
            number, is_true = 0, not is_true
            if len(range_.objects) != 1:
                return f"{pointer} points {'to an object' if is_true else 'nowhere'}"
        if len(range_.objects) == 1 and range_.is_null:
            return f"{pointer} {'!=' if is_true else '=='} 0"
        place = self._exact_place(range_, number)
        if place:
            return f"{pointer} {'==' if is_true else '!='} &{place}"
        return f"{pointer} points to {'' if is_true else 'no '}{self._object(range_.objects[number], is_true=is_true)}"

    def _exact_place(self, range_: PointsInto, number: int) -> str:
        """Return the object with a number where the offset is constant; empty otherwise."""
        each = range_.objects[number]
        if range_.bits != self._encoding.program.data_model.pointer_width or each.pool is not None:
            return ""
        sizes = (object_place(self._encoding, each, range_.residue, size) for size in (1, 2, 4, 8))
        return next((place for place in sizes if place), "" if range_.residue else each.name)

    def _object(self, each: MemoryObject, *, is_true: bool) -> str:
        if each.pool is None:
            return each.name
        owner = str(each.address.payload).removeprefix("&")
        return f"{'a ' if is_true else ''}{self._of_pool(owner)}"

    def _of_pool(self, owner: str) -> str:
        record = self._records.get(owner)
        size = self._pools.get(owner, 0)
        return record.name if record is not None else f"object of {size} bytes" if size else "object"

    def _label(self, body: Term) -> str:
        """Return the type name of the objects in ``body``."""
        for term in postorder([body]):
            if term.op is Op.SELECT and term.args[1] is self._bound and term.args[0] in self._referents:
                return self._of_pool(self._referents[term.args[0]].owner)
        return "object"

    def _is_any(self, condition: Term) -> bool:
        """Return whether ``condition`` only requires that the object was allocated."""
        if condition.op is not Op.BVULT or condition.args[0] is not self._bound:
            return False
        referent = self._referents.get(condition.args[1])
        return referent is not None and referent.kind is ReferentKind.ALLOCATED

    # Numbers and pointers

    def _value(self, term: Term, beside: Term) -> str:
        """Return the number ``term``, which is compared with ``beside``."""
        if term.sort is INSTANCE:
            return self._number(term)
        if term.op is Op.SELECT and (referent := self._referents.get(term.args[0])) is not None:
            return f"`{referent}`" if referent.aspect in _UNNAMED else self._pointer(term, referent)
        if term.op is Op.CONSTANT and isinstance(term.payload, int) and term.sort.width:
            is_signed = self._is_signed(beside)
            return str(
                term.payload - (1 << term.sort.width)
                if is_signed and term.payload >> (term.sort.width - 1)
                else term.payload
            )
        return c_expression(term, self._names)

    def _is_signed(self, term: Term) -> bool:
        referent = self._referents.get(term.args[0]) if term.op is Op.SELECT else None
        if referent is None:
            known = self._names.get(term)
            return known is None or (isinstance(known.ctype, CInteger) and known.ctype.signed)
        return term.sort.width > 1

    def _number(self, term: Term) -> str:
        place = self._place(term)
        referent = self._referents.get(term)
        if place is not None:
            return f"allocation({place})"
        if referent is not None and referent.kind in _COUNTS:
            several = f"({self._of_pool(referent.owner)})" if len(self._pools) > 1 else ""
            return f"{_COUNTS[referent.kind]}{several}"
        if term.op is Op.CONSTANT:
            return str(_signed(term))
        if term.op is Op.BVADD:
            first, *others = term.args
            text = self._number(first)
            for each in others:
                is_less = each.op is Op.CONSTANT and _signed(each) < 0
                text += f" - {-_signed(each)}" if is_less else f" + {self._number(each)}"
            return text
        if term.op is Op.BVSUB:
            return f"{self._number(term.args[0])} - {self._number(term.args[1])}"
        return c_expression(term, self._names)

    def _place(self, term: Term) -> str | None:
        """Return the pointer whose object has the number ``term``, if there is one."""
        if term is self._bound:
            return self._node
        column = term.args[0] if term.op is Op.SELECT else term
        referent = self._referents.get(column)
        if referent is None or referent.aspect is not Aspect.INSTANCE:
            return None
        return self._pointer(term, referent)

    def _at(self, instance: Term) -> str:
        """Return the object with the number ``instance``."""
        return self._place(instance) or f"the {self._node} with allocation({self._node}) == {self._number(instance)}"

    def _pointer(self, term: Term, referent: Referent) -> str:
        """Return the variable or field that contains ``term``."""
        if term.op is Op.SELECT and referent.kind is ReferentKind.FIELD:
            place = self._place(term.args[1])
            held = f"object {self._number(term.args[1])}" if place is None else place
            return f"{held}->{self._field(referent)}"
        if term.op is Op.SELECT and referent.kind is ReferentKind.SIZE:
            return f"size({self._at(term.args[1])})"
        return self._holders.get(term) or f"`{referent}`"

    def _field(self, referent: Referent) -> str:
        record = self._records.get(referent.owner)
        if record is not None:
            for cell in cells(record, 8 * referent.position, 8 * record.size):
                if cell.bit_offset == 8 * referent.position:
                    return cell.path.removeprefix(".")
        return f"[{referent.position}]"


def _signed(term: Term) -> int:
    value = int(term.payload)
    return value - (1 << term.sort.width) if value >> (term.sort.width - 1) else value
