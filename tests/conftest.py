"""What all tests need."""

import signal


def pytest_configure() -> None:
    """A suite started in the background may have been told to ignore Ctrl-C, and would hand that on to the programs it
    starts; some tests press it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
