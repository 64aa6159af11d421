# SPDX-License-Identifier: Apache-2.0
"""Shared by the end-to-end tests, which use only the installed command line."""

import contextlib
import fcntl
import fnmatch
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import types
import zlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "reference_loader"))
import build_variant  # noqa: E402  (the modules stand beside the loaders)
import variants  # noqa: E402

BUILD = pathlib.Path(os.environ.get("LOADSTONE_BUILD", ROOT / "build")).resolve()
TOOL = BUILD / "bin" / "loadstone"
REFERENCE = BUILD / "lib" / "libvulkan.so.1"
DISTRIBUTION = pathlib.Path("/usr/lib/x86_64-linux-gnu/libvulkan.so.1")


def lavapipe():
    """The manifest of Mesa's driver for the processor. Debian 12's name has the architecture, Debian 13's does not."""
    names = [pathlib.Path("/usr/share/vulkan/icd.d", name) for name in ("lvp_icd.x86_64.json", "lvp_icd.json")]
    return next((name for name in names if name.exists()), names[-1])


LAVAPIPE = lavapipe()


def of_debian_12():
    """Skips a test unless the system has the loaders and drivers of Debian 12, whose faults are known."""
    return pytest.mark.skipif("VERSION_ID=\"12\"\n" not in pathlib.Path("/etc/os-release").read_text(encoding="utf-8"),
                              reason="what the packages of Debian 12 do is known")


# Debian testing lacks Wine for a while.
HAS_WINE = pathlib.Path("/usr/lib/wine/wine64").exists()
NEEDS_WINE = pytest.mark.skipif(not HAS_WINE, reason="there is no Wine: Debian's package wine64")

# Run everything instead of the samples that a normal test run takes.
EVERYTHING = bool(os.environ.get("LOADSTONE_EVERYTHING"))


def in_sample(name, every=4):
    """Whether `name` is in the sample: about every `every`-th name, the same ones in each run."""
    return EVERYTHING or zlib.crc32(name.encode()) % every == 0


# The cases of policies of every platform whose machine is one of Android.
IS_OF_ANDROID = "its machine is one of Android"


def all_of_linux_pass(report):
    """Whether every case passed, except those that are skipped because they do not apply to Linux."""
    return all(case["verdict"] == "pass" or
               case["verdict"] == "skip" and case["reason"].endswith((", the subject is for linux", IS_OF_ANDROID))
               for case in report["cases"])


@pytest.fixture(name="tool")
def fixture_tool():
    """Runs the tool, by the command in `within` if there is one, and returns the finished process, with text output."""
    def run(*words, within=(), **options):
        return subprocess.run([*within, TOOL, *map(str, words)], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              check=False, **options)
    return run


@pytest.fixture(name="run_json")
def fixture_run_json(tool, tmp_path):
    """Runs `loadstone run` and returns the JSON report, and the process."""
    def run(*words, loader=REFERENCE, **options):
        path = tmp_path / "report.json"
        result = tool("run", "--loader", loader, "--json", path, *words, **options)
        assert result.returncode in (0, 1, 3), result.stderr
        return json.loads(path.read_text(encoding="utf-8")), result
    return run


@pytest.fixture(name="installed", scope="session")
def fixture_installed(tmp_path_factory):
    """The prefix in which the build was installed."""
    prefix = tmp_path_factory.mktemp("installed") / "prefix"
    subprocess.run(["cmake", "--install", BUILD, "--prefix", prefix], stdout=subprocess.DEVNULL, check=True)
    return prefix


