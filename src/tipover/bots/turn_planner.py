"""The planning bot: answers by a search over whole turns, and keeps to its plan as long as nothing has come between.

If it has the nodes for it, the best lines of the turn are judged by the turns that follow them (`replies`), or by play-outs (`play_outs`), instead of a deeper tree. Near the end of a round that may end the game everything is followed to that end: what it finds then is exact.
"""

from __future__ import annotations

import time
from math import inf
from typing import Final, NamedTuple

from tipover.bots import FINISHED, Bot
from tipover.bots.evaluate import Evaluator
from tipover.bots.greedy import side_of
from tipover.bots.net import Net
from tipover.bots.play_outs import USUAL, Judging, Line, LineJudge, PlannedAnswer
from tipover.bots.replies import ReplyJudge, ReplyStage
from tipover.bots.round_finish import OPEN, Finish, RoundFinish, TooMuch, is_near
from tipover.bots.search import BY_CARD, Weighed, by_card, time_for_part
from tipover.bots.styles import Style
from tipover.bots.turn_lines import GIFT, PROMISE, is_idle
from tipover.bots.turn_tree import WON, TurnNode, TurnTree, is_won, ranked
from tipover.bots.value import SURELY
from tipover.bots.weights import WEIGHTS, Weights
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.ids import Side
from tipover.engine.core.state import State
from tipover.engine.view import View
from tipover.play.dice import Stream, shuffled

NODES: Final = 400  # the default for one decision
SAMPLES: Final = 4  # guesses of what is hidden, each searched with its share of the nodes
TO_FINISH: Final = 5000  # positions that are followed to the end of a round, if nothing else is said
PLAYED_ON: Final = (questions.TURN, questions.ACTION)  # questions whose lines are judged by play-outs
NOT_PLAYED_ON: Final = 1200  # nodes for other questions of a bot that has play-outs: a tree takes longer for each
WIDEST: Final = 1500  # nodes for the lines of a turn that are then followed by further turns
FOLLOWED: Final = (ReplyStage(12, 150),)  # how these are followed
FINISH_FOR_NODE: Final = 50  # of these for each node of a search that has few


class Grasp(NamedTuple):
    """What a level sees."""

    nodes: int = NODES  # positions that it judges for one decision
    answers: int = 0  # answers to a question that come to its mind, 0 for all
    finish: int = TO_FINISH  # positions that it follows to the end of a round that may end the game
    wide: int = 0  # of the nodes for the lines of the turn, which are then judged by play-outs or replies with the others; 0: by neither
    judging: Judging = USUAL  # how far these are played on
    is_one_turn: bool = False  # whether all nodes are for the turn that is asked about, and none for those after it
    replies: tuple[ReplyStage, ...] = ()  # how lines are judged by the turns that follow them; nothing: by play-outs


class ReadyPlan(NamedTuple):
    """A plan for a position that may come."""

    plan: list[PlannedAnswer]
    seconds: float  # that were thought about it; infinitely many if more would change nothing


PLAIN_GRASP: Final = Grasp()
AS_GOOD: Final = 0.8  # a plan made ahead is used if it had so much of the time that there would be now
MOST_READY: Final = 4  # such plans that are kept
CAUGHT_UP: Final = 2  # lines of an answer that is compared with the best one


