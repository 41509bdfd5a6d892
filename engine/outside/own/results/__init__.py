"""What a row tells of a game beside its counts: who led, which side won, how long people would have taken."""
