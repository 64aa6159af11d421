# SPDX-License-Identifier: Apache-2.0
"""A small test document with a catalogue that cites it."""

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
    """A folder of documents, one record, and a catalogue with one policy, which cites a sentence."""
    folder, catalogue = tmp_path / "documents", tmp_path / "catalogue"
    folder.mkdir()
    catalogue.mkdir()
    (folder / "paper.md").write_text(DOCUMENT)
    (tmp_path / "records").mkdir()
    record(tmp_path, {"1.0.0": "paper.md"})
    cite(tmp_path, {"2": paragraphs.digest("Second sentence.")})
    return tmp_path


def record(house, files):
    """Changes the editions' files in the document's record."""
    (house / "records" / "paper.toml").write_text('document = "Paper"\n' + "".join(
        f'[editions."{edition}"]\nfile = "{file}"\n' for edition, file in files.items()))


def cite(house, numbers, **changed):
    """Changes the paragraphs of the section Order that the policy cites."""
    source = {"document": "Paper", "edition": "1.0.0", "section": "Order", "paragraphs": numbers,
              **changed}
    (house / "catalogue" / "one.json").write_text(json.dumps(
        {"policies": [{"id": "LS_VK_EXAMPLE_1", "sources": [source]}]}, indent=1))
