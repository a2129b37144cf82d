"""Certificates: written from the report on a safe program, and checked for a program."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from surefoot import __version__
from surefoot.base.budget import Budget
from surefoot.base.errors import InputError, OutOfBudget, UnsupportedError
from surefoot.base.events import Watcher, ignore
from surefoot.base.records import replace
from surefoot.certify.kernel.certificates_from_files import judge_certificate_from_file, judge_non_termination_from_file
from surefoot.certify.kernel.ranking import ranked_encoding
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.evidence.certificate_text import (
    About,
    parse_certificate,
    parse_non_termination,
    print_certificate,
    print_non_termination,
    printed,
    read_about,
    readable_names,
)
from surefoot.evidence.claims import Goal, Why
from surefoot.evidence.encodings import encode_goal, encode_goal_procedures
from surefoot.logic import Term, fold
from surefoot.report.c.expressions import c_expression
from surefoot.report.c.quantified import c_quantified
from surefoot.smt.contracts import Limits
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.quantified import QuantifiedInvariant
from surefoot.systems.encode.encoding import Calls, Encoding, NotEncodable
from surefoot.systems.formats.model import HornFile
from surefoot.systems.procedures.call_paths import CallPaths
from surefoot.verify.deciding import Statistics
from surefoot.verify.limits import LIMITS
from surefoot.verify.loading import Loaded, load
from surefoot.verify.request import Report, Request

if TYPE_CHECKING:
    from surefoot.systems.procedures.system import ProcedureSystem


def certify(request: Request, certificate: Path, on_event: Watcher = ignore) -> Report:
    """Check whether the file ``certificate`` proves that the request's program satisfies the
    property, or has a run without end.

    The verdict is safe or unknown, or unsafe for a lasso or a recurrent set. Engine and solver of
    the request are ignored. Raises `SurefootError` where the input is wrong, such as a file that
    cannot be a certificate of this program.
    """
    return certify_text(request, _read(certificate), certificate, on_event)


def certify_text(
    request: Request, text: str, origin: Path, on_event: Watcher = ignore, known: Loaded | None = None
) -> Report:
    """Check the ``text`` of a certificate as `certify` does; errors name its ``origin``.

    ``known`` is the program of ``request`` if the caller has loaded it.
    """
    budget = Budget.seconds(request.time_limit)
    statistics = Statistics()
    solvers = SolverFactory(budget=budget, limits=Limits(memory_mb=request.memory_limit), statistics=statistics.queries)
    with statistics.stage("front end", on_event):
        loaded = known or load(request, budget)
    goal = Goal(
        loaded.program,
        request.checked,
        loaded.model,
        rebuild_terms=loaded.rebuild_terms or partial(load, request, budget),
    )
    with statistics.stage("certify", on_event):
        verdict = _judged(text, origin, goal, solvers, budget)
    return Report(request, verdict, loaded.program, loaded.program.caveats, loaded.warnings, statistics)


def certificate_text(report: Report) -> str | None:
    """Return the certificate of a safe program, or of one with a run without end, as text, and
    ``None`` for other verdicts.

    It is an inductive invariant for each location where the proof has that form.
    """
    verdict, request = report.verdict, report.request
    if not isinstance(verdict, Safe) and not (isinstance(verdict, Unsafe) and verdict.lasso is not None):
        return None
    about = About(
        tuple(str(path) for path in request.files),
        request.checked.name,
        request.data_model.name,
        request.entry,
        f"surefoot {__version__}",
    )
    encoding = verdict.encoding
    if isinstance(verdict, Unsafe):
        evidence = verdict.recurrent or verdict.lasso
        system = None if encoding is None else encoding.system
        return None if evidence is None else print_non_termination(evidence, about, system)
    procedures = verdict.procedures
    if encoding is not None and encoding.shares_bodies:
        about = replace(about, calls=Calls.SHARED.value)
    if procedures is not None:
        comment = partial(_summary_in_c, procedures)
        return print_certificate(verdict.certificate, about, None, comment, procedures.system)
    if encoding is None:
        return print_certificate(verdict.certificate, about, None, program=report.program)
    in_c = partial(_in_c, encoding)
    clauses = encoding.procedures.system if isinstance(encoding, CallPaths) else None
    return print_certificate(verdict.inductive or verdict.certificate, about, encoding.system, in_c, clauses)


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{file}: a certificate is UTF-8 text") from None
    except OSError as error:
        raise InputError(f"cannot read {file}: {error.strerror}") from None


def _judged(text: str, file: Path, goal: Goal, solvers: SolverFactory, budget: Budget) -> Verdict:
    try:
        goal = replace(goal, calls=_calls(read_about(text)))
        evidence = parse_non_termination(text, lambda: _required(encode_goal(goal, budget), file).system)
        if evidence is not None:
            return judge_non_termination_from_file(evidence, goal, goal.program.caveats, solvers, budget)
        _, certificate = parse_certificate(
            text,
            lambda: _required(encode_goal(goal, budget), file).system,
            lambda: _required(encode_goal_procedures(goal, budget), file).system,
            lambda: _relations(goal),
            lambda overflow: _required(ranked_encoding(goal, overflow, budget), file).system,
            lambda overflow: _returning(ranked_encoding(goal, overflow, budget)),
            lambda: goal.program,
        )
        return judge_certificate_from_file(certificate, goal, goal.program.caveats, solvers, budget, _formula_text)
    except UnsupportedError:
        raise
    except _NoSystem:
        raise
    except InputError as wrong:
        raise InputError(f"{file}: {wrong.message}") from None
    except OutOfBudget:
        return Unknown(Why.TIME_LIMIT, "time limit reached before the certificate was checked", "raise --time-limit")


_Encoded = TypeVar("_Encoded")


class _NoSystem(InputError):
    """The program has no system that the certificate could be about."""


def _required(found: _Encoded | NotEncodable, file: Path) -> _Encoded:
    """Return ``found``; raise `_NoSystem` if there is no encoding."""
    if isinstance(found, NotEncodable):
        raise _NoSystem(f"{file}: the program has no finite control system for this certificate: {found.reason}")
    return found


def _calls(about: About) -> Calls:
    """Return how the certificate's control system treats calls."""
    match about.calls:
        case "":
            return Calls.INLINE
        case Calls.SHARED.value | "wait":  # the spelling of earlier versions
            return Calls.SHARED
        case other:
            raise InputError(f"unknown value calls {other!r}; expected {Calls.SHARED.value!r} or none")


