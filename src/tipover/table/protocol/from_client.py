"""Messages from the browser."""

from __future__ import annotations

from tipover.table.protocol.literals import BasicAction, DrawAnswer, ReviewDeed, SideSent
from tipover.table.protocol.wire import VERSION, ClientMessage, Seed, Wire, Word


class Hello(ClientMessage, tag="hello", forbid_unknown_fields=False):
    """The first message: which table, and which seats the sender has. Without a token the sender watches.

    Unlike all other messages it may have fields that the table does not know: a newer page may meet an older process while servers
    are restarted one after the other. What must not be overlooked has a new `version`.

    If nothing has happened since `last`, the welcome leaves the game out. `language` is the code of a catalogue of sentences
    (`en`, `de`); an unknown one is answered in English. When the reader changes the language, the browser says hello again
    without `last`. HTTP requests have the language in the header `Tipover-Language`.
    """

    code: Word  # The table's code.
    tokens: list[str] = []  # Tokens of the sender's seats; none to watch.
    last: int = -1  # The `seq` of the moment that the browser already has, -1 for none.
    version: int = VERSION  # The version of the protocol that the browser speaks.
    language: Word = "en"  # The code of the reader's language.
    delay: int = 0  # To watch: show what happens so many seconds later (0, 30 or 120). A table may have a longer delay of its own.


class Choose(ClientMessage, tag="choose"):
    """Answer the open question of the moment `seq`, by the number of an option or by a typed `line`."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seat: int  # The seat that the sender acts for.
    seq: int  # The `seq` of the moment whose question is answered.
    line: str = ""  # A typed answer, instead of `option`.
    option: int = -1  # The number of the chosen option, -1 if `line` is given.


class Undo(ClientMessage, tag="undo"):
    """Take back the seat's last choice, if it is after the last die or revealed secret.

    Once somebody at another screen has been asked, this only asks for their consent (`undo_answer`).
    """

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seat: int  # The seat that the sender acts for.
    seq: int  # The `seq` of the moment that the sender sees.


class UndoAnswer(ClientMessage, tag="undo_answer"):
    """Let somebody else take back a choice, or not."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seat: int  # The seat that the sender acts for.
    agree: bool  # Whether the choice may be taken back.


class Say(ClientMessage, tag="say"):
    """Send a line of chat, at most 200 characters, or a ready phrase, which everybody reads in their own language."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seat: int  # The seat that the sender acts for.
    text: str = ""  # The line.
    phrase: Word = ""  # The name of a phrase, instead of `text`.


class Resign(ClientMessage, tag="resign"):
    """Resign the game for the seat."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seat: int  # The seat that the sender acts for.


class DrawOffer(ClientMessage, tag="draw"):
    """Offer a draw (`offer`), accept an offer (`agree`), or decline or withdraw it (`decline`)."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seat: int  # The seat that the sender acts for.
    answer: DrawAnswer  # `offer`, `agree` or `decline`.


class Rematch(ClientMessage, tag="rematch"):
    """Ask for the same game with sides swapped; the next table opens when all people who are present want it."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seat: int  # The seat that the sender acts for.
    seed: Seed = ""  # As in `SeatWanted`, for the next game; sent after `next_commitment` was published.


class StandIn(ClientMessage, tag="stand_in"):
    """Put a bot at a seat that is open or whose person has been away for long, or take the sender's own seat back (`bot` empty)."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seat: int  # The seat that the sender acts for.
    at: int  # The seat that the bot takes or leaves.
    bot: Word = "random"  # The bot's name, perhaps with a style (`level3+brawler`), or empty to take the seat back. For an absent person the table chooses a bot of its own level.


class Rename(ClientMessage, tag="rename"):
    """Change the name shown at the seat."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seat: int  # The seat that the sender acts for.
    name: str  # The new name.


class Revoke(ClientMessage, tag="revoke"):
    """Replace the seat's token by a new one: other devices lose the seat."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seat: int  # The seat that the sender acts for.
    token: Seed = ""
    """The new token, made and stored by the browser, so that a lost answer does no harm. If empty, the answer contains a new one once."""


class NextStep(ClientMessage, tag="next_step"):
    """In a lesson: continue after a step without a goal, or start the lesson again (`again`)."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seat: int  # The seat that the sender acts for.
    again: bool = False  # Start the lesson again.


