"""gambler: tries every test with the start alone, and never pays for extras."""

from engine.hadal.minds import habits
from engine.hadal.minds.habits import parameters
from engine.hadal.minds.worth import NO_EXTRAS

FOUNDATION = habits
PARAMETERS = parameters(extras=NO_EXTRAS)
