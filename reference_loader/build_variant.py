# SPDX-License-Identifier: Apache-2.0
"""Builds loaders and other libraries with changed sources from the objects of the ordinary build.

Only the sources that the change affects are recompiled, without optimization and with precompiled standard headers, and
linked without debug information. Variants for Linux are compiled by Clang where it is installed: it also precompiles
the template instantiations in the headers, and takes half the time of GCC. A variant takes a third of a second instead
of two. Precompiled headers are kept in variants/ of the build folder.
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

# The library that the build creates for each API from unchanged sources.
LIBRARIES = {"vulkan": "lib/libvulkan.so.1", "openxr": "lib/libopenxr_loader.so.1"}
# The same libraries with the rules of other systems; on Windows, those that ci/build-windows.sh and, for 32 bits,
# ci/build-windows-i386.sh build.
DLLS = {"vulkan": "lib/vulkan-1.dll", "openxr": "lib/openxr_loader.dll"}
LIBRARIES_OF = {LINUX: LIBRARIES,
                "windows": DLLS, "windows-i386": DLLS,
                "macos": {"vulkan": "lib/libvulkan_macos.so"},
                "fuchsia": {"vulkan": "lib/libvulkan_fuchsia.so"},
                "android": {"vulkan": "lib/libvulkan_android.so", "openxr": "lib/libopenxr_loader_android.so.1"}}
# The loaders' own unit tests, which are built from the same objects.
UNIT_TESTS = {"vulkan": "reference_loader/reference_loader_test",
              "openxr": "reference_loader/openxr/reference_openxr_test"}
WINDOWS_BUILDS = {"windows": pathlib.Path(os.environ.get("LOADSTONE_WINDOWS_BUILD", ROOT / "build-windows")),
                  "windows-i386": pathlib.Path(
                      os.environ.get("LOADSTONE_WINDOWS_I386_BUILD", ROOT / "build-windows-i386"))}
# Changed code may leave a parameter unused. Nobody debugs a variant, and compile time matters more than run time.
OPTIONS = ["-w", "-g0", "-O0"]
CLANG = shutil.which("clang++")
# Options of the build that Clang does not know.
GCC_OPTIONS = {"-fno-gnu-unique", "-Wno-array-bounds", "-Wno-restrict", "-Wno-stringop-overflow"}
STANDARD_HEADER = re.compile(r"^#include <([a-z_]+)>$", re.M)
INCLUDED = re.compile(r'^#include "([^"]+)"$', re.M)


class NotInLibrary(VariantError):
    """A change affects no source of this loader; for example, only sources of another platform."""


@dataclasses.dataclass(frozen=True)
class Built:
    """A loader or its unit tests, and the commands that build it."""
    path: pathlib.Path  # the real file, whose name carries the version, not the link to it
    compiles: dict  # source, relative to the repository: (object, compile command), as in the build
    link: tuple[str, ...]  # the link command


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
    """The Built for `file` in the build folder: a loader or a program of unit tests."""
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
    # Do not overwrite the import library of the build.
    link = [word for word in link if not word.startswith("-Wl,--out-implib,")]
    compiles = {}
    # Other programs may compile the same sources with other options.
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
    """The sources of `built` that are in `files` or include one of them."""
    touched = set(files)
    headers = [path for path in FOLDER.rglob("*.h")]
    grew = any(file.endswith(".h") for file in touched)
    while grew:  # a header that includes a changed header counts as changed
        more = {str(path.relative_to(ROOT)) for path in headers if _includes(path) & touched} - touched
        touched |= more
        grew = bool(more)
    sources = [source for source in built.compiles
               if source in touched or _includes(ROOT / source) & touched]
    if not sources:
        raise NotInLibrary(f"{name}: changes nothing that is in {built.path.name}")
    return sources


def _arguments(command, compiler=None, options=tuple(OPTIONS)):
    """The arguments of a compile command without its source, object and dependency files, and with further `options`.
    `compiler`, a Clang, replaces the command's own compiler."""
    words = [word for word in command if word not in ("-c", "-MD")]
    for option in ("-o", "-MT", "-MF"):
        while option in words:
            at = words.index(option)
            del words[at:at + 2]
    words = [*words[:-1], *options]
    # GCC and Clang have different sanitizer libraries.
    if compiler is None or any(word.startswith("-fsanitize") for word in words):
        return words
    return [compiler, *(word for word in words[1:] if word not in GCC_OPTIONS)]


def _precompiling(arguments, header, made):
    """The command that precompiles `header` into `made`."""
    instantiating = ["-Xclang", "-fpch-instantiate-templates"] if arguments[0] == CLANG else []
    return [*arguments, *instantiating, "-x", "c++-header", "-MD", "-MF", str(header.with_suffix(".d")),
            str(header), "-o", str(made)]


