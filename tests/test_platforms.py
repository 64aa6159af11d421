# SPDX-License-Identifier: Apache-2.0
"""The table of statements about Android, Fuchsia and macOS: each row is judged, or has a reason why not."""

import json
import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "policies"))
import platforms  # noqa: E402  (makes the page)

ROWS = platforms.read(platforms.TABLE.read_text(encoding="utf-8"))
PLATFORM = {"A": "android", "F": "fuchsia", "M": "macos"}
SUBJECT = {"check-install --platform macos": "installer", "check-image": "device", "check-package": "package",
           "check-layer": "layer", "run": "loader",
           "run --platform macos": "loader", "run --platform fuchsia": "loader", "run --platform android": "loader",
           "check-driver --platform android": "hal_module"}
NUMBERS = {"A": 118, "F": 36, "M": 14}


@pytest.fixture(name="policies", scope="module")
def fixture_policies():
    return {policy["id"]: policy for path in (ROOT / "policies").glob("*.json") if path.name != "schema.json"
            for policy in json.loads(path.read_text(encoding="utf-8"))["policies"]}


def test_no_statement_is_left_out():
    assert [row["id"] for row in ROWS] == [f"{letter}{number}" for letter in "MFA"
                                           for number in range(1, NUMBERS[letter] + 1)]


def test_what_is_judged_has_cases_of_its_verb(tool, policies):
    cases = {}
    for case in json.loads(tool("list", "cases", "--json").stdout):
        for identifier in case["policies"]:
            cases.setdefault(identifier, set()).add(case["id"])
    by_subject = {subject: {case["id"] for case in json.loads(tool("list", "cases", "--subject", subject, "--json").stdout)}
                  for subject in SUBJECT.values()}
    for row in ROWS:
        for identifier in row.get("judged", []):
            assert PLATFORM[row["letter"]] in policies[identifier]["platforms"], row["id"]
            judging = set().union(*(by_subject[SUBJECT[verb]] for verb in row["verbs"]))
            assert cases.get(identifier, set()) & judging, (row["id"], identifier)


def test_what_cannot_be_observed_says_why(policies):
    for row in ROWS:
        if "because" in row:
            assert policies[row["because"]]["unobservable"], row["id"]


def test_every_policy_for_devices_and_packages_is_in_the_table(policies):
    named = {identifier for row in ROWS for identifier in (*row.get("judged", []), row.get("because"))}
    assert {identifier for identifier, policy in policies.items()
            if policy["subject"] in ("device", "package")} - named == set()


def test_the_page_has_every_statement():
    page = platforms.render(ROWS, platforms.generate.load(ROOT / "policies"))
    for row in ROWS:
        assert page.count(f"\n| {row['id']} |") == 1


@pytest.mark.parametrize("text, said", [
    ("[A1", "platforms.toml: "), ("[A1]\nstatement = 'x'", "A1: has to say one of"),
    ("[A1]\njudged = []\nwaits_for = 'x'", "A1: has to say one of"),
    ("[A1]\nwaits_for = 'x'", "A1: lacks a field"),
])
def test_a_broken_table_is_one_line(text, said):
    with pytest.raises(platforms.TableError) as error:
        platforms.read(text)
    assert said in str(error.value) and "\n" not in str(error.value)
