#include <fmt/format.h>

#include "harness/suites/suites.h"

// LLP_LOADER_4: a layer whose API version is incompatible with the loader's is not loaded. Certain
// are the same major version that is not newer (loaded) and another major version (not loaded).
namespace loadstone {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::ElementsAre;
using testing::Not;

constexpr char kGood[] = "VK_LAYER_LS_good";
constexpr char kOdd[] = "VK_LAYER_LS_odd";

enum class Due { kIn, kOut, kEither };

// Versions are written with the subject's own in place of MAJOR, MINOR and PATCH.
struct Row {
  const char* name;
  const char* manifest;  // members of the "layer" object
  Due due;
};
const Row kRows[] = {
    {"own_version", R"({"api_version": "MAJOR.MINOR.PATCH"})", Due::kIn},
    {"own_minor_version", R"({"api_version": "MAJOR.MINOR.0"})", Due::kIn},
    {"first_version_of_the_major", R"({"api_version": "MAJOR.0.0"})", Due::kIn},
    {"older_minor_with_large_patch", R"({"api_version": "MAJOR.0.250"})", Due::kIn},
    {"major_0", R"({"api_version": "0.9.0"})", Due::kOut},
    {"major_2", R"({"api_version": "2.0.0"})", Due::kOut},
    {"major_10", R"({"api_version": "10.0.0"})", Due::kOut},
    {"newer_minor", R"({"api_version": "MAJOR.99.0"})", Due::kEither},
    {"newer_patch", R"({"api_version": "MAJOR.MINOR.4000"})", Due::kEither},
    {"variant", R"({"api_version": "1.MAJOR.0.0"})", Due::kEither},
    {"four_parts", R"({"api_version": "MAJOR.MINOR.0.0"})", Due::kEither},
    {"one_part", R"({"api_version": "MAJOR"})", Due::kEither},
    {"two_parts", R"({"api_version": "MAJOR.MINOR"})", Due::kEither},
    {"empty", R"({"api_version": ""})", Due::kEither},
    {"words", R"({"api_version": "latest"})", Due::kEither},
    {"negative", R"({"api_version": "-1.0.0"})", Due::kEither},
    {"overflowing", R"({"api_version": "99999999999999999999.0.0"})", Due::kEither},
    {"hexadecimal", R"({"api_version": "0x1.0x0.0x0"})", Due::kEither},
    {"number", R"({"api_version": 1.3})", Due::kEither},
    {"list", R"({"api_version": [1, 3, 0]})", Due::kEither},
    {"true", R"({"api_version": true})", Due::kEither},
    {"missing", R"({"api_version": null})", Due::kEither},
};

std::string Filled(const Subject& subject, std::string text) {
  const auto replace = [&text](const std::string& word, uint32_t number) {
    for (size_t at; (at = text.find(word)) != std::string::npos;) {
      text.replace(at, word.size(), std::to_string(number));
    }
  };
  replace("MAJOR", subject.api_version.major);
  replace("MINOR", subject.api_version.minor);
  replace("PATCH", subject.api_version.patch);
  return text;
}

void Judge(Case& c, const Row& row, bool implicit) {
  Layer odd = Layer(kOdd).Manifest(Filled(c.subject(), row.manifest));
  if (implicit) odd.Implicit();
  VulkanWorld world(c.subject());
  world.With(Layer(kGood)).With(odd);
  if (!implicit) world.Env("VK_INSTANCE_LAYERS", kOdd);
  const Observation seen =
      Observe(c, world, [](VulkanApp& app) { app.RunThrough({.layers = {kGood}}); });
  const auto with = ElementsAre(kOdd, kGood);
  const auto without = ElementsAre(kGood);
  switch (row.due) {
    case Due::kIn:
      EXPECT_THAT(InstanceChain(seen), with)
          << "a layer of the loader's major API version that is not newer is loaded";
      break;
    case Due::kOut:
      EXPECT_THAT(InstanceChain(seen), without)
          << "a layer of another major API version must not be loaded, and hides no other";
      EXPECT_THAT(Called(seen), Not(Contains(kOdd)))
          << "nothing may be asked of a layer of another major API version";
      break;
    case Due::kEither:
      EXPECT_THAT(InstanceChain(seen), AnyOf(with, without))
          << "a layer with such an api_version is loaded or not, and hides no other";
      break;
  }
}

[[maybe_unused]] const bool registered = [] {
  for (const Row& row : kRows) {
    for (const bool implicit : {false, true}) {
      RegisterCase("vulkan", {policy::LLP_LOADER_4},
                   fmt::format("{}_{}", implicit ? "implicit" : "explicit", row.name),
                   [&row, implicit](Case& c) { Judge(c, row, implicit); });
    }
  }
  return true;
}();

}  // namespace
}  // namespace loadstone
