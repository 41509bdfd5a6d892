"""How the heuristics reason: what they believe, what they are afraid of, what they do. May import `cells` and
everything below."""
