// SPDX-License-Identifier: Apache-2.0
#include "mock_runtime/vulkan/vulkan_registry.h"

#include <algorithm>
#include <functional>
#include <map>
#include <pugixml.hpp>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace loadstone::mock {
namespace {

constexpr char kCore[] = "VK_VERSION_1_";

pugi::xml_node Registry() {
  static const auto* document = [] {
    auto* loaded = new pugi::xml_document;
    if (!loaded->load_file(LOADSTONE_VULKAN_REGISTRY)) {
      throw std::runtime_error("cannot read " LOADSTONE_VULKAN_REGISTRY);
    }
    return loaded;
  }();
  return document->child("registry");
}

pugi::xml_node ExtensionNode(const std::string& name) {
  return Registry().child("extensions").find_child_by_attribute("extension", "name", name.c_str());
}

std::vector<std::string> SplitAtCommas(const char* list) {
  std::vector<std::string> parts;
  std::istringstream stream(list);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

// The minor number in VK_VERSION_1_<minor>, or -1 for another text.
int CoreMinor(const std::string& text) {
  return text.starts_with(kCore) ? std::stoi(text.substr(sizeof(kCore) - 1)) : -1;
}

// Whether the registry requires another extension in addition to this one and a core version.
bool RequiresAnotherExtension(const pugi::xml_node& require) {
  const std::string depends =
      std::string(require.attribute("extension").value()) + require.attribute("depends").value();
  return depends.find("VK_KHR") != std::string::npos || depends.find("VK_EXT") != std::string::npos;
}

// Whether a part of the registry is for Vulkan; newer registries have parts that are only for
// Vulkan SC.
bool IsForVulkanApi(const pugi::xml_node& node) {
  const std::vector<std::string> apis = SplitAtCommas(node.attribute("api").value());
  return apis.empty() || std::find(apis.begin(), apis.end(), "vulkan") != apis.end();
}

std::vector<pugi::xml_node> RequiredBy(const pugi::xml_node& extension_or_version) {
  std::vector<pugi::xml_node> blocks;
  for (const pugi::xml_node& block : extension_or_version.children("require")) {
    if (IsForVulkanApi(block)) blocks.push_back(block);
  }
  return blocks;
}

// Evaluates an expression of names, in which `+` means and, `,` means or: finds the missing names.
// If no alternative is complete, those of the first.
class Dependencies {
 public:
  Dependencies(std::string_view expression, std::function<bool(const std::string&)> is_there)
      : rest_(expression), is_there_(std::move(is_there)) {}

  std::vector<std::string> Missing() {
    std::vector<std::string> missing = MissingOfTerm();
    while (!rest_.empty() && rest_.front() != ')') {
      const bool is_and = rest_.front() == '+';
      rest_.remove_prefix(1);
      const std::vector<std::string> more = MissingOfTerm();
      if (is_and) {
        missing.insert(missing.end(), more.begin(), more.end());
      } else if (more.empty()) {
        missing.clear();
      }
    }
    return missing;
  }

 private:
  std::vector<std::string> MissingOfTerm() {
    if (rest_.starts_with('(')) {
      rest_.remove_prefix(1);
      std::vector<std::string> missing = Missing();
      rest_.remove_prefix(std::min<size_t>(1, rest_.size()));
      return missing;
    }
    const std::string name(rest_.substr(0, rest_.find_first_of("+,()")));
    rest_.remove_prefix(name.size());
    if (name.empty() || is_there_(name)) return {};
    return {name};
  }

  std::string_view rest_;
  std::function<bool(const std::string&)> is_there_;
};

// The requirements of an extension as an expression for Dependencies; Debian 12's registry has
// comma-separated lists of names that are all required.
std::string DependenciesOf(const pugi::xml_node& extension) {
  std::string list = extension.attribute("requires").value();
  std::replace(list.begin(), list.end(), ',', '+');
  return list.empty() ? extension.attribute("depends").value() : list;
}

std::map<std::string, int> MinorsOfCoreCommands() {
  std::map<std::string, int> minors;
  for (const pugi::xml_node& feature : Registry().children("feature")) {
    // Newer registries divide a version into several features with its number.
    const std::string number = feature.attribute("number").value();
    if (!number.starts_with("1.") || !IsForVulkanApi(feature)) continue;
    const int minor = std::stoi(number.substr(2));
    for (const pugi::xml_node& require : RequiredBy(feature)) {
      for (const pugi::xml_node& command : require.children("command")) {
        minors.emplace(command.attribute("name").value(), minor);
      }
    }
  }
  return minors;
}

}  // namespace

const std::vector<RegistryCommand>& CoreCommands() {
  static const auto* commands = [] {
    auto* found = new std::vector<RegistryCommand>;
    const std::map<std::string, int> minors = MinorsOfCoreCommands();
    for (const pugi::xml_node& node : Registry().child("commands").children("command")) {
      if (!IsForVulkanApi(node)) continue;
      RegistryCommand command;
      command.name = node.child("proto").child("name").text().get();
      const auto minor = minors.find(command.name);
      if (minor == minors.end()) continue;
      command.minor = minor->second;
      command.handle = node.child("param").child("type").text().get();
      for (const char* codes : {"successcodes", "errorcodes"}) {
        for (std::string& code : SplitAtCommas(node.attribute(codes).value())) {
          command.results.insert(std::move(code));
        }
      }
      found->push_back(std::move(command));
    }
    return found;
  }();
  return *commands;
}

bool IsRegistered(const std::string& extension) { return !ExtensionNode(extension).empty(); }

std::vector<std::string> CommandsOf(const std::string& extension) {
  std::vector<std::string> names;
  for (const pugi::xml_node& require : RequiredBy(ExtensionNode(extension))) {
    if (RequiresAnotherExtension(require)) continue;
    for (const pugi::xml_node& command : require.children("command")) {
      names.emplace_back(command.attribute("name").value());
    }
  }
  return names;
}

std::vector<std::string> MissingDependencies(const std::string& extension,
                                             const std::set<std::string>& present, int minor) {
  const auto is_there = [&](const std::string& name) {
    int core = CoreMinor(name);
    if (core < 0) core = CoreMinor(ExtensionNode(name).attribute("promotedto").value());
    return present.contains(name) || (core >= 0 && core <= minor);
  };
  return Dependencies(DependenciesOf(ExtensionNode(extension)), is_there).Missing();
}

}  // namespace loadstone::mock
