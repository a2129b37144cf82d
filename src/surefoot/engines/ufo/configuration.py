"""The choices that make the variants of the engine."""

from enum import StrEnum

from surefoot.base.records import dataclass
from surefoot.engines.ufo.post import PostKind


class UfoConfiguration(StrEnum):
    """The five configurations of the paper, by their names there, and one more."""

    UUFO = "UUFO"
    """Labels from interpolants alone."""
    CPUFO = "CPUFO"
    """Labels from interpolants, and from the Cartesian post where the graph was just unrolled."""
    BPUFO = "BPUFO"
    """The same with the Boolean post."""
    CP = "CP"
    """All labels from the Cartesian post; of interpolants only the predicates are taken."""
    BP = "BP"
    """The same with the Boolean post."""
    AUFO = "AUFO"
    """As CPUFO, with linear equations where the graph was just unrolled; not in the paper."""

    @property
    def post(self) -> PostKind:
        """Where labels of new nodes come from."""
        match self:
            case UfoConfiguration.UUFO:
                return PostKind.NONE
            case UfoConfiguration.CPUFO | UfoConfiguration.CP:
                return PostKind.CARTESIAN
            case UfoConfiguration.BPUFO | UfoConfiguration.BP:
                return PostKind.BOOLEAN
            case UfoConfiguration.AUFO:
                return PostKind.AFFINE

    @property
    def keeps_labels(self) -> bool:
        """Whether interpolants become labels; else they only give predicates."""
        return self not in (UfoConfiguration.CP, UfoConfiguration.BP)


class RouteKind(StrEnum):
    """How labels are found."""

    OBLIGATIONS = "obligations"
    """Backwards from the errors, step by step; see `by_obligations`."""
    STEPWISE = "stepwise"
    """Node by node; see `stepwise`."""
    SEQUENCE = "sequence"
    """One sequence of interpolants for the whole graph; see `by_interpolants`."""
    HORN = "horn"
    """Horn clauses for the whole graph; see `by_interpolants`."""


class InterpolantSource(StrEnum):
    """Where interpolants come from first; what fails is made of cubes."""

    CUBES = "cubes"
    LIBRARY = "library"
    """The library that suits the theory."""
    BITWUZLA = "bitwuzla"
    CVC5 = "cvc5"
    SPACER = "spacer"


@dataclass(frozen=True, slots=True)
class SearchChoices:
    """All of them; see the engine's options for what they mean."""

    configuration: UfoConfiguration = UfoConfiguration.UUFO
    route: RouteKind = RouteKind.OBLIGATIONS
    source: InterpolantSource = InterpolantSource.CUBES
    is_across: bool = True
    conjoins: bool = False
    reuses: bool = True
