# SPDX-License-Identifier: Apache-2.0
"""Builds loaders with changed sources from the objects of the ordinary build.

Only what the change touches is compiled anew, without optimising and with the standard headers
precompiled, and linked without debugging information. For Linux that is done by Clang where it is
installed, which takes half the time of GCC: what the headers instantiate, it precompiles as well. A
third of a second in place of two. What is precompiled stays in variants/ of the build folder.
"""

import dataclasses
import fcntl
import functools
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess

from variants import FOLDER, LINUX, ROOT, VariantError

# What a build makes of each API, before anything is changed.
LIBRARIES = {"vulkan": "lib/libvulkan.so.1", "openxr": "lib/libopenxr_loader.so.1"}
# The same with the rules of other systems: on Windows what ci/build-windows.sh makes.
LIBRARIES_OF = {LINUX: LIBRARIES,
                "windows": {"vulkan": "lib/vulkan-1.dll", "openxr": "lib/openxr_loader.dll"},
                "macos": {"vulkan": "lib/libvulkan_macos.so"},
                "fuchsia": {"vulkan": "lib/libvulkan_fuchsia.so"},
                "android": {"vulkan": "lib/libvulkan_android.so", "openxr": "lib/libopenxr_loader_android.so.1"}}
# The loaders' own unit tests, which are built from the same objects.
UNIT_TESTS = {"vulkan": "reference_loader/reference_loader_test",
              "openxr": "reference_loader/openxr/reference_openxr_test"}
WINDOWS_BUILD = pathlib.Path(os.environ.get("LOADSTONE_WINDOWS_BUILD", ROOT / "build-windows"))
# What is broken on purpose may well leave a parameter unused; nobody debugs a variant, and what it takes to
# compile it counts more than what it takes to run it.
OPTIONS = ["-w", "-g0", "-O0"]
CLANG = shutil.which("clang++")
# Options of the build that Clang does not know.
GCC_OPTIONS = {"-fno-gnu-unique", "-Wno-array-bounds", "-Wno-restrict", "-Wno-stringop-overflow"}
STANDARD_HEADER = re.compile(r"^#include <([a-z_]+)>$", re.M)
INCLUDED = re.compile(r'^#include "([^"]+)"$', re.M)


class NotInLibrary(VariantError):
    """A change of sources that are no part of the loader: one for another platform."""


@dataclasses.dataclass(frozen=True)
class Built:
    """A loader or its unit tests, as the build makes it."""
    path: pathlib.Path  # its own file, which carries its version, not the link to it
    compiles: dict  # source, relative to the repository: (object, its command), both as in the build
    link: tuple[str, ...]  # the command


def _run(words, what, **options):
    result = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            check=False, **options)
    if result.returncode != 0:
        raise VariantError(f"{what}: {result.stdout.strip()[-2000:]}")
    return result.stdout


def _after(words, option):
    return words[words.index(option) + 1]


@functools.lru_cache(maxsize=None)
def _built(build, file):
    """How a build makes the loader, or the unit tests, that is this file in it."""
    path = (build / file).resolve()
    if not path.is_file():
        raise VariantError(f"there is no {path}: ci/build.sh and ci/build-windows.sh build the loaders")
    target = str(path.relative_to(build))
    lines = _run(["ninja", "-C", str(build), "-t", "commands", target], "cannot ask ninja").splitlines()
    links = [line for line in lines if re.search(rf"-o {re.escape(target)}(\s|$)", line)]
    if len(links) != 1:
        raise VariantError(f"no single command links {target}")
    link = shlex.split(links[0])
    start = next(i for i, word in enumerate(link) if re.search(r"(\+\+|cc|clang|gcc)(-\d+|-posix)?$", word))
    link = link[start:link.index("&&", start)] if "&&" in link[start:] else link[start:]
    # A variant leaves the import library of the build alone.
    link = [word for word in link if not word.startswith("-Wl,--out-implib,")]
    compiles = {}
    # Other programs may be built from the same sources, with other options.
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        words = shlex.split(entry["command"])
        source = pathlib.Path(entry["file"])
        if "-o" in words and _after(words, "-o") in link:
            name = str(source.relative_to(ROOT)) if source.is_relative_to(ROOT) else str(source)
            compiles[name] = (_after(words, "-o"), tuple(words))
    return Built(path, compiles, tuple(link))


@functools.lru_cache(maxsize=None)
def _includes(path):
    return frozenset(INCLUDED.findall(path.read_text(encoding="utf-8")))


def _sources_to_compile(name, files, built):
    """The sources of what is built that are among the changed files, or include one of them."""
    touched = set(files)
    headers = [path for path in FOLDER.rglob("*.h")]
    grew = any(file.endswith(".h") for file in touched)
    while grew:  # headers that include a touched header are touched as well
        more = {str(path.relative_to(ROOT)) for path in headers if _includes(path) & touched} - touched
        touched |= more
        grew = bool(more)
    sources = [source for source in built.compiles
               if source in touched or _includes(ROOT / source) & touched]
    if not sources:
        raise NotInLibrary(f"{name}: changes nothing that is in {built.path.name}")
    return sources


