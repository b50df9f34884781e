"""The generated protocol document and TypeScript types are those of the protocol as it is."""

from pathlib import Path

from tipover.table import contract

ROOT = Path(__file__).resolve().parents[2]


def test_the_document_and_the_types_are_up_to_date(tmp_path: Path) -> None:
    document, types = tmp_path / "protocol.md", tmp_path / "protocol.ts"
    contract.main([str(document), str(types)])
    for made, kept in ((document, ROOT / "docs/protocol.md"), (types, ROOT / "web/src/lib/protocol.ts")):
        assert made.read_text("utf-8") == kept.read_text("utf-8"), (
            f"{kept.name} is out of date: run `python -m tipover.table.contract docs/protocol.md web/src/lib/protocol.ts`"
        )
