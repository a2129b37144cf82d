"""What a report document is: JSON, as ``docs/report.schema.json`` describes it."""

from typing import Any

SCHEMA = "surefoot-report/1"
"""Changes when a reader of the old one could break."""
Document = dict[str, Any]
