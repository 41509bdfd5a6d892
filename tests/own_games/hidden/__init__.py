"""Games of hidden cards: who has seen what, and who is told what."""
