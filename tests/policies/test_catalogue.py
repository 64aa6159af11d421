# SPDX-License-Identifier: Apache-2.0
"""The policy catalogue: its content, and that an invalid one is rejected with a clear line."""

import copy
import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "policies"
sys.path.insert(0, str(CATALOGUE))
import documents  # noqa: E402  (a module of the catalogue)


def _load_generator():
    spec = importlib.util.spec_from_file_location("policy_catalogue", CATALOGUE / "policy_catalogue.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


policy_catalogue = _load_generator()

SCHEMA = json.loads((CATALOGUE / "schema.json").read_text())
FILES = sorted(path for path in CATALOGUE.glob("*.json") if path.name != "schema.json")
POLICIES = [policy for path in FILES for policy in json.loads(path.read_text())["policies"]]

# "Applicable to Android?" is No for these in the tables of LoaderLayerInterface and LoaderDriverInterface. The columns
# in the row of LDP_DRIVER_5 are shifted, so that it says Yes.
NOT_ON_ANDROID = {f"LLP_LAYER_{n}" for n in (4, 5, 6, 7, 8, 20, 21, 22)} | {
    f"LLP_LOADER_{n}" for n in (2, 5, 6, 7, 10, 11, 12, 13)} | {
    f"LDP_DRIVER_{n}" for n in (3, 4, 7, 8, 9, 10, 11)} | {
    f"LDP_LOADER_{n}" for n in (3, 5, 6, 7, 8, 9, 11, 13)}


# The content of the catalogue


def test_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_file_is_valid(path):
    errors = jsonschema.Draft202012Validator(SCHEMA).iter_errors(json.loads(path.read_text()))
    assert [error.message for error in errors] == []


def test_official_policies_are_all_there():
    expected = [f"LLP_LAYER_{n}" for n in range(1, 23)] + [f"LLP_LOADER_{n}" for n in range(1, 14)]
    data = json.loads((CATALOGUE / "vulkan_layer_interface.json").read_text())
    assert [policy["id"] for policy in data["policies"]] == expected


def test_official_policies_of_drivers_are_all_there():
    """LDP_DRIVER_6 was removed before the oldest edition that we have."""
    expected = {f"LDP_DRIVER_{n}" for n in range(1, 13) if n != 6} | {
        f"LDP_LOADER_{n}" for n in range(1, 14)}
    assert {policy["id"] for policy in POLICIES if policy["id"].startswith("LDP_")} == expected


def test_policies_of_the_settings_file_begin_with_its_edition():
    """No older edition of the loader's documents has this one: older loaders do not have the file."""
    name = "LoaderSettingsFile"
    first = next(iter(documents.read(CATALOGUE / documents.FOLDER)[name].editions))
    since = {policy["id"]: policy["since"] for policy in POLICIES
             if {source["document"] for source in policy["sources"]} == {name}}
    assert since and set(since.values()) == {first}, since


def test_ids_are_unique():
    identifiers = [policy["id"] for policy in POLICIES]
    assert len(identifiers) == len(set(identifiers))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_file_is_in_order(path):
    identifiers = [policy["id"] for policy in json.loads(path.read_text())["policies"]]

    def area_and_number(identifier):
        area, number = re.fullmatch(r"(.*)_(\d+)", identifier).groups()
        return area, int(number)

    assert identifiers == sorted(identifiers, key=area_and_number)


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy["id"])
def test_reason_stands_exactly_where_a_policy_cannot_be_observed(policy):
    assert ("unobservable" in policy) == (not policy["observable"])


def test_official_levels():
    should = {p["id"] for p in POLICIES
              if p["id"].startswith(("LLP_", "LDP_")) and p["level"] != "must"}
    assert should == {"LLP_LAYER_3", "LLP_LAYER_4", "LLP_LAYER_14"}


def test_official_platforms():
    for policy in POLICIES:
        if policy["id"].startswith(("LLP_", "LDP_")):
            android = [] if policy["id"] in NOT_ON_ANDROID else ["android"]
            desktop = ["linux", "windows", "macos", "fuchsia"]
            assert policy["platforms"] == desktop + android, policy["id"]


# Invalid catalogues are rejected


@pytest.fixture
def catalogue(tmp_path):
    """A copy of the schema and one small valid file, for tests to make invalid."""
    (tmp_path / "schema.json").write_text(json.dumps(SCHEMA))
    return tmp_path


SOURCE = {"document": "LoaderLayerInterface", "edition": "1.4.330", "section": "Meta-layers",
          "paragraphs": {"9": "0123456789ab"}}


