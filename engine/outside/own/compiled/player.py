"""Plays games with the kernel of a game file, and makes their rows."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from engine.game.results import Rows
from engine.kernel.compiled import INTERPRETED
from engine.kernel.records import new
from engine.outside.own.author import TIME_OUT as ENDED_BY_TIME
from engine.outside.own.cards.card import NO_CARDS, Pack
from engine.outside.own.cards.played import CardGames, exchange_key
from engine.outside.own.compiled.cards.item_texts import text_of
from engine.outside.own.compiled.cards.memory import CardMemory
from engine.outside.own.compiled.kernel_text import Written
from engine.outside.own.compiled.kit import lists, numbers
from engine.outside.own.compiled.kit.answers import FUNCTIONS, place_of
from engine.outside.own.compiled.kit.cards import CARD_ROW, FIRST_NOTE, SEAT_ROW, WEIGHT_ROW
from engine.outside.own.compiled.kit.luck import KIND_SHIFT, SPREAD, SPREAD_SHIFT, SPREAD_TOO
from engine.outside.own.compiled.kit.record import (
    ANSWERS,
    DRAWS,
    FIRST_COLUMN,
    ITEMS,
    MEMORY,
    NEEDS_ANSWER,
    NEEDS_KEY,
    NEEDS_ROOM,
    ROLES,
    SEATS,
    SIDE_COLUMNS,
    TEAMS,
    TEAMS_OF_ROLES,
    TEXTS,
    Playing,
)
from engine.outside.own.compiled.kit.trained import TRAINED
from engine.outside.own.compiled.net_words import NetWords, put_text_keys
from engine.outside.own.declared import PLAYERS, Declared
from engine.outside.own.luck import WORLDS, Keys, dice_in_worlds
from engine.outside.own.policies.function_policy import SLIPS
from engine.outside.own.policies.prepared import Numbers, shape_of, words_of
from engine.outside.own.results.every_row import WINNERS, WON_COLUMN
from engine.outside.own.results.minutes import MOST_SECONDS, SECONDS
from engine.policy.seats.trained_policy import is_trained, net_in

FEWEST_DRAWS = 1 << 8
MASK = (1 << 64) - 1
COUNTED = ("turns", "decisions", "choices", "decided_turns")
LEADS = ("behind", "behind_most", "lead_changes", "margin")
TOGETHER = 1024
"""Games that are played in one call, at most: a signal waits for its end."""

Kernel = Callable[..., int]
"""It gets the record, indices of games, arrays to write into, and which of the games to play."""


class Games(NamedTuple):
    """Games that a kernel has played."""

    rows: Rows
    left: NDArray[np.bool_]  # those that plain Python must play
    cards: CardGames


class GivenUp(Exception):  # noqa: N818 - no error: plain Python plays on
    """The kernel cannot play these games."""


class Player:
    """One kernel with its record."""

    def __init__(
        self, declared: Declared, written: Written, kernel: Kernel, outsiders: Sequence[tuple[str, str]] = ()
    ) -> None:
        self._declared, self._written, self._kernel = declared, written, kernel
        own = [(policy.__name__, "") for policy in declared.file.game.policies]
        self._who = {who: number for number, who in enumerate([*own, *outsiders])}
        """The number of each policy, by its name and the SHA-256 of a text of its own."""
        assert written.source is not None
        self._source = written.source
        self._seed: int | None = None
        self._laid: dict[int, tuple[int, Numbers]] = {}
        """By the identity of what policies have prepared: where it lies, and itself."""
        self._record = rec = cast(Any, new(Playing))
        memory = self._source.memory
        rec.mem[: len(memory)] = memory
        self._behind = rec.start = rec.top = len(memory)
        """Where what changes between calls begins in the memory; `_behind` is after the cards."""
        self._nets = NetWords()
        self._pack = NO_CARDS
        self._words_of_cards: dict[int, str] = {}
        rec.draw_mask = FEWEST_DRAWS - 1
        game = declared.file.game
        rec.turn_limit = game.turn_limit
        rec.cooperative = game.kind == "cooperative"
        rec.one_winner = game.kind == "competitive" and not game.shared_wins and not game.teams
        rec.leads = ("margin" in (declared.row.names or ())) * (-1 if declared.fewest_wins else 1)
        sides = declared.sides
        rec.sides = TEAMS_OF_ROLES if sides.by_role else ROLES if sides.roles else TEAMS if sides.teams else 0
        rec.team_by[: len(sides.members)] = sides.members
        rec.team_leads = bool(sides.seated(declared.most))
        rec.columns = len(game.columns)
        rec.sampled_at = -1
        put_text_keys(rec, self._source, {})
        rec.column_of[:] = rec.ending_of[:] = rec.team_of[:] = rec.role_of[:] = -1
        for at, column in enumerate(game.columns):
            rec.column_of[self._source.texts.index(column)] = at
        for at, ending in enumerate(game.endings):
            rec.ending_of[self._source.texts.index(ending)] = at
        for at, team in enumerate(sides.teams):
            rec.team_of[self._source.texts.index(team)] = at
        for at, role in enumerate(sides.roles):
            rec.role_of[self._source.texts.index(role)] = at

    def compile(self) -> None:
        """Have the machine code made, or loaded, by playing nothing."""
        if INTERPRETED:
            return
        self._kernel(self._record, np.zeros(0, np.int64), *self._arrays(0), 0, 0)
        for function in (numbers.add, numbers.sub, numbers.mul, lists.put, lists.push_word, lists.spot):
            kinds = {str(kind) for kinds in cast(Any, function).dispatcher.overloads for kind in kinds}
            if any(kind.startswith("float") for kind in kinds):
                raise TypeError("a whole number became a float, as signed and unsigned numbers were mixed")

    def _arrays(self, games: int) -> list[NDArray[np.int64]]:
        """What a kernel writes into: rows of games, and with cards those of games that are played again, and notes."""
        more = SIDE_COLUMNS if self._declared.sides else 0
        columns = np.zeros((FIRST_COLUMN + len(self._declared.file.game.columns) + more, games), np.int64)
        if self._written.card is None:
            return [columns]
        return [columns, columns.copy(), np.zeros((FIRST_NOTE + len(self._pack.kinds), games), np.int64)]

    def play(
        self,
        seats: Sequence[Mapping[str, Any]],
        rules: Mapping[str, Any],
        seed: int,
        indices: NDArray[np.int64],
        pack: Pack = NO_CARDS,
    ) -> Games:
        """Play these games with these cards."""
        self._lay_out(pack)
        self._set_seed(seed)
        self._seat(seats, rules)
        cards = CardGames(self._declared, pack, seed, len(indices))
        self._record.exchange_key, self._record.is_judged = np.uint64(cards.key), cards.is_judged
        arrays = self._arrays(len(indices))
        left = np.zeros(len(indices), np.bool_)
        done = 0
        while done < len(indices):
            last = min(done + TOGETHER, len(indices))
            done = self.call(indices, arrays, done, last)
            if done < last and not self.helped():
                left[done] = True
                done += 1
        return self.games_of(arrays, left, cards)

    # For searches, see `engine.outside.own.hidden.forks.kernel_search`

    def field(self, name: str) -> NDArray[Any]:
        """A field of the record as an array, a number as an array of one: to ask the record itself takes far longer."""
        found: NDArray[Any] = np.asarray(self._record.base)[name]
        return found[0] if found.ndim > 1 else found

    def begin(
        self, seats: Sequence[Mapping[str, Any]], rules: Mapping[str, Any], seed: int, pack: Pack = NO_CARDS
    ) -> None:
        """Who plays the next calls of the kernel, and with which cards. None of these is exchanged."""
        self._lay_out(pack)
        self._set_seed(seed)
        self._seat(seats, rules)
        self._record.exchange_key, self._record.is_judged = np.uint64(exchange_key(seed)), False

    def arrays(self, games: int) -> list[NDArray[np.int64]]:
        """Room for what a kernel writes of games."""
        return self._arrays(games)

    def call(self, indices: NDArray[np.int64], arrays: Sequence[NDArray[np.int64]], first: int, last: int) -> int:
        """Play these games; the first that was not played."""
        return self._kernel(self._record, indices, *arrays, first, last)

    def play_all(self, indices: NDArray[np.int64]) -> NDArray[np.int64]:
        """What the kernel writes of these games. `GivenUp` if it cannot play one of them."""
        arrays, done = self._arrays(len(indices)), 0
        while done < len(indices):
            last = min(done + TOGETHER, len(indices))
            done = self.call(indices, arrays, done, last)
            if done < last and not self.helped():
                raise GivenUp
        return arrays[0]

    def decisions_of(self, indices: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many decisions these games have."""
        found: NDArray[np.int64] = self.play_all(indices)[1 + COUNTED.index("decisions")]
        return found

    def winners_of(self, raw: NDArray[np.int64]) -> NDArray[np.int64]:
        """Who won. `GivenUp` if that is against the rules of teams: plain Python says how."""
        winners: NDArray[np.int64] = raw[0]
        if not self._declared.sides:
            return winners
        found, odd = self._sides(raw)
        if odd.any():
            raise GivenUp
        return found[WINNERS.name]

    def games_of(self, arrays: Sequence[NDArray[np.int64]], left: NDArray[np.bool_], cards: CardGames) -> Games:
        """What the kernel has written, as games; some of them it has left."""
        rows, odd = self._rows(arrays[0])
        if len(arrays) > 1:
            odd |= self._note_cards(cards, *arrays[1:])
        return Games(rows, left | odd, cards)

    def _note_cards(self, cards: CardGames, others: NDArray[np.int64], notes: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Note what the kernel says about cards; which of the games that were played again are against the rules."""
        cards.weights[:], cards.exchanged[:], cards.seats[:] = notes[WEIGHT_ROW], notes[CARD_ROW], notes[SEAT_ROW]
        cards.notes = notes[FIRST_NOTE:].T
        cards.other_rows, odd = self._rows(others)
        return odd & (cards.weights > 0) & cards.is_judged

    def _lay_out(self, pack: Pack) -> None:
        """Put the cards of a deck into the memory, behind the constants of the file."""
        rec, card = self._record, self._written.card
        if (card is None) != (not pack.kinds):
            raise GivenUp
        if card is None or pack is self._pack:
            return
        start = len(self._source.memory)
        try:
            found = CardMemory(self._source, card.now().fields.now(), pack, start)
        except (KeyError, ValueError):
            raise GivenUp from None
        self._behind = start + len(found.words)
        if self._behind > MEMORY // 2:
            raise GivenUp
        rec.mem[start : self._behind] = found.words
        rec.cards, rec.kinds, rec.cards_noted = found.cards, found.kinds, len(pack.kinds)
        rec.start = rec.top = self._behind
        self._pack, self._words_of_cards, self._seed = pack, found.words_of_cards, None
        put_text_keys(rec, self._source, found.words_of_cards)
        self._laid.clear()

    def _set_seed(self, seed: int) -> None:
        if seed == self._seed:
            return
        rec = self._record
        self._seed, self._keys, self._imagined = seed, Keys(seed, "luck"), Keys(seed, WORLDS)
        for at, text in enumerate(self._source.texts):
            rec.label_key[at], rec.label_key[TEXTS + at] = self._keys.of(text), self._imagined.of(text)
        for seat in range(SEATS):
            rec.dice_key[seat] = Keys(seed, f"dice of seat {seat + 1}").of("decision")
            rec.dice_key[SEATS + seat] = Keys(seed, dice_in_worlds(seat)).of("decision")
        rec.deck_item[:] = 0
        rec.known_items = 0
        self._texts: set[tuple[int, str]] = set()

    def _seat(self, seats: Sequence[Mapping[str, Any]], rules: Mapping[str, Any]) -> None:
        rec, policies = self._record, self._declared.policies
        rec.players = len(seats)
        for seat, part in enumerate(seats):
            who, own = (part["name"], part.get("code", "")), part["parameters"]
            module = policies.module(*who)
            rec.who[seat] = TRAINED if is_trained(part) else self._who.get(who, len(self._who))
            rec.draws[seat] = module.draws(own)
            rec.slips[seat] = own[SLIPS] / 100
            for at, name in enumerate(module.ARGUMENTS):
                if name in module.PARAMETERS:
                    rec.whole[seat, at], rec.fractions[seat, at] = int(own[name]), own[name]
        game = self._declared.file.game
        for at, name in enumerate([*game.axes, *game.parameters]):
            rule = self._source.code(rules[name]) if isinstance(rules[name], str) else rules[name]
            rec.rules[at], rec.real_rules[at] = int(rule), rule
        known = {name: rules[name] for name in (*game.axes, *game.parameters)}
        self._lay_out_prepared(seats, {PLAYERS: len(seats), **known})

    def _lay_out_prepared(self, seats: Sequence[Mapping[str, Any]], rules: Mapping[str, Any]) -> None:
        """Put what the policies have prepared into the memory, behind the constants of the file."""
        rec, shapes = self._record, self._source.prepared
        needed: list[tuple[int, int, Numbers]] = []
        for seat, part in enumerate(seats):
            if is_trained(part):
                needed.append((seat, 0, self._nets.of_seat(seat, net_in(part), rules)))
                continue
            module = self._declared.policies.module(part["name"], part.get("code", ""))
            for name, found in module.prepared(rules, part["parameters"]).items():
                if shape_of(found) != shapes[module.function.__name__][name]:
                    raise GivenUp
                needed.append((seat, module.ARGUMENTS.index(name), found))
        if not all(id(found) in self._laid for _, _, found in needed):
            self._laid.clear()
            rec.start = self._behind
            for found in {id(found): found for _, _, found in needed}.values():
                words = words_of(found, int(rec.start))
                if rec.start + len(words) > MEMORY // 2:
                    raise GivenUp
                rec.mem[rec.start : rec.start + len(words)] = words
                self._laid[id(found)] = int(rec.start), found
                rec.start += len(words)
            rec.top = rec.start
            rec.remembered[:] = 0
        for seat, at, found in needed:
            rec.whole[seat, at] = self._laid[id(found)][0]

    def helped(self) -> bool:
        """Whether the kernel has got what it stopped for."""
        rec = self._record
        if rec.state == NEEDS_KEY:
            self._add_key()
            return True
        if rec.state == NEEDS_ANSWER:
            return self._answered()
        if rec.state == NEEDS_ROOM and 2 * rec.filled > rec.draw_mask and rec.draw_mask + 1 < DRAWS:
            rec.draw_mask = 2 * rec.draw_mask + 1
            rec.drawn[:] = 0
            return True
        return False

    def _answered(self) -> bool:
        """Whether Python could calculate what the kernel asks for."""
        rec = self._record
        number, *words = (int(word) for word in rec.question)
        a, b = (float(np.int64(word).view(np.float64)) for word in words)
        try:
            found = tuple(FUNCTIONS.values())[number](a, b)
        except (ArithmeticError, ValueError):  # plain Python tells it
            return False
        if type(found) is not float or rec.known_answers >= ANSWERS // 2:
            return False
        rec.known_answers += 1
        at = place_of(number, *words)
        while rec.answers[at, 0]:
            at = (at + 1) % ANSWERS
        rec.answers[at] = number + 1, *words, int(np.float64(found).view(np.int64))
        return True

    def _add_key(self) -> None:
        """The key of an item of a deck that the kernel has not seen before."""
        rec = self._record
        words = [int(word) for word in rec.identity[: rec.words]]
        label, deck = int(rec.missing_label), int(rec.missing_kind)
        text = text_of(self._source, self._written.decks[deck], iter(words), self._words_of_cards)
        if (label, text) in self._texts or rec.known_items >= ITEMS // 2:
            raise GivenUp  # two items with one text share their luck
        self._texts.add((label, text))
        rec.known_items += 1
        what = int(SPREAD)
        for word in words:
            what = ((what ^ word & MASK) * int(SPREAD_TOO)) & MASK
            what ^= what >> int(SPREAD_SHIFT)
        mine = label + 1 | deck << int(KIND_SHIFT)
        at = ((what * int(SPREAD) + mine * int(SPREAD_TOO)) & MASK) >> int(SPREAD_SHIFT) & ITEMS - 1
        while rec.deck_item[at, 1]:
            at = (at + 1) % ITEMS
        whole = f"{self._source.texts[label]}: {text}"
        rec.deck_item[at] = what, mine, *self._keys.of(whole), 0, 0, *self._imagined.of(whole)

    def _rows(self, raw: NDArray[np.int64]) -> tuple[Rows, NDArray[np.bool_]]:
        """Rows of results, and those that are against the rules of the laboratory: plain Python says how."""
        game = self._declared
        rows, odd = np.zeros(raw.shape[1], game.row), np.zeros(raw.shape[1], np.bool_)
        found, odd = self._sides(raw) if game.sides else ({WINNERS.name: raw[0]}, odd)
        won, timed_out = found[WINNERS.name] != 0, raw[5] == -2
        if game.kind == "competitive" and not game.file.game.draws:
            odd |= ~won & ~timed_out
        found[WON_COLUMN.name] = won.astype(np.int64)
        found["end"] = self._endings(raw, won)
        found |= {name: raw[1 + at] for at, name in enumerate(COUNTED)}
        found |= {name: raw[6 + at] for at, name in enumerate(LEADS)}
        found |= {name: raw[FIRST_COLUMN + at] for at, name in enumerate(game.file.game.columns)}
        if game.pace:
            found[SECONDS.name] = np.minimum(game.pace.seconds(raw[2], raw[1]), MOST_SECONDS)
        for column in game.columns:
            values = found.get(column.name)
            if values is None:  # the focus
                continue
            low, high = column.span[0], min(column.span[1], int(np.iinfo(np.int64).max))
            if len(values) and (values.min() < low or values.max() > high):
                odd |= (values < low) | (values > high)
            rows[column.name] = values
        return rows, odd

    def _sides(self, raw: NDArray[np.int64]) -> tuple[dict[str, NDArray[np.int64]], NDArray[np.bool_]]:
        """Who won in the end, and what there is to tell about teams and roles; and where that breaks their rules."""
        sides, players = self._declared.sides, int(self._record.players)
        teams, *roles = raw[FIRST_COLUMN + int(self._record.columns) :]
        won = sides.settle(players, raw[0], teams, roles[: players if sides.roles else 0])
        several = (won.teams & (won.teams - 1) != 0) & (not self._declared.file.game.shared_wins)
        row = sides.row(players, won.winners, won.teams, roles[:players])
        return {WINNERS.name: won.winners, **row}, (won.apart != 0) | several

    def _endings(self, raw: NDArray[np.int64], won: NDArray[np.bool_]) -> NDArray[np.int64]:
        game = self._declared
        codes = list(game.endings)
        own = [codes.index(ending) for ending in game.file.game.endings]
        is_cooperative = game.kind == "cooperative"
        end = np.array([codes.index(ENDED_BY_TIME), int(is_cooperative), *(own or [0])])[raw[5] + 2]
        return np.where(won, 0, end) if is_cooperative else end
