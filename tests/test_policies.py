# SPDX-License-Identifier: Apache-2.0
"""Each policy has cases, a reason why it cannot be observed, or a line in the list of gaps.

Policies of platforms whose loaders cannot run yet are exempt until there is a backend.
"""

import importlib.util
import json
import re

import pytest
from conftest import ROOT, TOOL

CATALOGUE = ROOT / "policies"


def _load(name):
    spec = importlib.util.spec_from_file_location(name, CATALOGUE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


policy_pages = _load("policy_pages")

FILES = policy_pages.policy_catalogue.load(CATALOGUE)
POLICIES = {policy["id"]: policy for content in FILES.values() for policy in content["policies"]}
KNOWN = policy_pages.records.read(CATALOGUE / policy_pages.records.FOLDER)
OPEN = policy_pages.read_open(CATALOGUE / policy_pages.OPEN)


@pytest.fixture(name="cases", scope="module")
def fixture_cases():
    return policy_pages.read_cases(TOOL)


def test_open_list_is_exactly_the_policies_without_cases(cases):
    """A policy with a case must be removed from the list, and no policy may be added."""
    without = {identifier for identifier, policy in POLICIES.items()
               if policy_pages.is_gap(policy, cases)}
    listed = set(OPEN)
    assert not listed - without, "these have cases by now: take them off the list"
    assert not without - listed, "these need cases"


def test_open_list_is_in_order():
    assert OPEN == sorted(set(OPEN), key=policy_pages.policy_catalogue.sort_key)


def test_no_case_cites_what_cannot_be_observed(cases):
    assert [identifier for identifier, policy in POLICIES.items()
            if not policy["observable"] and cases[identifier]] == []


def test_every_cited_policy_exists(tool):
    listed = json.loads(tool("list", "cases", "--json").stdout)
    assert {identifier for case in listed for identifier in case["policies"]} <= set(POLICIES)


# The pages about policies


def pages_of(cases, defects=None, open_policies=None):
    return policy_pages.render(FILES, KNOWN, cases, defects or {},
                           OPEN if open_policies is None else open_policies)


def test_pages_leave_nothing_out(cases):
    pages = pages_of(cases)
    for name, known in KNOWN.items():
        lines = pages[policy_pages.page_of(name)].splitlines()
        for heading in known.headings():
            assert f"## {heading}" in lines
    every = [line for page in pages.values() for line in page.splitlines()]
    for identifier in POLICIES:
        assert every.count(f"## {identifier}") == 1


def test_one_page_has_an_anchor_for_every_id(cases):
    pages = pages_of(cases)
    rows = re.findall(r'^\| <a id="(.*?)"></a>\[(.*?)\]\((.*?)#(.*?)\) \|', pages["ids.md"], re.M)
    assert sorted(name for _, name, _, _ in rows) == sorted(POLICIES)
    for anchor, name, page, heading in rows:
        assert anchor == heading == name.lower() and f"## {name}\n" in pages[page]


def test_one_page_has_every_reading(cases):
    pages = pages_of(cases)
    rows = re.findall(r"^\| \[(.*?)\]\((.*?)#.*?\) \| ", pages["readings.md"], re.M)
    assert sorted(name for name, _ in rows) == sorted(
        f'{identifier}.{reading["id"]}' for identifier, policy in POLICIES.items() for reading in policy["readings"])
    assert {page for _, page in rows} <= set(pages)


def test_pages_lead_to_paragraphs_and_readings(cases):
    every = [line for page in pages_of(cases).values() for line in page.splitlines()]
    for identifier, policy in POLICIES.items():
        for reading in policy["readings"]:
            head = f'- accepted, {identifier}.{reading["id"]}: '
            assert sum(line.startswith(head) for line in every) == 1, head
        for source in policy["sources"]:
            line = f'{source["document"]} {source["edition"]}, {source["section"]}'
            address = KNOWN[source["document"]].url(source["edition"], source["section"])
            line = f"- source: [{line}]({address})" if address else f"- source: {line}"
            if source["paragraphs"]:  # a document without paragraphs is cited by section only
                line += f', {policy_pages.numbers(source["paragraphs"])}'
            assert line in every


@pytest.mark.parametrize("paragraphs,said", [
    (["3"], "paragraph 3"), (["2", "4"], "paragraphs 2, 4"), (["1", "2"], "paragraphs 1-2"),
    (["10", "9", "3", "1", "2"], "paragraphs 1-3, 9-10")])
def test_paragraphs_that_follow_one_another_are_joined(paragraphs, said):
    assert policy_pages.numbers(paragraphs) == said


def test_links_lead_to_policies(cases):
    pages = pages_of(cases)
    for name, page in pages.items():
        for target, identifier in re.findall(r"^\| \[\w+\]\(([^#)]*)#(\w+)\)", page, re.M):
            assert f"\n## {identifier.upper()}\n" in pages[target or name]


def test_page_is_refused_when_a_policy_has_nothing(cases):
    with pytest.raises(policy_pages.PageError, match="LLP_LOADER_1: has neither cases nor a line"):
        pages_of({**cases, "LLP_LOADER_1": []})


def test_page_is_refused_when_a_defect_breaks_no_policy(cases):
    with pytest.raises(policy_pages.PageError, match="LLP_LOADER_0: a defect names it"):
        pages_of(cases, {"LLP_LOADER_0": [("x", "y")]})
