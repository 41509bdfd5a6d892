"""sharp: pays what is worth most on average over all Fate cards."""

from engine.hadal.minds import habits
from engine.hadal.minds.habits import parameters
from engine.hadal.minds.worth import BY_WORTH

FOUNDATION = habits
PARAMETERS = parameters(extras=BY_WORTH)
