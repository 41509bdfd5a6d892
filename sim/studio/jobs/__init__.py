"""Where the studio's verbs run: one worker process that stays, and a queue in which the newest change comes first."""
