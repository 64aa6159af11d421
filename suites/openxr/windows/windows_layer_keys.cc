// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/openxr/layers.h"

// api_layer, "Windows Manifest Registry Usage": the keys of API layers and their values.
namespace loadstone::suites::windows_layer_keys {
namespace {

constexpr char kRoot[] = "\\SOFTWARE\\Khronos\\OpenXR\\1\\ApiLayers\\";
constexpr char kGood[] = "XR_APILAYER_LS_good";
constexpr char kOther[] = "XR_APILAYER_LS_other";
constexpr char kOtherManifest[] = "C:\\layers\\other.json";

std::string Key(const std::string& tree, bool implicit) {
  return tree + kRoot + (implicit ? "Implicit" : "Explicit");
}

ApiLayer LayerOf(const std::string& name, bool implicit) {
  ApiLayer layer(name);
  if (implicit) layer.Implicit();
  return layer;
}

// A machine with a valid layer of one kind, and the manifest of another that no value names.
OpenXrWorld Machine(const Case& c, bool implicit) {
  OpenXrWorld world(c.subject());
  world.With(LayerOf(kGood, implicit).In(Key("HKLM", implicit)));
  world.With(LayerOf(kOther, implicit).In("/layers").ManifestFile("other.json"));
  return world;
}

// Enumerates the layers and, if they are explicit, creates an instance with `wanted`.
Observation Use(Case& c, const OpenXrWorld& world, bool implicit,
                const std::vector<std::string>& wanted) {
  return Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = implicit ? std::vector<std::string>() : wanted});
  });
}

void ExpectGoodAlone(const Observation& seen, const char* why) {
  EXPECT_SEEN(ListedApiLayers(seen), AllOf(Contains(kGood), Not(Contains(kOther)))) << why;
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kGood)) << why;
}

const char* KindName(bool implicit) { return implicit ? "implicit" : "explicit"; }

// The four keys, for an ordinary and for an elevated user.
REGISTER_CASES {
  for (const bool implicit : {false, true}) {
    for (const char* tree : {"HKLM", "HKCU"}) {
      const std::string of = tree == std::string("HKLM") ? "machine" : "user";
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_14},
                   fmt::format("{}_key_of_the_{}", KindName(implicit), of), [=](Case& c) {
                     JudgeLayerInEach(c, OpenXrWorld(c.subject()), {Key(tree, implicit)}, implicit,
                                      "the key names manifests of layers");
                   });
    }
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_14},
                 fmt::format("{}_keys_of_machine_and_user", KindName(implicit)), [=](Case& c) {
                   JudgeLayerInEach(c, OpenXrWorld(c.subject()),
                                    {Key("HKLM", implicit), Key("HKCU", implicit)}, implicit,
                                    "both keys name manifests of layers");
                 });
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_14},
                 fmt::format("{}_keys_of_an_elevated_application", KindName(implicit)),
                 [=](Case& c) {
                   OpenXrWorld world = Machine(c, implicit).Elevated();
                   world.With(LayerOf(kOther, implicit).In(Key("HKCU", implicit)));
                   const Observation seen = Use(c, world, implicit, {kGood});
                   std::vector<std::string> chain = ApiLayerChain(seen);
                   if (implicit) std::erase(chain, kOther);
                   EXPECT_SEEN(ListedApiLayers(seen), Contains(kGood))
                       << "the key of the machine is read; the key of the user may be read or not"
                       << reading::LS_XR_LAYER_DISCOVERY_14_r1;
                   EXPECT_SEEN(chain, ElementsAre(kGood)) << "the layer is enabled";
                 });
  }
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_14, key_tells_the_kind) {
  OpenXrWorld world(c.subject());
  // The manifests have the members of implicit layers.
  world.With(ApiLayer(kGood).Implicit().In(Key("HKLM", true)));
  world.With(ApiLayer(kOther).Implicit().In(Key("HKLM", false)));
  const Observation seen = Use(c, world, true, {});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kGood))
      << "a layer is implicit if the key for implicit ones names its manifest";
  EXPECT_SEEN(ListedApiLayers(seen), Contains(kOther)) << "the other one is an explicit layer";
}

// A value in the key of a valid layer; the loader must find only that layer.
struct Value {
  const policy::Id& policy;
  const char* name;
  RegistryValue (*value)(const std::string& key);
};

