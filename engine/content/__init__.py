"""Content as data: the rule language, fields with clear errors, files that extend each other, changes by dotted paths.
A game hands in its own words. May import engine.game.cell, engine.configs and engine.errors; knows no game."""
