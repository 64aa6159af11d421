// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_PRE_INSTANCE_PRE_INSTANCE_H_
#define LOADSTONE_SUITES_VULKAN_PRE_INSTANCE_PRE_INSTANCE_H_

#include <algorithm>
#include <string>
#include <vector>

#include "harness/probe/app_trace.h"
#include "suites/suites.h"

// Code shared by the cases about pre-instance functions (LoaderLayerInterface, "Pre-Instance
// Functions").
namespace loadstone::suites {

// The three functions, the symbols of the mock layer that intercept them, and how an application
// calls them.
struct PreInstanceFunction {
  const char* name;    // of a case
  const char* vulkan;  // the intercepted function
  const char* symbol;  // the layer's export for it
  void (*call)(VulkanApp& app);
};

inline const PreInstanceFunction kPreInstanceFunctions[] = {
    {"extensions", "vkEnumerateInstanceExtensionProperties",
     "lsPreEnumerateInstanceExtensionProperties",
     [](VulkanApp& app) { app.EnumerateExtensions(); }},
    {"layers", "vkEnumerateInstanceLayerProperties", "lsPreEnumerateInstanceLayerProperties",
     [](VulkanApp& app) { app.EnumerateLayers(); }},
    {"version", "vkEnumerateInstanceVersion", "lsPreEnumerateInstanceVersion",
     [](VulkanApp& app) { app.EnumerateVersion(); }},
};

// A layer whose manifest lists all three functions, or `functions`, the members of an object as
// text.
inline Layer PreInstanceLayer(const std::string& name, const std::string& functions = {}) {
  std::string all;
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    all += (all.empty() ? "\"" : ", \"") + std::string(function.vulkan) + "\": \"" +
           function.symbol + "\"";
  }
  return Layer(name)
      .Binary("vulkan_layer_pre_instance")
      .Manifest("{\"pre_instance_functions\": {" + (functions.empty() ? all : functions) + "}}");
}

// An application that makes each of the three calls.
inline Observation RunPreInstance(Case& c, const VulkanWorld& world) {
  return Observe(c, world, [](VulkanApp& app) {
    for (const PreInstanceFunction& function : kPreInstanceFunctions) function.call(app);
  });
}

// The components whose `symbol` was called, in the order of the returns, each once.
inline std::vector<std::string> Intercepting(const Observation& seen, const std::string& symbol) {
  std::vector<std::string> names;
  for (const Event& event : seen.Select({}, symbol)) {
    if (std::find(names.begin(), names.end(), event.who()) == names.end()) {
      names.push_back(event.who());
    }
  }
  return names;
}

// The version that each of the application's calls of vkEnumerateInstanceVersion returned, or
// "none" if it wrote no version.
inline std::vector<std::string> ReportedVersions(const Observation& seen) {
  std::vector<std::string> versions;
  for (const Event& event : seen.Select(kAppName, "vkEnumerateInstanceVersion")) {
    if (event.phase() == "leave") versions.push_back(event.Text("version", "none"));
  }
  return versions;
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_PRE_INSTANCE_PRE_INSTANCE_H_