def example(identifier="LS_VK_EXAMPLE_1", **fields):
    policy = {
        "id": identifier,
        "level": "must",
        "subject": "loader",
        "api": "vulkan",
        "statement": "A loader is an example.",
        "sources": [SOURCE],
        "platforms": ["linux"],
        "since": "1.3.207",
        "until": None,
        "observable": True,
        "readings": [{"id": "r1", "text": "Either."}],
        "objections": [{"objection": "Nobody does that.", "answer": "The section says so."}],
        "notes": ["None."],
    }
    policy.update(fields)
    return policy


def put(catalogue, *policies, name="example.json"):
    (catalogue / name).write_text(json.dumps({"schema": 1, "policies": list(policies)}))


def problems(catalogue):
    try:
        policy_catalogue.load(catalogue)
    except policy_catalogue.CatalogueError as error:
        return error.problems
    return []


def test_the_example_itself_is_valid(catalogue):
    put(catalogue, example())
    assert problems(catalogue) == []


REQUIRED = SCHEMA["$defs"]["policy"]["required"]


@pytest.mark.parametrize("field", REQUIRED)
def test_missing_field(catalogue, field):
    policy = example()
    del policy[field]
    put(catalogue, policy)
    name = "policy number 1" if field == "id" else "LS_VK_EXAMPLE_1"
    assert problems(catalogue) == [f'policies/example.json: {name}: field "{field}": is missing']


BAD_VALUES = [
    ("id", ["", "LLP_LAYER_0", "LLP_LAYER_01", "LLP_DRIVER_1", "LS_1", "LS_VK_a_1", "VK_1",
            "LS_VK_1; int x", "LS_VK_1\n", 1, None]),
    ("level", ["shall", "MUST", "", None, ["must"]]),
    ("subject", ["user", "Loader", None]),
    ("api", ["opengl", None]),
    ("statement", ["", " ", "two\nlines", "trailing ", "line\n", "caf\u00e9", "\u001b[2J", 7, None]),
    ("sources", [[], {}, "LoaderLayerInterface", [{}], [SOURCE] * 2,
                 *([{key: value for key, value in SOURCE.items() if key != left_out}]
                   for left_out in SOURCE),
                 *([{**SOURCE, **changed}] for changed in (
                     {"document": ""}, {"x": 1}, {"edition": "1.4"}, {"edition": None},
                     {"paragraphs": [9]}, {"paragraphs": {"0": "0123456789ab"}},
                     {"paragraphs": {"9": None}}, {"paragraphs": {"9": "0123456789AB"}},
                     {"paragraphs": {"9": "0123456789abc"}}))]),
    ("platforms", [[], "linux", ["haiku"], ["linux", "linux"], [None]]),
    ("since", ["1.3", "1.3.2.1", "v1.3.2", "01.3.2", "1.3.2\n", "", 1, "9999999.0.0"]),
    ("until", ["1.3", "-1.3.2", 1.3, False]),
    ("observable", ["true", 1, None]),
    ("unobservable", ["Why.", ""]),
    ("readings", ["Either.", ["Either."], [1], None, [{"id": "r1"}], [{"text": "Either."}],
                  [{"id": "r0", "text": "Either."}], [{"id": "r1", "text": ""}],
                  [{"id": "r1", "text": "Either.", "x": 1}], [{"id": "r1", "text": "One."}] * 2]),
    ("objections", [[], "No.", ["No."], [{"objection": "No."}], [{"objection": "", "answer": "A."}],
                    [{"objection": "No.", "answer": "A.", "by": "me"}]]),
    ("notes", [[], "A note.", [""], None]),
    ("colour", ["red"]),
]


@pytest.mark.parametrize(
    "field,value", [(field, value) for field, values in BAD_VALUES for value in values], ids=repr)
def test_bad_value(catalogue, field, value):
    put(catalogue, example("LS_VK_EXAMPLE_1"), example(**{"id": "LS_VK_EXAMPLE_2", field: value}))
    found = problems(catalogue)
    assert found
    for line in found:
        assert "\n" not in line and len(line) < 300
        if field != "id":
            assert line.startswith(f'policies/example.json: LS_VK_EXAMPLE_2: field "{field}')
        else:
            assert line.startswith("policies/example.json: ") and 'field "id": ' in line


def test_every_field_has_a_bad_value():
    assert set(SCHEMA["$defs"]["policy"]["properties"]) <= {field for field, _ in BAD_VALUES}


def test_unobservable_policy_without_a_reason(catalogue):
    put(catalogue, example(observable=False))
    assert problems(catalogue) == [
        'policies/example.json: LS_VK_EXAMPLE_1: field "unobservable": is missing']


def test_unobservable_policy_with_a_reason(catalogue):
    put(catalogue, example(observable=False, unobservable="Nothing shows it."))
    assert problems(catalogue) == []


