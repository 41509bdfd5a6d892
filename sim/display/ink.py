"""Which ink can be read on a colour: one rule for the terminal, the pages and the figures."""

DARK = 0.179
"""Colours of a lower luminance take white ink: there both inks have the same contrast, 4.6 to 1, and either has more on
any other colour. The scale of win rates passes it at 47 %."""


def ink_on(colour: str) -> str:
    """`white` or `black`, whichever is easier to read on a colour such as `#7d7c78`."""
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return "white" if 0.2126 * red + 0.7152 * green + 0.0722 * blue < DARK else "black"


def _linear(channel: float) -> float:
    """The light of a channel, from its sRGB value (WCAG 2, relative luminance)."""
    return channel / 12.92 if channel <= 0.03928 else ((channel + 0.055) / 1.055) ** 2.4
