// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/common/bad_files.h"
#include "suites/common/wrong_types.h"
#include "suites/openxr/layers.h"

// api_layer, "API Layer Manifest File Format": an invalid manifest gives no layer, and does not
// affect other layers.
namespace loadstone::suites::bad_layer_manifests {
namespace {

constexpr char kGoodExplicit[] = "XR_APILAYER_LS_good_explicit";
constexpr char kGoodImplicit[] = "XR_APILAYER_LS_good_implicit";
constexpr char kBad[] = "XR_APILAYER_LS_bad";

// Puts a bad file at a path that ends in .json.
using PlaceBad = std::function<void(World&, const std::string&)>;

// A valid manifest of an installed layer: a loader that tolerates an error in it may use the layer.
std::string ManifestOf(const std::string& name) {
  return ApiLayer(name).Implicit().ManifestText(MockLibraryPath(kBad));
}

// A bad manifest may still describe a layer, which is enabled if it is an implicit one.
enum class Bad { kIsNoLayer, kIsALayerWithoutLibrary };

// Runs an application that requests a valid explicit layer, on a machine that also has a valid
// implicit one, and that has the bad file in the folders of both, with names that sort before and
// after theirs, and in another searched folder. Only one of the bad files is implicit: if a loader
// uses it, one library must not be in a chain twice.
void JudgeWithBadFile(Case& c, const PlaceBad& place, Bad bad) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kBad).In("/not/searched"));
  const ApiLayer good_explicit(kGoodExplicit);
  const ApiLayer good_implicit = ApiLayer(kGoodImplicit).Implicit();
  world.With(good_explicit).With(good_implicit);
  place(world.machine(), world.DefaultFolder(good_explicit) + "/A_first.json");
  place(world.machine(), world.DefaultFolder(good_explicit) + "/zz_last.json");
  place(world.machine(), FolderOfUser(world, c.subject(), false) + "/bad.json");
  place(world.machine(), world.DefaultFolder(good_implicit) + "/bad.json");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = {kGoodExplicit}});
  });
  std::vector<std::string> chain = ApiLayerChain(seen);
  std::erase_if(chain, [](const std::string& who) { return who.starts_with(kBad); });
  EXPECT_SEEN(XrResultOf(seen, "xrEnumerateApiLayerProperties"), "XR_SUCCESS")
      << "a bad manifest must not prevent an application from listing the good layers";
  EXPECT_SEEN(ListedApiLayers(seen), Contains(kGoodExplicit))
      << "a bad manifest must not hide the good explicit layer next to it";
  const std::string created = XrResultOf(seen, "xrCreateInstance");
  if (bad == Bad::kIsALayerWithoutLibrary && created != "XR_SUCCESS") {
    EXPECT_SEEN(created, IsXrError())
        << "an enabled layer that cannot be loaded may or may not be an error"
        << reading::LS_XR_LAYER_MANIFEST_15_r1;
    return;
  }
  EXPECT_SEEN(created, "XR_SUCCESS")
      << "a bad manifest of a layer that nothing requests must not make instance creation fail";
  EXPECT_SEEN(chain, ElementsAre(kGoodImplicit, kGoodExplicit))
      << "the good layers next to a bad manifest must be loaded, each once"
      << reading::LS_XR_LAYER_MANIFEST_13_r1;
}

void Register(const std::string& name, const PlaceBad& place, Bad bad = Bad::kIsNoLayer) {
  RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_MANIFEST_13}, name,
               [place, bad](Case& c) { JudgeWithBadFile(c, place, bad); });
}

void RegisterText(const std::string& name, const std::function<std::string()>& text,
                  Bad bad = Bad::kIsNoLayer) {
  Register(
      name, [text](World& world, const std::string& path) { world.File(path, text()); }, bad);
}

REGISTER_CASES {
  const ManifestTerms terms = {.manifest = [] { return ManifestOf(kBad); },
                               .other_manifest = [] { return ManifestOf("XR_APILAYER_LS_bad_2"); },
                               .object = "api_layer",
                               .name = kBad};
  for (const BadFile& bad : BadFiles(terms)) Register(bad.name, bad.place);
}

// One change of a valid manifest's "api_layer" object.
struct Member {
  const char* name;
  const char* change;  // merged into it; null removes a member
};

