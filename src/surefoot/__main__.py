"""``python -m surefoot`` is the ``surefoot`` command."""

from surefoot.cli.main import entry_point

entry_point()
