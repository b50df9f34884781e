"""The kinds of happenings: one row for each event and moment of the language's vocabulary.

A kind is an int, so that finding the texts that wait for it is one look-up in a list (`TextIndex.listens`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tipover.board.mask import NO_SQUARE, Square
from tipover.cards.vocabulary import EVENTS, MOMENTS, THIS_TURN
from tipover.engine.core.ids import NO_SIDE, NOTHING, Side, Thing

# Events.
EXHAUSTED: Final = 0
CHALLENGED: Final = 1
KNOCKED_DOWN: Final = 2
KNOCKED_OUT: Final = 3
REMOVED: Final = 4
LEAVES: Final = 5
STANDS: Final = 6
RETURNS: Final = 7
PAYS_LESS: Final = 8
WINS: Final = 9
LOSES: Final = 10
ROLLS: Final = 11
ENDS_MOVEMENT: Final = 12
ENTERS: Final = 13
TAKES: Final = 14
KNOCKS_OUT: Final = 15
REACHES: Final = 16
LAST_TOKEN: Final = 17
DOES: Final = 18
CHALLENGE_BY: Final = 19
CHALLENGE_AGAINST: Final = 20
ROLLS_TO_DEFEND: Final = 21
MOVES: Final = 22
BEATEN: Final = 23
WITHSTANDS: Final = 24
CROSSES: Final = 25
REACHES_FARTHER: Final = 26
ROLLS_IN_A_CHALLENGE: Final = 27
# Moments.
START_OF_GAME: Final = 28
START_OF_ROUND: Final = 29
START_OF_TURN: Final = 30
END_OF_TURN: Final = 31
END_OF_ROUND: Final = 32
BEFORE_ROUND_ENDS: Final = 33

# The ways in which a roll is waited for.
ROLL_KINDS: Final = (ROLLS, ROLLS_TO_DEFEND, ROLLS_IN_A_CHALLENGE)
# The ways in which a challenge is waited for, before it has a result.
CHALLENGE_KINDS: Final = (CHALLENGED, CHALLENGE_BY, CHALLENGE_AGAINST)
# What is waited for in the course of a move.
WAY_KINDS: Final = (ENTERS, ENDS_MOVEMENT, MOVES, CROSSES)

# Which square a happening is remembered by: the one its subject is in, the one it left, the one it came into.
HERE: Final = 0
LEFT: Final = 1
ENTERED: Final = 2


class Row(NamedTuple):
    """One kind: its word in the vocabulary, and how texts take notice of it.

    `judged_before`: whether what a text says of its subject is judged before the change rather than after it.
    `noted_when_done`: whether it is counted, and ends what lasts until it, only when all of it is done.
    `where`: the square by which it is remembered. `passive`: the word after `cannot be` that keeps it from happening.
    """

    kind: int
    verb: str
    judged_before: bool = False
    noted_when_done: bool = False
    where: int = HERE
    passive: str = ""


ROWS: Final = (
    Row(EXHAUSTED, "exhausted", judged_before=True),
    Row(CHALLENGED, "challenged", passive="challenged"),
    Row(KNOCKED_DOWN, "knocked down", judged_before=True, passive="knocked down"),
    Row(KNOCKED_OUT, "knocked out", judged_before=True, where=LEFT, passive="knocked out"),
    Row(REMOVED, "removed", judged_before=True, where=LEFT, passive="removed"),
    Row(LEAVES, "leaves", judged_before=True, where=LEFT),
    Row(STANDS, "stands", judged_before=True),
    Row(RETURNS, "returns", noted_when_done=True),
    Row(PAYS_LESS, "pays less"),
    Row(WINS, "wins"),
    Row(LOSES, "loses"),
    Row(ROLLS, "rolls", noted_when_done=True),
    Row(ENDS_MOVEMENT, "ends"),
    Row(ENTERS, "enters", judged_before=True, where=ENTERED),
    Row(TAKES, "takes", judged_before=True),
    Row(KNOCKS_OUT, "knocks out", judged_before=True, where=LEFT),
    Row(REACHES, "reaches"),
    Row(LAST_TOKEN, "last token", noted_when_done=True),
    Row(DOES, "does", judged_before=True),
    Row(CHALLENGE_BY, "challenge by"),
    Row(CHALLENGE_AGAINST, "challenge against"),
    Row(ROLLS_TO_DEFEND, "rolls to defend", noted_when_done=True),
    Row(MOVES, "moves", judged_before=True),
    Row(BEATEN, "beaten"),
    Row(WITHSTANDS, "withstands"),
    Row(CROSSES, "crosses"),
    Row(REACHES_FARTHER, "reaches farther"),
    Row(ROLLS_IN_A_CHALLENGE, "rolls in a challenge", noted_when_done=True),
    Row(START_OF_GAME, "start of the game"),
    Row(START_OF_ROUND, "start of each round"),
    Row(START_OF_TURN, "start of its turn"),
    Row(END_OF_TURN, "end of its turn"),
    Row(END_OF_ROUND, "end of the round"),
    Row(BEFORE_ROUND_ENDS, "round ends"),
)
KIND_OF: Final = {row.verb: row.kind for row in ROWS}

if KIND_OF.keys() != EVENTS.keys() | MOMENTS.keys():
    raise ImportError(f"an event of the vocabulary and its kind differ: {sorted(KIND_OF.keys() ^ (EVENTS.keys() | MOMENTS.keys()))}")
KIND_OF[THIS_TURN] = END_OF_TURN
if [row.kind for row in ROWS] != list(range(len(ROWS))):
    raise ImportError("the rows of happenings are not in the order of their kinds")


class Happening:
    """Something that happens, under one of its kinds: to whom, with what, and whose doing it is; -1 where there is none.

    `object` is what is taken, knocked out, entered (a square), crossed (a wall), done (bits of the action), paid (a colour), rolled (a declared die), or the points reached.
    `square` is the one that the subject left. `by` is the challenger, or who has the credit. `side` is the side that is
    spoken of (`you knock out`), by default the subject's. `before` is what a number was that is now `object`. `target` is
    that of the challenge which is won, lost, declared or over.
    """

    __slots__ = ("before", "by", "kind", "object", "side", "square", "subject", "target")

    def __init__(
        self,
        kind: int,
        subject: Thing = NOTHING,
        object: int = -1,
        square: Square = NO_SQUARE,
        by: Thing = NOTHING,
        side: Side = NO_SIDE,
        before: int = -1,
        target: Thing = NOTHING,
    ) -> None:
        self.kind = kind
        self.subject = subject
        self.object = object
        self.square = square
        self.by = by
        self.side = side
        self.before = before
        self.target = target
