"""Every text of one game: who has it, what it listens to, what it changes. Built once for each set of cards in play.

The order of entries is fixed by the set-up, so their numbers mean the same in every state of a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from tipover.cards import program as ops
from tipover.cards.ast import (
    Change,
    Do,
    EventClause,
    Instead,
    Text,
    When,
    While,
    is_basic_offer,
)
from tipover.cards.catalog import CHARACTER, OBJECTIVE, SIDES
from tipover.cards.compile import compile_steps
from tipover.cards.program import Program
from tipover.cards.vocabulary import THIS_TURN
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.frames import text_frame
from tipover.engine.core.happening import CHALLENGE_KINDS, ENTERS, KIND_OF, ROLL_KINDS, ROWS, WAY_KINDS, Row
from tipover.engine.core.ids import (
    ALL_COLOURS,
    FIGURE_OF,
    NO_SIDE,
    NOBODY,
    NOTHING,
    PIECE,
    PIECE_THING,
    CardId,
    Colour,
    FigureId,
    Side,
    Thing,
)
from tipover.engine.core.meanings import Reading
from tipover.engine.core.text_facts import (
    ANYWHERE,
    change_keys,
    is_for_any_side,
    is_yours,
    offer_of,
    offered_steps,
    past_events,
    places_subject,
    price_of,
    reach_of,
    sets_value,
    speaks_of_this,
    speaks_of_walls,
)
from tipover.engine.core.witness import Witness

if TYPE_CHECKING:
    from tipover.engine.core.setup import Setup

# Where a text stands: in a trait or an ultimate card, on a piece's card, on a piece of the map, in the scenario.
TRAIT: Final = 0
CARD: Final = 1
ULTIMATE: Final = 2
PART: Final = 3
RULE: Final = 4
TABLE: Final = 5

# Changes that make terrain or conceal things (SEE-7, SEE-8, CDN-6).
_TERRAIN: Final = ("counts-as", "cannot-be")

ONCE_A_TURN: Final = "Once per turn"
ONCE_A_ROUND: Final = "Once per round"
ONCE_A_GAME: Final = "Once per game"


class Source(NamedTuple):
    """Where a text stands: with a figure, on a piece's card, or in the scenario; `side` is whose it is, -1 nobody's."""

    kind: int
    thing: Thing
    side: Side
    name: str


class Entry:
    """One text of this game.

    `begun_by` is the program, and its step, that a trigger which lasts was begun by: it waits while the state lists it; None for every other.
    `fixed` is the frame it is read in, if that never changes; nobody writes into it. `only` is the one figure that its
    event or change can speak of, or -1. Of an offered action `offers` is its kind, `yours` whether only the text's side may do it.
    `mine` is the side whose figures alone an event speaks of (`a character of yours`), or -1. `played` is the piece of a deck's card, whose
    text counts only while the card is in force; -1 for every other text. `piece` is the piece whose card it stands on, `part` the one
    that has it itself, or -1.
    """

    __slots__ = (
        "begun_by",
        "counter",
        "fixed",
        "limit",
        "mine",
        "number",
        "offers",
        "only",
        "part",
        "piece",
        "played",
        "program",
        "source",
        "text",
        "yours",
    )

    def __init__(self, number: int, source: Source, text: Text | While, program: int) -> None:
        self.number = number
        self.source = source
        self.text = text
        self.program = program
        self.limit = next((limit for limit in text.limits if limit.startswith("Once")), "")
        self.counter = -1
        self.begun_by: tuple[int, int] | None = None
        self.fixed: list[int] | None = None
        self.offers, self.yours = offer_of(text)
        self.played = -1
        self.piece = source.thing - PIECE if source.kind == CARD else -1
        self.part = source.thing - PIECE if source.kind == PART else -1
        self.mine = source.side if isinstance(text, (When, Instead)) and is_yours(text.event.who) else -1
        self.only = source.thing if source.kind in (TRAIT, ULTIMATE) and speaks_of_this(text) else NOTHING


class Watch(NamedTuple):
    """An event that a text counts, or whose squares it remembers: in which slot, and the text it belongs to."""

    slot: int
    event: EventClause
    entry: Entry | None
    frame: list[int] | None


class Listeners:
    """The texts that take notice of one kind of happening.

    `before`, `when` and `after` are set off by it, `instead` replaces it, `counters` count it and `squares` remember where it was.
    `ends_rules` says whether a standing rule lasts until it, `is_forbidden` whether a text can say that it `cannot be`.
    `judged_before` and `noted_when_done` are those of the kind's row. `subjects` are the only figures it has to happen to, if all texts say so.
    """

    __slots__ = (
        "after", "before", "counters", "ends_rules", "instead", "is_forbidden", "judged_before", "noted_when_done", "squares", "subjects", "when",
    )  # fmt: skip

    def __init__(self, row: Row) -> None:
        self.judged_before = row.judged_before
        self.noted_when_done = row.noted_when_done
        self.before: list[Entry] = []
        self.when: list[Entry] = []
        self.after: list[Entry] = []
        self.instead: list[Entry] = []
        self.counters: list[Watch] = []
        self.squares: list[Watch] = []
        self.ends_rules = False
        self.is_forbidden = False
        self.subjects: set[Thing] | None = None

    def close(self) -> None:
        """All texts are known: find out whom alone they concern."""
        if not (self.instead or self.counters or self.squares or self.ends_rules or self.is_forbidden):
            subjects: set[Thing] = {entry.only for entry in (*self.before, *self.when, *self.after)}
            self.subjects = subjects if NOBODY not in subjects else None


class AbilityRow(NamedTuple):
    """An ability of a figure: the choice of it at its full price, its program, what it costs, how far the challenge it begins with
    reaches, and the counter of its limit, -1 if it has none.
    """

    choice: Choice
    program: int
    colour: Colour
    cost: int
    reach: int
    limit: int


# The fields of an index, which a copy takes over.
FIELDS_OF_INDEX: Final = (
    "_bare", "abilities", "ability_rows", "acts_down", "asks_last", "asks_set_up", "before_rolls", "by_control", "cards", "changes", "changes_movement",
    "changes_prices", "changes_range", "conceals", "counted", "counter_times", "entries", "event_squares", "forbids", "gates",
    "has_secrets", "hears_challenges", "hears_rolls", "hears_ways", "lasting_rules", "leaves_basics", "limits", "listens",
    "lowers_prices", "may_pay_less", "offers", "only_basics", "own", "passes_through", "placing_returns", "program_texts", "programs", "protects", "reaches",
    "replacements", "setup", "shifts_board", "uses", "with_reserve", "witness",
)  # fmt: skip


class TextIndex:
    """The texts of a game, found by what they listen to or change."""

    def __init__(self, setup: Setup, cards: list[CardId], empty: bool = False) -> None:
        """The texts of these cards; `empty` leaves every field to be filled in, for a copy."""
        if empty:
            return
        self.setup = setup
        self.cards = cards
        self._bare: TextIndex | None = None
        self.witness: Witness | None = None  # notes what the texts do, in a trial
        self.entries: list[Entry] = []
        self.programs: list[Program] = []
        self.program_texts: list[Text] = []
        self.listens: list[Listeners | None] = [None] * len(ROWS)
        self.placing_returns: list[Entry] = []  # texts that say where a figure comes back (CDN-3)
        self.before_rolls: set[int] = set()  # the programs that come before a roll
        self.replacements: dict[int, Instead] = {}
        self.changes: dict[str, list[Entry]] = {}
        self.lasting_rules: dict[tuple[int, int], Entry] = {}
        self.abilities: list[list[int]] = [[] for _ in setup.figures]
        self.uses: dict[int, int] = {}
        self.limits: dict[int, int] = {}
        self.gates: dict[int, tuple[int, int]] = {}
        self.counted: dict[tuple[int, EventClause], int] = {}
        self.counter_times: list[str] = []
        self.event_squares: dict[tuple[int, EventClause], int] = {}
        self.asks_set_up = False  # whether a text asks where the game first put a token or marker
        self.asks_last = False  # whether a text asks which square a token or marker left
        self.own = Reading(self)
        self.by_control = Reading(self, by_control=True)
        self.with_reserve = Reading(self, with_reserve=True)
        self._add_figures(cards)
        self._add_pieces()
        self._add_scenario()
        for row in ROWS:
            if f"cannot-be {row.passive}" in self.changes:
                self._heard(row.verb).is_forbidden = True
        for heard in self.listens:
            if heard is not None:
                heard.close()
        # Whether any text waits for a roll, for a challenge, for what happens on the way of a move.
        self.hears_rolls, self.hears_challenges, self.hears_ways = (
            any(self.listens[one] is not None for one in kinds) for kinds in (ROLL_KINDS, CHALLENGE_KINDS, WAY_KINDS)
        )
        self.reaches = [reach_of(program) for program in self.programs]
        # By figure: the offered actions that are ever open to it. A companion's are under its own mark, some are only for a text's side (CTL-3).
        offers = [entry for entry in self.changes.get("offer", ()) if entry.offers != "companion action"]
        own = {one.number for one in offers if one.yours or (one.source.kind == RULE and is_for_any_side(one.text))}
        self.offers = [[one for one in offers if one.number not in own or one.source.side in (NO_SIDE, side)] for side in setup.side_of]
        self.ability_rows = [self._ability_rows(figure) for figure in setup.figure_ids]
        self.has_secrets = any(step.op == ops.SECRET for program in self.programs for step in program.steps)
        self.shifts_board = setup.on_walls or "counts-as" in self.changes or any(speaks_of_walls(program) for program in self.programs)
        self._note_changes()

    def _note_changes(self) -> None:
        """Note which kinds of standing rules there are, for what is asked at every decision: a field is cheaper than a look-up."""
        changes = self.changes
        self.forbids = "cannot" in changes  # some text forbids figures actions
        self.protects = "cannot-be" in changes  # … says what cannot be done to somebody
        self.conceals = "cannot-be seen" in changes
        self.passes_through = "can through" in changes  # … lets figures move through others, or walls
        self.changes_movement = "has movement" in changes
        self.changes_range = "has range" in changes
        self.changes_prices = "pay" in changes
        self.lowers_prices = "may-pay" in changes
        # By figure: whether any of these that is there from the start can concern it.
        self.may_pay_less = [any(one.only in (NOBODY, figure) for one in changes.get("may-pay", ())) for figure in self.setup.figure_ids]
        self.acts_down = "can while knocked down" in changes
        # No text changes what basic actions there are: only who stands where, and which markers lie where, matters.
        self.leaves_basics = not (
            self.forbids or self.protects or self.passes_through or self.changes_movement or self.changes_range or self.shifts_board
            or "may-have" in changes or "cannot-interact" in changes or self.listens[ENTERS] is not None or self.setup.challengeable
        )  # fmt: skip
        # By figure: whether plain basic actions are all it can do in its turn while it stands.
        self.only_basics = [
            self.leaves_basics and kind != OBJECTIVE and not (self.offers[f] or self.abilities[f] or self.uses or self.setup.companions)
            for f, kind in enumerate(self.setup.kind_of)
        ]

    def _ability_rows(self, figure: FigureId) -> list[AbilityRow]:
        """What never changes about a figure's abilities."""
        rows: list[AbilityRow] = []
        for k, number in enumerate(self.abilities[figure]):
            ability = self.setup.card(self.cards[figure]).abilities[k]
            reach = self.reaches[number] if ability.challenge else ANYWHERE
            rows.append(
                AbilityRow(
                    Choice(verbs.ABILITY, figure, k), number, ALL_COLOURS[ability.colour], ability.cost, reach, self.limit_counter(number)
                )
            )
        return rows

    def without_terrain(self) -> TextIndex:
        """The same texts without those that make terrain or conceal things, which are themselves judged without it."""
        if self._bare is None:
            self._bare = self._with_changes({key: found for key, found in self.changes.items() if key.partition(" ")[0] not in _TERRAIN})
        return self._bare

    def without(self, rule: Entry) -> TextIndex:
        """The same texts without a standing rule, so that a trial can see what it changes."""
        return self._with_changes({key: [one for one in found if one is not rule] for key, found in self.changes.items()})

    def _with_changes(self, changes: dict[str, list[Entry]]) -> TextIndex:
        other = TextIndex(self.setup, self.cards, True)
        for name in FIELDS_OF_INDEX:
            setattr(other, name, getattr(self, name))
        other._bare = None
        other.changes = changes
        other._note_changes()
        other.own, other.by_control, other.with_reserve = Reading(other), Reading(other, by_control=True), Reading(other, with_reserve=True)
        return other

    # -- making --------------------------------------------------------------------------------------

    def _add_figures(self, cards: list[CardId]) -> None:
        for figure, number in zip(FIGURE_OF, cards, strict=False):
            if number < 0:
                continue
            slot = self.setup.figures[figure]
            card = self.setup.card(number)
            for ability in card.abilities:
                for text in ability.texts:
                    frame = text_frame.new(len(self.programs), figure, slot.side)
                    self.abilities[figure].append(self._program(ability.name, text, None, frame))
            if card.trait is not None:
                self._add(Source(TRAIT, figure, slot.side, card.trait.name), card.trait.texts)
            if card.ultimate is not None and slot.ultimate:
                self._add(Source(ULTIMATE, figure, slot.side, card.ultimate.name), card.ultimate.texts)
            self._add(Source(TRAIT, figure, slot.side, card.name), card.texts)

    def _add_pieces(self) -> None:
        for piece, slot in enumerate(self.setup.pieces):
            part = slot.part
            if part is None:
                continue
            kind = CARD if part.sort in ("item", "status", "card") else PART
            source = Source(kind, PIECE_THING[piece], slot.side, part.name)
            used = [text for text in part.texts if isinstance(text, Do)] if part.sort == "item" and part.cost else []
            for text in used:
                self.uses[piece] = self._program(part.name, text, None, None, Entry(-1, source, text, len(self.programs)))
            self._add(source, tuple(text for text in part.texts if text not in used))

    def _add_scenario(self) -> None:
        scenario = self.setup.scenario
        if scenario is None:
            return
        for side in self.setup.sides:
            keys = ["rule", scenario.parts.get(SIDES[side], "")]
            if scenario.ultimate:
                keys.append("ultimate" if self.setup.ultimate_side(self.cards) == side else "others")
            for key in keys:
                names = iter(scenario.actions if key == "rule" else ())
                for text in scenario.texts.get(key, ()):
                    name = next(names, scenario.name) if is_basic_offer(text) else scenario.name
                    self._add(Source(RULE, NOTHING, side, name), (text,))
        self._add(Source(TABLE, NOTHING, NO_SIDE, scenario.name), scenario.texts.get("table", ()))

    def _add(self, source: Source, texts: tuple[Text, ...]) -> None:
        for text in texts:
            entry = Entry(len(self.entries), source, text, -1)
            self.entries.append(entry)
            remembers = any(self._past_events(text, source.kind == PART))
            if remembers or not isinstance(text, While) or text.change.verb == "offer" or sets_value(text.change):
                entry.program = self._program(source.name, text, entry, None)
            if source.thing >= PIECE and self.setup.pieces[source.thing - PIECE].deck:
                entry.played = source.thing - PIECE
            if entry.limit:
                entry.counter = self._new_counter(entry.limit)
                self._add_gate(entry)
            if source.kind in (RULE, TABLE) or (source.kind in (TRAIT, ULTIMATE) and self.setup.kind_of[source.thing] == CHARACTER):
                entry.fixed = text_frame.new(entry.program, source.thing, source.side)
            if isinstance(text, While):
                self._add_change(entry, text.change)
            elif isinstance(text, When):
                self._add_trigger(entry, text)
            elif isinstance(text, Instead):
                self._heard(text.event.verb).instead.append(entry)
                self.replacements[entry.program] = text

    def _add_trigger(self, entry: Entry, text: When) -> None:
        heard = self._heard(text.event.verb)
        if text.event.verb == "returns" and text.event.time == "when" and places_subject(text):
            self.placing_returns.append(entry)
        if text.event.time == "before" and text.event.who is not None:
            heard.before.append(entry)
            self.before_rolls.add(entry.program)
        else:
            (heard.after if text.event.time == "after" else heard.when).append(entry)

    def _heard(self, verb: str) -> Listeners:
        """The texts that take notice of an event, from now on."""
        kind = KIND_OF[verb]
        found = self.listens[kind]
        if found is None:
            found = self.listens[kind] = Listeners(ROWS[kind])
        return found

    def _add_gate(self, entry: Entry) -> None:
        """A limited text that begins with `may` is used up by doing it, not by being offered: remember where it asks."""
        if not isinstance(entry.text, When):
            return
        for index, step in enumerate(self.programs[entry.program].steps):
            if step.may:
                self.gates[entry.program] = (index, entry.counter)
            if step.op not in (ops.SET, ops.IF):
                return

    def _add_change(self, entry: Entry, change: Change) -> None:
        for key in change_keys(change):
            self.changes.setdefault(key, []).append(entry)

    def _past_events(self, text: Text, is_of_piece: bool = False) -> tuple[list[EventClause], list[EventClause]]:
        """The `past_events` of a text, looked for once: an index is made anew whenever cards change, and a text is a deep tree."""
        known = self.setup.catalog.known_past_events.get(id(text))
        if known is None or known[0] is not text:  # a copy of a catalog has other texts
            known = text, *past_events(text)
            self.setup.catalog.known_past_events[id(text)] = known
        is_about_pieces = known[5] or is_of_piece
        self.asks_set_up = self.asks_set_up or (known[3] and is_about_pieces)
        self.asks_last = self.asks_last or (known[4] and is_about_pieces)
        return known[1], known[2]

    def _program(self, name: str, text: Text, entry: Entry | None, frame: list[int] | None, used: Entry | None = None) -> int:
        """Compile a text; what it counts is counted for `entry`, or for `used`, an item that is used, or in the frame of an ability."""
        known = self.setup.known_programs.get((name, id(text)))
        if known is None or known[0] is not text:  # a copy of a catalog has other texts
            steps = offered_steps(text) if isinstance(text, While) else text.steps
            event = text.event if isinstance(text, (When, Instead)) else None
            price = price_of(text) if isinstance(text, While) else 0
            known = text, compile_steps(name, steps, text.limits, event, isinstance(text, While), isinstance(text, Instead), price)
            self.setup.known_programs[(name, id(text))] = known
        program = known[1]
        self.programs.append(program)
        self.program_texts.append(text)
        number = len(self.programs) - 1
        if entry is None:
            for limit in text.limits:
                if limit.startswith("Once"):
                    self.limits[number] = self._new_counter(limit)
        counted, sited = self._past_events(text)
        for event in counted:
            counter = self._new_counter(ONCE_A_ROUND if event.time == "round" else ONCE_A_TURN)
            self.counted[(number, event)] = counter
            self._heard(event.verb).counters.append(Watch(counter, event, entry or used, frame))
        for event in sited:
            self.event_squares[(number, event)] = len(self.event_squares)
            self._heard(event.verb).squares.append(Watch(self.event_squares[(number, event)], event, entry or used, frame))
        self._add_lasting(number, program, entry, frame, used)
        return number

    def _add_lasting(self, number: int, program: Program, by: Entry | None, frame: list[int] | None, used: Entry | None) -> None:
        """Standing rules and triggers that a text begins (`Until …`): known from the start, in force only while the state lists them."""
        for index, step in enumerate(program.steps):
            if step.op != ops.LASTING or step.lasting is None:
                continue
            source = Source(TRAIT, NOTHING, NO_SIDE, program.name)
            if isinstance(step.lasting, When):
                body = self._program(program.name, step.lasting, by or used, frame)
                trigger = self.lasting_rules[number, index] = Entry(-1, source, step.lasting, body)
                trigger.begun_by = number, index
                self._add_trigger(trigger, step.lasting)
            else:
                self.lasting_rules[number, index] = Entry(-1, source, step.lasting, number)
                for key in change_keys(step.lasting.change):
                    self.changes.setdefault(key, [])
            assert step.lasting.until is not None
            self._heard(step.lasting.until.verb).ends_rules = True
            if step.lasting.until.verb == THIS_TURN:  # one that begins when the turn is over already ends before the next
                self._heard("start of its turn").ends_rules = True

    def _new_counter(self, limit: str) -> int:
        self.counter_times.append(limit)
        return len(self.counter_times) - 1

    # -- asking --------------------------------------------------------------------------------------

    def counter(self, program: int, event: EventClause) -> int:
        """The counter of an event that a program counts, or -1."""
        return self.counted.get((program, event), -1)

    def limit_counter(self, program: int) -> int:
        """The counter of an ability's own limit, or -1."""
        return self.limits.get(program, -1)
