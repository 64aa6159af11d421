// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/case/unjudged.h"
#include "oracle/vulkan/layers.h"
#include "suites/vulkan/discovery/layer_kinds.h"
#include "suites/vulkan/manifest_of_several.h"

// LoaderLayerInterface, "Requirements of a Well-Behaved Loader": a layer whose API version is
// incompatible with the loader is not loaded. No section defines incompatible versions other than
// another major version, so newer ones may be loaded or not, and so may layers whose version cannot
// be parsed: LLP_LOADER_4.r1, oracle/vulkan/layers.h. Each machine also has a layer of version 1.0.
namespace loadstone::suites::api_version {
namespace {

constexpr char kGood[] = "VK_LAYER_LS_good";
constexpr char kJudged[] = "VK_LAYER_LS_judged";

// The api_version in a manifest, as JSON, for the subject's own version.
using VersionOf = std::function<std::string(const policy::Version&)>;

std::string Quoted(const std::string& text) { return fmt::format("\"{}\"", text); }

VersionOf Fixed(const std::string& text) {
  return [text](const policy::Version&) { return Quoted(text); };
}

bool IsText(const std::string& json) {
  return json.size() > 1 && json.front() == '"' && json.back() == '"';
}

// A value that is not a string is not a version.
oracle::Tristate IsLoaded(const std::string& json, const policy::Version& own) {
  return IsText(json) ? oracle::vulkan::LoadsApiVersion(json.substr(1, json.size() - 2), own)
                      : oracle::Tristate::kMaybe;
}

// The application requests both layers if they are explicit; implicit ones are enabled by default.
// Another case tests whether a request of a rejected layer fails.
Observation Look(Case& c, LayerKind kind, const VersionOf& version) {
  VulkanWorld world(c.subject());
  world
      .With(
          KindLayer(kind, kJudged)
              .Manifest(fmt::format(R"({{"api_version": {}}})", version(c.subject().api_version))))
      .With(KindLayer(kind, kGood).Api("1.0.0"));
  return Observe(c, world, [kind](VulkanApp& app) {
    app.EnumerateLayers();
    InstanceRequest request;
    if (kind == LayerKind::kExplicit) request.layers = {kGood, kJudged};
    // If the layer is rejected there is no instance, so the application retries without it.
    if (app.CreateInstance(request) != VK_SUCCESS) {
      request.layers = {kGood};
      app.CreateInstance(request);
    }
    if (app.instance() == VK_NULL_HANDLE) return;
    if (app.CreateDevice() == VK_SUCCESS) app.DestroyDevice();
    app.DestroyInstance();
  });
}

void Judge(Case& c, LayerKind kind, const VersionOf& version) {
  const Observation seen = Look(c, kind, version);
  const std::string text = version(c.subject().api_version);
  const oracle::Tristate loaded = IsLoaded(text, c.subject().api_version);
  // Without a version nothing is incompatible: the manifest is a bad one, beside a good one.
  if (!IsText(text)) AttributeFailureTo(policy::LS_VK_DISCOVERY_6.text);
  EXPECT_SEEN(InstanceChain(seen), ContainsOnce(kGood))
      << "a layer of version 1.0.0 must be loaded, whatever the version of another layer is";
  EXPECT_SEEN(EnumeratedLayers(seen), Contains(kGood))
      << "a layer of version 1.0.0 must be offered, whatever the version of another layer is";
  if (loaded == oracle::Tristate::kYes) {
    EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kGood, kJudged))
        << "a layer of API version " << text << " is compatible with a loader of "
        << c.subject().api_version.ToString() << " and must be loaded";
    EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAre(kGood, kJudged))
        << "a layer with a compatible API version must be in the device chain";
  }
  if (loaded == oracle::Tristate::kNo) {
    EXPECT_SEEN(InstanceChain(seen), Not(Contains(kJudged)))
        << "a layer of API version " << text << " is incompatible with a loader of "
        << c.subject().api_version.ToString() << " and must not be loaded";
    EXPECT_SEEN(DeviceChain(seen), Not(Contains(kJudged)))
        << "a layer with an incompatible API version must not be in the device chain";
  }
}

void Register(const std::string& name, const VersionOf& version) {
  for (const LayerKind kind : kLayerKinds) {
    RegisterCase(Api::kVulkan, {policy::LLP_LOADER_4, policy::LS_VK_DISCOVERY_6},
                 fmt::format("{}_{}", KindName(kind), name),
                 [=](Case& c) { Judge(c, kind, version); });
  }
}

// The subject's version plus these numbers.
VersionOf Relative(int major, int minor, int patch) {
  return [=](const policy::Version& own) {
    return Quoted(fmt::format("{}.{}.{}", static_cast<int>(own.major) + major,
                              static_cast<int>(own.minor) + minor,
                              static_cast<int>(own.patch) + patch));
  };
}

