"""What the author of a game writes against: a class `Game` to derive from, and the `Table` that plays it.

    from fatecast.game import Game

    def bold(view, at=20):
        "bold: sails on until it has loot enough"
        return view["loot"] < at

    class Pirates(Game):
        title = "Pirates"
        players = 2, 4
        parameters = {"goal": 50}
        policies = bold,

        def play(self, table):
            ...

A policy is a function of what its seat may know, the view. Its other arguments are its parameters, numbers with a
default; but `choices` gets the choices, `dice` luck of its own, and `memory`, a dict, lasts for a seat and a game.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from engine.errors import BrokenRule, message
from engine.game.about import Kind
from engine.game.outcomes import Outcome
from engine.game.results import Column
from engine.outside.own.cards.card import NO_CARDS, Card, Pack
from engine.outside.own.cards.exchange import CAME_TO_NOTHING, NO_DRAW, Draw, Exchanged, partner
from engine.outside.own.cards.notes import DRAWN, HELD, IN_GAME, LEFT, USED, played_by
from engine.outside.own.hidden.zones import NOBODY, SEAT_BITS, Zone, check_seat, fill, lay_out, new_hands, pass_hands
from engine.outside.own.luck import Luck
from engine.outside.own.policies.rule_numbers import Rules
from engine.outside.own.telling.drawing import Onlooker, take_drawing
from engine.policy.parameters import Choice, Parameter

Policy = Callable[..., Any]
Decide = Callable[[Any, Sequence[Any]], Any]
"""What decides for a seat, from the view and the choices."""

WON, FINISHED, LOST, TIME_OUT = "won", "finished", "lost", "time-out"
YES_OR_NO = (True, False)
SEQUENCES = (tuple, list)
"""What choices nearly always are."""


class Game:
    """A game of one's own."""

    title: ClassVar[str] = ""
    kind: ClassVar[Kind] = "competitive"
    """`competitive`: somebody wins. `cooperative`: all win or lose together. `production`: nothing is won, something
    is made; then `outcomes` must say what."""
    players: ClassVar[tuple[int, int]] = (2, 4)
    """The fewest and the most."""
    version: ClassVar[int] = 1
    """Raise it when results before and after must not be mixed up: a run of another version is not continued."""
    parameters: ClassVar[Mapping[str, bool | int | float | Sequence[str] | Parameter | Choice]] = {}
    """Numbers, switches and words of the rules, as `table.rules.NAME`: an experiment can set them, sweep and tune can
    change them. A default is enough, of words all of them, the first for the default: `("classic", "short")`.
    `Parameter(default, lowest, highest, meaning)`, `Switch(True, meaning)` and `Words(words, meaning)` say more."""
    cards: ClassVar[str | Mapping[str, Mapping[str, Any]]] = {}
    """The cards: the name of a file beside that of the game, `"cards.toml"`, or the table itself, `{"kraken": {"power":
    4, "copies": 2}}`. The rules get them as `table.cards`; an experiment can change them."""
    pieces_are: ClassVar[str] = "cards"
    """What people call them: `tiles`."""
    axes: ClassVar[Mapping[str, Sequence[int]]] = {}
    """Numbers that span the cells of an experiment, as the number of players does, with all their values."""
    difficulty: ClassVar[str] = ""
    """The axis, if one is, that says how hard the game is; easiest value first."""
    shared_wins: ClassVar[bool] = False
    """Whether several seats of a competitive game can win together."""
    draws: ClassVar[bool] = False
    """Whether a competitive game can end without a winner; a time-out apart."""
    scored: ClassVar[str] = ""
    """What `table.scores` counts (`points`, `gold`), if players score. Then the page tells who led, and by how much."""
    fewest_wins: ClassVar[bool] = False
    """Whether the player with the lowest score leads, as in golf."""
    roles: ClassVar[Sequence[str]] = ()
    """What a player can be: `"wolf", "seer"`. The rules set `table.roles[seat]`; the role at the end counts."""
    teams: ClassVar[Mapping[str, Sequence[int] | Sequence[str]]] = {}
    """Who wins together: the seats of each team, `{"north": (0, 2), "south": (1, 3)}`, or its roles."""
    minutes: ClassVar[Mapping[str, float]] = {}
    """How long people take: `{"decision": 0.5, "turn": 0.25}` minutes. Then the page tells the length in minutes."""
    endings: ClassVar[Sequence[str]] = ()
    """How a game can end, for `table.end`; in a cooperative game, how it can be lost."""
    columns: ClassVar[Mapping[str, str | Column]] = {}
    """What else is counted in a game, by `table.count`: the name, and one line of meaning."""
    outcomes: ClassVar[Sequence[Outcome]] = ()
    """What results are judged by, beside what every game of its kind has: `Share` and `Mean`."""
    policies: ClassVar[Sequence[Policy]] = ()
    """Who can play; the first is the default. `random` is there in any case."""
    open_information: ClassVar[bool] = False
    """Whether all that was drawn or chosen lies open, so that `search` may know it. Decks and hands need no word."""
    features: ClassVar[Callable[[Any, Any], Any] | None] = None
    """A function of a view and a choice: what `trained` learns from in their place."""
    draw: ClassVar[Callable[[Any], Any]]
    """A function of a view: the table in rows of words, for a replay. The rules cannot call it."""
    turn_limit: ClassVar[int] = 1_000
    """A game that takes more turns is broken off, and ends as a time-out."""

    def __init_subclass__(cls) -> None:
        take_drawing(cls)

    def play(self, table: "Table") -> None:
        """Play one game to its end."""
        raise NotImplementedError


