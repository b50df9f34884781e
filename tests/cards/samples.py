"""The texts of the sheet, the forms of the language, and the names they use."""

import tomllib
from pathlib import Path

from tipover.cards.name_table import NameTable

HERE = Path(__file__).parent
SHEET = tomllib.loads((HERE / "texts.toml").read_text(encoding="utf-8"))
FORMS: list[str] = tomllib.loads((HERE / "forms.toml").read_text(encoding="utf-8"))["forms"]
TEXTS: list[tuple[str, str]] = [
    (f"{text.get('of', text['pack'])}: {text['name']} ({text['kind']})", text["rule"]) for text in SHEET["text"]
]

NAMES = NameTable(
    token=["Energy", "Rubble", "Mystery Box", "Portal", "Ambush"],
    marker=[
        "Squid",
        "Leader",
        "Flag",
        "Triumph",
        "Scrimmage",
        "Ball",
        "Hoop",
        "Springs Power-up",
        "Hot Hand Power-up",
        "Padding Power-up",
        "Turbo Power-up",
    ],
    minion=["Sprinter"],
    figure=["Drogon", "Ghost", "Igor"],
    piece=["Wight", "Arm"],
    status=[
        "The List",
        "Friendship",
        "Intel",
        "Partner",
        "Confundo",
        "Protego",
        "Pumpkin King",
        "Combat Suit",
        "Rocket Shoes",
        "Long Scope",
        "Springs",
        "Hot Hand",
        "Padding",
        "Turbo",
    ],
    deck=["Game Rule", "Tactics"],
    card=["Accelerated Pace", "Brutal Contest", "Ground Rules"],
    item=["Invitation", "Honeycomb", "Needle", "Cheesecake"],
    area=[
        "Entry",
        "Entry Centre",
        "Scoring",
        "Out of Bounds",
        "Finish",
        "Lane",
        "Sprinter Start",
        "Control",
        "Flag",
        "Middle",
        "Hoop",
        "Power-up",
    ],
    die=["Boogie", "Champion", "Chaos"],
    character=["Gi-hun", "Rose Nylund", "S.H.I.E.L.D. Agent", "Worker #28"],
)
