"""The workbench: the pieces of a content as cards, and what a change of them does."""
