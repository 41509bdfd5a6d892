"""Players for every game that can go on from a decision in another way: the careful search. It decides inside of games,
so it lives below them, and knows none of their rules."""
