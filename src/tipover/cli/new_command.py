"""`tipover new pack NAME`: the smallest pack that passes `check`, with comments that teach."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
import tempfile
import unicodedata
from pathlib import Path

import click

from tipover.cards.catalog import TRACK_PLACES
from tipover.cards.pack import load
from tipover.cli.entry import fail, json_option
from tipover.cli.out import put_json, say, tell

LONGEST_NAME = 40

PACK = """\
# A pack is this folder. Its name in `needs` of other packs, and wherever packs are listed, is the folder's name.
name = {name}
version = "0.1.0"
needs = ["core"]        # packs whose names your rules may use; add "marvel" to speak of `an Energy token`
wall = "green"          # the colour of walls on your maps
"""

CHARACTER = """\
# One file for each character.
name = {quoted}
short = "Hero"          # what stands for `this` when a player reads a rule
defense = 2             # dice when defending
tokens = ["blue", "gold"]  # one for each colour its abilities cost; blue, red, silver, gold

# An ability is something done: its cost is a colour and the place of the track its token goes to (1 to {places}).
# `challenge = true` marks a challenge action. The rule is the program; `tipover check` says where it cannot be read.
[[ability]]
name = "Heave"
cost = "blue 2"
challenge = true
rule = "Challenge 3. If it wins, push the target 1."

# A trait holds all the time: it begins with When, After, At, Before, While, As or Instead of, or says what is so.
# In a block each text has a line of its own; `tipover format` writes every rule in its one spelling.
[trait]
name = "Steady"
rule = \"\"\"
This has 1 more defense.
At the start of its turn, this may shift an ability token on your track down 1.
\"\"\"

# Where the values are from: printed, known or house (your own).
[provenance]
default = "house"
"""

SCENE = """\
# A scene with tests: a drawing, who stands where, lines of play as a player types them, and what must then be so.
# `tipover check` runs it. Capitals are light, small letters dark; a figure without a card is a basic character.
name = {quoted}
drawing = \"\"\"
+---+---+---+---+
| .   .   .   . |
+   +   +   +   +
| .   A   b   . |
+   +   +   +   +
| .   .   .   . |
+---+---+---+---+
\"\"\"
turn = "A"              # A is acting

[figures]
A = {{ side = "light", character = {quoted} }}

[[test]]
name = "Heave knocks down and pushes"
play = ["A: Heave > b", "roll b b b", "roll b b", "> d2"]  # the challenger's dice, then the defender's: b burst, s shield
dice = "3 dice = 3 Heave"
expect = {{ "b.down" = true, "b.square" = "d2", "sides.light.track" = {track} }}

[[test]]
name = "Heave that loses pushes nobody"
play = ["A: Heave > b", "roll s s s", "roll s s"]
expect = {{ "b.down" = false, "b.square" = "c2" }}
"""


def key_for(name: str) -> str:
    """The folder's name for a pack: small letters without accents, digits and low lines."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    return re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")


def hero_of(name: str) -> str:
    """The name of the pack's first character: two new packs must not take each other's card."""
    return f"{name} Hero"


def write_pack(name: str, into: Path) -> Path:
    """Write a new pack into a folder, completely or not at all; existing files are never changed."""
    key = key_for(name)
    goal = into / key
    hero = hero_of(name)
    spoken = {
        "name": json.dumps(name, ensure_ascii=False),
        "quoted": json.dumps(hero, ensure_ascii=False),
        "places": str(TRACK_PLACES),
        "track": json.dumps([["blue"] if place == 2 else [] for place in range(1, TRACK_PLACES + 1)]),
    }
    files = {"pack.toml": PACK, "characters/hero.toml": CHARACTER, "tests/hero.toml": SCENE}
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{key}.", dir=into) as folder:
        draft = Path(folder) / key
        for file, text in files.items():
            (draft / file).parent.mkdir(parents=True, exist_ok=True)
            (draft / file).write_text(text.format(**spoken), encoding="utf-8", newline="\n")
        if os.path.lexists(goal):
            fail(f"{goal} is there already, and nothing was written; choose another name or folder")
        draft.rename(goal)
    return goal


@click.group("new")
def new_command() -> None:
    """Begin something of your own: a pack of cards."""


def called(program: str) -> str:
    """How to call Tipover again from this folder: `tipover` if the shell finds it, otherwise as it was called (`.venv/bin/tipover`)."""
    path = Path(program)
    if path.name == "__main__.py":
        return f"{Path(sys.executable).name} -m tipover"
    found = shutil.which("tipover")
    if path.stem != "tipover" or (found is not None and path.exists() and os.path.samefile(found, path)):
        return "tipover"
    here = os.path.relpath(program)
    return shlex.quote(program if here.startswith(os.pardir) else here)


@new_command.command("pack")
@click.argument("name")
@click.option("--into", metavar="FOLDER", default=".", show_default=True, help="The folder that shall hold the new pack.")
@json_option
def new_pack(name: str, into: str, as_json: bool) -> None:
    """Write the smallest pack that passes `check`: one character with an ability, a trait and a test, and comments that teach."""
    name = " ".join(name.split())
    key = key_for(name)
    if not key or not name.isprintable() or len(name) > LONGEST_NAME or not name[0].isalpha():
        fail(f"'{name}' is no name for a pack: it begins with a letter and has at most {LONGEST_NAME} characters, as 'Space Opera'")
    shipped = [pack.key for pack in load().packs]
    if key in shipped:
        fail(f"There is a pack '{key}' already, which comes with Tipover; choose another name")
    name = name[0].upper() + name[1:]
    goal = write_pack(name, Path(into))
    files = [str(file) for file in sorted(goal.rglob("*.toml"))]
    if as_json:
        put_json({"pack": key, "folder": str(goal), "files": files})
        return
    for file in files:
        say(file)
    place = shlex.quote(str(goal))
    hero = shlex.quote(hero_of(name))
    tell("Check it, change the rule of Heave in characters/hero.toml and check again; then draw the card, and play with it:")
    tipover = called(sys.argv[0])
    say(f"  {tipover} check {place}")
    say(f"  {tipover} cards {hero} --packs {place}")
    say(f"  {tipover} terminal --light {hero} --packs {place}")
