#ifndef LOADSTONE_HARNESS_SUITES_OPENXR_LAYERS_H_
#define LOADSTONE_HARNESS_SUITES_OPENXR_LAYERS_H_

#include <string>
#include <vector>

#include "harness/probe/openxr_case.h"

// What the suites about API layers have in common.
namespace loadstone {

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

inline std::string JoinNames(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ":") + name;
  return text;
}

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SUITES_OPENXR_LAYERS_H_
