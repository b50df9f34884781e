"""The course: every lesson can be played to its end by its own lines, and nobody is stranded on the way."""

from __future__ import annotations

import re

import pytest

from tipover.bots import make
from tipover.bots.hint import hint
from tipover.engine.core.decision import Choice
from tipover.engine.core.rules import rules
from tipover.engine.view import view
from tipover.play.notation.lines import follow, why_not
from tipover.table.lessons import LessonRun, UnknownLesson, course, lesson
from tipover.table.lessons.course import ORDER, LessonError, read_lesson

TAUGHT = [key for key in ORDER if key != "guided"]
LONGEST_TEXT = 340
MOST_SENTENCES = 4


class Learner:
    """Drives a lesson as a table does, and writes down the events a table would keep.

    One that `restarts` goes on after each of them with a run made anew from those events, as after a server's end.
    """

    def __init__(self, key: str, restarts: bool = False) -> None:
        self.run = LessonRun(key)
        self.events: list[Choice | int] = []
        self.restarts = restarts

    def keep(self, event: Choice | int) -> None:
        """Write down a choice, or the step the lesson is at."""
        self.events.append(event)
        if not self.restarts:
            return
        fresh = LessonRun(self.run.lesson.key)
        for one in self.events:
            if isinstance(one, int):
                fresh.go_to(one)
            else:
                events = fresh.match.play(one)
                fresh.after(fresh.match.lines[-1], events)
        assert fresh.now() == self.run.now()
        assert fresh.match.state.digest() == self.run.match.state.digest()
        self.run = fresh

    def choose(self, choice: Choice) -> None:
        """Play one choice and the dice that follow."""
        self._apply(choice)
        while (ask := self.run.match.state.decision) is not None and ask.is_chance:
            self._apply(self.run.answer_chance(ask))

    def _apply(self, choice: Choice) -> None:
        events = self.run.match.play(choice)
        self.run.after(self.run.match.lines[-1], events)
        self.keep(choice)

    def play(self, line: str) -> None:
        """Play a line of the learner's or a rival's."""
        for choice in follow(self.run.match.state, line):
            self.choose(choice)

    def rivals(self) -> None:
        """Let the rivals play as the lesson says; a lesson leaves nothing of what it tells to a bot."""
        while not self.run.waits and (ask := self.run.match.state.decision) is not None:
            if any(seat in self.run.seats for seat in ask.seats):
                return
            line = self.run.rival_line()
            assert line is not None, f"{self.run.lesson.key}, step {self.run.step + 1}: the rival has no line for {ask}"
            self.play(line)

    def take_step(self) -> None:
        """Do what the present step asks for, by its own lines."""
        step, number = self.run.lesson.steps[self.run.step], self.run.step
        if step.tell:
            assert self.run.now().tell and self.run.go_on()
        elif step.refused:
            reasons = why_not(self.run.match.state, step.attempt)
            assert reasons and self.run.refused(step.attempt, reasons)
        else:
            for line in step.play:
                self.rivals()
                assert self.run.step == number and not self.run.is_reached(), f"step {number + 1} is reached before '{line}'"
                self.play(line)
                assert not self.run.astray
        assert self.run.step == number + 1
        self.keep(self.run.step)


def test_the_course_has_ten_lessons_and_a_guided_game_in_order() -> None:
    shown = course()
    assert [one.key for one in shown] == ORDER and [one.number for one in shown] == list(range(1, 12))
    assert all(one.title and one.about and one.minutes for one in shown)
    with pytest.raises(UnknownLesson, match="did you mean 'walls'"):
        lesson("wall")


def test_the_ten_lessons_take_ten_minutes_of_reading_and_clicking() -> None:
    """238 words a minute is what grown-ups read of plain prose; what is to be clicked is lit."""
    taken: dict[str, float] = {}
    for one in map(lesson, ORDER[:10]):
        words = sum(len(f"{step.text} {step.goal}".split()) for step in one.steps)
        clicks = sum(len(step.play) + bool(step.attempt) + step.tell for step in one.steps)
        taken[one.key] = words / 238 + clicks * 3 / 60
        assert abs(taken[one.key] - one.minutes) <= 0.6, f"{one.key} takes {taken[one.key]:.1f} minutes"
    assert 8 < sum(taken.values()) <= 10, f"the start page promises ten minutes; it is {sum(taken.values()):.2f}"


