"""The walk of the documents: no section is left without a policy or the reason why it has none."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "policies"
WALKS = {path.stem: json.loads(path.read_text())
         for path in sorted((CATALOGUE / "walk").glob("*.json"))}
POLICIES = {policy["id"]: policy
            for path in sorted(CATALOGUE.glob("*.json")) if path.name != "schema.json"
            for policy in json.loads(path.read_text())["policies"]}
WALKED = {walk["document"] for walk in WALKS.values()}
# The documents that define what the catalogue is for: these are walked from end to end.
REQUIRED = {"LoaderLayerInterface", "LoaderDriverInterface", "OpenXR loader: Runtime Interaction",
            "OpenXR loader: API Layer Interaction", "Android: Implement Vulkan", "Gapii Packaging on Fuchsia"}


def section_problems(walk):
    """What is wrong with the sections of a walk: one line each, none for a good walk."""
    problems = []
    names = [section.get("section") for section in walk["sections"]]
    for section in walk["sections"]:
        name = section.get("section")
        if not any(section.get(field) for field in ("policies", "not_normative", "not_yet")):
            problems.append(f"{name}: neither policies nor a reason")
        if set(section) - {"section", "policies", "not_normative", "not_yet"}:
            problems.append(f"{name}: an unknown field")
        unknown = set(section.get("policies", [])) - set(POLICIES)
        problems += [f"{name}: {identifier} is not in the catalogue" for identifier in unknown]
        if names.count(name) > 1:
            problems.append(f"{name}: stands twice")
    for edition, headings in walk["editions"].items():
        problems += [f"{heading}: a section of {edition} is left out"
                     for heading in headings if heading not in names]
        walked = [name for name in names if name in headings]
        if walked != [heading for heading in headings if heading in names]:
            problems.append(f"{edition}: the sections are not in its order")
    every = set().union(*walk["editions"].values())
    problems += [f"{name}: a section of no edition" for name in names if name not in every]
    return problems


def test_the_documents_are_walked():
    assert REQUIRED <= WALKED
    assert len(WALKED) == len(WALKS), "a document is walked twice"


@pytest.mark.parametrize("name", WALKS)
def test_every_section_has_policies_or_a_reason(name):
    walk = WALKS[name]
    assert set(walk) == {"schema", "document", "editions", "sections"} and walk["schema"] == 1
    assert section_problems(walk) == []


@pytest.mark.parametrize("name", WALKS)
def test_every_source_in_the_document_is_in_its_walk(name):
    """What a policy says of its own source and what the walk says of the section agree."""
    walk = WALKS[name]
    listed = {(section["section"], identifier) for section in walk["sections"]
              for identifier in section.get("policies", [])}
    cited = {(source["section"].strip("`"), policy["id"]) for policy in POLICIES.values()
             for source in policy["sources"] if source["document"] == walk["document"]}
    assert cited - {(section.strip("`"), identifier) for section, identifier in listed} == set()


def example():
    return {"schema": 1, "document": "D", "editions": {"1": ["A", "B"]}, "sections": [
        {"section": "A", "policies": ["LLP_LOADER_1"]},
        {"section": "B", "not_normative": "introduces C"}]}


@pytest.mark.parametrize("sections,problem", [
    ([{"section": "A", "policies": ["LLP_LOADER_1"]}], "B: a section of 1 is left out"),
    ([{"section": "A", "policies": []}, {"section": "B", "not_normative": "x"}],
     "A: neither policies nor a reason"),
    ([{"section": "A", "policies": ["LLP_LOADER_0"]}, {"section": "B", "not_normative": "x"}],
     "A: LLP_LOADER_0 is not in the catalogue"),
    ([{"section": "B", "not_normative": "x"}, {"section": "A", "not_normative": "x"}],
     "1: the sections are not in its order"),
    ([*example()["sections"], {"section": "C", "not_normative": "x"}],
     "C: a section of no edition"),
    ([{"section": "A", "text": "x"}, {"section": "B", "not_normative": "x"}],
     "A: an unknown field"),
])
def test_a_gap_is_found(sections, problem):
    assert section_problems(example()) == []
    assert problem in section_problems({**example(), "sections": sections})
