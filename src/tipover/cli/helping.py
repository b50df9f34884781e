"""What `help` says: only what can occur in this game, with marks and squares of its own."""

from __future__ import annotations

from tipover.board.mask import squares_of
from tipover.cards.catalog import CHARACTER
from tipover.cli.out import folded
from tipover.engine.core.ids import PLACES
from tipover.engine.core.state import State
from tipover.engine.queries.card_texts import has_texts

TAB = 21


def help_lines(state: State, columns: int) -> list[str]:
    """The lines of `help`, folded."""
    one, ally, rival, square = _examples(state)
    setup = state.setup
    rows = [(one, f"{one} takes the turn"), (f"{one}: move {square}", "move up to 2 squares; a square alone will do (a move may stay where it is)"),
            (f"{one}: challenge {rival}", "challenge an adjacent rival")]  # fmt: skip
    if ally:
        rows.append((f"{one}: assist {ally}", "help up an adjacent ally that is knocked down"))
    if setup.point_pieces:
        rows.append((f"{one}: interact {setup.pieces[setup.point_pieces[0]].letter}", "take an adjacent point marker"))
    rows += _card_rows(state, one)
    rows += [(f"{one}: rally", "stand up, for both actions"), (f"{one}: end", "no more actions")]
    if setup.box:
        rows.append(("pick NAME", "the character you choose"))
    area = squares_of(setup.starts[setup.side_of[setup.figure(one)]]) if setup.figure(one) >= 0 else []
    if "scene" not in setup.source and area:
        rows.append((f"place {one} {setup.grid.name(area[0])}", "in set-up; the square alone will do"))
    rows.append((square, "the square to place, return or move to"))
    rows.append(("roll b s", "dice you rolled: b burst, s shield, ! triple; 'roll' rolls for you"))
    besides = [
        (f"why {one}: move {square}", "may it do that? if not, by which rule"),
        ("why 3", "what option 3 comes to"),
        (f"why {one} {rival}", f"does {one} see {rival}, and why"),
        (f"see {rival}", "what is seen from there; a square or a figure"),
        (f"card {rival}", "its card: abilities with their prices, trait, what it has"),
        ("odds", "the chances of the challenges you may declare"),
        ("lines", "the lines inside squares, and the steps they block"),
        ("undo", "take back your last choice, up to the last die"),
        ("board", "the board and the question again"),
        ("save FILE", "the game as a record that others may have: the dice as they fell, no seed, nothing that is still secret"),
        ("quit", "leave"),
    ]
    lines = folded("Type an option's number, or a line:", columns) + _rows(rows, columns)
    lines += folded(f"While a figure acts, its name may be left out: 'move {square}', 'end'.", columns)
    lines += folded(f"A figure goes by its mark ({one}), or by the beginning of its name{_name_of(state, one)}.", columns)
    lines += ["And besides:", *_rows(besides, columns)]
    told = (f"The pool holds a side's ability tokens that are ready. The cooldown track has places 1 to {PLACES}: what lies there, "
            "spent tokens and figures that are out, goes down a place each round and then comes back.")  # fmt: skip
    return lines + folded(told, columns)


def _card_rows(state: State, mark: str) -> list[tuple[str, str]]:
    """An ability, and how a card's questions are answered; nothing where no card has a text."""
    figure = state.setup.figure(mark)
    card = state.setup.card(state.card[figure]) if figure >= 0 and state.card[figure] >= 0 else None
    rows: list[tuple[str, str]] = []
    if card is not None and card.abilities:
        rows.append((f"{mark}: {card.abilities[0].name}", "do an ability: a token of its colour goes to that place of the track"))
    if has_texts(state):
        rows.append((f"> {mark}, > yes, > no", "answers to what a card asks: a figure, a square, a token, 'done'"))
    return rows


def _name_of(state: State, mark: str) -> str:
    figure = state.setup.figure(mark)
    return f" ({state.name(figure).split()[0]})" if figure >= 0 and state.card[figure] >= 0 else ""


def _examples(state: State) -> tuple[str, str, str, str]:
    """A figure, an ally, a rival and a square of this game; the asked side's first."""
    setup = state.setup
    side = state.decision.side if state.decision is not None and state.decision.side >= 0 else setup.sides[0]
    people = [f for f in setup.figure_ids if setup.kind_of[f] == CHARACTER]
    mine = [setup.mark(f) for f in people if setup.side_of[f] == side] or [setup.mark(f) for f in people] or ["L1"]
    rivals = [setup.mark(f) for f in people if setup.side_of[f] != side] or ["D2"]
    grid = setup.grid
    return mine[0], mine[1] if len(mine) > 1 else "", rivals[-1], grid.name(grid.at(min(2, grid.columns - 1), min(3, grid.rows - 1)))


def _rows(rows: list[tuple[str, str]], columns: int) -> list[str]:
    lines: list[str] = []
    for typed, said in rows:
        lines += ["  " + line for line in folded(f"{typed.ljust(TAB - 2)} {said}", columns - 2, " " * (TAB - 1))]
    return lines