@pytest.mark.parametrize("key", TAUGHT)
def test_a_lesson_is_played_to_its_end_by_its_own_lines(key: str) -> None:
    learner = Learner(key)
    assert not learner.run.done
    for number, step in enumerate(learner.run.lesson.steps):
        now = learner.run.now()
        assert (now.step, now.text, now.goal, now.astray) == (number + 1, step.text, step.goal, "")
        assert step.tell or (now.goal and now.hint)
        learner.take_step()
    now = learner.run.now()
    assert now.done and now.next == ORDER[now.number] and not now.goal


@pytest.mark.parametrize("key", ORDER)
def test_what_is_told_is_short_and_names_only_rules_there_are(key: str) -> None:
    one = lesson(key)
    for told in [*(step.text for step in one.steps), *(tip.text for tip in one.tips)]:
        assert len(told) <= LONGEST_TEXT, told
        assert len(re.findall(r"[.!?](?: |$)", told)) <= MOST_SENTENCES, told
        assert all(rule in rules() for rule in re.findall(r"\b[A-Z]{3}-\d+\b", told)), told
    grid = one.start().setup.grid
    assert all(grid.name(grid.square(name)) == name for step in one.steps for name in step.points_at)


@pytest.mark.parametrize("key", TAUGHT)
def test_a_lesson_is_rebuilt_from_its_events_at_any_moment(key: str) -> None:
    learner = Learner(key, restarts=True)
    while not learner.run.done:
        learner.take_step()
    assert learner.events


def test_a_legal_choice_that_leads_elsewhere_is_taken_back() -> None:
    learner = Learner("turns")
    learner.take_step()
    learner.play("L: move b3")
    run = learner.run
    assert run.astray and run.waits and "take it back" in run.now().astray.lower()
    run.rewind(run.back_to)
    assert not run.astray and run.step == 1 and run.match.choices == []
    learner.take_step()
    assert run.step == 2


def test_even_dice_are_taken_back_in_a_lesson_and_it_goes_on_as_told() -> None:
    learner = Learner("challenge")
    run = learner.run
    learner.take_step()
    learner.take_step()
    learner.play("R: end")
    assert run.astray
    run.rewind(run.back_to)
    learner.take_step()
    assert run.match.lines[-2:] == ["roll b s", "roll b s"]
    run.rewind(run.back_to)
    assert run.step == 3 and not run.astray
    run.again()
    assert run.step == 0 and run.match.choices == [] and not run.done


def test_another_refusal_does_not_end_a_step() -> None:
    learner = Learner("walls")
    assert not learner.run.refused("R: challenge b", why_not(learner.run.match.state, "R: challenge b"))
    assert learner.run.step == 0 and not learner.run.go_on()


def test_playing_where_something_is_to_be_tried_is_astray_too() -> None:
    learner = Learner("walls")
    learner.play("R: move b3")
    assert learner.run.astray and learner.run.back_to == 0


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_the_guided_game_comes_to_its_end_with_a_hint_for_every_decision(seed: str) -> None:
    run = LessonRun("guided", seed)
    bot = make(run.lesson.bot, seed)
    assert run.go_on()
    told = set()
    for _ in range(600):
        ask = run.match.state.decision
        if ask is None:
            break
        if ask.is_chance:
            choice = run.answer_chance(ask)
        elif any(seat in run.seats for seat in ask.seats):
            now = run.now()
            told.add(now.text)
            assert now.hint and not now.astray
            choice = hint(view(run.match.state, run.seats[0]), ask).choice
        else:
            assert run.rival_line() is None
            choice = bot.choose(view(run.match.state, ask.seats[0]), ask)
        events = run.match.play(choice)
        run.after(run.match.lines[-1], events)
    assert run.done and run.match.over
    ending = [tip.text for tip in run.lesson.tips if tip.on == "GameWon"]
    assert run.now().text in ending
    assert len(told) >= 5, "tips come up as the game goes on"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = 'x'\n", "has no line \\[lesson\\]"),
        ("\n[lesson]\ntitle = 'x'\nabout = 'y'\nmintes = 2\n", "no key 'mintes'; did you mean 'minutes'"),
        ("\n[lesson]\ntitle = 'x'\nabout = 'y'\n", "has no \\[\\[step\\]\\]"),
        ("\n[lesson]\ntitle = 'x'\nabout = 'y'\n[[step]]\ntext = 'z'\ntell = true\nplayed = 'R'\n", "step 1: a step ends by one of"),
        ("\n[lesson]\ntitle = 'x'\nabout = 'y'\n[[step]]\ntext = 'z'\n", "step 1: a step ends by one of"),
    ],
)
def test_a_mistake_in_a_lesson_is_said(text: str, said: str) -> None:
    with pytest.raises(LessonError, match=said):
        read_lesson("mine", text)