def _returning(encoding: Encoding | NotEncodable) -> Mapping[str, tuple[Term, ...]]:
    return encoding.returning if isinstance(encoding, CallPaths) else {}


def _relations(goal: Goal) -> Mapping[str, tuple[Term, ...]]:
    return goal.model.system.relations if isinstance(goal.model, HornFile) else {}


def _formula_text(encoding: Encoding, name: str, stated: Term | QuantifiedInvariant) -> str:
    return _in_c(encoding, name, stated) or printed(stated, readable_names(encoding.system, name))


def _in_c(encoding: Encoding, name: str, stated: Term | QuantifiedInvariant) -> str:
    """Return ``stated`` as a C expression; empty if it would be long."""
    formula = stated.body if isinstance(stated, QuantifiedInvariant) else stated
    if _is_long(formula):
        return ""
    if isinstance(stated, QuantifiedInvariant):
        return c_quantified(stated, encoding, name)
    return c_expression(formula, encoding.variables(name))


def _summary_in_c(procedures: "ProcedureSystem", relation: str, stated: Term | QuantifiedInvariant) -> str:
    """Return ``stated``, over the parameters of ``relation``, as a C expression; empty if it would
    be long.
    """
    if isinstance(stated, QuantifiedInvariant) or _is_long(stated):
        return ""
    return c_expression(stated, procedures.variables(relation))


def _is_long(formula: Term) -> bool:
    most = LIMITS.formula_size_in_c
    return fold(formula, lambda _term, parts: min(most + 1, 1 + sum(parts))) > most
