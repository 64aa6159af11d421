// SPDX-License-Identifier: Apache-2.0
#include "harness/world/component_under_test.h"

#include <stdexcept>

#include "harness/json/json_object.h"
#include "harness/json/json_reader.h"
#include "harness/world/platform.h"

namespace loadstone {

std::string ComponentUnderTest::ToJson() const {
  return JsonObject()
      .Set("manifest", manifest)
      .Set("name", name)
      .Set("api_version", api_version)
      .Set("library", NativeLibrary(*this))
      .Set("negotiate", negotiate)
      .Set("kind", std::string(Name(kind)))
      .Set("why_not_judged", why_not_judged)
      .Set("form", meta       ? "meta"
                   : implicit ? "implicit"
                              : "explicit")
      .Line();
}

ComponentUnderTest ComponentUnderTest::FromJson(const std::string& json) {
  const JsonReader::Refuse refuse = RefuseWith<std::invalid_argument>("the component under test");
  const rapidjson::Document document = ParseJson(json, refuse);
  const JsonReader fields(document, refuse);
  ComponentUnderTest component;
  component.manifest = fields.Text("manifest");
  component.name = fields.Text("name");
  component.api_version = fields.Text("api_version");
  component.library = fields.Text("library");
  component.negotiate = fields.Text("negotiate");
  component.kind = fields.Named("kind", SubjectKindFromName);
  component.why_not_judged = fields.Text("why_not_judged");
  const std::string form = fields.Text("form");
  component.meta = form == "meta";
  component.implicit = form == "implicit";
  return component;
}

std::string NativeLibrary(const ComponentUnderTest& component) {
  const bool there = component.below_wine && !component.library.empty();
  return there ? WindowsPath(component.library) : component.library;
}

bool IsForeign(const ComponentUnderTest& component) {
  return component.platform == kMacos || (component.platform == kWindows && !component.below_wine);
}

}  // namespace loadstone
