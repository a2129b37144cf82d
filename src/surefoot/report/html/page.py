"""Assembly of the HTML report from its assets and data."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

_ASSETS: Final = Path(__file__).parent / "assets"
_SCRIPTS: Final = ("page.js", "project.js", "function.js", "run.js", "start.js")
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def html_page(data: dict[str, Any]) -> str:
    """Return the page that shows ``data``, which `surefoot.report.html.data` makes."""
    scripts = "\n".join(_asset(name) for name in _SCRIPTS)
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<link rel="icon" href="data:,">',
            "<title>surefoot</title>",
            f"<style>\n{_asset('page.css')}</style>",
            '<body><header id="top"></header><main id="view" tabindex="-1"></main>',
            "<noscript>This report needs JavaScript.</noscript>",
            f'<script type="application/json" id="data">{_embedded(data)}</script>',
            f"<script>\n'use strict';\n{scripts}</script>",
            "</body></html>",
            "",
        ]
    )


@cache
def _asset(name: str) -> str:
    return (_ASSETS / name).read_text("utf-8")


def _embedded(data: dict[str, Any]) -> str:
    """Return ``data`` as JSON that ends no script element."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
