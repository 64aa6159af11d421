// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/world/code_page.h"
#include "policies/reading_ids.h"
#include "suites/openxr/runtimes.h"

// runtime, "Windows Active Runtime Location": the value ActiveRuntime.
namespace loadstone::suites::windows_active_runtime {
namespace {

constexpr char kKey[] = "HKLM\\SOFTWARE\\Khronos\\OpenXR\\1";
constexpr char kValue[] = "ActiveRuntime";
constexpr char kVendor[] = "vendor";
constexpr char kManifest[] = "C:\\runtimes\\vendor.json";
constexpr char kDecoy[] = "decoy";
constexpr char kDecoyManifest[] = "C:\\runtimes\\decoy.json";

// A machine with manifests of two runtimes, neither of which is active.
OpenXrWorld Machine(const Case& c) {
  OpenXrWorld world(c.subject());
  world.WithoutRuntime();
  world.With(Runtime(kVendor).In("/runtimes").ManifestFile("vendor.json"));
  world.With(Runtime(kDecoy).In("/runtimes").ManifestFile("decoy.json"));
  return world;
}

Observation RunIn(Case& c, const OpenXrWorld& world) {
  return Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
}

void ExpectNoRuntime(const Observation& seen, const char* why) {
  EXPECT_SEEN(RuntimesReached(seen), IsEmpty()) << why;
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
      << "without a runtime no instance can be created" << reading::LS_XR_LOADER_15_r1;
}

// The value, and the runtimes that it may select.
struct Active {
  const char* name;
  RegistryValue (*value)();
  enum class Allowed { kVendor, kVendorOrError, kError } allowed;
};

const Active kActive[] = {
    {"text", [] { return RegistryText(kKey, kValue, kManifest); }, Active::Allowed::kVendor},
    {"text_without_a_zero",
     [] {
       RegistryValue value = RegistryText(kKey, kValue, kManifest);
       value.data.resize(value.data.size() - 2);
       return value;
     },
     Active::Allowed::kVendorOrError},
    {"text_of_an_odd_number_of_bytes",
     [] {
       RegistryValue value = RegistryText(kKey, kValue, kManifest);
       value.data.pop_back();
       return value;
     },
     Active::Allowed::kVendorOrError},
    {"text_with_variables",
     [] { return RegistryExpandedText(kKey, kValue, "C:\\%LS_FOLDER%\\vendor.json"); },
     Active::Allowed::kVendorOrError},
    {"list_of_texts",
     [] {
       return RegistryTexts(kKey, kValue, {kManifest, kDecoyManifest});
     },
     Active::Allowed::kVendorOrError},
    {"bytes_of_the_path",
     [] { return RegistryBytes(kKey, kValue, RegistryText(kKey, kValue, kManifest).data); },
     Active::Allowed::kVendorOrError},
    {"number", [] { return RegistryDword(kKey, kValue, 0); }, Active::Allowed::kError},
    {"long_number", [] { return RegistryQword(kKey, kValue, 0); }, Active::Allowed::kError},
    {"no_bytes", [] { return RegistryBytes(kKey, kValue, ""); }, Active::Allowed::kError},
    {"empty_text", [] { return RegistryText(kKey, kValue, ""); }, Active::Allowed::kError},
    {"text_without_any_bytes",
     [] {
       RegistryValue value = RegistryText(kKey, kValue, "");
       value.data.clear();
       return value;
     },
     Active::Allowed::kError},
    {"file_that_is_missing", [] { return RegistryText(kKey, kValue, "C:\\runtimes\\no.json"); },
     Active::Allowed::kError},
    {"drive_that_is_missing", [] { return RegistryText(kKey, kValue, "Q:\\vendor.json"); },
     Active::Allowed::kError},
    {"folder", [] { return RegistryText(kKey, kValue, "C:\\runtimes"); }, Active::Allowed::kError},
    {"longer_than_any_path",
     [] { return RegistryText(kKey, kValue, "C:\\" + std::string(40000, 'x') + ".json"); },
     Active::Allowed::kError},
    {"path_without_a_drive", [] { return RegistryText(kKey, kValue, "\\runtimes\\vendor.json"); },
     Active::Allowed::kVendorOrError},
    {"file_name", [] { return RegistryText(kKey, kValue, "vendor.json"); },
     Active::Allowed::kVendorOrError},
};

void JudgeActive(Case& c, const Active& active) {
  OpenXrWorld world = Machine(c);
  world.Env("LS_FOLDER", "runtimes").Registry(active.value());
  const Observation seen = RunIn(c, world);
  switch (active.allowed) {
    case Active::Allowed::kVendor:
      ExpectRuntime(seen, kVendor, "the value names the manifest of the active runtime");
      break;
    case Active::Allowed::kVendorOrError:
      // LS_XR_RUNTIME_DISCOVERY_12.r1, LS_XR_RUNTIME_DISCOVERY_12.r2
      ExpectRuntimeOrError(seen, kVendor);
      break;
    case Active::Allowed::kError:
      ExpectNoRuntime(seen, "the value does not lead to a manifest");
      break;
  }
}

REGISTER_CASES {
  for (const Active& active : kActive) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_RUNTIME_DISCOVERY_12},
                 fmt::format("value_is_{}", active.name),
                 [&active](Case& c) { JudgeActive(c, active); });
  }
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_12, folder_with_blanks_and_other_letters) {
  OpenXrWorld world = Machine(c);
  world.With(Runtime("other").In("/Program Files/Höhle (x86)").ManifestFile("a b.json"));
  world.Registry(RegistryText(kKey, kValue, "C:\\Program Files\\Höhle (x86)\\a b.json"));
  ExpectRuntime(RunIn(c, world), "other", "the value names the manifest of the active runtime");
}