const Value kDisabled[] = {
    {policy::LS_XR_LAYER_DISCOVERY_16, "data_1",
     [](const std::string& key) { return RegistryDword(key, kOtherManifest, 1); }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "data_2",
     [](const std::string& key) { return RegistryDword(key, kOtherManifest, 2); }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "data_with_a_low_byte_of_0",
     [](const std::string& key) { return RegistryDword(key, kOtherManifest, 0x100); }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "data_with_low_bytes_of_0",
     [](const std::string& key) { return RegistryDword(key, kOtherManifest, 0x10000); }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "data_with_the_highest_bit",
     [](const std::string& key) { return RegistryDword(key, kOtherManifest, 0x80000000); }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "data_of_all_bits",
     [](const std::string& key) { return RegistryDword(key, kOtherManifest, 0xffffffff); }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "path_as_data",
     [](const std::string& key) { return RegistryText(key, "layer", kOtherManifest); }},
};

REGISTER_CASES {
  for (const Value& row : kDisabled) {
    for (const bool implicit : {false, true}) {
      for (const char* tree : {"HKLM", "HKCU"}) {
        const char* of = tree == std::string("HKLM") ? "" : "_of_the_user";
        RegisterCase(Api::kOpenXr, {row.policy},
                     fmt::format("{}_{}{}", KindName(implicit), row.name, of),
                     [&row, implicit, tree](Case& c) {
                       OpenXrWorld world = Machine(c, implicit);
                       world.Registry(row.value(Key(tree, implicit)));
                       ExpectGoodAlone(Use(c, world, implicit, {kGood}),
                                       "a value whose data is not 0 disables its layer");
                     });
      }
    }
  }
}

// An application, or XR_ENABLE_API_LAYERS, requests the layer that its value disables.
void JudgeRequested(Case& c, const Value& row, bool implicit, bool by_variable) {
  OpenXrWorld world = Machine(c, implicit);
  world.Registry(row.value(Key("HKLM", implicit)));
  if (by_variable) world.Env("XR_ENABLE_API_LAYERS", kOther);
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = {by_variable ? kGood : kOther}});
  });
  EXPECT_SEEN(ListedApiLayers(seen), AllOf(Contains(kGood), Not(Contains(kOther))))
      << "a value whose data is not 0 disables its layer";
  EXPECT_SEEN(Loaded(seen), Not(Contains(kOther)))
      << "a value whose data is not 0 disables its layer, whoever requests it";
  if (by_variable) return;  // no document says what happens to the instance
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_ERROR_API_LAYER_NOT_PRESENT")
      << "a layer that a value disables is not present";
}

REGISTER_CASES {
  for (const bool implicit : {false, true}) {
    for (const bool by_variable : {false, true}) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_16},
                   fmt::format("{}_{}_requested_by_{}", KindName(implicit), kDisabled[0].name,
                               by_variable ? "the_environment" : "the_application"),
                   [=](Case& c) { JudgeRequested(c, kDisabled[0], implicit, by_variable); });
    }
  }
}

// Values that may be used or ignored, or that name nothing; the other layer must be found.
const Value kOpen[] = {
    {policy::LS_XR_LAYER_DISCOVERY_16, "long_number_0",
     [](const std::string& key) { return RegistryQword(key, kOtherManifest, 0); }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "text_0",
     [](const std::string& key) { return RegistryText(key, kOtherManifest, "0"); }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "empty_text",
     [](const std::string& key) { return RegistryText(key, kOtherManifest, ""); }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "four_bytes_of_0",
     [](const std::string& key) {
       return RegistryBytes(key, kOtherManifest, std::string(4, '\0'));
     }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "no_bytes",
     [](const std::string& key) { return RegistryBytes(key, kOtherManifest, ""); }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "many_bytes",
     [](const std::string& key) {
       return RegistryBytes(key, kOtherManifest, std::string(100000, '\0'));
     }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "number_of_two_bytes",
     [](const std::string& key) {
       RegistryValue value = RegistryDword(key, kOtherManifest, 0);
       value.data.resize(2);
       return value;
     }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "name_without_a_folder",
     [](const std::string& key) { return RegistryDword(key, "other.json", 0); }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "name_without_a_drive",
     [](const std::string& key) { return RegistryDword(key, "\\layers\\other.json", 0); }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "name_that_is_empty",
     [](const std::string& key) { return RegistryDword(key, "", 0); }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "name_of_no_path",
     [](const std::string& key) { return RegistryDword(key, "<>|?* \"", 0); }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "name_of_a_missing_file",
     [](const std::string& key) { return RegistryDword(key, "C:\\layers\\none.json", 0); }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "name_of_a_missing_drive",
     [](const std::string& key) { return RegistryDword(key, "Q:\\other.json", 0); }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "name_of_a_folder",
     [](const std::string& key) { return RegistryDword(key, "C:\\layers", 0); }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "name_of_no_json",
     [](const std::string& key) { return RegistryDword(key, "C:\\layers\\text.json", 0); }},
    {policy::LS_XR_LAYER_DISCOVERY_16, "name_of_10000_characters",
     [](const std::string& key) {
       return RegistryDword(key, "C:\\" + std::string(10000, 'x') + ".json", 0);
     }},
};

