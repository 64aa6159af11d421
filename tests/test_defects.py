"""Every defect of the reference loaders is caught by the policy that it breaks, and every case fails
on one. That nothing else fails with a defect is looked at where the tables are made, by kill_table.py."""

import collections
import json
import subprocess
import sys

import pytest
from conftest import BUILD, ROOT, TOOL, in_sample

sys.path[:0] = [str(ROOT / "reference_loader"), str(ROOT / "reference_loader" / "defects")]
import build_variant  # noqa: E402  (the modules stand in these folders)
import kill_table  # noqa: E402
import on_windows  # noqa: E402
import variants  # noqa: E402

LEAST_PER_POLICY = 2
POLICIES = [f"LLP_LOADER_{number}" for number in range(1, 14)]

ALL = variants.read(variants.DEFECTS)
PROOF = kill_table.read_table()
OTHERS = kill_table.read_side_effects()
ON_WINDOWS = on_windows.read_table()


@pytest.fixture(name="cases", scope="module")
def fixture_cases():
    """{API: {case: policies}}"""
    return kill_table.loader_cases(TOOL)


def always_run():
    """For each policy, the defect on which most cases are seen failing; those of Linux alone."""
    seen_on = collections.Counter(PROOF.values())
    chosen = {}
    for name, defect in ALL.items():
        best = chosen.get(defect.policy)
        if defect.platform == variants.LINUX and (best is None or seen_on[name] > seen_on[best]):
            chosen[defect.policy] = name
    return set(chosen.values())


ALWAYS = always_run()


def is_run(name):
    """Whether a defect is run here: one for each policy of Linux, and a sample of the others."""
    return name in ALWAYS or in_sample(name, every=8)


@pytest.mark.parametrize("name", filter(is_run, ALL))
def test_defect_is_caught_by_its_policy(name, cases):
    broken = ALL[name]
    said = {case for case, proof in PROOF.items() if proof == name}
    said |= set(OTHERS[name] if in_sample(name) else ())
    own = {case for case, policies in cases[broken.api].items() if policies[0] == broken.policy}
    assert own, f"no case of {broken.policy}"
    # Where the table names a case of the policy itself, the policy's others show nothing more.
    chosen = said if said & own else said | own
    outcome = kill_table.run_defect(broken, BUILD, *kill_table.selecting(sorted(chosen)))
    assert not outcome.errors
    assert own & outcome.failing.keys(), f"no case of {broken.policy} fails"
    assert not said - outcome.failing.keys(), "these are said to fail on this defect, and do not"


@pytest.mark.parametrize("api", build_variant.LIBRARIES)
def test_every_case_is_seen_failing(api, cases):
    unproved = cases[api].keys() - PROOF.keys()
    assert not unproved, "reference_loader/defects/kill_table.py names defects for them"


def test_the_tables_name_what_exists(cases):
    existing = {case for known in cases.values() for case in known}
    assert PROOF.keys() <= existing
    assert set(PROOF.values()) <= ALL.keys()
    assert OTHERS.keys() == ALL.keys(), "reference_loader/defects/kill_table.py renews docs/defects.md"
    assert {case for named in OTHERS.values() for case in named} <= existing


@pytest.mark.parametrize("policy", POLICIES)
def test_every_loader_policy_has_defects(policy):
    assert sum(each.policy == policy for each in ALL.values()) >= LEAST_PER_POLICY


def test_every_named_policy_exists():
    known = {entry["id"] for entry in json.loads(subprocess.run(
        [TOOL, "list", "policies", "--json"], stdout=subprocess.PIPE, text=True, check=True).stdout)}
    assert {each.policy for each in ALL.values()} <= known


@pytest.mark.parametrize("name", [name for name in ON_WINDOWS if in_sample(name, every=32)])
def test_defect_of_linux_is_caught_on_windows_as_well(name, cases):
    broken = on_windows.shared_defects()[name]
    said = ON_WINDOWS[name]
    own = [case for case, policies in cases[broken.api].items() if policies[0] == broken.policy]
    shown = [said] if on_windows.CASE.fullmatch(said) else []
    if name in on_windows.written_reasons():
        assert on_windows.written_reasons()[name] == said
        return
    case, reason = on_windows.judge(broken, BUILD, shown or own, shown)
    assert (case or reason) == said


def test_the_table_of_defects_on_windows_is_whole(cases):
    known = on_windows.shared_defects()
    assert ON_WINDOWS.keys() == known.keys(), "reference_loader/defects/on_windows.py renews docs/defects_on_windows.md"
    assert on_windows.written_reasons().keys() <= known.keys()
    existing = {case for by_policy in cases.values() for case in by_policy}
    shown = {text for text in ON_WINDOWS.values() if on_windows.CASE.fullmatch(text)}
    assert shown <= existing
    assert len(shown) > 300
