# SPDX-License-Identifier: Apache-2.0
"""Fuchsia packages for the tests of check-package: of gapii and of a traced component, as folders and as archives; good
ones, and for each case one that violates only its rule."""

import dataclasses
import hashlib
import json
import struct

from images import NEGOTIATE, elf

MAGIC = bytes.fromhex("c8bf0b48adabc511")
LAYER = "data/vulkan/explicit_layer.d/VkLayer_gapii.json"
OVERRIDE = "data/vulkan/implicit_layer.d/VkLayer_override.json"
LIBRARY = "lib/libVkLayer_GAPII.so"
SERVER = "meta/gapii-server-component.cm"
PATH = "/gapii_pkg/data/vulkan/explicit_layer.d"

GAPII_SOURCE = """// The server of gapii.
{
    include: [ 'syslog/client.shard.cml', ], /* shards */
    program: { runner: "elf", binary: "bin/gapii-server", args: [ "it's \\"quoted\\"" ] },
    capabilities: [ { directory: "gapii_pkg", rights: [ "r*" ], path: "/served" }, ],
    expose: [ { directory: "gapii_pkg", from: "self" } ],
}
"""
TRACEABLE_SOURCE = '{ include: [ "//gapii/meta/application.shard.cml" ], program: { runner: "elf", binary: "bin/app" } }'


def exposing(*members, declared='directory: "gapii_pkg"', include="syslog/client.shard.cml"):
    """The source of gapii's component with other items in expose and capabilities."""
    return ('{ include: [ "%s" ], program: { binary: "bin/gapii-server" }, capabilities: [ { %s } ], expose: [ %s ] }'
            % (include, declared, ", ".join("{ %s }" % member for member in members)))


def using(name, *rights):
    """The source of a traced component that uses a directory of gapii itself."""
    return (TRACEABLE_SOURCE[:-1] + ', use: [ { directory: "%s", rights: %s, path: "/gapii_pkg" } ] }'
            % (name, json.dumps(list(rights))))


def compiled(*texts):
    """These texts with other bytes in between, as in a compiled component manifest."""
    return b"\0\1\0\0\0\0\0\0" + b"\0".join(bytes([len(text)]) + b"\0\0\0" + text.encode() for text in texts) + b"\0"


def layer(**members):
    manifest = {"name": "VK_LAYER_GOOGLE_gapii", "type": "GLOBAL", "library_path": "libVkLayer_GAPII.so",
                "api_version": "1.2.198", "implementation_version": "1", "description": "gapii"}
    return json.dumps({"file_format_version": "1.1.2", "layer": manifest | members})


def in_array(manifest, *others):
    """The manifest with an array `layers`, which contains its layer and those of the other manifests."""
    layers = [json.loads(each)["layer"] for each in (*others, manifest)]
    return json.dumps({"file_format_version": "1.1.2", "layers": layers})


def override(form="1.1.2", **members):
    manifest = {"name": "VK_LAYER_LUNARG_override", "api_version": "1.2.198", "implementation_version": "1", "app_keys": [],
                "blacklisted_layers": [], "component_layers": ["VK_LAYER_GOOGLE_gapii"], "description": "d",
                "disable_environment": {"DISABLE_VK_LAYER_LUNARG_override": "1"}, "override_paths": [PATH], "type": "GLOBAL"}
    changed = {name: value for name, value in (manifest | members).items() if value is not None}
    return json.dumps({"file_format_version": form, "layer": changed})


GAPII = {LAYER: layer(), LIBRARY: elf(64, [NEGOTIATE]), "bin/gapii-server": "", SERVER: compiled("elf", "bin/gapii-server"),
         "meta/package": '{"name": "gapii-pkg", "version": "0"}'}
TRACEABLE = {OVERRIDE: override(), "bin/app": "", "meta/app.cm": compiled("elf", "bin/app", "/gapii_pkg"),
             "meta/package": '{"name": "app", "version": "0"}'}


@dataclasses.dataclass(frozen=True)
class Package:
    """A package: files (None: a file of the good package is missing), sources of manifests, the files of the gapii
    package beside it, further command-line arguments, and files that an archive lists and does not contain."""
    files: dict
    sources: tuple = ()
    gapii: dict = dataclasses.field(default_factory=dict)
    words: tuple = ()
    absent: tuple = ()


def bytes_of(content):
    return content if isinstance(content, bytes) else content.encode()


def far(files):
    """An archive with these files."""
    names, rows, place = b"", [], 16 + 2 * 24
    directory_size, blob = 32 * len(files), b""
    name_size = sum(len(name.encode()) for name in files)
    start = place + directory_size + name_size
    for name, content in sorted(files.items()):
        content = bytes_of(content)
        rows.append(struct.pack("<IHHQQQ", len(names), len(name.encode()), 0, start + len(blob), len(content), 0))
        names += name.encode()
        blob += content
    index = struct.pack("<8sQQ", b"DIR-----", place, directory_size)
    index += struct.pack("<8sQQ", b"DIRNAMES", place + directory_size, name_size)
    return MAGIC + struct.pack("<Q", len(index)) + index + b"".join(rows) + names + blob


