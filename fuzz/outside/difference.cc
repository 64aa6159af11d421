// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/difference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <set>
#include <vector>

namespace loadstone::fuzz {
namespace {

using Names = std::vector<std::string>;

using Traits = std::set<std::string>;

// The string members that every layer of a manifest has.
const Names kTexts = {"name",       "type", "library_path", "api_version", "implementation_version",
                      "description"};
const Traits kContainers = {"layer", "layers",  "api_layer",
                            "ICD",   "runtime", "file_format_version"};

bool HasThreeNumbers(const std::string& version) {
  int dots = 0;
  for (const char c : version) {
    if (c == '.') {
      ++dots;
    } else if (c < '0' || c > '9') {
      return false;
    }
  }
  return dots == 2;
}

// Adds the unusual members of the object of a layer, a driver or a runtime.
void DescribeObject(const rapidjson::Value& object, bool is_layer, Traits& traits) {
  for (const auto& member : object.GetObject()) {
    const std::string name(member.name.GetString(), member.name.GetStringLength());
    // Every implicit layer has disable_environment.
    if (name == "disable_environment") continue;
    if (std::find(kTexts.begin(), kTexts.end(), name) == kTexts.end()) {
      traits.insert(name);
    } else if (!member.value.IsString()) {
      traits.insert(name + " that is no text");
    } else if (name == "api_version" && !HasThreeNumbers(member.value.GetString())) {
      traits.insert("api_version without three numbers");
    }
  }
  if (!is_layer) return;
  for (const std::string& name : kTexts) {
    const bool is_meta = name == "library_path" && object.HasMember("component_layers");
    if (!object.HasMember(name.c_str()) && !is_meta) traits.insert("no " + name);
  }
}

void DescribeManifest(const rapidjson::Value& manifest, Traits& traits,
                      std::multiset<std::string>& names) {
  if (!manifest.IsObject()) {
    traits.insert("a file without an object");
    return;
  }
  if (!manifest.HasMember("file_format_version")) traits.insert("no file_format_version");
  for (const auto& member : manifest.GetObject()) {
    const std::string name(member.name.GetString(), member.name.GetStringLength());
    if (!kContainers.contains(name)) traits.insert(name);
    const bool is_layer = name.find("layer") != std::string::npos;
    const auto describe = [&](const rapidjson::Value& object) {
      if (!object.IsObject()) {
        traits.insert(name + " without an object");
        return;
      }
      DescribeObject(object, is_layer, traits);
      const auto known = object.FindMember("name");
      if (known != object.MemberEnd() && known->value.IsString()) {
        names.insert(known->value.GetString());
      }
    };
    if (name == "file_format_version") {
      if (!member.value.IsString()) traits.insert(name + " that is no text");
    } else if (member.value.IsArray()) {
      for (const auto& element : member.value.GetArray()) describe(element);
    } else if (kContainers.contains(name)) {
      describe(member.value);
    }
  }
}

// Variables that the documents name are listed by name; variables that manifests define are not.
std::string DescribeVariable(const std::string& name) {
  const bool known = name.starts_with("VK_") || name.starts_with("XR_") || name.starts_with("XDG_");
  return known || name == "HOME" ? name : "a variable that a manifest names";
}

Fault Difference(const std::string& kind, const std::string& subject, const std::string& other) {
  return {.policy = "", .cause = kind, .expected = other, .observed = subject, .match = kind};
}

std::string Text(const Names& names) { return fmt::format("[{}]", fmt::join(names, ", ")); }

Names Sorted(Names names) {
  std::sort(names.begin(), names.end());
  return names;
}

// Compares two lists of names: reports which of them has more elements, or that their orders
// differ.
std::optional<Fault> CompareLists(const std::string& what, const Names& subject,
                                  const Names& other) {
  if (subject == other) return std::nullopt;
  const Names one = Sorted(subject), two = Sorted(other);
  std::string how = "has others than with the other loader";
  if (one == two) {
    how = "has another order than with the other loader";
  } else if (std::includes(one.begin(), one.end(), two.begin(), two.end())) {
    how = "has more than with the other loader";
  } else if (std::includes(two.begin(), two.end(), one.begin(), one.end())) {
    how = "has fewer than with the other loader";
  }
  return Difference(what + " " + how, Text(subject), Text(other));
}

std::optional<Fault> CompareResults(const std::string& function, int subject, int other) {
  if (subject == other) return std::nullopt;
  return Difference(function + " has another result than with the other loader",
                    fmt::format("{}", subject), fmt::format("{}", other));
}

std::optional<Fault> CompareLayers(const Answer& subject, const Answer& other) {
  const auto names = [](const Answer& answer) {
    Names found;
    for (const Enumerated& layer : answer.layers) found.push_back(layer.name);
    return found;
  };
  if (auto found = CompareLists("the list of layers", names(subject), names(other))) return found;
  for (size_t i = 0; i < subject.layers.size(); ++i) {
    const Enumerated &one = subject.layers[i], &two = other.layers[i];
    if (one == two) continue;
    const auto text = [](const Enumerated& layer) {
      return fmt::format("{}: API {:#x}, implementation {}, '{}'", layer.name, layer.api_version,
                         layer.implementation, layer.description);
    };
    return Difference("a layer has other properties than with the other loader", text(one),
                      text(two));
  }
  return std::nullopt;
}

std::optional<Fault> CompareProperties(const oracle::DeviceProperties& subject,
                                       const oracle::DeviceProperties& other) {
  if (!subject.asked || !other.asked || subject == other) return std::nullopt;
  return Difference("a physical device has other properties than with the other loader",
                    subject.ToString(), other.ToString());
}

// Extensions that the manifest lists for its layer are not the loader's own.
std::optional<Fault> CompareExtensionsOfLayer(const Answer& subject, const Answer& other) {
  const oracle::ListedExtensions &one = subject.layer_extensions, &two = other.layer_extensions;
  if (!one.asked || !two.asked || subject.asked_layer != other.asked_layer) return std::nullopt;
  if (auto found = CompareResults("enumerating extensions of a layer", one.result, two.result)) {
    return found;
  }
  const auto texts = [](const oracle::ListedExtensions& list) {
    Names found;
    for (size_t i = 0; i < list.names.size(); ++i) {
      found.push_back(fmt::format("{} {}", list.names[i], list.versions.at(i)));
    }
    return found;
  };
  return CompareLists("the list of extensions of a layer", texts(one), texts(two));
}

}  // namespace

std::optional<Fault> FindDifference(const Answer& subject, const Answer& other) {
  if (subject.ending != Answer::Ending::kDone || other.ending != Answer::Ending::kDone) {
    return std::nullopt;
  }
  if (auto found =
          CompareResults("enumerating layers", subject.enumerate_result, other.enumerate_result)) {
    return found;
  }
  if (auto found = CompareLayers(subject, other)) return found;
  if (subject.extensions.asked && other.extensions.asked) {
    if (auto found = CompareResults("enumerating extensions", subject.extensions.result,
                                    other.extensions.result)) {
      return found;
    }
  }
  if (auto found = CompareExtensionsOfLayer(subject, other)) return found;
  if (auto found =
          CompareResults("creating an instance", subject.create_result, other.create_result)) {
    return found;
  }
  if (auto found = CompareLists("the call chain of the instance", subject.chain, other.chain)) {
    return found;
  }
  if (auto found =
          CompareResults("creating a device", subject.device_result, other.device_result)) {
    return found;
  }
  if (auto found =
          CompareLists("the call chain of the device", subject.device_chain, other.device_chain)) {
    return found;
  }
  if (subject.looked_up && other.looked_up) {
    if (auto found = CompareLists("the list of functions", subject.functions, other.functions)) {
      return found;
    }
  }
  if (auto found = CompareProperties(subject.properties, other.properties)) return found;
  return CompareLists("the list of drivers or runtimes that were asked", subject.runtimes,
                      other.runtimes);
}

bool IsDifference(const Fault& fault) { return fault.policy.empty(); }

Fault DescribeMachine(Fault difference, const Input& smallest) {
  Traits traits;
  std::multiset<std::string> names;
  for (const auto& [name, value] : smallest.environment) traits.insert(DescribeVariable(name));
  if (smallest.elevated) traits.insert("an elevated application");
  for (const auto& [path, text] : smallest.files) {
    rapidjson::Document manifest;
    manifest.Parse<rapidjson::kParseIterativeFlag>(text.data(), text.size());
    if (manifest.HasParseError()) {
      traits.insert("a file that is no JSON");
    } else {
      DescribeManifest(manifest, traits, names);
    }
  }
  for (const std::string& name : names) {
    if (names.count(name) > 1) traits.insert("a name that several layers have");
  }
  difference.cause = difference.match;
  if (!traits.empty()) difference.cause += fmt::format("; there: {}", fmt::join(traits, ", "));
  return difference;
}

}  // namespace loadstone::fuzz
