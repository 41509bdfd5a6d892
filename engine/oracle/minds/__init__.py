"""What the policies share: where lines go, what boxes are worth, what an action is worth, and the habits of every
player who does not play at random. May import `rules` and everything below."""
