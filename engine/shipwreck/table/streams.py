"""The random streams of the game. Each draws numbers of its own, so that no draw shifts the luck of another."""

import numpy as np

DECK, BAG, NOISE = np.uint64(1), np.uint64(2), np.uint64(3)
"""The order of the arcana, the draws from the bag, a policy's own dice."""
