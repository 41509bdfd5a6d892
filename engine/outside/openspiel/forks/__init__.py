"""Going on from a decision of a game in another way: in the true world, or in one that a player cannot tell from it."""