def test_id_twice_in_a_file_and_over_files(catalogue):
    put(catalogue, example(), example())
    put(catalogue, example(), name="other.json")
    twice = 'LS_VK_EXAMPLE_1: field "id": already stands in example.json'
    assert problems(catalogue) == [f"policies/example.json: {twice}", f"policies/other.json: {twice}"]


def test_wrong_order(catalogue):
    put(catalogue, example("LS_VK_EXAMPLE_10"), example("LS_VK_EXAMPLE_9"))
    assert problems(catalogue) == [
        'policies/example.json: LS_VK_EXAMPLE_9: field "id": out of order: comes after '
        "LS_VK_EXAMPLE_10"]


def test_until_before_since(catalogue):
    put(catalogue, example(since="1.3.207", until="1.3.99"))
    assert problems(catalogue) == [
        'policies/example.json: LS_VK_EXAMPLE_1: field "until": 1.3.99 is before since, 1.3.207']


def test_subject_against_the_id(catalogue):
    put(catalogue, example("LLP_LAYER_1", subject="loader"))
    assert problems(catalogue) == [
        'policies/example.json: LLP_LAYER_1: field "subject": the ID says layer']


@pytest.mark.parametrize("text", [
    b"", b"{", b"[]", b"null", b"7", b'{"schema": 1}', b'{"schema": 2, "policies": [{}]}',
    b'{"schema": 1, "policies": {}}', b'{"schema": 1, "policies": []}',
    b'{"schema": 1, "policies": [7]}', b'{"schema": 1, "schema": 1, "policies": []}',
    b'{"schema": 1, "policies": [], "more": 1}', b"\xff\xfe", b"[" * 100000,
    b'{"schema": 1, "policies": [{"id": "' + b"x" * 1000000 + b'"}]}',
], ids=lambda text: text[:44].decode("latin-1"))
def test_bad_file(catalogue, text):
    (catalogue / "example.json").write_bytes(text)
    found = problems(catalogue)
    assert found
    for line in found:
        assert line.startswith("policies/example.json: ") and "\n" not in line and len(line) < 400


def test_a_bad_file_does_not_hide_another(catalogue):
    (catalogue / "a.json").write_text("{")
    put(catalogue, example(level="shall"), name="b.json")
    found = problems(catalogue)
    assert [line.split(":")[0] for line in found] == ["policies/a.json", "policies/b.json"]


def test_no_policies_and_no_schema(catalogue):
    assert problems(catalogue) == [f"{catalogue}: holds no policies"]
    (catalogue / "schema.json").unlink()
    assert problems(catalogue)[0].startswith("policies/schema.json: cannot be read")


# The generator as called by the build


def run_generator(catalogue, header, option="--header"):
    return subprocess.run(
        [sys.executable, CATALOGUE / "policy_catalogue.py", catalogue, option, header],
        capture_output=True, text=True, check=False)


def test_header_has_every_id_once(tmp_path):
    header = tmp_path / "new" / "policy_ids.h"
    result = run_generator(CATALOGUE, header)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    constants = re.findall(r'^inline constexpr Id (\w+)\{"(\w+)"\};$', header.read_text(), re.M)
    assert sorted(constants) == sorted((policy["id"], policy["id"]) for policy in POLICIES)


def test_header_has_every_reading_once(tmp_path):
    header = tmp_path / "reading_ids.h"
    result = run_generator(CATALOGUE, header, "--readings")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    constants = re.findall(r'^inline constexpr Id (\w+)\{"([\w.]+)"\};$', header.read_text(), re.M)
    names = [f'{policy["id"]}.{reading["id"]}' for policy in POLICIES for reading in policy["readings"]]
    assert sorted(constants) == sorted((name.replace(".", "_"), name) for name in names)


def test_broken_catalogue_stops_the_build_and_leaves_the_header(catalogue):
    header = catalogue / "policy_ids.h"
    header.write_text("as it was")
    put(catalogue, example(level="shall"))
    result = run_generator(catalogue, header)
    assert result.returncode == 1
    assert result.stderr.startswith(
        "policies/example.json: LS_VK_EXAMPLE_1: field \"level\": 'shall' is not one of")
    assert result.stderr.count("\n") == 1
    assert header.read_text() == "as it was"


def test_breaking_any_real_policy_is_noticed(tmp_path):
    """If any policy's statement is removed, the problem names that policy."""
    for path in FILES:
        data = json.loads(path.read_text())
        for position, policy in enumerate(data["policies"]):
            broken = copy.deepcopy(data)
            broken["policies"][position]["statement"] = ""
            found = policy_catalogue.schema_problems(path.name, broken, SCHEMA)
            assert len(found) == 1
            assert found[0].startswith(f'policies/{path.name}: {policy["id"]}: field "statement"')
