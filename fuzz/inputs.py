#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the dictionaries and seeds of the fuzz targets from schemas and fixtures.

inputs.py dictionaries DIR   writes DIR/NAME.dict for libFuzzer, one for each schema
inputs.py vocabulary FILE    writes a C++ header with the mutator's vocabulary for each schema
inputs.py corpora DIR        writes DIR/TARGET/ for each target that has fixtures
"""

import argparse
import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
SCHEMAS = HERE / "schemas"
FIXTURES = HERE.parent / "fixtures"

# The targets whose inputs are unchanged fixtures.
SEEDS = {
    "vulkan_layer_manifest": ["vulkan/layers", "vulkan/override"],
    "vulkan_driver_manifest": ["vulkan/drivers"],
    "vulkan_override_manifest": ["vulkan/override"],
    "openxr_runtime_manifest": ["openxr/runtimes"],
    "vulkan_environment": ["vulkan/environments"],
    "vulkan_negotiation": ["vulkan/negotiation"],
    "vulkan_world": ["vulkan/worlds"],
    "openxr_layer_manifest": ["openxr/layers"],
    "openxr_environment": ["openxr/environments"],
    "openxr_negotiation": ["openxr/negotiation"],
    "openxr_world": ["openxr/worlds"],
    "xdg_paths": ["vulkan/environments", "openxr/environments", "vulkan/systems"],
    "windows_registry": ["windows/registries"],
    "fuchsia_archive": ["fuchsia/archives"],
    "android_files": ["android/devices"],
}


def load(name):
    return json.loads((SCHEMAS / name).read_text(encoding="utf-8"))


class Fields:
    """The members that a schema and the schemas to which it refers define, each with the values to try."""

    def __init__(self, name):
        self.values = {}
        self.visited = set()
        self.add_schema(load(name), name)

    def add_schema(self, schema, name):
        self._walk(schema, schema, name)

    def _walk(self, node, root, name):
        if "$ref" in node:
            self._follow(node["$ref"], root, name)
        for member, child in node.get("properties", {}).items():
            values = self.values.setdefault(member, [])
            for value in self._examples(child, root, name):
                if value not in values:
                    values.append(value)
            self._walk(child, root, name)
        for key in ("items", "additionalProperties"):
            if isinstance(node.get(key), dict):
                self._walk(node[key], root, name)
        for child in node.get("anyOf", []):
            self._walk(child, root, name)

    def _follow(self, reference, root, name):
        file, _, pointer = reference.partition("#")
        if (file or name, pointer) in self.visited:
            return
        self.visited.add((file or name, pointer))
        target_root = load(file) if file else root
        self._walk(self._resolve(pointer, target_root), target_root, file or name)

    @staticmethod
    def _resolve(pointer, root):
        for part in pointer.strip("/").split("/"):
            root = root[part] if part else root
        return root

    def _examples(self, node, root, name):
        """Values of a member: those that the schema lists, or an object with the members that it defines."""
        if "$ref" in node:
            file, _, pointer = node["$ref"].partition("#")
            root, name = (load(file), file) if file else (root, name)
            node = self._resolve(pointer, root)
        values = list(node.get("examples", [])) + list(node.get("enum", []))
        if not values and "properties" in node:
            example = {}
            for member in node.get("required", []) + node.get("usual", []):
                found = self._examples(node["properties"][member], root, name)
                example[member] = found[0] if found else None
            values.append(example)
        if not values and "items" in node:
            values.append(self._examples(node["items"], root, name)[:1])
        return values


def quoted(text):
    """A string for libFuzzer's dictionaries: printable ASCII, other bytes as hexadecimal escapes."""
    out = ""
    for byte in text.encode("utf-8"):
        plain = 0x20 <= byte < 0x7F and byte not in b'"\\'
        out += chr(byte) if plain else f"\\x{byte:02x}"
    return f'"{out}"'


