# A new card, from nothing to the verdict of a gate: docs/how-to/write-a-card.md explains every step.

cat > tide.toml <<'END'
name = "Base with The Tide"
extends = "base"

[cards.the-tide]
name = "The Tide"
copies = 4
moons = 2
play = "abs(played - kept) <= 1"
power = "twice"
END
fatecast check tide.toml
cat > crowd.toml <<'END'
extends = "base"

[cards.the-crowd]
name = "The Crowd"
moons = 2
play = "players > 3 or played > kept"
power = "twice"
END
fatecast check crowd.toml || [ $? -eq 2 ]
fatecast card the-tide --deck tide.toml
cat > quick.toml <<'END'
decks = ["mine.toml"]
policies = ["novice"]
players = [3]
doom = [0, 4]
END
cat > mine.toml <<'END'
extends = "base"
END
fatecast try tide.toml --on quick.toml --games 2048
fatecast compare mine.toml tide.toml --on quick.toml --games 4096
fatecast baseline accept --experiment quick.toml --games 2048
cp tide.toml mine.toml
fatecast gate --games 8192 || [ $? -eq 3 ]
printf 'doom 0: 1 to 9 points harder\ndoom 4: 0 to 5 points harder\n' > intent.txt
fatecast gate --games 16384 --intent intent.txt
fatecast run --deck base,tide.toml --policy novice --players 3 --doom 0,4 --games 2048 --seed 1 --out both
fatecast report both --out page
