# SPDX-License-Identifier: Apache-2.0
"""The in-process fuzz targets: each has seeds and a dictionary, and packaging and the nightly run work.

One small target is built in the way of a fuzzing service, and the nightly script runs it.
"""

import json
import os
import shutil
import subprocess
import sys
import zipfile

import jsonschema
import pytest
from conftest import BUILD, EVERYTHING, ROOT

FUZZ = ROOT / "fuzz"
TARGET = "openxr_runtime_manifest"
NIGHTLY = ROOT / "ci" / "fuzz-nightly.sh"

# One pytest-xdist worker runs the tests that need the target, and builds it once.
ONE_BUILD = pytest.mark.xdist_group("fuzz target")


# From the build.
DICTIONARIES = BUILD / "fuzz" / "dictionaries"
CORPORA = BUILD / "fuzz" / "corpora"


def targets():
    lines = (FUZZ / "targets.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines if not line.startswith("#"))


def test_every_target_has_source_seeds_and_dictionary():
    assert set(targets()) == {path.stem for path in (FUZZ / "inside" / "targets").glob("*.cc")}
    for name, dictionary in targets().items():
        assert list((CORPORA / name).iterdir())
        assert (DICTIONARIES / f"{dictionary}.dict").is_file()
    for folder in (FUZZ / "regressions").iterdir():
        assert folder.name in targets()


@pytest.mark.parametrize("schema, folder, usual", [
    ("vulkan_layer_manifest", "vulkan/layers", "explicit.json"),
    ("vulkan_driver_manifest", "vulkan/drivers", "driver.json"),
    ("openxr_runtime_manifest", "openxr/runtimes", "runtime.json"),
    ("openxr_layer_manifest", "openxr/layers", "explicit.json"),
])
def test_schemas_tell_good_fixtures_from_bad_ones(schema, folder, usual):
    rules = json.loads((FUZZ / "schemas" / f"{schema}.json").read_text(encoding="utf-8"))
    place = ROOT / "fixtures" / folder
    jsonschema.validate(json.loads((place / usual).read_text(encoding="utf-8")), rules)
    with pytest.raises(jsonschema.ValidationError):
        wrong = json.loads((place / "wrong_types.json").read_text(encoding="utf-8"))
        jsonschema.validate(wrong, rules)


def test_replay_driver_names_its_inputs_and_refuses_nonsense():
    driver = BUILD / "fuzz" / "bin" / f"fuzz_{TARGET}"
    good = subprocess.run([driver, CORPORA / TARGET], stdout=subprocess.PIPE, text=True,
                          check=True)
    assert "runtime.json" in good.stdout and "no finding" in good.stdout
    for words in ([], [FUZZ / "nowhere"]):
        bad = subprocess.run([driver, *words], stderr=subprocess.PIPE, text=True, check=False)
        assert bad.returncode == 2 and len(bad.stderr.splitlines()) == 1


@pytest.fixture(scope="module", name="packaged")
def fixture_packaged(tmp_path_factory):
    """The folder to which oss-fuzz/build.sh wrote the target."""
    if not EVERYTHING:
        pytest.skip("compiles with sanitizers, which takes minutes")
    if shutil.which("clang++") is None:
        pytest.fail("ci/setup.sh installs clang, which is missing")
    work = tmp_path_factory.mktemp("oss-fuzz")
    for name in ("src", "out", "work"):
        (work / name).mkdir()
    (work / "src" / "loadstone").symlink_to(ROOT)
    # Services optimize; here the compile time matters more.
    flags = "-O0 -fsanitize=address,fuzzer-no-link"
    environment = {**os.environ, "SRC": str(work / "src"), "OUT": str(work / "out"),
                   "WORK": str(work / "work"), "CC": "clang", "CXX": "clang++",
                   "CFLAGS": flags, "CXXFLAGS": flags, "LIB_FUZZING_ENGINE": "-fsanitize=fuzzer",
                   "LOADSTONE_FUZZ_TARGETS": TARGET}
    subprocess.run([FUZZ / "oss-fuzz" / "build.sh"], env=environment, check=True)
    return work / "out"


@ONE_BUILD
def test_packaging_has_target_seeds_and_dictionary(packaged):
    assert {path.name for path in packaged.iterdir()} == {
        f"fuzz_{TARGET}", f"fuzz_{TARGET}.dict", f"fuzz_{TARGET}_seed_corpus.zip"}
    with zipfile.ZipFile(packaged / f"fuzz_{TARGET}_seed_corpus.zip") as seeds:
        assert "runtime.json" in seeds.namelist()


def nightly(binaries, out, *words):
    environment = {**os.environ, "LOADSTONE_FUZZ_BINARIES": str(binaries),
                   "LOADSTONE_FUZZ_OUT": str(out)}
    return subprocess.run([NIGHTLY, *map(str, words), "--target", TARGET], env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


@ONE_BUILD
def test_nightly_keeps_its_corpus_and_sums_up(packaged, tmp_path):
    for _ in range(2):
        result = nightly(packaged, tmp_path, 60, "--runs", 300)
        assert result.returncode == 0, result.stdout + result.stderr
        assert f"| {TARGET} |" in result.stdout
    report = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))[0]
    assert report["executions"] >= 300 and report["new_findings"] == []
    assert report["coverage_after"] >= report["coverage_before"] > 0
    assert list((tmp_path / "corpus" / TARGET).iterdir())


