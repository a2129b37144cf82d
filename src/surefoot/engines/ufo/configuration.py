"""Variants of the engine."""

from surefoot.base.enums import StrEnum
from surefoot.base.records import dataclass
from surefoot.engines.ufo.post import PostKind


class UfoConfiguration(StrEnum):
    """The five configurations of the paper, by their names there, and three others."""

    UUFO = "UUFO"
    """Labels from interpolants only."""
    CPUFO = "CPUFO"
    """Labels from interpolants, and from the Cartesian post for new nodes."""
    BPUFO = "BPUFO"
    """Labels from interpolants, and from the Boolean post for new nodes."""
    CP = "CP"
    """All labels from the Cartesian post; interpolants give predicates only."""
    BP = "BP"
    """All labels from the Boolean post; interpolants give predicates only."""
    AUFO = "AUFO"
    """CPUFO with linear equations for new nodes; not in the paper."""
    BOXUFO = "BOXUFO"
    """Labels from interpolants, and a box for new nodes; of a later paper of the authors."""
    BOXESUFO = "BOXESUFO"
    """Labels from interpolants, and a disjunction of boxes for new nodes."""

    @property
    def post(self) -> PostKind:
        """Post for labels of new nodes."""
        match self:
            case UfoConfiguration.UUFO:
                return PostKind.NONE
            case UfoConfiguration.CPUFO | UfoConfiguration.CP:
                return PostKind.CARTESIAN
            case UfoConfiguration.BPUFO | UfoConfiguration.BP:
                return PostKind.BOOLEAN
            case UfoConfiguration.AUFO:
                return PostKind.AFFINE
            case UfoConfiguration.BOXUFO:
                return PostKind.BOX
            case UfoConfiguration.BOXESUFO:
                return PostKind.BOXES

    @property
    def keeps_labels(self) -> bool:
        """True if interpolants become labels, false if they only give predicates."""
        return self not in (UfoConfiguration.CP, UfoConfiguration.BP)


class RouteKind(StrEnum):
    """Route to labels."""

    OBLIGATIONS = "obligations"
    """Backwards from the errors by single steps; see `by_obligations`."""
    STEPWISE = "stepwise"
    """Node by node; see `stepwise`."""
    SEQUENCE = "sequence"
    """One interpolant sequence for the whole graph; see `stepwise`."""
    HORN = "horn"
    """Horn clauses for the whole graph; see `stepwise`."""


class InterpolantSource(StrEnum):
    """First source of interpolants; cubes are the fallback."""

    CUBES = "cubes"
    LIBRARY = "library"
    """The library for the theory."""
    BITWUZLA = "bitwuzla"
    CVC5 = "cvc5"
    SPACER = "spacer"


@dataclass(frozen=True, slots=True)
class SearchChoices:
    """All choices; see the engine's options."""

    configuration: UfoConfiguration = UfoConfiguration.UUFO
    route: RouteKind = RouteKind.OBLIGATIONS
    source: InterpolantSource = InterpolantSource.CUBES
    is_across: bool = True
    conjoins: bool = False
    reuses: bool = True
