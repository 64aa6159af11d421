# SPDX-License-Identifier: Apache-2.0
"""Programs of other projects behave the same on the reference Vulkan loader and on Debian's, with Mesa's software
driver."""

import json
import os
import re
import shlex
import shutil
import subprocess

import pytest
from conftest import BUILD, DISTRIBUTION, LAVAPIPE, REFERENCE, ROOT

LOADERS = {"reference": REFERENCE.parent, "distribution": DISTRIBUTION.parent}
PROGRAM = ROOT / "tests" / "programs" / "compute.c"
# An extension that the reference loader lists and the loader of Debian 12 does not.
OWN_EXTENSION = "VK_LUNARG_direct_driver_loading"
FRAMES = "3"

pytestmark = [
    pytest.mark.skipif(not LAVAPIPE.exists(), reason="mesa-vulkan-drivers is not installed"),
    pytest.mark.skipif(not DISTRIBUTION.exists(), reason="libvulkan1 is not installed"),
    pytest.mark.skipif(not shutil.which("vulkaninfo"), reason="vulkan-tools is not installed"),
]


def run(loader, *words, drivers=(LAVAPIPE,), cwd=None, **environment):
    """Runs a program on one of LOADERS; returns its standard output. The program must succeed."""
    result = subprocess.run(
        [str(word) for word in words], cwd=cwd, check=False, text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LD_LIBRARY_PATH": str(LOADERS[loader]),
             "VK_DRIVER_FILES": ":".join(map(str, drivers)), **environment})
    assert result.returncode == 0, result.stderr
    return result.stdout


# The memory that other processes use at that moment: Debian 13's driver has VK_EXT_memory_budget, Debian 12's has not.
MEMORY_IN_USE = re.compile(r"\t\t(budget|usage) *= ")


def comparable(text):
    """The lines of vulkaninfo's output without the loader's own extension, the number of extensions and MEMORY_IN_USE."""
    return [line for line in text.splitlines()
            if OWN_EXTENSION not in line and not line.startswith("Instance Extensions: count")
            and not MEMORY_IN_USE.match(line)]


@pytest.fixture(name="mock")
def fixture_mock(tmp_path):
    """The manifest of a mock driver with one device."""
    library = tmp_path / "libmock.so"
    shutil.copy(BUILD / "lib" / "loadstone" / "vulkan_driver.so", library)
    manifest = tmp_path / "mock.json"
    manifest.write_text(json.dumps({
        "file_format_version": "1.0.0",
        "ICD": {"library_path": str(library), "api_version": "1.3.239"}}))
    return manifest


@pytest.fixture(name="compute", scope="session")
def fixture_compute(tmp_path_factory):
    """The compiled PROGRAM."""
    program = tmp_path_factory.mktemp("compute") / "compute"
    subprocess.run(["gcc", "-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers",
                    "-o", program, PROGRAM, "-lvulkan"], check=True)
    return program


# Explicit layers in the packages of both releases; one more is implicit.
ALL_LAYERS = "VK_LAYER_MESA_overlay:VK_LAYER_KHRONOS_validation"


@pytest.mark.parametrize("words", [["--summary"], ["--show-formats"]], ids=" ".join)
@pytest.mark.parametrize("layers", ["", ALL_LAYERS])
def test_vulkaninfo_tells_the_same(words, layers):
    told = {loader: run(loader, "vulkaninfo", *words, VK_INSTANCE_LAYERS=layers) for loader in LOADERS}
    assert "llvmpipe" in told["reference"] and OWN_EXTENSION in told["reference"]
    assert comparable(told["reference"]) == comparable(told["distribution"])


def test_vulkaninfo_tells_the_same_of_two_drivers(mock):
    told = {loader: run(loader, "vulkaninfo", "--summary", drivers=(LAVAPIPE, mock))
            for loader in LOADERS}
    assert "llvmpipe" in told["reference"] and "Loadstone Mock 0" in told["reference"]
    assert comparable(told["reference"]) == comparable(told["distribution"])


def test_vulkaninfo_writes_the_same_profile(tmp_path):
    profiles = {}
    for loader in LOADERS:
        run(loader, "vulkaninfo", "--json", "--output", f"{loader}.json", cwd=tmp_path)
        profiles[loader] = json.loads((tmp_path / f"{loader}.json").read_text())
    assert profiles["reference"]["capabilities"]
    assert profiles["reference"] == profiles["distribution"]


