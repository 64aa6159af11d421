"""Every defect of the reference loaders is caught by the policy that it breaks, and every case fails
on one. That a defect breaks nothing else is checked where the table is made, by kill_table.py."""

import json
import subprocess
import sys

import pytest
from conftest import BUILD, ROOT, TOOL

sys.path.insert(0, str(ROOT / "reference_loader" / "defects"))
import defect as defects  # noqa: E402  (the modules stand beside the patches)
import kill_table  # noqa: E402

LEAST_PER_POLICY = 2
POLICIES = [f"LLP_LOADER_{number}" for number in range(1, 14)]

ALL = defects.all_defects()
PROOF = kill_table.read_table()


@pytest.fixture(name="cases", scope="module")
def fixture_cases():
    """{API: {case: policies}}"""
    return kill_table.loader_cases(TOOL)


@pytest.mark.parametrize("broken", ALL, ids=[each.name for each in ALL])
def test_defect_is_caught_by_its_policy(broken, cases):
    said = {case for case, proof in PROOF.items() if proof == broken.name}
    own = {case for case, policies in cases[broken.api].items() if policies[0] == broken.policy}
    assert own, f"no case of {broken.policy}"
    # Where the table names a case of the policy itself, the policy's others show nothing more.
    chosen = said if said & own else said | own
    outcome = kill_table.run_defect(broken, BUILD, *kill_table.selecting(sorted(chosen)))
    assert not outcome.errors
    assert own & outcome.failing.keys(), f"no case of {broken.policy} fails"
    assert not said - outcome.failing.keys(), "these are said to fail on this defect, and do not"


@pytest.mark.parametrize("api", defects.LIBRARIES)
def test_every_case_is_seen_failing(api, cases):
    unproved = cases[api].keys() - PROOF.keys()
    assert not unproved, "reference_loader/defects/kill_table.py names defects for them"


def test_the_table_names_what_exists(cases):
    assert PROOF.keys() <= {case for known in cases.values() for case in known}
    assert set(PROOF.values()) <= {each.name for each in ALL}


@pytest.mark.parametrize("policy", POLICIES)
def test_every_loader_policy_has_defects(policy):
    assert sum(each.policy == policy for each in ALL) >= LEAST_PER_POLICY


def test_every_named_policy_exists():
    known = {entry["id"] for entry in json.loads(subprocess.run(
        [TOOL, "list", "policies", "--json"], stdout=subprocess.PIPE, text=True, check=True).stdout)}
    for each in ALL:
        assert {each.policy, *each.also} <= known, each.name
