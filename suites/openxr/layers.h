// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_LAYERS_H_
#define LOADSTONE_SUITES_OPENXR_LAYERS_H_

#include <cctype>
#include <string>
#include <vector>

#include "harness/case/openxr_case.h"
#include "harness/world/platform.h"

// What the suites about API layers have in common.
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

// The name of a layer that tells where its manifest is, so that a report does.
inline std::string NameAt(const std::string& root) {
  std::string name = "XR_APILAYER_LS_at";
  for (const char c : root) name += isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

// An application that uses the layers of all `folders`, one in each; what they have in common is
// that they are searched. `world` has everything else.
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
    app.RunThrough({.layers = implicit ? std::vector<std::string>() : names});
  });
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAreArray(names)) << why;
}

inline std::string JoinNames(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ":") + name;
  return text;
}

// Another place than the default one in which manifests of layers of one kind are looked for: on
// Linux XDG_DATA_HOME of `world` leads there, on Windows it is the user's key.
inline std::string FolderOfUser(OpenXrWorld& world, const Subject& subject, bool implicit) {
  if (IsWindows(subject)) {
    return (implicit ? subject.folders.implicit_layers : subject.folders.explicit_layers).back();
  }
  world.Env("XDG_DATA_HOME", "/data");
  return implicit ? XrImplicitFolder("/data") : XrExplicitFolder("/data");
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_LAYERS_H_
