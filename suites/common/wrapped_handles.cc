// SPDX-License-Identifier: Apache-2.0
#include "suites/common/wrapped_handles.h"

#include <set>

namespace loadstone::suites {
namespace {

// The handles on which the witness `who` was called.
std::set<std::string> HandlesAt(const std::vector<Event>& events, const std::string& who,
                                const std::string& command) {
  std::set<std::string> handles;
  for (const Event& event : Of(events, who, command)) {
    const std::string handle = event.Text("handle", "");
    if (!handle.empty()) handles.insert(handle);
  }
  return handles;
}

}  // namespace

std::vector<std::string> WrappedHandles(const LayerComparison& runs,
                                        const std::vector<std::string>& commands) {
  std::vector<std::string> calls;
  for (const std::string& command : commands) {
    const auto above = HandlesAt(runs.with(), runs.terms().above, command);
    const auto below = HandlesAt(runs.with(), runs.terms().below, command);
    if (!below.empty() && above != below) calls.push_back(command);
  }
  return calls;
}

std::vector<std::string> LeakedHandles(const LayerComparison& runs, const std::string& lowest,
                                       const std::vector<std::string>& commands) {
  std::set<std::string> known_above;
  for (const std::string& command : commands) {
    known_above.merge(HandlesAt(runs.with(), runs.terms().above, command));
  }
  std::vector<std::string> calls;
  for (const Event& event : Of(runs.with(), lowest, "violation")) {
    if (known_above.contains(event.Text("handle", ""))) calls.push_back(event.Text("function"));
  }
  return calls;
}

}  // namespace loadstone::suites
