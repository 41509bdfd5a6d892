"""Decks made of several files: what is extended, which file wins, what is left out."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.configs import find
from engine.content.files import MAX_FILES
from engine.errors import BadInput
from engine.shipwreck.deck.files import WITH_PARTS, deck_from_file, load_deck

Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a deck file into a temporary folder."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / f"{name}.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_tuning_is_one_number(write: Write) -> None:
    path = write("tuned", 'extends = "base"\n[cards.the-deep]\nmoons = 2\n')
    deck, base = load_deck(str(path)), load_deck("base")
    assert deck.name == "tuned"
    assert deck.cards["the-deep"].moons == 2
    changed = [key for key in base.cards if deck.cards[key] != base.cards[key]]
    assert changed == ["the-deep"]


def test_later_parents_win_and_the_file_itself_wins_over_all(write: Write) -> None:
    write("a", 'extends = "base"\ngoal = 5\ndoom_limit = 5\nturn_limit = 50\n')
    write("b", 'extends = "base"\ndoom_limit = 6\nturn_limit = 60\n')
    deck = deck_from_file(write("c", 'extends = ["a", "b"]\nturn_limit = 70\n'))
    assert (deck.goal, deck.doom_limit, deck.turn_limit) == (5, 6, 70)


def test_a_shared_parent_counts_once(write: Write) -> None:
    """The promo pack must not undo what the tuned base set changed in the box."""
    write("tuned", 'extends = "base-set"\ngoal = 9\n[powers.twice]\nguesses = 2\n')
    deck = deck_from_file(write("both", 'extends = ["tuned", "promo"]\n'))
    assert deck.goal == 9
    assert deck.size == 30


def test_remove_leaves_cards_out_before_the_own_ones_are_added(write: Write) -> None:
    text = """
    extends = "base"
    remove = ["dawn", "the-deep"]
    [cards.the-deep]
    name = "A new Deep"
    moons = 1
    play = "sum <= 4"
    power = "old"
    """
    deck = deck_from_file(write("fewer", text))
    assert deck.size == 19
    assert deck.cards["the-deep"].ability == ""


def test_moons_drive_out_a_fade_condition_and_the_other_way_round(write: Write) -> None:
    text = """
    extends = "full"
    [cards.the-ash]
    moons = 2
    [cards.dawn]
    fades = { on_play = "played == 4" }
    [cards.the-fall]
    fades = { on_play = "played == 5" }
    """
    cards = deck_from_file(write("swapped", text)).cards
    assert (cards["the-ash"].moons, cards["the-ash"].fades) == (2, None)
    assert cards["dawn"].moons is None
    assert cards["the-fall"].fades is not None
    assert cards["the-fall"].fades.at_end is None


def test_a_power_of_another_kind_replaces_the_old_one_whole(write: Write) -> None:
    deck = deck_from_file(write("other", 'extends = "base"\n[powers.help]\nname = "Help"\nkind = "cycle"\n'))
    assert deck.powers["help"].kind == "cycle"


def test_a_neighbour_is_found_before_a_published_deck(write: Write) -> None:
    write("base", 'extends = "promo"\ngoal = 3\n')
    assert deck_from_file(write("mine", 'extends = "base"\n')).goal == 3


@pytest.mark.parametrize("name", ["box", "imago"])
def test_a_part_passes_a_check_but_cannot_be_played(name: str) -> None:
    assert WITH_PARTS.of_file(find("decks", name, "shipwreck")).size < 4
    with pytest.raises(BadInput, match=r"cards: expected 4 to 64 cards, got [01]$"):
        load_deck(name)


def test_circles_are_named(write: Write) -> None:
    write("a", 'extends = "b"\n')
    write("b", 'extends = "c"\n')
    path = write("c", 'extends = "a"\n')
    with pytest.raises(BadInput, match=r"b\.toml: extends: a deck cannot extend itself: c → a → b → c$"):
        deck_from_file(path)


def test_endless_chains_are_cut(write: Write) -> None:
    for number in range(MAX_FILES + 1):
        path = write(f"d{number}", f'extends = "d{number - 1}"\n' if number else 'extends = "base"\n')
    with pytest.raises(BadInput, match=f"extends: expected a deck of at most {MAX_FILES} files"):
        deck_from_file(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('extends = "bsae"', "extends: unknown deck 'bsae': did you mean 'base'? expected one of "),
        ('extends = "nowhere/at-all.toml"', "extends: "),
        ('extends = "' + "x" * 5000 + '"', "extends: unknown deck 'xxx"),
        ('extends = "a\\u0000b"', "extends: unknown deck "),
        ("extends = 3", "extends: expected the name of a deck, or a list of names, got 3"),
        ('extends = ["base", 3]', "extends: expected the name of a deck, or a list of names, got a list"),
        (
            'extend = "base"',
            "extend: unknown key: did you mean 'extends'? expected one of extends, remove, part, name, ",
        ),
        ('extends = "base"\nremove = "dawn"', 'remove: expected a list of card ids, got "dawn"'),
        ('extends = "base"\nremove = ["dwan"]', "remove: unknown card 'dwan': did you mean 'dawn'? "),
        ('extends = "base"\nremove = ["dawn", "dawn"]', "remove: unknown card 'dawn': "),
        ('remove = ["dawn"]', "remove: unknown card 'dawn': expected one of (none found)"),
        ('cards = 3\nremove = ["dawn"]', "remove: unknown card 'dawn': "),
        ('extends = "imago"\npart = 1', "part: expected true or false, got 1"),
        (
            'extends = "base"\n[cards.dawn]\nmoons = 0',
            "cards.dawn.moons: expected an integer from 1 to 30, got 0",
        ),
        ('extends = "base"\ncards = 3', "cards: expected a table, got 3"),
        ('extends = "base"\n' + "a." * 25 + "a = 1", "a: unknown key: "),
        ('extends = "base"\ncards.dawn.' + "a." * 25 + "a = 1", "cards.dawn.a: unknown key: "),
        ('extends = "base"\n' + "a." * 5000 + "a = 1", "not valid TOML: expected at most 32 tables inside each other"),
        ("[cards", "not valid TOML: "),
    ],
)
def test_mistakes_name_their_file(write: Write, text: str, message: str) -> None:
    path = write("mine", text)
    with pytest.raises(BadInput) as refusal:
        deck_from_file(path)
    assert str(refusal.value).startswith(f"{path}: {message}")
    assert "\n" not in str(refusal.value)


def test_a_mistake_in_a_parent_names_the_parent(write: Write) -> None:
    parent = write("parent", 'extends = "base"\n[cards.dawn]\nmoons = 31\n')
    child = write("child", 'extends = "parent"\n[cards.dawn]\nability = "Up"\n')
    with pytest.raises(BadInput) as refusal:
        deck_from_file(child)
    assert str(refusal.value) == f"{parent}: cards.dawn.moons: expected an integer from 1 to 30, got 31"


@pytest.mark.parametrize("name", ["bsae", "", ".", "x" * 5000, "a\0b", "/", "no/such.toml"])
def test_a_deck_that_is_not_there(name: str) -> None:
    with pytest.raises(BadInput):
        load_deck(name)
