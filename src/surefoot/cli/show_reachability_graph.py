"""``surefoot show --as arg``: the abstract reachability graph with which engine ufo works, or ends."""

import shutil
import subprocess
from contextlib import closing, suppress

from surefoot.base.budget import Budget
from surefoot.base.errors import EnvironmentFault, InputError, OutOfBudget
from surefoot.engines.ufo.configuration import SearchChoices
from surefoot.engines.ufo.drawing import graph_dot
from surefoot.engines.ufo.search import GraphSearch
from surefoot.evidence.claims import Goal
from surefoot.evidence.encodings import encode_goal
from surefoot.logic import Term
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.report.c.expressions import c_expression
from surefoot.smt.registry import SolverFactory
from surefoot.systems.encode.encoding import NotEncodable

SECONDS = 60.0
"""How long to search; what there is then is drawn."""


def reachability_graph(program: Program, checked: Property) -> str:
    """The graph in Graphviz's language, when it proves the property, shows a violation, or time is over."""
    budget = Budget.seconds(SECONDS)
    translation = encode_goal(Goal(program, checked), budget)
    if isinstance(translation, NotEncodable):
        raise InputError(f"no graph: {translation.reason}")

    def written(name: str, formula: Term) -> str:
        return c_expression(formula, translation.variables(name))

    solvers = SolverFactory(budget=budget)
    with closing(GraphSearch(translation.system, SearchChoices(), lambda _: True, solvers, budget)) as search:
        with suppress(OutOfBudget):
            search.result(lambda _: None)
        if search.view is None:
            raise InputError("no graph: there was no time to explore anything")
        return graph_dot(search.view, written)


def drawn(text: str) -> str:
    """The SVG that Graphviz draws of ``text``."""
    program = shutil.which("dot")
    if program is None:
        raise EnvironmentFault(
            "--svg needs Graphviz, whose program dot is not installed; leave --svg out for its input"
        )
    done = subprocess.run([program, "-Tsvg"], input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        raise EnvironmentFault(f"dot failed: {done.stderr.strip()}")
    return done.stdout
