"""Clauses beside each other: each is whole, and only marks stand between them."""

from sim.text.number_format import capital


def clauses(*told: str) -> str:
    """Those that there are: `one; another`."""
    return "; ".join(filter(None, told))


def sentence(*told: str) -> str:
    """The same as a sentence of its own: `One; another.`"""
    return f"{capital(clauses(*told))}."


def sentences(*told: str) -> str:
    """Sentences that there are, one after the other."""
    return " ".join(filter(None, told))
