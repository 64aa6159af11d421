# SPDX-License-Identifier: Apache-2.0
"""`loadstone coverage`: what the worlds of a policy vary in, and which combinations no case has."""

import json

import pytest
from conftest import ROOT
from test_bad_input import assert_one_line

SPACES = [path.stem for path in (ROOT / "policies/dimensions").glob("*.tsv")]


def test_without_a_policy_it_shows_every_space(tool):
    result = tool("coverage", "--json")
    coverage = json.loads(result.stdout)
    assert sorted(space["name"] for space in coverage["spaces"]) == sorted(SPACES)
    for space in coverage["spaces"]:
        rows = (ROOT / f"policies/dimensions/{space['name']}.tsv").read_text(encoding="utf-8").splitlines()
        assert space["cases"] == space["cases_of_policy"] == len([row for row in rows[1:] if "/" in row.split("\t")[0]])
        assert [one["name"] for one in space["dimensions"]] == rows[0].split("\t")[1:]
        assert space["missing"] == []


def test_every_row_is_a_case(tool):
    cases = {case["id"] for case in json.loads(tool("list", "cases", "--json").stdout)}
    for name in SPACES:
        rows = (ROOT / f"policies/dimensions/{name}.tsv").read_text(encoding="utf-8").splitlines()[1:]
        assert {row.split("\t")[0] for row in rows} - {"open"} <= cases


def test_of_a_policy_it_names_dimensions_values_and_what_is_excluded(tool):
    text = tool("coverage", "--policy", "LLP_LOADER_7").stdout
    assert text.startswith("LLP_LOADER_7: ")
    assert "  disable_variable: the variable in disable_environment\n    unset           not set\n" in text
    assert "kind=explicit disable_variable=set|empty: an explicit layer has no" in text
    assert " excluded, 0\n  missing\n" in text or "excluded, 0 missing" in text


def test_a_policy_without_dimensions_has_only_cases_of_its_own(tool):
    result = tool("coverage", "--policy", "LS_VK_SURFACE_1")
    assert result.returncode == 0
    assert len(result.stdout.splitlines()) == 1 and result.stdout.endswith(", 0 rows that combine dimensions\n")


@pytest.mark.parametrize("policy", ["LLP_LOADER_77", "", "x" * 5000])
def test_a_policy_that_does_not_exist_is_refused(tool, policy):
    assert_one_line(tool("coverage", "--policy", policy), "policy")
