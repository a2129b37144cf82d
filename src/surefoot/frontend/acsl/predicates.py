"""User-defined predicates: ``predicate name(type parameter, ...) = formula;``.

An application is replaced by the formula with the arguments in place of the parameters, token by
token, before it is parsed. `free` names in the formula are those of global variables and macros.
"""

from collections.abc import Mapping, Sequence

from surefoot.base.records import dataclass, replace
from surefoot.frontend.acsl.source_text import AnnotationError
from surefoot.frontend.acsl.tokens import AnnotationToken, annotation_tokens, blanked

_FLOATING = frozenset({"float", "double"})
_KEYWORDS = frozenset(
    [
        "int",
        "unsigned",
        "signed",
        "long",
        "short",
        "char",
        "float",
        "double",
        "void",
        "const",
        "volatile",
        "struct",
        "union",
        "enum",
        "sizeof",
        "integer",
        "real",
        "boolean",
        "_Bool",
    ]
)


@dataclass(frozen=True, slots=True)
class PredicateDefinition:
    """A predicate; the tokens of its ``formula`` apply no other predicate."""

    name: str
    parameters: tuple[str, ...]
    formula: tuple[AnnotationToken, ...]
    casts: tuple[tuple[str, ...], ...]
    """For each parameter, the type of floating point that an argument is converted to, or ()."""

    @property
    def free(self) -> frozenset[str]:
        """The names in the formula other than parameters, bound variables and members."""
        texts = ["", *(each.text for each in self.formula)]
        words = {
            each.text
            for each, before in zip(self.formula, texts, strict=False)
            if each.kind == "word" and not each.text.startswith("\\") and before not in {".", "->"}
        }
        return frozenset(words - {*self.parameters} - self.bound - _KEYWORDS)

    @property
    def bound(self) -> frozenset[str]:
        """The variables that quantifiers of the formula bind."""
        texts = [each.text for each in self.formula]
        found: set[str] = set()
        for index, text in enumerate(texts):
            if text in {"\\forall", "\\exists"} and ";" in texts[index:]:
                end = texts.index(";", index)
                found.update(
                    left
                    for left, right in zip(texts[index:end], texts[index + 1 : end + 1], strict=True)
                    if right in {",", ";"}
                )
        return frozenset(found)


def defines_predicates(comment: str) -> bool:
    """Return whether the annotation ``comment`` consists of definitions of predicates."""
    return blanked(comment).split(maxsplit=1)[:1] == ["predicate"]


def with_definitions(
    comment: str, start: int, known: Mapping[str, PredicateDefinition]
) -> dict[str, PredicateDefinition]:
    """Return the predicates in ``known`` and those that ``comment`` defines, which may apply them."""
    found = dict(known)
    tokens = annotation_tokens(blanked(comment), start)
    position = 0
    while tokens[position].kind != "end":
        if tokens[position].text != "predicate":
            raise AnnotationError("only predicates are defined here", tokens[position].at, "write another comment")
        end = next(
            (
                index
                for index in range(position, len(tokens))
                if tokens[index].text == ";" and not _is_bound(tokens, position, index)
            ),
            None,
        )
        if end is None:
            raise AnnotationError("a predicate ends with ;", tokens[-1].at)
        definition = _definition(tokens[position + 1 : end], found)
        found[definition.name] = definition
        position = end + 1
    return found


def _is_bound(tokens: Sequence[AnnotationToken], begin: int, index: int) -> bool:
    """Return whether the semicolon at ``index`` ends the variables of a quantifier."""
    before = [each.text for each in tokens[begin:index]]
    return sum(text in {"\\forall", "\\exists"} for text in before) > before.count(";")


