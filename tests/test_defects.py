# SPDX-License-Identifier: Apache-2.0
"""Each defect of the reference loaders is detected by a case of the policy that it breaks, and each case fails on a
defect. That no other case fails with a defect is checked when kill_table.py makes the table."""

import collections
import json
import subprocess
import sys

import pytest
from conftest import BUILD, HAS_WINE, NEEDS_WINE, ROOT, TOOL, in_sample
from test_windows_i386 import LOADERS as WINE32_LOADERS
from test_windows_i386 import SYSTEM as WINE32_SYSTEM
from test_windows_i386 import WINE as WINE32

sys.path[:0] = [str(ROOT / "reference_loader"), str(ROOT / "reference_loader" / "defects")]
import build_variant  # noqa: E402  (the modules stand in these folders)
import kill_table  # noqa: E402
import on_windows  # noqa: E402
import table  # noqa: E402
import variants  # noqa: E402

LEAST_PER_POLICY = 2
POLICIES = [f"LLP_LOADER_{number}" for number in range(1, 14)]

ALL = variants.read(variants.DEFECTS)
TABLE = table.read()
PROOF = table.proofs(TABLE, ALL)
OTHERS = {name: TABLE[name, each.platform].also for name, each in ALL.items() if (name, each.platform) in TABLE}
ON_WINDOWS = table.on_windows(TABLE, ALL)
REASONS = on_windows.written_reasons()


@pytest.fixture(name="cases", scope="module")
def fixture_cases():
    """{API: {case: policies}}"""
    return kill_table.loader_cases(TOOL)


def most_named():
    """For each policy with defects for Linux, the defect that is named as the proof of most cases."""
    seen_on = collections.Counter(PROOF.values())
    chosen = {}
    for name, defect in ALL.items():
        best = chosen.get(defect.policy)
        if defect.platform == variants.LINUX and (best is None or seen_on[name] > seen_on[best]):
            chosen[defect.policy] = name
    return set(chosen.values())


MOST_NAMED = most_named()


def has_32_bit_wine():
    return WINE32_LOADERS["vulkan"].exists() and (WINE32_SYSTEM / WINE32).exists()


def is_run(name):
    """Whether a defect is tested here: one for every fourth policy of Linux, and a sample of the others."""
    return in_sample(name, every=4 if name in MOST_NAMED else 24)


@pytest.mark.parametrize("name", list(filter(is_run, ALL)))
def test_defect_is_caught_by_its_policy(name, cases):
    broken = ALL[name]
    if broken.platform == "windows" and not HAS_WINE:
        pytest.skip("there is no Wine")
    if broken.platform == "windows-i386" and not has_32_bit_wine():
        pytest.skip("there is no 32-bit Wine, or ci/build-windows-i386.sh has not been run")
    existing = cases[broken.api].keys()
    said = {case for case, proof in PROOF.items() if proof == name and case in existing}
    said |= set(OTHERS[name] if in_sample(name) else ())
    own = {case for case, policies in cases[broken.api].items() if policies[0] == broken.policy}
    assert own, f"no case of {broken.policy}"
    # If the table names a case of the policy itself, the policy's other cases prove nothing more.
    chosen = said if said & own else said | own
    outcome = kill_table.run_defect(broken, BUILD, *kill_table.selecting(sorted(chosen)))
    assert not outcome.errors
    assert own & outcome.failing.keys(), f"no case of {broken.policy} fails"
    assert not said - outcome.failing.keys(), "these are said to fail on this defect, and do not"


@pytest.mark.parametrize("api", build_variant.LIBRARIES)
def test_every_case_is_seen_failing(api, cases):
    unproved = cases[api].keys() - PROOF.keys()
    assert not unproved, "reference_loader/defects/kill_table.py names defects for them"


def test_the_table_names_what_exists(cases):
    existing = {case for known in cases.values() for case in known}
    assert {name for name, _ in TABLE} <= ALL.keys()
    assert OTHERS.keys() == ALL.keys(), "reference_loader/defects/kill_table.py measures defects without a line"
    for row in TABLE.values():
        assert row.policy == ALL[row.defect].policy
        assert row.platform == ALL[row.defect].platform or row.platform == "windows"
        named = {*row.cases, *row.also}
        assert {case for case in named if not table.WITH_NEWER_HEADERS.search(case)} <= existing


