"""The captions of all figures of a report. They are declared in English, and translated when a page is made."""

from engine.language.current import DEFAULT, said, speaking


def caption_said(caption: str) -> str:
    """What stands below a figure, in the language of the call."""
    here = _captions()
    with speaking(DEFAULT):
        known = dict(zip(_captions(), here, strict=True))
    return known.get(caption, caption)


def _captions() -> list[str]:
    return [
        said("What drawing each causes, shrunk, with its 95 % interval. Filled: significant. Bold: stands out."),
        said(
            "What drawing each causes, shrunk, with its 95 % interval. Filled: significant. Bold: stands "
            "out. Cross: the win rate of those who drew it, less that of all seats."
        ),
        said(
            "How far single games lie apart: the middle half of the games (box), all but the lowest and "
            "the highest tenth (line), median (stroke) and mean (dot)."
        ),
        said("How games end, in per cent."),
        said("How often each seat wins, in per cent."),
        said("What each policy gains over the one below it, with its 95 % interval."),
        said("How games go: how many games have which value."),
        said("Games won, in per cent; all maps have the same scale."),
        said("Every rung of the skill ladder, with its 95 % interval."),
        said("Games won, in per cent, by where they stood at the start of a turn."),
        said("How long games take, and how close they are."),
        said("How games are lost: shares of the losses, with 95 % intervals."),
        said(
            "The effect of each in the opening, shrunk, with its 95 % interval. Filled: significant. Bold: out of line."
        ),
        said("How certain players said they were, and how often they were right."),
        said("Every outcome by strategy: means and shares, with their 95 % intervals."),
        said("How many games have which value, by strategy."),
        said("What each seat gets if all play alike: means with their 95 % intervals."),
        said("What each policy gets more than the one below it, with its 95 % interval."),
    ]
