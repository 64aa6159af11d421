// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/suites.h"

// LoaderLayerInterface, "Layer Conventions and Rules" and LLP_LAYER_3: the form of layer names. A
// loader may load a misnamed layer or not; it must not crash because of one, nor hide others.
namespace loadstone::suites::layer_names {
namespace {

constexpr char kGood[] = "VK_LAYER_LS_good";
constexpr char kGoodImplicit[] = "VK_LAYER_LS_good_implicit";
constexpr char kMisnamed[] = "misnamed";  // its name in the trace

struct Name {
  const char* word;  // of the case
  std::string name;
};

const Name kNames[] = {
    {"without_prefix", "loadstone"},
    {"prefix_alone", "VK_LAYER_"},
    {"prefix_without_last_underscore", "VK_LAYER"},
    {"prefix_in_small_letters", "vk_layer_LS_misnamed"},
    {"prefix_of_extensions", "VK_LS_misnamed"},
    {"vendor_in_small_letters", "VK_LAYER_ls_misnamed"},
    {"without_vendor", "VK_LAYER__misnamed"},
    {"words_joined_by_hyphens", "VK_LAYER_LS_mis-named"},
    {"words_joined_by_blanks", "VK_LAYER_LS_mis named"},
    {"empty", ""},
    {"one_letter", "x"},
    {"one_blank", " "},
    {"digits", "0123456789"},
    {"path", "../../VK_LAYER_LS_misnamed"},
    {"slash", "VK_LAYER_LS/misnamed"},
    {"colon", "VK_LAYER_LS:misnamed"},
    {"comma", "VK_LAYER_LS,misnamed"},
    {"asterisk", "VK_LAYER_LS_*"},
    {"special_word_of_filters", "~all~"},
    {"conversions_of_printf", "VK_LAYER_LS_%s%n%s%n%100000d"},
    {"quotes_and_backslashes", R"(VK_LAYER_LS_"\'misnamed)"},
    {"control_characters", "VK_LAYER_LS_\x01\x1b[2J\t\nmisnamed"},
    {"letters_of_other_alphabets", "VK_LAYER_LS_\xce\xbb\xe5\xb1\xa4\xf0\x9f\xa7\xb2"},
    {"name_of_a_command", "vkCreateInstance"},
};

Layer Misnamed(const Name& row) {
  return Layer(row.name).Who(kMisnamed).ManifestFile("misnamed.json");
}

void ExpectGoodOnes(const Observation& seen) {
  EXPECT_SEEN(EnumeratedLayers(seen), IsSupersetOf({kGood, kGoodImplicit}))
      << "a misnamed layer must not hide the good ones from the application";
  EXPECT_SEEN(InstanceChain(seen), AnyOf(UnorderedElementsAre(kGoodImplicit, kGood),
                                         UnorderedElementsAre(kGoodImplicit, kGood, kMisnamed)))
      << "the good layers are loaded; the misnamed layer may be loaded or not";
}

// An explicit layer that the application requests. If the loader refuses it, the application runs
// without it.
void JudgeExplicit(Case& c, const Name& row) {
  const Observation seen = Observe(c,
                                   VulkanWorld(c.subject())
                                       .With(Layer(kGoodImplicit).Implicit())
                                       .With(Misnamed(row))
                                       .With(Layer(kGood)),
                                   [&](VulkanApp& app) {
                                     app.EnumerateLayers();
                                     app.RunFullSequence({.layers = {row.name, kGood}});
                                     if (!app.created()) app.RunFullSequence({.layers = {kGood}});
                                   });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), AnyOf("VK_SUCCESS", "VK_ERROR_LAYER_NOT_PRESENT"))
      << "a misnamed layer is used or treated as absent";
  ExpectGoodOnes(seen);
}

void JudgeImplicit(Case& c, const Name& row) {
  const Observation seen =
      Observe(c,
              VulkanWorld(c.subject())
                  .With(Layer(kGoodImplicit).Implicit())
                  .With(Misnamed(row).Implicit().DisabledBy("DISABLE_MISNAMED"))
                  .With(Layer(kGood)),
              [](VulkanApp& app) {
                app.EnumerateLayers();
                app.RunFullSequence({.layers = {kGood}});
              });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "a misnamed implicit layer must not make instance creation fail";
  ExpectGoodOnes(seen);
}

REGISTER_CASES {
  for (const Name& row : kNames) {
    RegisterCase(Api::kVulkan, {policy::LLP_LAYER_3}, fmt::format("explicit_{}", row.word),
                 [&row](Case& c) { JudgeExplicit(c, row); });
    RegisterCase(Api::kVulkan, {policy::LLP_LAYER_3}, fmt::format("implicit_{}", row.word),
                 [&row](Case& c) { JudgeImplicit(c, row); });
  }
}

}  // namespace
}  // namespace loadstone::suites::layer_names
