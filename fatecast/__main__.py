"""`python -m fatecast`: the command line."""

from sim.cli import main

if __name__ == "__main__":
    main()
