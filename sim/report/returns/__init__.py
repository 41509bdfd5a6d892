"""A competitive game in which points count: who gets how much? May import `competitive`."""
