"""docs/library.md names the functions that the code models, and those of POSIX that C programs call."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
PAGE = (ROOT / "docs" / "library.md").read_text("utf-8")

SIGNALS = "sigemptyset sigfillset sigaddset sigdelset sigismember sigprocmask pthread_sigmask sigpending sigsuspend sigwait pause alarm"
TIME = "time clock clock_gettime clock_getres clock_settime clock_nanosleep gettimeofday nanosleep sleep usleep gmtime localtime mktime strftime utime utimes setitimer"
SOCKETS = "socket socketpair bind connect listen accept send sendto recv recvfrom shutdown poll select getsockopt setsockopt getaddrinfo freeaddrinfo htons ntohl inet_pton inet_ntop"
DIRECTORIES = "opendir fdopendir readdir closedir rewinddir dirfd stat lstat fstat mkdir rmdir chdir rename unlink getcwd chmod chown"
THREADS = (
    "pthread_create pthread_join pthread_mutex_lock pthread_mutex_unlock pthread_cond_wait pthread_cond_signal fork"
)


def test_the_list_is_that_of_the_code() -> None:
    script = runpy.run_path(str(ROOT / ".ci" / "library_functions.py"))
    assert script["section"]() in PAGE, "run .ci/library_functions.py"


@pytest.mark.parametrize("names", [SIGNALS, TIME, SOCKETS, DIRECTORIES, THREADS])
def test_posix_functions_are_modelled_or_refused(names: str) -> None:
    listed = set(re.findall(r"\w+", PAGE.partition("## Every function")[2].partition("## Primitives")[0]))
    assert set(names.split()) <= listed
