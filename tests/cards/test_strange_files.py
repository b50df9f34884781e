"""S7: what stands in a pack's folder is looked at before it is read: pipes, devices, huge files, links that lead out."""

from __future__ import annotations

import os
import time
from codecs import BOM_UTF8
from collections.abc import Callable
from pathlib import Path

import pytest

from tipover.cards.map_files import read_document
from tipover.cards.pack import load
from tipover.cards.pack_folder import folders_in
from tipover.cards.toml import ContentError
from tipover.cli.check_command import check_all
from tipover.play.record import Record

SOON = 10.0  # seconds; it takes none, but the machine may be busy with other tests: whoever waits for such a file waits for ever


def pipe(file: Path) -> None:
    os.mkfifo(file)


def device(file: Path) -> None:
    file.symlink_to("/dev/zero")


def huge(file: Path) -> None:
    with file.open("wb") as opened:
        opened.truncate(8 * 1024**3)


def link_out(file: Path) -> None:
    outside = file.parents[2] / "secret.toml"
    outside.write_text('name = "a secret"\n')
    file.symlink_to(outside)


def folder(file: Path) -> None:
    file.mkdir()


def link_to_itself(file: Path) -> None:
    file.symlink_to(file.name)


STRANGE: dict[Callable[[Path], None], str] = {
    pipe: "a folder, a pipe or a device",
    device: "leads out of the pack",
    huge: "larger than 256 KB",
    link_out: "leads out of the pack",
    folder: "a folder, a pipe or a device",
    link_to_itself: "leads to itself",
}


def pack(place: Path) -> Path:
    """A folder that is a pack."""
    (place / "odd" / "characters").mkdir(parents=True)
    (place / "odd" / "pack.toml").write_text('name = "Odd"\nversion = "1"\n')
    return place / "odd"


@pytest.mark.parametrize("name", ["tests/scene.toml", "pack.toml"])
def test_a_pipe_among_the_tests_or_instead_of_the_envelope_is_told(tmp_path: Path, name: str) -> None:
    place = pack(tmp_path)
    (place / "tests").mkdir()
    (place / name).unlink(missing_ok=True)
    pipe(place / name)
    report = check_all([str(place)])
    assert [STRANGE[pipe] in one.message and one.file.endswith(name) for one in report.failures] == [True]


@pytest.mark.parametrize("name", ["characters/x.toml", "pieces.toml"])
@pytest.mark.parametrize("make", STRANGE, ids=lambda make: str(make.__name__))
def test_a_strange_file_is_refused_at_once_and_the_rest_is_loaded(tmp_path: Path, make: Callable[[Path], None], name: str) -> None:
    place = pack(tmp_path / "packs")
    make(place / name)
    begun = time.monotonic()
    (found,) = folders_in(place)
    found.read()
    assert time.monotonic() - begun < SOON
    (fault,) = found.all_faults()
    assert STRANGE[make] in fault.message and fault.file.endswith(name)
    catalog = load(tmp_path / "packs", forgiving=True)
    assert any(STRANGE[make] in note for note in catalog.notes) and not any(one.key == "odd" for one in catalog.packs)


@pytest.mark.parametrize("make", [pipe, link_to_itself, lambda file: file.write_text("")], ids=["pipe", "link", "file"])
def test_what_stands_where_a_folder_of_cards_belongs_is_told(tmp_path: Path, make: Callable[[Path], None]) -> None:
    place = pack(tmp_path)
    (place / "characters").rmdir()
    make(place / "characters")
    (found,) = folders_in(place)
    found.read()
    assert ["no folder" in fault.message for fault in found.faults] == [True]


def test_too_many_files_are_told_once(tmp_path: Path) -> None:
    place = pack(tmp_path)
    for number in range(600):
        (place / "characters" / f"c{number}.toml").write_text("")
    (found,) = folders_in(place)
    found.read()
    assert ["more than 500 files" in fault.message for fault in found.faults] == [True]


def test_a_link_inside_the_pack_is_followed(tmp_path: Path) -> None:
    place = pack(tmp_path)
    (place / "one.txt").write_text("")
    (place / "characters" / "x.toml").symlink_to(place / "one.txt")
    (found,) = folders_in(place)
    found.read()
    assert not any("leads out" in fault.message for fault in found.all_faults())


def test_a_folder_of_cards_that_is_a_link_out_of_the_pack_is_refused(tmp_path: Path) -> None:
    place = pack(tmp_path / "packs")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "x.toml").write_text('name = "X"\n')
    (place / "characters").rmdir()
    (place / "characters").symlink_to(elsewhere)
    (found,) = folders_in(place)
    found.read()
    assert ["leads out" in fault.message for fault in found.all_faults()] == [True]


@pytest.mark.parametrize("make", [pipe, device, huge], ids=lambda make: str(make.__name__))
@pytest.mark.parametrize("read", [Record.read, read_document], ids=["record", "map"])
def test_a_record_or_map_that_is_no_file_is_refused_at_once(
    tmp_path: Path, make: Callable[[Path], None], read: Callable[[Path], object]
) -> None:
    make(tmp_path / "x.toml")
    begun = time.monotonic()
    with pytest.raises(ContentError, match=r"a folder, a pipe or a device|larger than 256 KB|a record has at most 8 MB"):
        read(tmp_path / "x.toml")
    assert time.monotonic() - begun < SOON


def test_a_byte_order_mark_before_a_file_is_left_out(tmp_path: Path) -> None:
    """Some editors write one; the pack has the digest of the same files without it."""
    places = [pack(tmp_path / name) for name in ("plain", "marked")]
    for file in places[1].rglob("*.toml"):
        file.write_bytes(BOM_UTF8 + file.read_bytes())
    digests: list[str] = []
    for place in places:
        (found,) = folders_in(place)
        found.read()
        assert found.all_faults() == []
        digests.append(found.digest)
    assert digests[0] == digests[1]
