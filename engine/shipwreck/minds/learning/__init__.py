"""Training: learns the weights of the value function by self-play. The only part of the game that needs SciPy.

May import `minds.planning`, `cells`, and everything that these may import.
"""
