"""Rewrites the lock files from the newest releases that pyproject.toml allows; `make lock` runs it."""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADERS = {
    "requirements.lock": "# Everything `make demo` installs. Tested together; change with `make lock`.\n",
    "requirements-dev.lock": "# What `make test` installs besides.\n-r requirements.lock\n",
}


def installed(python: Path, requirements: list[str]) -> list[str]:
    """Install ``requirements`` into the environment of ``python``; all that is there afterwards, pinned."""
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "install", "--upgrade", *requirements], check=True)
    frozen = subprocess.run([*pip, "freeze"], check=True, capture_output=True, text=True)
    return [line for line in frozen.stdout.splitlines() if "==" in line]


def main() -> None:
    """Resolve the runtime requirements first, then what the tests need besides."""
    python = Path(sys.argv[1]) / "bin" / "python"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    runtime = installed(python, project["project"]["dependencies"] + project["build-system"]["requires"])
    everything = installed(python, project["dependency-groups"]["dev"])
    for name, pins in (
        ("requirements.lock", runtime),
        ("requirements-dev.lock", [pin for pin in everything if pin not in runtime]),
    ):
        lines = sorted(pins, key=str.casefold)
        (ROOT / name).write_text(HEADERS[name] + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
