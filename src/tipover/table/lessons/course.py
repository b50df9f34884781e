"""The lessons as written in their files.

A file is a scene up to the line `[lesson]`, followed by `[[step]]`s, and `[[tip]]`s that appear when something happens. A
lesson without a scene names a first game (`game`) that is played from its set-up.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from tipover.cards.catalog import suggestion
from tipover.engine.core.arrange import first_game
from tipover.engine.core.ids import Side, side_named
from tipover.engine.core.state import State
from tipover.play.scene import scene_state
from tipover.table.protocol.content import LessonShown

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
    """A mistake in a lesson's file; the message names the file and the step."""


class UnknownLesson(KeyError):
    """There is no lesson with this key."""

    def __str__(self) -> str:
        return str(self.args[0])


class LessonStep(NamedTuple):
    """A step: its text, its goal, how the goal is recognised, and what rivals and dice do.

    It ends when the learner continues (`tell`), when all of `expect` holds, when a line that matches `played` is played, when
    a rule in `refused` refuses something, or when the game ends (`over`).
    """

    text: str  # What the learner reads.
    goal: str = ""  # What the learner should do.
    hint: str = ""  # How to do it.
    points_at: tuple[str, ...] = ()  # Names of squares to point at.
    tell: bool = False  # Whether it has no goal: the learner reads and continues.
    expect: dict[str, Any] = {}  # Facts that must hold, in the words of scene tests.
    played: str = ""  # A pattern, as in file names, for the line to be played.
    refused: tuple[str, ...] = ()  # Ids of rules, one of which has to refuse something.
    over: bool = False  # Whether it lasts until the end of the game.
    play: tuple[str, ...] = ()  # The lines that reach the goal; tests play them.
    attempt: str = ""  # The line that is to be refused.
    rival: tuple[str, ...] = ()  # The rivals' lines during the step.
    dice: tuple[str, ...] = ()  # The rolls of the step, in order.
    astray: str = ""  # What to say when the learner does something else.


class Tip(NamedTuple):
    """A text that appears the first time an event of a kind happens."""

    on: str  # The name of the event class.
    text: str  # The text.
    mine: bool | None = None  # Only if the event happens to the learner's side (true) or to another (false); None for both.


class Lesson(NamedTuple):
    """A lesson."""

    key: str  # Its name in addresses and requests.
    number: int  # Its place in the course, from 1.
    title: str  # Its heading.
    about: str  # One sentence about what it teaches.
    minutes: int  # How long it takes.
    you: Side  # The side that the learner plays.
    bot: str  # The bot that plays the rivals when a step has no lines for them.
    scene: str  # The text of its scene.
    game: str  # The pack of the first game that is played instead of a scene.
    steps: tuple[LessonStep, ...]  # Its steps.
    tips: tuple[Tip, ...]  # Its tips.

    def start(self) -> State:
        """The starting position."""
        if self.game:
            return first_game(self.game, quick=True).start()
        return scene_state(self.scene, f"{self.key}.toml")


def course() -> list[LessonShown]:
    """The lessons in order, for a list."""
    found = [lesson(key) for key in ORDER]
    return [LessonShown(one.key, one.number, one.title, one.about, one.minutes) for one in found]


@cache
def lesson(key: str) -> Lesson:
    """The lesson with this key (cached)."""
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
    side = side_named(head.get("you", "light"))
    return Lesson(
        key, number, head["title"], head["about"], head.get("minutes", 1), side, head.get("bot", "random"),
        scene.lstrip("\n"), head.get("game", ""), tuple(steps), tuple(tips),
    )  # fmt: skip


def _step(key: str, number: int, entry: dict[str, Any]) -> LessonStep:
    _only(key, f"step {number}", entry, STEP_KEYS)
    given: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()}
    if isinstance(given.get("refused"), str):
        given["refused"] = (given["refused"],)
    step = LessonStep(**given)
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
