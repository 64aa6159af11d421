# SPDX-License-Identifier: Apache-2.0
"""Finding the paragraphs that policies cite in a document, and comparing them with it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "policies"
sys.path.insert(0, str(CATALOGUE))
import documents as records  # noqa: E402  (modules of the catalogue)
import policy_catalogue  # noqa: E402
import paragraphs  # noqa: E402
import sections  # noqa: E402
from paper_house import DOCUMENT, cite, fixture_house, record  # noqa: E402, F401  (a fixture)

MARKDOWN = """# Title <!-- omit from toc -->
[1]: https://example.org

<!-- not
counted -->
## Search ##

Folders are
  searched in order:
 * the first, which
   is wrapped
   - an inner one
 1. the last
After a list.

```json
{

}
```
<br/>

![A picture](picture.png)

| Name | Value |
| ---- | ----- |
| a    | b     |

### `Variables`:

<table>
  <tr>
    <th>Variable</th>
  </tr>
  <tr>
    <td><b>FIRST</b> is
        set.</td>
  </tr>

    <td>SECOND</td>
  </tr>
</table>

## Empty
"""

ASCIIDOC = """// Copyright
[[top]]
== Top ==

The text wraps at
.json and then
// a comment
ends.

.A title
[example]
====
* An item
** an inner one
+
More of it.

term:: its meaning
====

ifdef::something[]
image::picture.svg[align="center"]
endif::something[]

[source,json]
----
{

}
----

.Table
[cols="1,1"]
|====
| Name | Value
| a
    | b, and
      * more
.2+| c
    | d
|====

=== Listing

