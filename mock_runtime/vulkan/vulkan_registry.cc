#include "mock_runtime/vulkan/vulkan_registry.h"

#include <algorithm>
#include <map>
#include <pugixml.hpp>
#include <sstream>
#include <stdexcept>

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

// Whether the registry wants something beside the extension and a core version.
bool NeedsAnother(const pugi::xml_node& require) {
  const std::string depends =
      std::string(require.attribute("extension").value()) + require.attribute("depends").value();
  return depends.find("VK_KHR") != std::string::npos || depends.find("VK_EXT") != std::string::npos;
}

std::map<std::string, int> MinorsOfCoreCommands() {
  std::map<std::string, int> minors;
  for (const pugi::xml_node& feature : Registry().children("feature")) {
    const int minor = CoreMinor(feature.attribute("name").value());
    if (minor < 0) continue;
    for (const pugi::xml_node& require : feature.children("require")) {
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
  for (const pugi::xml_node& require : ExtensionNode(extension).children("require")) {
    if (NeedsAnother(require)) continue;
    for (const pugi::xml_node& command : require.children("command")) {
      names.emplace_back(command.attribute("name").value());
    }
  }
  return names;
}

std::vector<std::string> MissingBeside(const std::string& extension,
                                       const std::set<std::string>& present, int minor) {
  std::vector<std::string> missing;
  for (const std::string& name :
       SplitAtCommas(ExtensionNode(extension).attribute("requires").value())) {
    const int core = CoreMinor(ExtensionNode(name).attribute("promotedto").value());
    if (!present.contains(name) && (core < 0 || core > minor)) missing.push_back(name);
  }
  return missing;
}

}  // namespace loadstone::mock
