"""Questions, labels, reminders, news and endings of stated positions, word for word."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from kit.marks import rule
from kit.packs import pack
from kit.shown import log
from kit.table import Game, Side, scene
from kit.texts import card_with
from tipover import Match, arrange, load
from tipover.engine.core import questions, verbs
from tipover.play.chances import outlook
from tipover.play.deal import MODES, Wish, deal
from tipover.play.dice import Stream
from tipover.play.notation.lines import parse
from tipover.table.present.game import game_shown, mode_of
from tipover.table.present.moment import position
from tipover.table.present.news import news
from tipover.table.present.options import label
from tipover.table.present.plain_names import table_printer
from tipover.table.present.question import prompt as prompt_of
from tipover.table.present.question import question
from tipover.table.protocol.from_server import Update, Welcome
from tipover.table.protocol.game import FigureNow, Moment, Question
from tipover.table.protocol.options import KINDS, Option

TERRAIN = pack("terrain")

PUNCH = """
    +---+---+---+
    | A   b   . |
    +   +   +   +
    | .   .   . |
    +---+---+---+
"""


def match_at(game: Game) -> Match:
    """A match with stated dice that goes on from a scene."""
    return Match(game.state.setup, None, start=game.state)


def asked(match: Match, seat: int = 0) -> Question:
    found = question(match, [seat])
    assert found is not None
    return found


def option(match: Match, line: str, seat: int = 0) -> Option:
    return next(one for one in asked(match, seat).options if one.line == line)


def moment(match: Match) -> Moment:
    return position(match.state, [0], 1, len(match.choices))


def figure(match: Match, mark: str) -> FigureNow:
    return next(one for one in moment(match).figures if one.mark == mark)


def punch() -> Match:
    return match_at(scene(PUNCH, A="Sae-byeok", b="Worker #28", pool="blue silver silver"))


# -- questions -------------------------------------------------------------------------------------------


def test_an_action_is_asked_for_with_short_labels() -> None:
    match = punch()
    shown = asked(match)
    assert (shown.prompt, shown.task) == ("Sae-byeok: choose an action", "choose an action")
    assert (shown.action, shown.actions, shown.side, shown.figure) == (1, 2, "light", 0)
    assert [one.label for one in shown.options] == [
        "Stay on a1", "Move to c1", "Move to a2", "Move to b2", "Move to c2", "Challenge Worker #28",
        "Sucker Punch", "Easily Overlooked", "Intimidating Demand", "End turn",
    ]  # fmt: skip
    assert option(match, "A: move c1").path == [4, 2], "b stands on b1, so the way goes round it."
    assert option(match, "A: challenge b") == KINDS[verbs.CHALLENGE](
        5, "A: challenge b", "Challenge Worker #28", True, True, figure=0, target=1, square=1
    )
    sucker = option(match, "A: Sucker Punch")
    assert sucker.detail == "blue 3: Challenge 3, plus 1 for each silver token in your pool."
    assert (sucker.ability, sucker.challenge) == (0, True)
    assert not option(match, "A: Easily Overlooked").challenge


def test_what_would_be_lost_is_said_before_the_turn_ends() -> None:
    match = punch()
    assert asked(match).lost == [
        "Can still be used: Sucker Punch; Intimidating Demand.",  # every square is beside the rival: Easily Overlooked finds none
        "Pickpocket: When Sae-byeok becomes exhausted, shift an ability token on your track down 1 for each adjacent rival.",
    ]
    match.play("A: Easily Overlooked")
    assert asked(match).lost[0] == "Can still be used: Intimidating Demand."
    assert (asked(match).action, asked(match).actions) == (2, 2)


def test_nobody_is_reminded_of_what_would_do_nothing() -> None:
    """Rose has no ally to tell a story to: her card says that it does nothing now, and the reminder must not call it usable."""
    match = match_at(scene(PUNCH, A="Rose Nylund", b="Worker #28", pool="gold red"))
    assert option(match, "A: Story Time").idle
    assert asked(match).lost[0] == "Can still be used: Life Isn't Fair, Kiddo."


def test_a_trait_of_the_last_marker_is_no_reminder_before_it() -> None:
    """An ultimate is exhausted only with its third marker (ULT-2)."""
    people = {"A": {"side": "light", "character": "Sae-byeok", "ultimate": True}, "b": "Worker #28"}
    match = match_at(scene(" A . . b ", scenario="Ultimate", turn="light", **people))  # type: ignore[arg-type]
    assert not any(said.startswith("Pickpocket") for said in asked(match).lost)
    assert figure(match, "A").markers == 3 and not figure(match, "A").exhausted


def test_a_trigger_that_lasts_is_a_reminder_too() -> None:
    from kit.texts import tried

    game = tried("Until the end of the round, at the end of its turn, gain 1 point.", "+---+---+\n| A   b |\n+---+---+")
    assert asked(match_at(game)).lost[-1] == "Try: At the end of its turn, gain 1 point."
    game.play("A: end")
    assert asked(match_at(game)).lost == [], "it is of Tester's turn"


def test_an_extra_action_counts() -> None:
    match = match_at(scene(" A . . . b ", A="Captain America", b="Worker #28", pool="gold"))
    match.play("A: I Can Do This All Day > move b1")
    state = match.state
    assert state.decision is not None and state.decision.asked == questions.ACTION
    assert (asked(match).action, asked(match).actions) == (2, 3)


def test_a_card_asks_in_its_own_words_and_names_who_is_moved_or_acts() -> None:
    match = match_at(scene(" A b . . c ", A="Sae-byeok", b="Iron Man", c="Gi-hun", pool="silver"))
    match.play("A: Intimidating Demand")
    shown = asked(match)
    assert (shown.prompt, shown.task) == ("Intimidating Demand: What does Iron Man do?", "What does Iron Man do?")
    assert shown.text == "Control an adjacent rival: it does a basic action. Move 1 for each blue token in your pool."
    assert (shown.about, shown.side, shown.figure) == ("Intimidating Demand", "light", 1)
    assert figure(match, "b").controller == "light" and figure(match, "A").controller == ""


def test_a_text_names_its_bearer_and_tokens_say_whose_and_where() -> None:
    sides: dict[str, Side] = {"light": {"pool": ["blue"], "track": [["red"], [], ["blue"], []]}}
    match = match_at(scene(" A b . c ", A="Sae-byeok", b="Iron Man", c="Gi-hun", sides=sides))
    match.play("A: end")
    shown = asked(match)
    assert shown.prompt == "Pickpocket: shift an ability token on your track down 1"
    told = [(one.label, one.colour, one.side, one.place) for one in shown.options]
    assert told == [("Light's red token on 1", "red", "light", 1), ("Light's blue token on 3", "blue", "light", 3)]


def test_who_takes_the_turn() -> None:
    match = match_at(
        scene(" A B . b ", turn="light", A="Sae-byeok", B={"side": "light", "character": "Gi-hun", "down": True}, b="Iron Man")
    )
    shown = asked(match)
    assert shown.prompt == shown.task == "Who acts now?"
    assert [(one.label, one.detail, one.square) for one in shown.options] == [("Sae-byeok", "", 0), ("Gi-hun", "knocked down", 1)]


def test_two_of_a_name_go_with_their_letters() -> None:
    match = match_at(scene(" A b . a ", A="Sae-byeok", b="Worker #28", a="Sae-byeok"))
    assert asked(match).prompt == "Sae-byeok A: choose an action"
    assert option(match, "A: challenge b").label == "Challenge Worker #28"
    shown = position(match.state, [0], 1, len(match.choices)).figures
    assert [one.letter for one in shown] == ["A", "", "B"], "The board has the letters of the sentences, one for each whoever plays it."


def test_a_companions_actions_begin_with_its_name() -> None:
    match = match_at(scene(" A . G b ", A="Jon Snow", G={"character": "Ghost", "of": "A"}, b="Iron Man"))
    assert option(match, "G: move c1").label == "Ghost: stay on c1"
    assert option(match, "G: challenge b").label == "Ghost: challenge Iron Man"
    assert figure(match, "G").of == 0 and figure(match, "G").kind == "companion"
    match.play("A: move a1")
    match.play("A: move a1")
    assert asked(match).lost[0] == "Ghost has its action left."
    assert (asked(match).action, asked(match).actions) == (3, 2), "None of Jon Snow's own is left."


# -- news and log ----------------------------------------------------------------------------------------


def test_a_challenge_is_told_with_its_dice_and_rules() -> None:
    match = punch()
    ahead = outlook(match.state, parse(match.state, "A: Sucker Punch"))
    assert ahead is not None
    events = match.play("A: Sucker Punch")
    told = news(match.state, events, [0])
    assert [one.event for one in told] == ["AbilityUsed", "TokenSpent", "Challenged"]
    paid, challenged = told[1], told[2]
    assert (paid.side, paid.colour, paid.to) == ("light", "blue", 3)
    assert (challenged.figure, challenged.target) == (0, 1)
    assert challenged.dice == "5 dice = 3 Sucker Punch + 2 silver in pool"
    assert (challenged.dice_count, challenged.defense_count) == (5, 2)
    assert challenged.win == pytest.approx(float(ahead.chance))
    assert challenged.text == (
        "Sae-byeok challenges Worker #28: 5 dice = 3 Sucker Punch + 2 silver in pool, against 2 dice = 2 defense of Worker #28."
    )
    assert challenged.rules == ["CHA-24"]
    assert asked(match).prompt == "Roll 5 dice: Sae-byeok's challenge" and asked(match).chance and asked(match).options == []
    attack = news(match.state, match.play("roll b b b b b"), [0])[0]
    assert (attack.figure, attack.faces, attack.successes, attack.side) == (0, ["burst"] * 5, 5, "light")
    events = match.play("roll s b")
    defense = news(match.state, events, [0])[0]
    assert (defense.figure, defense.faces, defense.defending, defense.side) == (1, ["burst", "shield"], True, "dark")
    lines = log(match.state, events, 3, [0])
    assert [(line.text, line.rules, line.side, line.kind) for line in lines] == [
        ("The defense of Worker #28 rolls burst, shield: 1 success.", ["CHA-6"], "dark", "roll"),
        ("Sae-byeok wins the challenge by 4.", ["CHA-7"], "light", "challenge"),
        ("Worker #28 is knocked down.", ["CHA-8"], "dark", "down"),
    ]


def test_two_of_a_name_have_the_boards_letters_in_the_log() -> None:
    match = match_at(scene(" A b . a ", A="Sae-byeok", b="Worker #28", a="Sae-byeok"))
    (line,) = log(match.state, match.play("A: challenge b"), 1, [0])
    assert line.text.startswith("Sae-byeok A challenges Worker #28: 2 dice = 2 basic challenge")
    assert line.rules == ["CHA-24"]


def test_a_move_is_told_with_its_way() -> None:
    match = punch()
    (moved,) = news(match.state, match.play("A: move c1"), [])
    assert (moved.figure, moved.start, moved.path, moved.text) == (0, 0, [4, 2], "Sae-byeok moves a1 → b2 → c1.")


# -- positions -------------------------------------------------------------------------------------------


def test_the_side_owns_what_is_in_its_pool_and_on_its_track() -> None:
    sides: dict[str, Side] = {"light": {"pool": ["blue", "silver"], "track": [["gold"], [], ["blue", "C"], []]}}
    match = match_at(scene(" A . . b ", A="Sae-byeok", b="Iron Man", C={"side": "light", "character": "Gi-hun"}, sides=sides))
    light = moment(match).sides[0]
    assert (light.pool, light.tokens) == ([1, 0, 1, 0], [2, 0, 1, 1])
    assert [[thing.colour or thing.name for thing in place] for place in light.track] == [["gold"], [], ["blue", "Gi-hun"], []]
    assert (figure(match, "C").at, figure(match, "C").place, figure(match, "C").square) == ("track", 3, -1)


def test_what_is_carried_and_what_is_had() -> None:
    areas: dict[str, object] = {"Middle": ["c1"], "start light": ["a1"], "start dark": ["e1"]}
    who = {"character": "Sae-byeok", "carries": ["Triumph", "Vibranium Case"], "items": ["Invitation"], "statuses": ["Friendship of B"]}
    match = match_at(scene(" A . B . b ", scenario="Triumph", areas=areas, A=who, B="Rose Nylund", b="Iron Man"))
    bearer = figure(match, "A")
    names = {piece.id: piece.name for piece in moment(match).pieces if piece.holder == bearer.id}
    names |= {one.id: one.name for one in moment(match).figures if one.bearer == bearer.id}
    assert {names[thing] for thing in bearer.carries} == {"Triumph", "Vibranium Case"}
    assert {names[thing] for thing in bearer.has} == {"Invitation", "Friendship"}
    assert next(one.at for one in moment(match).figures if one.kind == "objective") == "carried"
    assert bearer.defense == game_shown(match.setup).cards["Sae-byeok"].defense + 1, "The case gives 1 more."


def test_what_a_side_can_still_score() -> None:
    areas = {"Scoring": ["a1", "b1", "c1"], "start light": ["a1"], "start dark": ["e1"]}
    people = {"A": "Sae-byeok", "B": {"side": "light", "character": "Gi-hun"}, "b": {"character": "Iron Man", "down": True}}
    match = match_at(scene(" A B b . E ", scenario="Territory", areas=areas, points={"E": "E"}, sides={"light": {"points": 5}}, **people))  # type: ignore[arg-type]
    light, dark = moment(match).sides
    assert light.scoring == [
        "1 more point to 6, judged at the end of the round.",
        "1 point marker free: E.",
        "A rival knocked out: 1 point.",
        "1 rival knocked down: Iron Man.",
        "Scoring area: 2 in it, the most.",
    ]
    assert dark.scoring[-1] == "Scoring area: 1 in it."
    (scoring,) = moment(match).areas
    assert game_shown(match.setup).map.areas[scoring.area].name == "Scoring" and scoring.standing == {"light": 2}, (
        "No other area matters here."
    )


@pytest.mark.parametrize(
    ("scenario", "areas", "drawing", "who", "light", "dark"),
    [
        ("Infiltrate", {}, " b . . . A ", {"A": "Sae-byeok", "b": {"character": "Iron Man", "down": True}}, "Opposing starting areas: stands in 1 of 1.", "Opposing starting areas: stands in 0 of 1."),
        ("Triumph", {"Middle": ["c1"]}, " A . . . b ", {"A": {"character": "Sae-byeok", "carries": ["Triumph"]}, "b": "Iron Man"}, "Triumph marker: held by Sae-byeok.", "Triumph marker: held by Sae-byeok."),
    ],
)  # fmt: skip
def test_what_gives_points_besides_areas(
    scenario: str, areas: dict[str, object], drawing: str, who: dict[str, object], light: str, dark: str
) -> None:
    everywhere = {**areas, "start light": ["a1"], "start dark": ["e1"]}
    match = match_at(scene(drawing, scenario=scenario, areas=everywhere, **who))  # type: ignore[arg-type]
    assert [side.scoring[-1] for side in moment(match).sides] == [light, dark]


def test_flags_and_squids_are_told_where_they_lie() -> None:
    flags = begun("Flags", "Florida Boardwalk")
    assert all(re.fullmatch(r"Flag of an opponent: to be taken at [a-l]\d+\.", side.scoring[-1]) for side in moment(flags).sides)
    squids = begun("Squid Game", "The Yard")
    assert moment(squids).sides[1].scoring[-1] == "Entry area: 2 Squid markers in it."


def begun(scenario: str, where: str) -> Match:
    """A game of a scenario at its first turn."""
    teams = [{"side": "light", "figures": ["Gi-hun", "Il-nam"]}, {"side": "dark", "figures": ["Front Man", "Sae-byeok"]}]
    match = Match(arrange(load(), {"map": where, "scenario": scenario, "sides": teams}))
    while match.state.decision is not None and match.state.decision.asked != questions.ACTION:
        match.play(match.state.decision.options[0])
    return match


@rule("MAP-9")
def test_rubble_lies_between_two_squares() -> None:
    drawing = """
        +---+---+---+---+---+
        | A   . | .   .   b |
        +---+---+---+---+---+
    """
    match = match_at(scene(drawing, catalog=TERRAIN, A="Burrower", b="Runner", pool="red red red"))
    lines = [one.line for one in asked(match).options if one.verb == "ability"]
    match.play(f"{lines[0]} > d1")
    (rubble,) = [piece for piece in moment(match).pieces if piece.between]
    assert rubble.between == [1, 2] and rubble.square == -1


@rule("SEE-7")
def test_fog_that_a_card_lays_is_obscured_now() -> None:
    match = match_at(scene(" A . . . b ", catalog=TERRAIN, A="Surveyor", b="Runner", pool="blue blue blue"))
    assert moment(match).obscured == []
    match.play("A: Lay Fog > c1")
    assert moment(match).obscured == [2] and game_shown(match.setup).map.obscured == []


def test_how_a_game_ended() -> None:
    match = match_at(
        scene(
            " A b ",
            scenario="First game (Squid Game)",
            A="Sae-byeok",
            b={"character": "Iron Man", "down": True},
            sides={"light": {"points": 2}},
        )
    )
    assert moment(match).ending == ""
    match.play("A: challenge b")
    match.play("roll b b")
    match.play("roll b b")
    now = moment(match)
    assert (now.over, now.winner, now.question) == (True, "light", None)
    assert now.ending == "Light wins in round 1 with 3 points (Light 3, Dark 0)."
    assert question(match, [0]) is None


# -- the game --------------------------------------------------------------------------------------------


def test_the_mode_of_a_deal_is_told() -> None:
    for mode in MODES:
        setup = arrange(load(), deal(load(), "mode", Wish(mode)))
        shown = game_shown(setup)
        assert (shown.mode, mode_of(setup)) == (mode, mode)
        assert shown.scenario is not None and shown.target == (shown.scenario.wins_at or shown.target)
        for slot in setup.figures:
            assert slot.card < 0 or setup.card(slot.card).name in shown.cards
        for number in setup.box:
            assert setup.card(number).name in shown.cards


def test_a_moment_of_three_against_three_is_small() -> None:
    """What does not change is in the game, not in the moment."""
    match = Match(arrange(load(), deal(load(), "small", Wish("3v3", "Barracks", "Territory", dealt=True))), "small")
    while match.state.round < 1:
        ask = match.state.decision
        assert ask is not None
        match.play(ask.options[0])
    now = moment(match)
    now.question = asked(match)
    assert len(msgspec.json.encode(now)) < 12_000


def test_the_webs_fixtures_are_messages_of_this_protocol() -> None:
    """`python3 run.py generate` writes them."""
    folder = Path(__file__).parents[2] / "web" / "fixtures"
    for name in ("first", "territory", "four", "picks", "ultimate"):
        welcome = msgspec.json.decode((folder / f"{name}.json").read_bytes(), type=Welcome)
        assert welcome.game is not None and welcome.moment is not None
        assert welcome.moment.question is not None and welcome.moment.question.mine == [0]
    for name in ("first", "territory"):
        updates = msgspec.json.decode((folder / f"{name}.updates.json").read_bytes(), type=list[Update])
        assert any(one.event == "Rolled" for update in updates for one in update.news)


def test_walls_and_what_lies_on_them_are_named_by_the_squares_beside_them() -> None:
    walled = """
        +---+---+---+
        | .   A | b |
        +   +   +   +
        | .   . | . |
        +---+---+---+
    """
    game = scene(walled, catalog=TERRAIN, A="Burrower", pool="gold")
    game.play("A: Break")
    found = option(match_at(game), "> b1 c1")
    assert (found.label, found.detail) == ("The wall between b1 and c1", "the wall between b1 and c1")
    assert option(match_at(game), "> b1 c2").label == "The corner between b1 and c2"
    laid = [{"kind": "Rubble", "between": between} for between in (["b1", "c1"], ["b2", "c2"])]
    game = scene(walled, catalog=TERRAIN, A="Burrower", pool="red red", pieces=laid)
    game.play("A: Pick Up")
    assert option(match_at(game), "> Rubble b2 c2").label == "Remove Rubble between b2 and c2"


@pytest.mark.parametrize(
    ("text", "prompt", "labels"),
    [
        ("This may gain 1 point.", "Try: Gain 1 point?", ["Gain 1 point", "Leave it"]),
        ("This may move 1.", "Try: Move 1?", ["Stay put"]),
        ("Push an adjacent rival 1.", "Try: push an adjacent rival 1", ["Iron Man", "Gi-hun"]),
        ("An ally may move 1.", "Try: An ally: move 1?", ["Rose Nylund", "Worker #28", "Nobody"]),
        ("Push each adjacent rival 1.", "Try: Push each adjacent rival 1: who is next?", ["Iron Man", "Gi-hun"]),
        ("Choose an ally. Swap this with it.", "Try: choose an ally (swap Tester with it)", ["Rose Nylund", "Worker #28"]),
    ],
)
def test_a_question_says_what_it_is_about_and_a_button_what_it_does(text: str, prompt: str, labels: list[str]) -> None:
    drawing = """
        +---+---+---+---+---+
        | .   c   .   .   . |
        +   +   +   +   +   +
        | b   A   .   C   D |
        +   +   +   +   +   +
        | .   .   .   .   . |
        +---+---+---+---+---+
    """
    cast = {"A": "Tester", "b": "Iron Man", "c": "Gi-hun", "C": "Rose Nylund", "D": "Worker #28"}
    match = match_at(scene(drawing, catalog=card_with(text), pool="red", **cast))
    match.play("A: Try")
    shown = asked(match)
    assert shown.prompt == prompt
    assert [one.label for one in shown.options if not one.label.startswith("Move to")] == labels


def test_who_may_discard_a_card_reads_keep_it_or_discard_it() -> None:
    """What declines is no bare no, and what it keeps is said."""
    setup = arrange(load(), {"map": "Barracks", "scenario": "Leaders", "sides": [
        {"side": "light", "figures": ["Front Man", "Gi-hun"]}, {"side": "dark", "figures": ["Iron Man", "Il-nam"]},
    ]})  # fmt: skip
    match = Match(setup, "keep it")
    for _ in range(400):
        shown = asked(match) if match.state.decision is not None else None
        assert shown is not None, "the card never asked"
        if shown.prompt.startswith("Game Master: Discard"):
            break
        ask = match.state.decision
        assert ask is not None
        match.play(next((one for one in ask.options if one.verb == verbs.END), ask.options[0]))
    assert shown.prompt == "Game Master: Discard a Game Rule card and play another Game Rule card?"
    assert [one.label.split(" ")[0] for one in shown.options] == ["Discard", "Keep"]


@pytest.mark.parametrize("seed", range(8))
def test_in_random_games_nothing_is_answered_by_a_bare_yes_or_no(seed: int) -> None:
    match = Match(arrange(load(), deal(load(), f"host {seed}")), f"host {seed}")
    stream = Stream(f"host {seed}", "host")
    for _ in range(150):
        ask = match.state.decision
        if ask is None:
            break
        for code in ("en", "de"):
            printer = table_printer(match.state, code)
            labels = [label(match.state, option, printer) for option in ask.options[:40]]
            prompted = printer.part(prompt_of(match.state, ask))
            assert prompted and "{" not in prompted and " or not" not in prompted
            assert not {"Yes", "No", "Ja", "Nein", ""} & set(labels), (prompted, labels)
        match.play(ask.options[stream.randrange(len(ask.options))])