def _is_fresh(header):
    """Whether no file that the precompiled header includes has changed since."""
    compiled = header.with_suffix(".h.gch")
    if not compiled.exists():
        return False
    depends = header.with_suffix(".d").read_text(encoding="utf-8").split(":", 1)[1]
    made = compiled.stat().st_mtime
    return all(changed_before(pathlib.Path(file), made) for file in depends.replace("\\\n", " ").split())


def changed_before(file, made):
    """Whether the file was last changed before `made`, a time as in os.stat. Also compares ctime, because a header that
    a package upgrade replaced keeps the older mtime from the package."""
    if not file.exists():
        return False
    status = file.stat()
    return max(status.st_mtime, status.st_ctime) <= made


@functools.lru_cache(maxsize=None)
def _standard_headers(build, arguments):
    """A header with all standard headers that the loaders include, precompiled with these arguments. The first call for
    a build creates it."""
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


def build(change, build_dir, folder, compiler=CLANG):
    """Builds the loader with a change in `folder` and returns its path. `change` is a Variant, or has the same `name`,
    `api` and sources(), {file relative to the repository: its text}; without a `platform` it is for Linux. A change for
    Windows starts from its folder in WINDOWS_BUILDS. `compiler` is a faster one than the build's; None for a build that
    was compiled for another architecture. Raises VariantError."""
    platform = getattr(change, "platform", LINUX)
    return _build(change, pathlib.Path(WINDOWS_BUILDS.get(platform, build_dir)).resolve(),
                  LIBRARIES_OF[platform][change.api], None if platform in WINDOWS_BUILDS else compiler, folder)


def build_unit_tests(change, build_dir, folder):
    """Builds the unit tests of the loader for Linux with a change, like build(); returns the path of the program."""
    return _build(change, pathlib.Path(build_dir).resolve(), UNIT_TESTS[change.api], CLANG, folder)


def build_libraries(change, build_dir, files, folder):
    """Builds libraries other than the loaders, `files` relative to the build folder, with a change in `folder`, and
    returns their paths. All are linked from the same objects, which are compiled once, with the compiler and the
    options of the build. Raises VariantError."""
    build_dir = pathlib.Path(build_dir).resolve()
    built = [_built(build_dir, file) for file in files]
    overlay = _write_overlay(change, folder)

    def compile_one(source, path, made):
        words = _arguments(built[0].compiles[source][1], options=["-w"])
        _run([words[0], f"-I{overlay}", *words[1:], "-c", str(path), "-o", str(made)],
             f"{change.name} does not compile", cwd=build_dir)
    objects = _compile(change, built[0], overlay, folder, compile_one)
    return [_link(change, each, objects, build_dir, folder) for each in built]


def _build(change, build_dir, file, compiler, folder):
    built = _built(build_dir, file)
    overlay = _write_overlay(change, folder)

    def compile_one(source, path, made):
        arguments = _arguments(built.compiles[source][1], compiler)
        headers = _standard_headers(build_dir, tuple(arguments))
        # Changed headers take precedence over the originals.
        _run([arguments[0], f"-I{overlay}", *arguments[1:], "-include", str(headers), "-c", str(path), "-o",
              str(made)], f"{change.name} does not compile", cwd=build_dir)
    return _link(change, built, _compile(change, built, overlay, folder, compile_one), build_dir, folder)


def _write_overlay(change, folder):
    """Writes the changed files into a folder that has precedence over the tree; returns it."""
    overlay = folder / "source"
    for name, text in change.sources().items():
        (overlay / name).parent.mkdir(parents=True, exist_ok=True)
        (overlay / name).write_text(text, encoding="utf-8")
    return overlay


def _compile(change, built, overlay, folder, compile_one):
    """Compiles the sources that the change affects; returns {object of the build: changed object}."""
    changed = change.sources()
    objects = {}
    for number, source in enumerate(_sources_to_compile(change.name, changed, built)):
        made = folder / f"{number}.o"
        compile_one(source, overlay / source if source in changed else ROOT / source, made)
        objects[built.compiles[source][0]] = str(made)
    return objects


def _link(change, built, objects, build_dir, folder):
    """Links the library or program with the changed objects in `folder`; returns its path."""
    variant = folder / built.path.name
    link = [objects.get(word, word) for word in built.link]
    link[link.index("-o") + 1] = str(variant)
    _run([*link, "-Wl,--strip-all"], f"{change.name} does not link", cwd=build_dir)
    return variant
