"""The texts of the sheet, the forms of the language, and the names they use."""

import tomllib
from pathlib import Path

from tipover.cards.lex import Names

HERE = Path(__file__).parent
SHEET = tomllib.loads((HERE / "texts.toml").read_text(encoding="utf-8"))
FORMS: list[str] = tomllib.loads((HERE / "forms.toml").read_text(encoding="utf-8"))["forms"]
TEXTS: list[tuple[str, str]] = [
    (f"{text.get('of', text['pack'])}: {text['name']} ({text['kind']})", text["rule"]) for text in SHEET["text"]
]

NAMES = Names(
    tokens=["Energy", "Rubble"],
    markers=["Squid", "Leader", "Flag", "Triumph", "Scrimmage"],
    minions=["Sprinter"],
    figures=["Drogon", "Ghost"],
    pieces=["Wight", "Arm"],
    statuses=["The List", "Friendship"],
    decks=["Game Rule"],
    cards=["Accelerated Pace", "Brutal Contest", "Ground Rules"],
    items=["Invitation", "Honeycomb", "Needle", "Cheesecake"],
    areas=["Entry", "Entry Centre", "Scoring", "Out of Bounds", "Finish", "Lane", "Sprinter Start", "Control", "Flag", "Middle"],
    dice=["Boogie", "Champion"],
    characters=["Gi-hun", "Rose Nylund", "S.H.I.E.L.D. Agent", "Worker #28"],
)
