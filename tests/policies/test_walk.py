# SPDX-License-Identifier: Apache-2.0
"""The walk of the documents: each section has policies or a reason for having none, and each section that a policy
cites has an address."""

import os
import sys
from pathlib import Path

import pytest

CATALOGUE = Path(__file__).resolve().parents[2] / "policies"
sys.path.insert(0, str(CATALOGUE))
import documents  # noqa: E402  (modules of the catalogue)
import policy_catalogue  # noqa: E402
import paragraphs  # noqa: E402
import with_urls  # noqa: E402

RECORDS = documents.read(CATALOGUE / documents.FOLDER)
POLICIES = [policy for content in policy_catalogue.load(CATALOGUE).values() for policy in content["policies"]]
WALKED = [name for name, document in RECORDS.items() if document.is_walked]
# The documents that define the scope of the catalogue; all of their sections are walked.
REQUIRED = {"LoaderLayerInterface", "LoaderDriverInterface", "OpenXR loader: Runtime Interaction",
            "OpenXR loader: API Layer Interaction", "Android: Implement Vulkan", "Gapii Packaging on Fuchsia"}
# Titles and tables of contents are not sections.
NO_SECTIONS = {"Table of Contents"}


def test_the_documents_are_walked():
    assert REQUIRED <= set(WALKED)


@pytest.mark.parametrize("name", WALKED)
def test_every_section_has_policies_or_a_reason(name):
    assert documents.walk_problems(RECORDS[name], POLICIES) == []
    for edition, keys in RECORDS[name].editions.items():
        assert "headings" in keys, f"{edition} is not walked"


def test_every_source_is_of_an_edition_with_an_address():
    """Except for one document that is not published as a page."""
    without = {source["document"] for policy in POLICIES for source in policy["sources"]
               if not RECORDS[source["document"]].url(source["edition"], source["section"])}
    assert without == {"Gapii Packaging on Fuchsia"}


@pytest.mark.skipif("LOADSTONE_DOCUMENTS" not in os.environ,
                    reason="LOADSTONE_DOCUMENTS does not name a folder with the documents")
@pytest.mark.parametrize("name", WALKED)
def test_headings_are_those_of_the_documents(name):
    read = paragraphs.Documents(Path(os.environ["LOADSTONE_DOCUMENTS"]), RECORDS)
    for edition in RECORDS[name].files():
        found = [section.heading for section in read.sections(name, edition)
                 if section.heading and section.heading not in NO_SECTIONS]
        listed = RECORDS[name].editions[edition]["headings"]
        title = [] if documents.bare(found[0]) == documents.bare(listed[0]) else found[:1]
        assert [*map(documents.bare, found)] == [*map(documents.bare, title + listed)], edition


EXAMPLE = """
document = "D"
[editions."1.0.0"]
url = "https://a.org/D.md"
headings = ["A", "B"]
[editions."1.1.0"]
url = "https://a.org/1.1.0/D.md"
headings = ["A", "New", "B"]
"""
STATEMENT = EXAMPLE + """
[[sections.New.statements]]
id = "A1"
says = "x"
binds = "loader must"
not_judged = "It demands nothing."
"""
CITING = {"id": "LLP_LOADER_1", "sources": [{"document": "D", "edition": "1.0.0", "section": "`A`:"},
                                            {"document": "E", "edition": "1.0.0", "section": "B"}]}


def problems(sections, policies=(CITING,)):
    return documents.walk_problems(documents.parse(EXAMPLE + sections, "d.toml"), policies)


def test_a_gap_is_found():
    complete = '[sections.B]\nnot_normative = "x"\n[sections.New]\nalso = ["LLP_LOADER_1"]\n'
    assert problems(complete) == []
    assert problems('[sections.B]\nnot_normative = "x"\n') == ["New: neither policies nor a reason"]
    assert problems(complete + '[sections.C]\nnot_yet = "x"\n') == ["C: a section of no edition"]
    assert problems(complete.replace("LOADER_1", "LOADER_0")) == ["New: LLP_LOADER_0 is not in the catalogue"]
    assert problems(complete + '[sections.A]\nalso = ["LLP_LOADER_1"]\n') == [
        "A: LLP_LOADER_1 has the section as a source, so that it is no also"]
    other = {"id": "LLP_LOADER_1", "sources": [{"document": "D", "edition": "1.0.0", "section": name}
                                               for name in ("A", "New")]}
    assert problems('[sections.B]\nnot_yet = "x"\n', [other]) == ['LLP_LOADER_1: 1.0.0 has no section "New"']


