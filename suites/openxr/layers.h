// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_LAYERS_H_
#define LOADSTONE_SUITES_OPENXR_LAYERS_H_

#include <cctype>
#include <string>
#include <vector>

#include "harness/case/openxr_case.h"
#include "harness/probe/app_trace.h"
#include "harness/world/platform.h"

// Code shared by the suites about API layers.
namespace loadstone::suites {

// A layer of one kind at a root such as /etc.
inline ApiLayer LayerAt(const std::string& name, const std::string& root, bool implicit) {
  ApiLayer layer(name);
  if (implicit) return layer.Implicit().In(XrImplicitFolder(root));
  return layer.In(XrExplicitFolder(root));
}

// The names XR_APILAYER_LS_0, ... of `count` layers.
inline std::vector<std::string> LayerNames(size_t count) {
  std::vector<std::string> names;
  for (size_t i = 0; i < count; ++i) names.push_back("XR_APILAYER_LS_" + std::to_string(i));
  return names;
}

// The name of a layer that contains the place of its manifest, for reports.
inline std::string NameAt(const std::string& root) {
  std::string name = "XR_APILAYER_LS_at";
  for (const char c : root) name += isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

// Expects that an application can use the layers in `folders`, one in each; all these folders must
// be searched. `world` is the rest of the machine.
inline void JudgeLayerInEach(Case& c, OpenXrWorld world, const std::vector<std::string>& folders,
                             bool implicit, const char* why) {
  std::vector<std::string> names;
  for (const std::string& folder : folders) {
    ApiLayer layer(NameAt(folder));
    if (implicit) layer.Implicit();
    world.With(layer.In(folder));
    names.push_back(layer.name());
  }
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.RunFullSequence({.layers = implicit ? std::vector<std::string>() : names});
  });
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAreArray(names)) << why;
}

// The names in the application's last list of extensions, in order.
inline std::vector<std::string> ListedExtensionNames(const Observation& seen) {
  std::vector<std::string> names;
  for (const Event& event : seen.Select(kAppName, "xrEnumerateInstanceExtensionProperties")) {
    if (event.phase() == "leave") names = event.List("names");
  }
  return names;
}

inline std::string JoinNames(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ":") + name;
  return text;
}

// A place other than the default one that is searched for manifests of layers of one kind: on Linux
// it sets XDG_DATA_HOME of `world`, on Windows it is the user's key.
inline std::string FolderOfUser(OpenXrWorld& world, const Subject& subject, bool implicit) {
  if (IsWindows(subject)) {
    return (implicit ? subject.folders.implicit_layers : subject.folders.explicit_layers).back();
  }
  world.Env("XDG_DATA_HOME", "/data");
  return implicit ? XrImplicitFolder("/data") : XrExplicitFolder("/data");
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_LAYERS_H_
