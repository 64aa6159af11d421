# SPDX-License-Identifier: Apache-2.0
"""Sources include the standard headers of what they use, directly or through headers of this tree: which standard
header includes another differs between versions of the library."""

import functools
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALGORITHMS = """adjacent_find all_of any_of binary_search copy copy_if copy_n count count_if equal equal_range fill fill_n
    find find_end find_first_of find_if find_if_not for_each generate includes is_permutation is_sorted
    lexicographical_compare lower_bound max_element merge min_element minmax mismatch next_permutation none_of nth_element
    partial_sort partition remove_if replace replace_if reverse rotate search set_difference set_intersection set_union
    shuffle sort stable_partition stable_sort swap_ranges transform unique upper_bound"""
# Header: the uses that need it.
USES = {
    "algorithm": rf"\bstd::(?:ranges::)?(?:{'|'.join(ALGORITHMS.split())})\(|\bstd::(?:max|min|clamp)[(<]",
    "array": r"\bstd::array\b",
    "cctype": r"\bstd::(?:isalnum|isalpha|isdigit|isspace|isxdigit|tolower|toupper)\b",
    "charconv": r"\bstd::(?:from_chars|to_chars)\b",
    "exception": r"\bstd::(?:exception|current_exception|exception_ptr|terminate)\b",
    "functional": r"\bstd::(?:function|hash|invoke|less|not_fn|ref|reference_wrapper)\b",
    "iterator": r"\bstd::(?:back_inserter|distance|inserter|istreambuf_iterator|next|prev|ssize)\b",
    "memory": r"\bstd::(?:make_shared|make_unique|shared_ptr|unique_ptr)\b",
    "optional": r"\bstd::(?:nullopt|optional)\b",
    "sstream": r"\bstd::[io]?stringstream\b",
    "stdexcept": r"\bstd::(?:invalid_argument|logic_error|out_of_range|runtime_error)\b",
    "string": r"\bstd::(?:stoi|string|to_string)\b",
    "string_view": r"\bstd::string_view\b",
    "tuple": r"\bstd::(?:make_tuple|tie|tuple)\b",
}
NO_CODE = re.compile(r'//.*|"(?:\\.|[^"\\\n])*"')
FOLDERS = ("bench", "fuzz", "harness", "interfaces", "mock_common", "mock_layers", "mock_runtime", "oracle", "reference_loader",
           "suites", "tests", "tool")


@functools.lru_cache(maxsize=None)
def read(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    return (frozenset(re.findall(r"^#include <(\w+)>", text, re.M)),
            [name for name in re.findall(r'^#include "([^"]+)"', text, re.M) if (ROOT / name).is_file()],
            NO_CODE.sub("", text))


def included(name):
    """The standard headers that this file includes, directly or through headers of this tree."""
    found, names, seen = set(), [name], {name}
    while names:
        standard, own, _ = read(names.pop())
        found |= standard
        names += set(own) - seen
        seen.update(own)
    return found


def test_sources_include_what_they_use_of_the_standard_library():
    files = [str(path.relative_to(ROOT)) for folder in FOLDERS for path in (ROOT / folder).rglob("*.*")
             if path.suffix in (".cc", ".h")]
    assert len(files) > 500
    missing = {f"{name}: <{header}>" for name in files for header, use in USES.items()
               if re.search(use, read(name)[2]) and header not in included(name)}
    assert not missing


# Each room includes those before it, and none behind it; the probe's main function is in the last one.
ROOMS = ("harness", "oracle", "suites", "fuzz", "tool")


def included_from_later_rooms(sources):
    """`room/file includes room/header` for what is included from a room that comes later; {file: text} is given."""
    return sorted(f"{name} includes {header}" for name, text in sources.items()
                  for header in re.findall(r'^#include "([^"]+)"', text, re.M)
                  if header.split("/")[0] in ROOMS[ROOMS.index(name.split("/")[0]) + 1:])


def test_rooms_do_not_depend_on_each_other_in_a_circle():
    assert included_from_later_rooms({"oracle/a.cc": '#include "tool/a.h"\n#include "harness/b.h"\n'}) == [
        "oracle/a.cc includes tool/a.h"]
    sources = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
               for room in ROOMS for path in (ROOT / room).rglob("*.*") if path.suffix in (".cc", ".h")}
    assert len(sources) > 500
    assert included_from_later_rooms(sources) == []
