"""What one seat may see of secret choices inside texts, and of secret attachments (SUP-11)."""

from __future__ import annotations

import json

import pytest

from kit.marks import rule
from kit.table import Game
from tipover import Match, arrange, load, view
from tipover.engine.codec import decision_json, state_from_json, state_json
from tipover.engine.core.frames import kinds, text_frame
from tipover.engine.laws.secrets import is_at_reveal
from tipover.play.dice import Stream

CAST = {
    "light": ["Gi-hun", "Jon Snow", "Rose Nylund"],
    "dark": ["Il-nam", "Black Widow", "Blanche Devereaux"],
    "third": ["Iron Man", "Captain America", "Lifeguard"],
}
SHELF = ["Needle", "Cheesecake", "Ghost", "Hack the Terminal"]


def choosing(scenario: str = "Leaders", where: str = "Barracks", sides: tuple[str, ...] = ("light", "dark"), seats: int = 1) -> Game:
    """A game at its first secret question: each side chooses its leader (or target)."""
    described = {"map": where, "scenario": scenario, "sides": [{"side": side, "seats": seats, "figures": CAST[side]} for side in sides]}
    game = Game(arrange(load(), described).start())
    game.play("flip light")
    while not game.state.decision.secret:
        game.play(game.options[0])
    return game


def attaching(*picked: str) -> Game:
    """Light picks two attachments in secret, then dark."""
    sides = [{"side": side, "figures": CAST[side], "attach": 2} for side in ("light", "dark")]
    game = Game(arrange(load(), {"map": "Barracks", "sides": sides, "box": SHELF, "secret": True}).start())
    game.play("flip light", *(f"pick {one}" for one in picked))
    return game


def chosen(game: Game, place: int = 0) -> int:
    """What a sealed text of a state holds."""
    frame = [one for one in game.state.stack if is_at_reveal(game.state, one)][place]
    step = game.state.texts.programs[text_frame.program(frame)].steps[frame[kinds.STAGE] - 1]
    assert step.phrase is not None
    return text_frame.referent(frame, step.phrase.slot)


# -- texts -----------------------------------------------------------------------------------------------------


@rule("SUP-11")
def test_a_secret_choice_in_a_text_does_not_change_anothers_view():
    seen, own = set(), set()
    for leader in ("L1", "L2", "L3"):
        game = choosing()
        game.play(f"> {leader}")
        seen.add(json.dumps([view(game.state, 1).json(), decision_json(game.state, view(game.state, 1).redacted().decision)]))
        own.add(json.dumps(view(game.state, 0).json()))
    assert len(seen) == 1 and len(own) == 3


@rule("SUP-11")
def test_the_chooser_sees_its_own_choice_and_both_seats_of_its_side_do():
    game = choosing(seats=2)
    game.play("> L2")
    assert [view(game.state, seat).hides for seat in range(4)] == [False, False, True, True]
    assert view(game.state, 1).json() == state_json(game.state)


@rule("SUP-11")
def test_nobody_has_the_marker_before_all_have_chosen():
    game = choosing()
    game.play("> L2")
    assert all(game[f"{mark}.carries"] == [] for mark in ("L1", "L2", "L3"))
    game.play("> D1")
    assert game["L2.carries"] == ["Leader"] and game["D1.carries"] == ["Leader"]
    assert [view(game.state, seat).hides for seat in (0, 1)] == [False, False], "shown to everyone"


@rule("SUP-11")
def test_samples_fill_in_any_lawful_choice_and_do_not_favour_the_truth():
    game = choosing()
    game.play("> L2")
    stream = Stream("leaders")
    drawn = {f: 0 for f in range(3)}
    for _ in range(600):
        sample = view(game.state, 1).sample(stream)
        drawn[chosen(Game(sample))] += 1
        assert sample.decision.options == game.state.decision.options
    assert all(150 < number < 250 for number in drawn.values()), drawn


@rule("SUP-11")
def test_a_sample_can_be_played_on_and_is_a_state_like_any_other():
    game = choosing()
    game.play("> L2")
    for seed in range(10):
        sample = view(game.state, 1).sample(Stream(seed))
        back = state_from_json(sample.setup, json.loads(json.dumps(state_json(sample))))
        assert back == sample
        played = Game(sample)
        played.play("> D2")
        leaders = [mark for mark in ("L1", "L2", "L3") if played[f"{mark}.carries"]]
        assert len(leaders) == 1 and played["D2.carries"] == ["Leader"]


@rule("SUP-11")
def test_a_view_never_changes_the_state():
    game = choosing()
    game.play("> L2")
    before = game.state.digest()
    seen = view(game.state, 1)
    seen.redacted(), seen.sample(Stream(1)), seen.json()
    assert game.state.digest() == before and chosen(game) == 1


