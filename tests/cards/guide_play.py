"""Plays a rule of docs/cards.md: a pack with a card for each, a crowded scene to put it in, and a player who chooses at random."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

from tipover import Catalog, State, apply, load, notate
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.event import AbilityUsed, Event, NotDone, TokenSpent
from tipover.engine.core.frames import kinds, turn_frame
from tipover.engine.core.numbers import Number
from tipover.play.scene import scene_state
from tools.guide import Example

# A stands between rivals, or away from everyone; l, k: starting areas.
CROWDED = """
+---+---+---+---+---+---+---+
| l   l   B   w   .   k   k |
+   +   +   +   +   +   +   +
| l   C   A   d   .   .   . |
+   +   +   +   +   +   +---+
| .   G   e   .   u | ~   . |
+   +   +   +   +   +   +   +
| o   .   .   .   . | .   g |
+---+---+---+---+---+---+---+
"""
APART = """
+---+---+---+---+---+---+---+
| A   l   B   w   .   k   k |
+   +   +   +   +   +   +   +
| l   .   C   d   .   .   . |
+   +   +   +   +   +   +---+
| .   G   e   .   u | ~   . |
+   +   +   +   +   +   +   +
| o   .   .   .   . | .   g |
+---+---+---+---+---+---+---+
"""
SCENE = """
drawing = '''{drawing}'''
turn = "{turn}"
{head}

[areas]
"start light" = "l"
"start dark" = "k"
Lamp = ["d4", "e4"]

[points]
A = "e2"
B = "b2"

[figures]
A = {{ side = "light", character = {character}, down = {down}, items = ["Rope"], statuses = {statuses} }}
B = {{ side = "light", character = "Ines", items = ["Oilskin"] }}
C = {{ side = "light", character = "Marlow", down = true, exhausted = true }}
G = {{ side = "light", character = {companion}, of = "A" }}
u = {{ side = "light", character = "Gull" }}
o = {{ side = "light", character = "Bell" }}
d = {{ side = "dark", character = "Sparring Partner" }}
e = {{ side = "dark", character = "Thief", items = ["Rope"] }}
g = {{ side = "dark", down = true }}
w = {{ side = "dark", character = "Gull" }}

[sides.light]
pool = ["blue", "red", "red", "red", "silver", "silver", "gold", "gold"]
track = [["red"], ["silver"], ["gold"], []]
points = 2

[sides.dark]
pool = ["red", "red", "red", "red", "red", "red", "red", "red"]
track = [["red"], [], ["blue"], []]

[[pieces]]
kind = "Net"
side = "light"
square = "c3"

[[pieces]]
kind = "Net"
side = "light"
square = "b3"

[[pieces]]
kind = "Lantern"
square = "c2"

[[pieces]]
kind = "Lantern"
square = "d3"

[[pieces]]
kind = "Lantern"

