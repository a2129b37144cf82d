"""All engines by name; a spec such as ``bmc{max-bound=9}`` sets an engine's options, which are its fields."""

import re
from collections.abc import Mapping
from enum import Enum
from importlib import import_module
from typing import Any, get_args, get_type_hints

from surefoot.base.errors import UsageError
from surefoot.base.records import MISSING, dataclass, fields
from surefoot.engines.contracts import Engine
from surefoot.engines.option_ranges import AtLeast

_WHERE: Mapping[str, str] = {
    "auto": "surefoot.engines.auto.engine:Auto",
    "aig": "surefoot.engines.aig.engine:Aig",
    "bkind": "surefoot.engines.kind.bidirectional:BidirectionalKInduction",
    "bmc": "surefoot.engines.bmc.engine:Bmc",
    "cegar": "surefoot.engines.cegar.engine:Cegar",
    "euf": "surefoot.engines.euf.engine:Euf",
    "fuzz": "surefoot.engines.concrete.fuzz:Fuzz",
    "horn": "surefoot.engines.chc.horn:Horn",
    "ic3": "surefoot.engines.ic3.engine:Ic3",
    "kind": "surefoot.engines.kind.engine:KInduction",
    "leap": "surefoot.engines.concrete.leap:Leap",
    "probe": "surefoot.engines.concrete.probe:Probe",
    "ring": "surefoot.engines.ring.engine:Ring",
    "spacer": "surefoot.engines.chc.spacer:Spacer",
    "summaries": "surefoot.engines.chc.summaries:SummariesEngine",
    "termination": "surefoot.engines.termination.engine:Termination",
    "ufo": "surefoot.engines.ufo.engine:Ufo",
}

_SPEC = re.compile(r"(?P<name>[\w-]+)(?:\{(?P<options>[^{}]*)\})?")
_BOOLEANS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True, slots=True)
class Option:
    """An option of an engine as a user sees it; numbers have a range."""

    name: str
    kind: str
    default: str
    range: AtLeast | None

    def expected(self) -> str:
        """What may be given: ``int, at least 1``."""
        return self.kind if self.range is None else f"{self.kind}, {self.range}"


def engine_names() -> tuple[str, ...]:
    """The engines there are."""
    return tuple(_WHERE)


def engine_class(name: str) -> type[Engine]:
    """The engine called ``name``."""
    try:
        module, _, attribute = _WHERE[name].partition(":")
    except KeyError:
        raise UsageError(f"no engine {name!r}; choose from {', '.join(_WHERE)}") from None
    found: type[Engine] = getattr(import_module(module), attribute)
    return found


def engine_options(engine: type[Engine]) -> tuple[Option, ...]:
    """The options of ``engine`` in the order of its fields."""
    hints = get_type_hints(engine)
    ranges = get_type_hints(engine, include_extras=True)
    return tuple(
        Option(each.name.replace("_", "-"), _kind(hints[each.name]), _shown(each.default), _range_in(ranges[each.name]))
        for each in fields(engine)  # type: ignore[arg-type]  # engines are dataclasses
        if each.default is not MISSING
    )


def make_engine(spec: str) -> Engine:
    """The engine that ``spec`` describes; raises `UsageError` that says what is wrong with it."""
    parsed = _SPEC.fullmatch(spec.strip())
    if parsed is None:
        raise UsageError(f"cannot read engine {spec!r}; write NAME or NAME{{option=value,...}}")
    engine = engine_class(parsed["name"])
    hints = get_type_hints(engine)
    known = {option.name: option for option in engine_options(engine)}
    chosen: dict[str, Any] = {}
    for part in filter(None, (piece.strip() for piece in (parsed["options"] or "").split(","))):
        name, _, text = (piece.strip() for piece in part.partition("="))
        if name not in known:
            raise UsageError(f"engine {parsed['name']} has no option {name!r}; it has {', '.join(sorted(known))}")
        field = name.replace("-", "_")
        chosen[field] = _parsed(known[name], text, hints[field])
    return engine(**chosen)


def _parsed(option: Option, text: str, kind: type) -> object:
    try:
        if kind is bool:
            return _BOOLEANS[text.lower()] if text else True
        value = kind(text)
    except (KeyError, ValueError):
        if issubclass(kind, Enum):
            raise UsageError(f"option {option.name} is one of {option.kind}, not {text!r}") from None
        raise UsageError(f"option {option.name} takes a value of type {option.expected()}, not {text!r}") from None
    if option.range is not None and not option.range.allows(value):
        raise UsageError(f"option {option.name} is {option.range}, not {text}")
    return value


def _kind(hint: type) -> str:
    """The name of a type, or the values of one that has few."""
    return ", ".join(str(each.value) for each in hint) if issubclass(hint, Enum) else hint.__name__


def _range_in(hint: object) -> AtLeast | None:
    """The range that a field's type mentions."""
    return next((each for each in get_args(hint) if isinstance(each, AtLeast)), None)


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
