"""What an act was, in one sentence: who did what to whom, and the result.

An act is everything that one choice sets off, up to the next question. `narrate` tells its events one by one; here they are
told together, in the order fight, effects, points. What nobody needs to hear (a turn begins, a figure is exhausted) makes no
act: its events are handed in again with the next ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tipover.engine.core import event as happened
from tipover.engine.core import questions
from tipover.engine.core.event import Event
from tipover.engine.core.ids import NO_SIDE, NOBODY, PIECE, Colour, FigureId, Side, Thing, is_figure
from tipover.engine.core.rules import rules
from tipover.engine.core.said import ListPart, Part, Said, ShortPart, SidePart, say
from tipover.engine.core.state import State
from tipover.play.act_phrases import ActSetting, phrase, tokens_shifted

MOST_EFFECTS = 4  # phrases in one sentence; the details have the rest


# What acts can be, from the least to the gravest.
KINDS = ("turn", "move", "set-up", "card", "challenge", "down", "out", "round", "end")
_KINDS_OF: dict[str, tuple[type[Event], ...]] = {
    "set-up": (happened.SideTaken, happened.Flipped, happened.Picked, happened.Attached, happened.MarkerTaken, happened.Revealed),
    "move": (happened.Moved, happened.Placed, happened.WallOpened, happened.StoodUp),
    "card": (happened.CardPlayed, happened.CardDiscarded, happened.CardFlipped, happened.Given, happened.Taken, happened.Claimed),
    "round": (happened.RoundBegan, happened.RoundEnded, happened.Returned),
    "end": (happened.GameWon, happened.GameDrawn),
}
_KINDS: dict[type[Event], str] = {event: kind for kind, events in _KINDS_OF.items() for event in events}


class PointsOf(NamedTuple):
    """Points that a side gained in an act, or lost."""

    side: Side
    points: int


class ToldAct(NamedTuple):
    """One act as a sentence; its points stand beside it, so that each can have its side's colour."""

    said: Said
    gains: tuple[PointsOf, ...] = ()
    side: Side = NO_SIDE  # whose act it was; -1 if it was nobody's
    to: tuple[Side, ...] = ()  # the other sides whose figures it was done to
    kind: str = "turn"  # the gravest thing that happened in it, one of `KINDS`


def acts(state: State, events: Sequence[Event], earlier: Sequence[Event] = ()) -> list[ToldAct]:
    """The acts among these events, in order; none if they are no news.

    `state` is the one after the events, `earlier` what happened in the game before them.
    """
    scenes: list[_Scene] = [_Scene(state, _actor(earlier), _open_fight(earlier), _used(earlier))]
    in_set_up = state.round == 0 or any(isinstance(event, happened.GameBegan) for event in events)
    for event in events:
        if isinstance(event, happened.GameBegan):
            in_set_up = False
        scene = scenes[-1]
        if isinstance(event, _APART) and scene.has_news:
            scene = _Scene(state, scene.actor, None, scene.used)
            scenes.append(scene)
        scene.take(event, in_set_up)
    return [act for scene in scenes if (act := scene.act()) is not None]


def with_points(act: ToldAct) -> Said:
    """An act with its points in one line: `Iron Man hits Front Man, 4 v 3: out! Light +1.`"""
    if not act.gains:
        return act.said
    return say("act.with_points", act=act.said, points=ListPart(tuple(points_said(gain) for gain in act.gains)))


def points_said(gain: PointsOf) -> Said:
    """`Light +1`."""
    sign = "act.points_gained" if gain.points > 0 else "act.points_lost"
    return say(sign, side=SidePart(gain.side, capital=True), points=abs(gain.points))


# Events that begin an act of their own if something was told before them.
_APART = (happened.RoundEnded, happened.RoundBegan, happened.GameBegan, happened.GameWon, happened.GameDrawn)


def _actor(earlier: Sequence[Event]) -> FigureId:
    """The figure whose turn it was."""
    return next((event.figure for event in reversed(earlier) if isinstance(event, happened.TurnBegan)), NOBODY)