REGISTER_CASES {
  for (const Value& row : kOpen) {
    for (const bool implicit : {false, true}) {
      RegisterCase(
          Api::kOpenXr, {row.policy}, fmt::format("{}_beside_{}", KindName(implicit), row.name),
          [&row, implicit](Case& c) {
            OpenXrWorld world = Machine(c, implicit);
            world.File("/layers/text.json", "no JSON");
            world.Registry(row.value(Key("HKLM", implicit)));
            const Observation seen = Use(c, world, implicit, {kGood});
            std::vector<std::string> chain = ApiLayerChain(seen);
            if (implicit) std::erase(chain, kOther);
            EXPECT_SEEN(ListedApiLayers(seen), Contains(kGood))
                << "another value must not hide the layer of this one"
                << reading::LS_XR_LAYER_DISCOVERY_16_r1 << reading::LS_XR_LAYER_DISCOVERY_16_r2;
            EXPECT_SEEN(chain, ElementsAre(kGood)) << "the layer is enabled";
          });
    }
  }
}

// The example of the section: the first and the last of three values, but not the middle one.
OPENXR_CASE(LS_XR_LAYER_DISCOVERY_16, first_and_last_of_three) {
  OpenXrWorld world(c.subject());
  const std::string key = Key("HKLM", false);
  const std::pair<const char*, const char*> layers[] = {
      {"XR_APILAYER_LS_a", "/vendor a"}, {"XR_APILAYER_LS_b", "/b"}, {"XR_APILAYER_LS_c", "/b"}};
  uint32_t data = 0;
  for (const auto& [name, folder] : layers) {
    world.With(ApiLayer(name).In(folder));
    world.Registry(RegistryDword(key, WindowsPath(fmt::format("{}/{}.json", folder, name)), data));
    data = 1 - data;
  }
  const Observation seen = Use(c, world, false, {"XR_APILAYER_LS_c", "XR_APILAYER_LS_a"});
  EXPECT_SEEN(ListedApiLayers(seen), UnorderedElementsAre("XR_APILAYER_LS_a", "XR_APILAYER_LS_c"))
      << "the value in the middle has the data 1";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre("XR_APILAYER_LS_c", "XR_APILAYER_LS_a"))
      << "the layers whose values have the data 0 are present";
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_16, other_files_of_the_folder_are_not_read) {
  OpenXrWorld world = Machine(c, false);
  world.With(ApiLayer("XR_APILAYER_LS_named").In("/layers").ManifestFile("named.json"));
  world.Registry(RegistryDword(Key("HKCU", false), "C:\\layers\\named.json", 0));
  const Observation seen = Use(c, world, false, {"XR_APILAYER_LS_named"});
  EXPECT_SEEN(ListedApiLayers(seen), UnorderedElementsAre(kGood, "XR_APILAYER_LS_named"))
      << "a value names a manifest, not its folder";
}

// A hundred values, one of which names nothing.
void JudgeHundred(Case& c, bool implicit) {
  OpenXrWorld world(c.subject());
  const std::vector<std::string> names = LayerNames(100);
  for (const std::string& name : names) {
    world.With(LayerOf(name, implicit).In(Key("HKLM", implicit)));
  }
  world.Registry(RegistryDword(Key("HKLM", implicit), "C:\\nowhere\\none.json", 0));
  const Observation seen = Use(c, world, implicit, {names.back(), names.front()});
  EXPECT_SEEN(ListedApiLayers(seen), UnorderedElementsAreArray(names)) << "each value is read";
  if (!implicit) {
    EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(names.back(), names.front()))
        << "the layers that the application names are present";
  }
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_16, hundred_explicit_values) { JudgeHundred(c, false); }
OPENXR_CASE(LS_XR_LAYER_DISCOVERY_16, hundred_implicit_values) { JudgeHundred(c, true); }

// Keys other than those of layers of OpenXR 1, with a layer of each kind.
struct Decoys {
  const policy::Id& policy;
  const char* name;
  std::vector<std::string> keys;
  const char* why;
  unsigned bits = 0;  // of the applications that the policy is for; 0: of all
};

