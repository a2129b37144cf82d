"""Builds the archive of a competition: one folder with surefoot and its packages, for Linux and the
version of Python that runs this script. ``make svcomp`` runs it, then the smoke test on what it
unpacks.
"""

import compileall
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from py_compile import PycInvalidationMode

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "competition"
NAME = "surefoot"
LARGEST_OUTPUT = 2_000_000


def install(folder: Path) -> None:
    """Install surefoot and the locked versions of its packages into ``folder``."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps"]
    subprocess.run([*pip, "--target", str(folder), "-r", str(ROOT / "requirements.lock")], check=True)
    subprocess.run([*pip, "--no-build-isolation", "--target", str(folder), "--upgrade", str(ROOT)], check=True)
    compileall.compile_dir(folder, quiet=2, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)


def add_own_files(folder: Path) -> None:
    """Add licence, readme, smoke test and launcher to ``folder``."""
    for name in ("LICENSE", "README.md"):
        shutil.copy(ROOT / name, folder)
    shutil.copy(HERE / "smoketest.sh", folder)
    (folder / "bin").mkdir()
    shutil.copy(HERE / "surefoot.sh", folder / "bin" / NAME)
    for script in (folder / "smoketest.sh", folder / "bin" / NAME):
        script.chmod(0o755)


def write_archive(folder: Path, archive: Path) -> None:
    """Write ``folder`` as ``archive``, with the permissions of its files, in the order of their names."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                file.write(path, path.relative_to(folder.parent))


def smoke_test(archive: Path) -> None:
    """Unpack ``archive`` with the permissions of its files, and run its smoke test there."""
    with tempfile.TemporaryDirectory() as name:
        subprocess.run(["unzip", "-q", str(archive), "-d", name], check=True)
        (folder,) = Path(name).iterdir()
        tested = subprocess.run([str(folder / "smoketest.sh")], check=True, cwd=name, capture_output=True)
        if len(tested.stdout) + len(tested.stderr) > LARGEST_OUTPUT:
            sys.exit("the smoke test writes more than competitions allow")
        sys.stdout.write(tested.stdout.decode())


def main() -> None:
    """Write the archive to the folder that the command line names, and test it."""
    archive = Path(sys.argv[1]).absolute() / f"{NAME}.zip"
    archive.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / NAME
        install(folder / "lib")
        add_own_files(folder)
        write_archive(folder, archive)
    smoke_test(archive)
    sys.stdout.write(f"{archive}: {archive.stat().st_size >> 20} MB\n")


if __name__ == "__main__":
    main()
