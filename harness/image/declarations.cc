// SPDX-License-Identifier: Apache-2.0
#include "harness/image/declarations.h"

#include <rapidjson/document.h>

#include <pugixml.hpp>
#include <sstream>

#include "harness/component/manifest_file.h"

namespace loadstone {
namespace {

constexpr char kBlanks[] = " \t\r";

std::string Trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

// What an API layer's manifest lacks; empty if it has all required members.
std::string ProblemOfLayer(const rapidjson::Value& layer, const std::string& path) {
  if (Text(layer, "name").empty()) return "its layer has no name";
  for (const char* member : {"api_version", "implementation_version", "description"}) {
    if (Member(layer, member) == nullptr) return std::string("its layer has no ") + member;
  }
  const bool is_implicit = path.find("/implicit.d/") != std::string::npos;
  if (is_implicit && Text(layer, "disable_environment").empty()) {
    return "its layer is implicit and has no disable_environment";
  }
  return {};
}

}  // namespace

void AddProperties(const std::string& text, std::map<std::string, std::string>& properties) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const size_t equals = line.find('=');
    const std::string name = Trimmed(line.substr(0, equals));
    if (equals == std::string::npos || name.starts_with('#')) continue;
    // NAME?=VALUE is a default.
    if (name.ends_with('?')) {
      properties.emplace(Trimmed(name.substr(0, name.size() - 1)),
                         Trimmed(line.substr(equals + 1)));
    } else {
      properties[name] = Trimmed(line.substr(equals + 1));
    }
  }
}

std::string AddFeatures(const std::string& text, const std::string& file,
                        std::vector<ImageFeature>& features) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_buffer(text.data(), text.size());
  if (!result) return result.description();
  for (const pugi::xml_node& root : document.children()) {
    if (root.type() != pugi::node_element) continue;
    const std::string kind_of_file = root.name();
    if (kind_of_file != "permissions" && kind_of_file != "config") {
      return "its root element is " + kind_of_file + ", not permissions";
    }
    for (const pugi::xml_node& node : root.children()) {
      const std::string kind = node.name();
      const std::string name = node.attribute("name").value();
      if (kind != "feature" && kind != "unavailable-feature") continue;
      if (name.find(".vulkan.") == std::string::npos) continue;
      features.push_back(
          {name, file, node.attribute("version").value(), kind == "unavailable-feature"});
    }
  }
  return {};
}

std::string ApexName(const std::string& manifest) {
  rapidjson::Document document;
  if (ParseManifest(manifest, document)) return Text(document, "name");
  // The name is the first field of the message: tag, length in one byte, text.
  constexpr char kTagOfName = 0x0a;
  constexpr unsigned kMostLength = 127;
  if (manifest.size() < 2 || manifest[0] != kTagOfName) return {};
  const auto length = static_cast<unsigned char>(manifest[1]);
  return length > kMostLength || manifest.size() < 2U + length ? "" : manifest.substr(2, length);
}

void ReadOpenXrManifest(const std::string& text, ImageManifest& manifest) {
  rapidjson::Document document;
  const char* object = manifest.is_runtime ? "runtime" : "api_layer";
  if (!ParseManifest(text, document)) {
    manifest.problem = "it is not a JSON object";
    return;
  }
  const rapidjson::Value* component = Member(document, object);
  if (component == nullptr || !component->IsObject()) {
    manifest.problem = std::string("it has no object ") + object;
    return;
  }
  manifest.library_path = Text(*component, "library_path");
  if (Text(document, "file_format_version").empty()) {
    manifest.problem = "it has no file_format_version";
  } else if (manifest.library_path.empty()) {
    manifest.problem = "it has no library_path";
  } else if (!manifest.is_runtime) {
    manifest.problem = ProblemOfLayer(*component, manifest.path);
  }
}

}  // namespace loadstone
