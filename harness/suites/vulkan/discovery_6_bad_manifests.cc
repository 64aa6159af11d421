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

// The text is made when the case runs: each probe starts with the registration of all cases.
bool RegisterText(const std::string& name, const std::function<std::string()>& text) {
  return Register(
      name, [text](VulkanWorld& world, const std::string& path) { world.File(path, text()); });
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
    RegisterText(fmt::format("truncated_at_{}_percent", percent), [whole, percent] {
      return std::string(whole.substr(0, 1 + whole.size() * static_cast<size_t>(percent) / 100));
    });
  }
  return RegisterText("truncated_by_one_byte",
                      [whole] { return std::string(whole.substr(0, whole.rfind('}'))); });
}();

[[maybe_unused]] const bool registered_texts[] = {
    RegisterText("empty_file", [] { return std::string(""); }),
    RegisterText("blank_file", [] { return std::string(" \n\t\r\n"); }),
    RegisterText("only_a_null_byte", [] { return std::string(1, '\0'); }),
    RegisterText("null_bytes", [] { return std::string(70000, '\0'); }),
    RegisterText("null_byte_before_the_manifest",
                 [] { return std::string(1, '\0') + ManifestOf(kBad); }),
    RegisterText("null_byte_behind_the_manifest",
                 [] { return std::string(ManifestOf(kBad) + std::string(1, '\0') + "{"); }),
    RegisterText("garbage",
                 [] {
                   return std::string(
                       "\x7f"
                       "ELF\x02\x01\x01 \xff\xfe\xfd{[}]\"\\u00");
                 }),
    RegisterText("high_bytes", [] { return std::string(5000, '\xff'); }),
    RegisterText("plain_text",
                 [] { return std::string("This is not the manifest you are looking for.\n"); }),
    RegisterText(
        "xml",
        [] { return std::string("<?xml version=\"1.0\"?><layer name=\"VK_LAYER_LS_bad\"/>"); }),
    RegisterText("an_open_brace", [] { return std::string("{"); }),
    RegisterText("an_open_bracket", [] { return std::string("["); }),
    RegisterText("an_open_string", [] { return std::string("\""); }),
    RegisterText("a_backslash_in_an_open_string", [] { return std::string("{\"\\"); }),
    RegisterText("an_open_escape", [] { return std::string("{\"layer\": \"\\u12"); }),
    RegisterText("half_a_surrogate",
                 [] { return std::string(R"({"layer": {"name": "\ud800"}})"); }),
    RegisterText("text_behind_the_manifest",
                 [] { return std::string(ManifestOf(kBad) + "} trailing"); }),
    RegisterText("two_manifests_in_one_file",
                 [] { return std::string(ManifestOf(kBad) + ManifestOf("VK_LAYER_LS_bad_2")); }),
    RegisterText("trailing_commas",
                 [] { return std::string(R"({"file_format_version": "1.0.0", "layer": {},})"); }),
    RegisterText(
        "comments",
        [] { return std::string("// a comment\n" + ManifestOf(kBad) + "/* and another"); }),
    RegisterText("byte_order_mark", [] { return std::string("\xef\xbb\xbf" + ManifestOf(kBad)); }),
    RegisterText("utf_16", [] { return std::string(Utf16(ManifestOf(kBad))); }),
    RegisterText(
        "duplicated_keys",
        [] {
          return std::string(
              R"({"file_format_version": "1.0.0", "layer": 1, "layer": [], "layer": {"name": 1,
                     "name": null}, "layers": {}, "layers": []})");
        }),
    RegisterText("number", [] { return std::string("17"); }),
    RegisterText("null", [] { return std::string("null"); }),
    RegisterText("array", [] { return std::string("[]"); }),
    RegisterText("array_of_a_manifest", [] { return std::string("[" + ManifestOf(kBad) + "]"); }),
    RegisterText("string", [] { return std::string("\"VK_LAYER_LS_bad\""); }),
    RegisterText("empty_object", [] { return std::string("{}"); }),
    RegisterText(
        "driver_manifest",
        [] { return std::string(Driver("bad").ManifestText("/opt/loadstone/libmissing.so")); }),
    RegisterText("nested_arrays", [] { return std::string(Nested("[", "]", 100000)); }),
    RegisterText("nested_objects", [] { return std::string(Nested("{\"layer\":", "}", 100000)); }),
    RegisterText("nested_arrays_never_closed", [] { return std::string(1000000, '['); }),
    RegisterText(
        "enormous_number",
        [] { return std::string("{\"layer\": 1" + std::string(100000, '0') + "e999999999}"); }),
    RegisterText("enormous_string",
                 [] { return std::string("{\"layer\": \"" + std::string(4000000, 'x') + "\"}"); }),
    RegisterText("enormous_key",
                 [] { return std::string("{\"" + std::string(1000000, 'k') + "\": 1}"); }),
    RegisterText("very_many_layers",
                 [] {
                   std::string text = R"({"file_format_version": "1.0.1", "layers": [{})";
                   for (int i = 0; i < 1000; ++i) text += ", {}";
                   return text + "]}";
                 }),
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
        "link_to_the_memory_of_the_process",
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
