"""Lines of a former text in the present one, so that results stay in place until they are renewed."""

from collections.abc import Sequence

from surefoot.base.records import dataclass


@dataclass(frozen=True, slots=True)
class LineMap:
    """The lines before and behind the changed part of a text, with the number of lines then and now."""

    before: int
    behind: int
    then: int
    now: int

    @classmethod
    def between(cls, then: Sequence[str], now: Sequence[str]) -> "LineMap":
        """Return the map from the lines of one text to those of another."""
        most = min(len(then), len(now))
        before = next((at for at in range(most) if then[at] != now[at]), most)
        most -= before
        behind = next((at for at in range(most) if then[-1 - at] != now[-1 - at]), most)
        return cls(before, behind, len(then), len(now))

    def line(self, number: int) -> int | None:
        """Return the present number of a line, from 1; None if the line is in the changed part."""
        if number <= self.before:
            return number
        return number + self.now - self.then if number > self.then - self.behind else None
