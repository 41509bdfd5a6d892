"""Players that learn: rounds of lessons and fits, what each round gains on games that it has not seen, and how training
goes on after a break."""
