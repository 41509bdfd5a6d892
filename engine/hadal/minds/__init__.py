"""How agents with habits decide. May import `cells` and everything below."""
