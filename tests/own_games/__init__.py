"""Game files, played compiled and in plain Python: the files of `tests.games`, those that `fatecast new` copies, and
programs that nobody wrote. Commands:

    python -m tests.own_games.programs 200 SEED       # programs by Hypothesis
    python -m tests.own_games.verdicts GAME:12 …      # files of tests.games, so many games of each cell
    python -m tests.own_games.decks 1000              # games with cards, with several decks

With `NUMBA_DISABLE_JIT=1` the kernels run as plain Python, which shows mistakes of the pass in seconds instead of
minutes.
"""
