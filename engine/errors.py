"""What a person did wrong, said in one line; the command line turns each into its documented exit code."""


class FatecastError(Exception):
    """A mistake or a mishap that a person can mend. Its text is one line; it is never shown as a traceback."""

    exit_code = 1


class BadInput(FatecastError):  # noqa: N818 - the name is the message
    """A flag, a file or a field that cannot be used as it is."""

    exit_code = 2


class BrokenRule(FatecastError):  # noqa: N818
    """A policy asked for something the rules forbid, or failed otherwise."""


class NotComparable(FatecastError):  # noqa: N818
    """Two things that differ in a way which makes a comparison meaningless."""

    exit_code = 5


class BadData(FatecastError):  # noqa: N818
    """A run directory or a baseline that is damaged, or of another version."""

    exit_code = 6
