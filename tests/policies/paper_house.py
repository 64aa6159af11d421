"""A made-up document with a catalogue that cites it."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "policies"))
import paragraphs  # noqa: E402  (a module of the catalogue)

DOCUMENT = """## Order

First sentence.

Second sentence.

## Other

Third sentence.
"""


@pytest.fixture(name="house")
def fixture_house(tmp_path):
    """A folder of documents, a table of them, and a catalogue whose one policy follows a sentence."""
    folder, catalogue = tmp_path / "documents", tmp_path / "catalogue"
    folder.mkdir()
    catalogue.mkdir()
    (folder / "paper.md").write_text(DOCUMENT)
    (tmp_path / "documents.toml").write_text('[Paper]\n"1.0.0" = "paper.md"\n')
    cite(tmp_path, {"2": paragraphs.digest("Second sentence.")})
    return tmp_path


def cite(house, numbers, **changed):
    """Makes the policy cite these paragraphs of the section Order."""
    source = {"document": "Paper", "edition": "1.0.0", "section": "Order", "paragraphs": numbers,
              **changed}
    (house / "catalogue" / "one.json").write_text(json.dumps(
        {"policies": [{"id": "LS_VK_EXAMPLE_1", "sources": [source]}]}, indent=1))
