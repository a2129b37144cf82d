"""``surefoot lsp`` with the language client of pygls."""

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="needs the extra: pip install 'surefoot[lsp]'")

from lsprotocol import types

from service.language_client import editing

SOURCE = """\
#include "limit.h"
int clamp(int x) { if (x < 0) return 0; return x > LIMIT ? LIMIT : x; }
int twice(int x) { return 2 * x; }
int broken(void) { int é = 3; int a[3] = {1, 2, 3}; return a[é]; }
int cells[3000];
int fill(int n) {
    int j = 0;
    for (int i = 0; i < n && i < 3000; i++) { cells[j] = i; j++; }
    return j;
}
"""


@pytest.mark.timeout(150)
def test_a_session(tmp_path: Path) -> None:
    """Opening, stepping through a run, the fix of a violation, and a precondition as an edit."""
    (tmp_path / "a.c").write_text(SOURCE)
    (tmp_path / "limit.h").write_text("#define LIMIT 100\n")

    async def session() -> None:
        async with editing(tmp_path, "--unit-time", "20") as editor:
            editor.open("a.c")
            found = await editor.until("a.c", lambda known: bool(known.diagnostics))
            assert [(each.code, each.severity, each.range) for each in found] == [
                (
                    "out-of-bounds-read",
                    types.DiagnosticSeverity.Error,
                    types.Range(types.Position(3, 59), types.Position(3, 63)),
                )
            ]
            assert "a" in found[0].message
            related = found[0].related_information or []
            assert all(each.location.uri == editor.uri("a.c") for each in related) and related
            titles = await editor.lenses("a.c")
            assert [title.partition(":")[0].partition(" if")[0] for title in titles] == [
                "proved",
                "proved",
                "violated",
                "proved",
            ]

            steps = await editor.command("surefoot.showRun", editor.uri("a.c"), "broken", 0)
            assert steps[-1]["range"]["start"]["line"] == 3
            await editor.command("surefoot.nextStep")
            selected = [each.selection for each in editor.shown]
            assert selected == [types.Range(types.Position(3, 0), types.Position(3, 66)), found[0].range]

            editor.type("a.c", 2, 0, 0, "// a comment\n")
            stale = await editor.until("a.c", lambda known: known.version == 2)
            assert [(each.severity, each.range.start.line) for each in stale] == [(types.DiagnosticSeverity.Hint, 4)]
            editor.type("a.c", 3, 4, 27, "1", deleted=1)
            await editor.until("a.c", lambda known: known.version == 3 and not known.diagnostics)
            assert not any(title.startswith("violated") for title in await editor.lenses("a.c"))

            whole = types.Range(types.Position(0, 0), types.Position(20, 0))
            hints = await editor.client.text_document_inlay_hint_async(
                types.InlayHintParams(editor.document("a.c"), whole)
            )
            assert [(each.position.line, "j == i" in str(each.label)) for each in hints or ()] == [(8, True)]
            here = types.Range(types.Position(3, 5), types.Position(3, 5))
            actions = await editor.client.text_document_code_action_async(
                types.CodeActionParams(editor.document("a.c"), here, types.CodeActionContext([]))
            )
            edits = [
                each.edit.changes[editor.uri("a.c")]
                for each in actions or ()
                if isinstance(each, types.CodeAction) and each.edit and each.edit.changes
            ]
            assert [edit.new_text for edit in edits[0]] == [
                "/*@ requires x <= 1073741823;\n    requires x >= -1073741823; */\n"
            ]
            assert edits[0][0].range.start == types.Position(3, 0)

    asyncio.run(session())
