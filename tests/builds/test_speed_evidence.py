"""Every file and test that docs/speed-evidence.md names is there."""

from kit.evidence import missing_of, named_in


def test_what_the_page_names_is_there():
    assert len(named_in("speed-evidence.md")) > 30
    assert missing_of("speed-evidence.md") == []
