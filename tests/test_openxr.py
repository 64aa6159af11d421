# SPDX-License-Identifier: Apache-2.0
"""OpenXR loaders: the reference loader conforms, and Debian's has exactly the violations in docs/findings."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest
from conftest import BUILD, all_of_linux_pass, of_debian_12, refusing_loader, sample_of, stray_manifests, verdicts

REFERENCE = BUILD / "lib" / "libopenxr_loader.so.1"
DISTRIBUTION = pathlib.Path("/usr/lib/x86_64-linux-gnu/libopenxr_loader.so.1")
FINDINGS = pathlib.Path(__file__).resolve().parent.parent / "docs" / "findings"
OPENXR = ("--api", "openxr")
APPLICATION = pathlib.Path(__file__).resolve().parent / "openxr_application.py"
LAYERS = pathlib.Path("/usr/share/openxr/1/api_layers/explicit.d")


# Some tests put files where the loaders of others search, so all run in one pytest-xdist worker.
pytestmark = pytest.mark.xdist_group("openxr on the host")


def test_reference_loader_passes_everything(whole):
    report, result = whole(REFERENCE, *OPENXR)
    assert result.returncode == 0, result.stdout
    assert report["subject"]["api"] == "openxr"
    assert all_of_linux_pass(report)
    assert report["summary"]["pass"] > 1000


@of_debian_12()
def test_violations_of_the_distribution(whole):
    report, result = whole(DISTRIBUTION, *OPENXR)
    assert report["subject"]["version"] == "1.0.20" and result.returncode == 1
    failing = {case["violates"] for case in report["cases"] if case["violates"]}
    text = (FINDINGS / "debian-12-libopenxr-loader1.md").read_text(encoding="utf-8")
    written = {line.split()[1].rstrip(":") for line in text.splitlines() if line.startswith("## LS_")}
    # Only fuzzing detects a memory error that does not terminate a process.
    assert written - failing == {"LS_XR_ROBUSTNESS_3"} and failing < written
    assert not [case for case in report["cases"] if case["verdict"] == "error"]


def test_version_that_the_documents_only_describe_is_no_failure(run_json):
    """For an extension that both runtime and layer have, this loader reports the runtime's version, like older
    documents."""
    report, result = run_json(*OPENXR, "--spec", "1.1.61", "--policy", "LS_XR_LOADER_12", loader=DISTRIBUTION)
    assert {case["verdict"] for case in report["cases"]} == {"warn"}
    assert result.returncode == 0


def test_applications_survive_a_refusal(run_json, tmp_path):
    """Without an instance they call no functions: a crash would be the application's fault."""
    loader = refusing_loader("reference_loader/openxr/exports.cc", "xrCreateInstance",
                             "XR_ERROR_RUNTIME_FAILURE", tmp_path, "openxr")
    report, _ = run_json(*OPENXR, "--spec", "1.1.61", "--case", "LS_XR_LOADER_*",
                         "--case", "LS_XR_CHAIN_*", loader=loader)
    assert report["summary"]["fail"] > 50 and report["summary"]["error"] == 0
    assert not [case["id"] for case in report["cases"]
                if case["reason"] == "the process did not survive"]


def test_order_and_jobs_do_not_matter(whole, run_json):
    first, chosen = sample_of(verdicts(whole(REFERENCE, *OPENXR)[0]))
    for words in (("-j", 1), ("-j", 8, "--seed", 7)):
        assert verdicts(run_json(*OPENXR, *words, *chosen, loader=REFERENCE)[0]) == first


def test_host_does_not_matter(whole, run_json, tmp_path):
    """Layers that every application gets, and one that an environment variable enables."""
    layer = {"file_format_version": "1.0.0", "api_layer": {
        "name": "XR_APILAYER_LS_stray", "library_path": "/nowhere/stray.so", "api_version": "1.0",
        "implementation_version": "1", "description": "stray",
        "disable_environment": "DISABLE_LS_STRAY"}}
    environment = dict(os.environ, HOME=str(tmp_path / "home"), XR_RUNTIME_JSON="/nowhere/stray.json",
                       XR_ENABLE_API_LAYERS="XR_APILAYER_LS_stray", XR_LOADER_DEBUG="all")
    before, words = sample_of(verdicts(whole(DISTRIBUTION, *OPENXR)[0]))
    count, within = stray_manifests(tmp_path / "strays", tmp_path / "home",
                                    {"openxr/1/api_layers/implicit.d": layer})
    assert count >= 2
    after = verdicts(run_json(*OPENXR, "-j", "4", *words, loader=DISTRIBUTION, env=environment, within=within)[0])
    assert after == before


