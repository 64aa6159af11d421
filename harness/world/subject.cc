// SPDX-License-Identifier: Apache-2.0
#include "harness/world/subject.h"

#include <stdexcept>

#include "harness/json/json_object.h"
#include "harness/json/json_reader.h"
#include "harness/world/places.h"
#include "harness/world/platform.h"

namespace loadstone {
namespace {

bool IsUnder(const std::string& path, const std::string& folder) {
  return path.compare(0, folder.size() + 1, folder + "/") == 0;
}

}  // namespace

std::string Subject::PathInWorld() const {
  const size_t name = path.find_last_of(IsWindows(*this) ? "/\\" : "/") + 1;
  return NativePath(*this, std::string(kSubjectDirectory) + "/" + path.substr(name));
}

std::string Subject::ToJson() const {
  JsonObject json;
  json.Set("path", path)
      .Set("api", std::string(Name(api)))
      .Set("platform", platform)
      .SetJson("bits", std::to_string(bits))
      .SetJson("processor", std::to_string(static_cast<int>(processor)))
      .Set("spec", spec.ToString())
      .Set("api_version", api_version.ToString())
      .Set("explicit_layers", folders.explicit_layers)
      .Set("implicit_layers", folders.implicit_layers)
      .Set("drivers", folders.drivers)
      .Set("unread_key", unread_key);
  if (component() != nullptr) json.Set("component", component()->ToJson());
  return json.Line();
}

Subject Subject::FromJson(const std::string& json) {
  const JsonReader::Refuse refuse = RefuseWith<std::invalid_argument>("the subject");
  const rapidjson::Document document = ParseJson(json, refuse);
  const JsonReader fields(document, refuse);
  Subject subject;
  subject.path = fields.Text("path");
  subject.api = fields.Named("api", ApiFromName);
  subject.platform = fields.Text("platform");
  subject.bits = static_cast<unsigned>(fields.Number("bits"));
  subject.processor = static_cast<Processor>(fields.Number("processor"));
  subject.spec = policy::Version::Parse(fields.Text("spec"));
  subject.api_version = policy::Version::Parse(fields.Text("api_version"));
  subject.folders.explicit_layers = fields.Texts("explicit_layers");
  subject.folders.implicit_layers = fields.Texts("implicit_layers");
  subject.folders.drivers = fields.Texts("drivers");
  subject.unread_key = fields.Text("unread_key");
  if (fields.Has("component")) {
    subject.judged = ComponentUnderTest::FromJson(fields.Text("component"));
  }
  return subject;
}

std::string LastSystemFolder(const std::vector<std::string>& folders, const std::string& home) {
  for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder) {
    if (!IsUnder(*folder, home) && !IsUnder(*folder, kCalibrationHome) &&
        !folder->starts_with("HKCU\\"))
      return *folder;
  }
  return folders.empty() ? std::string() : folders.back();
}

}  // namespace loadstone
