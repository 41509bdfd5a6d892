"""Game files, played compiled and in plain Python: the files of `tests.games`, those that `fatecast new`
copies, random edits of the former, and programs that nobody wrote. Commands:

    python -m tests.own_games.rows 10000              # every file of both, so many games each
    python -m tests.own_games.edits 300 SEED          # random edits of these files
    python -m tests.own_games.programs 200 SEED       # programs by Hypothesis
    python -m tests.own_games.decks play 1000         # games with cards, with several decks

With `NUMBA_DISABLE_JIT=1` the kernels run as plain Python, which shows mistakes of the pass in seconds instead of
minutes.
"""
