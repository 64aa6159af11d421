# SPDX-License-Identifier: Apache-2.0
"""ci/bisect.sh with `git bisect run`: the commit of a loader that broke a policy."""

import os
import subprocess

import pytest
from conftest import REFERENCE, ROOT, TOOL

SCRIPT = ROOT / "ci" / "bisect.sh"
CASE = "LLP_LOADER_3/meta_layer_contains_a_layer_twice"
# The "source" of a commit names a loader, which the "build" copies.
BUILD_COMMAND = 'cp "$(cat source)" libvulkan.so.1'
JUDGE = ("--loader", "libvulkan.so.1", "--case", CASE)


def call(folder, *words, tool=TOOL):
    user = {name: "a" for name in ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL")}
    return subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True, check=False,
                          env=os.environ | user | {"LOADSTONE": str(tool), "GIT_CONFIG_GLOBAL": "/dev/null"})


def test_the_commit_that_broke_a_policy_is_found(tmp_path, faulty):
    sources = {"first": REFERENCE, "does not build": "/nowhere", "second": REFERENCE, "third": REFERENCE,
               "breaks it": faulty, "last": faulty}
    call(tmp_path, "git", "init", "-q", "-b", "main")
    for name, source in sources.items():
        (tmp_path / "source").write_text(str(source), encoding="utf-8")
        call(tmp_path, "git", "add", "source")
        assert call(tmp_path, "git", "commit", "-q", "--allow-empty", "-m", name).returncode == 0
    call(tmp_path, "git", "bisect", "start", "HEAD", "HEAD~5")
    result = call(tmp_path, "git", "bisect", "run", SCRIPT, BUILD_COMMAND, *JUDGE)
    assert result.returncode == 0 and "is the first bad commit" in result.stdout, result.stdout + result.stderr
    first_bad = call(tmp_path, "git", "log", "-1", "--format=%s", "refs/bisect/bad").stdout
    assert first_bad == "breaks it\n"


@pytest.mark.parametrize("source, status", [("good", 0), ("bad", 1), ("/nowhere", 125), ("no loader", 125)])
def test_exit_status_is_what_git_needs(tmp_path, faulty, source, status):
    places = {"good": REFERENCE, "bad": faulty, "no loader": SCRIPT}
    (tmp_path / "source").write_text(str(places.get(source, source)), encoding="utf-8")
    assert call(tmp_path, SCRIPT, BUILD_COMMAND, *JUDGE).returncode == status


def test_wrong_usage_ends_the_bisection(tmp_path):
    result = call(tmp_path, SCRIPT, "true")
    assert result.returncode == 128 and result.stderr.count("\n") == 1
    assert call(tmp_path, SCRIPT, "true", *JUDGE, tool="/nowhere/loadstone").returncode == 128
