"""What lists, sets, dicts and counters can do."""
