"""The mirror of a project."""

from pathlib import Path

import pytest

from surefoot.service.mirror import Mirror


@pytest.fixture
def mirror(tmp_path: Path) -> Mirror:
    root = tmp_path / "root"
    (root / "src").mkdir(parents=True)
    (root / "src" / "a.c").write_text("int a;\n")
    (tmp_path / "mirror").mkdir()
    found = Mirror(root, tmp_path / "mirror")
    assert found.refresh()
    assert not found.refresh()
    return found


def test_saved_files_are_links_and_unsaved_ones_copies(mirror: Mirror) -> None:
    shown = mirror.folder / "src" / "a.c"
    assert shown.readlink() == mirror.root / "src" / "a.c"
    mirror.write("src/a.c", "int b;\n")
    assert shown.read_text() == "int b;\n"
    assert (mirror.root / "src" / "a.c").read_text() == "int a;\n"
    mirror.revert("src/a.c")
    assert shown.read_text() == "int a;\n"


def test_new_and_removed_files_follow(mirror: Mirror) -> None:
    (mirror.root / "src" / "b.h").write_text("int b;\n")
    (mirror.root / ".git").mkdir()
    (mirror.root / "src" / "a.c").unlink()
    assert mirror.refresh()
    assert (mirror.folder / "src" / "b.h").read_text() == "int b;\n"
    assert not (mirror.folder / ".git").exists()
    assert not (mirror.folder / "src" / "a.c").is_symlink()


def test_unsaved_files_that_are_not_on_disk_disappear(mirror: Mirror) -> None:
    mirror.write("new/c.c", "int c;\n")
    assert (mirror.folder / "new" / "c.c").read_text() == "int c;\n"
    mirror.revert("new/c.c")
    assert not (mirror.folder / "new" / "c.c").exists()
    assert not (mirror.root / "new").exists()


def test_no_path_leads_outside(mirror: Mirror, tmp_path: Path) -> None:
    (tmp_path / "secret.c").write_text("int s;\n")
    (mirror.root / "link.c").symlink_to(tmp_path / "secret.c")
    (mirror.root / "outside").symlink_to(tmp_path)
    assert mirror.path_of("src/a.c") == "src/a.c"
    assert mirror.path_of(mirror.root / "src" / ".." / "src" / "a.c") == "src/a.c"
    for each in ("../secret.c", "/etc/passwd", "link.c", "outside/secret.c", "src/../../secret.c", "."):
        assert mirror.path_of(each) is None


def test_folders_behind_links_are_never_written(mirror: Mirror, tmp_path: Path) -> None:
    (mirror.root / "outside").symlink_to(tmp_path)
    mirror.refresh()
    with pytest.raises(AssertionError):
        mirror.write("outside/x.c", "int x;\n")
    assert not (tmp_path / "x.c").exists()
