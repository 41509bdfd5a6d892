"""A game file as a `Game`, the interface that `sim/` uses."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.configs import look_beside, read_text
from engine.content.errors import bad_field
from engine.errors import BadInput, NotComparable, Text, message
from engine.game.cell import Cell, Json
from engine.game.differences import plain_changes
from engine.game.outcomes import Outcome
from engine.game.protocol import Decided, Game, KeptText
from engine.game.questions.trial import spread
from engine.game.registry import admit_kept
from engine.game.results import Batch, Replay, Rows, Secrets
from engine.game.sheets import Sheet
from engine.language.current import said
from engine.outside.as_game import OutsideGame
from engine.outside.changes import NUMBERS_AND_WORDS, NUMBERS_ONLY, POLICIES, RULES, OutsideChanges
from engine.outside.own.cards.card import NO_CARDS, Pack
from engine.outside.own.cards.changes import NUMBERS, CardChanges, cards_in_words
from engine.outside.own.cards.deck import BASE, KEY, ONE
from engine.outside.own.cards.files import CardFiles
from engine.outside.own.cards.pieces import OwnPieces
from engine.outside.own.cards.played import rows_only
from engine.outside.own.cards.rows import CardRows
from engine.outside.own.compiled.cards.schema import schema_of
from engine.outside.own.compiled.kernels import OwnKernel, is_wanted, kernel_of, plain_only
from engine.outside.own.compiled.meanwhile import compile_meanwhile
from engine.outside.own.declared import CODE, PLAYERS, Declared
from engine.outside.own.editions.kept import kept_of
from engine.outside.own.editions.what_changed import changed_text
from engine.outside.own.files import OwnFile, all_loaded, file_at, load, loaded, name_of
from engine.outside.own.hidden.forks.forked import decided, forked, recorded
from engine.outside.own.hidden.forks.plain_lessons import lessons_from
from engine.outside.own.hidden.policy_check import check_policy
from engine.outside.own.hidden.secrets import secrets_of
from engine.outside.own.play import kernel_for, outsiders_in, play_batch, replay_game
from engine.outside.own.policies.shown_views import watching
from engine.outside.own.telling import words
from engine.outside.own.telling.undrawn import note_on_drawing
from engine.players.learning.lessons import Learnable, Lessons, Plan
from engine.policy.checking.compliance import SEED, answer_line
from engine.policy.checking.foresight import suspicion
from engine.policy.listing import policy_sheets
from engine.policy.parameters import Choice
from engine.policy.policies_part import ListedPolicies
from engine.policy.seats.changes import everybody_by
from engine.policy.seats.new_tables import notes_on_new_tables
from engine.policy.seats.search_policy import SEARCH, is_search
from engine.policy.seats.seating import SEATINGS, everybody, policies_in, policies_named, seatings_of
from engine.policy.seats.trained_policy import TRAINED, is_trained

MOST_CELLS = 6
"""Tables at which a policy is checked."""
PLANTED = 20
"""Per cent of slips that the gate must notice."""
THIS_TEXT = "text "
"""Before the hash of a text that the call names: it is that one, whichever others have the same rules."""


@dataclass(frozen=True)
class OwnEditions:
    """Other texts of a game."""

    game: str
    today: str
    """The hash of the text that the call names."""
    admitted: dict[str, Json] = field(default_factory=dict)
    """By the word that stands for each: the keys of a grid that plays it."""

    def admit(self, word: str) -> str:
        file = file_at(Path(word))
        digest = load(self.game, read_text(file), str(file)).digest
        found = f"{self.game}@{digest[:8]}"
        self.admitted[found] = {CODE: f"{THIS_TEXT}{digest}"}
        return found

    def admit_today(self, word: str) -> None:
        self.admitted[word] = {CODE: f"{THIS_TEXT}{self.today}"}

    def admit_kept(self, word: str, kept: object, source: str) -> str:
        part = admit_kept(self.game, kept, source)
        self.admitted[word] = {**part, CODE: f"{THIS_TEXT}{part[CODE]}"}
        return str(part[CODE])


@dataclass(frozen=True)
class OwnPolicies(ListedPolicies):
    """The policies of a game file."""

    game: "OwnGame"

    def admit(self, path: Path) -> str:
        return self.policies.admit(path)

    def sheets(self) -> list[Sheet]:
        return policy_sheets(self.policies, takes_files=True)

    def from_outside(self, cell: Cell) -> bool:
        return bool(outsiders_in(cell))

    def suspicion(self, cell: Cell, seed: int, outcomes: Sequence[Outcome]) -> Text:
        def play(luck: int, dice: int, games: int) -> Rows:
            return play_batch(self.game.played(cell), cell, luck, 0, games, dice).rows

        return suspicion(play, seed, outcomes)

    def check(self, name: str, say: Callable[[str], None], seed: int = SEED) -> list[Text]:
        """Whether a policy keeps to the rules, at tables of every size where all seats play it."""
        cells = spread(self.game.cells(self.game.resolve({"policies": [name]}, "policies check")), MOST_CELLS)
        with plain_only():
            failures = check_policy(cells, self.game.simulate, self.game, self.meddling, say, seed)
            if failures or not self.from_outside(cells[0]):
                return failures
            told = self.suspicion(cells[0], seed, self.game.outcomes)
        say(answer_line("luck", said("failed") if told else said("ok")))
        return [message("luck: {cell}: {fault}", cell=cells[0].name, fault=told)] if told else []

    def meddling(self, play: Callable[[], object]) -> Sequence[Text]:
        with watching() as found:
            play()
        return [change.fault for change in found.values()]


class OwnGame(OutsideGame[Declared]):
    """Implements the protocol `engine.game.protocol.Game`."""

    def __init__(self, declared: Declared) -> None:
        super().__init__(declared.check())
        self.notable = words.notable_of(declared)
        self.presentation = replace(words.presentation_of(declared), changes=self._changes)
        self.content = self._content()
        self.pieces = OwnPieces(lambda: declared.decks, declared.pieces_are[1]) if declared.has_cards else None
        self.spreadsheets = CardRows(lambda: declared.decks, declared.file.text) if declared.has_cards else None
        self.files = self._decks = CardFiles(declared) if declared.has_cards else None
        self.policies = OwnPolicies(declared.policies, f"games of {declared.where}", self)
        self.editions = None if declared.file.is_ours else OwnEditions(declared.name, declared.file.digest)
        self._editions = {declared.file.digest: declared}
        self._found: dict[str, Declared] = {}
        """By what specs and grids say of the rules."""

    def _content(self) -> OutsideChanges:
        declared = self.edition
        choices = any(isinstance(each, Choice) for each in declared.parameters.values())
        kinds = {
            "parameters": NUMBERS_AND_WORDS if choices else NUMBERS_ONLY,
            "policies": "lower and raise each number that the policies decide by",
        }
        common: Json = {
            "game": self.name,
            "grid": declared.grid,
            "resolve": self.resolve,
            "moved": {"parameters": RULES, "policies": POLICIES},
            "planted": PLANTED,
        }
        if not declared.has_cards:
            return OutsideChanges(kinds=kinds, **common)
        pieces, piece = declared.pieces_are
        of_cards = {pieces: f"leave out each {piece}", NUMBERS: f"lower and raise each number of a {piece} by one"}
        return CardChanges(kinds={**of_cards, **kinds}, decks_now=lambda: declared.decks, pieces=pieces, **common)

    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        """Another edition is played by the policies of this one, if the grid names none."""
        if self.edition_in(grid, source) is not self.edition and not any(grid.get(key) for key in SEATINGS):
            grid = {**grid, "policies": [next(iter(self.edition.policies.installed))]}
        return _for_their_players(self.edition_in(grid, source), grid, super().resolve(grid, source), source)

    def part(self, word: str) -> Json | None:
        """A policy with its parameters, or another edition of the game."""
        if self.editions and (edition := self.editions.admitted.get(word)):
            return edition
        if self._decks and self._decks.is_deck(word):
            return {KEY: [word]}
        return everybody_by(self.edition.policies, word)

    def incomparable(self, before: Cell, after: Cell) -> str | None:
        """Luck belongs to labels, whoever plays; but more players draw otherwise."""
        if before.spec[PLAYERS] != after.spec[PLAYERS]:
            return words.no_luck_with(before.spec[PLAYERS], after.spec[PLAYERS])
        if self.played(before).columns != self.played(after).columns:
            return said("the two texts of the game have different columns")
        return None

    def provenance(self, grid: Json) -> Json:
        policies = {part["name"]: {"sha256": part["code"]} for _, part in everybody(grid) if "code" in part}
        outside: Json = {"policies": policies} if policies else {}
        if self.edition.has_cards:
            read = self.edition.decks.checked.of_data
            outside[KEY] = {each["name"]: {"digest": read(each["content"], each["name"]).digest} for each in grid[KEY]}
        if self.edition.file.is_ours:
            return outside
        return outside | {"own game": {"name": self.name, "version": self.version, "sha256": self.edition.file.digest}}

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        """Which of its policies have names that mean others everywhere else."""
        played = {part["name"] for cell in cells for part in policies_in(cell.spec)}
        own = [name for name in (SEARCH, TRAINED) if name in played and name in self.edition.policies.installed]
        where = self.edition.where
        return [
            *super().notes(cells),
            *notes_on_new_tables(self.about.axes, cells, self.edition.policies.learned_by),
            *(
                said("{name} is a policy of {where} itself, not that of every game", name=name, where=where)
                for name in own
            ),
        ]

    def whoever_plays(self, grid: Json) -> Json:
        return {**grid, CODE: self.edition_in(grid, self.name).file.rules_for(())} if CODE in grid else grid

    def kept(self, grid: Json, cells: Sequence[Cell]) -> KeptText:
        edition = self.edition_in(grid, self.name)
        return kept_of(edition, cells) if edition.file.text and not edition.file.is_ours else KeptText()

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        """Another process begins to compile the game, if nobody has; until it is done, games are played plainly. What
        the author compiles himself, a worker compiles. To play a game here could hang where nobody watches."""
        kernels = dict.fromkeys(kernel_for(self.played(cell), cell) for cell in cells)
        for kernel in dict.fromkeys(kernel_for(self.played(cell), cell) for cell in cells if _thinks(cell)):
            if is_wanted() and not kernel.is_ready and not kernel.why_never:
                say(said("compiling {file}: searching in plain Python would take far longer", file=kernel.where))
            kernel.compile()
        compile_meanwhile(list(kernels), say)

    def plainly(self) -> AbstractContextManager[None]:
        return plain_only()

    def compile_now(self) -> Sequence[Text]:
        self.kernel.compile()
        return self.kernel.why_plain

    def differences(self) -> list[str]:
        return self.kernel.differences

    @property
    def kernel(self) -> OwnKernel:
        """What plays the game as it is declared, when it is compiled."""
        own = self.edition
        return kernel_of(own, (), schema_of(Pack(own.decks.checked.load(BASE).data()) if own.has_cards else NO_CARDS))

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return play_batch(self.played(cell), cell, seed, first, last)

    def simulate_rows(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        with rows_only():
            return self.simulate(cell, seed, first, last)

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        declared = self.played(cell)
        return words.tell(declared, replay_game(declared, cell, seed, index))

    def replay_as(self, cell: Cell, seed: int, index: int, seat: int) -> Replay:
        if not 1 <= seat <= cell.spec[PLAYERS]:
            last = cell.spec[PLAYERS]
            raise BadInput(source="--as", expected=message("a seat from 1 to {last}", last=last), got=seat)
        declared = self.played(cell)
        return words.tell_as(declared, replay_game(declared, cell, seed, index, seat - 1), seat - 1)

    def note_on_drawing(self) -> Text:
        """What `fatecast check` says of a method `draw` that draws no table."""
        return note_on_drawing(self.edition.file)

    def secrets(self, cell: Cell, seed: int, index: int) -> Iterator[Secrets]:
        return secrets_of(self.played(cell), cell, seed, index)

    def decided(self, cell: Cell, seed: int, index: int) -> list[Decided]:
        return decided(recorded(self.played(cell), cell, seed, index))

    def forked(
        self, cell: Cell, seed: int, index: int, at: int, choice: int, luck: int | None = None, by: Json | None = None
    ) -> Rows:
        return forked(self.played(cell), cell, seed, index, at, choice, luck, by)

    @property
    def learnable(self) -> Learnable:
        policies = self.edition.policies
        return Learnable(policies.learned_rules, policies.no_learning, tuple(policies.installed))

    def lessons(self, cell: Cell, policy: Json, plan: Plan, seed: int, first: int, last: int) -> Lessons:
        return lessons_from(self.played(cell), cell, policy, plan, seed, range(first, last))

    def _changes(self, before: Json, after: Json) -> list[str]:
        """What differs between two cells, which may be of two texts of the game."""
        editions = [self.edition_in(spec, self.name) for spec in (before, after)]
        of_cards = []
        if ONE in before and ONE in after:
            of_cards = cards_in_words(before[ONE], after[ONE], self.edition.pieces_are[0])
            before, after = ({key: value for key, value in spec.items() if key != ONE} for spec in (before, after))
        return [*of_cards, *plain_changes(before, after, but=CODE), *changed_text(*editions)]

    def played(self, cell: Cell) -> Declared:
        """To a worker, the text of the game comes with the cell."""
        outsiders = outsiders_in(cell)
        if cell.spec.get(CODE) not in self._found:
            for digest in cell.code.keys() - {code for _, code in outsiders}:
                load(self.name, cell.code[digest])
        edition = self.edition_in(cell.spec, cell.name)
        for name, code in outsiders:
            if code in cell.code:
                edition.policies.outside.admit_text(name, code, cell.code[code])
        return edition

    def edition_in(self, data: Mapping[str, object], source: str) -> Declared:
        """A text of the game that was loaded in this call, and has the rules that a grid or a cell was played by."""
        if CODE not in data:
            return self.edition
        code = str(data[CODE])
        if code not in self._found:
            self._found[code] = self._edition_of(code, policies_named(data), source)
        return self._found[code]

    def _edition_of(self, code: str, played: Collection[str], source: str) -> Declared:
        """Today's text, if it has these rules."""
        for file in (self.edition.file, *all_loaded(self.name)):
            if code in (file.digest, f"{THIS_TEXT}{file.digest}", file.rules_for(played)):
                return self._declared(file)
        raise NotComparable(
            message(
                "played by other rules of {name} ({code}) than {where} has now: bring the old text back, or start anew "
                "with fatecast run",
                name=self.name,
                code=code[:8],
                where=self.edition.where,
            ),
            source=source,
        )

    def _declared(self, file: OwnFile) -> Declared:
        if file.digest not in self._editions:
            self._editions[file.digest] = other = Declared(file).check()
            vars(other.policies)["outside"] = self.edition.policies.outside  # files are named for every text of a game
        return self._editions[file.digest]

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        """Of today's text, if it plays this game; else of another that was loaded."""
        for file in () if self.edition.ids.plays(game_id) else all_loaded(self.name):
            with suppress(BadInput):  # a text that is no game plays none
                if (ids := self._declared(file).ids).plays(game_id):
                    return ids.find_game(game_id)
        return self.edition.ids.find_game(game_id)


