"""Every event and moment of the vocabulary happens under every word that may name it, exactly once; other words are refused.

The scenes are keyed by the rows of the vocabulary: a row without a scene fails.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cards.happening_scenes import ABILITIES, DRAWING, LOST, MOMENT_SCENES, ROUTES, SCENES, WON, Scene
from kit.table import Game, scene
from tipover import Catalog, apply, load
from tipover.cards.check import check_rule
from tipover.cards.check_text import WrittenRule
from tipover.cards.name_table import NameTable
from tipover.cards.read import read_rule
from tipover.cards.toml import Document
from tipover.cards.unfit_words import UNFIT_WORDS
from tipover.cards.vocabulary import ACTIONS_DONE, EVENTS, MOMENTS, UNTIL_MOMENTS
from tipover.engine.core import event as told
from tipover.engine.core import questions
from tipover.engine.core.event import PointsGained, TokensGained
from tipover.engine.core.happening import KIND_OF
from tipover.engine.core.ids import RESERVE
from tipover.engine.effects.pieces import take

WATCHED = "Watched"  # the trait that waits for the event
GOLD = 3
OWN_TURN = (questions.TURN, questions.ACTION)


def phrase(verb: str, form: str, other: Scene | None = None) -> str:
    """An event as it is written: finite after When and Until, -ing after Instead of, or in the past."""
    row, one = EVENTS[verb], other or SCENES[verb]
    if verb.startswith("challenge "):
        return f"a {verb} {one.who}"
    plural = one.who == "you"
    words = {"ing": row.ing, "past": row.past_plural if plural else row.past}.get(form, row.plural if plural else row.third)
    return f"{one.who} {words.format(its='its')}{one.what}"


def rule_of(verb: str, word: str, other: Scene | None = None) -> str:
    """A text that gains a gold token when the event happens, or a point for each time or square; `until` is in an ability."""
    gain = "gain a gold token."
    if word in ("when", "after"):
        return f"{SCENES[verb].head}{word.capitalize()} {phrase(verb, '', other)}, {gain}"
    if word == "instead":
        return f"{SCENES[verb].head}Instead of {phrase(verb, 'ing')}, {gain}"
    if word == "times":
        return f"{SCENES[verb].head}At the end of the round, gain 1 point for each time {phrase(verb, 'past')} this round."
    if word == "where":
        return f"{SCENES[verb].head}At the end of the round, gain 1 point for each square where {phrase(verb, 'past')} this round."
    return SCENES[verb].head


WORDS = ("when", "after", "instead", "times", "where", "until")
CASES = [
    (verb, word)
    for verb in EVENTS
    for word in WORDS
    if (verb, word) not in UNFIT_WORDS and not (word in ("times", "where") and not EVENTS[verb].past)
]


ROUTE_CASES = [(k, word) for k, (verb, _) in enumerate(ROUTES) for word in ("when", "after") if (verb, word) not in UNFIT_WORDS]


def card_name(verb: str, word: str) -> str:
    return f"Card {verb} {word}".title().replace(" ", "")


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """A pack with a card for each event and word."""
    folder = tmp_path_factory.mktemp("pack") / "happenings"
    (folder / "characters").mkdir(parents=True)
    (folder / "pack.toml").write_text('name = "Happenings"\nversion = "1"\nneeds = ["core"]\n', encoding="utf-8")
    rule = "When this is removed, put it on the 1 of your track. When this returns, place it in your starting area."
    (folder / "pieces.toml").write_text(
        f'[[minion]]\nname = "Imp"\nnumber = 4\ndefense = 1\nrule = "{rule}"\n[[marker]]\nname = "Coin"\nnumber = 4\n', encoding="utf-8"
    )
    counting = "Gain 1 point for each time a rival was knocked down this round."
    (folder / "attachments.toml").write_text(f'[[item]]\nname = "Tally"\ncost = 1\nrule = "{counting}"\n', encoding="utf-8")
    for verb, word in CASES:
        brace = f"Until {phrase(verb, '')}, this has 1 more defense." if word == "until" else ""
        write_card(folder, card_name(verb, word), rule_of(verb, word), SCENES[verb].lines, brace)
    for k, word in ROUTE_CASES:
        verb, one = ROUTES[k]
        write_card(folder, card_name(f"Route{k}", word), rule_of(verb, word, one), one.lines)
    for moment in MOMENTS:
        before = "Before the" if moment == "round ends" else "At the"
        write_card(folder, card_name(moment, "at"), f"{before} {moment}, gain a gold token.")
    for moment in UNTIL_MOMENTS:
        write_card(folder, card_name(moment, "until"), "", brace=f"Until the {moment}, this has 1 more defense.")
    write_card(folder, "Wary", "This has 1 more defense for each time a rival was knocked down this round.", ("Fend",))
    write_card(folder, "Sure", "While this is in a square where this was challenged this round, this has 1 more defense.", ("Fend",))
    write_card(folder, "Both", "After a rival is knocked down, gain a gold token. When a rival is knocked down, this may move 1.")
    write_card(
        folder, "Haunting", "When a rival is challenged, put it on the 2 of its track. After a challenge by this, gain a gold token."
    )
    write_card(folder, "Jealous", "Instead of a marker adjacent to this returning, gain a gold token.", ("Stow",))
    write_card(folder, "Grieving", "When a minion leaves the map, gain a gold token.")
    write_card(folder, "Scorer", "", ("Score",))
    write_card(folder, "Counting", "After a challenge by this, gain a gold token.")
    write_card(folder, "Dodging", "When this is challenged, choose another ally. Make it the target.")
    write_card(folder, "Roaming", "When you enter the square of a marker, gain a gold token.")
    write_card(folder, "Grudging", "Instead of an ability token of yours returning, gain a gold token.", ("Rest",))
    return load(folder)


def write_card(folder: Path, name: str, rule: str, lines: tuple[str, ...] = (), brace: str = "") -> None:
    """A character with the watched trait, the abilities that the lines use, and perhaps one that begins a standing rule."""
    written = [f'name = "{name}"', 'tokens = ["blue", "silver"]', "defense = 2"]
    priced = [(title, "blue 1", text) for title, text in ABILITIES.items() if any(title in line for line in lines)]
    for title, price, text in [*priced, *([("Brace", "silver 1", brace)] if brace else [])]:
        written += ["[[ability]]", f'name = "{title}"', f'cost = "{price}"', f"rule = {json.dumps(text)}"]
    written += ["[trait]", f'name = "{WATCHED}"', *([f"rule = {json.dumps(rule)}"] if rule else [])]
    (folder / "characters" / f"{name.lower()}.toml").write_text("\n".join(written) + "\n", encoding="utf-8")


def game_of(catalog: Catalog, name: str, one: Scene, turn: str = "A") -> Game:
    more = dict(one.more)
    sides = more.pop("sides", {"light": {}})
    assert isinstance(sides, dict)
    pool = str(more.pop("pool", "blue blue blue blue silver silver"))
    coin = more.pop("coin", "c2")
    on_track = any(sides["light"].get("track", []))
    drawing = str(more.pop("drawing", DRAWING.replace("C", ".") if on_track else DRAWING))
    figures: dict[str, object] = {"A": name, "m": {"character": "Imp", "side": "dark"}, "C": {}, "b": {}, **more}
    return scene(
        drawing,
        turn=turn,
        catalog=catalog,
        pool=pool,
        sides=sides,
        areas={"start light": ["a2"], "start dark": ["e2"]},
        pieces=[{"kind": "Coin", "square": coin}],
        **{mark: value for mark, value in figures.items()},
    )


def answer_on(game: Game) -> None:
    """Answer what texts ask, with the first option, until a turn or an action is asked for."""
    while (ask := game.state.decision) is not None and ask.asked not in OWN_TURN:
        game.events += apply(game.state, ask.options[0])


def play(game: Game, lines: tuple[str, ...]) -> None:
    for line in lines:
        if line == "round":
            end_round(game)
        else:
            game.play(line)
    answer_on(game)


def end_round(game: Game) -> None:
    """Everyone who has a turn left ends it."""
    now = game.state.round
    while game.state.decision is not None and game.state.round == now:
        ask = game.state.decision
        ending = [option for option in ask.options if game.options[ask.options.index(option)].endswith(": end")]
        game.events += apply(game.state, ending[0] if ending else ask.options[0])


def golds(game: Game) -> int:
    """How many gold tokens were gained, by the watched text alone."""
    return sum(event.count for event in game.events if isinstance(event, TokensGained) and event.colour == GOLD)


def points(game: Game) -> int:
    """How many points the watched text has given."""
    return sum(event.points for event in game.events if isinstance(event, PointsGained) and event.rule == WATCHED)


def test_every_row_of_the_vocabulary_has_a_scene() -> None:
    assert SCENES.keys() == EVENTS.keys()
    assert MOMENT_SCENES.keys() == MOMENTS.keys()
    assert KIND_OF.keys() == EVENTS.keys() | MOMENTS.keys() | set(UNTIL_MOMENTS)


@pytest.mark.parametrize(("verb", "word"), [case for case in CASES if case[1] in ("when", "after")])
def test_an_event_sets_off_the_text_that_waits_for_it_once(catalog: Catalog, verb: str, word: str) -> None:
    one = SCENES[verb]
    game = game_of(catalog, card_name(verb, word), one)
    play(game, one.lines)
    assert golds(game) == 1


@pytest.mark.parametrize(
    ("route", "word"), ROUTE_CASES, ids=[f"{ROUTES[k][0]}, {ROUTES[k][1].lines[0]}, {word}" for k, word in ROUTE_CASES]
)
def test_it_does_so_whatever_makes_the_event_happen(catalog: Catalog, route: int, word: str) -> None:
    _, one = ROUTES[route]
    game = game_of(catalog, card_name(f"Route{route}", word), one)
    play(game, one.lines)
    assert golds(game) == 1
    assert one.kind is None or game.happened(one.kind)


@pytest.mark.parametrize("verb", [verb for verb, word in CASES if word == "instead"])
def test_what_is_done_instead_is_done_once_and_the_event_does_not_happen(catalog: Catalog, verb: str) -> None:
    one = SCENES[verb]
    game = game_of(catalog, card_name(verb, "instead"), one)
    for line in one.lines:
        if (
            game.state.decision is not None
            and line in ("roll b b", "roll s s", "roll s s s")
            and game.state.decision.asked != questions.ROLL
        ):
            continue
        game.play(line)
    answer_on(game)
    assert golds(game) == 1
    if one.kind is not None:
        assert game.happened(one.kind) == []


@pytest.mark.parametrize(("verb", "word"), [case for case in CASES if case[1] in ("times", "where")])
def test_an_event_is_counted_once_and_remembered_by_one_square(catalog: Catalog, verb: str, word: str) -> None:
    one = SCENES[verb]
    game = game_of(catalog, card_name(verb, word), one)
    play(game, one.lines)
    end_round(game)
    assert points(game) == 1


@pytest.mark.parametrize("verb", [verb for verb, word in CASES if word == "until"])
def test_a_standing_rule_lasts_until_the_event(catalog: Catalog, verb: str) -> None:
    one = SCENES[verb]
    game = game_of(catalog, card_name(verb, "until"), one)
    game.play("A: Brace")
    assert len(game.state.lasting) == 1
    play(game, one.lines)
    assert game.state.lasting == []


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_moment_sets_off_the_text_that_waits_for_it_once(catalog: Catalog, moment: str) -> None:
    turn, lines = MOMENT_SCENES[moment]
    game = game_of(catalog, card_name(moment, "at"), Scene("", (), None), turn)
    before = game.state.pool[GOLD]
    play(game, lines)
    assert before + golds(game) == 1


@pytest.mark.parametrize("moment", UNTIL_MOMENTS)
def test_a_standing_rule_lasts_until_the_moment(catalog: Catalog, moment: str) -> None:
    game = game_of(catalog, card_name(moment, "until"), Scene("", (), None))
    game.play("A: Brace")
    assert len(game.state.lasting) == 1
    play(game, ("A: end", "round"))
    if moment == "start of its turn":
        game.play("A: end") if "A: end" in game.options else play(game, ("round",))
    assert game.state.lasting == []


def test_a_standing_rule_counts_what_happened(catalog: Catalog) -> None:
    game = game_of(catalog, "Wary", Scene("", (), None))
    game.play("A: challenge b", *WON, "A: Fend")
    assert str(game.happened(told.Challenged)[-1].defense).startswith("3 dice")


def test_a_condition_knows_where_something_happened(catalog: Catalog) -> None:
    game = game_of(catalog, "Sure", Scene("", (), None))
    game.play("A: Fend", "roll s s", "roll s s s", "A: Fend")
    assert [str(event.defense)[:6] for event in game.happened(told.Challenged)] == ["3 dice", "3 dice"]


def test_after_texts_wait_for_what_the_when_texts_ask(catalog: Catalog) -> None:
    game = game_of(catalog, "Both", Scene("", (), None))
    game.play("A: challenge b", *WON)
    assert golds(game) == 0
    assert "> no" in game.options
    game.play("> no")
    assert golds(game) == 1


def findings(rule: str) -> list[tuple[str, str]]:
    texts = tuple(read_rule(rule, NameTable(marker=["Coin"], minion=["Imp"])))
    written = WrittenRule(Document("x.toml", 'name = "X"'), ("rule",), rule, texts, "a trait", used=False)
    found = [one for one in check_rule(written) if not one.warning]
    return [(rule[one.at.offset :].split(",")[0], proposed(one.message)) for one in found]


def proposed(message: str) -> str:
    """What a message says to write, without the whole sentence that it may show for it."""
    return message.rpartition("write `")[2].partition("`; that is `")[0].removesuffix("`")


@pytest.mark.parametrize(("verb", "word"), UNFIT_WORDS)
def test_a_word_that_does_not_fit_an_event_is_refused_with_one_that_does(verb: str, word: str) -> None:
    rule = rule_of(verb, word)
    (found,) = findings(rule)
    first = {"when": "When", "instead": EVENTS[verb].ing, "where": "where"}[word]
    assert found[0].startswith(first)
    assert found[1] == UNFIT_WORDS[verb, word].suggestion


@pytest.mark.parametrize("who", ["a rival", "this", "an ally"])
def test_points_are_reached_by_a_side_alone(who: str) -> None:
    assert findings(f"When {who} reaches 3 points, move 1.") == [(f"{who} reaches 3 points", "you reach")]


def test_a_challenge_that_ends_early_is_over_too(catalog: Catalog) -> None:
    """The target left the map before the dice: the challenge ends, so what waits for its end happens (CHA-25)."""
    game = game_of(catalog, "Haunting", SCENES["challenge by"])
    play(game, ("A: challenge b",))
    assert game.happened(told.PutOnTrack) and not game.happened(told.Rolled)
    assert golds(game) == 1


def test_a_challenge_that_cannot_go_on_against_its_new_target_is_over_too(catalog: Catalog) -> None:
    """The new target could not have been chosen: the challenge ends, so what waits for its end happens (CHA-14)."""
    game = scene(" A b . c ", turn="A", catalog=catalog, A="Counting", b="Dodging", c={})
    play(game, ("A: challenge b",))
    assert not game.happened(told.Rolled)
    assert golds(game) == 1


def test_a_piece_that_returns_is_in_no_square_while_its_return_is_judged(catalog: Catalog) -> None:
    """The first square of the map is adjacent to A: a marker that comes off the track is not in it (CDN-3)."""
    game = game_of(catalog, "Jealous", SCENES["returns"]._replace(more={}))
    play(game, ("A: Stow", "A: end", "round", "round"))
    assert golds(game) == 0
    assert len(game.happened(told.Returned)) == 1


@pytest.mark.parametrize("is_there", [True, False])
def test_only_a_figure_on_the_map_leaves_it_when_it_is_taken(catalog: Catalog, is_there: bool) -> None:
    game = game_of(catalog, "Grieving", SCENES["removed"])
    state = game.state
    minion = next(figure for figure, slot in enumerate(state.setup.figures) if state.setup.card(slot.card).name == "Imp")
    if not is_there:
        state.figure_at[minion] = RESERVE
    depth = len(state.stack)
    take(state, 0, minion, game.events)
    assert len(state.stack) - depth == is_there


@pytest.mark.parametrize("line", ["A: move d2", "A: move c2"])
def test_a_side_enters_only_the_squares_that_are_named(catalog: Catalog, line: str) -> None:
    game = game_of(catalog, "Roaming", SCENES["enters"]._replace(more={"coin": "d2"}))
    play(game, (line,))
    assert golds(game) == (line == "A: move d2")


@pytest.mark.parametrize("who", ["an opponent", "you or an opponent"])
def test_an_opponent_has_points(who: str) -> None:
    assert findings(f"When {who} reaches 3 points, move 1.") == []


@pytest.mark.parametrize("noun", ACTIONS_DONE)
def test_every_action_can_be_waited_for(noun: str) -> None:
    article = "an" if noun[0] in "ai" else "a"
    assert findings(f"After this does {article} {noun}, gain 1 point.") == []


@pytest.mark.parametrize("what", ["an extra action", "an assist or an extra action", "a rival", "a Coin marker"])
def test_what_nobody_is_seen_to_do_is_refused_with_what_is(what: str) -> None:
    ((_, suggestion),) = findings(f"After this does {what}, gain 1 point.")
    assert suggestion == "an action"


def test_a_token_whose_return_is_replaced_stays_on_the_1(catalog: Catalog) -> None:
    game = game_of(catalog, "Grudging", SCENES["returns"]._replace(more={}))
    play(game, ("A: Rest", "> c2", "A: end", "round"))
    assert golds(game) == 1
    assert game.happened(told.TokensReturned) == []


def test_an_item_that_is_used_counts_what_happened_before(catalog: Catalog) -> None:
    one = SCENES["knocked down"]
    game = game_of(catalog, "Wary", one._replace(more={"A": {"character": "Wary", "items": ["Tally"]}}))
    play(game, (*one.lines, "A: use Tally"))
    assert [event.points for event in game.happened(PointsGained)] == [1]


def test_an_item_counts_only_what_its_words_name(catalog: Catalog) -> None:
    more = {"A": {"character": "Wary", "items": ["Tally"]}}
    game = game_of(catalog, "Wary", SCENES["wins"]._replace(more=more))
    play(game, ("A: challenge b", *LOST, "A: use Tally"))
    assert not [event for event in game.happened(PointsGained) if event.points]


@pytest.mark.parametrize(
    ("event", "suggestion"),
    [
        ("a square is knocked down", ""), ("an area is challenged", ""), ("a marker becomes exhausted", ""),
        ("a minion is knocked out", "is removed"), ("a minion is knocked down", "is removed"),
        ("a Coin marker is knocked out", "is removed"), ("a companion is removed", "leaves the map"), ("a companion is knocked out", "leaves the map"),
    ],
)  # fmt: skip
def test_an_event_of_what_it_never_happens_to_is_refused(event: str, suggestion: str) -> None:
    ((_, said),) = findings(f"When {event}, gain 1 point.")
    assert said == suggestion or (not suggestion and "is said of" in said)


@pytest.mark.parametrize(
    "event",
    ["a rival is knocked out", "a companion leaves the map", "a minion is removed", "a marker is removed", "a Coin marker is challenged"],
)
def test_an_event_of_what_it_can_happen_to_is_not(event: str) -> None:
    assert findings(f"When {event}, gain 1 point.") == []
