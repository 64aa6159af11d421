// SPDX-License-Identifier: Apache-2.0
// Values of enumerations that an OpenXR API layer does not know, of which an application asks for
// the names: "Instance Enumerated Type String Functions" of the API specification.

#include "suites/openxr_layer/transcript.h"
#include "suites/openxr_layer/xr_script.h"

namespace loadstone::suites::unknown_values {
namespace {

// No version of OpenXR and no extension has such values.
constexpr int kUnknown = 1999999999;
constexpr char kAsked[] = "asked";

// A layer that validates may refuse a value that no header has.
template <typename Function, typename Value, size_t kSize>
void NoteName(const OpenXrApp& app, const char* command, Value value, char (&text)[kSize]) {
  const auto function = app.Get<Function>(command);
  if (function == nullptr || function(app.instance(), value, text) != XR_SUCCESS) return;
  text[kSize - 1] = '\0';
  Note(std::string(command) + " of " + std::to_string(value), text);
}

void AskForNames(OpenXrApp& app, const LayerNames& layers) {
  if (!CreateXrInstanceBetween(app, layers)) return;
  for (const int value : {kUnknown, -kUnknown}) {
    char result[XR_MAX_RESULT_STRING_SIZE] = {};
    NoteName<PFN_xrResultToString>(app, "xrResultToString", static_cast<XrResult>(value), result);
  }
  char type[XR_MAX_STRUCTURE_NAME_SIZE] = {};
  NoteName<PFN_xrStructureTypeToString>(app, "xrStructureTypeToString",
                                        static_cast<XrStructureType>(kUnknown), type);
  Note(kAsked, "yes");
  app.DestroyInstance();
}

OPENXR_LAYER_CASE(LS_XR_LAYER_12, unknown_values_have_the_same_names) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, AskForNames);
  SKIP_FOR(runs.WhyNoAnswer(kAsked));
  auto without = Answers(runs.without());
  auto with = Answers(runs.with());
  with.erase(kAsked);
  if (with.empty()) GTEST_SKIP() << "the layer refuses values that no header has";
  std::vector<std::string> wrong;
  for (const auto& [question, name] : with) {
    if (name != without[question]) wrong.push_back(question + ": " + name);
  }
  EXPECT_SEEN(wrong, IsEmpty()) << "an unknown value has the name XR_UNKNOWN_ with its number, as "
                                   "the runtime returns it";
}

}  // namespace
}  // namespace loadstone::suites::unknown_values
