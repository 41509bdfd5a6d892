"""Worker processes: forked and spoken with, watched while they play, and what the machine lets them have."""