// The second byte of this letter in code page 932 is that of a backslash.
void JudgeCodePage(Case& c, uint32_t code_page) {
  OpenXrWorld world = Machine(c);
  world.Registry(CodePageValue(code_page));
  world.With(Runtime("other").In("/表").ManifestFile("other.json"));
  world.Registry(RegistryText(kKey, kValue, "C:\\表\\other.json"));
  ExpectRuntime(RunIn(c, world), "other", "the value names the manifest of the active runtime");
}

REGISTER_CASES {
  for (const uint32_t code_page : {kJapanese, kUtf8}) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_RUNTIME_DISCOVERY_12},
                 fmt::format("other_letters_in_code_page_{}", code_page),
                 [code_page](Case& c) { JudgeCodePage(c, code_page); });
  }
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_12, other_values_name_no_active_runtime) {
  OpenXrWorld world = Machine(c);
  for (const char* name : {"", "Active", "ActiveRuntime2", "Runtime", kDecoyManifest}) {
    world.Registry(RegistryText(kKey, name, kDecoyManifest));
  }
  world.Registry(RegistryDword(std::string(kKey) + "\\AvailableRuntimes", kDecoyManifest, 0));
  ExpectNoRuntime(RunIn(c, world), "only ActiveRuntime names the active runtime");
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_12, among_other_values) {
  OpenXrWorld world = Machine(c);
  for (const char* name : {"", "A", "ActiveRuntime1", "zzz"}) {
    world.Registry(RegistryText(kKey, name, kDecoyManifest));
  }
  world.Registry(RegistryText(kKey, kValue, kManifest));
  const Observation seen = RunIn(c, world);
  ExpectRuntime(seen, kVendor, "the value names the manifest of the active runtime");
  EXPECT_SEEN(Loaded(seen), ElementsAre(kVendor)) << "no other value names the active runtime";
}

// AvailableRuntimes is for tools: the loader acts as if the active runtime were the only one that
// is installed ("Runtime Enumeration").
OpenXrWorld MachineWithAvailable(const Case& c, const char* active) {
  OpenXrWorld world = Machine(c);
  const std::string available = std::string(kKey) + "\\AvailableRuntimes";
  world.Registry(RegistryDword(available, kManifest, 1));
  world.Registry(RegistryDword(available, kDecoyManifest, 0));
  world.Registry(RegistryText(available, kValue, kDecoyManifest));
  return world.Registry(RegistryText(kKey, kValue, active));
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_12, beside_available_runtimes) {
  const Observation seen = RunIn(c, MachineWithAvailable(c, kManifest));
  ExpectRuntime(seen, kVendor, "the value names the manifest of the active runtime");
  EXPECT_SEEN(Loaded(seen), ElementsAre(kVendor)) << "an available runtime is not the active one";
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_12, missing_beside_available_runtimes) {
  ExpectNoRuntime(RunIn(c, MachineWithAvailable(c, "C:\\runtimes\\missing.json")),
                  "an available runtime does not replace the active one");
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_12, elevated_application_beside_available_runtimes) {
  const Observation seen = RunIn(c, MachineWithAvailable(c, kManifest).Elevated());
  ExpectRuntime(seen, kVendor, "the key of the machine applies to every application");
  EXPECT_SEEN(Loaded(seen), ElementsAre(kVendor)) << "an available runtime is not the active one";
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_12, elevated_application) {
  OpenXrWorld world = Machine(c);
  world.Registry(RegistryText(kKey, kValue, kManifest)).Elevated();
  ExpectRuntime(RunIn(c, world), kVendor, "the key of the machine applies to every application");
}

// Keys other than that of the active runtime: each has a value for the decoy, alone or together
// with the correct value.
struct Decoys {
  const policy::Id& policy;
  const char* name;
  std::vector<std::string> keys;
  const char* why;
  unsigned bits = 0;  // of the applications that the policy is for; 0: of all
};