```
one
```
include::generated.adoc[]
"""


def texts(document, suffix):
    """{heading: paragraphs} of a document."""
    return {section.heading: section.paragraphs for section in sections.split(document, suffix)
            if section.heading}


def test_markdown_is_split():
    assert texts(MARKDOWN, ".md") == {
        "Title": ["[1]: https://example.org"],
        "Search": ["Folders are searched in order:", "* the first, which is wrapped",
                   "- an inner one", "1. the last After a list.", "{ }",
                   "![A picture](picture.png)", "| Name | Value |", "| a | b |"],
        "`Variables`:": ["Variable", "FIRST is set.", "SECOND"],
        "Empty": []}


def test_text_is_split():
    text = "First line\nof a paragraph.\n\n\u062a\u0646\u0641\u064a\u0630\n\n  \u2022 an item\n  1. another\n     one\n\nEnd.\n"
    headings = {"\u062a\u0646\u0641\u064a\u0630": "Implement"}
    split = {section.heading: section.paragraphs for section in sections.split(text, ".txt", headings)}
    assert split == {"": ["First line of a paragraph."], "Implement": ["\u2022 an item", "1. another one", "End."]}


def test_markdown_between_bars_is_split():
    barred = "".join(f"| {line} |\n" if line else "| |\n" for line in ("## Search", "", "A sentence", "that wraps.", "- an item"))
    assert texts(barred, ".txt") == {"Search": ["A sentence that wraps.", "- an item"]}


def test_asciidoc_is_split():
    assert texts(ASCIIDOC, ".adoc") == {
        "Top": ["The text wraps at .json and then ends.", "* An item", "** an inner one",
                "More of it.", "term:: its meaning", 'image::picture.svg[align="center"]', "{ }",
                "| Name | Value", "| a | b, and * more", ".2+| c | d"],
        "Listing": ["one"]}


def test_a_table_that_breaks_off_ends_at_the_next_heading():
    assert texts("# One\n<table>\n<tr><td>a</td></tr>\n<tr>\n\n## Next\ntext\n", ".md") == {
        "One": ["a"], "Next": ["text"]}


@pytest.mark.parametrize("document,suffix,line", [
    ("text\n```\nlisting", ".md", 2), ("<table>\n<tr>", ".md", 1),
    ("a\n\n----\nb", ".adoc", 3), ("|===\n| a", ".adoc", 1), ("////\n", ".adoc", 1),
    ("```\n", ".adoc", 1)])
def test_a_block_without_an_end_is_refused(document, suffix, line):
    with pytest.raises(sections.DocumentError, match=f"line {line}: .* no end"):
        sections.split(document, suffix)


def test_wrapping_does_not_change_a_digest():
    assert paragraphs.digest("one two") == paragraphs.digest(" one\n\ttwo ")
    assert paragraphs.digest("one two") != paragraphs.digest("one  Two")
    assert len(paragraphs.digest("")) == paragraphs.DIGEST_LENGTH


def rewrite(house, text):
    """Replaces the text of the document."""
    (house / "documents" / "paper.md").write_text(text)


def run(house, *words, folder=None):
    """Runs the script as a user does."""
    return subprocess.run(
        [sys.executable, CATALOGUE / "paragraphs.py", "--records", house / "records",
         words[0], folder or house / "documents", *words[1:]],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


def complaint(house, **options):
    """The only line that check prints."""
    result = run(house, "check", house / "catalogue", **options)
    assert result.returncode == 1 and result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


def test_an_unchanged_paragraph_is_found(house):
    result = run(house, "check", house / "catalogue")
    assert (result.returncode, result.stderr) == (0, "")


def test_another_wrapping_is_no_change(house):
    rewrite(house, DOCUMENT.replace("Second sentence", "Second\n  sentence"))
    assert run(house, "check", house / "catalogue").returncode == 0


NAMED = 'one.json: LS_VK_EXAMPLE_1: Paper 1.0.0, "Order", paragraph 2: '


def test_editions_may_mark_a_heading_otherwise(house):
    rewrite(house, DOCUMENT.replace("## Order", "## `Order`:"))
    assert run(house, "check", house / "catalogue").returncode == 0


def test_a_paragraph_that_moved_is_said_with_its_place(house):
    rewrite(house, DOCUMENT.replace("Second", "New sentence.\n\nSecond"))
    assert complaint(house) == NAMED + 'moved to "Order", paragraph 3'
    rewrite(house, "## Order\n## Other\nSecond sentence.")
    assert complaint(house) == NAMED + 'moved to "Other", paragraph 1'


def test_a_paragraph_that_changed_is_said(house):
    rewrite(house, DOCUMENT.replace("Second", "Another"))
    new, old = (paragraphs.digest(f"{word} sentence.") for word in ("Another", "Second"))
    assert complaint(house) == NAMED + f"changed: its digest is {new}, not {old}"


@pytest.mark.parametrize("text,reason", [
    ("## Order\n\nFirst sentence.\n", "the section has 1 paragraphs"),
    ("## Others\n", 'Paper 1.0.0 has no section "Order"'),
    (DOCUMENT + "## Order\n", 'Paper 1.0.0 has 2 sections "Order"')])
def test_what_is_missing_is_said(house, text, reason):
    rewrite(house, text)
    if text.startswith(DOCUMENT):
        cite(house, {"2": "0" * 12})
    assert complaint(house) == NAMED + reason


@pytest.mark.parametrize("changed,reason", [
    ({"document": "Letter"}, "has no document Letter"),
    ({"edition": "2.0.0"}, "has no edition 2.0.0 of Paper"),
    ({"section": None}, 'needs "section"'), ({"paragraphs": ["2"]}, 'needs "paragraphs"'),
    ({"paragraphs": {"0": None}}, '"0" is no number'),
    ({"paragraphs": {"two": None}}, '"two" is no number'),
    ({"paragraphs": {"2": 7}}, "digest of paragraph 2 is neither"),
    ({"paragraphs": {"2": None}}, "has no digest: fill writes it")])
def test_a_source_that_cannot_be_used_is_said(house, changed, reason):
    cite(house, {"2": "0" * 12})
    cite(house, changed.pop("paragraphs", {"2": "0" * 12}), **changed)
    assert reason in complaint(house)


@pytest.mark.parametrize("content,reason", [
    (None, "cannot be read"), (b"\xff", "is not UTF-8"), (b"```\n", "no end"),
    (b" " * (paragraphs.MAX_DOCUMENT + 1), "too large")],
    ids=["missing", "not UTF-8", "unfinished", "enormous"])
def test_a_document_that_cannot_be_used_is_said(house, content, reason):
    path = house / "documents" / "paper.md"
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    assert reason in complaint(house) and str(path) in complaint(house)


@pytest.mark.parametrize("file, reason", [
    ("paper.rst", "neither Markdown"), ("gone.md", "cannot be read"), ("", "cannot be read")])
def test_a_file_that_cannot_be_used_is_said(house, file, reason):
    record(house, {"1.0.0": file})
    (house / "documents" / "paper.rst").write_text("")
    assert reason in complaint(house)


def test_a_record_that_cannot_be_used_is_said(house):
    (house / "records" / "paper.toml").write_text("[Paper")
    assert complaint(house).startswith("paper.toml: ")


def test_a_missing_folder_and_catalogue_are_said(house):
    assert "is no folder of documents" in complaint(house, folder=house / "nowhere")
    (house / "catalogue" / "one.json").write_text("{}")
    assert "is no file of the catalogue" in complaint(house)
    (house / "catalogue" / "one.json").write_text("{")
    assert "cannot be read as JSON" in complaint(house)
    (house / "catalogue" / "one.json").unlink()
    assert "holds no policies" in complaint(house)


def test_fill_writes_what_is_missing_and_nothing_else(house):
    cite(house, {"1": None, "2": "0" * 12})
    assert run(house, "fill", house / "catalogue").returncode == 0
    (_, source), = paragraphs.read_sources(house / "catalogue" / "one.json")
    assert source["paragraphs"] == {"1": paragraphs.digest("First sentence."), "2": "0" * 12}


def test_fill_names_a_paragraph_that_is_not_there(house):
    cite(house, {"9": None})
    result = run(house, "fill", house / "catalogue")
    assert result.returncode == 1
    assert result.stderr == ('one.json: Paper 1.0.0, "Order", paragraph 9: '
                             "the section has 2 paragraphs\n")


def test_fill_says_what_it_cannot_write(house):
    path = house / "catalogue" / "one.json"
    path.write_text(json.dumps({"policies": [{"id": "LS_VK_EXAMPLE_1", "sources": [
        {"paragraphs": {"1": None}, "document": "Paper", "edition": "1.0.0", "section": "Order"}]}]}))
    result = run(house, "fill", house / "catalogue")
    assert result.returncode == 1 and "has to begin with document" in result.stderr


def test_show_leads_to_a_sentence(house):
    assert run(house, "show", "Paper").stdout == "Order\nOther\n"
    assert run(house, "show", "Paper", "Order").stdout == "1  First sentence.\n2  Second sentence.\n"
    one = run(house, "show", "Paper", "Order", "2", "--edition", "1.0.0")
    assert one.stdout == "Second sentence.\n"
    for words, reason in ((("Paper", "Nothing"), 'no section "Nothing"'),
                          (("Paper", "Order", "0"), "2 paragraphs"),
                          (("Letter",), "no document Letter")):
        result = run(house, "show", *words)
        assert result.returncode == 1 and reason in result.stderr


def test_every_source_names_a_known_edition():
    known = records.read(CATALOGUE / records.FOLDER)
    for content in policy_catalogue.load(CATALOGUE).values():
        for policy in content["policies"]:
            for source in policy["sources"]:
                edition = known[source["document"]].editions[source["edition"]]
                # A document without a file is cited by section only; all others are cited by paragraph.
                assert bool(source["paragraphs"]) == bool(edition.get("file")), policy["id"]


@pytest.mark.skipif("LOADSTONE_DOCUMENTS" not in os.environ,
                    reason="LOADSTONE_DOCUMENTS does not name a folder with the documents")
def test_the_documents_have_what_the_policies_cite():
    documents = paragraphs.Documents(Path(os.environ["LOADSTONE_DOCUMENTS"]),
                                     records.read(CATALOGUE / records.FOLDER))
    assert paragraphs.check(documents, CATALOGUE) == []
