"""A pack with one card of every kind, each of which may be given a rule, for tests that state odd rules themselves, and how these are played."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from kit.table import Game, scene
from tipover import load
from tipover.engine.core.ids import SeatId
from tipover.engine.run import reopen

AREAS: dict[str, object] = {"start light": ["a1", "a2"], "start dark": ["e1", "e2"], "Zone": ["c1"], "Goal": ["d1", "d2"]}
SCENARIO = ("rule", "table", "attack", "defend")
_PLAIN = {
    "ability": "Move 2.", "item": "This cannot be pushed.", "used_item": "Move 1.", "companion": "As a companion action, this may move 3.",
    "objective": "As an interact, a character of yours adjacent to this may gain 1 point.",
    "card": "Figures have 1 more movement.", "other_card": "Figures have 1 less movement.",
}  # fmt: skip


def odd_pack(folder: Path, **rules: str) -> Path:
    """Tester (ability Try, trait Waits, ultimate card Ultra), Rope (an item; Hook is used), Bosun, Ring the Bell (Bell), Net, Oil, Lamp, Imp, Wolf, Hex, the Mood deck, Odd Game."""

    def rule(kind: str) -> str:
        text = rules.get(kind) or _PLAIN.get(kind, "")
        return f"rule = {json.dumps(text)}\n" if text else ""

    pack = folder / "odd"
    (pack / "characters").mkdir(parents=True)
    (pack / "scenarios").mkdir()
    trait = f'\n[trait]\nname = "Waits"\n{rule("trait")}' if "trait" in rules else ""
    trait += f'\n[ultimate]\nname = "Ultra"\ntokens = ["blue"]\n{rule("ultimate")}' if "ultimate" in rules else ""
    files = {
        "pack": 'name = "Odd"\nversion = "1"\nneeds = ["core"]\n',
        "characters/tester": f'name = "Tester"\ntokens = ["red", "gold"]\ndefense = 2\n\n[[ability]]\nname = "Try"\ncost = "red 1"\n{rule("ability")}{trait}',
        "characters/mate": 'name = "Mate"\ntokens = ["blue"]\ndefense = 2\n\n[[ability]]\nname = "Shove"\ncost = "blue 1"\nrule = "Push an adjacent rival 1."\n',
        "attachments": f'[[item]]\nname = "Rope"\n{rule("item")}\n[[item]]\nname = "Hook"\ncost = 2\n{rule("used_item")}\n'
        f'[[companion]]\nname = "Bosun"\ndefense = 1\n{rule("companion")}\n[[objective]]\nname = "Ring the Bell"\nmarker = "Bell"\n{rule("objective")}',
        "pieces": f'[[token]]\nname = "Net"\nnumber = 3\nof = "Tester"\n{rule("token")}\n[[token]]\nname = "Oil"\nnumber = 3\nof = "Tester"\non = "card"\n'
        f'\n[[marker]]\nname = "Lamp"\nnumber = 2\nof = "Tester"\n{rule("marker")}\n[[minion]]\nname = "Imp"\nnumber = 2\ndefense = 1\nof = "Tester"\n{rule("minion")}'
        '\n[[minion]]\nname = "Wolf"\nnumber = 1\ndefense = 1\nof = "Tester"\n\n[[die]]\nname = "Bone"\nfaces = [1, 2, 3, 4, 5, 6]\n',
        "status": f'[[status]]\nname = "Hex"\nnumber = 2\nof = "Tester"\n{rule("status")}\n[[deck]]\nname = "Mood"\nof = "Tester"\n\n[[card]]\ndeck = "Mood"\nname = "Swell"\n'
        f'{rule("card")}\n[[card]]\ndeck = "Mood"\nname = "Calm"\n{rule("other_card")}',
    }  # fmt: skip
    texts = "".join(f"{kind} = {json.dumps(rules[kind])}\n" for kind in SCENARIO if kind in rules)
    parts = 'parts = { light = "attack", dark = "defend" }\n' if "attack" in rules else ""
    texts = texts or 'rule = "When you knock out a rival, gain 1 point."\n'
    flag = '\n[[marker]]\nname = "Flag"\nnumber = 1\na_side = true\n'
    files["scenarios/odd"] = f'name = "Odd Game"\npoints = [6, 10]\nareas = ["Zone", "Goal"]\n{texts}{parts}{flag}'
    for name, text in files.items():
        (pack / f"{name}.toml").write_text(text, encoding="utf-8")
    return pack


def odd_game(folder: Path, rules: dict[str, str], rows: tuple[str, ...], more: dict[str, object]) -> Game:
    """A scene of five columns with these rules; A is Tester, and the game is Odd Game if a rule is the scenario's."""
    edge, between = "+---" * 5 + "+", "+   " * 5 + "+"
    body = f"\n{between}\n".join(f"| {'   '.join(row)} |" for row in rows)
    given: dict[str, object] = {"A": "Tester", **more}
    if any(kind in rules for kind in SCENARIO):
        given = {"scenario": "Odd Game", "areas": AREAS, **given}
    return scene(f"{edge}\n{body}\n{edge}", catalog=load(odd_pack(folder, **rules)), **given)  # type: ignore[arg-type]


@dataclass
class Odd:
    """A rule on a kind of card, two rows of five squares, what is played, and what holds then."""

    kind: str
    rule: str
    first: str
    play: tuple[str, ...] = ()
    facts: dict[str, object] = field(default_factory=dict)
    options: tuple[str, ...] | None = None  # the answers of the question that is open then
    seat: int | None = None  # who is asked
    second: str = "....."
    more: dict[str, object] = field(default_factory=dict)
    two_seats: bool = False  # whether light is played by two: A and C are the first one's, B is the other's


def played(folder: Path, odd: Odd) -> Game:
    """The game of an odd rule after what is played; z, y and x are dark."""
    rules = {odd.kind: odd.rule}
    marks = {mark: {"side": "dark"} for mark in "zyx" if mark in odd.first + odd.second}
    game = odd_game(folder, rules, (odd.first, odd.second), {**marks, **odd.more})
    if odd.two_seats:
        setup = game.state.setup
        setup.seats, setup.seat_count = [[SeatId(0), SeatId(1)], [SeatId(2)]], 3
        for number, figure in enumerate(setup.characters[0]):
            setup.hand_of[figure] = number
        reopen(game.state)
    game.play(*odd.play)
    return game


def holds(folder: Path, odd: Odd) -> None:
    """Play an odd rule and compare what it comes to."""
    game = played(folder, odd)
    assert {key: game[key] for key in odd.facts} == odd.facts
    if odd.options is not None:
        assert sorted(game.options) == sorted(odd.options)
    if odd.seat is not None:
        assert game.state.decision is not None and game.state.decision.seats == [odd.seat]


def name_of(odd: Odd) -> str:
    """The name of a test of an odd rule."""
    return f"{odd.kind}: {odd.rule} {odd.first} {len(odd.play)}"