@contextlib.contextmanager
def made_once(tmp_path_factory, name):
    """A folder of that name which all pytest-xdist processes share. Only one process is inside the context at a
    time."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / name
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def known_faults(tmp_path_factory, name):
    """A loader with the changes of a row of faulty/faulty.toml."""
    with made_once(tmp_path_factory, name) as folder:
        built = folder / "built"
        if not built.exists():
            built.write_text(str(build_variant.build(variants.read(variants.FAULTY)[name], BUILD, folder)))
        return pathlib.Path(built.read_text())


@pytest.fixture(name="faulty", scope="session")
def fixture_faulty(tmp_path_factory):
    """A Vulkan loader with known faults, the same on every host."""
    return known_faults(tmp_path_factory, "faulty")


@pytest.fixture(name="faulty_openxr", scope="session")
def fixture_faulty_openxr(tmp_path_factory):
    """An OpenXR loader with known faults, the same on every host."""
    return known_faults(tmp_path_factory, "faulty_openxr")


@pytest.fixture(name="whole", scope="session")
def fixture_whole(tmp_path_factory):
    """The report of every case on a loader, and the exit status and console output of the run. The first pytest-xdist
    process that needs a run executes it; the others use its result."""
    def whole(loader, *words):
        key = hashlib.sha256("\0".join([*map(str, words), str(loader)]).encode() + loader.read_bytes()).hexdigest()
        with made_once(tmp_path_factory, f"whole-{key[:16]}") as folder:
            report, ended = folder / "report.json", folder / "ended.json"
            if not ended.exists():
                # More parallel cases than processors, because some worlds only wait.
                result = subprocess.run([TOOL, "run", "--loader", loader, "--json", report, "-j", "4", *words],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False)
                ended.write_text(json.dumps({"returncode": result.returncode, "stdout": result.stdout}))
        return (json.loads(report.read_text(encoding="utf-8")),
                types.SimpleNamespace(**json.loads(ended.read_text(encoding="utf-8"))))
    return whole


@pytest.fixture(name="site", scope="session")
def fixture_site(tmp_path_factory):
    """The folder with the site of all pages. Nobody changes it."""
    with made_once(tmp_path_factory, "site") as folder:
        if not (folder / "site").exists():
            build = ROOT / "docs" / "site" / "build.py"
            subprocess.run([sys.executable, build, "--tool", TOOL, "--output", folder / "site"], check=True)
        return folder / "site"


def changed_loader(file, text, folder, api="vulkan"):
    """The reference loader of an API with `text` as the content of one of its sources, built in `folder`."""
    change = types.SimpleNamespace(name="changed", api=api, sources=lambda: {file: text})
    return build_variant.build(change, BUILD, folder)


def refusing_loader(file, command, result, folder, api="vulkan"):
    """A reference loader in which the command always returns that error."""
    text, count = re.subn(rf"(?:VK|XR)API_CALL {command}\([^{{]*{{\n", rf"\g<0>  return {result};\n",
                          (ROOT / file).read_text(encoding="utf-8"))
    assert count == 1
    return changed_loader(file, text, folder, api)


def skips_without_a_failure(report):
    """{case: reason} of the cases whose skip reason names other cases of which none failed, warned or had an error."""
    judged = {case["id"]: case["verdict"] for case in report["cases"]}
    skips = {}
    for case in report["cases"]:
        others = re.findall(r"\b[A-Z_]+_\d+/\w+", case["reason"]) if case["verdict"] == "skip" else []
        if others and not {judged.get(other) for other in others} & {"fail", "warn", "error"}:
            skips[case["id"]] = case["reason"]
    return skips


def verdicts(report):
    """{case: the results that must be the same in every run}. The time after which a process was ended varies."""
    return {case["id"]: (case["verdict"], case["reason"], case["expected"],
                         re.sub(r"(had not ended after) .*? processor time", r"\1 its time", case["observed"]))
            for case in report["cases"]}


def complaints(result):
    """What a run wrote to standard error, except its progress, which it prints only if it takes long."""
    return [line for line in result.stderr.splitlines() if not re.match(r"loadstone: \d+/\d+ ", line)]


def repeated(option, values):
    """The words of a command line that give an option once for each value."""
    return [word for value in values for word in (option, value)]


def sample_of(known, every=16):
    """A sample of `known`, {case: anything}, and the options of `loadstone run` that select its cases."""
    chosen = {case: what for case, what in known.items() if in_sample(case, every)}
    assert chosen
    return chosen, repeated("--case", sorted(chosen))


@functools.cache
def cases_of(subject, *words):
    """The IDs of the cases about a subject, such as `layer`; `words` are further options of `loadstone list`."""
    listed = subprocess.run([TOOL, "list", "cases", "--subject", subject, "--json", *words], stdout=subprocess.PIPE,
                            check=True)
    return frozenset(case["id"] for case in json.loads(listed.stdout))


def named_and_sample(subject, *globs, api="vulkan", every=16):
    """The options of a check that select the cases which match one of the globs, and a sample of the others: a test of
    what one case says needs few of the others to see that they stay as they are."""
    chosen = [case for case in sorted(cases_of(subject, "--api", api))
              if in_sample(case, every) or any(fnmatch.fnmatchcase(case, glob) for glob in globs)]
    return repeated("--case", chosen)


def descendants(process):
    """The process IDs of all descendants of `process`, read from /proc."""
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
                parents[int(entry.name)] = int(fields[1])
    found, grew = {process}, True
    while grew:
        more = {child for child, parent in parents.items() if parent in found} - found
        grew = bool(more)
        found |= more
    return found - {process}


def wait_until(condition, seconds=20):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        os.sched_yield()
    return False


def stray_manifests(folder, home, contents):
    """Puts each manifest in `contents`, {folder: JSON}, below the user's base folders in `home` and, as root, below
    those of the system, where a host's own manifests would be, for one command only: other tests run programs on this
    host at the same time. Takes an empty folder of the caller's. Returns the number of manifests, and the words to put
    in front of that command."""
    layers = {base: folder / base.relative_to("/") for base in (
        map(pathlib.Path, ("/usr/share", "/usr/local/share", "/etc")) if os.geteuid() == 0 else ())}
    made = 0
    for base in [home / ".config", home / ".local/share", *layers.values()]:
        for place, content in contents.items():
            (base / place).mkdir(parents=True)
            (base / place / "loadstone_stray.json").write_text(json.dumps(content), encoding="utf-8")
            made += 1
    if not layers:
        return made, []
    mounts = "; ".join(f"mount -t overlay overlay -o lowerdir={layer}:{base} {base}" for base, layer in layers.items())
    return made, ["unshare", "--mount", "sh", "-ec", f'{mounts}; exec "$@"', "sh"]
