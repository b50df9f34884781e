"""A stranger's character for the tests of the card box and its bounds; one ability has the rule that a test wants."""

from __future__ import annotations

_CARD = """\
name = "The Miller"
short = "Miller"
tokens = ["blue", "red"]
defense = 2

[[ability]]
name = "Grind"
cost = "blue 1"
rule = "{rule}"

[[ability]]
name = "Quick Feet"
cost = "red 2"
rule = "Move 3."

[trait]
name = "Never Stops"
rule = "This rolls 1 die more when defending."
"""


def miller_card(rule: str) -> str:
    """The card, with this rule for its ability *Grind*."""
    return _CARD.format(rule=rule)