{piece}
"""
# Pieces that wait beside the map: whoever needs one may have it.
RESERVE = [f'[[pieces]]\nkind = "{kind}"\nside = "light"' for kind in ("Oil", "Oil", "Oil", "Soaked", "Soaked", "Swell", "Calm")]
SPARRING = {
    "Shove": "Choose a rival within 3. Push it 1.",
    "Haul": "Choose a rival within 3. Pull it 1.",
    "Steer": "Choose a rival within 3. Move it 1.",
    "Toss": "Choose a rival within 3. Place it within 2.",
    "Tire": "Exhaust a rival within 3.",
    "Boss": "Control a rival within 3: it does a basic action.",
    "Trip": "Choose a rival within 3. Knock it down.",
    "Oust": "Choose a rival within 3. Knock it out.",
}
THIEF = {"Grab": "Take an adjacent marker.", "Banish": "Remove a minion within 3.", "Lunge": "Challenge 4.", "Aim": "Range 4 challenge 4."}

OWN = {"Step": "Move 1.", "Pocket": "Take an adjacent marker."}
BLANK = "Blank"
IDLE = "When a character is knocked down, if there is no figure, exhaust it."
ROUNDS = 2
MOST_CHOICES = 400
VARIANTS = [(drawing, turn, down) for turn in ("A", "light", "dark", "start") for drawing in (CROWDED, APART) for down in (False, True)]


def write_pack(folder: Path, examples: list[Example]) -> None:
    """A pack with a card for each example, and the same cards without the example's rule."""
    for sub in ("characters", "scenarios"):
        (folder / sub).mkdir(parents=True)
    (folder / "pack.toml").write_text('name = "Examples"\nversion = "1"\nneeds = ["core", "lighthouse"]\n', encoding="utf-8")
    _character(folder, "Sparring Partner", SPARRING, "red 1")
    _character(folder, "Thief", THIEF, "red 1")
    _character(folder, BLANK, {}, "blue 1", more=OWN)
    parts: dict[str, list[str]] = {"status": [], "pieces": [], "attachments": []}
    parts["status"] += ['[[status]]\nname = "Blank Status"\nof = "Ines"\n', '[[deck]]\nname = "Example"\nof = "Ines"\n']
    parts["status"].append(f'[[card]]\ndeck = "Example"\nname = "Blank Card"\nrule = "{IDLE}"\n')
    parts["pieces"] += ['[[token]]\nname = "Blank Token"\nof = "Ines"\n']
    for k, one in enumerate(examples):
        name, rule = card_name(k), json.dumps(one.rule, ensure_ascii=False)
        if one.on == "ability":
            _character(folder, name, {"Example": one.rule}, "red 1", more=OWN)
        elif one.on == "trait":
            _character(folder, name, {}, "blue 1", trait=one.rule, more=OWN)
        elif one.on == "status":
            back = f'back = {{ name = "{name} Back", rule = "This has 1 more defense." }}\n' if "flip" in one.rule else ""
            parts["status"].append(f'[[status]]\nname = "{name}"\nof = "Ines"\nrule = {rule}\n{back}')
        elif one.on == "card":
            parts["status"].append(f'[[card]]\ndeck = "Example"\nname = "{name}"\nrule = {rule}\n')
        elif one.on == "token":
            parts["pieces"].append(f'[[token]]\nname = "{name}"\nof = "Ines"\nrule = {rule}\n')
        else:
            assert one.on == "companion", one.on
            parts["attachments"].append(f'[[companion]]\nname = "{name}"\ndefense = 1\nrule = {rule}\n')
    parts["attachments"].append('[[companion]]\nname = "Blank Companion"\ndefense = 1\n')
    for file, entries in parts.items():
        (folder / f"{file}.toml").write_text("\n".join(entries), encoding="utf-8")


