// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/vulkan/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "fuzz/outside/near_name.h"

namespace loadstone::fuzz::vulkan {
namespace {

// Few names, so that layers with the same name meet.
constexpr const char* kNames[] = {"VK_LAYER_LS_a", "VK_LAYER_LS_b", "VK_LAYER_LS_c",
                                  "VK_LAYER_LS_d", "VK_LAYER_LS_e", "VK_LAYER_LS_f",
                                  "VK_LAYER_LS_ab", "VK_LAYER_VENDOR_x", "VK_LAYER_VENDOR_xy",
                                  // A name that ends in another name, and begins like all of them.
                                  "VK_LAYER_LS_VK_LAYER_LS_a"};
// A name of the maximum length.
const std::string& LongName() {
  static const std::string name = "VK_LAYER_LS_" + std::string(243, 'l');
  return name;
}

// The known names that layers of `input` have, in manifests that the generator made.
std::vector<const std::string*> ExistingNames(const Input& input) {
  static const auto known = [] {
    std::vector<std::string> names(std::begin(kNames), std::end(kNames));
    names.push_back(LongName());
    return names;
  }();
  constexpr std::string_view kMember = "\"name\":\"";
  std::vector<bool> is_there(known.size());
  for (const auto& [path, text] : input.files) {
    for (size_t at = 0; (at = text.find(kMember, at)) != std::string::npos;) {
      at += kMember.size();
      const size_t end = text.find('"', at);
      if (end == std::string::npos) break;
      const auto name = std::string_view(text).substr(at, end - at);
      const auto found = std::find(known.begin(), known.end(), name);
      if (found != known.end()) is_there[static_cast<size_t>(found - known.begin())] = true;
    }
  }
  std::vector<const std::string*> names;
  for (size_t i = 0; i < known.size(); ++i) {
    if (is_there[i]) names.push_back(&known[i]);
  }
  return names;
}

}  // namespace

std::string AnyName(Random& random) { return random.Chance(2) ? LongName() : random.Pick(kNames); }

std::string LikelyName(const Input& input, Random& random) {
  const auto names = random.Chance(75) ? ExistingNames(input) : std::vector<const std::string*>();
  return names.empty() ? AnyName(random) : *names[random.Below(names.size())];
}

std::string ListedName(const Input& input, unsigned percent, Random& random) {
  const std::string name = LikelyName(input, random);
  return random.Chance(percent) ? SimilarName(name, random) : name;
}

std::vector<std::string> AppKeys(Random& random) {
  std::vector<std::string> keys;
  for (size_t i = 0, count = 1 + random.Below(2); i < count; ++i) {
    keys.push_back(random.Chance(25)   ? "/usr/bin/other"
                   : random.Chance(50) ? kApplicationPath
                                       : SimilarName(kApplicationPath, random));
  }
  return keys;
}

}  // namespace loadstone::fuzz::vulkan
