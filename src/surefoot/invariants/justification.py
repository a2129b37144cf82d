"""Justification: comparisons that hold in a state and together imply a formula.

Case splits of the formula (``ite``, reads of written arrays) are resolved as in the state, so that
short comparisons between relevant symbols remain: the weakest precondition along one path.
"""

from collections.abc import Callable

from surefoot.logic import BOOL, FALSE, TRUE, Evaluator, Op, Term, constant, eq, not_, rebuild, select, variables_of


class Preferences:
    """Preference among several reasons: those that mention fewer variables. The cache may be shared
    between calls.
    """

    def __init__(self) -> None:
        self._ordered: dict[Term, tuple[Term, ...]] = {}
        self._weights: dict[Term, int] = {}

    def ordered(self, term: Term) -> tuple[Term, ...]:
        """Return the arguments of `term`, the preferred ones first."""
        known = self._ordered.get(term)
        if known is None:
            known = self._ordered[term] = tuple(sorted(term.args, key=self._weight))
        return known

    def _weight(self, term: Term) -> int:
        known = self._weights.get(term)
        if known is None:
            known = self._weights[term] = len(variables_of(term))
        return known


def justification(
    formula: Term, state: Evaluator, is_symbol: Callable[[Term], bool], preferences: Preferences | None = None
) -> tuple[Term, ...]:
    """Return literals over symbols that are true in `state` and together imply `formula`.

    Variables for which `is_symbol` does not hold are inputs: they keep the values of `state`.
    Requires: `formula` is true in `state`.
    """
    return _Justifier(state, is_symbol, preferences or Preferences()).literals(formula)


class _Justifier:
    def __init__(self, state: Evaluator, is_symbol: Callable[[Term], bool], preferences: Preferences) -> None:
        self._preferences = preferences
        self._state = state
        self._is_symbol = is_symbol
        self._found: dict[Term, None] = {}
        self._reasons: list[tuple[Term, bool]] = []
        """Boolean terms that must be justified, with their values in the state."""
        self._resolved: dict[Term, Term] = {}

    def literals(self, formula: Term) -> tuple[Term, ...]:
        todo = self._reasons
        todo.append((formula, True))
        done: set[Term] = set()
        while todo:
            term, is_true = todo.pop()
            if term not in done:
                done.add(term)
                self._justify(term, is_true=is_true)
        return tuple(self._found)

    def _justify(self, term: Term, *, is_true: bool) -> None:
        """Add terms whose values determine that of `term`; a literal is kept."""
        todo = self._reasons
        match term.op:
            case Op.CONSTANT:
                pass
            case Op.NOT:
                todo.append((term.args[0], not is_true))
            case Op.AND | Op.OR if is_true == (term.op is Op.OR):
                value = self._state.value
                decides = next(each for each in self._preferences.ordered(term) if value(each) is is_true)
                todo.append((decides, is_true))
            case Op.AND | Op.OR:
                todo.extend((each, is_true) for each in term.args)
            case Op.ITE:
                condition, then, otherwise = term.args
                is_chosen = self._holds(condition)
                todo.append((condition, is_chosen))
                todo.append((then if is_chosen else otherwise, is_true))
            case Op.EQ if term.args[0].sort is BOOL:
                left = self._holds(term.args[0])
                todo.append((term.args[0], left))
                todo.append((term.args[1], left is is_true))
            case _:
                self._keep(term, is_true=is_true)

    def _holds(self, condition: Term) -> bool:
        return bool(self._state.value(condition))

    def _keep(self, atom: Term, *, is_true: bool) -> None:
        literal = self._resolve(atom)
        if literal is TRUE or literal is FALSE:
            return
        self._found[literal if is_true else not_(literal)] = None

    def _resolve(self, term: Term) -> Term:
        """Return `term` with its case splits resolved; their conditions are collected."""
        memo = self._resolved
        stack = [term]
        while stack:
            current = stack[-1]
            if current in memo:
                stack.pop()
                continue
            if not current.args:
                stack.pop()
                memo[current] = self._leaf(current)
                continue
            chosen = self._chosen(current)
            needed = current.args if chosen is None else (chosen,)
            pending = [each for each in needed if each not in memo]
            if pending:
                stack.extend(pending)
                continue
            stack.pop()
            if chosen is not None:
                memo[current] = memo[chosen]
            else:
                memo[current] = rebuild(current, tuple(memo[each] for each in current.args))
        return memo[term]

    def _leaf(self, term: Term) -> Term:
        if term.op is Op.CONSTANT or self._is_symbol(term):
            return term
        return constant(self._state.value(term), term.sort)

    def _chosen(self, term: Term) -> Term | None:
        """Return the branch of a case split that is taken in the state."""
        if term.op is Op.ITE:
            condition, then, otherwise = term.args
            is_chosen = self._holds(condition)
            self._reasons.append((condition, is_chosen))
            return then if is_chosen else otherwise
        if term.op is Op.SELECT and term.args[0].op is Op.STORE:
            (array, at, value), index = term.args[0].args, term.args[1]
            same = eq(at, index)
            is_same = self._holds(same)
            self._reasons.append((same, is_same))
            return value if is_same else select(array, index)
        return None