def _character(folder: Path, name: str, abilities: dict[str, str], cost: str, trait: str = "", more: dict[str, str] | None = None) -> None:
    lines = [f'name = "{name}"', 'tokens = ["blue", "red"]', "defense = 2"]
    priced = [(title, cost, rule) for title, rule in abilities.items()] + [(title, "blue 1", rule) for title, rule in (more or {}).items()]
    for title, price, rule in priced:
        lines += ["[[ability]]", f'name = "{title}"', f'cost = "{price}"', f"rule = {json.dumps(rule, ensure_ascii=False)}"]
    lines += ["[trait]", 'name = "Example Trait"', *([f"rule = {json.dumps(trait, ensure_ascii=False)}"] if trait else [])]
    (folder / "characters" / f"{name.lower().replace(' ', '_')}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def card_name(k: int) -> str:
    """The name of the card that carries the k-th example."""
    return f"Example Card {k:03}"


def scene(catalog: Catalog, one: Example, k: int, variant: int, with_rule: bool) -> State:
    """The scene with the example's card in it, or with its blank twin."""
    drawing, turn, down = VARIANTS[variant % len(VARIANTS)]
    name = card_name(k)
    on = one.on
    text = SCENE.format(
        drawing=drawing,
        turn=turn,
        head=f'in_force = ["{name if with_rule else "Blank Card"}"]' if on == "card" else "",
        character=json.dumps(name if on in ("ability", "trait") and with_rule else BLANK),
        down=json.dumps(down and turn != "A"),
        statuses=json.dumps([name if with_rule else "Blank Status"] if on == "status" else []),
        companion=json.dumps((name if with_rule else "Blank Companion") if on == "companion" else "Bosun"),
        piece="\n".join(
            [
                *RESERVE,
                f'[[pieces]]\nkind = "{name if with_rule else "Blank Token"}"\nside = "light"\nsquare = "d2"' if on == "token" else "",
            ]
        ),
    )
    return scene_state(text, "scene", catalog)


def pick(state: State, ask: Decision, chance: random.Random) -> Choice:
    """A choice at random: first its kind and what it is about, so that rare deeds are not lost among many moves."""
    kinds = sorted({_kind(option) for option in ask.options})
    kind = kinds[chance.randrange(len(kinds))]
    among = [option for option in ask.options if _kind(option) == kind]
    return among[chance.randrange(len(among))]


def _kind(option: Choice) -> tuple[int, int]:
    return option.verb, option.thing if option.verb == verbs.ABILITY else -1


def is_on(state: State) -> bool:
    """Whether the game still goes on in its first rounds."""
    return state.decision is not None and not state.over and state.round <= ROUNDS


def actions_left(state: State) -> int:
    """How many actions are left to A in its turn; -1 if it is not A's."""
    mine = state.setup.figure("A")
    return next((frame[turn_frame.ACTIONS] for frame in state.stack if frame[0] == kinds.TURN and frame[turn_frame.ACTOR] == mine), -1)


def done_by_ability(state: State, chance: random.Random) -> list[Event]:
    """Play on; A uses the example whenever it can. What its uses brought about, payment aside.

    A standing rule begun and an action given have no event of their own, and count as one.
    """
    found: list[Event] = []
    for _ in range(MOST_CHOICES):
        ask = state.decision
        if ask is None or not is_on(state):
            break
        used = [option for option in ask.options if notate(state, option) == "A: Example"]
        if not used or actions_left(state) < turn_frame.ACTIONS_A_TURN:  # with the last action the turn ends, which has events of its own
            apply(state, pick(state, ask, chance))
            continue
        depth, holds, left = len(state.stack), len(state.lasting), actions_left(state)
        happened = apply(state, used[0])
        while is_on(state) and len(state.stack) > depth and (ask := state.decision):
            happened += apply(state, pick(state, ask, chance))
        found += [event for event in happened if not isinstance(event, AbilityUsed | TokenSpent)]
        found += [Event()] * (len(state.lasting) > holds or actions_left(state) >= left)
    return found


def told(events: list[Event]) -> list[tuple[object, ...]]:
    """Events in a form that is equal for equal events; of a dice count its value, for its parts name cards; what was not done makes no difference."""
    return [
        (type(one), *(value.total if isinstance(value, Number) else value for value in (getattr(one, name) for name in one.__slots__)))
        for one in events
        if not isinstance(one, NotDone)
    ]


def makes_a_difference(state: State, twin: State, chance: random.Random) -> bool:
    """Play both alike, to the first event or question that differs; then play the first one on."""
    differs = False
    for _ in range(MOST_CHOICES):
        ask, other = state.decision, twin.decision
        if ask is None or not is_on(state):
            break
        if not differs and (
            other is None
            or state.points != twin.points
            or (ask.asked, ask.seats, ask.figure, len(ask.options)) != (other.asked, other.seats, other.figure, len(other.options))
        ):
            differs = True
        seed = chance.random()
        happened = apply(state, pick(state, ask, random.Random(seed)))
        if not differs and other is not None:
            differs = told(happened) != told(apply(twin, pick(twin, other, random.Random(seed))))
    return differs


def catalog_of(folder: Path, guide: Path, examples: list[Example]) -> Catalog:
    """The guide's pack and the examples' pack, loaded; the guide's pieces are nobody's here, so that every example may use them."""
    write_pack(folder / "examples", examples)
    shutil.copytree(guide, folder / guide.name)
    for file in ("pieces.toml", "status.toml"):
        text = (guide / file).read_text(encoding="utf-8")
        (folder / guide.name / file).write_text(text.replace('of = "Ines"\n', ""), encoding="utf-8")
    return load(folder / guide.name, folder / "examples")
