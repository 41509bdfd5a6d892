"""Going on from a decision of a game in another way: in the true world, or in one that a seat cannot tell from it."""
