"""Tables that several kinds have: outcomes, rates, answers, what holds on every content."""
