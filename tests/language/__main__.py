"""`python -m tests.language es [FOLDER …]` prints, as entries of a catalogue, what marked texts have no translation.

Without folders it looks everywhere, and also says on stderr what a catalogue has that nothing marks.
"""

import sys

from tests.language.texts import PLACES, Text, files_of, files_of_games, marked, translated


def entry(text: Text, where: str) -> str:
    """As it stands in a `.po` file, with nothing said."""

    def quoted(one: str) -> str:
        return '"' + one.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'

    lines = [f"#: {where.rpartition(':')[0]}"]
    lines += [f"msgctxt {quoted(text.context)}"] if text.context else []
    lines += [f"msgid {quoted(text.one)}"]
    lines += [f"msgid_plural {quoted(text.many)}", 'msgstr[0] ""', 'msgstr[1] ""'] if text.many else ['msgstr ""']
    return "\n".join(lines) + "\n"


def main() -> int:
    code, *folders = sys.argv[1:]
    known = translated(files_of(code))
    known_to_games = translated(files_of_games(code))
    everything = marked(tuple(folders) or PLACES)
    for text, where in everything.items():
        if text not in known and text not in known_to_games and text.has_words:
            print(entry(text, where))
    if folders:
        return 0
    contexts = {text.one for text in everything}
    for text in known:
        if text not in everything and not (":" in text.context and text.one in contexts):
            print(f"nothing marks {text}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
