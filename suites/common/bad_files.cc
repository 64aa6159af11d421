// SPDX-License-Identifier: Apache-2.0
#include "suites/common/bad_files.h"

#include <fmt/format.h>

namespace loadstone::suites {
namespace {

std::string Nested(const std::string& open, const std::string& close, int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) text += open;
  text += "1";
  for (int i = 0; i < depth; ++i) text += close;
  return text;
}

// ASCII text as UTF-16, little-endian.
std::string Utf16(const std::string& text) {
  std::string wide = "\xff\xfe";
  for (const char c : text) {
    wide += c;
    wide += '\0';
  }
  return wide;
}

// Prefixes of a manifest that end at significant positions.
std::string Truncated(const std::string& whole, int percent) {
  return whole.substr(0, 1 + whole.size() * static_cast<size_t>(percent) / 100);
}

class List {
 public:
  void Add(const std::string& name, const std::function<std::string()>& text) {
    files_.push_back(
        {name, [text](World& world, const std::string& path) { world.File(path, text()); }});
  }
  void Add(const std::string& name, const std::string& text) {
    Add(name, [text] { return text; });
  }
  void AddThing(const std::string& name,
                const std::function<void(World&, const std::string&)>& place) {
    files_.push_back({name, place});
  }
  std::vector<BadFile> Take() { return std::move(files_); }

 private:
  std::vector<BadFile> files_;
};

void AddTruncated(List& list, const std::function<std::string()>& manifest) {
  for (const int percent : {1, 10, 25, 50, 75, 90, 99}) {
    list.Add(fmt::format("truncated_at_{}_percent", percent),
             [manifest, percent] { return Truncated(manifest(), percent); });
  }
  list.Add("truncated_by_one_byte", [manifest] {
    const std::string whole = manifest();
    return whole.substr(0, whole.rfind('}'));
  });
}

// Bytes that are not JSON.
void AddNoJson(List& list, const ManifestTerms& terms) {
  const auto manifest = terms.manifest;
  list.Add("empty_file", "");
  list.Add("blank_file", " \n\t\r\n");
  list.Add("only_a_null_byte", std::string(1, '\0'));
  list.Add("null_bytes", [] { return std::string(70000, '\0'); });
  list.Add("null_byte_before_the_manifest",
           [manifest] { return std::string(1, '\0') + manifest(); });
  list.Add("null_byte_behind_the_manifest",
           [manifest] { return manifest() + std::string(1, '\0') + "{"; });
  list.Add("garbage",
           "\x7f"
           "ELF\x02\x01\x01 \xff\xfe\xfd{[}]\"\\u00");
  list.Add("high_bytes", [] { return std::string(5000, '\xff'); });
  list.Add("plain_text", "This is not the manifest you are looking for.\n");
  list.Add("xml", fmt::format("<?xml version=\"1.0\"?><layer name=\"{}\"/>", terms.name));
  list.Add("an_open_brace", "{");
  list.Add("an_open_bracket", "[");
  list.Add("an_open_string", "\"");
  list.Add("a_backslash_in_an_open_string", "{\"\\");
  list.Add("an_open_escape", fmt::format("{{\"{}\": \"\\u12", terms.object));
  list.Add("text_behind_the_manifest", [manifest] { return manifest() + "} trailing"; });
  list.Add("two_manifests_in_one_file",
           [terms] { return terms.manifest() + terms.other_manifest(); });
  list.Add("comments", [manifest] { return "// a comment\n" + manifest() + "/* and another"; });
  list.Add("byte_order_mark", [manifest] { return "\xef\xbb\xbf" + manifest(); });
  list.Add("utf_16", [manifest] { return Utf16(manifest()); });
}

// JSON, or nearly JSON, that is not a manifest.
void AddNoManifest(List& list, const ManifestTerms& terms) {
  const std::string& object = terms.object;
  list.Add("half_a_surrogate", fmt::format(R"({{"{}": {{"name": "\ud800"}}}})", object));
  list.Add("trailing_commas",
           fmt::format(R"({{"file_format_version": "1.0.0", "{}": {{}},}})", object));
  list.Add("duplicated_keys", fmt::format(R"({{"file_format_version": "1.0.0", "{0}": 1, "{0}": [],
               "{0}": {{"name": 1, "name": null}}, "{0}s": {{}}, "{0}s": []}})",
                                          object));
  list.Add("number", "17");
  list.Add("null", "null");
  list.Add("array", "[]");
  list.Add("array_of_a_manifest", [manifest = terms.manifest] { return "[" + manifest() + "]"; });
  list.Add("string", "\"" + terms.name + "\"");
  list.Add("empty_object", "{}");
  list.Add("nested_arrays", [] { return Nested("[", "]", 100000); });
  list.Add("nested_objects", [object] { return Nested("{\"" + object + "\":", "}", 100000); });
  list.Add("nested_arrays_never_closed", [] { return std::string(1000000, '['); });
  list.Add("enormous_number", [object] {
    return "{\"" + object + "\": 1" + std::string(100000, '0') + "e999999999}";
  });
  list.Add("enormous_string",
           [object] { return "{\"" + object + "\": \"" + std::string(4000000, 'x') + "\"}"; });
  list.Add("enormous_key", [] { return "{\"" + std::string(1000000, 'k') + "\": 1}"; });
}

// Things that are not files, or that cannot be read.
void AddThings(List& list, const std::function<std::string()>& manifest) {
  list.AddThing("directory", [](World& world, const std::string& path) { world.Directory(path); });
  list.AddThing("directory_with_a_manifest", [manifest](World& world, const std::string& path) {
    world.File(path + "/inner.json", manifest());
  });
  list.AddThing("unreadable_file", [manifest](World& world, const std::string& path) {
    world.File(path, manifest(), 0);
  });
  list.AddThing("dangling_link", [](World& world, const std::string& path) {
    world.Symlink(path, "/nowhere/at/all.json");
  });
  list.AddThing("circular_link",
                [](World& world, const std::string& path) { world.Symlink(path, path); });
  list.AddThing("link_to_the_folder",
                [](World& world, const std::string& path) { world.Symlink(path, "."); });
  list.AddThing("link_to_the_memory_of_the_process", [](World& world, const std::string& path) {
    world.Symlink(path, "/proc/self/mem");
  });
  // Larger than any manifest, and small enough for a slow machine on which a loader reads it
  // several times within the time of a case.
  list.AddThing("sparse_file_of_16_megabytes", [](World& world, const std::string& path) {
    world.Sparse(path, uint64_t{16} << 20);
  });
  list.AddThing("fifo_without_a_writer",
                [](World& world, const std::string& path) { world.Fifo(path); });
}

}  // namespace

std::vector<BadFile> BadFiles(const ManifestTerms& terms) {
  List list;
  AddTruncated(list, terms.manifest);
  AddNoJson(list, terms);
  AddNoManifest(list, terms);
  AddThings(list, terms.manifest);
  return list.Take();
}

}  // namespace loadstone::suites
