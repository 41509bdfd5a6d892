"""guardian: waits with its Leader, disarms threats, and wants good artifacts."""

from engine.euphoria.minds import heuristic
from engine.euphoria.minds.heuristic import LEADER_WAITS, parameters

FOUNDATION = heuristic
PARAMETERS = parameters(ready=LEADER_WAITS, theta=1.0, regret=1.0, count=1, guard=1, choosy=1)