def _thinks(cell: Cell) -> bool:
    """Whether a policy takes far longer in plain Python."""
    return any(is_search(policy) or is_trained(policy) for policy in policies_in(cell.spec))


def _for_their_players(game: Declared, given: Mapping[str, object], grid: Json, source: str) -> Json:
    """The grid, if its policies can play with as many; without a word about players, with as many as they can."""
    for labels, spec in seatings_of(game.policies, grid):
        for part in policies_in(spec):
            if "code" in part and game.policies.outside.text_of(part["code"]) is None:
                continue  # a run can be read without it
            only = game.policies.module(part["name"], part.get("code", "")).only_for
            wrong = [players for players in grid[PLAYERS] if only and players != only]
            if wrong and given.get(PLAYERS) is None:
                return {**grid, PLAYERS: [only]}
            if wrong:
                told = message(
                    "{name} plays with {only} players only, got {wrong} ({who})",
                    name=part["name"],
                    only=only,
                    wrong=wrong[0],
                    who=" against ".join(labels.values()),
                )
                raise bad_field(source, (PLAYERS,), told)
    return grid


def admit(path: Path) -> tuple[str, str]:
    """Load a game file that the command line named in this very call. Returns the name of the game, and the name by
    which `game_named` finds this very text."""
    file = file_at(path)
    found = load(name_of(file), read_text(file), str(file))
    Declared(found).check()
    look_beside(found.name, file.parent)
    return found.name, f"{found.name}@{found.digest}"


def game_named(name: str, code: Mapping[str, str]) -> Game:
    """The game of a name and the hash of its text; a worker gets the text itself with its cell."""
    short, _, digest = name.partition("@")
    found = loaded(short, digest)
    if found is None and digest in code:
        found = load(short, code[digest])
    if found is None:
        raise BadInput(
            message(
                "{short} is a game of your own (sha256 {digest}): name its file, --game PATH",
                short=short,
                digest=digest[:8],
            )
        )
    return OwnGame(Declared(found))
