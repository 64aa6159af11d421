# SPDX-License-Identifier: Apache-2.0
"""How `check-layer`, `check-driver`, `check-runtime` and `doctor` find the library of a manifest and the symbols in
it."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest
from checked_components import MEMBER, make_component
from conftest import DISTRIBUTION, REFERENCE, named_and_sample
from layer_variants import MOCKS, Variant, make_layer, vulkan

LINKER = "/lib64/ld-linux-x86-64.so.2"
SUBJECTS = {"layer": "LLP_LAYER_20/library_is_there", "driver": "LDP_DRIVER_4/library_is_there",
            "runtime": "LS_XR_RUNTIME_8/library_is_there"}


def linker_token_value(name):
    """The dynamic linker's value of a token."""
    told = subprocess.run([LINKER, "--list-diagnostics"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return re.search(rf'^{name}="(.*)"$', told, re.MULTILINE).group(1)


TOKENS = {"$LIB": "dl_dst_lib", "${LIB}": "dl_dst_lib", "$PLATFORM": "dl_platform", "${PLATFORM}": "dl_platform"}
API = {"layer": "vulkan", "driver": "vulkan", "runtime": "openxr"}
# Cases that pass only if the library is found.
FOUND = ("LLP_LAYER_2/application_comes_to_its_end", "LLP_LAYER_1/application_sees_the_same")


def make(root, subject):
    return make_layer(root, "vulkan") if subject == "layer" else make_component(root, subject)


def name_library(manifest, path):
    """Changes library_path in the manifest; returns the previous library."""
    content = json.loads(manifest.read_text(encoding="utf-8"))
    component = content.get("layer") or content[next(key for key in MEMBER.values() if key in content)]
    library = (manifest.parent / component["library_path"]).resolve()
    component["library_path"] = str(path)
    manifest.write_text(json.dumps(content), encoding="utf-8")
    return library


def move_library(manifest, folder, path):
    """Moves the library and its configuration to a folder, and changes library_path in the manifest."""
    library = name_library(manifest, path)
    folder.mkdir(parents=True, exist_ok=True)
    for file in library.parent.glob(library.name + "*"):
        shutil.move(file, folder / file.name)
    return folder / library.name


@pytest.fixture(name="check")
def fixture_check(tool, tmp_path):
    """Runs a verb on a manifest, for the cases that the words select or for the one about the library and a sample;
    returns {case: (verdict, reason)} and the process."""
    def run(subject, manifest, *words, api="", **options):
        path = tmp_path / "report.json"
        if not {"--case", "--policy"} & set(words):
            words = (*words, *named_and_sample(subject, "*/library_is_there", *FOUND, api=api or API[subject]))
        result = tool(f"check-{subject}", manifest, "--json", path, *words, **options)
        assert path.exists(), result.stderr
        cases = json.loads(path.read_text(encoding="utf-8"))["cases"]
        return {case["id"]: (case["verdict"], case["reason"]) for case in cases}, result
    return run


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_tokens_are_expanded_as_the_linker_does(subject, token, check, tmp_path):
    manifest = make(tmp_path / "made", subject)
    folder = tmp_path / "there" / linker_token_value(TOKENS[token])
    library = move_library(manifest, folder, "")
    name_library(manifest, tmp_path / "there" / token / library.name)
    cases, result = check(subject, manifest)
    assert result.returncode == 0, cases
    assert cases[SUBJECTS[subject]][0] == "pass"


@pytest.mark.parametrize("name", ["MangoHud", "vkBasalt"])
def test_layers_of_the_distribution_are_found(name, check):
    manifest = pathlib.Path(f"/usr/share/vulkan/implicit_layer.d/{name}.json")
    if not manifest.exists():
        pytest.skip(f"{name.lower()} is not installed")
    assert "$LIB" in manifest.read_text(encoding="utf-8")
    cases, _ = check("layer", manifest)
    for case in ("LLP_LAYER_20/library_is_there", *FOUND):
        assert cases[case][0] == "pass", cases[case]


@pytest.mark.parametrize("text", ["$ORIGIN", "${ORIGIN}"])
def test_origin_is_the_folder_of_the_loader(text, check, tmp_path):
    manifest = make_layer(tmp_path / "made", "vulkan")
    loader = tmp_path / "machine" / "lib" / "libvulkan.so.1"
    loader.parent.mkdir(parents=True)
    shutil.copy(REFERENCE, loader)
    library = move_library(manifest, tmp_path / "machine" / "layers", "")
    name_library(manifest, f"/{text}/../layers/{library.name}")
    cases, _ = check("layer", manifest, "--loader", loader)
    assert cases["LLP_LAYER_20/library_is_there"][0] == "pass"
    assert cases["LLP_LAYER_1/application_sees_the_same"][0] == "pass"
    # Programs use the loader that LD_LIBRARY_PATH selects.
    cases, _ = check("layer", manifest, env={**os.environ, "LD_LIBRARY_PATH": str(loader.parent)})
    assert cases["LLP_LAYER_20/library_is_there"][0] == "pass"
    cases, _ = check("layer", manifest, "--loader", REFERENCE)
    assert cases["LLP_LAYER_20/library_is_there"][0] == "fail"


@pytest.mark.parametrize("name", ["$LIBS", "${LIB", "$lib"])
def test_what_is_no_token_stays(name, check, tmp_path):
    manifest = make_layer(tmp_path / "made", "vulkan")
    library = move_library(manifest, tmp_path / name, "")
    name_library(manifest, tmp_path / name / library.name)
    cases, _ = check("layer", manifest)
    assert cases["LLP_LAYER_20/library_is_there"][0] == "pass"
    name_library(manifest, tmp_path / "$LIB" / library.name)
    cases, _ = check("layer", manifest)
    assert cases["LLP_LAYER_20/library_is_there"][0] == "fail"


def test_doctor_expands_tokens(tool, tmp_path):
    manifest = make_layer(tmp_path / "data" / "vulkan", "vulkan", Variant(manifest={"api_version": "1.3.0"}))
    driver = make_component(tmp_path / "driver", "driver")
    library = move_library(manifest, tmp_path / "there" / linker_token_value("dl_dst_lib"), "")
    name_library(manifest, tmp_path / "there" / "$LIB" / library.name)
    variables = {f"XDG_{name}": str(tmp_path / "none") for name in
                 ("CONFIG_HOME", "CONFIG_DIRS", "DATA_DIRS")}
    result = tool("doctor", "--loader", DISTRIBUTION, "--json",
                  env={**os.environ, **variables, "XDG_DATA_HOME": str(tmp_path / "data"),
                       "VK_DRIVER_FILES": str(driver)})
    (entry,) = [one for one in json.loads(result.stdout)["loaders"][0]["manifests"] if one["file"] == str(manifest)]
    assert (entry["should"], entry["does"]) == ("listed", "listed"), entry


@pytest.mark.parametrize("subject", SUBJECTS)
def test_name_is_looked_for_in_a_folder_of_a_build(subject, check, tmp_path):
    manifest = make(tmp_path / "made", subject)
    build = tmp_path / "build"
    library = move_library(manifest, build, "")
    name_library(manifest, library.name)
    cases, result = check(subject, manifest)
    verdict, reason = cases[SUBJECTS[subject]]
    assert verdict == "fail" and "--library-path" in reason + result.stdout
    empty = tmp_path / "empty"
    empty.mkdir()
    cases, result = check(subject, manifest, "--library-path", empty, "--library-path", build)
    assert result.returncode == 0, cases
    assert cases[SUBJECTS[subject]][0] == "pass"
    assert str(library) in result.stdout


@pytest.mark.parametrize("subject", SUBJECTS)
def test_library_beside_its_manifest_is_not_installed_yet(subject, check, tmp_path):
    manifest = make(tmp_path / "made", subject)
    library = move_library(manifest, manifest.parent, "")
    name_library(manifest, library.name)
    cases, result = check(subject, manifest)
    verdict, reason = cases[SUBJECTS[subject]]
    assert verdict == "error"
    assert str(library) in reason and f"--library-path {manifest.parent}" in reason
    assert {verdict for verdict, _ in cases.values()} <= {"pass", "skip", "error"}
    assert result.returncode == 3
    cases, result = check(subject, manifest, "--library-path", manifest.parent)
    assert result.returncode == 0, cases


def test_openxr_layer_beside_its_manifest(check, tmp_path):
    manifest = make_layer(tmp_path / "made", "openxr")
    content = json.loads(manifest.read_text(encoding="utf-8"))
    shutil.copy(MOCKS / "openxr_layer.so", manifest.parent / "libXrApiLayer_mine.so")
    content["api_layer"]["library_path"] = "libXrApiLayer_mine.so"
    manifest.write_text(json.dumps(content), encoding="utf-8")
    cases, result = check("layer", manifest, api="openxr")
    assert cases["LS_XR_LAYER_25/library_is_there"][0] == "error" and result.returncode == 3
    cases, result = check("layer", manifest, "--library-path", manifest.parent, api="openxr")
    assert cases["LS_XR_LAYER_25/library_is_there"][0] == "pass"


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("bad", ["/nowhere", "/dev/null", ""])
def test_library_path_takes_folders(subject, bad, tool, tmp_path):
    result = tool(f"check-{subject}", make(tmp_path / "made", subject), "--library-path", bad)
    assert result.returncode == 2
    assert len(result.stderr.strip().splitlines()) == 1
    assert "--library-path" in result.stderr


def test_library_path_is_not_for_modules_and_loaders(tool, tmp_path):
    result = tool("check-driver", MOCKS / "vulkan_driver.so", "--platform", "android", "--library-path", tmp_path)
    assert result.returncode == 2 and "--library-path" in result.stderr
    result = tool("repro", "LLP_LOADER_3/application_names_a_layer_twice", "--loader", REFERENCE,
                  "--library-path", tmp_path)
    assert result.returncode == 2 and "--library-path" in result.stderr


def test_repro_takes_the_folder(tool, tmp_path):
    manifest = make_layer(tmp_path / "made", "vulkan", vulkan(faults={"unload": "abort"}))
    library = move_library(manifest, tmp_path / "build", "")
    name_library(manifest, library.name)
    case = "LLP_LAYER_2/library_loads_and_unloads"
    result = tool("repro", case, "--manifest", manifest, "--library-path", library.parent)
    assert result.returncode == 1, result.stdout
    result = tool("check-layer", manifest, "--library-path", library.parent, "--case", case)
    command = re.sub(r" \\\n +", " ", result.stdout)
    assert f"--library-path {library.parent}" in command


def needing(root, mock):
    """A library without exports of its own, which needs a copy of the mock beside it."""
    root.mkdir(parents=True, exist_ok=True)
    shutil.copy(MOCKS / f"{mock}.so", root / "libneeded.so")
    (root / "empty.c").write_text("static int nothing;\n", encoding="utf-8")
    library = root / "libshell.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, root / "empty.c", "-Wl,--no-as-needed", f"-L{root}",
                    "-l:libneeded.so", "-Wl,-rpath,$ORIGIN"], check=True)
    return library