constexpr Member kMembers[] = {
    {"name_missing", R"({"name": null})"},
    {"name_empty", R"({"name": ""})"},
    {"name_number", R"({"name": 17})"},
    {"name_list", R"({"name": ["XR_APILAYER_LS_bad"]})"},
    {"name_object", R"({"name": {"name": "XR_APILAYER_LS_bad"}})"},
    {"library_path_missing", R"({"library_path": null})"},
    {"library_path_empty", R"({"library_path": ""})"},
    {"library_path_number", R"({"library_path": 1})"},
    {"library_path_list", R"({"library_path": ["/opt/loadstone/libmissing.so"]})"},
    {"api_version_missing", R"({"api_version": null})"},
    {"api_version_number", R"({"api_version": 1.0})"},
    {"api_version_object", R"({"api_version": {}})"},
    {"api_version_empty", R"({"api_version": ""})"},
    {"api_version_text", R"({"api_version": "newest"})"},
    {"api_version_negative", R"({"api_version": "-1.-1"})"},
    {"implementation_version_missing", R"({"implementation_version": null})"},
    {"implementation_version_number", R"({"implementation_version": 1})"},
    {"implementation_version_text", R"({"implementation_version": "one"})"},
    {"implementation_version_list", R"({"implementation_version": [1]})"},
    {"implementation_version_enormous", R"({"implementation_version": "99999999999999999999"})"},
    {"description_missing", R"({"description": null})"},
    {"description_number", R"({"description": 1})"},
    {"description_list", R"({"description": ["a", "b"]})"},
    {"functions_list", R"({"functions": ["xrNegotiateLoaderApiLayerInterface"]})"},
    {"functions_text", R"({"functions": "xrNegotiateLoaderApiLayerInterface"})"},
    {"functions_of_numbers", R"({"functions": {"xrNegotiateLoaderApiLayerInterface": 1}})"},
    {"instance_extensions_object", R"({"instance_extensions": {"name": "XR_LS_a"}})"},
    {"instance_extensions_text", R"({"instance_extensions": "XR_LS_a"})"},
    {"instance_extensions_of_numbers", R"({"instance_extensions": [1, 2, 3]})"},
    {"instance_extensions_empty_objects", R"({"instance_extensions": [{}, {}]})"},
    {"instance_extension_without_version", R"({"instance_extensions": [{"name": "XR_LS_a"}]})"},
    {"instance_extension_name_number",
     R"({"instance_extensions": [{"name": 1, "extension_version": {}}]})"},
    {"disable_environment_missing", R"({"disable_environment": null})"},
    {"disable_environment_empty", R"({"disable_environment": ""})"},
    {"disable_environment_object", R"({"disable_environment": {"OFF": "1"}})"},
    {"disable_environment_list", R"({"disable_environment": ["OFF"]})"},
    {"disable_environment_number", R"({"disable_environment": 1})"},
    {"enable_environment_empty", R"({"enable_environment": ""})"},
    {"enable_environment_object", R"({"enable_environment": {"ON": "1"}})"},
    {"enable_environment_number", R"({"enable_environment": 1})"},
    {"unknown_members", R"({"XR_LS": 1, "": {}, "\u0000": [], "layer": {"name": "x"}})"},
};

std::string WithChange(const std::string& change) {
  return ApiLayer(kBad).Implicit().Manifest(change).ManifestText(MockLibraryPath(kBad));
}

REGISTER_CASES {
  for (const Member& member : kMembers) {
    RegisterText(member.name, [&member] { return WithChange(member.change); });
  }
}

// A whole manifest around a valid "api_layer" object, which {0} stands for.
struct Frame {
  const char* name;
  const char* text;
};

constexpr Frame kFrames[] = {
    {"file_format_version_missing", R"({{"api_layer": {0}}})"},
    {"file_format_version_number", R"({{"file_format_version": 1.0, "api_layer": {0}}})"},
    {"file_format_version_object", R"({{"file_format_version": {{}}, "api_layer": {0}}})"},
    {"file_format_version_empty", R"({{"file_format_version": "", "api_layer": {0}}})"},
    {"file_format_version_text", R"({{"file_format_version": "newest", "api_layer": {0}}})"},
    {"file_format_version_enormous",
     R"({{"file_format_version": "99999999999.0.0", "api_layer": {0}}})"},
    {"api_layer_missing", R"({{"file_format_version": "1.0.0"}})"},
    {"api_layer_null", R"({{"file_format_version": "1.0.0", "api_layer": null}})"},
    {"api_layer_text", R"({{"file_format_version": "1.0.0", "api_layer": "a"}})"},
    {"api_layer_number", R"({{"file_format_version": "1.0.0", "api_layer": 1}})"},
    {"api_layer_list", R"({{"file_format_version": "1.0.0", "api_layer": [{0}]}})"},
    {"api_layer_empty", R"({{"file_format_version": "1.0.0", "api_layer": {{}}}})"},
    {"vulkan_layer", R"({{"file_format_version": "1.0.0", "layer": {0}}})"},
    {"runtime_manifest", R"({{"file_format_version": "1.0.0", "runtime": {0}}})"},
};

