"""The same text on every kind of card that may carry it, played on one board, and every way in which that may end."""

from __future__ import annotations

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from kit.odd_pack import AREAS, odd_game
from kit.table import Game
from tipover import ContentError, State, apply

Fields = dict[str, object]
ROWS = ("B..Iy", ".A.z.", "..C..", "O...x")
MARKS = "ABICOzyx"
ON_FIGURES = ["trait", "ultimate", "item", "status"]  # `this` is A on each of them
OF_A_SIDE = [*ON_FIGURES, "token", "marker", "minion", "companion", "objective", "attack"]  # `you` is light on each of them
OF_ANYBODY = [*OF_A_SIDE, "card", "table"]
MOST_STATES = 1500
MOST_TURNS = 20
_OFFERED_AS = {
    "trait": "Tester|Waits", "ultimate": "Tester|Ultra", "item": "Rope", "status": "Hex", "token": "Net", "marker": "Lamp", "minion": "Imp",
    "companion": "Bosun", "objective": "Bell", "attack": "scenario|Odd Game", "table": "scenario|Odd Game", "card": "Swell",
}  # fmt: skip
_OFFERS = re.compile(r"[AB]: (interact )?(" + "|".join([*_OFFERED_AS.values(), "Rope"]) + r")\b.*")
_ELSEWHERE = "As an interact, a character of yours in the Zone area may gain 3 points."


def board(host: str, more: Fields) -> Fields:
    """Two sides with a piece of every kind; what a text needs besides is in `more`."""
    place: Fields = {
        "A": {"character": "Tester", "items": ["Rope"], "statuses": ["Hex of A"]},
        "B": {"side": "light", "character": "Mate"},
        "I": {"side": "light", "character": "Imp", "of": "A"},
        "C": {"side": "light", "character": "Bosun", "of": "A"},
        "O": {"side": "light", "character": "Ring the Bell"},
        "z": {"side": "dark", "character": "Gi-hun"},
        "y": {"side": "dark"},
        "x": {"side": "dark", "down": True},
        "sides": {
            "light": {"pool": ["red", "gold"], "track": [["blue"], [], [], []], "points": 1},
            "dark": {"pool": ["red"], "track": [[], ["gold"], [], []], "points": 1},
        },
        "scenario": "Odd Game",
        "areas": AREAS,
    }
    if host == "card":
        place["in_force"] = ["Swell"]
    if host == "ultimate":
        place["A"] = _with(place["A"], {"ultimate": True})
    for key, value in more.items():
        kept = {name: one for name, one in value.items() if name != "square"} if isinstance(value, dict) else value
        place[key] = _with(place[key], kept) if key in place else kept
    figures = [place[mark] for mark in MARKS]
    carried = any("Lamp" in str(figure.get("carries")) for figure in figures if isinstance(figure, dict))  # so that one Lamp is in play
    laid: list[Fields] = [{"kind": "Net", "side": "light", "square": "c1"}, {"kind": "Lamp", "side": "light", "square": "e3"}]
    place["pieces"] = laid[:1] if carried else laid
    return place


def _with(one: object, other: object) -> object:
    assert isinstance(one, dict) and isinstance(other, dict)
    return {**one, **other}


def game_on(host: str, text: str, folder: Path, more: Fields) -> Game:
    """A game in which a text stands on a kind of card; A's turn has begun."""
    if host == "attack":
        rules = {"attack": text, "defend": "When you reach 9 points, you win.", "rule": _ELSEWHERE}
    elif host == "table":
        rules = {"table": text, "rule": _ELSEWHERE}
    else:
        keep = "As a companion action, this may move 3. " if host == "companion" else ""
        rules = {host: keep + text, "rule": _ELSEWHERE}
    return odd_game(folder, rules, _rows(more), board(host, more))


def _rows(more: Fields) -> tuple[str, ...]:
    """The drawing, with the figures that stand elsewhere in their squares."""
    squares = {mark: str(value["square"]) for mark, value in more.items() if isinstance(value, dict) and "square" in value}
    rows = [["." if mark in squares else mark for mark in row] for row in ROWS]
    for mark, square in squares.items():
        rows[int(square[1:]) - 1]["abcde".index(square[0])] = mark
    return tuple("".join(row) for row in rows)


def outcomes(host: str, text: str, play: list[str], more: Fields) -> frozenset[str]:
    """Every way in which the board may stand when all that a text asks is answered, of each roll its first and last answer; and who was asked."""
    with TemporaryDirectory() as folder:
        game = game_on(host, text, Path(folder), more)
    for line in play:
        _play(game, line, host)
    waiting: list[State] = [game.state]
    seen: set[str] = set()
    found: set[str] = set()
    while waiting:
        state = waiting.pop()
        digest = state.digest()
        if digest in seen:
            continue
        seen.add(digest)
        assert len(seen) < MOST_STATES, (host, text)
        now, ask = Game(state), state.decision
        options = now.options
        if ask is None or any(line.endswith(": end") or re.fullmatch("[A-Za-z]", line) for line in options):
            found.add(_stands(now, options))
            continue
        if ask.seat >= 0:
            found.add(f"seat {ask.seat} is asked")
        for choice in (ask.options[0], ask.options[-1]) if ask.seat < 0 else ask.options:
            after = state.clone()
            apply(after, choice)
            waiting.append(after)
    return frozenset(found)


def refusal(host: str, text: str) -> str:
    """Why a text is refused on a kind of card; empty if it is not."""
    with TemporaryDirectory() as folder:
        try:
            game_on(host, text, Path(folder), {})
        except ContentError as error:
            return error.faults[0].message
    return ""


def _play(game: Game, line: str, host: str) -> None:
    """A line of play; `ROUND` ends every turn until the round is over, `OFFER` and `OFFERB` do what the card offers to A or B."""
    if line == "ROUND":
        for _ in range(MOST_TURNS):
            turns = [option for option in game.options if option.endswith(": end") or re.fullmatch("[A-Za-z]", option)]
            if game["round"] != 1 or not turns:
                return
            game.play(next((option for option in turns if option.endswith(": end")), turns[0]))
        raise AssertionError("the round does not end")
    if line.startswith("OFFER"):
        who = line.removeprefix("OFFER") or "A"
        if who in game.options:
            game.play(who)
        line = next(option for option in game.options if re.fullmatch(rf"{who}: (interact )?({_OFFERED_AS[host]})( .*)?", option))
    game.play(line)


def _stands(game: Game, options: list[str]) -> str:
    """How the board stands and what may be done now; what a card offers goes by its card's name and is left out."""
    state = game.state
    facts: list[object] = [game[f"{mark}.{fact}"] for mark in MARKS for fact in ("square", "down", "out", "items", "carries")]
    facts += [game[f"{mark}.exhausted"] for mark in MARKS if mark != "A"]  # an ultimate character takes three turns
    facts += [game[f"sides.{side}.{fact}"] for side in ("light", "dark") for fact in ("points", "pool", "track")]
    facts += [
        [slot.name, state.piece_at[piece], state.piece_holder[piece]]
        for piece, slot in enumerate(state.setup.pieces)
        if not slot.letter and slot.sort in ("token", "marker")
    ]
    return json.dumps([facts, game["round"], sorted(line for line in options if not _OFFERS.fullmatch(line))])
