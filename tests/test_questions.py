"""A kind of decision is a row: its name, rules and answers stand once, and its words in the catalogue."""

from pathlib import Path

import pytest

from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.language import english
from tipover.engine.core.questions import AskedWhen
from tipover.engine.core.rules import sentence_of


def test_each_kind_has_one_row_in_the_order_of_its_number():
    assert [row.kind for row in questions.ROWS] == list(range(len(questions.ASKS)))
    assert [row.name for row in questions.ROWS] == list(questions.ASKS)
    for name in questions.ASKS:
        assert questions.ASKS[getattr(questions, name.upper())] == name


@pytest.mark.parametrize(
    "old, new",
    [
        ('"order", "attach"]\n', '"order", "attach", "bid"]\n'),  # a name without a number
        ('    QuestionRow(ORDER, AskedWhen.MIDST, ("TIM-1",), (verbs.ORDER,)),\n', ""),  # a number without a row
    ],
)
def test_a_kind_without_a_row_fails_when_the_module_is_imported(old: str, new: str):
    source = Path(questions.__file__).read_text("utf-8")
    assert source.count(old) == 1
    broken = compile(source.replace(old, new), questions.__file__, "exec")
    with pytest.raises((LookupError, ValueError)):
        exec(broken, {"__name__": questions.__name__})


def test_a_catalogue_without_a_kind_is_named():
    texts = {key: text for key, text in english().texts.items() if key != "prompt.where"}
    with pytest.raises(LookupError, match=r"the catalogue lacks prompt\.roll, prompt\.where"):
        questions.keys_in("prompt", texts, apart_from=(questions.TEXT, questions.ORDER))


def test_every_kind_says_why_it_is_asked_and_by_which_rules():
    for row in questions.ROWS:
        ask = Decision(row.kind, [0], 0, -1, [Choice(row.answers[-1], 0, 0)])
        assert ask.reason == english().texts[f"question.{row.name}"]
        assert ask.rules == row.rules and all(sentence_of(rule) for rule in row.rules)
        assert Decision(row.kind, [0], 0, -1, ask.options, about="Web {0}").reason == f"Web {{0}}: {ask.reason}"


def test_every_verb_answers_some_kind_of_decision():
    answers = {verb for row in questions.ROWS for verb in row.answers}
    assert answers == {row.verb for row in verbs.ROWS}


def test_chance_answers_what_is_rolled_or_flipped():
    assert questions.asked_at(AskedWhen.CHANCE) == (questions.FLIP, questions.ROLL)
