# SPDX-License-Identifier: Apache-2.0
"""edition_changes.py prints what a new edition of a document changes."""

import subprocess
import sys
from pathlib import Path

import pytest
from paper_house import DOCUMENT, fixture_house  # noqa: F401  (a fixture)

SCRIPT = Path(__file__).resolve().parents[2] / "policies" / "edition_changes.py"


@pytest.fixture(name="changes")
def fixture_changes(house, tmp_path):
    """Calls the script for a new edition with this text; returns its result."""
    def changes(text, name="paper.md"):
        new = tmp_path / "new"
        new.mkdir()
        if text is not None:
            (new / name).write_text(text)
        return subprocess.run([sys.executable, SCRIPT, house / "documents", new, "--catalogue", house / "catalogue",
                               "--records", house / "records"], capture_output=True, text=True, check=False)
    return changes


def printed(result):
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout.splitlines()


def test_the_same_text_is_no_change(changes):
    assert printed(changes(DOCUMENT.replace("First sentence.", "First\nsentence."))) == ["Paper since 1.0.0: no change"]


def test_a_paragraph_that_is_gone_names_the_policies(changes):
    assert printed(changes(DOCUMENT.replace("Second sentence.", "Second sentence, mended."))) == [
        "Paper since 1.0.0: as follows",
        '    "Order"',
        "    - 2  Second sentence.",
        "        cited by LS_VK_EXAMPLE_1",
        "    + 2  Second sentence, mended.",
    ]


def test_sections_that_are_new_and_gone_are_marked(changes):
    assert printed(changes(DOCUMENT.replace("## Other\n\nThird", "## New\n\nFourth"))) == [
        "Paper since 1.0.0: as follows",
        '  + "New"',
        "    + 1  Fourth sentence.",
        '  - "Other"',
        "    - 1  Third sentence.",
    ]


def test_a_paragraph_that_moved_is_no_change(changes):
    assert printed(changes(DOCUMENT.replace("First sentence.\n\n", "").replace("Third", "First sentence.\n\nThird"))) == [
        "Paper since 1.0.0: no change"]


def test_one_of_two_equal_paragraphs_is_new(changes):
    assert "    + 2  Third sentence." in printed(changes(DOCUMENT + "\nThird sentence.\n"))


@pytest.mark.parametrize("text, name, words", [
    (None, "", "has no file of a document"),
    ("text", "unknown.md", "has no file of a document"),
])
def test_a_folder_without_documents_is_said(changes, text, name, words):
    result = changes(text, name)
    assert result.returncode == 1 and words in result.stderr and len(result.stderr.splitlines()) == 1


def test_a_missing_folder_is_said(house):
    result = subprocess.run([sys.executable, SCRIPT, house / "documents", house / "nothing", "--catalogue",
                             house / "catalogue", "--records", house / "records"], capture_output=True, text=True,
                            check=False)
    assert result.returncode == 1 and result.stderr == f"{house / 'nothing'}: is no folder of documents\n"
