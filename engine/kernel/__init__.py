"""What compiled code needs: decorators, records, random numbers, arithmetic that is the same on every machine, and the
cache of machine code. May import engine.configs and engine.errors; knows no game and no policy."""
