// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/openxr/call_chain/asked_functions.h"
#include "suites/openxr/layers.h"

// api-api_initialization, "Function Pointers": functions of extensions with long names, which no
// document limits.
namespace loadstone::suites::long_function_names {
namespace {

constexpr char kLayer[] = "XR_APILAYER_LS_provider";
constexpr char kExtension[] = "XR_LS_long_names";

// A name of that many characters; those with other marks differ at their end.
std::string NameOf(size_t length, char mark) {
  const std::string end = std::string(1, mark) + "LS";
  return "xr" + std::string(length - 2 - end.size(), 'F') + end;
}

// The runtime has a function of each mark, or the layer has it; nobody has the last one.
void Judge(Case& c, size_t length, bool by_layer) {
  const std::string a = NameOf(length, 'A');
  const std::string b = NameOf(length, 'B');
  const std::string none = NameOf(length, 'C');
  const std::string functions = fmt::format(R"({{"functions": ["{}", "{}"]}})", a, b);
  OpenXrWorld world(c.subject());
  Runtime runtime(kDefaultRuntime);
  ApiLayer layer(kLayer);
  if (by_layer) {
    layer.Extensions({{kExtension}}).Behaviour(functions);
    layer.Behaviour(R"({"takes_out_extensions": true})");
  } else {
    runtime.Extensions({{kExtension}}).Behaviour(functions);
  }
  world.With(runtime).With(layer);
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    if (app.CreateInstance({.layers = {kLayer}, .extensions = {kExtension}}) != XR_SUCCESS) return;
    for (const std::string& name : {a, b, none}) {
      PFN_xrVoidFunction function = nullptr;
      app.Ask(app.instance(), name.c_str(), &function);
      if (function == nullptr) continue;
      const auto call = reinterpret_cast<XrResult(XRAPI_PTR*)(XrInstance, uint64_t)>(function);
      app.Traced(name.c_str(), [&] { return call(app.instance(), 7); });
    }
  });
  EXPECT_SEEN(Answers(seen), ElementsAre(Found(a), Found(b), Missing(none)))
      << "a function of an enabled extension is found by its whole name";
  const std::string callee = by_layer ? kLayer : kDefaultRuntime;
  for (const std::string& name : {a, b}) {
    EXPECT_SEEN(Callees(seen, name), ElementsAre(callee)) << "it is the function of that name";
  }
}

REGISTER_CASES {
  for (const size_t length : {64, 128, 256, 300, 1100}) {
    for (const bool by_layer : {false, true}) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_CHAIN_21, policy::LS_XR_CHAIN_16},
                   fmt::format("function_name_of_{}_characters_of_the_{}", length,
                               by_layer ? "layer" : "runtime"),
                   [length, by_layer](Case& c) { Judge(c, length, by_layer); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::long_function_names