def _used(earlier: Sequence[Event]) -> set[str]:
    """The cards that were used since the turn began."""
    names: set[str] = set()
    for event in reversed(earlier):
        if isinstance(event, happened.TurnBegan):
            break
        if isinstance(event, happened.AbilityUsed):
            names.add(event.name)
    return names


@dataclass(slots=True)
class _Fight:
    """A challenge, as far as it has gone."""

    challenger: FigureId
    target: Thing
    card: str = ""  # what its first dice are called: the card if one was used; empty for a basic challenge
    attack: int = -1  # successes; -1 if not rolled yet
    defense: int = -1
    is_sure: bool = True  # whether the successes are those that counted: no die was turned since
    won: bool | None = None
    margin: int = 0
    result: str = ""  # `down`, `out`, `gone`

    def said(self, used: set[str]) -> Said:
        """`Iron Man hits Front Man with Unibeam, 4 v 3: out!`; the card is named if it is one of those that were used."""
        figure, numbers = ShortPart(self.challenger), self.numbers()
        card: Part = say("act.with_card", card=self.card) if self.card in used else ""
        target = ShortPart(self.target)
        if self.won is None:
            return say("act.challenges", figure=figure, target=target, card=card)
        if not self.won:
            return say("act.misses", figure=figure, target=target, card=card, numbers=numbers)
        if not self.result:
            return say("act.hits", figure=figure, target=target, card=card, numbers=numbers)
        return say(f"act.hits_{self.result}", figure=figure, target=target, card=card, numbers=numbers)

    def numbers(self, key: str = "act.numbers") -> Part:
        """`, 4 v 3`; empty where the successes that counted are not known."""
        is_known = self.is_sure and self.attack >= 0 and self.defense >= 0
        if not is_known or (self.won and self.attack - self.defense != self.margin):
            return ""
        return say(key, attack=self.attack, defense=self.defense)

    def effect(self) -> list[Said]:
        """A challenge by nobody as a phrase; nothing while it is not decided."""
        if self.won is None:
            return []
        key = f"act.is_hit_{self.result}" if self.result else "act.is_hit" if self.won else "act.holds_out"
        return [say(key, target=ShortPart(self.target), numbers=self.numbers("act.numbers_inside"))]


def _open_fight(earlier: Sequence[Event]) -> _Fight | None:
    """The challenge that was declared and is not decided yet."""
    fight: _Fight | None = None
    begin = next((k for k in range(len(earlier) - 1, -1, -1) if isinstance(earlier[k], happened.Challenged)), len(earlier))
    for event in earlier[begin:]:
        if isinstance(event, happened.Challenged):
            fight = _begun(event)
        elif fight is not None and isinstance(event, happened.ChallengeWon | happened.ChallengeLost):
            return None
        elif fight is not None:
            _roll(fight, event)
    return fight


def _begun(event: happened.Challenged) -> _Fight:
    parts = event.dice.parts
    return _Fight(event.challenger, event.target, parts[0].name if parts and not parts[0].key else "")


def _roll(fight: _Fight, event: Event) -> None:
    """What happens to a challenge before it is decided."""
    if isinstance(event, happened.Rolled):
        if event.defending:
            fight.defense = event.successes
        else:
            fight.attack = event.successes
    elif isinstance(event, happened.DieTurned | happened.DiceRolled):
        fight.is_sure = False
    elif isinstance(event, happened.TargetChanged):
        fight.target = event.target