def test_vulkan_loader_is_no_openxr_loader(tool):
    result = tool("run", *OPENXR, "--loader", BUILD / "lib" / "libvulkan.so.1")
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1 and "OpenXR" in result.stderr


@pytest.fixture(name="machine")
def fixture_machine(tmp_path):
    """This machine's environment, with the mock runtime as the active one."""
    library = tmp_path / "libruntime.so"
    shutil.copy(BUILD / "lib" / "loadstone" / "openxr_runtime.so", library)
    (tmp_path / "libruntime.so.config").write_text(json.dumps(
        {"who": "runtime", "trace": str(tmp_path / "trace"), "runtime_name": "the mock"}),
        encoding="utf-8")
    (tmp_path / "trace").touch()
    manifest = tmp_path / "runtime.json"
    manifest.write_text(json.dumps({"file_format_version": "1.0.0",
                                    "runtime": {"library_path": "./libruntime.so"}}),
                        encoding="utf-8")
    return {**os.environ, "XR_RUNTIME_JSON": str(manifest),
            "XR_API_DUMP_EXPORT_TYPE": "text", "XR_CORE_VALIDATION_EXPORT_TYPE": "text"}


def output_of(*command, env):
    result = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, errors="replace",
                            check=False, timeout=60)
    assert result.returncode == 0, result.stdout
    return result.stdout


def test_runtime_list_runs_on_the_reference_loader(machine, tmp_path):
    """libopenxr-utils; LD_LIBRARY_PATH replaces the distribution's loader by the reference loader."""
    env = {**machine, "LD_LIBRARY_PATH": str(REFERENCE.parent)}
    assert str(REFERENCE) in output_of("ldd", shutil.which("openxr_runtime_list"), env=env)
    listed = output_of("openxr_runtime_list", env=env)
    assert "Loadstone mock system" in listed
    assert "XR_EXT_debug_utils" in listed
    trace = [json.loads(line)["what"] for line in (tmp_path / "trace").read_text().splitlines()]
    assert trace[0] == "load" and trace[-1] == "unload" and "violation" not in trace


REAL_LAYERS = {
    "api_dump": ["XrResult xrCreateInstance", "XrResult xrGetSystem", "getInfo->formFactor = 1",
                 "XrResult xrDestroyInstance"],
    "core_validation": ["VUID-XrSystemGetInfo-type-type", "XR_TYPE_SYSTEM_GET_INFO"],
}


@pytest.mark.parametrize("layer", sorted(REAL_LAYERS))
def test_real_layers_work_in_the_chain(layer, machine):
    """openxr-layer-apidump and openxr-layer-corevalidation report the calls that they intercept."""
    assert list(LAYERS.glob(f"*{layer}*.json")), "ci/setup.sh installs it"
    said = output_of(sys.executable, APPLICATION, REFERENCE, f"XR_APILAYER_LUNARG_{layer}",
                     env=machine)
    assert "xrCreateInstance 0\n" in said and "xrDestroyInstance 0\n" in said
    for words in REAL_LAYERS[layer]:
        assert words in said


def test_real_layers_work_together(machine):
    said = output_of(sys.executable, APPLICATION, REFERENCE,
                     *(f"XR_APILAYER_LUNARG_{layer}" for layer in sorted(REAL_LAYERS)), env=machine)
    for words in sum(REAL_LAYERS.values(), []):
        assert words in said
    alone = output_of(sys.executable, APPLICATION, REFERENCE, env=machine)
    assert alone.splitlines() == ["xrCreateInstance 0", "xrGetSystem -1", "xrDestroyInstance 0"]
