#include <fmt/format.h>

#include "harness/suites/vulkan/discovery_bad.h"

// LoaderLayerInterface, "Layer Manifest File Usage" and "Layer Manifest File Format": what is no
// valid manifest gives no layer, and nothing else happens. Each bad thing stands in the folder of
// good layers and in folders that are searched before and after.
namespace loadstone {
namespace {

// What a valid manifest says of a layer that is there. Where a loader reads on although something
// is wrong with the file, it may use it.
std::string ManifestOf(const std::string& name) {
  return Layer(name).Implicit().ManifestText(kBadLibrary, "1.0.0");
}

bool Register(const std::string& name, const PlaceBad& place) {
  return RegisterCase("vulkan", {policy::LS_VK_DISCOVERY_6}, name,
                      [place](Case& c) { JudgeBesideBad(c, place); });
}

bool RegisterText(const std::string& name, const std::string& text) {
  return Register(name,
                  [text](VulkanWorld& world, const std::string& path) { world.File(path, text); });
}

std::string Nested(const std::string& open, const std::string& close, int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) text += open;
  text += "1";
  for (int i = 0; i < depth; ++i) text += close;
  return text;
}

// UTF-16, least significant byte first, of a text in ASCII.
std::string Utf16(const std::string& text) {
  std::string wide = "\xff\xfe";
  for (const char c : text) {
    wide += c;
    wide += '\0';
  }
  return wide;
}

// Every prefix of a valid manifest that ends at a place of interest, in one case each.
[[maybe_unused]] const bool registered_truncated = [] {
  const std::string whole = ManifestOf(kBad);
  for (const int percent : {1, 10, 25, 50, 75, 90, 99}) {
    RegisterText(fmt::format("truncated_at_{}_percent", percent),
                 whole.substr(0, 1 + whole.size() * static_cast<size_t>(percent) / 100));
  }
  return RegisterText("truncated_by_one_byte", whole.substr(0, whole.rfind('}')));
}();

[[maybe_unused]] const bool registered_texts[] = {
    RegisterText("empty_file", ""),
    RegisterText("blank_file", " \n\t\r\n"),
    RegisterText("only_a_null_byte", std::string(1, '\0')),
    RegisterText("null_bytes", std::string(70000, '\0')),
    RegisterText("null_byte_before_the_manifest", std::string(1, '\0') + ManifestOf(kBad)),
    RegisterText("null_byte_behind_the_manifest", ManifestOf(kBad) + std::string(1, '\0') + "{"),
    RegisterText("garbage",
                 "\x7f"
                 "ELF\x02\x01\x01 \xff\xfe\xfd{[}]\"\\u00"),
    RegisterText("high_bytes", std::string(5000, '\xff')),
    RegisterText("plain_text", "This is not the manifest you are looking for.\n"),
    RegisterText("xml", "<?xml version=\"1.0\"?><layer name=\"VK_LAYER_LS_bad\"/>"),
    RegisterText("an_open_brace", "{"),
    RegisterText("an_open_bracket", "["),
    RegisterText("an_open_string", "\""),
    RegisterText("a_backslash_in_an_open_string", "{\"\\"),
    RegisterText("an_open_escape", "{\"layer\": \"\\u12"),
    RegisterText("half_a_surrogate", R"({"layer": {"name": "\ud800"}})"),
    RegisterText("text_behind_the_manifest", ManifestOf(kBad) + "} trailing"),
    RegisterText("two_manifests_in_one_file", ManifestOf(kBad) + ManifestOf("VK_LAYER_LS_bad_2")),
    RegisterText("trailing_commas", R"({"file_format_version": "1.0.0", "layer": {},})"),
    RegisterText("comments", "// a comment\n" + ManifestOf(kBad) + "/* and another"),
    RegisterText("byte_order_mark", "\xef\xbb\xbf" + ManifestOf(kBad)),
    RegisterText("utf_16", Utf16(ManifestOf(kBad))),
    RegisterText("duplicated_keys",
                 R"({"file_format_version": "1.0.0", "layer": 1, "layer": [], "layer": {"name": 1,
                     "name": null}, "layers": {}, "layers": []})"),
    RegisterText("number", "17"),
    RegisterText("null", "null"),
    RegisterText("array", "[]"),
    RegisterText("array_of_a_manifest", "[" + ManifestOf(kBad) + "]"),
    RegisterText("string", "\"VK_LAYER_LS_bad\""),
    RegisterText("empty_object", "{}"),
    RegisterText("driver_manifest", Driver("bad").ManifestText("/opt/loadstone/libmissing.so")),
    RegisterText("nested_arrays", Nested("[", "]", 100000)),
    RegisterText("nested_objects", Nested("{\"layer\":", "}", 100000)),
    RegisterText("nested_arrays_never_closed", std::string(1000000, '[')),
    RegisterText("enormous_number", "{\"layer\": 1" + std::string(100000, '0') + "e999999999}"),
    RegisterText("enormous_string", "{\"layer\": \"" + std::string(4000000, 'x') + "\"}"),
    RegisterText("enormous_key", "{\"" + std::string(1000000, 'k') + "\": 1}"),
    RegisterText("very_many_layers",
                 [] {
                   std::string text = R"({"file_format_version": "1.0.1", "layers": [{})";
                   for (int i = 0; i < 1000; ++i) text += ", {}";
                   return text + "]}";
                 }()),
};

[[maybe_unused]] const bool registered_things[] = {
    Register("directory",
             [](VulkanWorld& world, const std::string& path) { world.Directory(path); }),
    Register("directory_with_a_manifest",
             [](VulkanWorld& world, const std::string& path) {
               world.File(path + "/inner.json", ManifestOf(kBad));
             }),
    Register(
        "unreadable_file",
        [](VulkanWorld& world, const std::string& path) { world.File(path, ManifestOf(kBad), 0); }),
    Register("dangling_link",
             [](VulkanWorld& world, const std::string& path) {
               world.Symlink(path, "/nowhere/at/all.json");
             }),
    Register("circular_link",
             [](VulkanWorld& world, const std::string& path) { world.Symlink(path, path); }),
    Register("link_to_the_folder",
             [](VulkanWorld& world, const std::string& path) { world.Symlink(path, "."); }),
    Register(
        "link_to_nothing_but_zeros",
        [](VulkanWorld& world, const std::string& path) { world.Symlink(path, "/proc/self/mem"); }),
    Register("sparse_file_of_100_megabytes",
             [](VulkanWorld& world, const std::string& path) {
               world.machine().Sparse(path, uint64_t{100} << 20);
             }),
    Register("fifo_without_a_writer",
             [](VulkanWorld& world, const std::string& path) { world.machine().Fifo(path); }),
};

}  // namespace
}  // namespace loadstone
