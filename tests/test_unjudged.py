# SPDX-License-Identifier: Apache-2.0
"""`check-layer`, `check-driver` and `check-runtime` for components that do not work: never exit status 0, one finding
per cause, and no skip that names a case that passed."""

import json

import pytest
from checked_components import EXTERNAL_QUEUES, configured, make_component
from checked_layers import BROKEN
from conftest import in_sample, named_and_sample, skips_without_a_failure
from layer_variants import make_layer, negotiation, vulkan

CREATION_FAILS = {"vkCreateInstance": -3}


@pytest.fixture(name="check")
def fixture_check(tool, tmp_path):
    """Makes a component of a kind and runs the verb for it; returns the JSON report and the process."""
    def run(kind, variant, *words):
        make = {"vulkan": make_layer, "openxr": make_layer}.get(kind, make_component)
        path = tmp_path / "report.json"
        verb = "check-layer" if make is make_layer else f"check-{kind}"
        result = tool(verb, make(tmp_path / "component", kind, variant), "--json", path, *words)
        assert result.returncode in (0, 1, 3), result.stderr
        return json.loads(path.read_text(encoding="utf-8")), result
    return run


def findings(report):
    """{case: the violated policy} of those that failed or warned."""
    return {case["id"]: case["violates"] for case in report["cases"] if case["verdict"] in ("fail", "warn")}


# The component, the policy of its finding, and the exit status.
DOES_NOT_WORK = {
    "layer reads what an application need not give": ("vulkan", vulkan("read_application_info"), "LLP_LAYER_2", 1),
    "layer fails after the chain succeeded": ("vulkan", vulkan(results_after=CREATION_FAILS), "LLP_LAYER_1", 1),
    "layer makes no instance": ("vulkan", vulkan(results=CREATION_FAILS), "LLP_LAYER_1", 1),
    "layer leaves a thread behind": ("vulkan", vulkan(faults={"load": "leave_thread"}), "LLP_LAYER_2", 1),
    "layer refuses every version": ("vulkan", negotiation(result=-3), "LLP_LAYER_5", 1),
    "layer of OpenXR crashes": ("openxr", vulkan(faults={"xrCreateApiLayerInstance": "crash"}), "LS_XR_LAYER_12", 1),
    "layer of OpenXR makes no instance":
        ("openxr", vulkan(results={"xrCreateApiLayerInstance": -2}), "LS_XR_LAYER_12", 1),
    "driver takes the others with it":
        ("driver", configured(faults={"vkEnumeratePhysicalDevices": "crash"}), "LDP_DRIVER_1", 1),
    "driver crashes where an extension is used": ("driver", configured(
        physical_devices=EXTERNAL_QUEUES, faults={"vkCreateExternalComputeQueueNV": "crash"}), "LS_VK_DRIVER_18", 3),
    "runtime crashes over its instance":
        ("runtime", configured(faults={"xrCreateInstance": "crash"}), "LS_XR_RUNTIME_14", 1),
    "runtime crashes where it lists extensions":
        ("runtime", configured(faults={"xrEnumerateInstanceExtensionProperties": "crash"}), "LS_XR_RUNTIME_22", 3),
}


@pytest.mark.parametrize("what", DOES_NOT_WORK)
def test_each_cause_is_reported_once(what, check):
    kind, variant, policy, status = DOES_NOT_WORK[what]
    report, result = check(kind, variant)
    found = findings(report)
    assert policy in found.values(), found
    told = [case for case in report["cases"] if case["violates"] == policy and case["verdict"] in ("fail", "warn")]
    # At most a case that only loads the library, and one case with each of two loaders.
    assert len(told) <= 3, found
    assert result.returncode == status
    assert not skips_without_a_failure(report)
    hidden = [case for case in report["cases"] if case["unjudged"]]
    assert {case["see"] for case in hidden} <= set(found)
    last = result.stdout.strip().splitlines()[-1]
    behind = [case for case in hidden if case["see"] != case["id"]]
    assert f"{len(behind)} of {len(report['cases'])} cases could not be judged: " in last or not behind, last


@pytest.mark.parametrize("kind, function, result", [("driver", "vkCreateInstance", -9),
                                                    ("runtime", "xrCreateInstance", -51)])
def test_component_without_an_instance_is_not_clean(kind, function, result, check):
    report, process = check(kind, configured(results={function: result}))
    assert process.returncode == 3 and not findings(report)
    last = process.stdout.strip().splitlines()[-1]
    assert "cases could not be judged: " in last and f"Result {result}" in last


@pytest.mark.parametrize("kind, variant", [("vulkan", vulkan("read_application_info")),
                                           ("driver", configured(faults={"vkCreateDevice": "crash"}))])
def test_case_that_saw_it_alone_is_a_finding(kind, variant, check):
    case = {"vulkan": "LLP_LAYER_12/moves_the_link_of_the_instance_on",
            "driver": "LS_VK_DRIVER_8/queues_begin_with_the_magic_value"}[kind]
    report, result = check(kind, variant, "--case", case)
    assert list(findings(report)) == [case]
    assert result.returncode == (1 if kind == "vulkan" else 3)


def test_order_and_jobs_change_nothing(check, tmp_path, tool):
    reports = []
    manifest = make_layer(tmp_path / "layer", "vulkan", vulkan("read_application_info"))
    chosen = named_and_sample("layer", "LLP_LAYER_2/application_comes_to_its_end", every=4)
    for jobs in ("1", "4"):
        path = tmp_path / "report.json"
        tool("check-layer", manifest, "--json", path, "-j", jobs, *chosen)
        report = json.loads(path.read_text(encoding="utf-8"))
        reports.append([(case["id"], case["verdict"], case["see"]) for case in report["cases"]])
    assert reports[0] == reports[1]


def test_repro_gives_the_verdict_of_the_check(tool, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan", vulkan("read_application_info"))
    result = tool("repro", "LLP_LAYER_12/moves_the_link_of_the_instance_on", "--manifest", manifest)
    assert result.returncode == 1
    assert "verdict: fail\n  violates: LLP_LAYER_2 (must)" in result.stdout


def test_waived_cause_leaves_the_run_clean(check, tmp_path):
    variant = configured(faults={"vkCreateDevice": "crash"})
    waivers = tmp_path / "waivers.json"
    waivers.write_text(json.dumps([{"case": "LS_VK_DRIVER_18/application_comes_to_its_end", "reason": "known",
                                    "expires": "2999-01-01", "cause": {"ending": "killed by *"}}]), encoding="utf-8")
    assert check("driver", variant, "--waivers", waivers)[1].returncode == 0


# Faults because of which other cases cannot be judged.
@pytest.mark.parametrize("case", [case for case in sorted(BROKEN) if in_sample(case) and case.startswith((
    "LLP_LAYER_12/", "LLP_LAYER_13/", "LLP_LAYER_2/", "LLP_LAYER_21/", "LLP_LAYER_22/", "LLP_LAYER_4/",
    "LLP_LAYER_5/", "LS_VK_LAYER_2/", "LS_VK_LAYER_27/", "LS_VK_LAYER_17/"))])
def test_skip_names_no_case_that_passed(case, check):
    report, result = check("vulkan", BROKEN[case])
    assert not skips_without_a_failure(report)
    assert result.returncode in (1, 3) or not [one for one in report["cases"] if one["unjudged"]]
