"""Every defect of the reference loader is caught by the policy that it breaks, and by no other."""

import json
import subprocess
import sys

import pytest
from conftest import BUILD, REFERENCE, ROOT, TOOL

sys.path.insert(0, str(ROOT / "reference_loader" / "defects"))
import defect as defects  # noqa: E402  (the module stands beside the patches)

SPEC = "1.4.330"  # an edition in which every policy holds
LEAST_PER_POLICY = 2
POLICIES = [f"LLP_LOADER_{number}" for number in range(1, 14)]

ALL = defects.all_defects()


def failing_policies(library, folder):
    """The policies of the cases that fail on `library`, with the cases: {policy: [case IDs]}."""
    report = folder / "report.json"
    result = subprocess.run(
        [TOOL, "run", "--loader", library, "--spec", SPEC, "-j", "1", "--json", report], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    assert result.returncode in (0, 1, 3), result.stderr
    failing = {}
    for case in json.loads(report.read_text(encoding="utf-8"))["cases"]:
        assert case["verdict"] != "error", f'{case["id"]}: {case["reason"]}'
        if case["verdict"] == "fail":
            failing.setdefault(case["policies"][0], []).append(case["id"])
    return failing


@pytest.mark.parametrize("broken", ALL, ids=[each.name for each in ALL])
def test_defect_is_caught_by_its_policy_alone(broken, tmp_path):
    variant = defects.build(broken, BUILD, REFERENCE, tmp_path)
    failing = failing_policies(variant, tmp_path)
    assert broken.policy in failing, f"no case of {broken.policy} fails; failing: {failing}"
    unlisted = {policy: cases for policy, cases in failing.items()
                if policy not in (broken.policy, *broken.also)}
    assert not unlisted, "these fail as well, without an Also line"


@pytest.mark.parametrize("policy", POLICIES)
def test_every_loader_policy_has_defects(policy):
    assert sum(each.policy == policy for each in ALL) >= LEAST_PER_POLICY


def test_every_named_policy_exists():
    known = {entry["id"] for entry in json.loads(subprocess.run(
        [TOOL, "list", "policies", "--json"], stdout=subprocess.PIPE, text=True, check=True).stdout)}
    for each in ALL:
        assert {each.policy, *each.also} <= known, each.name
