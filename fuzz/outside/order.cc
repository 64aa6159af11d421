// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/order.h"

#include <stdexcept>

#include "harness/json/json_object.h"
#include "harness/json/json_reader.h"

namespace loadstone::fuzz {

std::string Order::ToJson() const {
  return JsonObject()
      .SetJson("kind", std::to_string(static_cast<int>(kind)))
      .SetJson("seed", std::to_string(seed))
      .SetJson("inputs", std::to_string(inputs))
      .SetJson("milliseconds", std::to_string(static_cast<int64_t>(seconds * 1000)))
      .SetJson("hang_milliseconds", std::to_string(static_cast<int64_t>(hang_seconds * 1000)))
      .SetJson("create_percent", std::to_string(options.create_percent))
      .SetJson("elevated", options.elevated ? "true" : "false")
      .SetJson("keep", std::to_string(keep))
      .SetJson("guard", guard ? "true" : "false")
      .Set("match", match)
      .SetJson("ending", ending ? "true" : "false")
      .Set("known", known)
      .Set("against", against.has_value() ? against->ToJson() : "")
      .Line();
}

Order Order::FromJson(const std::string& json) {
  const JsonReader::Refuse refuse = RefuseWith<std::invalid_argument>("the order of a probe");
  const rapidjson::Document document = ParseJson(json, refuse);
  const JsonReader fields(document, refuse);
  Order order;
  const uint64_t kind = fields.Unsigned("kind");
  if (kind > static_cast<uint64_t>(Kind::kMinimise)) refuse("kind", "is unknown");
  order.kind = static_cast<Kind>(kind);
  order.seed = fields.Unsigned("seed");
  order.inputs = fields.Unsigned("inputs");
  order.seconds = static_cast<double>(fields.Number("milliseconds")) / 1000;
  order.hang_seconds = static_cast<double>(fields.Number("hang_milliseconds")) / 1000;
  order.options = {static_cast<unsigned>(fields.Unsigned("create_percent")),
                   fields.Flag("elevated")};
  order.keep = fields.Unsigned("keep");
  order.guard = fields.Flag("guard");
  order.match = fields.Text("match");
  order.ending = fields.Flag("ending");
  order.known = fields.Texts("known");
  const std::string against = fields.Text("against");
  if (!against.empty()) order.against = Subject::FromJson(against);
  return order;
}

}  // namespace loadstone::fuzz