@rule("SUP-11", "FFA-1")
def test_with_three_sides_everything_stays_hidden_until_the_last_has_chosen():
    seen = set()
    for first in ("L1", "L2"):
        for second in ("D1", "D3"):
            game = choosing("Scrimmage", "Shuri's Lab", ("light", "dark", "third"))
            game.play(f"> {first}", f"> {second}")
            assert len(view(game.state, 2).hidden_frames) == 2
            assert len(view(game.state, 0).hidden_frames) == len(view(game.state, 1).hidden_frames) == 1
            seen.add(json.dumps(view(game.state, 2).json()))
    assert len(seen) == 1


@rule("SUP-11")
def test_nothing_is_hidden_before_anybody_has_chosen():
    game = choosing()
    assert not view(game.state, 1).hides and view(game.state, 1).json() == state_json(game.state)


@rule("SUP-11")
@pytest.mark.parametrize("place", [0, 1])
def test_other_texts_of_a_side_do_not_give_its_choice_away(place):
    """Front Man has a text at the start too, so dark chooses which comes first; light's leader stays hidden meanwhile."""
    seen = set()
    for leader in ("L1", "L2"):
        sides = [{"side": "light", "figures": CAST["light"]}, {"side": "dark", "figures": ["Front Man", "Black Widow", "Il-nam"]}]
        game = Game(arrange(load(), {"map": "Barracks", "scenario": "Leaders", "sides": sides}).start())
        game.play("flip light")
        while not game.state.decision.secret:
            game.play(game.options[0])
        game.play(f"> {leader}")
        assert all(game[f"{mark}.carries"] == [] for mark in ("L1", "L2", "L3")), "dark has not chosen yet"
        game.play(game.options[place])
        seen.add(json.dumps(view(game.state, 1).json()))
    assert len(seen) == 1


@rule("SUP-11")
def test_what_was_shown_cannot_be_taken_back():
    game = choosing()
    match = Match(game.state.setup, None, [], game.state)
    match.play("> L2")
    assert match.can_undo, "nobody has seen it"
    match.play("> D1")
    assert not match.can_undo, "both leaders are known now"
    match = Match(game.state.setup, None, [], attaching("Needle for L1", "Ghost for L2", "Needle for D1").state)
    match.play("pick Ghost for D2")
    assert not match.can_undo


# -- attachments -----------------------------------------------------------------------------------------------


@rule("SUP-11", "ATT-1")
def test_secret_attachments_do_not_change_anothers_view():
    seen = set()
    for picks in (("Needle for L1", "Ghost for L2"), ("Ghost for L1", "Hack the Terminal"), ("Cheesecake for L3", "Needle for L3")):
        game = attaching(*picks)
        assert view(game.state, 1).hidden_picks == [0, 1] and view(game.state, 0).hidden_picks == []
        seen.add(json.dumps(view(game.state, 1).json()))
        assert json.dumps(view(game.state, 0).json()) == json.dumps(state_json(game.state))
    assert len(seen) == 1


@rule("SUP-11", "ATT-1")
def test_samples_of_attachments_are_lawful():
    game = attaching("Ghost for L1", "Hack the Terminal", "Needle for D1")
    stream = Stream("attachments")
    drawn = set()
    for _ in range(300):
        sample = view(game.state, 1).sample(stream)
        assert sample.picks[2] == game.state.picks[2], "one's own pick stays"
        assert sample.decision is not None and sample.decision.side == 1
        played = Game(sample)
        played.play(played.options[0])
        things = [pick // 512 for pick in sample.picks[:2]]
        held = [
            slot.name
            for p, slot in enumerate(sample.setup.pieces)
            if slot.side == 0 and slot.sort == "item" and sample.piece_holder[p] >= 0
        ]
        figures = [sample.name(f) for f, slot in enumerate(sample.setup.figures) if slot.side == 0 and slot.kind and sample.card[f] >= 0]
        assert len(held) + len(figures) == 2 and things
        drawn.add(tuple(sorted(held + figures)))
    assert len(drawn) == 6, "every pair of four"


@rule("SUP-11", "ATT-1")
def test_open_attachments_are_seen_by_everyone():
    sides = [{"side": side, "figures": CAST[side], "attach": 1} for side in ("light", "dark")]
    game = Game(arrange(load(), {"map": "Barracks", "sides": sides, "box": SHELF}).start())
    game.play("flip light", "pick Needle for L1")
    assert not view(game.state, 1).hides and view(game.state, 1).json() == state_json(game.state)


@rule("SUP-11")
def test_once_shown_nothing_is_hidden():
    game = attaching("Needle for L1", "Ghost for L2", "Needle for D1", "Ghost for D2")
    assert [view(game.state, seat).hides for seat in (0, 1)] == [False, False]
