"""Python code for terms: the results of `logic.evaluate`, many times faster.

Values are those of `logic.values`, except that NaNs have bits (`nan`). Shared and deeply nested
subterms become local variables, so code is linear in the size of the term's graph and no nesting
limit of Python is reached.

`GeneratedCode` keeps the code of a program between runs.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from types import CodeType

from surefoot.base.errors import invariant
from surefoot.base.records import dataclass
from surefoot.logic import ArraySort, FloatSort, Op, RoundingMode, Sort, Term, Value, postorder
from surefoot.logic.semantics import MEANINGS
from surefoot.logic.values import canonical_float
from surefoot.semantics.interpreter.nan import KEEPING_BITS, is_nan, made_nan, same_float, with_nan_bits
from surefoot.semantics.limits import LIMITS

_INFIX = {
    Op.BVAND: "&",
    Op.BVOR: "|",
    Op.BVXOR: "^",
    Op.BVULT: "<",
    Op.INT_ADD: "+",
    Op.INT_SUB: "-",
    Op.INT_MUL: "*",
    Op.INT_LT: "<",
    Op.AND: "and",
    Op.OR: "or",
}
_MASKED = {Op.BVADD: "+", Op.BVSUB: "-", Op.BVMUL: "*"}
_OF_ARRAYS = frozenset({Op.SELECT, Op.STORE, Op.CONSTANT_ARRAY})


class Emitter:
    """Lines of one Python function body, and the objects that its code refers to by name."""

    def __init__(self, place_of: Callable[[Term], str]) -> None:
        """Create an empty body; ``place_of`` returns the Python expression for a variable's value."""
        self._place_of = place_of
        self._temporaries = 0
        self._depth = 1
        self.lines: list[str] = []
        self.names: dict[str, object] = {}

    def name(self, thing: object) -> str:
        """Return a name by which the code can refer to ``thing``."""
        name = f"n{len(self.names)}"
        self.names[name] = thing
        return name

    def line(self, text: str) -> None:
        """Append one line of code."""
        self.lines.append("    " * self._depth + text)

    @contextmanager
    def indented(self, opening: str) -> Iterator[None]:
        """Append ``opening``; lines appended in the context are indented below it."""
        self.line(opening)
        self._depth += 1
        yield
        self.line("pass")
        self._depth -= 1

    def temporary(self, text: str) -> str:
        """Append a line that assigns ``text`` to a fresh name; return the name."""
        name = f"t{self._temporaries}"
        self._temporaries += 1
        self.line(f"{name} = {text}")
        return name

    def expressions(self, roots: Sequence[Term]) -> list[str]:
        """Return Python expressions for ``roots``, after appending the lines they depend on."""
        order = postorder(roots)
        uses = Counter(roots)
        for term in order:
            uses.update(term.args)
        texts: dict[Term, str] = {}
        depths: dict[Term, int] = {}
        for term in order:
            texts[term] = self._expression(term, [texts[argument] for argument in term.args])
            depths[term] = 1 + max((depths[argument] for argument in term.args), default=-1)
            if term.args and (uses[term] > 1 or depths[term] >= LIMITS.compiled_expression_depth):
                texts[term], depths[term] = self.temporary(texts[term]), 0
        return [texts[root] for root in roots]

    def expression(self, root: Term) -> str:
        """Return a Python expression for ``root``, after appending the lines it depends on."""
        return self.expressions((root,))[0]

    def _expression(self, term: Term, args: list[str]) -> str:
        op, mask = term.op, term.sort.mask
        if op is Op.VARIABLE:
            return self._place_of(term)
        if op is Op.CONSTANT:
            if isinstance(term.sort, FloatSort) and is_nan(term.payload, term.sort):
                return f"({made_nan(term.sort)})"
            return self.name(term.payload) if isinstance(term.payload, RoundingMode) else f"({term.payload!r})"
        if op in _INFIX:
            return f"({f' {_INFIX[op]} '.join(args)})"
        if op in _MASKED:
            return f"(({args[0]} {_MASKED[op]} {args[1]}) & {mask})"
        match op:
            case Op.NOT:
                return f"(not {args[0]})"
            case Op.ITE:
                return f"({args[1]} if {args[0]} else {args[2]})"
            case Op.EQ if isinstance(sort := term.args[0].sort, FloatSort):
                return f"{self.name(partial(same_float, sort=sort))}({args[0]}, {args[1]})"
            case Op.EQ if not isinstance(term.args[0].sort, ArraySort):
                return f"({args[0]} == {args[1]})"
            case _ if op in KEEPING_BITS:
                return args[0]
            case Op.FP_NEG | Op.FP_ABS if isinstance(sort := term.sort, FloatSort):
                sign = 1 << (sort.bits - 1)
                return f"({args[0]} ^ {sign})" if op is Op.FP_NEG else f"({args[0]} & {sign - 1})"
            case Op.BVNOT:
                return f"({args[0]} ^ {mask})"
            case Op.BVNEG:
                return f"(-{args[0]} & {mask})"
            case Op.BVSLT:
                sign = _sign_bit(term.args[0])
                return f"(({args[0]} ^ {sign}) < ({args[1]} ^ {sign}))"
            case Op.BVSHL if term.args[1].op is Op.CONSTANT and term.args[1].payload < term.sort.width:
                return f"(({args[0]} << {args[1]}) & {mask})"
            case Op.BVLSHR:
                return f"({args[0]} >> {args[1]})"
            case Op.EXTRACT:
                return f"(({args[0]} >> {term.payload[1]}) & {mask})"
            case Op.CONCAT:
                return f"(({args[0]} << {term.args[1].sort.width}) | {args[1]})"
            case Op.ZERO_EXTEND:
                return args[0]
            case Op.SIGN_EXTEND:
                sign = _sign_bit(term.args[0])
                return f"((({args[0]} ^ {sign}) - {sign}) & {mask})"
            case _:
                if op in _OF_ARRAYS:
                    args = [self._with_one_nan(each.sort, text) for each, text in zip(term.args, args, strict=True)]
                if op not in MEANINGS:  # printing a term is slow
                    raise AssertionError(f"{term} has no meaning of its own")
                operand = term.args[-1].sort
                meaning: Callable[..., Value] = partial(MEANINGS[op], operand, term.payload)
                if isinstance(term.sort, FloatSort):
                    meaning = with_nan_bits(meaning, operand if isinstance(operand, FloatSort) else None, term.sort)
                return f"{self.name(meaning)}({', '.join(args)})"

    def _with_one_nan(self, sort: Sort, text: str) -> str:
        """Return code that replaces a NaN by the one NaN of the logic; array elements and indices
        are compared as values.
        """
        return f"{self.name(partial(canonical_float, sort=sort))}({text})" if isinstance(sort, FloatSort) else text


def _sign_bit(term: Term) -> int:
    return 1 << (term.sort.width - 1)


@dataclass(frozen=True, slots=True)
class GeneratedStretch:
    """Code of a stretch, the objects that its terms need by name, and the names of its effects in
    order.

    Effects are bound anew for each machine.
    """

    code: CodeType
    of_terms: Mapping[str, object]
    of_effects: tuple[str, ...]


class GeneratedCode:
    """Cache of the code of a program's stretches; generating it takes longer than most runs."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], GeneratedStretch] = {}
        self._program: object = None
        self.heads: dict[str, frozenset[str]] = {}
        """Loop heads by function, as far as computed."""

    def belong_to(self, program: object) -> None:
        """Bind the cache to ``program``.

        Requires: it is the same program each time.
        """
        invariant(self._program is None or self._program is program, "code is written for one program")
        self._program = program

    def get(self, key: tuple[object, ...]) -> GeneratedStretch | None:
        """Return the code generated for ``key``, if any."""
        return self._known.get(key)

    def keep(self, key: tuple[object, ...], written: GeneratedStretch) -> None:
        """Store the code generated for ``key``."""
        self._known[key] = written
