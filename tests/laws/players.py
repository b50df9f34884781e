"""Random players, the combinations of scenario, mode and map, and random scenes; the same on every machine."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from tipover import Choice, Setup, State, apply, arrange, load
from tipover.board.mask import squares_of
from tipover.cards.catalog import CHARACTER, Catalog
from tipover.engine.codec import state_from_json, state_json
from tipover.engine.core import questions, verbs
from tipover.play.deal import FFA_3, FFA_4, FIRST, TEAMS, THREE, TWO, ULTIMATE, Draw, Wish, deal
from tipover.play.dice import SeededDice, Stream
from tipover.play.scene import scene_state

WHOLE_GAMES = [("golden_girls", 2), ("squid_game", 2), ("marvel", 2), ("marvel", 4), ("game_of_thrones", 3)]

# -- what there is to play -----------------------------------------------------------------------------------

BOARDWALK, FACTORY, YARD, LAB, KEEP = "Florida Boardwalk", "Funko Factory", "The Yard", "Shuri's Lab", "Winterfell"
HOMES = [FACTORY, "Godswood", "Golden Girls' Home", "Helicarrier Bridge", "Barracks"]
HOMES += ["Gotham City Streets", "Arkham Asylum", "Room of Requirement", "Halloween Town", "Castle Laboratory"]
HOMES += ["Smith House", "Visitor Center"]
OPEN = [FACTORY, BOARDWALK, "Joker's Carnival", "Catwoman's Penthouse", "Diagon Alley", "Oogie's Lair", "Black Lagoon"]
OPEN += ["Blips and Chitz", "Raptor Paddock"]
COURT = "The Court"
EVERYWHERE = [*HOMES, YARD, LAB, KEEP, COURT, *OPEN[1:]]
FOR_FOUR = [LAB, KEEP]
DUELS = [TWO, THREE, TEAMS, ULTIMATE]
CROWDS = [FFA_3, FFA_4]

# Written out, not asked of the packs: a pack that loses a map or a mode must fail here.
TABLES: list[tuple[str, list[str], list[str]]] = [
    ("Control", DUELS, OPEN),
    ("Flags", DUELS, OPEN),
    ("Leaders", DUELS, HOMES),
    ("Territory", DUELS, HOMES),
    ("Triumph", DUELS, FOR_FOUR),
    ("Triumph", CROWDS, FOR_FOUR),
    ("Infiltrate", DUELS, [KEEP]),
    ("Infiltrate", CROWDS, [KEEP]),
    ("Scrimmage", DUELS, [LAB]),
    ("Scrimmage", CROWDS, [LAB]),
    ("Red Light Green Light", DUELS, [YARD]),
    ("Squid Game", DUELS, [YARD]),
    ("Basketball", DUELS, [COURT]),
    ("Ultimate", [ULTIMATE], EVERYWHERE),
    ("First game (Golden Girls)", [FIRST], [BOARDWALK]),
    ("First game (Squid Game)", [FIRST], ["Barracks"]),
    ("First game (Marvel, Game of Thrones)", [FIRST], FOR_FOUR),
]


class Table(NamedTuple):
    """One combination: what is played, how, and where."""

    scenario: str
    mode: str
    map: str

    def setup(self, seed: int | str, rounds: int) -> Setup:
        """A game of it, dealt from a seed: teams, picks, attachments and cards in force."""
        return arrange(load(), deal(load(), seed, Wish(self.mode, self.map, self.scenario, rounds=rounds)))


# The packs of the tests: their cards have what no set's has yet (dice of their own kinds, two sides, Rubble, chains).
OWN_PACKS = ["clockwork", "rulings", "terrain", "trials", "workshop"]


@cache
def own_pack(name: str) -> Catalog:
    """The sets together with one of the packs of the tests."""
    return load(Path(__file__).parents[1] / "packs" / name)


def own_setup(name: str, seed: int | str, rounds: int) -> Setup:
    """A game with the characters of a test's pack on both sides, else dealt as any."""
    catalog, draw = own_pack(name), Draw(f"{seed} {name}")
    cards = [card.name for card in catalog.figures if card.pack == name and card.kind == CHARACTER and not card.basic]
    size = min(2 + draw.randrange(2), len(cards))
    teams = tuple(tuple(draw.mixed(cards)[:size]) for _ in range(2))
    mode = draw.one_of([TEAMS, TWO if size == 2 else THREE])
    return arrange(catalog, deal(catalog, seed, Wish(mode, teams=teams, rounds=rounds)))


