"""The parameters of a policy: what each may be, what it is when nobody says, and how a person writes them."""

from dataclasses import dataclass
from types import ModuleType
from typing import Any

from engine.configs import unknown
from engine.errors import BadInput
from engine.policy.naming import shown_number
from engine.shipwreck.weights import AUTO


@dataclass(frozen=True)
class Parameter:
    """One number that a person may change; the type is that of the default."""

    default: int | float
    low: float
    high: float
    meaning: str

    def read(self, name: str, value: object) -> int | float:
        """A value from a file or from the command line, checked."""
        try:
            number = float(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else None
        except ValueError:
            number = None
        whole = isinstance(self.default, int)
        if number is None or not self.low <= number <= self.high or (whole and number != int(number)):
            kind = "a whole number" if whole else "a number"
            raise BadInput(f"parameter {name}: expected {kind} from {self.low:g} to {self.high:g}, got {value!r}")
        return int(number) if whole else number


COMMON = {
    "slip": Parameter(0.0, 0.0, 1.0, "chance that a play is illegal, and discovered"),
    "reveal_last_copy": Parameter(0, 0, 1, "1: a player who holds the last copy of a value shows it"),
}
"""The dials that every policy has."""


def parameters_of(policy: ModuleType) -> dict[str, Parameter]:
    """All parameters of a policy."""
    return {**getattr(policy, "PARAMETERS", {}), **COMMON}


def complete(policy: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    """Check what is given and fill in what is left out."""
    known = parameters_of(policy)
    for name in given:
        if name not in known:
            raise BadInput(unknown("parameter", name, known))
    return {name: known[name].read(name, given.get(name, known[name].default)) for name in known}


def changed(policy: ModuleType, parameters: dict[str, Any]) -> dict[str, Any]:
    """Those that differ from their defaults."""
    known = parameters_of(policy)
    differing = {name: value for name, value in parameters.items() if name in known and value != known[name].default}
    weights = parameters.get("weights", {}).get("name", AUTO)
    return differing if weights == AUTO else {**differing, "weights": weights}


def label_of(name: str, parameters: dict[str, Any]) -> str:
    """A name with some parameters: `pragmatic depth=1`."""
    return " ".join([name, *(f"{key}={shown_number(value)}" for key, value in parameters.items())])
