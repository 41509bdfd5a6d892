"""What is hidden in a game of one's own: decks, hands and piles that know who has seen what, and the worlds that a seat
cannot tell apart."""
