"""Every policy has cases, a reason why it cannot be observed, or a line in the one list of gaps.

Policies of platforms whose loaders cannot be run yet are apart: they wait for the backend.
"""

import importlib.util
import json
import re
import subprocess
import sys

import pytest
from conftest import ROOT, TOOL

CATALOGUE = ROOT / "policies"
DEFECTS = ROOT / "reference_loader" / "defects"


def _load(name):
    spec = importlib.util.spec_from_file_location(name, CATALOGUE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


document = _load("document")

FILES = document.generate.load(CATALOGUE)
POLICIES = {policy["id"]: policy for content in FILES.values() for policy in content["policies"]}
OPEN = document.read_open(CATALOGUE / document.OPEN)


@pytest.fixture(name="cases", scope="module")
def fixture_cases():
    return document.read_cases(TOOL)


def test_open_list_is_exactly_the_policies_without_cases(cases):
    """A policy that has a case leaves the list, and none comes back to it."""
    without = {identifier for identifier, policy in POLICIES.items()
               if document.is_gap(policy, cases)}
    listed = set(OPEN)
    assert not listed - without, "these have cases by now: the target policies_document takes them off"
    assert not without - listed, "these need cases"


def test_open_list_is_in_order():
    assert OPEN == sorted(set(OPEN), key=document.generate.sort_key)


def test_the_list_shrinks_and_never_grows(tmp_path):
    path = tmp_path / "open.txt"
    path.write_text("# a remark\nLLP_LOADER_1\nLLP_LOADER_2\n")
    document.shrink_open(path, {"LLP_LOADER_2", "LLP_LOADER_3"})
    assert path.read_text() == "# a remark\nLLP_LOADER_1\n"


def test_no_case_cites_what_cannot_be_observed(cases):
    assert [identifier for identifier, policy in POLICIES.items()
            if not policy["observable"] and cases[identifier]] == []


def test_every_cited_policy_exists(tool):
    listed = json.loads(tool("list", "cases", "--json").stdout)
    assert {identifier for case in listed for identifier in case["policies"]} <= set(POLICIES)


# docs/policies


def run(output, *words):
    return subprocess.run(
        [sys.executable, CATALOGUE / "document.py", CATALOGUE, "--tool", TOOL, "--defects", DEFECTS,
         "--output", output, *words], capture_output=True, text=True, check=False)


def test_pages_are_up_to_date():
    result = run(ROOT / "docs" / "policies", "--check")
    assert (result.returncode, result.stderr) == (0, "")


def test_pages_that_differ_are_noticed(tmp_path):
    folder = tmp_path / "policies"
    assert run(folder, "--check").returncode == 1
    assert run(folder).returncode == 0
    assert run(folder, "--check").returncode == 0
    page = folder / "loaderlayerinterface.md"
    page.write_text(page.read_text() + "more\n")
    (folder / "of_another_time.md").write_text("old\n")
    result = run(folder, "--check")
    assert result.returncode == 1 and "is not up to date" in result.stderr
    assert run(folder).returncode == 0
    assert not (folder / "of_another_time.md").exists()
    assert run(folder, "--check").returncode == 0


def pages_of(cases, defects=None, open_policies=None):
    return document.render(FILES, document.read_walks(CATALOGUE), cases, defects or {},
                           OPEN if open_policies is None else open_policies)


def test_pages_leave_nothing_out(cases):
    pages = pages_of(cases)
    for walk in document.read_walks(CATALOGUE):
        lines = pages[document.page_of(walk["document"])].splitlines()
        for section in walk["sections"]:
            assert f'## {section["section"]}' in lines
    every = [line for page in pages.values() for line in page.splitlines()]
    for identifier in POLICIES:
        assert every.count(f"## {identifier}") == 1


def test_one_page_has_an_anchor_for_every_id(cases):
    pages = pages_of(cases)
    rows = re.findall(r'^\| <a id="(.*?)"></a>\[(.*?)\]\((.*?)#(.*?)\) \|', pages["ids.md"], re.M)
    assert sorted(name for _, name, _, _ in rows) == sorted(POLICIES)
    for anchor, name, page, heading in rows:
        assert anchor == heading == name.lower() and f"## {name}\n" in pages[page]


def test_pages_lead_to_paragraphs_and_readings(cases):
    every = [line for page in pages_of(cases).values() for line in page.splitlines()]
    for identifier, policy in POLICIES.items():
        for reading in policy["readings"]:
            head = f'- accepted, {identifier}.{reading["id"]}: '
            assert sum(line.startswith(head) for line in every) == 1, head
        for source in policy["sources"]:
            line = f'- source: {source["document"]} {source["edition"]}, {source["section"]}'
            if source["paragraphs"]:  # a document without them is cited by its section alone
                line += f', {document.numbers(source["paragraphs"])}'
            assert line in every


@pytest.mark.parametrize("paragraphs,said", [
    (["3"], "paragraph 3"), (["2", "4"], "paragraphs 2, 4"), (["1", "2"], "paragraphs 1-2"),
    (["10", "9", "3", "1", "2"], "paragraphs 1-3, 9-10")])
def test_paragraphs_that_follow_one_another_are_joined(paragraphs, said):
    assert document.numbers(paragraphs) == said


def test_links_lead_to_policies(cases):
    pages = pages_of(cases)
    for name, page in pages.items():
        for target, identifier in re.findall(r"^\| \[\w+\]\(([^#)]*)#(\w+)\)", page, re.M):
            assert f"\n## {identifier.upper()}\n" in pages[target or name]


def test_page_is_refused_when_a_policy_has_nothing(cases):
    with pytest.raises(document.DocumentError, match="LLP_LOADER_1: has neither cases nor a line"):
        pages_of({**cases, "LLP_LOADER_1": []})


def test_page_is_refused_when_a_defect_breaks_no_policy(cases):
    with pytest.raises(document.DocumentError, match="LLP_LOADER_0: a defect names it"):
        pages_of(cases, {"LLP_LOADER_0": [("x", "y")]})