# Symbols that only a dependency of the manifest's library exports; dlsym finds them.
NEEDED = {
    "LLP_LAYER_4/exports_the_negotiation": ("layer", "vulkan_layer"),
    "LS_VK_LAYER_27/exports_its_functions": ("layer", "vulkan_layer_v0"),
    "LS_VK_DRIVER_1/exports_its_query": ("driver", "vulkan_driver"),
    "LS_XR_RUNTIME_1/exports_the_negotiation": ("runtime", "openxr_runtime"),
    "LS_XR_LAYER_1/exports_the_negotiation": ("openxr", "openxr_layer"),
}


@pytest.mark.parametrize("case", NEEDED)
def test_exports_are_what_dlsym_finds(case, check, tmp_path):
    subject, mock = NEEDED[case]
    library = needing(tmp_path / "lib", mock)
    if subject in ("layer", "openxr"):
        manifest = make_layer(tmp_path / "made", "openxr" if subject == "openxr" else "vulkan")
    else:
        manifest = make_component(tmp_path / "made", subject)
    content = json.loads(manifest.read_text(encoding="utf-8"))
    next(value for value in content.values() if isinstance(value, dict))["library_path"] = str(library)
    manifest.write_text(json.dumps(content), encoding="utf-8")
    verb = "layer" if subject == "openxr" else subject
    cases, _ = check(verb, manifest, "--case", case)
    assert cases[case][0] == "pass", cases
    # Without the dependency, the symbols do not exist.
    shutil.copy(MOCKS / "vulkan_layer_none.so", library)
    cases, _ = check(verb, manifest, "--case", case)
    assert cases[case][0] in ("fail", "warn") or "version 0" in cases[case][1], cases


