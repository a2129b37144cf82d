"""Adapter of the Z3 library through its C interface, which is four times as fast as its Python
interface.

Each solver has a context without reference counting; terms live as long as the context. A check
releases Python's global lock. Z3 catches keyboard interrupts itself and answers unknown; the
adapter raises them again. All Z3 solvers of a process share one memory limit.
"""
# ruff: noqa: D102 - the methods are documented where their protocol is

import ctypes
import weakref
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from z3 import z3consts, z3core, z3types

from surefoot.base.budget import Budget
from surefoot.base.errors import invariant
from surefoot.logic import (
    ArraySort,
    ArrayValue,
    BitVecSort,
    BoolSort,
    FloatSort,
    FunctionSymbol,
    IntSort,
    Op,
    RoundingMode,
    RoundingModeSort,
    Sort,
    Term,
    UninterpretedSort,
    Value,
)
from surefoot.logic.values import canonical_nan
from surefoot.smt.adapters.native_library import LacksCapability, NumberElement, Satisfiability, constant_name
from surefoot.smt.contracts import MEMORY_LIMIT, NOTHING_TO_INTERPOLATE, TIME_LIMIT, Limits, NoAnswer, Use

Z3Ast = Any
Z3Sort = Any
Z3Declaration = Any

_MAKERS: Mapping[Op, Callable[..., Z3Ast]] = MappingProxyType(
    {
        Op.NOT: z3core.Z3_mk_not,
        Op.ITE: z3core.Z3_mk_ite,
        Op.EQ: z3core.Z3_mk_eq,
        Op.BVNOT: z3core.Z3_mk_bvnot,
        Op.BVNEG: z3core.Z3_mk_bvneg,
        Op.BVADD: z3core.Z3_mk_bvadd,
        Op.BVSUB: z3core.Z3_mk_bvsub,
        Op.BVMUL: z3core.Z3_mk_bvmul,
        Op.BVUDIV: z3core.Z3_mk_bvudiv,
        Op.BVUREM: z3core.Z3_mk_bvurem,
        Op.BVSDIV: z3core.Z3_mk_bvsdiv,
        Op.BVSREM: z3core.Z3_mk_bvsrem,
        Op.BVAND: z3core.Z3_mk_bvand,
        Op.BVOR: z3core.Z3_mk_bvor,
        Op.BVXOR: z3core.Z3_mk_bvxor,
        Op.BVSHL: z3core.Z3_mk_bvshl,
        Op.BVLSHR: z3core.Z3_mk_bvlshr,
        Op.BVASHR: z3core.Z3_mk_bvashr,
        Op.BVULT: z3core.Z3_mk_bvult,
        Op.BVSLT: z3core.Z3_mk_bvslt,
        Op.CONCAT: z3core.Z3_mk_concat,
        Op.FP_ABS: z3core.Z3_mk_fpa_abs,
        Op.FP_NEG: z3core.Z3_mk_fpa_neg,
        Op.FP_ADD: z3core.Z3_mk_fpa_add,
        Op.FP_SUB: z3core.Z3_mk_fpa_sub,
        Op.FP_MUL: z3core.Z3_mk_fpa_mul,
        Op.FP_DIV: z3core.Z3_mk_fpa_div,
        Op.FP_FMA: z3core.Z3_mk_fpa_fma,
        Op.FP_SQRT: z3core.Z3_mk_fpa_sqrt,
        Op.FP_REM: z3core.Z3_mk_fpa_rem,
        Op.FP_ROUND_TO_INTEGRAL: z3core.Z3_mk_fpa_round_to_integral,
        Op.FP_LE: z3core.Z3_mk_fpa_leq,
        Op.FP_LT: z3core.Z3_mk_fpa_lt,
        Op.FP_EQ: z3core.Z3_mk_fpa_eq,
        Op.FP_IS_NAN: z3core.Z3_mk_fpa_is_nan,
        Op.FP_IS_INFINITE: z3core.Z3_mk_fpa_is_infinite,
        Op.FP_IS_ZERO: z3core.Z3_mk_fpa_is_zero,
        Op.FP_IS_NORMAL: z3core.Z3_mk_fpa_is_normal,
        Op.FP_IS_SUBNORMAL: z3core.Z3_mk_fpa_is_subnormal,
        Op.FP_IS_NEGATIVE: z3core.Z3_mk_fpa_is_negative,
        Op.FP_IS_POSITIVE: z3core.Z3_mk_fpa_is_positive,
        Op.SELECT: z3core.Z3_mk_select,
        Op.STORE: z3core.Z3_mk_store,
        Op.INT_NEG: z3core.Z3_mk_unary_minus,
        Op.INT_DIV: z3core.Z3_mk_div,
        Op.INT_MOD: z3core.Z3_mk_mod,
        Op.INT_LT: z3core.Z3_mk_lt,
    }
)