def _arguments(command, compiler=None):
    """A command that compiles, without its source, its object, and the files about dependencies; by that
    compiler, Clang, in place of the command's own."""
    words = [word for word in command if word not in ("-c", "-MD")]
    for option in ("-o", "-MT", "-MF"):
        while option in words:
            at = words.index(option)
            del words[at:at + 2]
    words = [*words[:-1], *OPTIONS]
    # The libraries of GCC's and Clang's sanitizers are not the same.
    if compiler is None or any(word.startswith("-fsanitize") for word in words):
        return words
    return [compiler, *(word for word in words[1:] if word not in GCC_OPTIONS)]


def _precompiling(arguments, header, made):
    """The command that precompiles `header` as `made`."""
    instantiating = ["-Xclang", "-fpch-instantiate-templates"] if arguments[0] == CLANG else []
    return [*arguments, *instantiating, "-x", "c++-header", "-MD", "-MF", str(header.with_suffix(".d")),
            str(header), "-o", str(made)]


def _is_fresh(header):
    """Whether nothing that was precompiled changed since."""
    compiled = header.with_suffix(".h.gch")
    if not compiled.exists():
        return False
    depends = header.with_suffix(".d").read_text(encoding="utf-8").split(":", 1)[1]
    made = compiled.stat().st_mtime
    return all(changed_before(pathlib.Path(file), made) for file in depends.replace("\\\n", " ").split())


def changed_before(file, made):
    """Whether the file is older than `made`, a time as of stat. A header that a package replaced has the
    time of its package, but was put there later."""
    if not file.exists():
        return False
    status = file.stat()
    return max(status.st_mtime, status.st_ctime) <= made


@functools.lru_cache(maxsize=None)
def _standard_headers(build, arguments):
    """A header with all standard headers that the loaders include, precompiled with these arguments;
    made once for a build, whoever asks first."""
    names = {name for path in [*FOLDER.rglob("*.h"), *FOLDER.rglob("*.cc")]
             if not path.stem.endswith("_test")
             for name in STANDARD_HEADER.findall(path.read_text(encoding="utf-8"))}
    text = "".join(f"#include <{name}>\n" for name in sorted(names))
    key = hashlib.sha256("\0".join([text, *arguments]).encode()).hexdigest()[:16]
    header = build / "variants" / key / "standard.h"
    header.parent.mkdir(parents=True, exist_ok=True)
    with open(header.parent / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _is_fresh(header):
            header.write_text(text, encoding="utf-8")
            made = header.with_suffix(".new")
            _run(_precompiling(arguments, header, made), "cannot precompile headers", cwd=build)
            made.rename(header.with_suffix(".h.gch"))
    return header


def build(change, build_dir, folder):
    """Builds the loader with a change in `folder`; returns its path. `change` has a `name`, the `api`,
    and sources(), {file relative to the repository: its text}, as a Variant has; without a `platform`
    it is for Linux. One for Windows starts from WINDOWS_BUILD. Raises VariantError."""
    platform = getattr(change, "platform", LINUX)
    on_windows = platform == "windows"
    return _build(change, pathlib.Path(WINDOWS_BUILD if on_windows else build_dir).resolve(),
                  LIBRARIES_OF[platform][change.api], None if on_windows else CLANG, folder)


def build_unit_tests(change, build_dir, folder):
    """The same of the unit tests of the loader, for Linux: a program with the change."""
    return _build(change, pathlib.Path(build_dir).resolve(), UNIT_TESTS[change.api], CLANG, folder)


def _build(change, build_dir, file, compiler, folder):
    built = _built(build_dir, file)
    overlay = folder / "source"
    changed = change.sources()
    for name, text in changed.items():
        (overlay / name).parent.mkdir(parents=True, exist_ok=True)
        (overlay / name).write_text(text, encoding="utf-8")
    link = list(built.link)
    for number, source in enumerate(_sources_to_compile(change.name, changed, built)):
        original, command = built.compiles[source]
        arguments = _arguments(command, compiler)
        headers = _standard_headers(build_dir, tuple(arguments))
        compiled = folder / f"{number}.o"
        # The changed headers come before the others.
        _run([arguments[0], f"-I{overlay}", *arguments[1:], "-include", str(headers), "-c",
              str(overlay / source if source in changed else ROOT / source), "-o", str(compiled)],
             f"{change.name} does not compile", cwd=build_dir)
        link[link.index(original)] = str(compiled)
    variant = folder / built.path.name
    link[link.index("-o") + 1] = str(variant)
    _run([*link, "-Wl,--strip-all"], f"{change.name} does not link", cwd=build_dir)
    return variant
