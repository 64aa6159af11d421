// SPDX-License-Identifier: Apache-2.0
#include "harness/world/code_page.h"
#include "suites/vulkan/layer_work.h"
#include "suites/vulkan/windows/keys.h"

// LoaderLayerInterface, "Windows Layer Discovery": which keys name layers, and of which kind.
namespace loadstone::suites::layer_keys {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kDecoy[] = "VK_LAYER_LS_decoy";

void ExpectFound(Case& c, const VulkanWorld& world, LayerKind kind, const std::string& why) {
  const Observation seen = RunWithLayers(c, world, kind, {kOne});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne)) << why;
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne)) << why;
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kOne)) << why;
}

void NamesALayer(Case& c, const LayerKey& key) {
  VulkanWorld world(c.subject());
  world.With(KindLayer(key.kind, kOne).In(key.path));
  ExpectFound(c, world, key.kind, fmt::format("a value of {} names a layer", key.path));
}

// The file names of manifests that a value may contain.
struct FileName {
  const char* name;
  const char* file;
};

constexpr FileName kFileNames[] = {
    {"manifest_with_blanks", "a layer of mine.json"},
    {"manifest_of_other_alphabets", "\xce\xbb\xe5\xb1\xa4.json"},
    {"manifest_with_dots", "layer.1.0.x64.json"},
    {"manifest_with_signs", "layer (1) & [2] {3} ~$%.json"},
};

void FindsFile(Case& c, const LayerKey& key, const std::string& file) {
  VulkanWorld world(c.subject());
  world.With(KindLayer(key.kind, kOne).ManifestFile(file).In(key.path));
  ExpectFound(c, world, key.kind, fmt::format("a value names {}", file));
}

// The paths of values are Unicode, whatever the code page of programs is. The second byte of the
// first letter in code page 932 is that of a backslash.
void FindsFileInCodePage(Case& c, const LayerKey& key, uint32_t code_page) {
  VulkanWorld world(c.subject());
  world.Registry(CodePageValue(code_page));
  world.With(KindLayer(key.kind, kOne).ManifestFile("\xe8\xa1\xa8\xce\xbb.json").In(key.path));
  ExpectFound(c, world, key.kind,
              fmt::format("a value names a manifest, in code page {} too", code_page));
}

void FindsLongPath(Case& c, const LayerKey& key) {
  VulkanWorld world(c.subject());
  world.With(
      KindLayer(key.kind, kOne)
          .In(std::string(kNamedByValues) + "/" + std::string(80, 'a') + "/" + std::string(80, 'b'))
          .ManifestFile("long.json"));
  const std::string path =
      fmt::format("{}/{}/{}/long.json", kNamedByValues, std::string(80, 'a'), std::string(80, 'b'));
  world.Registry(RegistryDword(key.path, WindowsPath(path), 0));
  ExpectFound(c, world, key.kind, "a value names a manifest in a folder with a long path");
}

void FindsOnDriveInSmallLetters(Case& c, const LayerKey& key) {
  VulkanWorld world(c.subject());
  std::string path = PlaceManifest(world, KindLayer(key.kind, kOne));
  path[0] = 'c';
  world.Registry(RegistryDword(key.path, path, 0));
  ExpectFound(c, world, key.kind, "drive letters may be lower case");
}

// A hundred layers in one key, with one library, of which only the last one is used. Whether
// implicit layers that are not enabled are listed is open (LS_VK_DISCOVERY_19.r1).
void HundredValues(Case& c, const LayerKey& key) {
  VulkanWorld world(c.subject());
  world.With(KindLayer(key.kind, kOne).ManifestFile("zz.json").In(key.path));
  std::vector<std::string> names = {kOne};
  for (int i = 0; i < 99; ++i) {
    names.push_back(fmt::format("VK_LAYER_LS_{}", i));
    world.File(fmt::format("{}/{}.json", key.path, i),
               KindLayer(key.kind, names.back())
                   .EnabledBy("LS_NEVER_SET", "1")
                   .ManifestText(LibraryPathOf(c.subject(), kOne), "1.0.0"));
  }
  const Observation seen = RunWithLayers(c, world, key.kind, {kOne});
  if (key.kind == LayerKind::kExplicit) {
    EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAreArray(names))
        << "each of a hundred values names a layer";
  }
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne)) << "one of a hundred layers is loaded";
}

REGISTER_CASES {
  using policy::LS_VK_DISCOVERY_9;
  RegisterForKeys(LS_VK_DISCOVERY_9, "key_names_a_layer", NamesALayer);
  RegisterForKeys(LS_VK_DISCOVERY_9, "manifest_with_a_long_path", FindsLongPath, false);
  RegisterForKeys(LS_VK_DISCOVERY_9, "drive_in_small_letters", FindsOnDriveInSmallLetters, false);
  RegisterForKeys(LS_VK_DISCOVERY_9, "key_with_a_hundred_values", HundredValues);
  for (const FileName& row : kFileNames) {
    RegisterForKeys(
        LS_VK_DISCOVERY_9, row.name,
        [&row](Case& c, const LayerKey& key) { FindsFile(c, key, row.file); }, false);
  }
  for (const uint32_t code_page : {kJapanese, kUtf8}) {
    RegisterForKeys(
        LS_VK_DISCOVERY_9, fmt::format("manifest_of_other_alphabets_in_code_page_{}", code_page),
        [code_page](Case& c, const LayerKey& key) { FindsFileInCodePage(c, key, code_page); },
        false);
  }
}

