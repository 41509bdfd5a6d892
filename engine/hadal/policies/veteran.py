"""veteran: counts, loses control rather than to refresh alone, and refreshes late and only for points still missing."""

from engine.hadal.minds import habits
from engine.hadal.minds.habits import parameters
from engine.hadal.minds.worth import BY_WORTH

FOUNDATION = habits
PARAMETERS = parameters(extras=BY_WORTH, count=1, broken=1, rho=0.4, need=4.0)
