// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/windows/adapt.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "fuzz/outside/api.h"
#include "harness/world/platform.h"
#include "oracle/registry.h"

namespace loadstone::fuzz::windows::adapt_test {
namespace {

using oracle::NamedFile;
using oracle::NamedFiles;
using oracle::Tristate;

Subject DllOf(Api api) {
  const std::string vulkan = "\\SOFTWARE\\Khronos\\Vulkan\\";
  const std::string openxr = "\\SOFTWARE\\Khronos\\OpenXR\\1";
  Subject subject;
  subject.api = api;
  subject.platform = kWindows;
  subject.spec = subject.api_version = {1, 3, 239};
  if (api == Api::kVulkan) {
    subject.folders = {
        .explicit_layers = {"HKLM" + vulkan + "ExplicitLayers", "HKCU" + vulkan + "ExplicitLayers"},
        .implicit_layers = {"HKLM" + vulkan + "ImplicitLayers", "HKCU" + vulkan + "ImplicitLayers"},
        .drivers = {"HKLM" + vulkan + "Drivers"}};
  } else {
    subject.folders = {.explicit_layers = {"HKLM" + openxr + "\\ApiLayers\\Explicit"},
                       .implicit_layers = {"HKLM" + openxr + "\\ApiLayers\\Implicit"},
                       .drivers = {"HKLM" + openxr}};
  }
  return subject;
}

class Machines : public ::testing::TestWithParam<Api> {
 protected:
  Machines()
      : subject_(DllOf(GetParam())),
        made_for_(WithFoldersOfKeys(subject_)),
        generator_(FindApi(GetParam()).NewGenerator(made_for_, {})) {}

  Input Make() {
    Input input = generator_->Make(random_);
    Adapt(input, subject_, random_);
    return input;
  }

  const Subject subject_;
  const Subject made_for_;
  std::unique_ptr<Generator> generator_;
  Random random_{1};
};

TEST_P(Machines, AreOfWindows) {
  for (int i = 0; i < 300; ++i) {
    const Input input = Make();
    EXPECT_EQ(input.platform, kWindows);
    for (const auto& [name, value] : input.environment) {
      EXPECT_FALSE(name.starts_with("XDG_") || name.starts_with("LD_")) << name;
    }
    for (const auto& [path, text] : input.files) {
      EXPECT_EQ(path.find_first_of("\\:<>|?*\""), std::string::npos) << path;
    }
    EXPECT_EQ(InputFromJson(ToJson(input)), input);
  }
}

TEST_P(Machines, HaveFilesThatValuesCertainlyAndMaybeName) {
  int certainly = 0, maybe = 0;
  for (int i = 0; i < 300; ++i) {
    const Input input = Make();
    for (const auto& keys : {subject_.folders.explicit_layers, subject_.folders.implicit_layers}) {
      for (const NamedFile& one : NamedFiles(input, keys)) {
        (one.named == Tristate::kYes ? certainly : maybe) += 1;
      }
    }
  }
  EXPECT_GT(certainly, 100);
  EXPECT_GT(maybe, 10);
  EXPECT_GT(certainly, 4 * maybe);
}

TEST_P(Machines, HaveNoVariableWithTheNameOfAnotherInAnotherCase) {
  Input input = Make();
  input.files["/fuzz/explicit/z.json"] = R"({"disable_environment": {"LS_OFF_a": "1"}})";
  input.environment = {{"LS_OFF_A", "x"}, {"LS_OFF_b", "x"}, {"LS_OFF_B", "y"}, {"LS_c", "x"}};
  Adapt(input, subject_, random_);
  EXPECT_FALSE(input.environment.contains("LS_OFF_A")) << "a manifest has it with another case";
  EXPECT_EQ(input.environment.contains("LS_OFF_b") + input.environment.contains("LS_OFF_B"), 1);
  EXPECT_TRUE(input.environment.contains("LS_c"));
}

INSTANTIATE_TEST_SUITE_P(Adapt, Machines, ::testing::Values(Api::kVulkan, Api::kOpenXr),
                         [](const auto& api) { return std::string(Name(api.param)); });

TEST(AdaptOpenXr, NamesTheActiveRuntimeOnce) {
  const Subject subject = DllOf(Api::kOpenXr);
  const Subject made_for = WithFoldersOfKeys(subject);
  const auto generator = FindApi(Api::kOpenXr).NewGenerator(made_for, {});
  Random random(1);
  int named = 0;
  for (int i = 0; i < 200; ++i) {
    Input input = generator->Make(random);
    Adapt(input, subject, random);
    Adapt(input, subject, random);
    const auto values =
        std::count_if(input.registry.begin(), input.registry.end(),
                      [](const RegistryValue& value) { return value.name == "ActiveRuntime"; });
    EXPECT_LE(values, 1);
    named += static_cast<int>(values);
  }
  EXPECT_GT(named, 100);
}

}  // namespace
}  // namespace loadstone::fuzz::windows::adapt_test