std::vector<Decoys> AllDecoys() {
  return {{policy::LS_XR_LAYER_DISCOVERY_19,
           "other_versions",
           {"SOFTWARE\\Khronos\\OpenXR\\ApiLayers", "SOFTWARE\\Khronos\\OpenXR\\0\\ApiLayers",
            "SOFTWARE\\Khronos\\OpenXR\\2\\ApiLayers", "SOFTWARE\\Khronos\\OpenXR\\10\\ApiLayers",
            "SOFTWARE\\Khronos\\OpenXR\\1.0\\ApiLayers"},
           "the key of OpenXR 1 is called 1"},
          {policy::LS_XR_LAYER_DISCOVERY_19,
           "other_kinds",
           {"SOFTWARE\\Khronos\\OpenXR\\1", "SOFTWARE\\Khronos\\OpenXR\\1\\ApiLayers\\Sub",
            "SOFTWARE\\Khronos\\OpenXR\\1\\ApiLayers\\Explicit",
            "SOFTWARE\\Khronos\\OpenXR\\1\\ApiLayers\\Implicit"},
           "the keys for layers are ApiLayers\\Implicit and ApiLayers\\Explicit"},
          {policy::LS_XR_LAYER_DISCOVERY_21,
           "32_bit_programs",
           {"SOFTWARE\\WOW6432Node\\Khronos\\OpenXR\\1\\ApiLayers",
            "WOW6432Node\\SOFTWARE\\Khronos\\OpenXR\\1\\ApiLayers"},
           "the keys under WOW6432Node are for 32-bit applications",
           64},
          // For a 32-bit application the keys change places: these are those of 64-bit ones.
          {policy::LS_XR_LAYER_DISCOVERY_15,
           "64_bit_programs",
           {"SOFTWARE\\WOW6432Node\\Khronos\\OpenXR\\1\\ApiLayers"},
           "the keys of a 32-bit application are under WOW6432Node",
           32}};
}

REGISTER_CASES {
  for (const Decoys& decoys : AllDecoys()) {
    for (const bool implicit : {false, true}) {
      RegisterCase(Api::kOpenXr, {decoys.policy},
                   fmt::format("{}_keys_of_{}", KindName(implicit), decoys.name),
                   [decoys, implicit](Case& c) {
                     if (decoys.bits != 0 && c.subject().bits != decoys.bits) {
                       GTEST_SKIP() << "the policy is for " << decoys.bits << "-bit applications";
                     }
                     OpenXrWorld world = Machine(c, implicit);
                     for (const std::string tree : {"HKLM\\", "HKCU\\"}) {
                       for (const std::string& key : decoys.keys) {
                         for (const char* kind : {"\\Implicit", "\\Explicit"}) {
                           world.Registry(RegistryDword(tree + key + kind, kOtherManifest, 0));
                         }
                       }
                     }
                     ExpectGoodAlone(Use(c, world, implicit, {kGood}), decoys.why);
                   });
    }
  }
}

// XR_API_LAYER_PATH replaces both keys for explicit layers, and none for implicit ones.
OPENXR_CASE(LS_XR_LAYER_DISCOVERY_9, in_place_of_both_keys, policy::LS_XR_LAYER_DISCOVERY_14) {
  OpenXrWorld world(c.subject());
  for (const char* tree : {"HKLM", "HKCU"}) {
    world.With(ApiLayer(fmt::format("XR_APILAYER_LS_e_{}", tree)).In(Key(tree, false)));
    world.With(ApiLayer(fmt::format("XR_APILAYER_LS_i_{}", tree)).Implicit().In(Key(tree, true)));
  }
  world.With(ApiLayer(kGood).In("/layers")).Env("XR_API_LAYER_PATH", "/layers");
  const Observation seen = Use(c, world, false, {kGood});
  EXPECT_SEEN(ListedApiLayers(seen),
              UnorderedElementsAre(kGood, "XR_APILAYER_LS_i_HKLM", "XR_APILAYER_LS_i_HKCU"))
      << "explicit layers come from the folders of the variable, implicit ones from the keys";
  EXPECT_SEEN(ApiLayerChain(seen),
              UnorderedElementsAre(kGood, "XR_APILAYER_LS_i_HKLM", "XR_APILAYER_LS_i_HKCU"))
      << "these layers are enabled";
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_14, layer_path_variable) {
  OpenXrWorld world = Machine(c, false).Elevated();
  world.Env("XR_API_LAYER_PATH", "/layers");
  ExpectGoodAlone(Use(c, world, false, {kGood}),
                  "in a process of high integrity XR_API_LAYER_PATH is not used");
}

}  // namespace
}  // namespace loadstone::suites::windows_layer_keys
