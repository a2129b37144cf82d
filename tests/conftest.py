"""What all tests share."""

import signal

# A shell that starts the tests in the background lets them ignore SIGINT, and everything they start inherits that.
signal.signal(signal.SIGINT, signal.default_int_handler)
