"""The random streams of the game. Each draws its own numbers, so that no draw changes the luck of another."""

import numpy as np

DECK, BAG, NOISE = np.uint64(1), np.uint64(2), np.uint64(3)
"""For the order of the arcana, the draws from the bag, and a policy's own dice."""
