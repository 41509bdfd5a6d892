"""The hash of the rules: edits that change no game leave it as it is, every other edit changes it."""

import ast

import pytest

from engine.outside.own.editions.canonical import canonical
from engine.outside.own.editions.rules import rules_digest

TEXT = '''"""Market."""

from math import ceil
from fatecast.game import Game, Parameter

BOLD_AT = 20
GOODS = ["wool", "wine"]


def cheapest(prices):
    """what costs least"""
    return min(prices)


def half(number):
    return ceil(number / 2)


def careful(view, at=Parameter(12, 2, 100, "when to stop")):
    """stops early"""
    return cheapest(view["prices"]) < at


def bold(view, choices, at=BOLD_AT):
    """goes on"""
    return half(view["turn"]) < at


class Market(Game):
    """A market."""

    players = (2, 4)
    policies = careful, bold

    def play(self, table):
        """One game."""
        # a comment
        face = table.luck.die("roll", 6)
        table.tell("Rolls {} of {goods}.", face)
        table.tell(f"That is {face:d}.")
        if face > 3:
            return table.win(0)
        return table.win(1)
'''

CAREFUL, BOTH = frozenset({"careful"}), frozenset({"careful", "bold"})


def changed(*pairs: tuple[str, str], of: str = TEXT) -> str:
    for old, new in pairs:
        assert of.count(old) >= 1, old
        of = of.replace(old, new)
    return of


SAME_FOR_ALL = {
    "a comment": [("# a comment", "# another\n        # comment")],
    "no comment": [("        # a comment\n", "")],
    "docstrings": [('"""A market."""', '"""The market\n    of the town."""'), ('    """stops early"""\n', "")],
    "a docstring more": [("    return ceil", '    """rounded up"""\n    return ceil')],
    "layout": [("players = (2, 4)", "players = (\n        2,\n        4,\n    )"), ("face > 3", "(face>3)")],
    "quotes": [('"roll"', "'roll'"), ("20", "0x14")],
    "pass": [("face > 3:\n", "face > 3:\n            pass\n")],
    "tell": [("Rolls {} of {goods}.", "{}{goods} were rolled"), ("That is {face:d}.", "{face:d} it is!")],
    "imports in one line": [("from math import ceil", "from math import ceil, floor")],
    "an import more": [("from math import ceil", "from collections import Counter\nfrom math import ceil")],
    "a value that nobody uses": [("GOODS = ", "MORE = 7\nGOODS = ")],
    "a function that nobody uses": [("class Market", "def lonely(view):\n    return half(1)\n\n\nclass Market")],
    "a policy more": [
        ("class Market", "def wild(view, at=BOLD_AT):\n    return half(view['turn']) > at\n\n\nclass Market"),
        ("careful, bold", "careful, bold, wild"),
    ],
    "the last policy in brackets": [("policies = careful, bold", "policies = [careful, bold]")],
}

ONLY_BOLD = {
    "its body": [('half(view["turn"]) < at', 'half(view["turn"]) <= at')],
    "its default": [("BOLD_AT = 20", "BOLD_AT = 21")],
    "its helper": [("number / 2", "number / 3")],
    "what its helper needs": [("from math import ceil", "from math import floor as ceil")],
    "it is gone": [("careful, bold", "careful")],
    "its arguments": [("view, choices, at=BOLD_AT", "view, at=BOLD_AT, *, more=[1, -2]")],
    "its name": [("def bold", "def brave"), ("careful, bold", "careful, brave")],
}

RULES = {
    "a number": [("face > 3", "face > 4")],
    "a label": [('"roll"', '"die"')],
    "sides": [('"roll", 6', '"roll", 8')],
    "the players": [("(2, 4)", "(2, 5)")],
    "a played policy": [("< at\n\n\ndef bold", "<= at\n\n\ndef bold")],
    "its number": [("Parameter(12,", "Parameter(13,")],
    "its helper": [("min(prices)", "max(prices)")],
    "min is another function": [("GOODS = ", "def min(prices):\n    return 3\n\n\nGOODS = ")],
    "places of a told text": [("Rolls {} of {goods}.", "Rolls {}.")],
    "how a value is told": [("{face:d}", "{face:s}")],
    "a value that is told": [('of {goods}.", face)', 'of {goods}.", face + 1)')],
    "to whom it is told": [('of {goods}.", face)', 'of {goods}.", face, to=0)')],
    "two lines change places": [
        ("players = (2, 4)\n    policies = careful, bold", "policies = careful, bold\n    players = (2, 4)")
    ],
    "another class": [("class Market", "class Other:\n    pass\n\n\nclass Market")],
    "a played policy's second meaning": [("class Market", "careful = half\n\n\nclass Market")],
    "a number that is true": [('die("roll", 6)', 'die("roll", True)')],
    "a statement of the file": [("GOODS = ", "print('loaded')\nGOODS = ")],
}

FOUND_OTHERWISE = {
    "the list of policies is looked at": "len(self.policies)",
    "the list is looked at by another way": "len(Market.policies)",
    "a rule calls it": "bold({'turn': 1}, [])",
    "a rule keeps it": "bool(bold)",
}