class DiceShare(ClientMessage, tag="share"):
    """The seat's share of the roll that the moment waits for (`roll_waits`): the link of its chain with the roll's number."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seat: int  # The seat that the sender acts for.
    number: int  # The number of the roll.
    link: Word = ""  # The link, 64 hex digits; empty if this browser does not have the chain, so that nobody waits for it.


class StandingOrder(ClientMessage, tag="order"):
    """Leave word how the seat answers what a card asks outside its turn (`orders` of the question), or revoke it (`answer` empty)."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seat: int  # The seat that the sender acts for.
    about: Word  # The name of the card or ability that asks.
    answer: Word = ""  # `always` do it, `never` ask me about it, or empty for no order any more.
    line: Word = ""  # With `always`, of several answers: the `line` of one in `order_options` of the open question.


class SquareTry(Wire, tag_field="tries", tag="square", forbid_unknown_fields=True):
    """A click on a square that the question does not offer."""

    square: int  # The square that was clicked.
    action: BasicAction | None = None  # The basic action that is selected, if any.


class ActionTry(Wire, tag_field="tries", tag="action", forbid_unknown_fields=True):
    """The button of a basic action that is not offered."""

    action: BasicAction  # The action.


class AbilityTry(Wire, tag_field="tries", tag="ability", forbid_unknown_fields=True):
    """An ability of the acting figure's card that is not offered, counted from 0."""

    ability: int  # Its number on the card.


Try = SquareTry | ActionTry | AbilityTry


class AskWhy(ClientMessage, tag="ask_why"):
    """Ask why typed lines or tries are refused, and what would work instead, now or after the answers of a plan."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    lines: list[str] = []  # Typed answers.
    plan: list[int | str] = []  # Answers that are assumed to be given first.
    ahead: bool = False  # The page asks in advance and nobody has tried these yet: a lesson that waits for a refusal does not count it.
    tries: list[Try] = []  # Things that were clicked.


class AskOdds(ClientMessage, tag="ask_odds"):
    """Ask for the exact odds of options, at the moment `seq` or after the answers of a plan from there."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seat: int  # The seat that the sender acts for.
    seq: int  # The `seq` of the moment that the options belong to.
    options: list[int]  # Numbers of options.
    plan: list[int | str] = []  # Answers that are assumed to be given first.


class AskSight(ClientMessage, tag="ask_sight"):
    """Ask what a figure sees, or would see from a square; with `to`, whether the line to that square is clear."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    figure: int = -1  # Whose sight, or -1.
    square: int = -1  # From which square; -1 for where the figure stands.
    to: int = -1  # The square that the line goes to, -1 for none.


class AskThreats(ClientMessage, tag="ask_threats"):
    """Ask what the rivals of a side can reach and challenge in their next turn."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    side: SideSent  # The side whose rivals are asked about.
    figure: int = -1  # The figure of that side that the chances at empty squares are for, -1 for none.


class AskPlan(ClientMessage, tag="ask_plan"):
    """Ask for the position after some answers of the seat; nothing is played.

    An answer is the number of an option of the question that is then open, or a typed line. Where dice fall, or somebody else
    answers in the middle of an action, it is the number of one of the branches that the answer has told.
    """

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seat: int  # The seat that the sender acts for.
    seq: int  # The `seq` of the moment that the plan starts from.
    answers: list[int | str]  # The answers, in order.


class AskMoments(ClientMessage, tag="ask_moments"):
    """Ask for earlier positions: after `first` to `last` choices, at most 20."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    first: int  # The first position, as the number of choices before it.
    last: int  # The last position.


class AskHint(ClientMessage, tag="ask_hint"):
    """Ask for good answers to the seat's question, with reasons."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seat: int  # The seat that the sender acts for.


class AskAnalysis(ClientMessage, tag="ask_analysis"):
    """Ask for the analysis of a finished game. It takes a while: ask again until `done` is 1."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.


class Review(ClientMessage, tag="review"):
    """Look at a record together: come (`join`), go (`leave`), ask to lead (`lead`); the leader looks at a moment or gives the lead away."""

    id: str  # Chosen by the browser.
    deed: ReviewDeed  # `join`, `leave`, `look`, `lead` or `give`.
    name: Word = ""  # To join: the sender's name.
    at: int = 0  # To look, or to join an empty room: the moment.
    to: int = 0  # To give: the number of who is to lead.


class Ping(ClientMessage, tag="ping"):
    """Check the connection; answered by `pong`."""


FromBrowser = (
    Hello | Choose | Undo | UndoAnswer | Say | Resign | DrawOffer | Rematch | StandIn | Rename | Revoke | NextStep | DiceShare | StandingOrder
    | AskWhy | AskOdds | AskSight | AskThreats | AskPlan | AskMoments | AskHint | AskAnalysis | Review | Ping
)  # fmt: skip
