"""Random players and random set-ups of the laws and playthroughs; the same on every machine."""

from __future__ import annotations

from tipover import Choice, Setup, State, arrange, first_game, load
from tipover.engine.decision import ASK_ACTION, CHALLENGE, END, MOVE
from tipover.play.dice import Stream
from tipover.play.scene import scene_state

FIRST_GAMES = ["golden_girls", "squid_game", "marvel", "game_of_thrones"]
WHOLE_GAMES = [("golden_girls", 2), ("squid_game", 2), ("marvel", 2), ("marvel", 4), ("game_of_thrones", 3)]


def choose(state: State, stream: Stream, eager: int) -> Choice:
    """A random option; in `eager` of a hundred actions a challenge, else a step toward a rival, if there is one."""
    ask = state.decision
    assert ask is not None and not ask.is_chance
    options = ask.options
    if ask.asked == ASK_ACTION and stream.randrange(100) < eager:
        challenges = [option for option in options if option.verb == CHALLENGE]
        options = challenges or _nearer(state, ask.figure) or options
        options = [option for option in options if option.verb != END] or options
    return options[stream.randrange(len(options))]


def _nearer(state: State, figure: int) -> list[Choice]:
    """The moves that end nearest to a rival."""
    setup = state.setup
    ask = state.decision
    assert ask is not None
    rivals = [at for f, at in enumerate(state.where) if at >= 0 and setup.side_of[f] != setup.side_of[figure]]
    moves = [option for option in ask.options if option.verb == MOVE]
    if not rivals or not moves:
        return []
    far = [min(setup.grid.distance(move.thing, at) for at in rivals) for move in moves]
    return [move for move, away in zip(moves, far, strict=True) if away == min(far)]


def random_setup(name: str, sides: int, seats: int, rounds: int, quick: bool) -> Setup:
    """A first game; a number of sides it is not made for is taken to the nearest."""
    allowed = (2,) if name in ("golden_girls", "squid_game") else (2, 3, 4)
    sides = sides if sides in allowed else 2
    return first_game(name, sides=sides, seats=seats, rounds=rounds, quick=quick)


def secret_setup(stream: Stream, rounds: int) -> Setup:
    """Secret picks from all sets' characters, one to three a side, on any map."""
    catalog = load()
    box = [card.name for card in catalog.figures if card.kind == 0 and not card.basic]
    map_card = catalog.maps[stream.randrange(len(catalog.maps))]
    names = [side for side in ("light", "dark", "third", "fourth") if f"start {side}" in map_card.areas]
    count = 2 + stream.randrange(len(names) - 1)
    picks = 1 + stream.randrange(3)
    seats = 1 + stream.randrange(min(2, picks))
    parts = [{"side": side, "picks": picks, "seats": seats} for side in names[:count]]
    described = {"map": map_card.name, "sides": parts, "box": box, "secret": True, "rounds": rounds}
    if stream.randrange(2):
        described["colours"] = True
    return arrange(catalog, described)


KINDS = ["", "", "", "", "Gi-hun", "Il-nam", "Ghost", "Drogon", "Wight", "Data Terminal", "Captain America"]


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
    marks = "AbCdTuFgHk"
    sides = {"A": "light", "b": "dark", "C": "light", "d": "dark", "T": "third", "u": "third", "F": "fourth", "g": "dark"}
    for mark in marks[: 2 + stream.randrange(7)]:
        if not free:
            break
        side = sides.get(mark, "light")
        kind = KINDS[stream.randrange(len(KINDS))] if mark not in "Ab" else ""
        entry = f'{mark} = {{ side = "{side}"'
        if kind:
            entry += f', character = "{kind}"'
        if kind in ("", "Gi-hun", "Il-nam", "Captain America"):
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