def _definition(tokens: Sequence[AnnotationToken], known: Mapping[str, PredicateDefinition]) -> PredicateDefinition:
    texts = [each.text for each in tokens]
    form = "expected predicate name(type parameter, ...) = formula;"
    if (
        len(tokens) < 5
        or tokens[0].kind != "word"
        or texts[1] != "("
        or "=" not in texts
        or texts[texts.index("=") - 1] != ")"
    ):
        raise AnnotationError(form, tokens[0].at if tokens else 0)
    equals = texts.index("=")
    groups: list[list[AnnotationToken]] = [[]]
    for token in tokens[2 : equals - 1]:
        if token.text == ",":
            groups.append([])
        else:
            groups[-1].append(token)
    words = [[each.text for each in group if each.kind == "word"] for group in groups]
    if any(len(each) < 2 for each in words):
        raise AnnotationError(form, tokens[0].at)
    declarators = [[each.text for each in group] for group in groups]
    if any("[" in each and each.index("[") < len(each) - 2 for each in declarators):
        raise AnnotationError("a length of a parameter is not supported", tokens[0].at, "leave the length out")
    if any("real" in each for each in words):
        raise AnnotationError("a parameter of type real is not supported", tokens[0].at, "use double")
    is_scalar = [{"*", "["}.isdisjoint(each) for each in declarators]
    casts = tuple(
        tuple(types) if scalar and not _FLOATING.isdisjoint(types) else ()
        for types, scalar in zip((each[:-1] for each in words), is_scalar, strict=True)
    )
    found = PredicateDefinition(
        tokens[0].text, tuple(each[-1] for each in words), tuple(expanded(tokens[equals + 1 :], known)), casts
    )
    if both := found.bound.intersection(found.parameters):
        raise AnnotationError(f"{found.name} binds its parameter {min(both)}", tokens[0].at, "rename one of them")
    return found


def applied(comment: str, known: Mapping[str, PredicateDefinition]) -> tuple[PredicateDefinition, ...]:
    """Return the predicates that the annotation ``comment`` mentions."""
    words = [each.text for each in annotation_tokens(blanked(comment), 0)] if known else []
    return tuple(known[each] for each in dict.fromkeys(words) if each in known)


def expanded(tokens: Sequence[AnnotationToken], known: Mapping[str, PredicateDefinition]) -> list[AnnotationToken]:
    """Return ``tokens`` with the applications of ``known`` predicates replaced."""
    found: list[AnnotationToken] = []
    position = 0
    while position < len(tokens):
        token = tokens[position]
        predicate = known.get(token.text) if token.kind == "word" else None
        if predicate is None or position + 1 >= len(tokens) or tokens[position + 1].text != "(":
            found.append(token)
            position += 1
            continue
        arguments, position = _arguments(tokens, position + 1)
        found += _applied(predicate, [expanded(each, known) for each in arguments], token)
    return found


def _arguments(tokens: Sequence[AnnotationToken], opening: int) -> tuple[list[list[AnnotationToken]], int]:
    """Return the arguments in the parentheses at ``opening``, and the position behind them."""
    found: list[list[AnnotationToken]] = [[]]
    depth = 0
    for position in range(opening, len(tokens)):
        text = tokens[position].text
        depth += (text in {"(", "["}) - (text in {")", "]"})
        if depth == 0:
            return found, position + 1
        if text == "," and depth == 1:
            found.append([])
        elif position > opening:
            found[-1].append(tokens[position])
    raise AnnotationError("expected ')' before the end of the annotation", tokens[opening].at)


def _applied(
    predicate: PredicateDefinition, arguments: Sequence[Sequence[AnnotationToken]], at: AnnotationToken
) -> list[AnnotationToken]:
    count = len(predicate.parameters)
    if len(arguments) != count or not all(arguments):
        raise AnnotationError(f"{predicate.name} has {count} parameter{'s' * (count != 1)}", at.at)
    captured = predicate.bound.intersection(each.text for argument in arguments for each in argument)
    if captured:
        hint = f"rename {min(captured)} in the predicate"
        raise AnnotationError(f"{predicate.name} binds {min(captured)}, which the argument mentions", at.at, hint)
    opening, closing = (replace(at, kind="sign", text=text) for text in "()")
    by_name = {
        parameter: [opening, *(replace(at, kind="word", text=word) for word in cast), closing, opening, *given, closing]
        if cast
        else given
        for parameter, given, cast in zip(predicate.parameters, arguments, predicate.casts, strict=True)
    }
    found = [opening]
    before = ""
    for token in predicate.formula:
        argument = by_name.get(token.text) if token.kind == "word" and before not in {".", "->"} else None
        before = token.text
        if argument is None:
            found.append(replace(token, at=at.at))
        else:
            found += argument if len(argument) == 1 else [opening, *argument, closing]
    return [*found, closing]
