"""The verdict on top of the page of a competitive game."""

from engine.language.current import said, word
from sim.display.outcome_format import POINTS
from sim.report.competitive import asked
from sim.report.competitive.sentences import balance, claim_at, first_seat, much
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.claims.claim import LESS, MORE
from sim.report.shared.claims.claimed import Row, claims_on, is_clear, open_status, status_of
from sim.report.shared.claims.verdict import SURE, Line
from sim.report.shared.claims.who_plays import cells_of_policies, depends, status_among
from sim.report.shared.page.estimate_sentences import length_line
from sim.report.shared.page.places import at_place, in_grid
from sim.report.shared.pieces.fate_sentences import STANDS_OUT, pieces_line, source_of
from sim.report.shared.pieces.unused import unused
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import bare, capital, estimate, percent, signed

MOST_NAMED = 3


def competitive_verdict(data: RunData, tables: Tables) -> list[Line]:
    """Its three lines; none where no game was played."""
    place = asked.main_place(data)
    return [*_fair(data, tables, place), *game_lines(data, tables, place)] if place else []


def game_lines(data: RunData, tables: Tables, place: PlacedCell) -> list[Line]:
    """How long games are and what stands out, whatever seats play for."""
    return [length_line(data, tables), _stands_out(data, tables, place)]


def _fair(data: RunData, tables: Tables, place: PlacedCell) -> list[Line]:
    duel = asked.is_duel(tables, place)
    claim = claim_at(tables, asked.FIRST if duel else asked.SEATS, place)
    if claim is None:
        return []
    (says,) = (first_seat if duel else balance)(data, tables, place)
    if depends(tables, asked.FAIR):
        others = cells_of_policies(data.layout, place)
        known = sorted((found[0], each.group.who) for each in others if (found := asked.fairness(tables, each)))
        write = signed if duel else bare
        low, high = (
            said("{value} points ({who})", value=write(value, 1), who=who) for value, who in (known[0], known[-1])
        )
        at = at_place(data.layout, place)
        if duel:
            says = said("the first seat's advantage is between {low} and {high}{at}.", low=low, high=high, at=at)
        else:
            says = said(
                "the most and the least favoured seat are between {low} and {high} apart{at}.",
                low=low,
                high=high,
                at=at,
            )
    return [Line("Is it fair?", capital(says), status_among(data, tables, place, [asked.FAIR], status_of(claim)))]


def _stands_out(data: RunData, tables: Tables, place: PlacedCell) -> Line:
    """Pieces, roles, ends of hardly any or of nearly all games, limits; what was never used."""
    source = source_of(data, tables, place.group)
    pieces = pieces_line(source) if source else Line(STANDS_OUT, "", SURE)
    roles = [row for row in claims_on(tables, asked.ROLES) if is_clear(row)][:MOST_NAMED]
    found = [_of_role(row) for row in roles]
    found += [*_rare_ends(data, tables, place), *_limits(data, tables)]
    idle = [] if source else unused(tables["coverage"].filter(kind=data.presentation.piece))
    claims = [row for topic in (asked.ROLES, asked.RARE_END, asked.LIMIT) for row in claims_on(tables, topic)]
    unsure = [row for row in claims if status_of(row) != SURE]
    status = SURE if found or idle or not unsure else open_status(max(unsure, key=lambda row: row["needed"] or 0))
    if not found and not idle:
        found = (
            []
            if source
            else [said("nothing else.") if claims else said("nothing is counted here that could stand out.")]
        )
        found += _completed(data, tables)
    says = " ".join([pieces.says, *map(capital, found), *idle])
    return Line(STANDS_OUT, says.strip(), status_among(data, tables, place, [], pieces.status if source else status))


def _of_role(row: Row) -> str:
    """How much more or less seats win with a role."""
    role, gap = word(row["subject"]), much(POINTS, row)
    if row["relation"] == MORE:
        return said("{role} wins {much} more than the other roles.", role=role, much=gap)
    return said("{role} wins {much} less than the other roles.", role=role, much=gap)


def _rare_ends(data: RunData, tables: Tables, place: PlacedCell) -> list[str]:
    means = {outcome.name: outcome.meaning for outcome in data.outcomes}
    clear = {row["subject"]: row["relation"] for row in claims_on(tables, asked.RARE_END)}
    rare, usual = [], []
    for row in asked.shares_of_ends(data, tables, place):
        end = word(means[row["outcome"]])
        if row["value"] < 0.5 and clear[row["outcome"]] == LESS:
            rare.append(said("{end}, at most {share}", end=end, share=percent(row["high"], 2)))
        elif row["value"] >= 0.5 and clear[row["outcome"]] == MORE:
            usual.append(said("{end}, at least {share}", end=end, share=percent(row["low"], 2)))
    at = in_grid(data.layout, place)
    told = [said("hardly ever{at}: {ends}.", at=at, ends="; ".join(rare))] if rare else []
    return [*told, *([said("nearly always{at}: {ends}.", at=at, ends="; ".join(usual))] if usual else [])]


def _limits(data: RunData, tables: Tables) -> list[str]:
    """Where games end by a limit most often, whoever plays."""
    for claim in claims_on(tables, asked.LIMIT):
        worst = data.layout.places[claim["cell"]]
        ended = asked.measured(tables, worst, "time_outs")
        if is_clear(claim) and ended:
            share, at, who = estimate(*ended), in_grid(data.layout, worst), worst.group.brief
            if len(data.layout.groups) > 1:
                return [said("{share} of the games{at} ({who}) are ended by a limit.", share=share, at=at, who=who)]
            return [said("{share} of the games{at} are ended by a limit.", share=share, at=at)]
    return []


def _completed(data: RunData, tables: Tables) -> list[str]:
    ends = [found for place in data.layout.places if (found := asked.measured(tables, place, "completion"))]
    if ends and min(value for value, _ in ends) < 1:
        share = percent(min(low for _, (low, _) in ends), 2)
        return [said("at least {share} of the games end by their rules.", share=share)]
    return [said("all games end by their rules.")] if ends else []
