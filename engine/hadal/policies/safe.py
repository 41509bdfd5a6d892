"""safe: pays until no Fate card can fail the test, and takes only tests for which that can be paid."""

from engine.hadal.minds import habits
from engine.hadal.minds.habits import parameters
from engine.hadal.minds.worth import CANNOT_FAIL

FOUNDATION = habits
PARAMETERS = parameters(extras=CANNOT_FAIL)
