// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/common/list_limits.h"
#include "suites/vulkan/filters/filters.h"

// LoaderInterfaceArchitecture, "Filter Environment Variable Behaviors", and
// LoaderApplicationInterface, "Forcing Layers to be Enabled on Windows, Linux and macOS": the lists
// of layers in variables. No section limits the number of elements.
namespace loadstone::suites::lengths {
namespace {

constexpr char kOther[] = "VK_LAYER_SOMEBODY_else";

std::string NameAt(int position) { return fmt::format("VK_LAYER_LS_number_{}", position); }

// The names of the layers, among names of layers that do not exist.
std::string Filter(int length) {
  return ListAtLimits(length, ',', NameAt,
                      [](int position) { return fmt::format("VK_LAYER_LS_missing_{}", position); });
}

std::string Why(const char* variable, int length) {
  return fmt::format("each of the {} elements of {} must have effect", length, variable);
}

void JudgeEnable(Case& c, int length) {
  VulkanWorld world(c.subject());
  const std::vector<std::string> names = NamesAtLimits(length, NameAt);
  for (const std::string& name : names) world.With(Layer(name));
  world.With(Layer(kOther)).Env(kEnableFilter, Filter(length));
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), UnorderedElementsAreArray(names))
      << Why(kEnableFilter, length);
}

void JudgeDisable(Case& c, int length) {
  VulkanWorld world(c.subject());
  for (const std::string& name : NamesAtLimits(length, NameAt)) world.With(Layer(name).Implicit());
  world.With(Layer(kOther).Implicit()).Env(kDisableFilter, Filter(length));
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kOther))
      << Why(kDisableFilter, length);
}

void JudgeAllow(Case& c, int length) {
  VulkanWorld world(c.subject());
  const std::vector<std::string> names = NamesAtLimits(length, NameAt);
  for (const std::string& name : names) world.With(Layer(name).Implicit());
  world.With(Layer(kOther).Implicit())
      .Env(kDisableFilter, "~implicit~")
      .Env(kAllowFilter, Filter(length));
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), UnorderedElementsAreArray(names))
      << Why(kAllowFilter, length);
}

// An unknown name may be an error, and a repeated one counts once, so the other elements repeat the
// first name.
void JudgeNamed(Case& c, int length) {
  VulkanWorld world(c.subject());
  const std::vector<std::string> names = NamesAtLimits(length, NameAt);
  for (const std::string& name : names) world.With(Layer(name));
  world.Env("VK_INSTANCE_LAYERS", ListAtLimits(length, ':', NameAt, [](int) { return NameAt(1); }));
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), UnorderedElementsAreArray(names))
      << Why("VK_INSTANCE_LAYERS", length);
}

REGISTER_CASES {
  for (const int length : kListLengths) {
    using policy::LS_VK_FILTER_5;
    RegisterCase(Api::kVulkan, {LS_VK_FILTER_5, policy::LS_VK_FILTER_1},
                 fmt::format("enable_list_of_{}", length),
                 [length](Case& c) { JudgeEnable(c, length); });
    RegisterCase(Api::kVulkan, {LS_VK_FILTER_5, policy::LS_VK_FILTER_2},
                 fmt::format("disable_list_of_{}", length),
                 [length](Case& c) { JudgeDisable(c, length); });
    RegisterCase(Api::kVulkan, {LS_VK_FILTER_5, policy::LS_VK_FILTER_2, policy::LS_VK_FILTER_3},
                 fmt::format("allow_list_of_{}", length),
                 [length](Case& c) { JudgeAllow(c, length); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_ACTIVATION_4},
                 fmt::format("list_of_{}_names", length),
                 [length](Case& c) { JudgeNamed(c, length); });
  }
}

}  // namespace
}  // namespace loadstone::suites::lengths
