#include "harness/world/layer_under_test.h"

#include <stdexcept>

#include "harness/json/json_object.h"
#include "harness/json/json_reader.h"

namespace loadstone {

std::string LayerUnderTest::ToJson() const {
  return JsonObject()
      .Set("manifest", manifest)
      .Set("name", name)
      .Set("api_version", api_version)
      .Set("library", library)
      .Set("negotiate", negotiate)
      .Set("kind", meta       ? "meta"
                   : implicit ? "implicit"
                              : "explicit")
      .Line();
}

LayerUnderTest LayerUnderTest::FromJson(const std::string& json) {
  const JsonReader::Refuse refuse = RefuseBy<std::invalid_argument>("the layer under test");
  const rapidjson::Document document = ParseJson(json, refuse);
  const JsonReader fields(document, refuse);
  LayerUnderTest layer;
  layer.manifest = fields.Text("manifest");
  layer.name = fields.Text("name");
  layer.api_version = fields.Text("api_version");
  layer.library = fields.Text("library");
  layer.negotiate = fields.Text("negotiate");
  const std::string kind = fields.Text("kind");
  layer.meta = kind == "meta";
  layer.implicit = kind == "implicit";
  return layer;
}

}  // namespace loadstone
