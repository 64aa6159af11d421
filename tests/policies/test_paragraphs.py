"""The paragraphs that policies cite: found in a document, and held against it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "policies"
sys.path.insert(0, str(CATALOGUE))
import editions as editions_module  # noqa: E402  (modules of the catalogue)
import generate  # noqa: E402
import paragraphs  # noqa: E402
import sections  # noqa: E402

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


def rewrite(house, text):
    """Puts another text in place of the document."""
    (house / "documents" / "paper.md").write_text(text)


def run(house, *words, folder=None):
    """Runs the script as a user does."""
    return subprocess.run(
        [sys.executable, CATALOGUE / "paragraphs.py", "--table", house / "documents.toml",
         words[0], folder or house / "documents", *words[1:]],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


def complaint(house, **options):
    """The one line that check prints."""
    result = run(house, "check", house / "catalogue", **options)
    assert result.returncode == 1 and result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


def test_a_paragraph_that_stands_is_found(house):
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


@pytest.mark.parametrize("table,reason", [
    ("[Paper", "documents.toml: "), ("Paper = 1", "has to name a file for each edition"),
    ('[Paper]\n"1.0.0" = 3', "has to name a file"), ("[Paper]", "has to name a file"),
    ('[Paper]\n"1.0.0" = "paper.rst"', "neither Markdown")])
def test_a_table_that_cannot_be_used_is_said(house, table, reason):
    (house / "documents.toml").write_text(table)
    (house / "documents" / "paper.rst").write_text("")
    assert reason in complaint(house)


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
    table = paragraphs.read_table(CATALOGUE / paragraphs.DOCUMENTS)
    for content in generate.load(CATALOGUE).values():
        for policy in content["policies"]:
            for source in policy["sources"]:
                assert source["edition"] in table[source["document"]], policy["id"]
                # What lies in no folder is cited by section alone, and nothing else.
                file = table[source["document"]][source["edition"]]
                assert bool(source["paragraphs"]) == bool(file), policy["id"]


def editions_of(house, since=None, until=None):
    """The editions that the policy cites when editions.py has added what is missing."""
    path = house / "catalogue" / "one.json"
    content = json.loads(path.read_text())
    content["policies"][0].update(since=since, until=until)
    sources = content["policies"][0].pop("sources")
    lines = ",\n".join(f"        {json.dumps(source)}" for source in sources)
    # As files of the catalogue are written, a source in each line.
    path.write_text(json.dumps(content, indent=2).replace(
        '"since"', f'"sources": [\n{lines}\n      ],\n      "since"'))
    words = [sys.executable, CATALOGUE / "editions.py", "--table", house / "documents.toml"]
    missing = subprocess.run([*words, "check", house / "documents", house / "catalogue"],
                             stderr=subprocess.PIPE, text=True, check=False)
    subprocess.run([*words, "add", house / "documents", house / "catalogue"], check=True)
    subprocess.run([*words, "check", house / "documents", house / "catalogue"], check=True)
    sources = json.loads(path.read_text())["policies"][0]["sources"]
    assert missing.returncode == (len(sources) > 1) == bool(missing.stderr)
    return [(source["edition"], source["section"], source["paragraphs"]) for source in sources]


@pytest.fixture(name="editions")
def fixture_editions(house):
    """The house, with an older edition that has a paragraph more, and a newer one with other words."""
    (house / "documents" / "old.md").write_text(DOCUMENT.replace("Second", "Another one.\n\nSecond"))
    (house / "documents" / "new.md").write_text(DOCUMENT.replace("Second sentence", "No such sentence"))
    (house / "documents.toml").write_text(
        '[Paper]\n"0.9.0" = "old.md"\n"1.0.0" = "paper.md"\n"1.1.0" = "new.md"\n')
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
                                     paragraphs.read_table(CATALOGUE / paragraphs.DOCUMENTS))
    assert editions_module.check(documents, CATALOGUE) == []


@pytest.mark.skipif("LOADSTONE_DOCUMENTS" not in os.environ,
                    reason="LOADSTONE_DOCUMENTS does not name a folder with the documents")
def test_the_documents_have_what_the_policies_cite():
    documents = paragraphs.Documents(Path(os.environ["LOADSTONE_DOCUMENTS"]),
                                     paragraphs.read_table(CATALOGUE / paragraphs.DOCUMENTS))
    assert paragraphs.check(documents, CATALOGUE) == []
