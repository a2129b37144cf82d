"""The ``surefoot`` command, which ``python -m surefoot`` is, too.

Ctrl-C ends it like any program, from the first line on: no traceback, and whoever waits for it sees that it was a signal.
"""

import signal

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from surefoot.cli.main import entry_point

if __name__ == "__main__":
    entry_point()