def archive(files, absent=()):
    """The archive of a whole package: meta.far, and the other files named by their digests, without the absent ones."""
    digests = {name: hashlib.sha256(bytes_of(content)).hexdigest() for name, content in files.items()
               if not name.startswith("meta/")}
    contents = "".join(f"{name}={digest}\n" for name, digest in sorted(digests.items()))
    meta = {name: content for name, content in files.items() if name.startswith("meta/")}
    return far({"meta.far": far({"meta/contents": contents} | meta)} |
               {digest: files[name] for name, digest in digests.items() if name not in absent})


def present(files):
    return {name: content for name, content in files.items() if content is not None}


def make_folder(folder, files):
    for name, content in present(files).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes_of(content))
    return folder


def make(folder, package, how="folder"):
    """Makes the package in a new folder; returns the command-line arguments for it."""
    folder.mkdir()
    places = []
    for name, files in (("package", package.files), ("gapii", package.gapii)):
        place = folder / name
        if how == "folder":
            make_folder(place, files)
        else:
            absent = package.absent if name == "package" else ()
            place.write_bytes(far(present(files)) if how == "plain archive" else archive(present(files), absent))
        places.append(place)
    words = [places[0], *package.words]
    for number, source in enumerate(package.sources):
        path = folder / f"{number}.cml"
        path.write_text(source)
        words += ["--manifest", path]
    return words + (["--gapii", places[1]] if package.gapii else [])


def gapii(source=GAPII_SOURCE, words=(), **files):
    return Package(GAPII | files.get("files", {}), (source,) if source else (), words=words, absent=files.get("absent", ()))


def traceable(text=None, files=None, source=TRACEABLE_SOURCE, words=(), beside=None):
    changed = {} if text is None else {OVERRIDE: text}
    return Package(TRACEABLE | changed | (files or {}), (source,), GAPII | (beside or {}), words)


# Layers that do not negotiate, under the usual name and under one that the manifest gives.
OLDER_GAPII = gapii(files={LIBRARY: elf(64, ["vkGetInstanceProcAddr"])})
RENAMED_GAPII = gapii(files={LIBRARY: elf(64, ["gapiiGetInstanceProcAddr"]),
                             LAYER: layer(functions={"vkGetInstanceProcAddr": "gapiiGetInstanceProcAddr"})})
GOOD = [gapii(), OLDER_GAPII, RENAMED_GAPII, traceable(), traceable(override(override_paths=[]), words=("--tracing", "off"))]
ROLE = {"gapii": ("--role", "gapii"), "traceable": ("--role", "traceable")}

