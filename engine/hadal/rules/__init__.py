"""The rules, compiled: set-up, cards, Fate, Azrak, rounds, and the decisions they ask for. May import `mission` and
`table`."""
