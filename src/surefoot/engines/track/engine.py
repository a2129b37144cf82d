"""Summaries over tracked variables: abstract states of a few variables, refined by abstract paths.

```
keys := variables of branches directly before checks
repeat
  tabulate contexts and valuations of keys                      tabulation.py
  no abstract violation       => safe, with the table           evidence/tracked.py
  execute one abstract path with all scalars exact              paths.py
  infeasible                  => keys += definitions that show it
  feasible by skipped calls   => keys += what they modify       refinement.py
  otherwise                   => search along the path          guide.py
```
"""

from collections.abc import Iterator
from typing import ClassVar

from surefoot.base.records import dataclass
from surefoot.engines.tasks import EngineTask, ProgramTask
from surefoot.engines.track.call_effects import targets_by_sorts
from surefoot.engines.track.pointer_targets import targets_by_pointers
from surefoot.engines.track.search import KeySearch
from surefoot.evidence.claims import Claim, ClaimsSafe, GaveUp, Why
from surefoot.program.statements import CheckKind


@dataclass(frozen=True, slots=True)
class Track:
    """Procedure summaries over tracked variables."""

    name: ClassVar[str] = "track"
    view: ClassVar[type[EngineTask]] = ProgramTask

    def claims(self, task: ProgramTask) -> Iterator[Claim]:
        """Yield the proof that no error function is called, a call of one, or why neither was found."""
        if task.goal.checked.violations != {CheckKind.ERROR_CALL}:
            yield GaveUp(
                Why.UNSUPPORTED, "tracked variables prove only that no error function is called", "use another --engine"
            )
            return
        if not task.goal.allows_assumptions:
            yield GaveUp(Why.UNSUPPORTED, "proofs by tracked variables rest on assumptions", "remove --assume none")
            return
        program = task.goal.program
        for targets in (targets_by_pointers(program, task.budget), targets_by_sorts(program)):
            for claim in KeySearch(task, targets).claims():
                yield claim
                # the judge may reject a proof with these callees: the next ones are all that fit
                if not isinstance(claim, ClaimsSafe):
                    return