def following_lines(nodes: int) -> Grasp:
    """The grasp of a bot that judges the best lines of a turn by the turns that follow them."""
    stages = tuple(one._replace(nodes=min(one.nodes, max(1, nodes // (2 * one.lines)))) for one in FOLLOWED)
    finish = TO_FINISH if nodes >= NODES else FINISHED * nodes
    return Grasp(nodes, finish=finish, wide=min(WIDEST, max(1, nodes // 3)), is_one_turn=True, replies=stages)


class TurnBot:
    """Searches whole turns for a number of nodes or milliseconds; `spent` is the number of nodes of its last decision.

    With nodes the same seed makes the same choices; with milliseconds they depend on the machine.
    """

    def __init__(
        self,
        seed: int | str,
        grasp: Grasp = PLAIN_GRASP,
        ms: float = inf,
        weights: Weights = WEIGHTS,
        net: Net | None = None,
        style: Style | None = None,
    ) -> None:
        self._stream = Stream(seed, "plan")
        self._style = style
        self._net = net
        self._grasp = grasp
        self._ms = ms
        self._weights = weights
        self._plan: list[PlannedAnswer] = []
        self._ready: list[ReadyPlan] = []  # for positions that may come
        self._judge: LineJudge | None = None  # of the last question, if it was played on
        self._lines: list[Line] = []
        self.spent = 0

    def choose(self, view: View, decision: Decision, budget: float | None = None) -> Choice:
        """The option with the best chance to win within the budget."""
        self.spent = 0
        if len(decision.options) == 1:
            return decision.options[0]
        seconds = min(self._ms / 1000, inf if budget is None else budget)
        planned = self._planned(view, decision, seconds)
        if planned is not None:
            return planned
        until = time.monotonic() + seconds
        return self.weigh(view, decision, until)[0].choice

    def weigh(self, view: View, decision: Decision, until: float = inf) -> list[Weighed]:
        """The options that were searched, best first."""
        self._judge = None
        if decision.asked in BY_CARD:
            return by_card(view, decision, self._stream, knows_cards=self._grasp.wide > 0 or self._net is not None)
        self.spent = 0
        is_played_on = self._grasp.wide > 0 and decision.asked in PLAYED_ON
        if view.hides and not is_played_on:
            return self._weigh_guesses(view, decision, until)
        state = view.sample(self._stream)
        if view.hides:  # what is hidden is guessed once, and nothing is proved by a guess
            return self._weigh_lines(state, view.seat, decision, until)
        return self._finished(state, view.seat, decision, until) or self._weigh_one(state, view.seat, decision, until)

    def caught_up(self, choice: Choice) -> Weighed | None:
        """An answer of the question that was weighed last, played on as often as its best one; None if that was not played on."""
        judge, lines = self._judge, self._lines
        if judge is None or not lines or lines[0].steps[0].choice == choice:
            return None
        number = next((line.number for line in judge.lines if line.steps[0].choice == choice), -1)
        line = judge.catch_up(number, lines[0].plays, CAUGHT_UP) if number >= 0 else None
        return None if line is None else Weighed(choice, min(1 - SURELY, max(SURELY, line.mean)), line.plays)

    # -- the plan ------------------------------------------------------------------------------------------

    def resume(self, before: TurnBot) -> None:
        """Go on with another one's plan."""
        self._plan, self._ready = before._plan, before._ready

    def _planned(self, view: View, decision: Decision, seconds: float) -> Choice | None:
        """The answer of the plan, or of one made ahead with nearly as many seconds as there are now, if the position is the planned one."""
        plans = [self._plan, *(ready.plan for ready in self._ready if ready.seconds >= AS_GOOD * seconds)]
        self._plan, self._ready = [], []
        for plan in plans:
            if plan and decision.offers(plan[0].choice) and plan[0].state == view.sample(self._stream):
                self._plan = plan[1:]
                return plan[0].choice
        return None

    @property
    def plan(self) -> list[PlannedAnswer]:
        """The answers that it means to give next, each with the position for which it is meant."""
        return self._plan

    @property
    def ready(self) -> int:
        """For how many positions that may come it has an answer."""
        return len(self._ready)

    def is_ready_for(self, state: State) -> bool:
        """Whether it has planned for a position that may come."""
        return any(ready.plan[0].state == state for ready in self._ready)

    def think_ahead(self, view: View, until: float) -> None:
        """Plan for a position that may come, in which its seat is asked; what it plans now is kept."""
        state = view.sample(self._stream)
        plan, ask, begun = self._plan, state.decision, time.monotonic()
        assert ask is not None
        self._plan = []
        choice = self.weigh(view, ask, until)[0].choice
        ended = time.monotonic()
        seconds = inf if ended < until else ended - begun  # who has time left has thought of everything
        self._ready = [*self._ready, ReadyPlan([PlannedAnswer(state, choice), *self._plan], seconds)][-MOST_READY:]
        self._plan = plan

    def rest(self) -> None:
        """Forget what only the last question needed: between two questions it keeps nothing but its plans."""
        self._judge, self._lines = None, []

    def _line(self, tree: TurnTree) -> list[PlannedAnswer]:
        """The line of a tree that it takes: the best one, or by its style one that is nearly as good."""
        best = self._best(tree.root)
        return best if self._style is None else self._style.line(tree.root, best, tree.evaluator)

    def _best(self, node: TurnNode) -> list[PlannedAnswer]:
        """The best line from a question of the tree on, as long as the same side is asked."""
        found: list[PlannedAnswer] = []
        side = node.side
        while node.choices and node.side == side:
            order = ranked(node)
            most, number = order[0]
            least = most - GIFT if most < WON else WON
            if is_idle(node.state, node.choices[number]):
                number = next((k for value, k in order if value >= least and not is_idle(node.state, node.choices[k])), number)
            found.append(PlannedAnswer(node.state, node.choices[number]))
            node = node.children[number]
        return found

    # -- searches ------------------------------------------------------------------------------------------

    def _finished(self, state: State, seat: int, decision: Decision, until: float) -> list[Weighed]:
        """The options with exact chances, if the round can be followed to its end; otherwise none."""
        if not self._grasp.finish or not is_near(state):
            return []
        finish = RoundFinish(
            Evaluator(state, self._weights, self._net), self._grasp.finish, self._grasp.nodes // 2, time_for_part(until, 2)
        )
        try:
            found = finish.solve(state, decision)
        except TooMuch:
            return []
        finally:
            self.spent = finish.judged
        side = side_of(state, seat, decision)
        if not all(one.is_exact for one in found.values()) and all(one.sure != side for one in found.values()):
            return []
        weighed = [Weighed(choice, one.values[side] / sum(one.values), 1, one.sure != OPEN) for choice, one in found.items()]
        weighed = shuffled(weighed, self._stream)
        return sorted(weighed, key=lambda one: _rank(state, one.choice, found[one.choice], side))

    def _weigh_one(self, state: State, seat: int, decision: Decision, until: float) -> list[Weighed]:
        if self._grasp.wide and decision.asked in PLAYED_ON:
            return self._weigh_lines(state, seat, decision, until)
        most = self._grasp.nodes - self.spent
        tree = self._grown(state, seat, decision, min(most, NOT_PLAYED_ON) if self._grasp.wide else most, until)
        line = self._line(tree)
        if not self._grasp.answers:
            self._plan = line[1:]
        found = _weighed(tree)
        return sorted(found, key=lambda one: one.choice != line[0].choice)

    def _weigh_lines(self, state: State, seat: int, decision: Decision, until: float) -> list[Weighed]:
        """The answers by what follows their best lines; those whose lines were not followed by the tree, at the same level."""
        grasp = self._grasp
        tree = TurnTree(state, seat, decision, self._seen(state, decision), self._weights, self._net, bool(grasp.replies))
        tree.grow_turn(min(grasp.wide, grasp.nodes - self.spent), time_for_part(until, 3))
        self.spent += tree.made
        judge: LineJudge | ReplyJudge
        if grasp.replies:
            judge = ReplyJudge(tree, grasp.nodes - self.spent, grasp.replies)
        else:
            judge = self._judge = LineJudge(tree, grasp.nodes - self.spent, self._stream, judging=grasp.judging)
        lines = judge.judge(until)
        if self._style is not None:
            lines = self._style.in_order(lines, tree.side, tree.evaluator)
        self.spent += judge.spent
        self._lines = lines
        if not lines:
            line = self._line(tree)
            self._plan = line[1:]
            return sorted(_weighed(tree), key=lambda one: one.choice != line[0].choice)
        self._plan = lines[0].steps[1:]
        return _by_lines(tree, lines)

    def _weigh_guesses(self, view: View, decision: Decision, until: float) -> list[Weighed]:
        """Several guesses of what is hidden, each searched alike; their mean counts."""
        most = min(self._grasp.nodes, NOT_PLAYED_ON) if self._grasp.wide else self._grasp.nodes
        samples = min(SAMPLES, most)
        found: dict[Choice, Weighed] = {}
        for k in range(samples):
            state = view.sample(self._stream)
            tree = self._grown(state, view.seat, decision, most // samples, time_for_part(until, samples - k))
            for one in _weighed(tree):
                known = found.get(one.choice, Weighed(one.choice, 0.0, 0))
                times = known.visits + 1
                found[one.choice] = Weighed(one.choice, known.chance + (one.chance - known.chance) / times, times)
        return sorted(found.values(), key=lambda one: (-one.chance, -one.visits))

    def _grown(self, state: State, seat: int, decision: Decision, nodes: int, until: float) -> TurnTree:
        tree = TurnTree(state, seat, decision, self._seen(state, decision), self._weights, self._net, self._grasp.is_one_turn)
        if self._grasp.is_one_turn:
            tree.grow_turn(nodes, until)
        else:
            tree.grow(max(1, nodes), until)
        self.spent += tree.made
        return tree

    def _seen(self, state: State, decision: Decision) -> list[Choice]:
        """The answers that it thinks of, in any order: all of them, or some, but first what lies at its feet, and idling last."""
        options = shuffled(decision.options, self._stream)
        if not self._grasp.answers:
            return options
        if decision.asked == questions.ACTION:
            options = [one for one in options if not is_idle(state, one)] or options
            options.sort(key=lambda one: one.verb != verbs.INTERACT)
        return options[: self._grasp.answers]


def resumed(bot: Bot, before: Bot | None) -> Bot:
    """The bot with the plan of the previous one, if both plan, so that a turn is searched only once."""
    if isinstance(bot, TurnBot) and isinstance(before, TurnBot):
        bot.resume(before)
    return bot


def weigh(
    view: View, decision: Decision, nodes: int = NODES, seed: int | str = 0, finish: int = FINISH_FOR_NODE, until: float = inf
) -> list[Weighed]:
    """The options of a seat's question that a search of `nodes` nodes visits, with their chances to win, best first.

    `finish`: the positions, for each node, that are followed to the end of a round that may end the game.
    """
    return TurnBot(seed, Grasp(nodes, finish=min(TO_FINISH, finish * nodes))).weigh(view, decision, until)


def _by_lines(tree: TurnTree, lines: list[Line]) -> list[Weighed]:
    """The answers of the root: by the play-outs of their best line, the others by the tree as if play-outs changed them as those."""
    change = sum(line.mean - line.static for line in lines) / len(lines)
    found: dict[int, Weighed] = {}
    for line in lines:
        if line.number not in found:
            is_proved = is_won(tree.root.children[line.number], tree.side)
            chance = 1.0 if is_proved else min(1 - SURELY, max(SURELY, line.mean))
            found[line.number] = Weighed(line.steps[0].choice, chance, line.plays, is_proved)
    for value, number in ranked(tree.root):
        if number not in found:
            chance = min(1 - SURELY, max(SURELY, value + change))
            found[number] = Weighed(tree.root.choices[number], chance, 1)
    return [*found.values()]


def _rank(state: State, choice: Choice, finish: Finish, side: Side) -> tuple[float, bool, int, float]:
    """The order of exact results: the best, of equal ones what is used rather than given away, the nearest, deeds before walks."""
    return -finish.values[side], is_idle(state, choice), finish.steps, -PROMISE.get(choice.verb, 0.0)


def _weighed(tree: TurnTree) -> list[Weighed]:
    """The answers of the root, best first; those that were followed less far are told as if they had been followed as far as the best."""
    found: list[Weighed] = []
    for value, number in ranked(tree.root):
        child = tree.root.children[number]
        is_proved = is_won(child, tree.side)
        chance = 1.0 if is_proved else min(1 - SURELY, max(SURELY, value / sum(child.values[-1])))
        found.append(Weighed(tree.root.choices[number], chance, len(child.values), is_proved))
    return found
