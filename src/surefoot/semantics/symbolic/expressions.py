"""Values of expressions in a symbolic state, computed by plans made once per expression."""

from collections.abc import Callable

from surefoot.logic import Op, Term, bit_vector, constructor
from surefoot.semantics.memory.addresses import AddressBook
from surefoot.semantics.memory.bits import as_bits
from surefoot.semantics.symbolic.state import Values

PlannedStep = tuple[Callable[..., Term], tuple[int, ...]]


class Expressions:
    """Evaluator of program expressions; comparisons and differences of addresses use the address
    book.
    """

    def __init__(self, book: AddressBook, pointer_width: int) -> None:
        self._book = book
        self._pointer = bit_vector(pointer_width)
        self._plans: dict[Term, tuple[list[Term], list[Term], list[PlannedStep]]] = {}

    def value(self, expression: Term, local_values: Values, global_values: Values) -> Term:
        """Return ``expression`` with each variable replaced by its value; addresses stand for
        themselves.
        """
        op = expression.op
        if op is Op.CONSTANT:
            return expression
        if op is Op.VARIABLE:
            found = local_values.get(expression)
            return global_values.get(expression, expression) if found is None else found
        plan = self._plans.get(expression)
        if plan is None:
            plan = self._plans[expression] = self._plan(expression)
        constants, variables, steps = plan
        registers = constants.copy()
        for variable in variables:
            found = local_values.get(variable)
            registers.append(global_values.get(variable, variable) if found is None else found)
        for build, inputs in steps:
            if len(inputs) == 2:
                registers.append(build(registers[inputs[0]], registers[inputs[1]]))
            else:
                registers.append(build(*[registers[i] for i in inputs]))
        return registers[-1]

    def _plan(self, expression: Term) -> tuple[list[Term], list[Term], list[PlannedStep]]:
        """Return constants, variables, and the steps that compute each operator application after
        its arguments.
        """
        constants: list[Term] = []
        variables: list[Term] = []
        inner: list[Term] = []
        seen: set[Term] = set()
        stack: list[tuple[Term, bool]] = [(expression, False)]
        while stack:
            term, ready = stack.pop()
            if ready:
                inner.append(term)
            elif term not in seen:
                seen.add(term)
                if term.op is Op.CONSTANT:
                    constants.append(term)
                elif term.op is Op.VARIABLE:
                    variables.append(term)
                else:
                    stack.append((term, True))
                    stack.extend((argument, False) for argument in term.args)
        register = {term: number for number, term in enumerate((*constants, *variables, *inner))}
        steps = [(self._build(term), tuple(register[argument] for argument in term.args)) for term in inner]
        return constants, variables, steps

    def _build(self, term: Term) -> Callable[..., Term]:
        if term.op is Op.FP_TO_IEEE_BV:
            return as_bits
        if term.args and term.args[0].sort is self._pointer:
            match term.op:
                case Op.EQ:
                    return self._book.equal
                case Op.BVULT:
                    return self._book.below
                case Op.BVSUB:
                    return self._book.difference
                case _:
                    pass
        return constructor(term)