_LIST_MAKERS: Mapping[Op, Callable[..., Z3Ast]] = MappingProxyType(
    {
        Op.AND: z3core.Z3_mk_and,
        Op.OR: z3core.Z3_mk_or,
        Op.INT_ADD: z3core.Z3_mk_add,
        Op.INT_SUB: z3core.Z3_mk_sub,
        Op.INT_MUL: z3core.Z3_mk_mul,
    }
)

_ROUNDING_MODES: Mapping[RoundingMode, tuple[Callable[..., Z3Ast], int]] = MappingProxyType(
    {
        RoundingMode.RNE: (z3core.Z3_mk_fpa_rne, z3consts.Z3_OP_FPA_RM_NEAREST_TIES_TO_EVEN),
        RoundingMode.RNA: (z3core.Z3_mk_fpa_rna, z3consts.Z3_OP_FPA_RM_NEAREST_TIES_TO_AWAY),
        RoundingMode.RTP: (z3core.Z3_mk_fpa_rtp, z3consts.Z3_OP_FPA_RM_TOWARD_POSITIVE),
        RoundingMode.RTN: (z3core.Z3_mk_fpa_rtn, z3consts.Z3_OP_FPA_RM_TOWARD_NEGATIVE),
        RoundingMode.RTZ: (z3core.Z3_mk_fpa_rtz, z3consts.Z3_OP_FPA_RM_TOWARD_ZERO),
    }
)


