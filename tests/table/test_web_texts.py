"""The words of the browser's interface in every language. That what is generated is up to date: tests/test_generated.py."""

import re

from tipover.engine.core.language import languages
from tools.web_texts import texts


def test_a_translated_text_has_the_gaps_of_the_english_one() -> None:
    english = texts("en")
    for code in languages():
        for key, text in texts(code).items():
            assert set(re.findall(r"\{(\w+)\}", text)) == set(re.findall(r"\{(\w+)\}", english[key])), f"{code}: {key}"
