# SPDX-License-Identifier: Apache-2.0
"""editions.py adds a source for each edition that has the same text."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from paper_house import DOCUMENT, cite, fixture_house, record  # noqa: F401  (a fixture)

CATALOGUE = Path(__file__).resolve().parents[2] / "policies"
import documents as records  # noqa: E402  (modules of the catalogue, found by paper_house)
import editions as editions_module  # noqa: E402
import paragraphs  # noqa: E402


def editions_of(house, since=None, until=None):
    """The editions that the policy cites after editions.py has added the missing ones."""
    path = house / "catalogue" / "one.json"
    content = json.loads(path.read_text())
    content["policies"][0].update(since=since, until=until)
    sources = content["policies"][0].pop("sources")
    lines = ",\n".join(f"        {json.dumps(source)}" for source in sources)
    # In the format of the catalogue's files, one source per line.
    path.write_text(json.dumps(content, indent=2).replace(
        '"since"', f'"sources": [\n{lines}\n      ],\n      "since"'))
    words = [sys.executable, CATALOGUE / "editions.py", "--records", house / "records"]
    missing = subprocess.run([*words, "check", house / "documents", house / "catalogue"],
                             stderr=subprocess.PIPE, text=True, check=False)
    subprocess.run([*words, "add", house / "documents", house / "catalogue"], check=True)
    subprocess.run([*words, "check", house / "documents", house / "catalogue"], check=True)
    sources = json.loads(path.read_text())["policies"][0]["sources"]
    assert missing.returncode == (len(sources) > 1) == bool(missing.stderr)
    return [(source["edition"], source["section"], source["paragraphs"]) for source in sources]


@pytest.fixture(name="editions")
def fixture_editions(house):
    """The house with an older edition, which has an additional paragraph, and a newer one with different text."""
    (house / "documents" / "old.md").write_text(DOCUMENT.replace("Second", "Another one.\n\nSecond"))
    (house / "documents" / "new.md").write_text(DOCUMENT.replace("Second sentence", "No such sentence"))
    record(house, {"0.9.0": "old.md", "1.0.0": "paper.md", "1.1.0": "new.md"})
    return house


def test_an_edition_with_the_same_words_is_added(editions):
    second = paragraphs.digest("Second sentence.")
    assert editions_of(editions) == [("0.9.0", "Order", {"3": second}), ("1.0.0", "Order", {"2": second})]


@pytest.mark.parametrize("bounds", [{"since": "1.0.0"}, {"since": "0.9.1", "until": "1.0.0"}])
def test_an_edition_before_the_policy_is_not_added(editions, bounds):
    assert [edition for edition, _, _ in editions_of(editions, **bounds)] == ["1.0.0"]


def test_an_edition_that_lacks_a_paragraph_is_not_added(editions):
    cite(editions, {"1": paragraphs.digest("First sentence."), "2": paragraphs.digest("Second sentence.")})
    assert [edition for edition, _, _ in editions_of(editions)] == ["0.9.0", "1.0.0"]
    cite(editions, {"1": paragraphs.digest("First sentence.")})
    assert [edition for edition, _, _ in editions_of(editions)] == ["0.9.0", "1.0.0", "1.1.0"]


@pytest.mark.skipif("LOADSTONE_DOCUMENTS" not in os.environ,
                    reason="LOADSTONE_DOCUMENTS does not name a folder with the documents")
def test_every_edition_with_the_same_words_is_cited():
    documents = paragraphs.Documents(Path(os.environ["LOADSTONE_DOCUMENTS"]),
                                     records.read(CATALOGUE / records.FOLDER))
    assert editions_module.check(documents, CATALOGUE) == []