BROKEN = {
    "LS_FUCHSIA_2/library_is_a_layer": gapii(files={LIBRARY: elf(64, ["vkOther"])}),
    "LS_FUCHSIA_2/library_of_the_manifest_is_a_layer":
        gapii(files={LIBRARY: elf(64, ["vkOther"]), "lib/libother.so": elf(64, [NEGOTIATE])}),
    "LS_FUCHSIA_4/archive_has_its_metadata": gapii(files={"meta/package": "{}"}),
    "LS_FUCHSIA_4/files_of_meta_contents_are_there": gapii(absent=("bin/gapii-server",)),
    "LS_FUCHSIA_5/library_is_in_the_package":
        gapii(files={LIBRARY: None, LAYER: layer(library_path="/pkg/bin/gapii-server")}),
    "LS_FUCHSIA_6/manifest_is_in_the_package": gapii(files={LAYER: None}, words=ROLE["gapii"]),
    "LS_FUCHSIA_6/manifest_names_its_layer": gapii(files={LAYER: layer(name="")}),
    "LS_FUCHSIA_7/executable_is_in_the_package": gapii(files={"bin/gapii-server": None}),
    "LS_FUCHSIA_9/there_is_one_component": gapii(files={"meta/second.cm": compiled("bin/gapii-server")}),
    "LS_FUCHSIA_10/component_serves_a_directory": gapii(GAPII_SOURCE.replace("expose", "offer")),
    "LS_FUCHSIA_11/compiled_manifest_names_gapii": traceable(files={"meta/app.cm": compiled("elf", "bin/app")}),
    "LS_FUCHSIA_11/shard_is_included": traceable(source=TRACEABLE_SOURCE.replace("application", "other")),
    "LS_FUCHSIA_13/named_libraries_are_in_the_package": gapii(files={LAYER: layer(library_path="../lib/none.so")}),
    "LS_FUCHSIA_13/named_components_are_in_the_package":
        gapii(files={LAYER: in_array(layer(), layer(name="VK_LAYER_meta", component_layers=["VK_LAYER_other"],
                                                    library_path=None))}),
    "LS_FUCHSIA_14/name_is_that_of_the_override_layer": traceable(override(name="VK_LAYER_LUNARG_Override")),
    "LS_FUCHSIA_15/format_has_meta_layers": traceable(override("1.1.0")),
    "LS_FUCHSIA_16/api_version_is_a_version": traceable(override(api_version="one")),
    "LS_FUCHSIA_16/components_are_not_older": traceable(beside={LAYER: layer(api_version="1.1.300")}),
    "LS_FUCHSIA_17/components_are_named": traceable(override(component_layers=[])),
    "LS_FUCHSIA_17/components_are_in_the_package_of_gapii":
        traceable(override(component_layers=["VK_LAYER_GOOGLE_gapii", "VK_LAYER_other"])),
    "LS_FUCHSIA_18/override_manifest_is_in_the_package": traceable(files={OVERRIDE: None}, words=ROLE["traceable"]),
    "LS_FUCHSIA_19/override_manifest_is_in_its_place":
        traceable(files={OVERRIDE: None, "data/VkLayer_override.json": override()}, words=ROLE["traceable"]),
    "LS_FUCHSIA_21/directory_can_be_read": gapii(GAPII_SOURCE.replace("r*", "write_bytes")),
    "LS_FUCHSIA_21/used_directory_can_be_read": traceable(source=using("gapii_pkg", "w*")),
    "LS_FUCHSIA_22/layer_is_in_the_folder_of_override_paths":
        gapii(files={LAYER: None, "data/vulkan/VkLayer_gapii.json": layer()}, words=ROLE["gapii"]),
    "LS_FUCHSIA_22/override_paths_lead_to_gapii": traceable(override(override_paths=["/gapii_pkg/data/vulkan"])),
    "LS_FUCHSIA_23/override_paths_are_empty": traceable(words=("--tracing", "off")),
    "LS_FUCHSIA_24/manifests_are_json": traceable(files={"data/vulkan/implicit_layer.d/b.json": "# remark\n" + layer()}),
    "LLP_LAYER_6/lists_of_the_override_layer_are_lists": traceable(override(app_keys="/pkg/bin/app")),
    "LLP_LAYER_9/override_layer_can_be_disabled": traceable(override(disable_environment=None)),
}
# Further packages that the cases are seen failing on, and which break no other rule.
MORE_BROKEN = [
    *[("LS_FUCHSIA_14/name_is_that_of_the_override_layer", traceable(override(name=name)))
      for name in (None, 7, "", "VK_LAYER_LUNARG_override ")],
    *[("LS_FUCHSIA_15/format_has_meta_layers", traceable(override(form))) for form in ("", 1, "one", "0.9.9")],
    *[("LS_FUCHSIA_16/api_version_is_a_version", traceable(override(api_version=version)))
      for version in (None, 1.2, "", "1.2.x", "v1.2.198")],
    ("LS_FUCHSIA_17/components_are_named", traceable(override(component_layers=None))),
    ("LS_FUCHSIA_17/components_are_in_the_package_of_gapii",
     traceable(beside={LAYER: None, LAYER.replace("explicit", "implicit"): layer()})),
    ("LS_FUCHSIA_22/layer_is_in_the_folder_of_override_paths",
     gapii(files={LAYER: json.dumps({"file_format_version": "1.1.2"}), LAYER.replace("explicit", "other"): layer()},
           words=ROLE["gapii"])),
    ("LS_FUCHSIA_6/manifest_names_its_layer",
     gapii(files={LAYER: json.dumps({"file_format_version": "1.1.2", "layer": {"library_path": "libVkLayer_GAPII.so"}})})),
    *[("LS_FUCHSIA_10/component_serves_a_directory", gapii(source)) for source in (
        exposing('directory: "other", from: "self"'), exposing('directory: "gapii_pkg", from: "#child"'),
        exposing('directory: "gapii_pkg", from: "self", to: "framework"'),
        exposing('protocol: "fuchsia.logger.LogSink", from: "self"', declared='protocol: "fuchsia.logger.LogSink"'),
        exposing('protocol: "gapii_pkg", from: "self"'), exposing())],
    *[("LS_FUCHSIA_21/used_directory_can_be_read", traceable(source=using("gapii", *rights)))
      for rights in (["write_bytes"], ["x*", "w*"])],
    ("LS_FUCHSIA_9/there_is_one_component", gapii(source=None, files={SERVER: None})),
    *[("LLP_LAYER_6/lists_of_the_override_layer_are_lists", traceable(override(**members)))
      for members in ({"override_paths": PATH}, {"override_paths": {}}, {"blacklisted_layers": [1]})],
]
# Pairs of rules about the same fact: what violates the first also violates the second, which demands more.
TOGETHER = {
    "LS_FUCHSIA_2/library_is_a_layer": {"LS_FUCHSIA_2/library_of_the_manifest_is_a_layer"},
    "LS_FUCHSIA_6/manifest_is_in_the_package": {"LS_FUCHSIA_22/layer_is_in_the_folder_of_override_paths"},
    "LS_FUCHSIA_18/override_manifest_is_in_the_package": {"LS_FUCHSIA_19/override_manifest_is_in_its_place"},
}