VULKAN_CASE(LS_VK_DISCOVERY_9, all_keys_at_once) {
  VulkanWorld world(c.subject());
  std::vector<std::string> names;
  std::vector<std::string> asked;
  for (const LayerKey& key : kLayerKeys) {
    names.push_back(std::string("VK_LAYER_LS_") + key.name);
    if (key.kind == LayerKind::kExplicit) asked.push_back(names.back());
    world.With(KindLayer(key.kind, names.back()).In(key.path));
  }
  const Observation seen = RunWithLayers(c, world, LayerKind::kExplicit, asked);
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAreArray(names))
      << "all four keys name layers";
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(names)) << "all four keys name layers";
}

// Keys that no section names, and keys that are not for layers of this API.
struct OtherKey {
  const char* name;
  const char* key;
};

constexpr OtherKey kOtherKeys[] = {
    {"key_above", "HKLM\\SOFTWARE\\Khronos\\Vulkan"},
    {"key_below_explicit_layers", "HKLM\\SOFTWARE\\Khronos\\Vulkan\\ExplicitLayers\\1"},
    {"key_below_implicit_layers", "HKLM\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers\\1"},
    {"key_of_layers", "HKLM\\SOFTWARE\\Khronos\\Vulkan\\Layers"},
    {"key_of_another_major_version", "HKLM\\SOFTWARE\\Khronos\\Vulkan\\2\\ImplicitLayers"},
    {"key_of_another_api", "HKLM\\SOFTWARE\\Khronos\\OpenXR\\1\\ApiLayers\\Implicit"},
    {"key_of_a_similar_name", "HKLM\\SOFTWARE\\Khronos\\Vulkan2\\ImplicitLayers"},
    {"key_without_khronos", "HKLM\\SOFTWARE\\Vulkan\\ImplicitLayers"},
    {"key_of_drivers", "HKLM\\SOFTWARE\\Khronos\\Vulkan\\Drivers"},
    {"key_of_the_users_drivers", "HKCU\\SOFTWARE\\Khronos\\Vulkan\\Drivers"},
};

// Expects that a decoy is neither enumerated nor used nor loaded.
void ExpectNoDecoy(Case& c, VulkanWorld world, const std::string& why) {
  const Observation seen = RunWithLayers(c, world.With(Layer(kOne)), LayerKind::kExplicit, {kOne});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne)) << why;
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne)) << why;
  EXPECT_SEEN(Loaded(seen), Not(Contains(kDecoy))) << why;
}

REGISTER_CASES {
  for (const OtherKey& row : kOtherKeys) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_9}, fmt::format("not_in_{}", row.name),
                 [&row](Case& c) {
                   VulkanWorld world(c.subject());
                   world.With(Layer(kDecoy).Implicit().In(row.key));
                   ExpectNoDecoy(c, world, fmt::format("{} names no layers", row.key));
                 });
  }
}

// The key that an application of the other word size has in place of `key`.
std::string KeyOfOtherWordSize(const LayerKey& key) {
  std::string other = key.path;
  return other.insert(other.find("Khronos"), "WOW6432Node\\");
}

// A layer that only a 32-bit application may get.
void OtherView(Case& c, const LayerKey& key) {
  VulkanWorld world(c.subject());
  world.With(KindLayer(key.kind, kDecoy).In(KeyOfOtherWordSize(key)));
  ExpectNoDecoy(c, world, "an application gets no layer from the key for the other word size");
}

// For a 32-bit application the keys change places: the layer of `key` is below WOW6432Node, and the
// decoy in the key of 64-bit applications.
void KeyOf32Bits(Case& c, const LayerKey& key) {
  if (c.subject().bits != 32) GTEST_SKIP() << "the policy is for 32-bit applications";
  VulkanWorld world(c.subject());
  world.With(KindLayer(key.kind, kOne).In(key.path));
  world.With(KindLayer(key.kind, kDecoy).In(KeyOfOtherWordSize(key)));
  const Observation seen = RunWithLayers(c, world, key.kind, {kOne});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne))
      << "a 32-bit application gets the layers from under WOW6432Node";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne)) << "this layer is enabled";
  EXPECT_SEEN(Loaded(seen), Not(Contains(kDecoy))) << "the other one is for 64-bit applications";
}

void KindIsThatOfTheKey(Case& c, const LayerKey& key) {
  VulkanWorld world(c.subject());
  world.With(Layer(kOne).Implicit().In(key.path));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence();
  });
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne)) << "the layer is reported";
  if (key.kind == LayerKind::kImplicit) {
    EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
        << "a layer of " << key.path << " is enabled without being requested";
  } else {
    EXPECT_SEEN(InstanceChain(seen), IsEmpty())
        << "a layer of " << key.path << " is explicit and was not requested";
  }
}

REGISTER_CASES {
  RegisterForKeys(policy::LS_VK_DISCOVERY_21, "key_of_the_other_word_size", OtherView);
  RegisterForKeys(policy::LS_VK_DISCOVERY_10, "key_of_32_bit_programs", KeyOf32Bits);
  RegisterForKeys(policy::LS_VK_DISCOVERY_20, "key_decides_the_kind", KindIsThatOfTheKey);
}

}  // namespace
}  // namespace loadstone::suites::layer_keys
