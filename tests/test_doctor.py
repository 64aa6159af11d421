# SPDX-License-Identifier: Apache-2.0
"""`loadstone doctor` on staged machines: folders with mocks, which environment variables name."""

import json
import os
import shutil

import pytest
from conftest import BUILD, DISTRIBUTION, REFERENCE
from roots import make_system, state_of

MOCKS = BUILD / "lib" / "loadstone"
XR_DISTRIBUTION = DISTRIBUTION.with_name("libopenxr_loader.so.1")


class Staged:
    """A machine in a folder. Only files in /etc come from the host."""

    def __init__(self, root):
        self.root = root
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(root / "home"), "XDG_CONFIG_HOME": str(root / "config"),
            "XDG_DATA_HOME": str(root / "data"), "XDG_CONFIG_DIRS": str(root / "none"),
            "XDG_DATA_DIRS": str(root / "none")}

    def library(self, word, mock, **config):
        library = self.root / "lib" / f"lib{word}.so"
        library.parent.mkdir(exist_ok=True, parents=True)
        shutil.copy(MOCKS / f"{mock}.so", library)
        library.with_name(library.name + ".config").write_text(json.dumps({"who": word, "trace": None, **config}))
        return str(library)

    def file(self, path, content):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    def layer(self, word, kind="explicit", folder="data/vulkan", file=None, **members):
        name = f"VK_LAYER_EXAMPLE_{word}"
        layer = {"name": name, "type": "GLOBAL", "library_path": self.library(word, "vulkan_layer", name=name),
                 "api_version": "1.3.0", "implementation_version": "1", "description": "a layer",
                 "functions": {}, **members}
        if kind == "implicit":
            layer.setdefault("disable_environment", {f"DISABLE_{word.upper()}": "1"})
        layer = {key: value for key, value in layer.items() if value is not None}
        return self.file(f"{folder}/{kind}_layer.d/{file or word + '.json'}",
                         {"file_format_version": "1.1.2", "layer": layer})

    def driver(self, word, path=None):
        return self.file(path or f"data/vulkan/icd.d/{word}.json", {
            "file_format_version": "1.0.0",
            "ICD": {"library_path": self.library(word, "vulkan_driver"), "api_version": "1.3.0"}})


@pytest.fixture(name="staged")
def fixture_staged(tmp_path):
    return Staged(tmp_path)


def examine(tool, staged, loader=DISTRIBUTION, *words, **variables):
    """{file name: entry} of the manifests below the staged folder."""
    result = tool("doctor", "--loader", loader, "--json", *words, env={**staged.environment, **variables})
    assert result.returncode == 0, result.stderr
    (loader,) = json.loads(result.stdout)["loaders"]
    assert loader["problem"] == "", loader
    return {entry["file"].rpartition("/")[2]: entry for entry in loader["manifests"]
            if entry["file"].startswith(str(staged.root))}


def fates(entries):
    return {name: (entry["should"], entry["does"], entry["policy"]) for name, entry in entries.items()}


@pytest.mark.parametrize("loader", [DISTRIBUTION, REFERENCE])
def test_layers_that_are_used_and_not(loader, tool, staged):
    staged.driver("good")
    staged.layer("listed")
    staged.layer("named")
    staged.layer("on", "implicit")
    staged.layer("off", "implicit")
    staged.layer("asleep", "implicit", enable_environment={"ENABLE_ASLEEP": "1"})
    staged.layer("filtered", "implicit")
    entries = examine(tool, staged, loader, VK_INSTANCE_LAYERS="VK_LAYER_EXAMPLE_named", DISABLE_OFF="1",
                      VK_LOADER_LAYERS_DISABLE="*filtered")
    assert fates(entries) == {
        "good.json": ("loaded", "loaded", "LS_VK_DRIVER_DISCOVERY_1"),
        "listed.json": ("listed", "listed", "LS_VK_ACTIVATION_3"),
        "named.json": ("loaded", "loaded", "LS_VK_ACTIVATION_4"),
        "on.json": ("loaded", "loaded", "LLP_LOADER_6"),
        "off.json": ("unknown", entries["off.json"]["does"], "LLP_LOADER_7"),
        "asleep.json": ("unknown", entries["asleep.json"]["does"], "LLP_LOADER_6"),
        "filtered.json": ("unknown", entries["filtered.json"]["does"], "LS_VK_FILTER_2")}
    # It is not determined whether a disabled layer is listed, but it is not loaded.
    assert "loaded" not in {entries[f"{name}.json"]["does"] for name in ("off", "asleep", "filtered")}
    assert entries["off.json"]["why"] == "the layer's disabling variable is set"


