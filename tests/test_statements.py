# SPDX-License-Identifier: Apache-2.0
"""The statements about Android, Fuchsia, macOS and Windows: each is judged, or says why it is not."""

import sys

import pytest
from conftest import ROOT, TOOL

sys.path.insert(0, str(ROOT / "policies"))
import documents  # noqa: E402
import statements  # noqa: E402  (makes the pages)

RECORDS = documents.read(ROOT / "policies" / documents.FOLDER)
STATEMENTS = statements.collect(RECORDS)
NUMBERS = {"A": 118, "F": 36, "M": 17, "W": 72}
SUBJECT = {"check-install": "installer", "check-install --platform macos": "installer", "check-image": "device",
           "check-package": "package", "check-layer": "layer", "check-runtime": "runtime",
           "check-driver --platform android": "hal_module"}


@pytest.fixture(name="listed", scope="module")
def fixture_listed():
    return statements.listed(TOOL)


@pytest.fixture(name="judged", scope="module")
def fixture_judged(listed):
    return statements.judge_all(STATEMENTS, *listed)


@pytest.fixture(name="pages", scope="module")
def fixture_pages(listed):
    return statements.pages(STATEMENTS, *listed)


def test_no_statement_is_left_out():
    assert [each["id"] for each in STATEMENTS] == [f"{letter}{number}" for letter in "AFMW"
                                                   for number in range(1, NUMBERS[letter] + 1)]


def test_what_is_judged_has_cases_of_its_verb(judged, listed):
    policies, cases = listed
    for statement in judged:
        for name, verbs in statement.get("verbs", {}).items():
            assert statement["platform"] in policies[name]["platforms"], statement["id"]
            assert verbs or policies[name]["unobservable"], (statement["id"], name)
            subjects = {cases[case].get("subject", "loader") for case in policies[name]["cases"]}
            for verb in verbs:
                loader = f"run --platform {statement['platform']}"
                assert "loader" in subjects if verb == loader else SUBJECT[verb] in subjects, (statement["id"], name)


def test_every_policy_of_a_platform_alone_is_in_a_statement(listed):
    """But for those about drivers for Windows, of which Windows Layer Discovery and OpenXR say nothing, and those that no
    document demands."""
    named = {name for each in STATEMENTS for name in each.get("policies", ())}
    own = {name for name, policy in listed[0].items()
           if (policy["platforms"] == ["windows"] or policy["subject"] in ("device", "package"))
           and policy["level"] != "robustness"}
    assert not {name for name in own - named if not name.startswith("LS_VK_DRIVER_")}


def test_the_pages_have_every_statement(pages):
    for each in STATEMENTS:
        if each["platform"] == "windows":
            assert f"\n| {statements.number(each['id'])} | {each['says']} |" in pages["docs/windows_statements.md"]
        else:
            assert pages["docs/platforms.md"].count(f"\n| {each['id']} |") == 1


def page_of(listed, **keys):
    """The page of Android for one statement."""
    made = {"id": "A1", "says": "x", "binds": "y", "document": "D", "section": "S", "platform": "android", **keys}
    return statements.pages([made], *listed)["docs/platforms.md"]


@pytest.mark.parametrize("keys, said", [
    ({"not_judged": "So."}, "| D, S | y | x | not judged: So. |"),
    ({"not_yet": "z"}, "| D, S | y | x | not judged yet: it waits for z |"),
    ({"not_yet": "z", "edition": "1.0.20", "place": "S, note"}, "| A1 | D 1.0.20, S, note | y |"),
    ({"policies": ["LS_XR_RUNTIME_17"]}, "| cannot be observed: [LS_XR_RUNTIME_17](policies/"),
    ({"policies": ["LS_ANDROID_DEVICE_1", "LS_XR_RUNTIME_17"]},
     "| `check-image`: [LS_ANDROID_DEVICE_1](policies/android_implement_vulkan.md#ls_android_device_1); "
     "cannot be observed: [LS_XR_RUNTIME_17](policies/"),
])
def test_a_statement_is_on_the_page(keys, said, listed):
    assert said in page_of(listed, **keys)


def wrong(listed, *changes):
    """The lines about the first statement about Windows, once with each of these changes."""
    first = next(each for each in STATEMENTS if each["id"] == "W1")
    with pytest.raises(statements.StatementError) as error:
        statements.pages([first | change for change in changes], *listed)
    return str(error.value).splitlines()


def test_a_wrong_statement_is_refused(listed):
    assert wrong(listed, {"policies": ["LS_VK_DISCOVERY_999"]}, {}, {"policies": ["LS_VK_DISCOVERY_5"]}) == [
        "W1: no policy LS_VK_DISCOVERY_999 is in the catalogue", "W1: LS_VK_DISCOVERY_5 does not hold on Windows"]


@pytest.mark.parametrize("name", [
    "LS_VK_LAYER_18",  # has cases of a layer, which does not run here
    "LLP_LAYER_4",     # has those of a loader too, which do not judge a layer
])
def test_a_layer_is_judged_by_its_file_alone(name, listed):
    assert wrong(listed, {"policies": [name]}) == [f"W1: {name}: no case that a verb runs for the platform judges it"]
    first = next(each for each in STATEMENTS if each["id"] == "W1")
    page = statements.pages([first | {"policies": [name], "file": True}], *listed)["docs/windows_statements.md"]
    assert f"| {name} (`check-layer`) |" in page


def test_an_id_of_two_statements_is_refused():
    record = 'document = "{}"\n[editions.e]\n[[sections.S.statements]]\nid = "W1"\nsays = "x"\nnot_judged = "y"\n'
    known = {name: documents.parse(record.format(name), "d.toml") for name in "DE"}
    with pytest.raises(statements.StatementError) as error:
        statements.collect(known)
    assert str(error.value) == "E: W1 is also a statement of D"
