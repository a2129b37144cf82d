"""Certificates as text, and back: one format for all engines.

```
(certificate 1                                  version of the format
  (file "turnstile.c") (property "assertions") (data-model "LP64") (function "main")
  (tool "surefoot 0.1.0") (solver "bitwuzla")   for readers; it proves nothing
  (calls "shared"))                             if functions share one body for all their call sites
(k-inductive 2)                                 or (k-inductive 2 simple-paths), (k-inductive 2
loop-wise)
(at "main:12"                                   a location of the program's control system
  ; coins == state + people
  (invariant term)
  (invariant (forall ((j (_ BitVec 64))) term))
  (lemma term))
```

A certificate whose queries need products also has ring lemmas at the location from which their
edges start (`evidence.ring_text`). Terms are over the state variables of the location and the
parameters of the system, by their readable names. A complete unrolling has no locations but
``(complete-unrolling 8 (pruned 2 4))``. Procedure summaries are ``(summaries)``
(`evidence.horn_text`), tracked-variable summaries ``(tracked-summaries)``
(`evidence.tracked_text`), runs without end ``(lasso ...)`` and ``(recurrent ...)``
(`evidence.lasso_text`). A solution of Horn clauses is ``(horn-solution)`` and a definition
``(define-fun inv ((x Int) (y Int)) Bool term)`` for each relation.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from surefoot.base.records import dataclass, field
from surefoot.evidence.certificates import (
    Certificate,
    CompleteUnrolling,
    HornSolution,
    KInductive,
    Overflow,
    Ranking,
    Summaries,
)
from surefoot.evidence.claims import Lasso, Recurrent
from surefoot.evidence.tracked import TrackedSummaries
from surefoot.logic import BOOL, Term
from surefoot.logic.horn import HornSystem
from surefoot.logic.smtlib import (
    Atom,
    Expression,
    Group,
    Parser,
    distinct_names,
    print_sort,
    print_term,
    problem,
    read_expressions,
    unquoted,
)
from surefoot.program.program import Program
from surefoot.systems.control.quantified import QuantifiedInvariant, QuantifiedInvariants, bound_symbol
from surefoot.systems.control.system import ENTRY, ControlSystem, Invariants
from surefoot.systems.control.text import quoted, read_number, read_string

Relations = Mapping[str, tuple[Term, ...]]
"""Relations with their parameters."""
VERSION = 1
"""Version of the format; texts of other versions are rejected."""

Comment = Callable[[str, Term | QuantifiedInvariant], str]
"""Comment on a formula or quantified invariant at a location; none if it is empty."""

_OPTIONS = {"simple-paths": "simple_paths", "loop-wise": "loop_wise"}


@dataclass(frozen=True, slots=True)
class About:
    """Header of a certificate: the goal that it is about."""

    files: tuple[str, ...] = ()
    property: str = ""
    data_model: str = ""
    function: str = ""
    tool: str = ""
    calls: str = ""
    """Encoding of calls, if it is not inlining."""


def print_certificate(
    certificate: Certificate,
    about: About,
    system: ControlSystem | None,
    comment: Comment | None = None,
    clauses: HornSystem | None = None,
    program: Program | None = None,
) -> str:
    """Return ``certificate`` as text that `parse_certificate` reads back; the text is
    deterministic.

    Requires: ``system``, ``clauses`` for summaries, or ``program`` for tracked-variable summaries,
      is that of the certificate's formulas, if it has any
    """
    lines = [_header_text(about, certificate.solver)]
    match certificate:
        case CompleteUnrolling(bound, pruned):
            lines.append(f"(complete-unrolling {bound} (pruned{''.join(f' {each}' for each in pruned)}))")
        case KInductive() | Ranking():
            proof = certificate.proof if isinstance(certificate, Ranking) else certificate
            kind = f"ranking {certificate.overflow.value}" if isinstance(certificate, Ranking) else "k-inductive"
            lines.append(_kind_text(kind, proof))
            for name in (ENTRY, *system.names) if system is not None else ():
                formulas = list(_formulas(proof, system, name, comment)) if system is not None else []
                if isinstance(certificate, Ranking) and system is not None:
                    from surefoot.evidence.ranking_text import print_rank  # few certificates have any

                    formulas[:0] = print_rank(certificate, name, readable_names(system, name))
                if formulas:
                    lines.append("\n  ".join([f"(at {quoted(name)}", *formulas]) + ")")
            if isinstance(certificate, Ranking) and certificate.summaries and clauses is not None:
                from surefoot.evidence.ranking_text import print_summaries_of_calls

                lines += print_summaries_of_calls(certificate, clauses.relations)
        case HornSolution(relations):
            from surefoot.evidence.horn_text import print_definition  # few certificates have any

            lines.append("(horn-solution)")
            lines += [print_definition(name, defined) for name, defined in relations.items()]
        case Summaries():
            from surefoot.evidence.horn_text import print_summaries  # few programs are recursive

            lines += print_summaries(certificate, clauses, comment) if clauses is not None else ()
        case TrackedSummaries():
            from surefoot.evidence.tracked_text import print_tracked  # few programs are large

            lines += print_tracked(certificate, program) if program is not None else ()
    return "\n".join(lines) + "\n"


def print_non_termination(evidence: Lasso | Recurrent, about: About, system: ControlSystem | None = None) -> str:
    """Return ``evidence`` as text that `parse_non_termination` reads back.

    Requires: ``system`` is that of a recurrent set.
    """
    from surefoot.evidence.lasso_text import print_lasso, print_run_and_strategy

    if isinstance(evidence, Lasso):
        return "\n".join([_header_text(about, ""), *print_lasso(evidence)]) + "\n"
    if system is None:
        raise AssertionError("a recurrent set is about a control system")
    run, strategy = print_run_and_strategy(evidence, system)
    lines = [_header_text(about, evidence.proof.solver), _kind_text("recurrent", evidence.proof), run]
    for name, chosen in strategy.items():
        formulas = _formulas(evidence.proof, system, name, None)
        lines.append("\n  ".join([f"(at {quoted(name)}", *chosen, *formulas]) + ")")
    return "\n".join(lines) + "\n"


def _header_text(about: About, solver: str) -> str:
    entries = [f"(file {quoted(file)})" for file in about.files]
    entries += [
        f"({word} {quoted(text)})"
        for word, text in (
            ("property", about.property),
            ("data-model", about.data_model),
            ("function", about.function),
            ("tool", about.tool),
            ("solver", solver),
        )
        if text or word != "solver"
    ]
    entries += [f"(calls {quoted(about.calls)})"] if about.calls else []
    return "\n  ".join([f"(certificate {VERSION}", *entries]) + ")"


def _kind_text(kind: str, proof: KInductive) -> str:
    options = "".join(f" {word}" for word, name in _OPTIONS.items() if getattr(proof, name))
    return f"({kind} {proof.k}{options})"


def parse_certificate(
    text: str,
    system: Callable[[], ControlSystem],
    clauses: Callable[[], HornSystem] | None = None,
    relations: Callable[[], Relations] = dict,
    ranked: Callable[[Overflow], ControlSystem] | None = None,
    returning: Callable[[Overflow], Relations] = lambda _: {},
    program: Callable[[], Program] | None = None,
) -> tuple[About, Certificate]:
    """Return the certificate in ``text``; ``system`` builds the control system of its formulas,
    ``clauses`` the Horn clauses.

    ``ranked`` makes the control system for ranks, by the treatment of signed overflow, and
    ``returning`` the relations that their summaries are about; ``program``
    returns the program of tracked-variable summaries.
    ``relations`` has those of the file of Horn clauses. Raises `InputError` with the line of
    what is malformed, and of unknown locations and variables.
    """
    header, kind, rest = _parts(text)
    solver = header.single("solver")
    if isinstance(kind, Group) and kind.items[:1] == [Atom("horn-solution", kind.line)]:
        from surefoot.evidence.horn_text import read_solution

        return header.about(), HornSolution(read_solution(rest, relations(), kind.line), solver)
    if isinstance(kind, Group) and kind.items[:1] == [Atom("tracked-summaries", kind.line)] and program is not None:
        from surefoot.evidence.tracked_text import read_tracked

        return header.about(), read_tracked(rest, program(), solver)
    if isinstance(kind, Group) and len(kind.items) > 1 and kind.items[0] == Atom("ranking", kind.line) and ranked:
        from surefoot.evidence.ranking_text import ranking, read_overflow, read_ranks, split_summaries

        overflow = read_overflow(kind.items[1])
        own = ranked(overflow)
        summaries, others = split_summaries(rest, lambda: returning(overflow))
        ranks, others = read_ranks(others, own, readable_names)
        proof = Group(kind.line, [Atom("k-inductive", kind.line), *kind.items[2:]])
        return header.about(), ranking(
            ranks, overflow, _certificate(proof, others, solver, lambda: own, None), summaries
        )
    return header.about(), _certificate(kind, rest, solver, system, clauses)


def parse_non_termination(text: str, system: Callable[[], ControlSystem]) -> Lasso | Recurrent | None:
    """Return the evidence of a run without end in ``text``; `None` if it is a certificate of
    safety.

    ``system`` builds the control system of a recurrent set. Raises `InputError`.
    """
    header, kind, rest = _parts(text)
    match kind:
        case Group(_, [Atom("lasso"), *_]):
            from surefoot.evidence.lasso_text import read_lasso

            return read_lasso(kind, rest)
        case Group(line, [Atom("recurrent"), *options]):
            from surefoot.evidence.lasso_text import read_recurrent

            own = system()
            proof = Group(line, [Atom("k-inductive", line), *options])
            solver = header.single("solver")
            return read_recurrent(rest, own, lambda parts: _certificate(proof, parts, solver, lambda: own, None), line)
        case _:
            return None


def read_about(text: str) -> About:
    """Return the header of the certificate in ``text``. Raises `InputError`."""
    return _parts(text)[0].about()


def _parts(text: str) -> "tuple[_Header, Expression, list[Expression]]":
    """Return the header, the kind of the certificate, and its other parts."""
    match read_expressions(text):
        case [Group(line, [Atom("certificate"), version, *entries]), kind, *rest]:
            if read_number(version) != VERSION:
                raise problem(line, f"expected version {VERSION} of the certificate format")
            return _Header.of(entries), kind, rest
        case [first, *_]:
            raise problem(first.line, "expected (certificate ...) and the kind of certificate")
        case _:
            raise problem(1, "expected a certificate")


def readable_names(system: ControlSystem, name: str) -> dict[Term, str]:
    """Return the names of the state variables of the location ``name`` and of the parameters in
    formulas.
    """
    symbols = (*system.location(name).symbols, *system.parameters)
    return dict(zip(symbols, distinct_names(symbol.payload for symbol in symbols), strict=True))


def printed(stated: Term | QuantifiedInvariant, names: Mapping[Term, str]) -> str:
    """Return a formula or quantified invariant as text; ``names`` has the names of its free
    symbols.
    """
    if not isinstance(stated, QuantifiedInvariant):
        return print_term(stated, names)
    (bound,) = distinct_names([stated.bound.payload], names.values())
    body = print_term(stated.body, {**names, stated.bound: bound})
    return f"(forall (({print_term(stated.bound, {stated.bound: bound})} {print_sort(stated.bound.sort)})) {body})"


def _formulas(certificate: KInductive, system: ControlSystem, name: str, comment: Comment | None) -> Iterator[str]:
    names = readable_names(system, name)
    stated: list[tuple[str, Term | QuantifiedInvariant]] = [
        *(("invariant", each) for each in certificate.invariants.get(name, ())),
        *(("invariant", each) for each in certificate.quantified.get(name, ())),
        *(("lemma", each) for each in certificate.lemmas.get(name, ())),
    ]
    for word, each in stated:
        note = " ".join(comment(name, each).split()) if comment is not None else ""
        if note:
            yield f"; {note}"
        yield f"({word} {printed(each, names)})"
    if name in certificate.ring:
        from surefoot.evidence.ring_text import print_lemmas  # few certificates have any

        yield from print_lemmas(certificate.ring[name], system, name)


@dataclass(slots=True)
class _Header:
    """Header entries: words with texts."""

    texts: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Sequence[Expression]) -> "_Header":
        """Return the header in ``entries``; those with unknown words are skipped."""
        header = cls()
        for entry in entries:
            match entry:
                case Group(_, [Atom(word), text]):
                    header.texts.setdefault(word, []).append(read_string(text))
                case Group(line) | Atom(_, line):
                    raise problem(line, "expected a word and a text")
        return header

    def single(self, word: str) -> str:
        """Return the text of ``word``; empty if there is none."""
        return self.texts.get(word, [""])[0]

    def about(self) -> About:
        """Return the goal that the certificate is about."""
        files = tuple(self.texts.get("file", ()))
        words = ("property", "data-model", "function", "tool", "calls")
        return About(files, *map(self.single, words))


def _certificate(
    kind: Expression,
    rest: Sequence[Expression],
    solver: str,
    system: Callable[[], ControlSystem],
    clauses: Callable[[], HornSystem] | None,
) -> Certificate:
    match kind:
        case Group(_, [Atom("summaries")]) if clauses is not None:
            from surefoot.evidence.horn_text import read_summaries  # few programs are recursive

            return read_summaries(rest, solver, clauses())
        case Group(_, [Atom("complete-unrolling"), bound, Group(_, [Atom("pruned"), *pruned])]) if not rest:
            return CompleteUnrolling(read_number(bound), tuple(read_number(each) for each in pruned), solver)
        case Group(line, [Atom("k-inductive"), k, *options]):
            number = read_number(k)
            words = [option.text if isinstance(option, Atom) else "" for option in options]
            if number < 1 or not set(words).issubset(_OPTIONS) or len(set(words)) < len(words):
                raise problem(line, f"expected a positive number, and {' or '.join(_OPTIONS)}")
            chosen = {name: word in words for word, name in _OPTIONS.items()}
            from surefoot.evidence.ring_text import split_lemmas

            ring, others = split_lemmas(rest, system())
            invariants, lemmas, quantified = _stated(others, system())
            return KInductive(number, invariants, solver, lemmas, **chosen, quantified=quantified, ring=ring)
        case Group(line) | Atom(_, line):
            raise problem(
                line, "expected (k-inductive ...) or (summaries) with formulas, or (complete-unrolling ...) without"
            )


def _stated(parts: Sequence[Expression], system: ControlSystem) -> tuple[Invariants, Invariants, QuantifiedInvariants]:
    formulas_of: dict[str, dict[str, tuple[Term, ...]]] = {"invariant": {}, "lemma": {}}
    quantified: dict[str, tuple[QuantifiedInvariant, ...]] = {}
    for part in parts:
        match part:
            case Group(line, [Atom("at"), place, *formulas]):
                name = read_string(place)
                if name not in system or name == ENTRY:
                    raise problem(line, f"the program has no location {name}; there are: {', '.join(system.names)}")
                names = {unquoted(known): symbol for symbol, known in readable_names(system, name).items()}
                for formula in formulas:
                    word, each = _formula(formula, names, name)
                    if isinstance(each, QuantifiedInvariant):
                        quantified[name] = (*quantified.get(name, ()), each)
                    else:
                        formulas_of[word][name] = (*formulas_of[word].get(name, ()), each)
            case Group(line) | Atom(_, line):
                raise problem(line, "expected (at location ...)")
    return formulas_of["invariant"], formulas_of["lemma"], quantified


def _formula(expression: Expression, names: Mapping[str, Term], place: str) -> tuple[str, Term | QuantifiedInvariant]:
    match expression:
        case Group(
            line,
            [
                Atom("invariant" as word),
                Group(_, [Atom("forall"), Group(_, [Group(_, [Atom(bound), sort])]), written]),
            ],
        ):
            if bound in names:
                raise problem(line, f"{bound} is a variable at {place}; choose another name to bind")
            symbol = bound_symbol(Parser({}).sort(sort))
            return word, QuantifiedInvariant(symbol, _body(line, word, written, {**names, bound: symbol}, place))
        case Group(line, [Atom("invariant" | "lemma" as word), written]):
            return word, _body(line, word, written, names, place)
        case Group(line) | Atom(_, line):
            raise problem(line, f"expected an invariant or a lemma for {place}")


def _body(line: int, word: str, written: Expression, names: Mapping[str, Term], place: str) -> Term:
    term = Parser(dict(names)).term(written)
    if term.sort is not BOOL:
        raise problem(line, f"the {word} for {place} is of {term.sort}, not a formula")
    return term
