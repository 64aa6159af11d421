# SPDX-License-Identifier: Apache-2.0
"""The findings about packages in docs/findings can be reproduced without Loadstone, and the expected output is
possible."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest
from conftest import BUILD, NEEDS_WINE, ROOT, in_sample
from test_windows_worlds import LOADER as REFERENCE_DLL
from test_windows_worlds import OPENXR_LOADER as REFERENCE_OPENXR_DLL

FINDINGS = ROOT / "docs" / "findings"
SCRIPTS = sorted(FINDINGS.glob("debian-*/*/run.sh"))
NAMES = [f"{script.parent.parent.name}/{script.parent.name}" for script in SCRIPTS]
SAMPLE = [pytest.param(script, id=name) for script, name in zip(SCRIPTS, NAMES) if in_sample(name)]

# The packages and versions that a page is about, and the fixture with a component that behaves as expected.
PAGES = {
    "debian-12-libvulkan1": ({"libvulkan1": "1.3.239.0-1"}, "reference_vulkan_loader"),
    "debian-13-libopenxr-loader1": ({"libopenxr-loader1": "1.1.47~ds-2"}, "reference_openxr_loader"),
    "debian-13-libvulkan1": ({"libvulkan1": "1.4.309.0-1"}, "reference_vulkan_loader"),
    "debian-testing-libvulkan1": ({"libvulkan1": "1.4.363.0-1"}, "reference_vulkan_loader"),
    "debian-12-chromium-common": ({"chromium-common": "156.0.8078.108-1~deb12u1"}, "reference_vulkan_loader"),
    "debian-12-chromium-swiftshader": ({"chromium-common": "156.0.8078.108-1~deb12u1"}, "interface_7_driver"),
    "debian-12-libopenxr-loader1": ({"libopenxr-loader1": "1.0.20~dfsg1-1+b2"}, "reference_openxr_loader"),
    "debian-12-mesa-vulkan-drivers": (
        {"mesa-vulkan-drivers": "22.3.6-1+deb12u2", "libvulkan1": "1.3.239.0-1"}, "vulkan_layer"),
    "debian-13-mesa-vulkan-drivers": (
        {"mesa-vulkan-drivers": "25.0.7-2+deb13u1", "libvulkan1": "1.4.309.0-1"}, "vulkan_driver"),
    "debian-13-libopenxr1-monado": ({"libopenxr1-monado": "25.0.0+dfsg-2"}, "openxr_runtime"),
    "debian-testing-mesa-vulkan-drivers": (
        {"mesa-vulkan-drivers": "26.1.6-1", "libvulkan1": "1.4.363.0-1"}, "vulkan_layer"),
    "debian-testing-mangohud": ({"mangohud": "0.8.4+dfsg-1+b1", "libvulkan1": "1.4.363.0-1"}, "vulkan_layer"),
    "debian-12-mangohud": ({"mangohud": "0.6.8-2", "libvulkan1": "1.3.239.0-1"}, "vulkan_layer"),
    "debian-12-vkbasalt": ({"vkbasalt": "0.3.2.8-1", "libvulkan1": "1.3.239.0-1"}, "vulkan_layer"),
    "debian-12-librenderdoc": (
        {"librenderdoc": "1.24+dfsg-1+deb12u1", "libvulkan1": "1.3.239.0-1"}, "vulkan_layer"),
    "debian-12-libprimus-vk1": ({"libprimus-vk1": "1.6.2-2", "libvulkan1": "1.3.239.0-1"}, "vulkan_layer"),
    "debian-12-vulkan-validationlayers": (
        {"vulkan-validationlayers": "1.3.239.0-2", "libvulkan1": "1.3.239.0-1"}, "vulkan_layer"),
    "debian-12-openxr-layers": (
        {"openxr-layer-apidump": "1.0.20~dfsg1-1+b2",
         "openxr-layer-corevalidation": "1.0.20~dfsg1-1+b2"}, "openxr_layer"),
}
# The versions of other releases on the pages on layers, drivers and runtimes, in November 2026.
RELEASES = {
    "debian-13": {
        "libvulkan1": "1.4.309.0-1", "mesa-vulkan-drivers": "25.0.7-2+deb13u1", "mangohud": "0.7.2-2",
        "vkbasalt": "0.3.2.10-1+b2", "libprimus-vk1": "1.6.4-4", "vulkan-validationlayers": "1.4.309.0-1",
        "openxr-layer-apidump": "1.1.47~ds-2", "openxr-layer-corevalidation": "1.1.47~ds-2",
        "chromium-common": "156.0.8078.108-1~deb13u1"},
    "testing": {
        "libvulkan1": "1.4.363.0-1", "mesa-vulkan-drivers": "26.1.6-1", "mangohud": "0.8.4+dfsg-1+b1",
        "vkbasalt": "0.3.2.10-1+b3", "libprimus-vk1": "1.6.4-4+b2", "vulkan-validationlayers": "1.4.363.0-1",
        "openxr-layer-apidump": "1.1.61~ds-1", "openxr-layer-corevalidation": "1.1.61~ds-1",
        "libopenxr1-monado": "25.0.1-0.1", "chromium-common": "156.0.8078.47-1"},
}
DRM = pathlib.Path("/sys/class/drm")
MOST_SUBJECTS = 3  # the largest number of arguments of a script


@pytest.fixture(name="reference_vulkan_loader", scope="session")
def fixture_reference_vulkan_loader():
    return BUILD / "lib" / "libvulkan.so.1"


@pytest.fixture(name="reference_openxr_loader", scope="session")
def fixture_reference_openxr_loader():
    return BUILD / "lib" / "libopenxr_loader.so.1"


@pytest.fixture(name="vulkan_layer", scope="session")
def fixture_vulkan_layer(tmp_path_factory):
    """The manifest of the layer that the findings contain."""
    folder = tmp_path_factory.mktemp("layer")
    subprocess.run(["cc", "-shared", "-fPIC", '-DNAME="a"', "-o", folder / "a.so",
                    ROOT / "tool" / "steps" / "vulkan_layer.c"], check=True)
    manifest = folder / "a.json"
    manifest.write_text(json.dumps({"file_format_version": "1.2.0", "layer": {
        "name": "VK_LAYER_EXAMPLE_a", "type": "INSTANCE", "library_path": "./a.so",
        "api_version": "1.3.0", "implementation_version": "1", "description": "a"}}), encoding="utf-8")
    return manifest


def make_driver(folder, source):
    """Builds a driver; returns its manifest."""
    subprocess.run(["cc", "-shared", "-fPIC", "-o", folder / "driver.so", source], check=True)
    manifest = folder / "driver.json"
    manifest.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": {
        "library_path": "./driver.so", "api_version": "1.3.0"}}), encoding="utf-8")
    return manifest


@pytest.fixture(name="vulkan_driver", scope="session")
def fixture_vulkan_driver(tmp_path_factory):
    """The manifest of the driver that the findings contain."""
    return make_driver(tmp_path_factory.mktemp("driver"), ROOT / "tool" / "steps" / "vulkan_driver.c")


@pytest.fixture(name="interface_7_driver", scope="session")
def fixture_interface_7_driver(tmp_path_factory):
    """The manifest of the driver for findings that use a driver without a loader."""
    return make_driver(tmp_path_factory.mktemp("driver"), FINDINGS / "common" / "vulkan_interface_7_driver.c")


@pytest.fixture(name="openxr_layer", scope="session")
def fixture_openxr_layer(tmp_path_factory):
    library = tmp_path_factory.mktemp("layer") / "a.so"
    subprocess.run(["c++", "-std=c++20", "-shared", "-fPIC", "-I", ROOT / "interfaces", '-DNAME="a"',
                    "-o", library, ROOT / "tool" / "steps" / "openxr_layer.cc"], check=True)
    return library


@pytest.fixture(name="openxr_runtime", scope="session")
def fixture_openxr_runtime(tmp_path_factory):
    """The manifest of the runtime that the findings about a runtime contain."""
    folder = tmp_path_factory.mktemp("runtime")
    subprocess.run(["c++", "-std=c++20", "-shared", "-fPIC", "-I", ROOT / "interfaces", "-o", folder / "runtime.so",
                    FINDINGS / "common" / "openxr_sound_runtime.cc"], check=True)
    manifest = folder / "runtime.json"
    manifest.write_text(json.dumps({"file_format_version": "1.0.0", "runtime": {
        "library_path": str(folder / "runtime.so")}}), encoding="utf-8")
    return manifest


def installed_version(package):
    result = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, text=True, check=False)
    return result.stdout


def output_of(script, *subjects, **variables):
    environment = {"PATH": os.environ["PATH"], **variables}
    result = subprocess.run([script, *map(str, subjects)], env=environment, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True)
    assert not result.stderr
    return result.stdout


def text(script, name):
    return (script.parent / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("script", SAMPLE)
def test_package_does_what_was_observed(script):
    packages, _ = PAGES[script.parent.parent.name]
    for package, version in packages.items():
        if installed_version(package) != version:
            pytest.skip(f"{package} {version} is not installed")
    assert output_of(script) == text(script, "observed.txt")
    assert text(script, "observed.txt") != text(script, "expected.txt")


def versions_in(release, page):
    """{package: version} of the packages of a page in another release; empty if the page is not about that release."""
    packages, sound = PAGES[page]
    versions = {package: RELEASES[release].get(package) for package in packages}
    others = sound.startswith("reference") or page.startswith("debian-testing") or release in page
    return {} if others or None in versions.values() else versions


IN_RELEASES = [(release, script) for release in RELEASES for script in SCRIPTS
               if versions_in(release, script.parent.parent.name)]


@pytest.mark.parametrize("release, script", IN_RELEASES, ids=lambda value: value if isinstance(value, str) else
                         f"{value.parent.parent.name}/{value.parent.name}")
def test_another_release_does_what_was_observed(release, script):
    for package, version in versions_in(release, script.parent.parent.name).items():
        if installed_version(package) != version:
            pytest.skip(f"{package} {version} is not installed")
    if (release, script.parent.parent.name) == ("testing", "debian-12-mangohud") and not DRM.exists():
        pytest.skip(f"MangoHud 0.8.4 ends the application where there is no {DRM}")
    changed = script.parent / f"observed-{release}.txt"
    assert output_of(script) == text(script, changed.name if changed.exists() else "observed.txt")


def test_files_of_other_releases_have_other_content():
    files = sorted(FINDINGS.glob("debian-*/*/observed-*.txt"))
    assert files
    used = {script.parent / f"observed-{release}.txt" for release, script in IN_RELEASES}
    for file in files:
        assert file in used
        assert file.read_text(encoding="utf-8") != text(file.parent / "run.sh", "observed.txt")


@pytest.mark.parametrize("page", PAGES)
def test_page_names_the_versions_of_other_releases(page):
    content = (FINDINGS / f"{page}.md").read_text(encoding="utf-8")
    for release in RELEASES:
        assert {version for package, version in versions_in(release, page).items()
                if package in page or package.startswith("openxr")} <= set(re.findall(r"\d[\w.+~-]*\w", content))


@pytest.mark.parametrize("script", SAMPLE)
def test_what_is_expected_is_possible(script, request, reference_vulkan_loader):
    """Layers run below the reference loader: that of Debian 13 calls an unloaded layer where an allocation fails."""
    _, sound = PAGES[script.parent.parent.name]
    subjects = [request.getfixturevalue(sound)] * MOST_SUBJECTS
    assert output_of(script, *subjects, VULKAN_LOADER=str(reference_vulkan_loader)) == text(script, "expected.txt")


# The loaders of the pages that say which findings of other pages apply to them with the same output.
WITH_OTHERS = {
    "debian-12-chromium-common": "/usr/lib/chromium/libvulkan.so.1",
    "debian-13-libopenxr-loader1": "/usr/lib/x86_64-linux-gnu/libopenxr_loader.so.1",
    "debian-13-libvulkan1": "/usr/lib/x86_64-linux-gnu/libvulkan.so.1",
    "debian-testing-libvulkan1": "/usr/lib/x86_64-linux-gnu/libvulkan.so.1",
}


def findings_of_others(page):
    content = (FINDINGS / f"{page}.md").read_text(encoding="utf-8")
    return sorted(set(re.findall(rf"\]\(((?!{page})debian[\w-]+/\w+)\)", content)))


@pytest.mark.parametrize("page", WITH_OTHERS)
def test_findings_of_other_pages_exist(page):
    assert findings_of_others(page)
    assert all((FINDINGS / finding / "run.sh").exists() for finding in findings_of_others(page))


@pytest.mark.parametrize("page, finding", [(page, finding) for page in WITH_OTHERS
                                           for finding in findings_of_others(page) if in_sample(page + finding)])
def test_finding_of_another_page_applies(page, finding):
    ((package, version),) = PAGES[page][0].items()
    if installed_version(package) != version:
        pytest.skip(f"{package} {version} is not installed")
    script = FINDINGS / finding / "run.sh"
    assert output_of(script, WITH_OTHERS[page]) == text(script, "observed.txt")


# Violations that the loader of known faults has in common with Debian 12's.
COMMON = ("LLP_LOADER_3", "LLP_LOADER_4", "LLP_LOADER_11", "LS_VK_DEVICEORDER_1", "LS_VK_DEVICEORDER_2", "LS_VK_FILTER_4")


@pytest.mark.parametrize("finding", COMMON)
def test_what_was_observed_is_seen_of_another_loader(finding, faulty):
    script = FINDINGS / "debian-12-libvulkan1" / finding / "run.sh"
    assert output_of(script, faulty) == text(script, "observed.txt")


# The pages on DLLs that no package has: the variable that names such a DLL, and one that behaves as expected.
OF_NVIDIA = sorted(FINDINGS.glob("nvidia-driver/*/run.sh"))
NVIDIA_VERSION = pathlib.Path("/proc/driver/nvidia/version")


@pytest.mark.parametrize("script", OF_NVIDIA, ids=lambda script: script.parent.name)
def test_what_is_expected_of_nvidias_driver_is_possible(script, interface_7_driver):
    assert output_of(script, interface_7_driver) == text(script, "expected.txt")


@pytest.mark.parametrize("script", OF_NVIDIA, ids=lambda script: script.parent.name)
def test_nvidias_driver_does_what_was_observed(script):
    if not NVIDIA_VERSION.exists() or "580.159.04" not in NVIDIA_VERSION.read_text(encoding="utf-8"):
        pytest.skip("NVIDIA's driver 580.159.04 is not installed")
    assert output_of(script) == text(script, "observed.txt")


# The page on loaders for 32-bit Arm: the output that it has for the root of each release.
OF_ARMHF = FINDINGS / "armhf-libvulkan1" / "LS_VK_PROCADDR_1" / "run.sh"
ON_ARMHF = {"bookworm": "observed-bookworm.txt", "trixie": "observed.txt", "testing": "observed.txt"}
WITHOUT_ARMHF = [name for name in ("arm-linux-gnueabihf-gcc", "qemu-arm-static") if not shutil.which(name)]


@pytest.mark.skipif(WITHOUT_ARMHF, reason=f"there is no {WITHOUT_ARMHF}")
@pytest.mark.parametrize("release", ON_ARMHF)
def test_loader_for_32_bit_arm_does_what_was_observed(release):
    root = BUILD / "roots" / f"{release}-armhf"
    if not root.is_dir():
        pytest.skip(f"there is no {root}, which subjects/judge_subjects.py {release}-armhf makes")
    assert output_of(OF_ARMHF, root) == text(OF_ARMHF, ON_ARMHF[release])


@pytest.mark.skipif(WITHOUT_ARMHF, reason=f"there is no {WITHOUT_ARMHF}")
def test_what_is_expected_on_32_bit_arm_is_possible():
    """With the C library of the cross compiler."""
    loader = BUILD.with_name("build-armhf") / "lib" / "libvulkan.so.1"
    if not loader.exists():
        pytest.skip(f"there is no {loader}, which ci/build-for.sh armhf makes")
    assert output_of(OF_ARMHF, "/usr/arm-linux-gnueabihf", loader) == text(OF_ARMHF, "expected.txt")


OF_DLLS = {"khronos-vulkan-1-dll": ("LOADSTONE_KHRONOS_DLL", REFERENCE_DLL),
           "khronos-openxr-loader-dll": ("LOADSTONE_KHRONOS_OPENXR_DLL", REFERENCE_OPENXR_DLL)}
DLL_SCRIPTS = sorted(script for page in OF_DLLS for script in FINDINGS.glob(f"{page}/*/run.sh"))


@pytest.mark.parametrize("script", DLL_SCRIPTS, ids=lambda script: script.parent.name)
def test_dll_does_what_was_observed(script):
    page = script.parent.parent.name
    variable, _ = OF_DLLS[page]
    dll = os.environ.get(variable)
    if not dll:
        pytest.skip(f"{variable} does not name the DLL that docs/findings/{page}.md builds")
    assert output_of(script, dll) == text(script, "observed.txt")
    assert text(script, "observed.txt") != text(script, "expected.txt")


@NEEDS_WINE
@pytest.mark.parametrize("script", DLL_SCRIPTS, ids=lambda script: script.parent.name)
def test_what_is_expected_of_a_dll_is_possible(script):
    _, sound = OF_DLLS[script.parent.parent.name]
    assert output_of(script, sound) == text(script, "expected.txt")


@pytest.mark.parametrize("page", [*PAGES, *OF_DLLS, OF_ARMHF.parent.parent.name])
def test_page_and_folders_say_the_same(page):
    """Each section names the folders that reproduce it, and each folder has a section."""
    _, *sections = (FINDINGS / f"{page}.md").read_text(encoding="utf-8").split("\n## ")
    folders = {script.parent.name for script in (FINDINGS / page).glob("*/run.sh")}
    named = [{folder for folder in folders if f"]({page}/{folder})" in section} for section in sections]
    assert all(named) and set.union(*named) == folders


API_LAYERS = pathlib.Path("/usr/share/openxr/1/api_layers/explicit.d")


def test_page_on_api_layers_has_what_check_layer_finds_by_default(tool, tmp_path):
    page = "debian-12-openxr-layers"
    for package, version in PAGES[page][0].items():
        if installed_version(package) != version:
            pytest.skip(f"{package} {version} is not installed")
    found = set()
    for name in ("api_dump", "core_validation"):
        tool("check-layer", API_LAYERS / f"XrApiLayer_{name}.x86_64-linux-gnu.json", "--json", tmp_path / "report.json")
        report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
        found |= {case["id"].split("/")[0] for case in report["cases"] if case["verdict"] in ("fail", "warn")}
    sections = re.findall(r"^## (\w+):", (FINDINGS / f"{page}.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert found == set(sections)


def test_every_page_is_tested():
    assert {path.stem for path in FINDINGS.glob("debian-*.md")} == set(PAGES)
    assert {path.stem for path in FINDINGS.glob("khronos-*.md")} == set(OF_DLLS)
    assert {path.parent.name for path in map(pathlib.Path, NAMES)} == set(PAGES)
