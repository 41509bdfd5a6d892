"""investigator: looks first, arms late, and shoots when it is fairly sure."""

from engine.euphoria.minds import heuristic
from engine.euphoria.minds.heuristic import WHEN_SURE, parameters

FOUNDATION = heuristic
PARAMETERS = parameters(ready=WHEN_SURE, theta=0.6, regret=1.0, count=1, guard=0, choosy=0)
