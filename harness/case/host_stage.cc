// SPDX-License-Identifier: Apache-2.0
#include "harness/case/host_stage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "harness/probe/app_trace.h"
#include "harness/probe/start.h"
#include "harness/world/code_page.h"

namespace loadstone {
namespace {

constexpr double kNoTimeLimit = 1e6;
// The address space of a guarded heap, which is added to the limit because the subject does not use
// it.
constexpr uint64_t kGuardBytes = uint64_t{64} << 20;

// AddressSanitizer reserves address space beyond every limit.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kHasAddressSanitizer = true;
#elif defined(__has_feature)
constexpr bool kHasAddressSanitizer = __has_feature(address_sanitizer);
#else
constexpr bool kHasAddressSanitizer = false;
#endif

std::set<std::string> HarnessErrors(const Observation& seen) {
  std::set<std::string> errors;
  for (const Event& event : seen.Select(kAppName, kAppHarnessError)) {
    errors.insert(event.Text("error"));
  }
  return errors;
}

}  // namespace

HostStage::HostStage(Sandbox& sandbox, const Subject& subject)
    : sandbox_(sandbox), subject_(subject), subject_json_(subject.ToJson()) {}

Observation HostStage::Perform(const std::string& case_id, const World& world,
                               const std::function<void()>&, const Limits& limits) {
  Limits scaled = limits;
  scaled.seconds *= seconds_ / Limits().seconds;
  if (kHasAddressSanitizer) scaled.memory_bytes = 0;
  if (stop_at_start_) scaled.seconds = kNoTimeLimit;
  if (guard_ && scaled.memory_bytes != 0) scaled.memory_bytes += kGuardBytes;
  std::string word = stop_at_start_ ? kWaitingProbeWord : kProbeWord;
  if (guard_) word = kGuardedPrefix + word;
  const std::optional<CaseInfo> info = FindCase(case_id);
  std::vector<std::string> arguments = {word, case_id, info.has_value() ? info->file : "",
                                        subject_json_};
  World shown = world;
  if (info.has_value() && !info->library.empty()) {
    const auto library = std::find(files_.begin(), files_.end(), info->library);
    shown.Copy(kCaseLibraryPath, HostFileName(static_cast<size_t>(library - files_.begin())));
    arguments.emplace_back(kCaseLibraryPath);
  }
  last_ = sandbox_.Run(shown, arguments, scaled);
  return Observation(last_);
}

void HostStage::StopAtStart(std::function<void(int init)> on_start) {
  stop_at_start_ = true;
  sandbox_.OnStart(std::move(on_start));
}

void CheckStart(const World& world, const Observation& seen) {
  const std::set<std::string> errors = HarnessErrors(seen);
  if (!errors.empty()) throw HarnessError(fmt::format("{}", fmt::join(errors, "; ")));
  const auto start = seen.First(kAppName, kAppStart);
  if (!start.has_value()) {
    throw HarnessError("the probe did not start: " + seen.DescribeEnding() +
                       "; it said: " + seen.output().substr(0, 300));
  }
  const Elevation how = world.elevation();
  const bool as_root = how == Elevation::kSetUserId;
  if (start->Flag("secure") != world.elevated() ||
      start->Flag("capable") != (as_root || how == Elevation::kFileCapability) ||
      start->Flag("other_user") != as_root ||
      start->Flag("other_group") != (how == Elevation::kSetGroupId)) {
    throw HarnessError(fmt::format(
        "the app should be {}, but AT_SECURE is {}, the capability {}, another effective user {}, "
        "another effective group {}",
        world.elevated() ? Describe(how) : "not elevated", start->Flag("secure"),
        start->Flag("capable"), start->Flag("other_user"), start->Flag("other_group")));
  }
  const uint32_t code_page = CodePageOf(world.registry());
  if (start->Number("code_page", code_page) != code_page) {
    throw HarnessError(fmt::format("the code page of the app should be {}, and is {}", code_page,
                                   start->Number("code_page")));
  }
}

}  // namespace loadstone
