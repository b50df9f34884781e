"""One question at a time: who decides, for which figure, why, and every answer there is."""

from __future__ import annotations

from typing import NamedTuple

CHANCE = -1

# The verbs of a choice.
SIDE, FLIP, PICK, PLACE, TURN, MOVE, CHALLENGE, ASSIST, INTERACT, RALLY, END, ROLL, FIGURE, SQUARE = range(14)
# Further ones, for card texts.
ABILITY, USE, OFFER, THING, WAY, YES, NO, DONE, ORDER = range(14, 23)
# And for attachments: `figure` is who has it, -1 for a bonus objective; `thing` a figure or piece.
ATTACH = 23

VERBS = [
    "side", "flip", "pick", "place", "turn", "move", "challenge", "assist", "interact", "rally", "end", "roll",
    "figure", "square", "ability", "use", "offer", "thing", "way", "yes", "no", "done", "order", "attach",
]  # fmt: skip

ACTION_VERBS = [MOVE, CHALLENGE, ASSIST, INTERACT, RALLY, END, ABILITY, USE, OFFER]

# What is asked.
ASK_SIDE, ASK_FLIP, ASK_PICK, ASK_PLACE, ASK_TURN, ASK_ACTION, ASK_ROLL, ASK_RETURN, ASK_WHERE = range(9)
ASK_TEXT, ASK_ORDER, ASK_ATTACH = range(9, 12)

ASKS = ["side", "flip", "pick", "place", "turn", "action", "roll", "return", "where", "text", "order", "attach"]

_WORDS: list[tuple[str, tuple[str, ...]]] = [
    ("choose a base colour; it fixes the starting area", ("SUP-2",)),
    ("the First Player marker is flipped", ("SUP-2", "TIM-3")),
    ("pick a character", ("SUP-3", "SUP-4")),
    ("place the figure in the starting area", ("SUP-6",)),
    ("choose the character that takes the turn", ("TRN-1",)),
    ("choose an action", ("TRN-2",)),
    ("roll the dice", ("CHA-5",)),
    ("choose which figure returns first", ("CDN-2",)),
    ("choose the square it returns to", ("CDN-3", "CDN-4")),
    ("go on with the card", ("ABI-3",)),
    ("choose which effect comes first", ("TIM-1",)),
    ("pick an attachment and who has it", ("ATT-1", "SUP-10")),
]


# What a text asks, by its first answer.
_BY_VERB = {
    FIGURE: "choose a figure", SQUARE: "choose a square", THING: "choose which one", WAY: "choose what to do", YES: "do it or not",
}  # fmt: skip


class Choice(NamedTuple):
    """One answer. `thing` is a figure, a piece (`PIECE +` its number), a square, a side or a card, by the verb."""

    verb: int
    figure: int = -1
    thing: int = -1
    path: tuple[int, ...] = ()


PIECE = 256

# Answers that name a figure and nothing else, given in every turn: made once and shared.
TURN_OF = [Choice(TURN, figure) for figure in range(PIECE)]
END_OF = [Choice(END, figure) for figure in range(PIECE)]


class Decision:
    """The open question; never changed once asked, so clones share it.

    `about` names the card whose text asks, or is empty. `weights` belong to the options of chance and sum to the number of equally likely outcomes.
    """

    __slots__ = ("about", "asked", "figure", "options", "seats", "secret", "side", "weights")

    def __init__(
        self,
        asked: int,
        seats: list[int],
        side: int,
        figure: int,
        options: list[Choice],
        weights: list[int] | None = None,
        secret: bool = False,
        about: str = "",
    ) -> None:
        self.asked = asked
        self.seats = seats
        self.side = side
        self.figure = figure
        self.options = options
        self.weights = weights
        self.secret = secret
        self.about = about

    @property
    def seat(self) -> int:
        """The first of those who may answer; `CHANCE` for dice and flips."""
        return self.seats[0]

    @property
    def is_chance(self) -> bool:
        """Whether chance answers."""
        return self.weights is not None

    @property
    def reason(self) -> str:
        """Why this is asked, in words; a question of a text begins with the card's name."""
        said = _BY_VERB.get(self.options[0].verb, "") if self.asked == ASK_TEXT and self.options else ""
        said = said or _WORDS[self.asked][0]
        return f"{self.about}: {said}" if self.about else said

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that ask it."""
        return _WORDS[self.asked][1]

    def offers(self, choice: Choice) -> bool:
        """Whether this is one of the options."""
        return choice in self.options

    def __repr__(self) -> str:
        return f"<Decision {ASKS[self.asked]} seat {self.seat} figure {self.figure}: {len(self.options)} options>"