std::vector<Decoys> AllDecoys() {
  const std::string user = "HKCU\\SOFTWARE\\Khronos\\OpenXR\\1";
  return {
      {policy::LS_XR_RUNTIME_DISCOVERY_19,
       "other_versions",
       {"HKLM\\SOFTWARE\\Khronos\\OpenXR", "HKLM\\SOFTWARE\\Khronos\\OpenXR\\0",
        "HKLM\\SOFTWARE\\Khronos\\OpenXR\\2", "HKLM\\SOFTWARE\\Khronos\\OpenXR\\10",
        "HKLM\\SOFTWARE\\Khronos\\OpenXR\\01", "HKLM\\SOFTWARE\\Khronos\\OpenXR\\1.0",
        "HKLM\\SOFTWARE\\Khronos\\OpenXR\\1\\1", "HKLM\\SOFTWARE\\Khronos\\OpenXR 1"},
       "the key of OpenXR 1 is called 1"},
      {policy::LS_XR_RUNTIME_DISCOVERY_20,
       "user",
       {user},
       "the active runtime is the one of HKEY_LOCAL_MACHINE"},
      {policy::LS_XR_RUNTIME_DISCOVERY_21,
       "32_bit_programs",
       {"HKLM\\SOFTWARE\\WOW6432Node\\Khronos\\OpenXR\\1",
        "HKLM\\WOW6432Node\\SOFTWARE\\Khronos\\OpenXR\\1"},
       "the keys under WOW6432Node are for 32-bit applications",
       64},
      // For a 32-bit application the keys change places: this one is that of 64-bit applications.
      {policy::LS_XR_RUNTIME_DISCOVERY_13,
       "64_bit_programs",
       {"HKLM\\SOFTWARE\\WOW6432Node\\Khronos\\OpenXR\\1"},
       "the key of a 32-bit application is under WOW6432Node",
       32},
  };
}

void JudgeDecoys(Case& c, const Decoys& decoys, bool beside) {
  if (decoys.bits != 0 && c.subject().bits != decoys.bits) {
    GTEST_SKIP() << "the policy is for " << decoys.bits << "-bit applications";
  }
  OpenXrWorld world = Machine(c);
  for (const std::string& key : decoys.keys) {
    world.Registry(RegistryText(key, kValue, kDecoyManifest));
  }
  if (beside) world.Registry(RegistryText(kKey, kValue, kManifest));
  const Observation seen = RunIn(c, world);
  if (!beside) {
    ExpectNoRuntime(seen, decoys.why);
    return;
  }
  ExpectRuntime(seen, kVendor, decoys.why);
  EXPECT_SEEN(Loaded(seen), ElementsAre(kVendor)) << decoys.why;
}

REGISTER_CASES {
  for (const Decoys& decoys : AllDecoys()) {
    for (const bool beside : {false, true}) {
      RegisterCase(
          Api::kOpenXr, {decoys.policy},
          fmt::format("key_of_{}_{}", decoys.name, beside ? "beside_the_right_one" : "alone"),
          [decoys, beside](Case& c) { JudgeDecoys(c, decoys, beside); });
    }
  }
}

// At medium integrity: LS_XR_RUNTIME_DISCOVERY_10 and 11 on any platform.
OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_14, runtime_variable) {
  OpenXrWorld world = Machine(c);
  world.Registry(RegistryText(kKey, kValue, kManifest));
  world.Env("XR_RUNTIME_JSON", kDecoyManifest).Elevated();
  const Observation seen = RunIn(c, world);
  ExpectRuntime(seen, kVendor, "in a process of high integrity XR_RUNTIME_JSON is not used");
  EXPECT_SEEN(Loaded(seen), ElementsAre(kVendor))
      << "the other runtime is not loaded, because nothing else names it";
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_14, runtime_variable_without_an_active_runtime) {
  OpenXrWorld world = Machine(c);
  world.Env("XR_RUNTIME_JSON", kDecoyManifest).Elevated();
  ExpectNoRuntime(RunIn(c, world), "in a process of high integrity XR_RUNTIME_JSON is not used");
}

// A path without a drive: LS_XR_RUNTIME_DISCOVERY_10.r3. Only Windows has drives.
OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_10, has_no_drive, policy::LS_XR_RUNTIME_DISCOVERY_12) {
  OpenXrWorld world = Machine(c);
  world.Registry(RegistryText(kKey, kValue, kManifest));
  world.Env("XR_RUNTIME_JSON", "\\runtimes\\decoy.json");
  const Observation seen = RunIn(c, world);
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), AnyOf(Eq("XR_SUCCESS"), IsXrError()))
      << "the application must get an answer";
  EXPECT_SEEN(RuntimesReached(seen), AnyOf(ElementsAre(kDecoy), ElementsAre(kVendor), IsEmpty()))
      << "no more than one runtime is active";
}

}  // namespace
}  // namespace loadstone::suites::windows_active_runtime