REGISTER_CASES {
  for (const Frame& frame : kFrames) {
    RegisterText(frame.name, [&frame] {
      const std::string text = ManifestOf(kBad);
      const size_t begin = text.find('{', 1);
      return fmt::format(fmt::runtime(frame.text), text.substr(begin, text.rfind('}') - begin));
    });
  }
}

// The table of the format; several elements of each list are listed separately.
REGISTER_CASES {
  static const ManifestFormat kFormat = {
      .manifest = ApiLayer(kBad)
                      .Implicit()
                      .Extensions({{"XR_LS_1"}, {"XR_LS_2"}, {"XR_LS_3"}})
                      .Manifest(R"({"functions": {"xrNegotiateLoaderApiLayerInterface":
                                                  "xrNegotiateLoaderApiLayerInterface"}})")
                      .ManifestText(MockLibraryPath(kBad)),
      .places = {
          {"/file_format_version", JsonKind::kText},
          {"/api_layer", JsonKind::kObject},
          {"/api_layer/name", JsonKind::kText},
          {"/api_layer/library_path", JsonKind::kText},
          {"/api_layer/api_version", JsonKind::kText},
          {"/api_layer/implementation_version", JsonKind::kText},
          {"/api_layer/description", JsonKind::kText},
          {"/api_layer/functions", JsonKind::kObject},
          {"/api_layer/functions/xrNegotiateLoaderApiLayerInterface", JsonKind::kText},
          {"/api_layer/instance_extensions", JsonKind::kList},
          {"/api_layer/instance_extensions/0", JsonKind::kObject},
          {"/api_layer/instance_extensions/1", JsonKind::kObject},
          {"/api_layer/instance_extensions/2", JsonKind::kObject},
          {"/api_layer/instance_extensions/0/name", JsonKind::kText},
          {"/api_layer/instance_extensions/2/name", JsonKind::kText},
          {"/api_layer/instance_extensions/0/extension_version", JsonKind::kText},
          {"/api_layer/instance_extensions/2/extension_version", JsonKind::kText},
          {"/api_layer/disable_environment", JsonKind::kText},
      }};
  // Separate, because with this member the layer would be disabled in the other cases.
  static const ManifestFormat kEnableFormat = {
      .manifest = ApiLayer(kBad)
                      .Implicit()
                      .Manifest(R"({"enable_environment": "LS_ON"})")
                      .ManifestText(MockLibraryPath(kBad)),
      .places = {{"/api_layer/enable_environment", JsonKind::kText}}};
  for (const WrongType& wrong : WrongTypes(kEnableFormat)) {
    RegisterText(wrong.name, [manifests = wrong.manifests] { return manifests().front(); });
  }
  for (const WrongType& wrong : WrongTypes(kFormat)) {
    // Such a value may be converted to a path that does not exist.
    const bool of_path = wrong.name.starts_with("api_layer_library_path_is");
    RegisterText(
        wrong.name, [manifests = wrong.manifests] { return manifests().front(); },
        of_path ? Bad::kIsALayerWithoutLibrary : Bad::kIsNoLayer);
  }
}

// Very long texts, in each member that a loader may copy.
REGISTER_CASES {
  for (const char* member :
       {"name", "library_path", "api_version", "implementation_version", "description"}) {
    for (const size_t size : {size_t{256}, size_t{5000}, size_t{1000000}}) {
      const auto text = [member, size] {
        const char filler = member[0] == 'i' ? '9' : 'x';
        return WithChange(JsonObject().Set(member, std::string(size, filler)).Text());
      };
      RegisterText(
          fmt::format("{}_of_{}_characters", member, size), text,
          member == std::string("library_path") ? Bad::kIsALayerWithoutLibrary : Bad::kIsNoLayer);
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::bad_layer_manifests
