#include "harness/world/subject.h"

#include <rapidjson/document.h>

#include <stdexcept>

#include "harness/world/json_object.h"
#include "harness/world/places.h"

namespace loadstone {
namespace {

bool IsUnder(const std::string& path, const std::string& folder) {
  return path.compare(0, folder.size() + 1, folder + "/") == 0;
}

std::vector<std::string> Strings(const rapidjson::Document& json, const char* key) {
  std::vector<std::string> strings;
  for (const auto& element : json[key].GetArray()) strings.push_back(element.GetString());
  return strings;
}

}  // namespace

std::string Subject::PathInWorld() const {
  return std::string(kSubjectDirectory) + path.substr(path.rfind('/'));
}

std::string Subject::ToJson() const {
  JsonObject json;
  json.Set("path", path)
      .Set("api", api)
      .Set("platform", platform)
      .Set("spec", spec.ToString())
      .Set("api_version", api_version.ToString())
      .Set("explicit_layers", folders.explicit_layers)
      .Set("implicit_layers", folders.implicit_layers)
      .Set("drivers", folders.drivers);
  if (layer.has_value()) json.Set("layer", layer->ToJson());
  return json.Line();
}

Subject Subject::FromJson(const std::string& json) {
  rapidjson::Document document;
  document.Parse(json.data(), json.size());
  if (document.HasParseError()) throw std::invalid_argument("the subject is not told in JSON");
  Subject subject;
  subject.path = document["path"].GetString();
  subject.api = document["api"].GetString();
  subject.platform = document["platform"].GetString();
  subject.spec = policy::Version::Parse(document["spec"].GetString());
  subject.api_version = policy::Version::Parse(document["api_version"].GetString());
  subject.folders.explicit_layers = Strings(document, "explicit_layers");
  subject.folders.implicit_layers = Strings(document, "implicit_layers");
  subject.folders.drivers = Strings(document, "drivers");
  if (document.HasMember("layer")) {
    subject.layer = LayerUnderTest::FromJson(document["layer"].GetString());
  }
  return subject;
}

std::string LastSystemFolder(const std::vector<std::string>& folders, const std::string& home) {
  for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder) {
    if (!IsUnder(*folder, home)) return *folder;
  }
  return folders.empty() ? std::string() : folders.back();
}

}  // namespace loadstone
