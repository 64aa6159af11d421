// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_FILTERS_FILTERS_H_
#define LOADSTONE_SUITES_VULKAN_FILTERS_FILTERS_H_

#include <sstream>
#include <string>
#include <vector>

#include "suites/suites.h"

// Code shared by the cases about the filter variables (LoaderLayerInterface, "Layer Filtering").
namespace loadstone::suites {

inline constexpr char kEnableFilter[] = "VK_LOADER_LAYERS_ENABLE";
inline constexpr char kDisableFilter[] = "VK_LOADER_LAYERS_DISABLE";
inline constexpr char kAllowFilter[] = "VK_LOADER_LAYERS_ALLOW";

inline constexpr char kImplicitA[] = "VK_LAYER_LS_implicit_a";
inline constexpr char kImplicitB[] = "VK_LAYER_LS_implicit_b";
inline constexpr char kExplicitA[] = "VK_LAYER_LS_explicit_a";
inline constexpr char kExplicitB[] = "VK_LAYER_LS_explicit_b";

// Two layers of each kind.
inline VulkanWorld WorldOfFour(const Subject& subject) {
  VulkanWorld world(subject);
  world.With(Layer(kImplicitA).Implicit())
      .With(Layer(kImplicitB).Implicit())
      .With(Layer(kExplicitA))
      .With(Layer(kExplicitB));
  return world;
}

// The parts, with `separator` between them.
inline std::string JoinedBy(const std::vector<std::string>& parts, char separator) {
  std::string text;
  for (const std::string& part : parts) {
    text += (text.empty() ? "" : std::string(1, separator)) + part;
  }
  return text;
}

// An application that requests `layers` and uses an instance and a device.
inline Observation RunAsking(Case& c, const VulkanWorld& world,
                             const std::vector<std::string>& layers = {}) {
  return Observe(c, world, [&](VulkanApp& app) { app.RunFullSequence({.layers = layers}); });
}

// The lines of `text`.
inline std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// A message about a filter is a line with the names of the layer that it enables or disables and of
// the variable; the wording is free (LS_VK_FILTER_6.r1, LS_VK_FILTER_7.r1).
inline void ExpectFilterMessages(const Observation& seen, const char* variable,
                                 const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    EXPECT_SEEN(Lines(seen.output()), Contains(AllOf(HasSubstr(name), HasSubstr(variable))))
        << "a message must report that " << name << " is on or off because of " << variable;
  }
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_FILTERS_FILTERS_H_
