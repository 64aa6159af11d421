#include "harness/world/layer_under_test.h"

#include <rapidjson/document.h>

#include <stdexcept>

#include "harness/world/json_object.h"

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
  rapidjson::Document document;
  document.Parse(json.data(), json.size());
  if (document.HasParseError()) throw std::invalid_argument("the layer is not told in JSON");
  LayerUnderTest layer;
  layer.manifest = document["manifest"].GetString();
  layer.name = document["name"].GetString();
  layer.api_version = document["api_version"].GetString();
  layer.library = document["library"].GetString();
  layer.negotiate = document["negotiate"].GetString();
  const std::string kind = document["kind"].GetString();
  layer.meta = kind == "meta";
  layer.implicit = kind == "implicit";
  return layer;
}

}  // namespace loadstone
