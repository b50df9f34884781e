"""The fields of a state, in one table: its slots, `clone` and `facts` in `state.py` are generated from it by `tools/state_fields`.

`python3 run.py generate` writes the generated part; a test compares. Generated code, because a loop over names would make
`clone` ten times slower and could not be compiled.
"""

from __future__ import annotations

from typing import NamedTuple

# How a clone gets a field: its own copy of a list; the same list, which is replaced and never written into; the same value; a copy
# of each frame; a new empty list.
COPIED, SHARED, VALUE, FRAMES, EMPTY = range(5)


class Field(NamedTuple):
    """One field of a state. `json` is its key among the memory of a state's JSON, where `rest` values are left out.

    The laws of `tests/test_fields.py` change each field and see it in the JSON, or the reason why it need not be there.
    """

    name: str
    type: str
    how: int
    doc: str
    is_fact: bool = True
    json: str = ""
    rest: int = -1


FIELDS = (
    Field("setup", "Setup", VALUE, "All that is fixed for the game.", is_fact=False),
    Field("texts", "TextIndex", VALUE, "The texts of the cards in play.", is_fact=False),
    Field(
        "figure_at", "list[Square]", COPIED, "Each figure's square, or where it is otherwise: a place of the track, `RETURNING`, `RESERVE`."
    ),
    Field("down", "list[int]", COPIED, "Whether each figure is knocked down."),
    Field("exhaust_markers", "list[int]", COPIED, "How many exhausted markers each figure has (TRN-3, ULT-2)."),
    Field("card", "list[CardId]", SHARED, "Each figure's card in the catalog, -1 while it is to be picked."),
    Field("secret", "list[CardId]", SHARED, "The card each figure was given in secret and not shown yet, or -1 (SUP-11)."),
    Field(
        "piece_at", "list[Square]", COPIED, "Each piece's square, or where it is otherwise: track, wall, `ON_CARD`, `IN_FORCE`, `RESERVE`."
    ),
    Field("piece_holder", "list[FigureId]", COPIED, "The figure that has each piece on its card, or -1."),
    Field("piece_side", "list[Side]", SHARED, "The side each piece is with, or -1."),
    Field("pool", "list[int]", SHARED, "Ability tokens in the pools, by side and colour (`tracks.pool_index`)."),
    Field("track", "list[int]", SHARED, "Ability tokens on the tracks, by side, place and colour (`tracks.track_index`)."),
    Field("points", "list[int]", SHARED, "The points of each side."),
    Field("team", "list[int]", SHARED, "The team that plays each side, -1 while that is open (SUP-2)."),
    Field("round", "int", VALUE, "The round, 0 during set-up."),
    Field("first", "Side", VALUE, "The side with the First Player marker, or `NO_SIDE`."),
    Field("winner", "Side", VALUE, "The side that has won, or `NO_SIDE`."),
    Field("over", "bool", VALUE, "Whether the game is over."),
    Field("stack", "list[Frame]", FRAMES, "The frames under way, the topmost last."),
    Field("last", "list[Square]", COPIED, "The square each figure left last, or -1.", json="last"),
    Field("piece_last", "list[Square]", SHARED, "The square that each piece left last, or -1.", json="piece_last"),
    Field("first_at", "list[Square]", SHARED, "The square in which each figure began, or -1.", json="first_at"),
    Field(
        "piece_first", "list[Square]", SHARED, "The square in which each piece first lay if a text asks for it, or -1.", json="piece_first"
    ),
    Field("controlled_by", "list[Side]", SHARED, "The side that controls each figure instead of its own, or -1 (CTL-1).", json="holder"),
    Field("carried_by", "list[FigureId]", SHARED, "The figure that carries each bonus objective, or -1.", json="borne"),
    Field(
        "owner", "list[FigureId]", SHARED, "The figure that put each piece into play, or whose it is, or -1 (CHA-18, TOK-7).", json="owner"
    ),
    Field("claims", "list[Side]", SHARED, "The side whose colour each area shows, or -1.", json="claims"),
    Field("counts", "list[int]", COPIED, "The counters of texts: limits used up, events that happened (TRN-8).", json="counts", rest=0),
    Field("lasting", "list[Frame]", SHARED, "Standing rules that a text began with `Until`, each as the frame it was begun in."),
    Field("event_squares", "list[int]", SHARED, "Masks of the squares where events happened that texts remember.", json="sites", rest=0),
    Field("chain", "int", VALUE, "How many effects one event has set off so far (TIM-8).", json="chain", rest=0),
    Field("of", "list[FigureId]", SHARED, "The figure each figure belongs to, or -1."),
    Field("picks", "list[int]", SHARED, "The attachments picked and not shown yet, or -1 (ATT-1).", json="picks"),
    Field("steps", "int", VALUE, "How many steps of texts were done since the last choice.", is_fact=False),
    Field(
        "extra_actions",
        "int",
        VALUE,
        "How many extra actions texts that can go on and on gave in this turn (TIM-8).",
        json="extra_actions",
        rest=0,
    ),
    Field("decision", "Decision | None", VALUE, "The open question; None when the game is over.", is_fact=False),
    Field("passed", "list[Choice]", EMPTY, "The forced answers given since the last choice, which were not asked for.", is_fact=False),
)

MEMORY = {field.json: field for field in FIELDS if field.json and field.type != "int"}
NUMBERS = {field.json: field for field in FIELDS if field.json and field.type == "int"}
