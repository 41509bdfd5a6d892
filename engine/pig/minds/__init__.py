"""What a policy must work out before the first game. May import `cells` and everything below."""
