"""Who led in a game, and by how much: from the scores at the start of each turn and at the end."""

from engine.outside.own.author import Table


def leads_of(table: Table) -> dict[str, int]:
    """The columns `behind`, `behind_most`, `lead_changes` and `margin`. Of several winners, they speak of the first."""
    found = {"behind": 0, "behind_most": 0, "lead_changes": 0, "margin": 0}
    leader = None
    for scores in (*table.history, tuple(table.scores)):
        best = max(scores)
        if scores.count(best) == 1:
            first = scores.index(best)
            found["lead_changes"] += leader not in (None, first)
            leader = first
    if table.winners:
        winner = (table.winners & -table.winners).bit_length() - 1
        short = [max(scores) - scores[winner] for scores in table.history]
        found["behind"] = sum(by > 0 for by in short)
        found["behind_most"] = max(short, default=0)
        second = max((score for seat, score in enumerate(table.scores) if seat != winner), default=table.scores[winner])
        found["margin"] = max(table.scores[winner] - second, 0)
    return found