BROKEN = {
    "no JSON": (lambda staged: staged.file("data/vulkan/explicit_layer.d/x.json", "{"), "it is not valid JSON: "),
    "no object": (lambda staged: staged.file("data/vulkan/explicit_layer.d/x.json", "[]"), "its JSON is not an object"),
    "a driver's": (lambda staged: staged.file("data/vulkan/explicit_layer.d/x.json", {"ICD": {}}),
                   'it has no "layer" or "layers"'),
    "empty": (lambda staged: staged.file("data/vulkan/explicit_layer.d/x.json", ""), "it is not valid JSON: "),
    "enormous": (lambda staged: staged.file("data/vulkan/explicit_layer.d/x.json", " " * 2_000_000),
                 "it is too large for a manifest"),
    "without a library": (lambda staged: staged.layer("x", library_path="/nowhere/lib.so"), "/nowhere/lib.so"),
    "text as a library": (lambda staged: staged.layer("x", library_path=str(staged.file("t.so", "text"))), "t.so"),
    "without a description": (lambda staged: staged.layer("x", description=None),
                              'it has no "description", which is required'),
    "implicit without a switch": (
        lambda staged: staged.file("data/vulkan/implicit_layer.d/x.json",
                                   staged.layer("x", "implicit", "other").read_text().replace(
                                       "disable_environment", "disabled_by")),
        'it has no "disable_environment", which is required'),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_in_the_way_is_named(name, tool, staged):
    make, why = BROKEN[name]
    make(staged)
    staged.driver("good")
    entries = examine(tool, staged, REFERENCE)
    assert why in entries["x.json"]["why"], entries
    assert entries["x.json"]["does"] != "loaded"


def test_a_folder_that_is_not_searched_is_named(tool, staged):
    staged.driver("good")
    staged.layer("x")
    entry = examine(tool, staged, VK_LAYER_PATH=str(staged.root / "nowhere"))["x.json"]
    assert (entry["should"], entry["does"], entry["why"]) == ("unused", "unused", "its folder is not searched")


def test_the_first_of_one_name_is_used(tool, staged):
    staged.driver("good")
    staged.layer("same", folder="config/vulkan", file="first.json")
    staged.layer("same", file="second.json")
    entries = examine(tool, staged, VK_INSTANCE_LAYERS="VK_LAYER_EXAMPLE_same")
    assert entries["first.json"]["should"] == "loaded"
    assert entries["second.json"]["should"] == "unused"
    assert "found earlier" in entries["second.json"]["why"]


def test_variables_about_drivers(tool, staged):
    staged.driver("found")
    other = staged.driver("other", "elsewhere/other.json")
    both = examine(tool, staged, VK_ADD_DRIVER_FILES=str(other))
    assert fates(both) == {"found.json": ("loaded", "loaded", "LS_VK_DRIVER_DISCOVERY_1"),
                           "other.json": ("loaded", "loaded", "LS_VK_DRIVER_DISCOVERY_6")}
    instead = examine(tool, staged, VK_DRIVER_FILES=str(other))
    assert fates(instead) == {"found.json": ("unused", "unused", "LS_VK_DRIVER_DISCOVERY_3"),
                              "other.json": ("loaded", "loaded", "LS_VK_DRIVER_DISCOVERY_3")}


def test_openxr(tool, staged):
    def manifest(path, kind, **members):
        return staged.file(path, {"file_format_version": "1.0.0", kind: members})
    runtime = manifest("elsewhere/runtime.json", "runtime", library_path=staged.library("runtime", "openxr_runtime"))
    manifest("config/openxr/1/active_runtime.json", "runtime",
             library_path=staged.library("other", "openxr_runtime"))
    for word, kind in (("on", "implicit"), ("idle", "explicit")):
        name = f"XR_APILAYER_EXAMPLE_{word}"
        manifest(f"data/openxr/1/api_layers/{kind}.d/{word}.json", "api_layer", name=name,
                 library_path=staged.library(word, "openxr_layer", name=name), api_version="1.0",
                 implementation_version="1", description="a layer",
                 **({"disable_environment": "DISABLE_ON"} if kind == "implicit" else {}))
    entries = examine(tool, staged, XR_DISTRIBUTION, "--api", "openxr", XR_RUNTIME_JSON=str(runtime))
    assert fates(entries) == {
        "runtime.json": ("loaded", "loaded", "LS_XR_RUNTIME_DISCOVERY_10"),
        "active_runtime.json": ("unused", "unused", "LS_XR_RUNTIME_DISCOVERY_10"),
        "on.json": ("loaded", "loaded", "LS_XR_ACTIVATION_1"),
        "idle.json": ("listed", "listed", "LS_XR_ACTIVATION_5")}


def test_text_has_a_line_for_each_manifest_and_for_the_machine(tool, staged):
    staged.driver("good")
    manifest = staged.layer("listed")
    result = tool("doctor", "--loader", DISTRIBUTION, env=staged.environment)
    assert result.returncode == 0
    assert "cases on Linux: yes" in result.stdout
    assert f"explicit layer {manifest}\n    VK_LAYER_EXAMPLE_listed is listed: nobody asks for the layer " \
           "(LS_VK_ACTIVATION_3)" in result.stdout


def test_a_loader_that_cannot_create_an_instance(tool, staged):
    staged.layer("on", "implicit")
    result = tool("doctor", "--loader", DISTRIBUTION, "--json", env={
        **staged.environment, "VK_DRIVER_FILES": "/nowhere.json"})
    (loader,) = json.loads(result.stdout)["loaders"]
    assert "creating an instance returned -9" in loader["problem"]
    entry = next(entry for entry in loader["manifests"] if entry["file"].startswith(str(staged.root)))
    assert (entry["should"], entry["does"]) == ("loaded", "unknown")


def test_without_words_the_loaders_of_the_system_are_asked(tool, staged):
    result = tool("doctor", "--json", env=staged.environment)
    assert result.returncode == 0
    assert {loader["api"] for loader in json.loads(result.stdout)["loaders"]} == {"vulkan", "openxr"}


@pytest.mark.parametrize("words, line", [
    (["--loader", "/nonexistent.so"], "/nonexistent.so"),
    (["--api", "opengl"], "opengl"),
    (["bananas"], "bananas"),
])
def test_wrong_words(words, line, tool):
    result = tool("doctor", *words)
    assert result.returncode == 2 and line in result.stderr and result.stderr.count("\n") == 1


def test_doctor_examines_the_system_of_a_root(tool, tmp_path):
    root = tmp_path / "root"
    folder = make_system(root, REFERENCE)
    shutil.copy(REFERENCE, folder / "libvulkan.so.1")
    staged = Staged(root / "usr")
    staged.layer("listed", folder="share/vulkan", library_path="liblisted.so")
    staged.driver("good", "share/vulkan/icd.d/good.json")
    shutil.move(root / "usr/lib/liblisted.so", folder)
    layer = staged.layer("missing", folder="share/vulkan", library_path=str(REFERENCE))
    # The paths of libraries in the manifests are those in the system.
    driver = root / "usr/share/vulkan/icd.d/good.json"
    driver.write_text(driver.read_text().replace(str(root), ""))
    (root / "etc/vulkan").mkdir()
    (root / "etc/vulkan/icd.d").symlink_to("/opt/drivers")
    (root / "opt/drivers").mkdir(parents=True)
    driver.rename(root / "opt/drivers/good.json")
    before = state_of(root)
    result = tool("doctor", "--root", root, "--api", "vulkan", "--json", env={"VK_DRIVER_FILES": "/none.json"})
    assert result.returncode == 0, result.stderr
    report = json.loads(result.stdout)
    assert report["root"].startswith(f"{root}: A small system")
    (loader,) = report["loaders"]
    assert loader["path"] == str(folder / "libvulkan.so.1") and not loader["problem"], loader
    entries = {entry["file"]: entry for entry in loader["manifests"]}
    assert {file: entry["does"] for file, entry in entries.items()} == {
        "/etc/vulkan/icd.d/good.json": "loaded", "/usr/share/vulkan/explicit_layer.d/listed.json": "listed",
        f"/{layer.relative_to(root)}": "unknown"}
    assert "there is no library" in entries[f"/{layer.relative_to(root)}"]["why"]
    assert state_of(root) == before
    result = tool("doctor", "--root", tmp_path)
    assert result.returncode == 2 and "--root takes the folder of an unpacked system" in result.stderr
