"""What the things are called that files, flags and keys name: a policy, a column. English takes their own words."""

from engine.language.messages import Text, message_as

KINDS = {
    "action or ability": message_as("kind of thing", "action or ability"),
    "artifact": message_as("kind of thing", "artifact"),
    "axis": message_as("kind of thing", "axis"),
    "baseline": message_as("kind of thing", "baseline"),
    "card": message_as("kind of thing", "card"),
    "cards": message_as("kind of thing", "cards"),
    "cell": message_as("kind of thing", "cell"),
    "column": message_as("kind of thing", "column"),
    "content": message_as("kind of thing", "content"),
    "deck": message_as("kind of thing", "deck"),
    "effect": message_as("kind of thing", "effect"),
    "end": message_as("kind of thing", "end"),
    "executor": message_as("kind of thing", "executor"),
    "experiment": message_as("kind of thing", "experiment"),
    "field": message_as("kind of thing", "field"),
    "function": message_as("kind of thing", "function"),
    "game": message_as("kind of thing", "game"),
    "game to begin with": message_as("kind of thing", "game to begin with"),
    "key": message_as("kind of thing", "key"),
    "keyword": message_as("kind of thing", "keyword"),
    "kind": message_as("kind of thing", "kind"),
    "kind of change": message_as("kind of thing", "kind of change"),
    "layout": message_as("kind of thing", "layout"),
    "mission": message_as("kind of thing", "mission"),
    "name": message_as("kind of thing", "name"),
    "option": message_as("kind of thing", "option"),
    "outcome": message_as("kind of thing", "outcome"),
    "parameter": message_as("kind of thing", "parameter"),
    "path": message_as("kind of thing", "path"),
    "piece": message_as("kind of thing", "piece"),
    "policy": message_as("kind of thing", "policy"),
    "power": message_as("kind of thing", "power"),
    "preset": message_as("kind of thing", "preset"),
    "receptacle": message_as("kind of thing", "receptacle"),
    "verb": message_as("kind of thing", "verb"),
    "worksheet": message_as("kind of thing", "worksheet"),
}


def kind_of_thing(name: str) -> Text:
    """A kind in the language of the call; a word that a game has of its own stays as it is."""
    return KINDS.get(name, name)