REGISTER_CASES {
  Register("first_version", Fixed("1.0.0"));
  Register("first_minor_version_with_a_patch", Fixed("1.0.33"));
  Register("own_version", Relative(0, 0, 0));
  Register("own_minor_version", [](const policy::Version& own) {
    return Quoted(fmt::format("{}.{}.0", own.major, own.minor));
  });
  Register("older_minor_version_with_a_newer_patch", [](const policy::Version& own) {
    return Quoted(fmt::format("{}.{}.{}", own.major, own.minor == 0 ? 0 : own.minor - 1,
                              own.minor == 0 ? own.patch : own.patch + 1));
  });
}

REGISTER_CASES {
  Register("major_version_2", Fixed("2.0.0"));
  Register("major_version_2_with_own_minor_and_patch", Relative(1, 0, 0));
  Register("major_version_10", Fixed("10.0.0"));
  Register("major_version_11", Fixed("11.1.1"));
  Register("major_version_127", Fixed("127.0.0"));
}

// Versions that the documents do not cover.
REGISTER_CASES {
  struct Either {
    const char* name;
    const char* json;
  };
  for (const Either& either : {
           Either{"major_version_0", R"("0.9.0")"},
           Either{"version_0", R"("0.0.0")"},
           Either{"highest_fields", R"("127.1023.4095")"},
           Either{"fields_too_high", R"("128.1024.4096")"},
           Either{"major_version_that_wraps_to_1", R"("129.0.0")"},
           Either{"major_version_of_4294967297", R"("4294967297.0.0")"},
           Either{"fields_of_64_bits", R"("18446744073709551617.0.0")"},
           Either{"fields_enormous", R"("99999999999999999999999999999.9.9")"},
           Either{"minor_version_enormous", R"("1.4294967295.0")"},
           Either{"patch_version_enormous", R"("1.0.4294967295")"},
           Either{"empty", R"("")"},
           Either{"blank", R"("   ")"},
           Either{"major_version_only", R"("1")"},
           Either{"without_patch", R"("1.0")"},
           Either{"letter_for_minor", R"("1.x")"},
           Either{"letters", R"("one.zero.zero")"},
           Either{"minus_sign", R"("-1.0.0")"},
           Either{"minus_sign_in_the_middle", R"("1.-1.0")"},
           Either{"plus_sign", R"("+1.0.0")"},
           Either{"four_fields", R"("1.0.0.0")"},
           Either{"variant_before_the_version", R"("1.1.0.0")"},
           Either{"variant_0_before_the_version", R"("0.1.0.0")"},
           Either{"points_only", R"("...")"},
           Either{"point_first", R"(".1.0.0")"},
           Either{"point_last", R"("1.0.0.")"},
           Either{"commas", R"("1,0,0")"},
           Either{"blanks_around", R"(" 1.0.0 ")"},
           Either{"leading_zeros", R"("01.00.00")"},
           Either{"hexadecimal", R"("0x1.0x0.0x0")"},
           Either{"letter_v_before", R"("v1.0.0")"},
           Either{"suffix", R"("1.0.0-beta")"},
           Either{"format_string", R"("%s%n%d.%n.%n")"},
           Either{"null_character", R"("1.0\u0000.0")"},
           Either{"digits_that_are_not_ascii", "\"\u0661.\u0660.\u0660\""},
           Either{"number", "1.3"},
           Either{"whole_number", "1"},
           Either{"encoded_number", "4206592"},
           Either{"boolean", "true"},
           Either{"list", "[1, 0, 0]"},
           Either{"object", R"({"major": 1, "minor": 0, "patch": 0})"},
       }) {
    const std::string json = either.json;
    Register(either.name, [json](const policy::Version&) { return json; });
  }
  Register("newer_minor_version", Relative(0, 1, 0));
  Register("much_newer_minor_version", Relative(0, 99, 0));
  Register("newer_patch_version", Relative(0, 0, 1));
  Register("missing", [](const policy::Version&) { return "null"; });
  Register("of_100000_digits",
           [](const policy::Version&) { return Quoted(fmt::format("{:1<100000}.0.0", "")); });
}

VULKAN_CASE(LLP_LOADER_4, one_of_two_layers_of_a_manifest) {
  VulkanWorld world(c.subject());
  AddInOneManifest(world, c.subject(),
                   {Layer(kJudged).Implicit().Api("2.0.0"), Layer(kGood).Implicit().Api("1.0.0")});
  const Observation seen = RunWithLayers(c, world, LayerKind::kImplicit, {});
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kGood))
      << "of two layers of a manifest, the one of an incompatible API version must not be loaded, "
         "and the other one must";
}

}  // namespace
}  // namespace loadstone::suites::api_version
