"""even: pays up to the difficulty, so that Fate decides on both sides of it."""

from engine.hadal.minds import habits
from engine.hadal.minds.habits import parameters
from engine.hadal.minds.worth import REACH

FOUNDATION = habits
PARAMETERS = parameters(extras=REACH)