def test_driver_of_version_7_whose_exports_are_elsewhere(check, tmp_path):
    manifest = make_component(tmp_path / "made", "driver")
    name_library(manifest, needing(tmp_path / "lib", "vulkan_driver"))
    cases, result = check("driver", manifest, "--policy", "LS_VK_DRIVER_*")
    assert result.returncode == 0, cases
    for case in ("LS_VK_DRIVER_10/negotiation_is_given_since_version_7",
                 "LS_VK_DRIVER_10/physical_device_query_is_given_since_version_7",
                 "LS_VK_DRIVER_5/has_a_physical_device_query"):
        assert cases[case][0] == "pass", cases[case]


def test_module_whose_symbol_is_elsewhere(check, tmp_path):
    module = needing(tmp_path / "lib", "vulkan_hal")
    cases, _ = check("driver", module, "--platform", "android", "--policy", "LS_ANDROID_DRIVER_1")
    assert {verdict for verdict, _ in cases.values()} == {"pass"}, cases


@pytest.mark.parametrize("kind", ["driver", "runtime"])
def test_library_of_another_architecture_is_refused(kind, tool, tmp_path):
    manifest = make_component(tmp_path / kind, kind)
    library = pathlib.Path(tmp_path / kind / "libcomponent.so")
    content = bytearray(library.read_bytes())
    content[4] = 1  # 32-bit
    library.write_bytes(content)
    result = tool(f"check-{kind}", manifest)
    assert result.returncode == 2
    assert "architecture" in result.stderr
