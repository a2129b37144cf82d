"""Registry of engines by name; a spec such as ``bmc{max-bound=9}`` sets an engine's options, which
are its fields.
"""

import re
from collections.abc import Mapping
from importlib import import_module
from typing import Any, get_args, get_type_hints

from surefoot.base.enums import Enum
from surefoot.base.errors import UsageError
from surefoot.base.records import MISSING, dataclass, fields
from surefoot.engines.contracts import AtLeast, Engine

_CLASSES: Mapping[str, str] = {
    "auto": "surefoot.engines.auto.engine:Auto",
    "accelerate": "surefoot.engines.accelerated_runs:LoopAcceleration",
    "aig": "surefoot.engines.aig.engine:Aig",
    "bkind": "surefoot.engines.induction.bidirectional:BidirectionalKInduction",
    "bmc": "surefoot.engines.bmc:Bmc",
    "cegar": "surefoot.engines.cegar.engine:Cegar",
    "euf": "surefoot.engines.euf.engine:Euf",
    "explicit": "surefoot.engines.explicit:Explicit",
    "fuzz": "surefoot.engines.fuzz:Fuzz",
    "horn": "surefoot.engines.chc.horn:Horn",
    "ic3": "surefoot.engines.ic3.engine:Ic3",
    "kind": "surefoot.engines.induction.engine:KInduction",
    "probe": "surefoot.engines.probe:Probe",
    "ring": "surefoot.engines.ring:Ring",
    "spacer": "surefoot.engines.chc.spacer:Spacer",
    "summaries": "surefoot.engines.chc.summaries:SummariesEngine",
    "termination": "surefoot.engines.termination.engine:Termination",
    "track": "surefoot.engines.track.engine:Track",
    "ufo": "surefoot.engines.ufo.engine:Ufo",
}

_RENAMED_ENGINES: Mapping[str, str] = {"leap": "accelerate"}
_RENAMED_OPTIONS: Mapping[tuple[str, str], str] = {
    ("auto", "leap-runs"): "accelerated-runs",
    ("auto", "leap-seconds"): "accelerated-seconds",
    ("euf", "patience"): "max-lemmas",
    ("fuzz", "patience"): "saturation",
    ("ic3", "guess"): "own-invariants",
}
"""Former names, which are accepted in this release."""

_SPEC = re.compile(r"(?P<name>[\w-]+)(?:\{(?P<options>[^{}]*)\})?")
_BOOLEANS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True, slots=True)
class Option:
    """Option of an engine on the command line; numbers have a range."""

    name: str
    kind: str
    default: str
    range: AtLeast | None

    def expected(self) -> str:
        """Return a description of the allowed values: ``int, at least 1``."""
        return self.kind if self.range is None else f"{self.kind}, {self.range}"


def engine_names() -> tuple[str, ...]:
    """Return the names of all engines."""
    return tuple(_CLASSES)


def engine_class(name: str) -> type[Engine]:
    """Return the class of the engine ``name``. Raises `UsageError`."""
    try:
        module, _, attribute = _CLASSES[_RENAMED_ENGINES.get(name, name)].partition(":")
    except KeyError:
        raise UsageError(f"no engine {name!r}; choose from {', '.join(_CLASSES)}") from None
    found: type[Engine] = getattr(import_module(module), attribute)
    return found


def engine_options(engine: type[Engine]) -> tuple[Option, ...]:
    """Return the options of ``engine`` in the order of its fields."""
    hints = get_type_hints(engine)
    ranges = get_type_hints(engine, include_extras=True)
    return tuple(
        Option(each.name.replace("_", "-"), _kind(hints[each.name]), _shown(each.default), _range_in(ranges[each.name]))
        for each in fields(engine)  # type: ignore[arg-type]  # engines are dataclasses
        if each.default is not MISSING
    )


def make_engine(spec: str) -> Engine:
    """Return the engine that ``spec`` describes. Raises `UsageError` with the malformed part."""
    parsed = _SPEC.fullmatch(spec.strip())
    if parsed is None:
        raise UsageError(f"cannot read engine {spec!r}; write NAME or NAME{{option=value,...}}")
    engine = engine_class(parsed["name"])
    hints = get_type_hints(engine)
    known = {option.name: option for option in engine_options(engine)}
    chosen: dict[str, Any] = {}
    for part in filter(None, (piece.strip() for piece in (parsed["options"] or "").split(","))):
        name, _, text = (piece.strip() for piece in part.partition("="))
        name = _RENAMED_OPTIONS.get((engine.name, name), name)
        if name not in known:
            raise UsageError(f"engine {parsed['name']} has no option {name!r}; it has {', '.join(sorted(known))}")
        field = name.replace("-", "_")
        chosen[field] = _parsed(known[name], text, hints[field])
    return engine(**chosen)


def _parsed(option: Option, text: str, kind: type) -> object:
    try:
        if kind is bool:
            return _BOOLEANS[text.lower()] if text else True
        value = kind(text.strip("\"'") if kind is str else text)
    except (KeyError, ValueError):
        if issubclass(kind, Enum):
            raise UsageError(f"option {option.name} is one of {option.kind}, not {text!r}") from None
        raise UsageError(f"option {option.name} takes a value of type {option.expected()}, not {text!r}") from None
    if option.range is not None and not option.range.allows(value):
        raise UsageError(f"option {option.name} is {option.range}, not {text}")
    return value


def _kind(hint: type) -> str:
    """Return the name of a type; for an enumeration, its values."""
    return ", ".join(str(each.value) for each in hint) if issubclass(hint, Enum) else hint.__name__


def _range_in(hint: object) -> AtLeast | None:
    """Return the range in a field's type, if it has one."""
    return next((each for each in get_args(hint) if isinstance(each, AtLeast)), None)


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