def strings(value):
    """The strings in a value, at any depth."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for pair in value.items() for part in pair for text in strings(part)]
    if isinstance(value, list):
        return [text for part in value for text in strings(part)]
    return []


def dictionary(name):
    schema = load(name)
    words = []
    if schema.get("type") == "object":
        words += list('{}[]:,"') + ["null", "true", "false", "\\u0000", "\ufeff"]
    for member, values in Fields(name).values.items():
        words.append(member)
        words += [text for value in values for text in strings(value)]
    words += schema.get("examples", [])
    unique = [word for word in dict.fromkeys(words) if word]
    lines = [f"# Generated by inputs.py from schemas/{name}; do not edit."]
    return "\n".join(lines + [quoted(word) for word in unique]) + "\n"


def write_dictionaries(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(SCHEMAS.glob("*.json")):
        (folder / f"{path.stem}.dict").write_text(dictionary(path.name), encoding="utf-8")


def identifier(stem):
    return "".join(part.capitalize() for part in stem.split("_"))


def raw_string(text):
    return f'R"json({text})json"'


def vocabulary(name):
    stem = identifier(pathlib.Path(name).stem)
    fields = Fields(name).values
    lines = []
    for number, values in enumerate(fields.values()):
        texts = ", ".join(raw_string(json.dumps(value)) for value in values) or '"null"'
        lines.append(f"inline constexpr const char* k{stem}Values{number}[] = {{{texts}}};")
    lines.append(f"inline constexpr Field k{stem}Fields[] = {{")
    lines += [f"    {{{json.dumps(member)}, k{stem}Values{number}}},"
              for number, member in enumerate(fields)]
    lines += ["};", f"inline constexpr Vocabulary k{stem}Vocabulary = {{k{stem}Fields}};", ""]
    return "\n".join(lines)


def write_vocabulary(file):
    parts = ["// Generated by fuzz/inputs.py from fuzz/schemas.", "#ifndef LOADSTONE_VOCABULARIES_H_",
             "#define LOADSTONE_VOCABULARIES_H_", '#include "fuzz/inside/support/vocabulary.h"',
             "namespace loadstone::fuzz::inside {", ""]
    for path in sorted(SCHEMAS.glob("*.json")):
        if load(path.name).get("type") == "object":
            parts.append(vocabulary(path.name))
    parts += ["}  // namespace loadstone::fuzz::inside", "#endif  // LOADSTONE_VOCABULARIES_H_", ""]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(parts), encoding="utf-8")


def write_corpora(folder):
    for target, places in SEEDS.items():
        (folder / target).mkdir(parents=True, exist_ok=True)
        for place in places:
            for path in sorted((FIXTURES / place).iterdir()):
                name = path.name if len(places) == 1 else f"{path.stem}_of_{place.replace('/', '_')}"
                (folder / target / name).write_bytes(smallest(path.read_bytes()))


def smallest(content):
    """The same JSON without whitespace, so that mutations hit significant bytes; other text unchanged."""
    try:
        pairs = json.loads(content, object_pairs_hook=list)
    except (ValueError, RecursionError):
        return content
    if has_repeated_members(pairs):
        return content
    return json.dumps(json.loads(content), separators=(",", ":")).encode("utf-8")


def has_repeated_members(value):
    """True when an object, given as a list of pairs, has two members with the same name."""
    if not isinstance(value, list):
        return False
    names = [part[0] for part in value if isinstance(part, tuple)]
    children = [part[1] if isinstance(part, tuple) else part for part in value]
    return len(set(names)) < len(names) or any(map(has_repeated_members, children))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["dictionaries", "vocabulary", "corpora"])
    parser.add_argument("where", type=pathlib.Path)
    options = parser.parse_args()
    write = {"dictionaries": write_dictionaries, "vocabulary": write_vocabulary,
             "corpora": write_corpora}
    write[options.what](options.where)


if __name__ == "__main__":
    main()
