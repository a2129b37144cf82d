"""Tool-info module for BenchExec, which runs surefoot in competitions: how a task becomes a command
line, and its output a verdict.

BenchExec imports it by its full name: ``<benchmark tool="surefoot.benchexec_tool">``. Nothing else
of surefoot imports it, and it imports only BenchExec.
"""

import benchexec.tools.template
from benchexec import result
from benchexec.tools.template import UnsupportedFeatureException

_MARK = "result: "
_RESULTS = frozenset(
    {
        result.RESULT_TRUE_PROP,
        result.RESULT_FALSE_REACH,
        result.RESULT_FALSE_OVERFLOW,
        result.RESULT_FALSE_TERMINATION,
        result.RESULT_FALSE_DEREF,
        result.RESULT_FALSE_FREE,
        result.RESULT_FALSE_MEMTRACK,
        result.RESULT_FALSE_MEMCLEANUP,
        result.RESULT_UNKNOWN,
        "TIMEOUT",
        "OUT OF MEMORY",
    }
)
_PART_OF_LIMITS = 0.97
"""Part of BenchExec's limits after which surefoot ends by itself, with a reason."""


class Tool(benchexec.tools.template.BaseTool2):  # type: ignore[misc]  # BenchExec is not annotated
    """surefoot, a model checker for C whose verdicts come with evidence that was checked again."""

    REQUIRED_PATHS = ("bin", "lib")

    def name(self) -> str:
        """Return the name in tables of results."""
        return "surefoot"

    def executable(self, tool_locator: benchexec.tools.template.BaseTool2.ToolLocator) -> str:
        """Return the path of the program: that of an archive of `make svcomp`, or an installed one."""
        return str(tool_locator.find_executable("surefoot", subdir="bin"))

    def program_files(self, executable: str) -> list[str]:
        """Return the files that other machines need."""
        return list(self._program_files_from_executable(executable, self.REQUIRED_PATHS, parent_dir=True))

    def version(self, executable: str) -> str:
        """Return the version that the program prints."""
        return str(self._version_from_tool(executable, line_prefix="surefoot"))

    def cmdline(
        self,
        executable: str,
        options: list[str],
        task: benchexec.tools.template.BaseTool2.Task,
        rlimits: benchexec.tools.template.BaseTool2.ResourceLimits,
    ) -> list[str]:
        """Return the command line of one task; a limit that ``options`` has takes precedence."""
        details = task.options if isinstance(task.options, dict) else {}
        if details.get("language", "C") != "C":
            raise UnsupportedFeatureException(f"surefoot does not check programs in {details['language']}")
        if "witness_input_file" in details:
            raise UnsupportedFeatureException("this module runs the verifier, not `surefoot validate`")
        own = ["--format=competition"]
        if task.property_file is not None:
            own.append(f"--property={task.property_file}")
        if "data_model" in details:
            own.append(f"--data-model={details['data_model']}")
        seconds = [each for each in (rlimits.cputime, rlimits.walltime) if each]
        if seconds:
            own.append(f"--time-limit={_PART_OF_LIMITS * min(seconds):g}")
        if rlimits.memory:
            own.append(f"--memory-limit={int(_PART_OF_LIMITS * rlimits.memory / 1_000_000)}")
        own.append("--jobs=1")  # the limit is about CPU time
        chosen = {option.partition("=")[0] for option in options}
        own = [each for each in own if each.partition("=")[0] not in chosen]
        return [executable, "check", *own, *options, *task.input_files]

    def determine_result(self, run: benchexec.tools.template.BaseTool2.Run) -> str:
        """Return the verdict; an error is what surefoot wrote last."""
        lines = [line.strip() for line in run.output]
        found = next((line.removeprefix(_MARK) for line in lines if line.startswith(_MARK)), None)
        if found is None:
            return f"ERROR ({lines[-1]})" if lines else "ERROR"
        return found if found in _RESULTS else f"ERROR ({found})"
