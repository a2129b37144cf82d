"""Why a formula is true in a state: comparisons that hold there and suffice.

The case splits of the formula (``ite``, reads of written arrays) are decided as the state decides them, so what remains are short
comparisons between the symbols that matter: the weakest precondition along one path.
"""

from collections.abc import Callable

from surefoot.logic import BOOL, FALSE, TRUE, Evaluator, Op, Term, constant, eq, not_, rebuild, select, variables_of


def justification(
    formula: Term, state: Evaluator, is_symbol: Callable[[Term], bool], weights: dict[Term, int] | None = None
) -> tuple[Term, ...]:
    """Literals that are true in ``state`` and over symbols only, which together imply ``formula``.

    Variables for which ``is_symbol`` does not hold are choices: they keep the values of ``state``. ``weights`` is a memory that calls may share.
    Requires  formula is true in state.
    """
    return _Justifier(state, is_symbol, {} if weights is None else weights).literals(formula)


class _Justifier:
    def __init__(self, state: Evaluator, is_symbol: Callable[[Term], bool], weights: dict[Term, int]) -> None:
        self._weights = weights
        self._state = state
        self._is_symbol = is_symbol
        self._found: dict[Term, None] = {}
        self._conditions: list[Term] = []
        self._resolved: dict[Term, Term] = {}

    def literals(self, formula: Term) -> tuple[Term, ...]:
        todo = self._conditions
        todo.append(formula)
        done: set[Term] = set()
        while todo:
            term = todo.pop()
            if term not in done:
                done.add(term)
                todo.extend(self._reasons(term))
        return tuple(self._found)

    def _reasons(self, term: Term) -> tuple[Term, ...]:
        """Boolean terms whose values in the state determine that of ``term``; if it is a literal, it is kept."""
        is_true = bool(self._state.value(term))
        match term.op:
            case Op.CONSTANT:
                return ()
            case Op.NOT:
                return term.args
            case Op.AND | Op.OR:
                decides = is_true == (term.op is Op.OR)
                if not decides:
                    return term.args
                return (min((a for a in term.args if bool(self._state.value(a)) == is_true), key=self._weight),)
            case Op.ITE:
                condition, then, otherwise = term.args
                return (condition, then if self._state.value(condition) else otherwise)
            case Op.EQ if term.args[0].sort is BOOL:
                return term.args
            case _:
                self._keep(term, is_true=is_true)
                return ()

    def _keep(self, atom: Term, *, is_true: bool) -> None:
        literal = self._resolve(atom)
        if literal is TRUE or literal is FALSE:
            return
        self._found[literal if is_true else not_(literal)] = None

    def _resolve(self, term: Term) -> Term:
        """``term`` with its case splits decided; what decides them is left in the list of conditions."""
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
        """The part of a case split that the state chooses."""
        if term.op is Op.ITE:
            condition, then, otherwise = term.args
            self._conditions.append(condition)
            return then if self._state.value(condition) else otherwise
        if term.op is Op.SELECT and term.args[0].op is Op.STORE:
            (array, at, value), index = term.args[0].args, term.args[1]
            same = eq(at, index)
            self._conditions.append(same)
            return value if self._state.value(same) else select(array, index)
        return None

    def _weight(self, term: Term) -> int:
        """Which of several reasons to prefer: those that mention fewer variables."""
        known = self._weights.get(term)
        if known is None:
            known = self._weights[term] = len(variables_of(term))
        return known