FAKE = """#!/bin/sh
# Reaches one edge; fuzzing breaks an invariant, merging and replaying do not.
echo "#1 INITED cov: 1 ft: 1"
case "$*" in *-max_total_time*)
  for word in "$@"; do case $word in -artifact_prefix=*) echo x >"${word#*=}crash-1" ;; esac; done
  echo "invariant broken: layer SOME_NAME is enumerated twice"
  echo "stat::number_of_executed_units: 7"
  exit 77 ;;
esac
"""


def test_nightly_tells_new_findings_from_known_ones(tmp_path):
    binary = tmp_path / f"fuzz_{TARGET}"
    binary.write_text(FAKE, encoding="utf-8")
    binary.chmod(0o755)
    first = nightly(tmp_path, tmp_path / "out", 1, "--runs", 1)
    assert first.returncode == 1 and "invariant broken: layer is enumerated twice" in first.stdout
    again = nightly(tmp_path, tmp_path / "out", 1, "--runs", 1)
    assert again.returncode == 0, again.stdout
    kept = {path.name for path in (tmp_path / "out" / "findings" / TARGET).iterdir()}
    assert kept == {"invariant_broken_layer_is_enumerated_twice",
                    "invariant_broken_layer_is_enumerated_twice.log"}


FAILS_ON_ITS_CORPUS = """#!/bin/sh
# Fails on an input that says "bad", and cannot merge.
case "$*" in *-merge=1*) exit 1 ;; esac
for word in "$@"; do
  case $word in -artifact_prefix=*) prefix=${word#*=} ;; esac
  [ -f "$word/old" ] && cp "$word/old" "${prefix}crash-1" && echo "invariant broken: too old" && exit 77
done
echo "#1 INITED cov: 1 ft: 1"
"""


def test_nightly_goes_on_where_a_corpus_has_come_to_fail(tmp_path):
    binary = tmp_path / f"fuzz_{TARGET}"
    binary.write_text(FAILS_ON_ITS_CORPUS, encoding="utf-8")
    binary.chmod(0o755)
    # The state after a run that was interrupted during a merge.
    corpus = tmp_path / "out" / "corpus" / f"{TARGET}.merged"
    corpus.mkdir(parents=True)
    for name in ("old", "good"):
        (corpus / name).write_text(name, encoding="utf-8")
    result = nightly(tmp_path, tmp_path / "out", 1, "--runs", 1)
    assert result.returncode == 1 and "invariant broken: too old" in result.stdout, result.stderr
    assert {path.name for path in corpus.with_name(TARGET).iterdir()} == {"good"}
    assert json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    finding = tmp_path / "out" / "findings" / TARGET / "invariant_broken_too_old"
    assert finding.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("words", [("0",), ("1", "--runs", "-3"), ("1", "--out", "/proc/nope/x")])
def test_nightly_refuses_what_makes_no_sense(tmp_path, words):
    binary = tmp_path / f"fuzz_{TARGET}"
    binary.write_text(FAILS_ON_ITS_CORPUS, encoding="utf-8")
    binary.chmod(0o755)
    result = nightly(tmp_path, tmp_path / "out", *words)
    assert result.returncode == 2 and "Traceback" not in result.stderr


def test_nightly_without_targets_says_what_to_do(tmp_path):
    result = nightly(tmp_path, tmp_path / "out", 1)
    assert result.returncode == 2 and "ci/fuzz-build.sh" in result.stderr
    unknown = nightly(tmp_path, tmp_path / "out", 1, "--target", "nonsense")
    assert unknown.returncode == 2 and len(unknown.stderr.splitlines()) == 1
