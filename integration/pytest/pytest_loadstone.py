# SPDX-License-Identifier: Apache-2.0
"""A pytest plugin: `pytest --loadstone-loader PATH` judges a Vulkan or OpenXR loader, with one item per case.

A single run of `loadstone` judges all items of a session, when the first of them is run. With pytest-xdist, in which
a process cannot determine in advance which items it will get, each item is a separate run.
"""

import json
import pathlib
import shutil
import subprocess
import tempfile

import pytest

NO_TOOL = "there is no loadstone in PATH: install it, or name it with --loadstone-tool"


def pytest_addoption(parser):
    group = parser.getgroup("loadstone", "conformance of Vulkan and OpenXR loaders")
    group.addoption("--loadstone-loader", metavar="PATH", help="judge this loader")
    group.addoption("--loadstone-api", choices=("vulkan", "openxr"), default="vulkan",
                    help="the API of the loader; default: vulkan")
    group.addoption("--loadstone-case", metavar="GLOB", action="append", default=[],
                    help="only the cases whose ID matches; may be given several times")
    group.addoption("--loadstone-rules", metavar="FOLDER", action="append", default=[],
                    help="a folder with your own policies and cases; may be given several times")
    group.addoption("--loadstone-option", metavar="WORD", action="append", default=[],
                    help="an additional argument for loadstone run, such as --loadstone-option=--spec "
                         "--loadstone-option=1.3.280; may be given several times")
    group.addoption("--loadstone-tool", metavar="PATH", help="the loadstone program; default: the "
                    "one installed with the plugin, or the one in PATH")


def find_tool(config):
    named = config.getoption("--loadstone-tool")
    own = [parent / "bin" / "loadstone" for parent in pathlib.Path(__file__).resolve().parents]
    tool = named or next((path for path in own if path.is_file()), None) or shutil.which("loadstone")
    if tool is None:
        raise pytest.UsageError(NO_TOOL)
    return tool


def call(words):
    """Runs the tool and returns the finished process. Raises UsageError with the tool's message if it cannot run."""
    try:
        result = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, check=False)
    except OSError as error:
        raise pytest.UsageError(f"cannot run {words[0]}: {error.strerror}; name the tool with "
                                "--loadstone-tool") from error
    if result.returncode == 2:
        raise pytest.UsageError(result.stderr.strip())
    return result


class Loader:
    """The loader that is judged, and the results of its cases."""

    def __init__(self, config):
        self.tool = find_tool(config)
        self.api = config.getoption("--loadstone-api")
        self.path = config.getoption("--loadstone-loader")
        self.options = config.getoption("--loadstone-option")
        self.alone = hasattr(config, "workerinput")
        self.globs = config.getoption("--loadstone-case")
        self.rules = [f"--rules={folder}" for folder in config.getoption("--loadstone-rules")]
        self.count = 0
        self.results = {}

    def cases(self):
        words = [self.tool, "list", "cases", "--api", self.api, "--subject", "loader", *self.rules]
        for glob in self.globs:
            words += ["--case", glob]
        names = call(words).stdout.split()
        self.count = len(names)
        return names

    def result(self, item):
        """Returns the entry of the JSON report for an item; runs the tool if there is none yet."""
        if item.name not in self.results:
            self.results.update(self.judge([item.name] if self.alone else self.chosen(item.session)))
        return self.results.get(item.name)

    def chosen(self, session):
        """Returns globs that select the cases which are items of this session."""
        names = [item.name for item in session.items if isinstance(item, Case)]
        return self.globs if len(names) == self.count else names

    def judge(self, globs):
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder) / "report.json"
            words = [self.tool, "run", "--api", self.api, "--loader", self.path, "--json", report]
            for glob in globs:
                words += ["--case", glob]
            try:
                call([*map(str, words), *self.rules, *self.options])
            except pytest.UsageError as error:
                pytest.exit(f"loadstone cannot judge: {error}", pytest.ExitCode.USAGE_ERROR)
            cases = json.loads(report.read_text(encoding="utf-8"))["cases"]
        return {case["id"]: case for case in cases}


class Broken(Exception):
    """Raised for a failed case, with its entry in the report."""


class Case(pytest.Item):
    """The test of one case."""

    def __init__(self, *, loader, **options):
        super().__init__(**options)
        self.loader = loader

    def runtest(self):
        case = self.loader.result(self)
        if case is None:
            pytest.fail("the run ended before this case", pytrace=False)
        verdict = case["verdict"]
        if verdict == "skip":
            pytest.skip(case["reason"])
        if verdict == "waived":
            pytest.xfail(case["reason"])
        if verdict == "error" or (verdict in ("fail", "warn") and self.counts(verdict)):
            raise Broken(case)
        if verdict == "warn":
            self.warn(pytest.PytestWarning(text_of(case)))

    def counts(self, verdict):
        return verdict == "fail" or "--strict" in self.loader.options

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, Broken):
            return text_of(excinfo.value.args[0])
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        return self.path, None, self.name


def text_of(case):
    lines = [f"{case['verdict']} {case.get('violates', '')}: {case['reason']}"]
    for name in ("expected", "observed", "reproduce"):
        if case.get(name):
            lines.append(f"  {name}: {case[name]}")
    return "\n".join(lines)


class Cases(pytest.Collector):
    """Collects all cases for the loader."""

    def __init__(self, *, loader, **options):
        super().__init__(**options)
        self.loader = loader

    def collect(self):
        return [Case.from_parent(self, name=name, loader=self.loader) for name in self.loader.cases()]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session, config, items):
    """Adds the cases before -k and similar options select items."""
    if config.getoption("--loadstone-loader") is None:
        return
    collector = Cases.from_parent(session, name="loadstone", loader=Loader(config))
    items.extend(collector.collect())
