"""random: chooses with equal chances among all that the rules allow. Nobody pays the last Azrak for extras.

Its decisions are those that every policy has by default.
"""

from engine.hadal.rules.decisions import choose_action

__all__ = ["choose_action"]