LOOKS_AT_CODE = [
    *("globals()", "vars(self)", "getattr(self, 'play')", "eval('3')", "self.play.__doc__", "self.__class__"),
    *("'{0.__globals__}'.format(careful)", "open('market.py')", "table.lines[-1]", "exec('x = 1')", "dir()"),
]


@pytest.mark.parametrize("edit", SAME_FOR_ALL)
def test_an_edit_that_changes_no_game(edit: str) -> None:
    text = changed(*SAME_FOR_ALL[edit])
    assert text != TEXT
    for played in (frozenset[str](), CAREFUL, BOTH, frozenset({"random"})):
        assert rules_digest(text, played) == rules_digest(TEXT, played)


@pytest.mark.parametrize("edit", ONLY_BOLD)
def test_an_edit_of_a_policy_that_nobody_plays(edit: str) -> None:
    text = changed(*ONLY_BOLD[edit])
    assert rules_digest(text, CAREFUL) == rules_digest(TEXT, CAREFUL)
    if edit != "it is gone":
        assert rules_digest(text, BOTH) != rules_digest(TEXT, BOTH)


@pytest.mark.parametrize("edit", RULES)
def test_an_edit_of_a_rule(edit: str) -> None:
    text = changed(*RULES[edit])
    assert rules_digest(text, CAREFUL) != rules_digest(TEXT, CAREFUL)


@pytest.mark.parametrize("how", FOUND_OTHERWISE)
def test_a_policy_that_the_rules_may_use_is_a_rule(how: str) -> None:
    before = changed(("face > 3", f"face > 3 and {FOUND_OTHERWISE[how]}"))
    after = changed(*ONLY_BOLD["its body"], of=before)
    assert rules_digest(after, CAREFUL) != rules_digest(before, CAREFUL)


def test_a_policy_by_another_name_is_a_rule() -> None:
    """It is called as its function is, and the list says `gentle`."""
    before = changed(("class Market", "gentle = bold\n\n\nclass Market"), ("careful, bold", "careful, gentle"))
    after = changed(*ONLY_BOLD["its body"], of=before)
    assert rules_digest(after, frozenset({"bold"})) != rules_digest(before, frozenset({"bold"}))


@pytest.mark.parametrize("code", LOOKS_AT_CODE)
def test_in_a_file_that_looks_at_its_own_code_told_texts_are_rules(code: str) -> None:
    before = changed(("face > 3", f"face > 3 and {code}"))
    after = changed(*SAME_FOR_ALL["tell"], of=before)
    assert rules_digest(after, CAREFUL) != rules_digest(before, CAREFUL)


@pytest.mark.parametrize(
    "line",
    [
        *("import inspect", "import sys", "import os.path", "from math import *", "from . import x", "import market"),
        "import numpy",
    ],
)
def test_a_module_that_may_look_at_the_file(line: str) -> None:
    before = changed(("from math", f"{line}\nfrom math"))
    after = changed(*SAME_FOR_ALL["a comment"], of=before)
    assert rules_digest(after, CAREFUL) != rules_digest(before, CAREFUL)


@pytest.mark.parametrize(
    "thing",
    [
        "class Crier:\n    def tell(self, text):\n        return len(text)\n",
        "Crier = namedtuple('Crier', 'tell hear')\n",
        "tell = len\n",
        "def hear(tell):\n    return tell('x')\n",
    ],
)
def test_something_else_that_tells(thing: str) -> None:
    head = "from collections import namedtuple\n\n\n" + thing + "\n\nclass Market"
    before = changed(("class Market", head))
    after = changed(*SAME_FOR_ALL["tell"], of=before)
    assert rules_digest(after, CAREFUL) != rules_digest(before, CAREFUL)


@pytest.mark.parametrize(
    "text", ["def (", "x = " + "(" * 500 + ")" * 500, "x = " + "-" * 5000 + "1", "x = 1" + " + 1" * 30_000, "\0", ""]
)
def test_what_cannot_be_read_counts_letter_by_letter(text: str) -> None:
    assert rules_digest(text, CAREFUL) != rules_digest(text + " # one more", CAREFUL) or text == ""


def test_long_numbers_and_strange_letters() -> None:
    assert "(Constant value=int " + "f" * 5000 in canonical(ast.parse("0x" + "f" * 5000))
    assert canonical(ast.parse("'ñ\u200b'")) == r"(Module body=[(Expr value=(Constant value=str '\xf1\u200b'))])"
    assert canonical(ast.parse("None")) != canonical(ast.parse("...")) != canonical(ast.parse("'None'"))
    assert canonical(ast.parse("x = 1")) != canonical(ast.parse("x = True")) != canonical(ast.parse("x = 1.0"))


def test_the_hash_is_the_same_everywhere() -> None:
    """In every version of Python, today and later: runs and ids have it."""
    assert rules_digest(TEXT, CAREFUL)[:16] == "81dcb5d0262cf373"
