"""Who led in a game that is scored, and by how much."""

from collections.abc import Sequence

from engine.game.results import Column


def lead_columns(points: str, fewest_wins: bool) -> list[Column]:
    """The columns of a game whose players score these points."""
    more, above = ("fewer", "below") if fewest_wins else ("more", "above")
    return [
        Column("behind", "<u2", f"turns at whose start another player had {more} {points} than the later winner"),
        Column("behind_most", "<u2", f"by how many {points} the later winner was behind, at most"),
        Column("lead_changes", "<u2", "times that another player took the lead"),
        Column("margin", "<u2", f"{points} of the winner {above} the next best"),
    ]


def leads_of(
    winners: int,
    history: Sequence[Sequence[int]],
    final: Sequence[int],
    fewest_wins: bool,
    teams: Sequence[Sequence[int]] = (),
) -> dict[str, int]:
    """The columns `behind`, `behind_most`, `lead_changes` and `margin`, from the scores at the start of each turn and
    at the end. Of several winners, they speak of the first. Seats that win as teams, in the order of their first seats,
    lead as teams: a team has the best score of its seats."""
    best_of = min if fewest_wins else max
    if teams:
        winners = sum((winners >> team[0] & 1) << at for at, team in enumerate(teams))
        history = [[best_of([scores[seat] for seat in team]) for team in teams] for scores in history]
        final = [best_of([final[seat] for seat in team]) for team in teams]
    winner = (winners & -winners).bit_length() - 1
    behind = behind_most = changes = 0
    leader = None
    for scores in history:
        best = best_of(scores)
        if scores.count(best) == 1 and scores.index(best) != leader:
            changes += leader is not None
            leader = scores.index(best)
        if winner >= 0 and scores[winner] != best:
            behind += 1
            behind_most = max(behind_most, abs(best - scores[winner]))
    best, margin = best_of(final), 0
    if final.count(best) == 1:
        changes += leader not in (None, final.index(best))
    if winner >= 0:
        second = best_of([score for seat, score in enumerate(final) if seat != winner] or [final[winner]])
        margin = max(second - final[winner] if fewest_wins else final[winner] - second, 0)
    return {"behind": behind, "behind_most": behind_most, "lead_changes": changes, "margin": margin}
