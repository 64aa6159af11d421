"""Every defect of the reference loader is caught by the policy that it breaks, and by no other."""

import json
import subprocess
import sys

import pytest
from conftest import BUILD, REFERENCE, ROOT, TOOL

sys.path.insert(0, str(ROOT / "reference_loader" / "defects"))
import defect as defects  # noqa: E402  (the modules stand beside the patches)
import kill_table  # noqa: E402

LEAST_PER_POLICY = 2
POLICIES = [f"LLP_LOADER_{number}" for number in range(1, 14)]

ALL = defects.all_defects()
PROOF = kill_table.read_table()


@pytest.mark.parametrize("broken", ALL, ids=[each.name for each in ALL])
def test_defect_is_caught_by_its_policy_alone(broken, tmp_path):
    variant = defects.build(broken, BUILD, REFERENCE, tmp_path)
    cases = kill_table.run_cases(TOOL, variant, tmp_path / "report.json")
    assert not [case for case in cases if case["verdict"] == "error"]
    failing = {case["id"]: case["policies"][0] for case in cases if case["verdict"] == "fail"}
    assert broken.policy in failing.values(), f"no case of {broken.policy} fails"
    unlisted = {case for case, policy in failing.items()
                if policy not in (broken.policy, *broken.also)}
    assert not unlisted, "these fail as well, without an Also line"
    unproved = {case for case, proof in PROOF.items() if proof == broken.name} - failing.keys()
    assert not unproved, "these are said to fail on this defect, and do not"


def test_every_case_is_seen_failing():
    cases = {case["id"] for case in json.loads(subprocess.run(
        [TOOL, "list", "cases", "--json"], stdout=subprocess.PIPE, text=True, check=True).stdout)
        if case["api"] == "vulkan" and case["subject"] == "loader"}
    assert PROOF.keys() == cases, "reference_loader/defects/kill_table.py writes it anew"
    assert set(PROOF.values()) <= {each.name for each in ALL}


@pytest.mark.parametrize("policy", POLICIES)
def test_every_loader_policy_has_defects(policy):
    assert sum(each.policy == policy for each in ALL) >= LEAST_PER_POLICY


def test_every_named_policy_exists():
    known = {entry["id"] for entry in json.loads(subprocess.run(
        [TOOL, "list", "policies", "--json"], stdout=subprocess.PIPE, text=True, check=True).stdout)}
    for each in ALL:
        assert {each.policy, *each.also} <= known, each.name