class Z3Library:
    """Z3 as a `Library`."""

    name = "z3"
    pauses: ClassVar = False

    def __init__(self, limits: Limits, use: Use) -> None:
        if limits.memory_mb is not None:
            z3core.Z3_global_param_set("memory_max_size", str(limits.memory_mb))
        configuration = z3core.Z3_mk_config()
        self._context = z3core.Z3_mk_context(configuration)
        z3core.Z3_del_config(configuration)
        self._on_error = z3core.Z3_set_error_handler(self._context, _raise_in_python)
        self._solver = _new_solver(self._context, use)
        z3core.Z3_solver_inc_ref(self._context, self._solver)
        self._model: Any = None
        self._sorts: dict[Sort, Z3Sort] = {}
        self._functions: dict[FunctionSymbol, Z3Declaration] = {}
        self._delete = weakref.finalize(self, _delete, self._context, self._solver)

    def build(self, term: Term, arguments: Sequence[Z3Ast]) -> Z3Ast:
        try:
            make = _MAKERS.get(term.op)
            if make is not None:
                return make(self._context, *arguments)
            make_of_list = _LIST_MAKERS.get(term.op)
            if make_of_list is not None:
                return make_of_list(self._context, len(arguments), _array(arguments))
            return self._build_special(term, arguments)
        except z3types.Z3Exception as failure:
            raise _out_of_memory(failure) from failure

    def ite(self, condition: Z3Ast, then: Z3Ast, otherwise: Z3Ast) -> Z3Ast:
        return z3core.Z3_mk_ite(self._context, condition, then, otherwise)

    def require(self, formula: Z3Ast) -> None:
        try:
            z3core.Z3_solver_assert(self._context, self._solver, formula)
        except z3types.Z3Exception as failure:
            raise _out_of_memory(failure) from failure

    def push(self) -> None:
        z3core.Z3_solver_push(self._context, self._solver)

    def pop(self) -> None:
        z3core.Z3_solver_pop(self._context, self._solver, 1)

    def check(self, assumptions: Sequence[Z3Ast], budget: Budget) -> Satisfiability | NoAnswer:
        self._forget_model()
        self._set_timeout(budget.remaining())
        try:
            result = z3core.Z3_solver_check_assumptions(
                self._context, self._solver, len(assumptions), _array(assumptions)
            )
        except z3types.Z3Exception as failure:
            return _no_answer(_message(failure))
        if result == z3consts.Z3_L_TRUE:
            self._model = z3core.Z3_solver_get_model(self._context, self._solver)
            z3core.Z3_model_inc_ref(self._context, self._model)
            return Satisfiability.SATISFIABLE
        if result == z3consts.Z3_L_FALSE:
            return Satisfiability.UNSATISFIABLE
        return _no_answer(z3core.Z3_solver_get_reason_unknown(self._context, self._solver))

    def failed_assumptions(self, assumptions: Sequence[Z3Ast]) -> Sequence[bool]:
        core = z3core.Z3_solver_get_unsat_core(self._context, self._solver)
        z3core.Z3_ast_vector_inc_ref(self._context, core)
        size = z3core.Z3_ast_vector_size(self._context, core)
        failed = {self._identity(z3core.Z3_ast_vector_get(self._context, core, place)) for place in range(size)}
        z3core.Z3_ast_vector_dec_ref(self._context, core)
        return [self._identity(assumption) in failed for assumption in assumptions]

    def read(self, term: Z3Ast, sort: Sort, number_element: NumberElement) -> Value:
        found = (z3types.Ast * 1)()
        evaluated = z3core.Z3_model_eval(self._context, self._model, term, True, found)  # noqa: FBT003
        invariant(evaluated, "z3 evaluates every term in its model")
        return self._decode(found[0], sort, number_element)

    def eliminate_forall(self, formula: Z3Ast, bound: Sequence[Z3Ast], budget: Budget) -> str | NoAnswer:
        """Eliminate the universally quantified constants ``bound`` from ``formula``; return SMT-LIB
        text.

        The result is unchecked.
        """
        context = self._context
        tactic = self._tactic("qe", budget.remaining())
        goal = z3core.Z3_mk_goal(context, False, False, False)  # noqa: FBT003 - the library's signature
        z3core.Z3_goal_inc_ref(context, goal)
        try:
            z3core.Z3_goal_assert(context, goal, self._for_all(bound, formula))
            result = z3core.Z3_tactic_apply(context, tactic, goal)
            z3core.Z3_apply_result_inc_ref(context, result)
            found = z3core.Z3_apply_result_get_subgoal(context, result, 0)
            size = z3core.Z3_goal_size(context, found)
            parts = [z3core.Z3_goal_formula(context, found, place) for place in range(size)]
            conjunction = z3core.Z3_mk_and(context, size, _array(parts))
            z3core.Z3_apply_result_dec_ref(context, result)
            return self._text(conjunction)
        except z3types.Z3Exception as failure:
            return _no_answer(_message(failure))
        finally:
            z3core.Z3_goal_dec_ref(context, goal)
            z3core.Z3_tactic_dec_ref(context, tactic)

    def solve_horn(
        self,
        relations: Mapping[str, Sequence[Z3Ast]],
        rules: Sequence[
            tuple[Sequence[Z3Ast], Sequence[tuple[str, Sequence[Z3Ast]]], Z3Ast, str | None, Sequence[Z3Ast]]
        ],
        budget: Budget,
        *,
        is_guided: bool = False,
    ) -> Mapping[str, str] | NoAnswer:
        """Solve constrained Horn clauses: return for each of ``relations`` a formula over its
        parameter constants, as SMT-LIB.

        A rule has its variables, a body of relation applications, a constraint, and a head
        application (or falsehood). With ``is_guided``, Spacer uses global guidance (Vediramana
        Krishnan et al., CAV 2020).
        """
        context = self._context
        fixedpoint = z3core.Z3_mk_fixedpoint(context)
        z3core.Z3_fixedpoint_inc_ref(context, fixedpoint)
        try:
            self._set_horn_parameters(fixedpoint, budget.remaining(), is_guided=is_guided)
            declarations = {name: self._relation(fixedpoint, name, own) for name, own in relations.items()}
            failure = self._relation(fixedpoint, _FALSEHOOD, ())
            for number, (variables, needed, constraint, target, after) in enumerate(rules):
                body = [
                    constraint,
                    *(z3core.Z3_mk_app(context, declarations[name], len(own), _array(own)) for name, own in needed),
                ]
                declared = failure if target is None else declarations[target]
                head = z3core.Z3_mk_app(context, declared, len(after), _array(after))
                rule = z3core.Z3_mk_implies(context, z3core.Z3_mk_and(context, len(body), _array(body)), head)
                closed = self._for_all(variables, rule)
                z3core.Z3_fixedpoint_add_rule(context, fixedpoint, closed, self._symbol(f"rule {number}"))
            queried = (z3types.FuncDecl * 1)(failure)
            outcome = z3core.Z3_fixedpoint_query_relations(context, fixedpoint, 1, queried)
            if outcome == z3consts.Z3_L_TRUE:
                return NoAnswer(NOTHING_TO_INTERPOLATE)
            if outcome != z3consts.Z3_L_FALSE:
                return _no_answer(z3core.Z3_fixedpoint_get_reason_unknown(context, fixedpoint))
            return self._solutions(z3core.Z3_fixedpoint_get_answer(context, fixedpoint), relations)
        except z3types.Z3Exception as failed:
            return _no_answer(_message(failed))
        finally:
            z3core.Z3_fixedpoint_dec_ref(context, fixedpoint)

    def close(self) -> None:
        self._forget_model()
        self._delete()

    def _relation(self, fixedpoint: Any, name: str, parameters: Sequence[Z3Ast]) -> Z3Declaration:  # noqa: ANN401 - a type of the library
        context = self._context
        domain = (z3types.Sort * len(parameters))(*(z3core.Z3_get_sort(context, each) for each in parameters))
        declared = z3core.Z3_mk_func_decl(
            context, self._symbol(name), len(parameters), domain, z3core.Z3_mk_bool_sort(context)
        )
        z3core.Z3_fixedpoint_register_relation(context, fixedpoint, declared)
        return declared

    def _set_horn_parameters(self, fixedpoint: Any, seconds: float | None, *, is_guided: bool) -> None:  # noqa: ANN401 - a type of the library
        context = self._context
        parameters = z3core.Z3_mk_params(context)
        z3core.Z3_params_inc_ref(context, parameters)
        z3core.Z3_params_set_symbol(context, parameters, self._symbol("engine"), self._symbol("spacer"))
        for option in _KEEPING_RELATIONS:
            z3core.Z3_params_set_bool(context, parameters, self._symbol(option), False)  # noqa: FBT003
        z3core.Z3_params_set_bool(context, parameters, self._symbol("spacer.global"), is_guided)
        milliseconds = _NO_TIMEOUT if seconds is None else min(_NO_TIMEOUT, max(1, round(seconds * 1000)))
        z3core.Z3_params_set_uint(context, parameters, self._symbol("timeout"), milliseconds)
        z3core.Z3_fixedpoint_set_params(context, fixedpoint, parameters)
        z3core.Z3_params_dec_ref(context, parameters)

    def _solutions(self, answer: Z3Ast, relations: Mapping[str, Sequence[Z3Ast]]) -> Mapping[str, str] | NoAnswer:
        """Read the formula of each relation from ``answer``; a relation that it does not mention is
        true.
        """
        context = self._context
        is_list = self._is_application(answer) and self._kind(answer) == z3consts.Z3_OP_AND
        size = z3core.Z3_get_app_num_args(context, answer) if is_list else 0
        stated = [self._argument(answer, place) for place in range(size)] if is_list else [answer]
        found = dict.fromkeys(relations, "true")
        for each in stated:
            is_quantified = z3core.Z3_get_ast_kind(context, each) == z3consts.Z3_QUANTIFIER_AST
            equation = z3core.Z3_get_quantifier_body(context, each) if is_quantified else each
            if not self._is_application(equation) or self._kind(equation) != z3consts.Z3_OP_EQ:
                continue
            relation, formula = self._argument(equation, 0), self._argument(equation, 1)
            declaration = z3core.Z3_get_app_decl(context, relation)
            name = z3core.Z3_get_symbol_string(context, z3core.Z3_get_decl_name(context, declaration))
            if name not in found:
                continue
            values: dict[int, Z3Ast] = {}
            for place, constant in enumerate(relations[name]):
                values[z3core.Z3_get_index_value(context, self._argument(relation, place))] = constant
            if sorted(values) != list(range(len(values))):
                return NoAnswer("z3 gave an answer that cannot be read")
            ordered = [values[index] for index in range(len(values))]
            found[name] = self._text(z3core.Z3_substitute_vars(context, formula, len(ordered), _array(ordered)))
        return found

    def _for_all(self, bound: Sequence[Z3Ast], formula: Z3Ast) -> Z3Ast:
        if not bound:
            return formula
        constants = (z3types.Ast * len(bound))(*(z3core.Z3_to_app(self._context, each) for each in bound))
        return z3core.Z3_mk_forall_const(self._context, 0, len(bound), constants, 0, None, formula)

    def _tactic(self, name: str, seconds: float | None) -> Any:  # noqa: ANN401 - a type of the library
        milliseconds = _NO_TIMEOUT if seconds is None else min(_NO_TIMEOUT, max(1, round(seconds * 1000)))
        tactic = z3core.Z3_tactic_try_for(self._context, z3core.Z3_mk_tactic(self._context, name), milliseconds)
        z3core.Z3_tactic_inc_ref(self._context, tactic)
        return tactic

    def _text(self, term: Z3Ast) -> str:
        z3core.Z3_set_ast_print_mode(self._context, z3consts.Z3_PRINT_SMTLIB2_COMPLIANT)
        return str(z3core.Z3_ast_to_string(self._context, term))

    def _is_application(self, term: Z3Ast) -> bool:
        return bool(z3core.Z3_get_ast_kind(self._context, term) == z3consts.Z3_APP_AST)

    def _set_timeout(self, seconds: float | None) -> None:
        milliseconds = _NO_TIMEOUT if seconds is None else min(_NO_TIMEOUT, max(1, round(seconds * 1000)))
        parameters = z3core.Z3_mk_params(self._context)
        z3core.Z3_params_inc_ref(self._context, parameters)
        z3core.Z3_params_set_uint(self._context, parameters, self._symbol("timeout"), milliseconds)
        z3core.Z3_solver_set_params(self._context, self._solver, parameters)
        z3core.Z3_params_dec_ref(self._context, parameters)

    def _forget_model(self) -> None:
        if self._model is not None:
            z3core.Z3_model_dec_ref(self._context, self._model)
            self._model = None

    def _identity(self, term: Z3Ast) -> int:
        return int(z3core.Z3_get_ast_id(self._context, term))

    def _build_special(self, term: Term, arguments: Sequence[Z3Ast]) -> Z3Ast:
        context = self._context
        match term.op:
            case Op.VARIABLE:
                return z3core.Z3_mk_const(context, self._symbol(constant_name(term)), self._sort(term.sort))
            case Op.CONSTANT:
                return self._constant(term.payload, term.sort)
            case Op.EXTRACT:
                high, low = term.payload
                return z3core.Z3_mk_extract(context, high, low, *arguments)
            case Op.ZERO_EXTEND:
                return z3core.Z3_mk_zero_ext(context, term.sort.width - term.args[0].sort.width, *arguments)
            case Op.SIGN_EXTEND:
                return z3core.Z3_mk_sign_ext(context, term.sort.width - term.args[0].sort.width, *arguments)
            case Op.FP_FROM_IEEE_BV:
                return z3core.Z3_mk_fpa_to_fp_bv(context, *arguments, self._sort(term.sort))
            case Op.FP_FROM_FP:
                return z3core.Z3_mk_fpa_to_fp_float(context, *arguments, self._sort(term.sort))
            case Op.FP_FROM_SIGNED:
                return z3core.Z3_mk_fpa_to_fp_signed(context, *arguments, self._sort(term.sort))
            case Op.FP_FROM_UNSIGNED:
                return z3core.Z3_mk_fpa_to_fp_unsigned(context, *arguments, self._sort(term.sort))
            case Op.FP_TO_SIGNED:
                return z3core.Z3_mk_fpa_to_sbv(context, *arguments, term.sort.width)
            case Op.FP_TO_UNSIGNED:
                return z3core.Z3_mk_fpa_to_ubv(context, *arguments, term.sort.width)
            case Op.CONSTANT_ARRAY:
                return z3core.Z3_mk_const_array(context, self._sort(term.payload.index), *arguments)
            case Op.APPLY:
                return z3core.Z3_mk_app(context, self._function(term.payload), len(arguments), _array(arguments))
            case _:
                raise LacksCapability(f"z3 does not decide {term.op.value!r}")

    def _constant(self, value: Value, sort: Sort) -> Z3Ast:
        match sort, value:
            case BoolSort(), bool():
                return z3core.Z3_mk_true(self._context) if value else z3core.Z3_mk_false(self._context)
            case BitVecSort() | IntSort(), int():
                return z3core.Z3_mk_numeral(self._context, str(value), self._sort(sort))
            case FloatSort(), int():
                bits = z3core.Z3_mk_numeral(self._context, str(value), self._sort(BitVecSort(sort.bits)))
                return z3core.Z3_mk_fpa_to_fp_bv(self._context, bits, self._sort(sort))
            case RoundingModeSort(), RoundingMode():
                make, _ = _ROUNDING_MODES[value]
                return make(self._context)
            case _:
                raise LacksCapability(f"z3 has no constants of sort {sort}")

    def _symbol(self, name: str) -> Any:  # noqa: ANN401 - a type of the library
        return z3core.Z3_mk_string_symbol(self._context, name)

    def _sort(self, sort: Sort) -> Z3Sort:
        found = self._sorts.get(sort)
        if found is None:
            found = self._sorts[sort] = self._new_sort(sort)
        return found

    def _new_sort(self, sort: Sort) -> Z3Sort:
        context = self._context
        match sort:
            case BoolSort():
                return z3core.Z3_mk_bool_sort(context)
            case IntSort():
                return z3core.Z3_mk_int_sort(context)
            case RoundingModeSort():
                return z3core.Z3_mk_fpa_rounding_mode_sort(context)
            case BitVecSort(width):
                return z3core.Z3_mk_bv_sort(context, width)
            case FloatSort(exponent, significand):
                return z3core.Z3_mk_fpa_sort(context, exponent, significand)
            case ArraySort(index, element):
                return z3core.Z3_mk_array_sort(context, self._sort(index), self._sort(element))
            case UninterpretedSort(name):
                return z3core.Z3_mk_uninterpreted_sort(context, self._symbol(name))

    def _function(self, symbol: FunctionSymbol) -> Z3Declaration:
        found = self._functions.get(symbol)
        if found is None:
            domain = (z3types.Sort * len(symbol.parameters))(*(self._sort(sort) for sort in symbol.parameters))
            found = self._functions[symbol] = z3core.Z3_mk_func_decl(
                self._context, self._symbol(symbol.name), len(domain), domain, self._sort(symbol.result)
            )
        return found

    def _decode(self, value: Z3Ast, sort: Sort, number_element: NumberElement) -> Value:
        match sort:
            case BoolSort():
                return bool(z3core.Z3_get_bool_value(self._context, value) == z3consts.Z3_L_TRUE)
            case BitVecSort() | IntSort():
                return int(z3core.Z3_get_numeral_string(self._context, value))
            case FloatSort():
                return self._float_bits(value, sort)
            case RoundingModeSort():
                kind = self._kind(value)
                return next(mode for mode, (_, itself) in _ROUNDING_MODES.items() if itself == kind)
            case ArraySort():
                return self._array_value(value, sort, number_element)
            case UninterpretedSort():
                return number_element(sort, z3core.Z3_ast_to_string(self._context, value))

    def _float_bits(self, value: Z3Ast, sort: FloatSort) -> int:
        if z3core.Z3_fpa_is_numeral_nan(self._context, value):
            return canonical_nan(sort)
        bits = z3core.Z3_simplify(self._context, z3core.Z3_mk_fpa_to_ieee_bv(self._context, value))
        return int(z3core.Z3_get_numeral_string(self._context, bits))

    def _array_value(self, value: Z3Ast, sort: ArraySort, number_element: NumberElement) -> ArrayValue:
        entries: dict[Value, Value] = {}
        while self._kind(value) == z3consts.Z3_OP_STORE:
            position = self._decode(self._argument(value, 1), sort.index, number_element)
            entries.setdefault(position, self._decode(self._argument(value, 2), sort.element, number_element))
            value = self._argument(value, 0)
        if self._kind(value) == z3consts.Z3_OP_CONST_ARRAY:
            return ArrayValue(self._decode(self._argument(value, 0), sort.element, number_element), entries)
        invariant(self._kind(value) == z3consts.Z3_OP_AS_ARRAY, "an array value is built of stores or is a function")
        function = self._function_value(value, sort, number_element)
        return ArrayValue(function.default, {**function.entries, **entries})

    def _function_value(self, value: Z3Ast, sort: ArraySort, number_element: NumberElement) -> ArrayValue:
        """Return the array that the model represents by a function of its own."""
        context = self._context
        declaration = z3core.Z3_get_as_array_func_decl(context, value)
        table = z3core.Z3_model_get_func_interp(context, self._model, declaration)
        z3core.Z3_func_interp_inc_ref(context, table)
        entries: dict[Value, Value] = {}
        for place in range(z3core.Z3_func_interp_get_num_entries(context, table)):
            entry = z3core.Z3_func_interp_get_entry(context, table, place)
            z3core.Z3_func_entry_inc_ref(context, entry)
            position = self._decode(z3core.Z3_func_entry_get_arg(context, entry, 0), sort.index, number_element)
            stored = z3core.Z3_func_entry_get_value(context, entry)
            entries[position] = self._decode(stored, sort.element, number_element)
            z3core.Z3_func_entry_dec_ref(context, entry)
        default = self._decode(z3core.Z3_func_interp_get_else(context, table), sort.element, number_element)
        z3core.Z3_func_interp_dec_ref(context, table)
        return ArrayValue(default, entries)

    def _kind(self, term: Z3Ast) -> int:
        return int(z3core.Z3_get_decl_kind(self._context, z3core.Z3_get_app_decl(self._context, term)))

    def _argument(self, term: Z3Ast, place: int) -> Z3Ast:
        return z3core.Z3_get_app_arg(self._context, term, place)