@pytest.mark.parametrize("layers", ["", ALL_LAYERS])
@pytest.mark.parametrize("loader", LOADERS)
def test_compute_program_gets_its_numbers(loader, layers, compute):
    assert run(loader, compute, VK_INSTANCE_LAYERS=layers) == "1000 squares are right\n"


@pytest.mark.parametrize("loader", LOADERS)
def test_validation_layer_reports_a_mistake(loader, compute):
    assert run(loader, compute, "mistake").splitlines() == ["VUID-VkBufferCreateInfo-size-00912"]


@pytest.fixture(name="display")
def fixture_display():
    """The display of a headless X server."""
    if not shutil.which("Xvfb"):
        pytest.skip("xvfb is not installed")
    read, write = os.pipe()
    # Without -noreset the server restarts when a client disconnects, and rejects clients meanwhile.
    command = ["Xvfb", "-displayfd", str(write), "-nolisten", "tcp", "-noreset"]
    with subprocess.Popen(command, pass_fds=[write],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as number:
            display = number.readline().strip()  # printed when the server is ready
        assert display, "Xvfb does not start"
        yield f":{display}"
        server.terminate()


@pytest.mark.parametrize("program", ["vkcube", "vkcubepp"])
def test_cube_turns(program, display):
    run("reference", program, "--c", FRAMES, DISPLAY=display)


@pytest.fixture(name="compositor")
def fixture_compositor(tmp_path):
    """Runs a program like `run`, as the only client of a headless Wayland compositor."""
    if not shutil.which("weston"):
        pytest.skip("weston is not installed")
    folder = tmp_path / "runtime"
    folder.mkdir(mode=0o700)

    def run_client(loader, *words):
        script, output, errors, settings = (tmp_path / name for name in ("client.sh", "output", "errors", "weston.ini"))
        client = shlex.join(map(str, words))
        script.write_text(f"#!/bin/sh\n{client} > {output} 2> {errors} && echo succeeded >> {output}\n")
        script.chmod(0o700)
        # The compositor starts the client when it is ready, and exits with it.
        settings.write_text(f"[core]\nidle-time=0\n[autolaunch]\npath={script}\nwatch=true\n")
        run(loader, "weston", "--backend=headless-backend.so", f"--config={settings}",
            "--socket=loadstone", XDG_RUNTIME_DIR=str(folder))
        told = output.read_text()
        assert told.endswith("succeeded\n"), told + errors.read_text()
        return told

    return run_client


def test_cube_turns_on_wayland(compositor):
    # Debian 12 has one program for each window system, Debian 13 one program with an option.
    program = ["vkcube-wayland"] if shutil.which("vkcube-wayland") else ["vkcube", "--wsi", "wayland"]
    compositor("reference", *program, "--c", FRAMES)


def surfaces_of(text):
    """The section about surfaces in the output of vulkaninfo, which has a part for each kind of surface. Which section
    follows depends on the release; an underlined line begins each."""
    (section,) = re.findall(r"^Presentable Surfaces:\n=+\n(.*?)^[^\n]+:\n==", text, re.M | re.S)
    return section


def test_vulkaninfo_tells_the_same_of_surfaces_of_x11(display):
    told = {loader: surfaces_of(run(loader, "vulkaninfo", DISPLAY=display)) for loader in LOADERS}
    assert "VK_KHR_xcb_surface" in told["reference"] and "VK_KHR_xlib_surface" in told["reference"]
    assert told["reference"] == told["distribution"]


def test_vulkaninfo_tells_the_same_of_surfaces_of_wayland(compositor):
    told = {loader: surfaces_of(compositor(loader, "vulkaninfo")) for loader in LOADERS}
    assert "VK_KHR_wayland_surface" in told["reference"]
    assert told["reference"] == told["distribution"]


def test_programs_use_the_loader_that_is_asked_for(compute):
    """LD_DEBUG shows which loader a program uses, so that the other tests compare two different loaders."""
    for folder in LOADERS.values():
        result = subprocess.run(
            [compute], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env={"LD_LIBRARY_PATH": str(folder), "LD_DEBUG": "libs", "VK_DRIVER_FILES": str(LAVAPIPE)})
        assert f"calling init: {folder}/libvulkan.so.1" in result.stderr
