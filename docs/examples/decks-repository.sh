# A repository that holds only decks: from nothing to a failing and a passing gate.
# CI installs the wheel that lies in the repository. Without --wheel it installs fatecast from where yours came.
fatecast init --wheel wheels/*.whl --no-baseline

# The experiment that it wrote has 32 cells. This one has two, and its baseline takes a second.
cat > configs/shipwreck/experiments/tuning.toml <<'END'
decks = ["mine"]
policies = ["novice"]
players = [3]
doom = [0, 4]
END
fatecast check configs/shipwreck/*/*.toml
fatecast baseline accept --games 1024

# A change that nobody announced fails: exit code 3.
echo 'goal = 8' >> configs/shipwreck/decks/mine.toml
fatecast gate --games 4096 || [ $? -eq 3 ]

# The same change, with an intent, passes.
echo 'everywhere: at least 1 point harder' > configs/shipwreck/baselines/intent.txt
fatecast gate --games 8192