def test_a_statement_is_below_a_section_and_is_no_reason():
    statement = '[[sections.C.statements]]\nid = "W1"\nsays = "x"\nnot_judged = "y"\n'
    assert problems('[sections.B]\nnot_yet = "x"\n' + statement.replace("C", "New")) == [
        "New: neither policies nor a reason"]
    assert problems('[sections.B]\nnot_yet = "x"\n[sections.New]\nnot_yet = "x"\n' + statement) == [
        "C: a section of no edition"]


def test_sections_are_in_the_order_of_the_newest_edition():
    document = documents.parse(EXAMPLE.replace('["A", "B"]', '["A", "Old", "B"]'), "d.toml")
    assert document.headings() == ["A", "Old", "New", "B"]


@pytest.mark.parametrize("section, anchors, address", [
    ("Layer `Manifest` (JSON):", "", "https://a.org/D.md#layer-manifest-json"),
    ("A", '[anchors]\nA = "first"', "https://a.org/D.md#first")])
def test_a_section_has_an_address(section, anchors, address):
    document = documents.parse(EXAMPLE + anchors, "d.toml")
    assert document.url("1.0.0", section) == address
    assert document.url("9.0.0", section) is None


def test_a_copy_of_the_catalogue_has_the_addresses(tmp_path):
    (tmp_path / "of_another_time.json").write_text("{}")
    assert with_urls.main([CATALOGUE, tmp_path]) == 0
    copied = {path.name for path in tmp_path.iterdir()}
    assert copied == {path.name for path in CATALOGUE.glob("*.json")}
    for content in policy_catalogue.load(tmp_path).values():
        for policy in content["policies"]:
            for source in policy["sources"]:
                assert source.pop("url", None) == RECORDS[source["document"]].url(source["edition"], source["section"])


def test_an_address_that_is_written_stays():
    content = {"policies": [{"sources": [{"document": "D", "edition": "1.0.0", "section": "A", "url": "https://b.org"},
                                         {"document": "E", "edition": "1.0.0", "section": "A"}]}]}
    with_urls.add_urls(content, {"D": documents.parse(EXAMPLE, "d.toml")})
    assert [source.get("url") for source in content["policies"][0]["sources"]] == ["https://b.org", None]


@pytest.mark.parametrize("text, said", [
    ("[D", "d.toml: "), ('document = "D"', "d.toml: needs document and editions"),
    ('document = 3', 'd.toml: "document" is unknown or has the wrong type'),
    ('documents = "D"', 'd.toml: "documents" is unknown or has the wrong type'),
    ('document = "D"\n[editions."1.0.0"]\nfile = 3', 'd.toml: edition "1.0.0" takes file, url and headings'),
    (EXAMPLE + "[sections.A]\npolicies = []", 'd.toml: section "A" takes also, not_normative, not_yet and statements'),
    (EXAMPLE + "[sections.A]\nstatements = 3", 'd.toml: section "A" takes also, not_normative, not_yet and statements'),
    (STATEMENT.replace("A1", "L1"), 'd.toml: section "New": a statement needs an id, such as A1'),
    (STATEMENT + 'verb = "run"', 'd.toml: A1: "verb" is unknown, empty or has the wrong type'),
    (STATEMENT + "policies = []", 'd.toml: A1: "policies" is unknown, empty or has the wrong type'),
    (STATEMENT + 'policies = ["LLP_LOADER_1"]', "d.toml: A1: needs one of policies, not_judged, not_yet"),
    (STATEMENT.replace("not_judged", "place"), "d.toml: A1: needs one of policies, not_judged, not_yet"),
    (STATEMENT.replace("binds", "place"), "d.toml: A1: needs says, and binds unless it is about Windows"),
    (STATEMENT.replace("A1", "W1"), "d.toml: W1: needs says, and binds unless it is about Windows"),
    (STATEMENT + 'edition = "1.0.0"', 'd.toml: A1: edition 1.0.0 has no section "New"'),
])
def test_a_broken_record_is_one_line(text, said):
    with pytest.raises(documents.RecordError) as error:
        documents.parse(text, "d.toml")
    assert str(error.value).startswith(said) and "\n" not in str(error.value)
