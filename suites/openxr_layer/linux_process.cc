// SPDX-License-Identifier: Apache-2.0
// LS_XR_LAYER_35 and LS_XR_LAYER_36: how an OpenXR API layer affects the process that loads it.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suites/common/linux_process_state.h"
#include "suites/openxr_layer/transcript.h"

namespace loadstone::suites::process {
namespace {

OPENXR_LAYER_CASE(LS_XR_LAYER_35, standard_output_is_the_applications) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, [](OpenXrApp& app, const LayerNames& layers) {
    Note("output", StandardOutputOf([&] { RunXrApplication(app, layers); }));
  });
  SKIP_FOR(runs.WhyIncomplete());
  EXPECT_SEEN(Answers(runs.with())["output"], Answers(runs.without())["output"])
      << "the layer writes nothing to standard output";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_36, process_is_left_as_it_was) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, [](OpenXrApp& app, const LayerNames& layers) {
    const std::vector<std::string> before = ProcessState();
    RunXrApplication(app, layers);
    AppEvent("changes").Add("lines", ChangesOf(before, ProcessState()));
  });
  SKIP_FOR(runs.WhyIncomplete());
  const auto changes = [](const std::vector<Event>& events) {
    const auto event = FirstOf(events, kAppName, "changes");
    return event.has_value() ? event->List("lines") : std::vector<std::string>();
  };
  // What the loader changes without the layer is not the layer's.
  std::vector<std::string> of_layer = changes(runs.with());
  for (const std::string& line : changes(runs.without())) std::erase(of_layer, line);
  EXPECT_SEEN(fmt::format("{}", fmt::join(of_layer, ", ")), "")
      << "the layer leaves the process as it was: what was (-), what is (+)";
}

}  // namespace
}  // namespace loadstone::suites::process