def mode_of(described: dict[str, object], scenario: str) -> str:
    """The mode a description is of, by what it says of its sides."""
    parts = described["sides"]
    assert isinstance(parts, list)
    if any("ultimate" in part for part in parts):
        return ULTIMATE
    if scenario.startswith("First game"):
        return FIRST
    if len(parts) > 2:
        return FFA_3 if len(parts) == 3 else FFA_4
    if all(part["seats"] == 2 for part in parts):
        return TEAMS
    return TWO if len(parts[0]["figures"]) + parts[0].get("picks", 0) == 2 else THREE


COMBINATIONS = [Table(scenario, mode, one) for scenario, modes, maps in TABLES for mode in modes for one in maps]

# -- random players ------------------------------------------------------------------------------------------


def choose(state: State, stream: Stream, eager: int) -> Choice:
    """A random option; in `eager` of a hundred actions a challenge, a card's action, or a step toward a rival.

    Of the kinds that there are each is as likely: else the many squares of a move would crowd out every ability.
    """
    ask = state.decision
    assert ask is not None and not ask.is_chance
    options = ask.options
    if ask.asked == questions.ACTION and stream.randrange(100) < eager:
        challenges = [option for option in options if option.verb == verbs.CHALLENGE]
        cards = [option for option in options if option.verb in (verbs.ABILITY, verbs.USE, verbs.OFFER, verbs.INTERACT)]
        kinds = [kind for kind in (challenges, cards, _nearer(state, ask.figure)) if kind]
        options = kinds[stream.randrange(len(kinds))] if kinds else options
        options = [option for option in options if option.verb != verbs.END] or options
    return options[stream.randrange(len(options))]


def _nearer(state: State, figure: int) -> list[Choice]:
    """The moves that end nearest to a rival."""
    setup = state.setup
    ask = state.decision
    assert ask is not None
    rivals = [at for f, at in enumerate(state.figure_at) if at >= 0 and setup.side_of[f] != setup.side_of[figure]]
    moves = [option for option in ask.options if option.verb == verbs.MOVE]
    if not rivals or not moves:
        return []
    far = [min(setup.grid.distance(move.thing, at) for at in rivals) for move in moves]
    return [move for move, away in zip(moves, far, strict=True) if away == min(far)]


# -- random starts -------------------------------------------------------------------------------------------


def melee(setup: Setup, seed: int | str) -> State:
    """The first turn of a game whose figures are in the thick of it: close together, some down, some exhausted.

    Random players seldom get there: their figures wander in their own halves while the rounds pass.
    """
    dice, stream = SeededDice(seed), Stream(seed, "melee")
    state = setup.start()
    while (ask := state.decision) is not None and (ask.asked != questions.TURN or not state.round):
        apply(state, dice.answer(ask) if ask.is_chance else choose(state, stream, 0))
    if state.decision is None:
        return state
    data = state_json(state)
    figures = data["figures"]
    assert isinstance(figures, dict)
    there = [entry for entry in figures.values() if isinstance(entry, dict) and "square" in entry]
    grid, free = setup.grid, squares_of(setup.enterable)
    middle = free[stream.randrange(len(free))]
    near = sorted(free, key=lambda square: (grid.distance(square, middle), square))[: len(there) + 4]
    for entry in there:
        entry["square"] = grid.name(near.pop(stream.randrange(len(near))))
    for mark, entry in figures.items():
        figure = setup.figure(mark)
        if "square" in entry and setup.kind_of[figure] == CHARACTER and stream.randrange(3) == 0:
            waits = setup.side_of[figure] != state.turn  # the open turn is somebody's: its side must be able to take it
            entry["exhausted" if waits and stream.randrange(2) else "down"] = 1
    return state_from_json(setup, data)


