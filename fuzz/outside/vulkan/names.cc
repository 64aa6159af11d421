#include "fuzz/outside/vulkan/names.h"

#include <fmt/format.h>

#include <algorithm>

#include "fuzz/outside/near_name.h"

namespace loadstone::fuzz::vulkan {
namespace {

// Few names, so that layers meet their like.
constexpr const char* kNames[] = {"VK_LAYER_LS_a", "VK_LAYER_LS_b", "VK_LAYER_LS_c",
                                  "VK_LAYER_LS_d", "VK_LAYER_LS_e", "VK_LAYER_LS_f",
                                  "VK_LAYER_LS_ab", "VK_LAYER_VENDOR_x", "VK_LAYER_VENDOR_xy",
                                  // A name that ends in another, and holds the beginning of all.
                                  "VK_LAYER_LS_VK_LAYER_LS_a"};
// As long as a name can be.
const std::string& LongName() {
  static const std::string name = "VK_LAYER_LS_" + std::string(243, 'l');
  return name;
}

// The names, and as a manifest that the generator made has each of them.
struct NameInManifest {
  std::string name;
  std::string member;
};

const std::vector<NameInManifest>& NamesInManifests() {
  static const auto names = [] {
    std::vector<NameInManifest> all;
    const auto add = [&](const std::string& name) {
      all.push_back({name, fmt::format("\"name\":\"{}\"", name)});
    };
    for (const char* name : kNames) add(name);
    add(LongName());
    return all;
  }();
  return names;
}

}  // namespace

std::string AnyName(Random& random) { return random.Chance(2) ? LongName() : random.Pick(kNames); }

std::string LikelyName(const Input& input, Random& random) {
  std::vector<const std::string*> names;
  if (random.Chance(75)) {
    for (const NameInManifest& one : NamesInManifests()) {
      const bool there = std::any_of(input.files.begin(), input.files.end(), [&](const auto& file) {
        return file.second.find(one.member) != std::string::npos;
      });
      if (there) names.push_back(&one.name);
    }
  }
  return names.empty() ? AnyName(random) : *names[random.Below(names.size())];
}

std::string ListedName(const Input& input, unsigned near, Random& random) {
  const std::string name = LikelyName(input, random);
  return random.Chance(near) ? NearName(name, random) : name;
}

std::vector<std::string> AppKeys(Random& random) {
  std::vector<std::string> keys;
  for (size_t i = 0, count = 1 + random.Below(2); i < count; ++i) {
    keys.push_back(random.Chance(25)   ? "/usr/bin/other"
                   : random.Chance(50) ? kApplicationPath
                                       : NearName(kApplicationPath, random));
  }
  return keys;
}

}  // namespace loadstone::fuzz::vulkan