class TimeOut(Exception):  # noqa: N818 - nobody's error: a game that lasts too long ends here
    """The game took more turns than its limit."""


class Line(NamedTuple):
    """What was told."""

    turn: int
    text: str
    to: int | None
    """The one seat that hears it; None for everybody."""


class Table:
    """One game, as it is played."""

    def __init__(
        self, game: Game, rules: Mapping[str, Any], deciders: Sequence[Decide], luck: Luck, told: bool = False
    ) -> None:
        self.players = len(deciders)
        self.seats = range(self.players)
        """The seats, from 0 on; in words they are counted from 1."""
        self.luck = luck
        self.rules = Rules(rules)
        """The parameters and the numbers of the axes: `table.rules.goal`."""
        self.scores = [0] * self.players
        """What each seat has."""
        self.roles = [""] * self.players if game.roles else []
        """What each seat is, if the game declares roles; empty until the rules say."""
        self.counts = dict.fromkeys(game.columns, 0)
        self.winners = self.winning_teams = 0
        self.ending = ""
        self.turns = self.decisions = self.choices = self.decided_turns = 0
        self.history: list[tuple[int, ...]] = []
        """The scores at the start of each turn."""
        self.lines: list[Line] = []
        """What was told."""
        self.onlooker: Onlooker | None = None
        """Who sees every view that is asked about, when the game is told."""
        self._game = game
        self._deciders = deciders
        self._keeps_history = bool(game.scored)
        self._told = told
        self._turn_limit = game.turn_limit
        self._decided = 0
        self._hands: list[Zone] = []
        self._slots = 0
        self.has_zones = False
        """Whether the game keeps cards where it is known who has seen them."""
        self.counts_cards = False
        """Whether it is counted what happens to cards: if the game declares any."""
        self._pack = NO_CARDS
        self._notes: list[int] = []
        self.draws: list[int] = []
        """How often each card was drawn by luck, and could have been another."""
        self._exchange, self._exchange_key = NO_DRAW, 0
        self.exchanged: Exchanged = CAME_TO_NOTHING
        """What was exchanged, in a game that is played again for that."""

    # Cards that the game declares

    def lay_out(self, pack: Pack, exchange: Draw = NO_DRAW, key: int = 0) -> None:
        """Before the game: its cards; and the draw that is exchanged in it, by luck with this key."""
        self._pack, self.counts_cards = pack, bool(pack.kinds)
        self._notes, self.draws = [0] * len(pack.kinds), [0] * len(pack.kinds)
        self._exchange, self._exchange_key = exchange, key

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the game, each as often as there are copies, in the order of their ids."""
        return self._pack.cards

    def card(self, key: str) -> Card:
        """The card with this id."""
        return self._pack.card(key)

    def use(self, seat: int, card: Card) -> None:
        """Say that a seat uses a card, for the counts of the page."""
        check_seat(self, seat)
        if not isinstance(card, Card):
            raise BrokenRule(source="use", expected=message("one of table.cards"), got=card)
        self._note_card(card, 1 << USED + seat)

    def notes(self) -> list[int]:
        """At the end of a game: what happened to each card; see `engine.outside.own.cards.notes`."""
        for seat, hand in enumerate(self._hands):
            for card in hand:
                self._note_card(card, 1 << HELD + seat)
        return self._notes

    def decided_by(self) -> list[str]:
        """At the end of a game: the ids of the cards that a winner used, or let go; if nobody won, that anybody did."""
        seats = self.winners or (1 << self.players) - 1
        return [self._pack.kinds[number].id for number in played_by(self.notes(), seats)]

    def _note_card(self, card: Any, bits: int) -> None:
        if isinstance(card, Card):
            self._notes[card.number] |= bits | IN_GAME

    def note_in_game(self, card: Any) -> None:
        self._note_card(card, IN_GAME)

    def note_drawn(self, card: Any, seat: int) -> None:
        self._note_card(card, 1 << DRAWN + seat)

    def note_left(self, card: Any, seat: int) -> None:
        self._note_card(card, 1 << LEFT + seat)

    def exchanged_with(self, card: Any, seat: int, below: int) -> int:
        """A seat is about to draw a card, and so many lie below it: the place of the one that comes instead, or −1."""
        if not isinstance(card, Card):
            return -1
        self.draws[card.number] += 1
        if (card.number, self.draws[card.number]) != self._exchange:
            return -1
        self.exchanged = Exchanged(card.number, seat)
        return partner(self._exchange_key, self.luck.game, below)

    def exchange_fails(self) -> None:
        self.exchanged = CAME_TO_NOTHING

    def turn(self, seat: int | None = None) -> int:
        """Begin a turn, perhaps of one seat, and return its number: 1, 2, 3, …"""
        if self.turns >= self._turn_limit:
            raise TimeOut
        self.turns += 1
        if self._keeps_history:
            self.history.append(tuple(self.scores))
        if self._told and seat is not None:
            self.tell("Turn {}, seat {}.", self.turns, seat + 1)
        return self.turns

    def ask(self, seat: int, view: Any, choices: Sequence[Any] = YES_OR_NO) -> Any:
        """Let the policy of a seat decide. It sees the view and the choices, and nothing else."""
        if type(choices) not in SEQUENCES and (not hasattr(choices, "__getitem__") or isinstance(choices, dict)):
            kind = type(choices).__name__
            raise BrokenRule(
                source="ask",
                expected=message("the choices in a list or a tuple, which keep their order, got a {kind}", kind=kind),
            )
        if self.has_zones:
            choices = self._without_zones(view, choices)
        options = len(choices)
        if seat not in self.seats:
            raise BrokenRule(
                source=f"ask {seat!r}", expected=message("seats from 0 to {players}", players=self.players - 1)
            )
        if self.onlooker is not None:
            self.onlooker(seat, view)
        if options < 2:
            return self._only(choices)
        self.decisions += 1
        self.choices += options
        if self._decided != self.turns:
            self._decided = self.turns
            self.decided_turns += 1
        answer = self._deciders[seat](view, choices)
        if answer not in choices:
            expected = ", ".join(map(repr, choices))
            raise BrokenRule(
                message(
                    "seat {seat} decides {answer}; expected one of {expected}",
                    seat=seat + 1,
                    answer=repr(answer),
                    expected=expected,
                )
            )
        return answer

    def tell(self, text: str, *values: object, to: int | None = None) -> None:
        """Say what happens, for a replay: to everybody, or to one seat. Values take the places of the {} in the text;
        they are put there only if somebody reads it."""
        if to is not None:
            check_seat(self, to)
        if self._told:
            self.lines.append(Line(self.turns, text.format(*values) if values else text, to))

    def count(self, column: str, by: int = 1) -> None:
        """Add to a column of the result."""
        try:
            self.counts[column] += by
        except KeyError:
            known = ", ".join(self.counts) or "none"
            raise BrokenRule(
                source=f"count {column!r}",
                expected=message("one of the columns that the game declares: {known}", known=known),
            ) from None

    def win(self, *seats: int) -> None:
        """Say which seats won; without a seat, everybody."""
        if seats and self._game.kind == "cooperative":
            raise BrokenRule(message("win: expected no seat, as all players of a cooperative game win together"))
        for seat in seats or self.seats:
            if seat not in self.seats:
                raise BrokenRule(
                    source=f"win {seat!r}", expected=message("seats from 0 to {players}", players=self.players - 1)
                )
            self.winners |= 1 << seat
        alone = self._game.kind == "competitive" and not self._game.shared_wins and not self._game.teams
        if alone and self.winners & (self.winners - 1):
            raise BrokenRule(message("win: a second winner; shared_wins = True allows several"))

    def win_team(self, team: str) -> None:
        """Say which team won: all seats that belong to it when the game ends."""
        if team not in self._game.teams:
            known = ", ".join(self._game.teams) or "none"
            raise BrokenRule(
                source=f"win_team {team!r}",
                expected=message("one of the teams that the game declares: {known}", known=known),
            )
        self.winning_teams |= 1 << list(self._game.teams).index(team)

    def end(self, how: str) -> None:
        """Say how the game ended: one of the endings that the game declares."""
        if how not in self._game.endings:
            known = ", ".join(self._game.endings) or "none"
            raise BrokenRule(
                source=f"end {how!r}",
                expected=message("one of the endings that the game declares: {known}", known=known),
            )
        self.ending = how

    # Cards, and who has seen them

    def deck(self, label: str, cards: Sequence[Any], number: int = NOBODY) -> Zone:
        """A new deck, shuffled: its luck has this label, and this number if there are several such decks."""
        return self._filled(fill, Zone(self, NOBODY, label, number), cards)

    def pile(self, cards: Sequence[Any] = ()) -> Zone:
        """A new pile; cards that it begins with lie face up."""
        return self._filled(lay_out, Zone(self, NOBODY, "", NOBODY), cards)

    def hand(self, seat: int) -> Zone:
        """The hand of a seat, which is empty at first."""
        check_seat(self, seat)
        if not self._hands:
            self._hands, self.has_zones = new_hands(self), True
        return self._hands[seat]

    def pass_hands(self, by: int = 1) -> None:
        """All hands go round at once, each to the seat so many places on; everybody sees the hand that he gets."""
        pass_hands(self, by)

    def _filled(self, lay: Callable[[Zone, Sequence[Any]], None], zone: Zone, cards: Sequence[Any]) -> Zone:
        if isinstance(cards, Zone):
            raise BrokenRule(message("{cards!r} would be in two places", cards=cards), hint="deck.shuffle_in(pile)")
        self.has_zones = True
        lay(zone, cards)
        return zone

    def shuffled(self, label: str, cards: Sequence[Any], number: int, times: int, marks: list[int]) -> list[Any]:
        """Cards of a deck in the order of their luck; every shuffle but the first has its number."""
        which = [number] * (number >= 0) + [times] * (times > 0)
        return self.luck.shuffle(label, cards, *which)

    def new_marks(self, number: int) -> list[int]:
        """Marks of so many cards that nobody has seen where they lie now."""
        first = self._slots
        self._slots += number
        return [slot << SEAT_BITS for slot in range(first, self._slots)]

    def place_of(self, card: Any, cards: list[Any]) -> int:
        """The place of the first card like this, or −1."""
        return cards.index(card) if card in cards else -1

    def mark_lost(self, mark: int) -> None:
        """A card goes out of play, or somebody can no longer tell where it is."""

    def decider_of(self, seat: int) -> Decide:
        """Who decides for a seat."""
        return self._deciders[seat]

    def _without_zones(self, view: Any, choices: Sequence[Any]) -> Sequence[Any]:
        """A policy gets copies: with the hand itself it could play cards."""
        shown = {f"view[{key!r}]": value for key, value in view.items()} if isinstance(view, dict) else {"view": view}
        for where, value in shown.items():
            held = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
            for zone in (value, *held):
                if isinstance(zone, Zone):
                    how = message("{where} has {zone!r} itself", where=where, zone=zone)
                    raise BrokenRule(how, source="ask", hint="list(…)")
        return list(choices) if isinstance(choices, Zone) else choices

    def _only(self, choices: Sequence[Any]) -> Any:
        if not choices:
            raise BrokenRule(message("ask: expected at least one choice"))
        return choices[0]
