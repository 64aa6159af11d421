// SPDX-License-Identifier: Apache-2.0
// How a Vulkan layer affects the process that loads it: "Requirements of Well-Behaved Layers". What
// changes in an application without the layer is the loader's, or the application's.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "suites/common/linux_process_state.h"
#include "suites/vulkan_layer/transcript.h"

namespace loadstone::suites::process {
namespace {

VULKAN_LAYER_CASE(LS_VK_LAYER_30, standard_output_is_the_applications) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, [](VulkanApp& app, const LayerNames& layers) {
    Note("output", StandardOutputOf([&] { RunApplication(app, layers); }));
  });
  SKIP_FOR(runs.WhyIncomplete());
  if (Answers(runs.without())["output"] != "") {
    GTEST_SKIP() << "the application without the layer writes to standard output too";
  }
  EXPECT_SEEN(Answers(runs.with())["output"], "") << "the layer writes nothing to standard output";
}

VULKAN_LAYER_CASE(LS_VK_LAYER_31, process_is_left_as_it_was) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, [](VulkanApp& app, const LayerNames& layers) {
    const std::vector<std::string> before = ProcessState();
    RunApplication(app, layers);
    AppEvent("changes").Add("lines", ChangesOf(before, ProcessState()));
  });
  SKIP_FOR(runs.WhyIncomplete());
  std::vector<std::string> changes = FirstOf(runs.with(), kAppName, "changes")->List("lines");
  const std::vector<std::string> usual =
      FirstOf(runs.without(), kAppName, "changes")->List("lines");
  std::erase_if(changes, [&](const std::string& line) {
    return std::ranges::find(usual, line) != usual.end();
  });
  EXPECT_SEEN(fmt::format("{}", fmt::join(changes, ", ")), "")
      << "the layer leaves the process as it was: what was (-), what is (+)";
}

}  // namespace
}  // namespace loadstone::suites::process