_NO_TIMEOUT = (1 << 32) - 1
_FALSEHOOD = "falsehood"
_KEEPING_RELATIONS = ("xform.inline_eager", "xform.inline_linear", "xform.slice", "xform.coalesce_rules")
"""Options that keep Z3 from eliminating relations, so that each of them has a solution."""


def _new_solver(context: Any, use: Use) -> Any:  # noqa: ANN401 - types of the library
    """Create a solver for all theories. A solver for one logic ignores the meaning of terms outside
    it.
    """
    match use:
        case Use.INCREMENTAL:
            return z3core.Z3_mk_solver(context)
        case Use.ONE_SHOT | Use.INTERPOLATION:
            tactic = z3core.Z3_mk_tactic(context, "default")
            z3core.Z3_tactic_inc_ref(context, tactic)
            solver = z3core.Z3_mk_solver_from_tactic(context, tactic)
            z3core.Z3_tactic_dec_ref(context, tactic)
            return solver


def _delete(context: Any, solver: Any) -> None:  # noqa: ANN401 - types of the library
    z3core.Z3_solver_dec_ref(context, solver)
    z3core.Z3_del_context(context)


def _array(terms: Sequence[Z3Ast]) -> "ctypes.Array[Any]":
    array: ctypes.Array[Any] = (z3types.Ast * len(terms))(*terms)
    return array


def _raise_in_python(context: object, code: object) -> None:
    """Replace Z3's error handler, which ends the process; the callers in `z3core` raise exceptions."""


def _message(failure: z3types.Z3Exception) -> str:
    message = failure.value
    return message.decode() if isinstance(message, bytes) else str(message)


def _out_of_memory(failure: z3types.Z3Exception) -> Exception:
    """Return the exception for a failed term construction; only lack of memory is not an internal
    error.
    """
    message = _message(failure)
    return LacksCapability(MEMORY_LIMIT) if "memory" in message else AssertionError(f"z3 refused a term: {message}")


def _no_answer(reason: str) -> NoAnswer:
    if "keyboard" in reason:
        raise KeyboardInterrupt
    if "timeout" in reason or "canceled" in reason:
        return NoAnswer(TIME_LIMIT)
    if "memory" in reason:
        return NoAnswer(MEMORY_LIMIT)
    return NoAnswer(f"z3 answered unknown: {reason}")
