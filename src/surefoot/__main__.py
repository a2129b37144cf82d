"""Entry point of the ``surefoot`` command and of ``python -m surefoot``.

Ctrl-C ends the process by the signal, from the first line on and without a traceback.
"""

import signal

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from surefoot.cli.main import entry_point

if __name__ == "__main__":
    entry_point()
