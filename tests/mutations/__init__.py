"""Planted mistakes, and the test files that must see each: a suite may become faster, but not blind.

`python -m tests.mutations` plants them one by one in a copy of the tree, and runs only the test files named with each.
`python -m tests.mutations fade euphoria` does so for those with one of these words in their name or file, `--jobs 4` in
four copies, and `--record` writes what became of each to `verdicts.json`; `git diff` then shows what changed.

To add one, write into a file of `lists`:

    [[mutation]]
    name = "a card that fades costs no doom"        what is wrong now, in words
    file = "engine/shipwreck/rules/fade.py"
    find = "table.doom += doom"                     a text that the file has exactly once
    instead = "table.doom += 0"
    caught_by = ["tests/engine/shipwreck/rules/test_fading.py"]

A mistake is one that somebody could make by carelessness, and the module can still be imported. Choose the fewest and
fastest files of `make test` that see it. They are run in interpreted play, which needs no compiler; `play = "compiled"`
is for those that cannot. Where a file also has tests that take long in interpreted play, `only = "part_of_a_name"`
leaves them out, as `pytest -k` does. If no test sees it, write one. The test that fails must pass without the mistake.
"""
