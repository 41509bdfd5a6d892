"""Trained players at full size: what they gain, by command. See `__main__`."""