@dataclass(slots=True)
class _Scene:
    """The events of one act, sorted into what its sentence is made of."""

    state: State
    actor: FigureId  # whose turn it is
    fight: _Fight | None = None  # the challenge that is going on, or was the last
    used: set[str] = field(default_factory=set)  # the cards that were used in this turn
    told: list[Said] = field(default_factory=list)  # whole sentences, in order
    effects: list[Said] = field(default_factory=list)  # phrases that go into the next sentence
    user: happened.AbilityUsed | None = None  # the card that the next sentence is about
    gains: dict[Side, int] = field(default_factory=dict)
    doer: Thing = NOBODY
    to: set[Side] = field(default_factory=set)
    kind: str = "turn"
    out: set[Thing] = field(default_factory=set)  # what was knocked out, whose way to the track is no news
    fight_at: int = 0  # how many effects were known when it was declared
    new_fight: bool = False  # whether the challenge was declared in this act and is not told yet
    source: str = ""  # what gave points: a rule's id or a card's name
    shifted: dict[tuple[Side, bool], tuple[int, list[Colour]]] = field(default_factory=dict)
    """Tokens that changed their place, by side and whether they went to the pool: the place of their phrase, their colours."""
    is_undone: bool = False  # whether a part of a text could not be done
    side: Side = NO_SIDE  # whose act it is where no figure does it

    @property
    def has_news(self) -> bool:
        return bool(self.told or self.effects or self.user or self.gains or self.new_fight)

    def take(self, event: Event, in_set_up: bool) -> None:
        """Sort in one event."""
        if isinstance(event, happened.TurnBegan):
            self.actor, self.used = event.figure, set()
        elif isinstance(event, happened.Challenged):
            self._tell_fight()
            self.fight, self.new_fight, self.fight_at = _begun(event), True, len(self.effects)
            if event.challenger >= 0:
                if self.user is not None and not self.effects and self.fight.card == self.user.name:
                    self.user = None  # the challenge names the card
                self._tell_effects()
            self._done_by(event.challenger, event.target)
            self._become("challenge")
        elif isinstance(event, happened.ChallengeWon | happened.ChallengeLost):
            self._decide(event)
        elif isinstance(event, happened.Rolled | happened.TargetChanged | happened.DieTurned):
            if self.fight is not None:
                _roll(self.fight, event)
        elif isinstance(event, happened.PointsGained):
            self.gains[event.side] = self.gains.get(event.side, 0) + event.points
            self.source = event.rule
        elif isinstance(event, happened.TokenShifted):
            self._shift(event)
        elif isinstance(event, happened.AbilityUsed):
            self._tell_fight()
            self._tell_effects()
            self.user = event
            self.used.add(event.name)
            self.actor = event.figure if self.actor < 0 else self.actor  # a game that begins in the middle of a turn
            self._done_by(event.figure)
            self._become("card")
        elif isinstance(event, happened.NotDone):
            self.is_undone = True
        elif not self._is_result(event):
            self._add_effect(event, in_set_up)

    def _add_effect(self, event: Event, in_set_up: bool) -> None:
        said = phrase(self.state, event, ActSetting(self.actor, self.used, in_set_up))
        if said is None or any(_alike(self.state, said, other) for other in self.effects):
            return
        self.effects.append(said)
        self._become(_KINDS.get(type(event), self.kind))
        thing = getattr(event, "figure", getattr(event, "thing", NOBODY))
        if self.actor < 0 and not in_set_up and isinstance(event, happened.Moved) and is_figure(event.figure):
            self.actor = FigureId(event.figure)  # a game that begins in the middle of a turn
        if in_set_up:
            self._become("set-up")
            self.side = getattr(event, "side", self.state.setup.side_of[thing] if 0 <= thing < PIECE else self.side)
        elif self.kind not in ("round", "end") and self.actor >= 0:
            self._done_by(self.actor, thing)

    def _shift(self, event: happened.TokenShifted) -> None:
        """Tokens of one side that go the same way are told together."""
        key = (event.side, event.to == 0)
        place, colours = self.shifted.setdefault(key, (len(self.effects), []))
        colours.append(event.colour)
        said = tokens_shifted(event.side, colours, is_back=event.to == 0)
        self.effects[place : place + 1] = [said]

    def act(self) -> ToldAct | None:
        """The act, or None if nothing is worth telling; a card that still asks is told with what comes of it."""
        ask = self.state.decision
        if self.user is not None and not self.effects and not self.new_fight and ask is not None and ask.asked == questions.TEXT:
            self.user = None
        self._tell_fight()
        self._tell_effects()
        gains = tuple(PointsOf(side, points) for side, points in sorted(self.gains.items()) if points)
        if gains and not self.told:
            self.told.append(say("act.points") if self.source in rules() else say("act.points_by_card", card=self.source))
        if not self.told:
            return None
        side = self.state.setup.side_of[self.doer] if is_figure(self.doer) and self.doer >= 0 else self.side
        said = self.told[0] if len(self.told) == 1 else say("act.several", acts=ListPart(tuple(self.told), "space"))
        return ToldAct(said, gains, side, tuple(sorted(self.to - {side})), self.kind)

    # -- fights ----------------------------------------------------------------------------------------

    def _decide(self, event: happened.ChallengeWon | happened.ChallengeLost) -> None:
        if self.fight is None or self.fight.won is not None:
            self.fight = _Fight(event.challenger, event.target, is_sure=False)
        self.fight.target = event.target
        self.fight.won = isinstance(event, happened.ChallengeWon)
        self.fight.margin = event.margin if isinstance(event, happened.ChallengeWon) else 0
        self.new_fight = True
        self._done_by(event.challenger, event.target)
        self._become("challenge")

    def _is_result(self, event: Event) -> bool:
        """Whether an event is the result of the challenge that was just won, or follows from it by itself."""
        fight = self.fight if self.new_fight and self.fight is not None and self.fight.won else None
        if isinstance(event, happened.PutOnTrack) and event.thing in self.out:
            return True
        if isinstance(event, happened.KnockedDown | happened.KnockedOut):
            what, thing = ("down" if isinstance(event, happened.KnockedDown) else "out"), Thing(event.figure)
        elif isinstance(event, happened.Removed):
            what, thing = "gone", event.thing
        elif isinstance(event, happened.PutOnTrack) and fight is not None and fight.target == event.thing:
            what, thing = "out", event.thing  # a companion
        else:
            return False
        if what != "down":
            self.out.add(thing)
        self._done_by(self.doer, thing)
        self._become("out" if what == "out" else "down" if what == "down" else self.kind)
        if fight is None or fight.target != thing or fight.result:
            return False
        fight.result = what
        return True

    def _tell_fight(self) -> None:
        if not self.new_fight or self.fight is None:
            return
        self.new_fight = False
        if self.fight.challenger < 0:  # a card's challenge is an effect like others: its result is told, or that nothing came of it
            self.effects[self.fight_at : self.fight_at] = self.fight.effect()
            return
        self.told.append(self.fight.said(self.used))

    # -- everything else -------------------------------------------------------------------------------

    def _tell_effects(self) -> None:
        if self.user is None and not self.effects:
            return
        most = len(self.effects) if self.kind == "set-up" else MOST_EFFECTS
        if len(self.effects) > most:  # in a crowd, only those that fell are news
            self.effects = [effect for effect in self.effects if effect.key != "act.holds_out"]
        if self.is_undone and not self.effects:
            self.effects.append(say("act.nothing_happens"))
        shown, more = self.effects[:most], len(self.effects) - most
        if more > 0:
            shown.append(say("act.more", number=more))
        effects = ListPart(tuple(shown))
        if self.user is None or (shown and _is_of_scenario(self.state, self.user.name)):
            self.told.append(say("act.effects", effects=effects))
        elif not shown:
            self.told.append(say("act.uses", figure=ShortPart(self.user.figure), card=self.user.name))
        else:
            self.told.append(say("act.uses_for", figure=ShortPart(self.user.figure), card=self.user.name, effects=effects))
        self.user, self.effects, self.is_undone, self.shifted = None, [], False, {}

    def _done_by(self, doer: Thing, target: int = NOBODY) -> None:
        if self.doer < 0:
            self.doer = doer
        if is_figure(Thing(target)) and target >= 0:
            self.to.add(self.state.setup.side_of[target])

    def _become(self, kind: str) -> None:
        """The act is of the gravest kind that happens in it."""
        self.kind = max(self.kind, kind, key=KINDS.index)


def _alike(state: State, one: Said, other: Said) -> bool:
    """Whether two phrases would read the same: of pieces with one name it does not matter which is meant."""
    return one.key == other.key and [_faceless(state, part) for _, part in one.parts] == [_faceless(state, part) for _, part in other.parts]


def _faceless(state: State, part: Part) -> Part:
    return state.setup.pieces[part.thing - PIECE].name if isinstance(part, ShortPart) and part.thing >= PIECE else part


def _is_of_scenario(state: State, card: str) -> bool:
    """Whether something is not a card of a figure but a thing of the scenario, which everybody may use."""
    scenario = state.setup.scenario
    return scenario is not None and scenario.name == card
