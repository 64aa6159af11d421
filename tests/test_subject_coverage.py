# SPDX-License-Identifier: Apache-2.0
"""`run --coverage` and `coverage FOLDER`: what no case reaches in a loader that counts its lines."""

import subprocess

import pytest
from conftest import REFERENCE

CASE = "LLP_LOADER_3/meta_layer_contains_a_layer_twice"
ELEVATED = "LLP_LOADER_13/*"
# No case reaches line 5, because no layer is listed, nor line 14; calibration alone reaches line 10.
SOURCE = """#include <string.h>
typedef void (*function)(void);
static int version(unsigned* out) { *out = 1 << 22 | 3 << 12; return 0; }
static int layers(unsigned* count, void* all) { *count = 0; return 0; }
static int extensions(const char* layer, unsigned* count, void* all) { *count = 0; return 0; }
static int create(void* info, void* callbacks, void* instance) {
  return -9;
}
function vkGetInstanceProcAddr(void* instance, const char* name) {
  if (!strcmp(name, "vkEnumerateInstanceVersion")) return (function)version;
  if (!strcmp(name, "vkEnumerateInstanceLayerProperties")) return (function)layers;
  if (!strcmp(name, "vkEnumerateInstanceExtensionProperties")) return (function)extensions;
  if (!strcmp(name, "a name that nobody looks up")) {
    return 0;
  }
  return strcmp(name, "vkCreateInstance") ? 0 : (function)create;
}
"""
COMPILERS = {"gcov": ("gcc", "--coverage", "-fprofile-abs-path"),
             "llvm": ("clang", "-fprofile-instr-generate", "-fcoverage-mapping")}


def instrumented(folder, kind):
    (folder / "loader.c").write_text(SOURCE, encoding="utf-8")
    subprocess.run([*COMPILERS[kind], "-w", "-O0", "-shared", "-fPIC", "loader.c", "-o", "loader.so"], cwd=folder,
                   check=True)
    return folder / "loader.so"


def covered(tool, folder, loader, case=CASE):
    result = tool("run", "--loader", loader, "--case", case, "-j", "1", "--coverage", folder)
    assert result.returncode in (0, 1, 3), result.stderr
    return result


@pytest.mark.parametrize("kind", COMPILERS)
def test_lines_that_no_case_reaches_are_named(tool, tmp_path, kind):
    loader = instrumented(tmp_path, kind)
    folder = tmp_path / "reached"
    assert "has no coverage" not in covered(tool, folder, loader).stderr
    result = tool("coverage", folder)
    assert result.returncode == 0, result.stderr
    unreached = next(line for line in result.stdout.splitlines() if "lines not reached: " in line)
    assert unreached.split("reached: ")[1] == ("5, 14" if kind == "gcov" else "5, 14-15"), result.stdout
    assert "\n  branches not taken in lines: 12-13, 16\n" in result.stdout
    assert f"{tmp_path}/loader.c: " in result.stdout
    info = (folder / "coverage.info").read_text(encoding="utf-8")
    assert "\nDA:14,0\n" in info and "\nDA:10,0\n" not in info and "\nDA:10," in info
    assert tool("coverage", folder, "--line-floor", "50").returncode == 0
    low = tool("coverage", folder, "--line-floor", "100")
    assert low.returncode == 1 and "below the floor of 100 %" in low.stdout


@pytest.mark.parametrize("kind", COMPILERS)
def test_elevated_applications_are_counted_too(tool, tmp_path, kind):
    """Neither the kernel nor the C library removes the variables from an elevated process, and the folder is open."""
    loader = instrumented(tmp_path, kind)
    counts = []
    for case in (CASE, ELEVATED):
        covered(tool, tmp_path / str(len(counts)), loader, case)
        tool("coverage", tmp_path / str(len(counts)))
        info = (tmp_path / str(len(counts)) / "coverage.info").read_text(encoding="utf-8")
        counts.append(int(info.split("\nDA:9,")[1].split("\n")[0]))
    assert counts[1] > counts[0] > 0


def test_a_loader_without_counters_is_named(tool, tmp_path):
    result = covered(tool, tmp_path / "reached", REFERENCE)
    assert result.returncode == 0 and "has no coverage: was the loader" in result.stderr
    again = tool("coverage", tmp_path / "reached")
    assert again.returncode == 2 and "built with --coverage or -fprofile-instr-generate?" in again.stderr
    assert again.stderr.count("\n") == 1


def test_notes_that_are_gone_are_named(tool, tmp_path):
    loader = instrumented(tmp_path, "gcov")
    covered(tool, tmp_path / "reached", loader)
    for notes in tmp_path.glob("*.gcno"):
        notes.unlink()
    result = tool("coverage", tmp_path / "reached")
    assert result.returncode == 2 and "keep the folder in which the loader was built" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("words", [
    ("coverage", "/nowhere/reached"),
    ("coverage", ""),
    ("coverage", "/tmp", "--policy", "LLP_LOADER_7"),
    ("coverage", "/tmp", "--json"),
    ("coverage", "--line-floor", "90"),
    ("coverage", "/tmp", "--line-floor", "101"),
    ("run", "--loader", REFERENCE, "--case", CASE, "--coverage", "/proc/nowhere"),
    ("run", "--loader", REFERENCE, "--case", CASE, "--coverage", "/tmp/x", "--root", "/"),
    ("run", "--loader", REFERENCE, "--case", CASE, "--coverage", "/usr")])
def test_bad_usage_is_one_line(tool, words):
    result = tool(*words)
    assert result.returncode == 2 and len(result.stderr.strip().splitlines()) == 1, result.stderr
