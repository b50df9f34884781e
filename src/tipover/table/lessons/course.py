"""The lessons as their files have them.

A file is a scene up to the line `[lesson]`, then what is taught in it: `[[step]]`s, and `[[tip]]`s for what comes up. A
lesson without a scene names a first game (`game`) that is played from its set-up.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from tipover.cards.catalog import SIDES, suggestion
from tipover.engine.arrange import first_game
from tipover.engine.state import State
from tipover.play.scene import scene_state
from tipover.table.protocol import LessonShown

ORDER = [
    "turns", "walls", "sight", "challenge", "down", "out", "abilities", "points", "scenarios", "attachments", "guided",
]  # fmt: skip
LESSON_KEYS = ["title", "about", "minutes", "you", "game", "bot"]
STEP_KEYS = [
    "text",
    "goal",
    "hint",
    "points_at",
    "tell",
    "expect",
    "played",
    "refused",
    "over",
    "play",
    "attempt",
    "rival",
    "dice",
    "astray",
]
TIP_KEYS = ["on", "text", "mine"]
HEADING = "\n[lesson]\n"


class LessonError(ValueError):
    """A lesson's file that says something wrong; the message names file and step."""


class UnknownLesson(KeyError):
    """A key no lesson has."""

    def __str__(self) -> str:
        return str(self.args[0])


class Step(NamedTuple):
    """A step: what is told, what is to be done, how that is known, and what rivals and dice do meanwhile.

    It ends when it is gone on from (`tell`), when all of `expect` holds, when a line like `played` was played, when one of
    the rules in `refused` refused something, or with the game (`over`). `play` are the lines that do it, `attempt` the one that is refused.
    """

    text: str
    goal: str = ""
    hint: str = ""
    points_at: tuple[str, ...] = ()
    tell: bool = False
    expect: dict[str, Any] = {}
    played: str = ""
    refused: tuple[str, ...] = ()
    over: bool = False
    play: tuple[str, ...] = ()
    attempt: str = ""
    rival: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    astray: str = ""


class Tip(NamedTuple):
    """Something told the first time an event of a kind happens; `mine`: only if it happens to the learner's side (or not)."""

    on: str
    text: str
    mine: bool | None = None


class Lesson(NamedTuple):
    """A lesson as it is written."""

    key: str
    number: int
    title: str
    about: str
    minutes: int
    you: int  # the side the learner plays
    bot: str  # who plays the rivals where their lines are not written
    scene: str
    game: str
    steps: tuple[Step, ...]
    tips: tuple[Tip, ...]

    def start(self) -> State:
        """The position it begins with."""
        if self.game:
            return first_game(self.game, quick=True).start()
        return scene_state(self.scene, f"{self.key}.toml")


def course() -> list[LessonShown]:
    """The lessons in their order, for a list."""
    found = [lesson(key) for key in ORDER]
    return [LessonShown(one.key, one.number, one.title, one.about, one.minutes) for one in found]


@cache
def lesson(key: str) -> Lesson:
    """A lesson by its key; read once."""
    if key not in ORDER:
        raise UnknownLesson(f"there is no lesson '{key}'; there are {', '.join(ORDER)}{suggestion(key, ORDER)}")
    file = resources.files(__package__) / f"{key}.toml"
    return read_lesson(key, file.read_text(encoding="utf-8"))


def read_lesson(key: str, text: str) -> Lesson:
    """A lesson from the text of its file."""
    scene, heading, taught = ("\n" + text).partition(HEADING)
    if not heading:
        raise LessonError(f"{key}.toml has no line [lesson]; the scene stands before it, title and steps after it")
    data = tomllib.loads(f"[lesson]\n{taught}")
    head = data["lesson"]
    _only(key, "the lesson", head, LESSON_KEYS)
    steps = [_step(key, number, entry) for number, entry in enumerate(data.get("step", []), 1)]
    if not steps:
        raise LessonError(f"{key}.toml has no [[step]]")
    tips: list[Tip] = []
    for entry in data.get("tip", []):
        _only(key, "a tip", entry, TIP_KEYS)
        tips.append(Tip(**entry))
    number = ORDER.index(key) + 1 if key in ORDER else 0
    side = SIDES.index(head.get("you", "light"))
    return Lesson(
        key, number, head["title"], head["about"], head.get("minutes", 1), side, head.get("bot", "random"),
        scene.lstrip("\n"), head.get("game", ""), tuple(steps), tuple(tips),
    )  # fmt: skip


def _step(key: str, number: int, entry: dict[str, Any]) -> Step:
    _only(key, f"step {number}", entry, STEP_KEYS)
    given: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()}
    if isinstance(given.get("refused"), str):
        given["refused"] = (given["refused"],)
    step = Step(**given)
    ways = [step.tell, bool(step.expect), bool(step.played), bool(step.refused), step.over]
    if sum(ways) != 1:
        raise LessonError(
            f"{key}.toml, step {number}: a step ends by one of tell, expect, played, refused, over, not by {sum(ways)} of them"
        )
    return step


def _only(key: str, what: str, entry: dict[str, Any], known: list[str]) -> None:
    for name in entry:
        if name not in known:
            raise LessonError(f"{key}.toml: {what} has no key '{name}'{suggestion(name, known)}")