@pytest.mark.parametrize("policy", POLICIES)
def test_every_loader_policy_has_defects(policy):
    assert sum(each.policy == policy for each in ALL.values()) >= LEAST_PER_POLICY


def test_every_named_policy_exists():
    known = {entry["id"] for entry in json.loads(subprocess.run(
        [TOOL, "list", "policies", "--json"], stdout=subprocess.PIPE, text=True, check=True).stdout)}
    assert {each.policy for each in ALL.values()} <= known


@NEEDS_WINE
@pytest.mark.parametrize("name", [name for name in ON_WINDOWS if in_sample(name, every=64)])
def test_defect_of_linux_is_caught_on_windows_as_well(name, cases):
    broken = on_windows.shared_defects()[name]
    row = ON_WINDOWS[name]
    own = [case for case, policies in cases[broken.api].items() if policies[0] == broken.policy]
    assert on_windows.judge(broken, BUILD, row.cases or own, row.cases) == (next(iter(row.cases), ""), row.why)


def test_the_lines_of_windows_are_whole():
    known = on_windows.shared_defects()
    assert not ON_WINDOWS.keys() & REASONS.keys()
    assert ON_WINDOWS.keys() | REASONS.keys() == known.keys(), "reference_loader/defects/on_windows.py measures the others"
    for row in ON_WINDOWS.values():
        assert len(row.cases) == (0 if row.why else 1), row.defect
    assert sum(bool(row.cases) for row in ON_WINDOWS.values()) > 300


@pytest.mark.parametrize("text, said", [
    ("", "kill_table.tsv:1: the first line has to name the columns policy, defect, platform, cases, also"),
    ("P\td\tlinux\tP/a", "kill_table.tsv:2: 4 columns, not the 5 of policy, defect, platform, cases, also"),
    ("P\td\tbeos\tP/a\t", "kill_table.tsv:2: platform 'beos' is not one of linux, windows, windows-i386, macos, fuchsia, android"),
    ("P\td\tlinux\tP/a, P/b\t", "kill_table.tsv:2: 'P/a,' is not the ID of a case (POLICY/name)"),
    ("P\td\tlinux\t\t\nP\td\tlinux\t\t", "kill_table.tsv:3: a second line for d on linux"),
])
def test_a_broken_table_is_one_line(text, said):
    with pytest.raises(table.TableError) as error:
        table.parse("\t".join(table.HEAD) + "\n" + text if text else text)
    assert str(error.value) == said


def test_the_table_is_written_as_it_is_read():
    text = table.TABLE.read_text(encoding="utf-8")
    assert table.text_of(table.parse(text).values()) == text


def test_a_measurement_replaces_only_what_it_measured():
    known = {name: variants.Variant(name, policy, "", (), "") for name, policy in (("a", "P_1"), ("b", "P_2"))}
    rows = {row.key: row for row in (
        table.Row("P_1", "a", "linux", ("P_1/x", "P_1/y"), ("P_2/z",)), table.Row("P_1", "a", "windows", ("P_1/x",)),
        table.Row("P_3", "gone", "linux", ("P_3/x",)))}
    after = kill_table.updated(rows, known, {"b": ["P_1/x"]}, {"P_1/x": "a", "P_2/z": "b"})
    assert {row.line() for row in after.values()} == {
        "P_1\ta\tlinux\tP_1/x\tP_2/z\n", "P_1\ta\twindows\tP_1/x\t\n", "P_2\tb\tlinux\tP_2/z\tP_1/x\n"}


def test_a_measurement_keeps_a_case_that_is_in_two_rows():
    known = {name: variants.Variant(name, "P_1", "", (), "") for name in ("a", "b", "c")}
    rows = {row.key: row for row in (table.Row("P_1", "a", "linux", ("P_1/x",)),
                                     table.Row("P_1", "b", "linux", ("P_1/gone", "P_1/x")))}
    after = kill_table.updated(rows, known, {"c": []}, {"P_1/x": "b", "P_1/y": "c"})
    assert [row.cases for row in after.values()] == [("P_1/x",), ("P_1/x",), ("P_1/y",)]