# -- random scenes -------------------------------------------------------------------------------------------

NAMED = ["Gi-hun", "Il-nam", "Captain America"]
KINDS = ["", "", "", "", *NAMED, "Ghost", "Drogon", "Wight", "Data Terminal"]


def random_scene(stream: Stream) -> tuple[State, str]:
    """A small board with walls, covered and obscured squares, up to eight figures, tokens, points and tracks."""
    while True:
        text = _scene_text(stream)
        state = scene_state(text)
        if state.decision is not None:
            return state, text


def _scene_text(stream: Stream) -> str:
    columns, rows = 2 + stream.randrange(5), 1 + stream.randrange(5)
    is_open = stream.randrange(3) == 0
    cells = [["#" if stream.randrange(12) == 0 else "." for _ in range(columns)] for _ in range(rows)]
    free = [(c, r) for r in range(rows) for c in range(columns) if cells[r][c] == "."]
    figures: list[str] = []
    kinds = list(KINDS)
    marks = "AbCdTuFgHk"
    sides = {"A": "light", "b": "dark", "C": "light", "d": "dark", "T": "third", "u": "third", "F": "fourth", "g": "dark"}
    for mark in marks[: 2 + stream.randrange(7)]:
        if not free:
            break
        side = sides.get(mark, "light")
        kind = kinds[stream.randrange(len(kinds))] if mark not in "Ab" else ""
        if kind in NAMED:
            kinds.remove(kind)  # one name once on a side (SUP-4)
        entry = f'{mark} = {{ side = "{side}"'
        if kind:
            entry += f', character = "{kind}"'
        if kind in ("", *NAMED):
            entry += ", down = true" if stream.randrange(3) == 0 else ""
            entry += ", exhausted = true" if stream.randrange(5) == 0 else ""
        c, r = free.pop(stream.randrange(len(free)))
        cells[r][c] = mark
        figures.append(entry + " }")
    lines = ["+" + "---+" * columns]
    for r in range(rows):
        line = "|"
        for c in range(columns):
            fog = "~" if cells[r][c] != "#" and stream.randrange(9) == 0 else " "
            cell = cells[r][c] if fog == " " or cells[r][c] != "." else "~"
            wall = "|" if c == columns - 1 or (not is_open and stream.randrange(6) == 0) else " "
            line += f"{' ' if cell == '~' else fog}{cell} {wall}"
        lines.append(line)
        walls = ["---" if r == rows - 1 or (not is_open and stream.randrange(6) == 0) else "   " for _ in range(columns)]
        lines.append("+" + "+".join(walls) + "+")
    text = 'drawing = """\n' + "\n".join(lines) + '\n"""\n'
    scenarios = ["", "First game (Squid Game)", "First game (Marvel, Game of Thrones)"]
    if scenario := scenarios[stream.randrange(3)]:
        text += f'scenario = "{scenario}"\n'
    if free:
        c, r = free[stream.randrange(len(free))]
        text += f'[points]\nB = "{"abcdefgh"[c]}{r + 1}"\n'
    text += "[figures]\n" + "\n".join(figures) + "\n"
    pool, track = ["blue", "red", "gold"][: stream.randrange(4)], ["silver", "red"][: stream.randrange(3)]
    text += f"[sides.light]\npool = {pool}\ntrack = [{track}, [], ['blue'], []]\npoints = {stream.randrange(3)}\n"
    return text
