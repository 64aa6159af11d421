# SPDX-License-Identifier: Apache-2.0
"""The files of `cmake --install` work in any folder, and without the build."""

import shutil
import subprocess

from conftest import DISTRIBUTION
from layer_variants import Variant, make_layer


def run(prefix, *words):
    return subprocess.run([prefix / "bin" / "loadstone", *map(str, words)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)


def test_installed_tool_judges_a_loader(installed):
    result = run(installed, "run", "--loader", DISTRIBUTION, "--policy", "LLP_LOADER_13")
    assert result.returncode == 0 and " 0 failed" in result.stdout


def test_installed_tool_has_its_reference_loader(installed, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan", Variant())
    result = run(installed, "check-layer", manifest)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "lib/loadstone/reference/libvulkan.so.1" in result.stdout


def test_any_library_of_that_name_is_no_reference_loader(installed, tmp_path):
    prefix = tmp_path / "prefix"
    shutil.copytree(installed, prefix, symlinks=True)
    shutil.rmtree(prefix / "lib" / "loadstone" / "reference")
    shutil.copy(DISTRIBUTION, prefix / "lib" / "libvulkan.so.1")
    result = run(prefix, "check-layer", make_layer(tmp_path / "layer", "vulkan", Variant()))
    assert result.returncode == 2 and "name a loader with --loader" in result.stderr
