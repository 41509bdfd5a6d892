"""counter: like sharp, but counts: only the Fate cards left in the pile can come."""

from engine.hadal.minds import habits
from engine.hadal.minds.habits import parameters
from engine.hadal.minds.worth import BY_WORTH

FOUNDATION = habits
PARAMETERS = parameters(extras=BY_WORTH, count=1)
