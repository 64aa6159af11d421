// SPDX-License-Identifier: Apache-2.0
#include "tool/evidence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>

#include "harness/case/observation.h"
#include "harness/case/world_of.h"
#include "harness/report/text.h"
#include "tool/registry_editor.h"
#include "tool/show.h"

namespace loadstone {
namespace {

// Browsers cannot show pages with longer texts.
constexpr size_t kEvidenceByteLimit = 100000;

std::string Cut(const std::string& text) {
  if (text.size() <= kEvidenceByteLimit) return text;
  return text.substr(0, kEvidenceByteLimit) + fmt::format("\n... {} bytes in all\n", text.size());
}

Evidence::File FileOf(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kDirectory:
      return {node.path, "folder", ""};
    case Node::Kind::kCopy:
      return {node.path, "copy of " + node.text, ""};
    case Node::Kind::kSymlink:
      return {node.path, "-> " + node.text, ""};
    case Node::Kind::kFifo:
      return {node.path, "FIFO", ""};
    case Node::Kind::kSparse:
      return {node.path, fmt::format("{} zero bytes", node.size), ""};
    case Node::Kind::kFile:
      break;
  }
  return {node.path, "", Cut(node.text)};
}

// An event of a trace.
struct Step {
  std::string who;
  std::string what;
  std::string phase;  // "enter" or "leave", if the event has a phase
  std::string asked;  // see Evidence::Call
};

// Returns the layers and extensions that a call of the application requests; of a long list the
// first ones.
std::string AskedBy(const Event& event) {
  constexpr size_t kMaxNames = 8;
  std::string asked;
  for (const char* list : {"layers", "extensions"}) {
    if (!event.Has(list)) continue;
    std::vector<std::string> names = event.List(list);
    if (names.empty()) continue;
    std::string more;
    if (names.size() > kMaxNames) {
      more = fmt::format(" and {} more", names.size() - kMaxNames);
      names.resize(kMaxNames);
    }
    asked +=
        fmt::format("{}{} {}{}", asked.empty() ? "" : "; ", list, fmt::join(names, ", "), more);
  }
  return OneLine(asked);
}

std::vector<Step> StepsOf(const Observation& seen) {
  std::vector<Step> steps;
  for (const Event& event : seen.events()) {
    const std::string who = event.Text("who", "");
    const bool enters = who == "app" && event.phase() == "enter";
    steps.push_back({who, event.Text("what", ""), event.phase(), enters ? AskedBy(event) : ""});
  }
  return steps;
}

// Returns the order in which calls are passed down the chain, according to the components that
// trace the entry of a call. Components that trace only its completion, such as drivers, come last.
std::vector<std::string> OrderOf(const std::vector<Step>& steps) {
  std::vector<std::string> order;
  for (const bool entering : {true, false}) {
    for (const Step& step : steps) {
      if (step.who == "app" || (entering && step.phase != "enter")) continue;
      if (std::find(order.begin(), order.end(), step.who) == order.end()) order.push_back(step.who);
    }
  }
  return order;
}

std::vector<Evidence::Call> CallsOf(const Observation& seen) {
  const std::vector<Step> steps = StepsOf(seen);
  const std::vector<std::string> order = OrderOf(steps);
  std::vector<Evidence::Call> calls;
  for (auto step = steps.begin(); step != steps.end(); ++step) {
    if (step->who != "app" || step->phase != "enter") continue;
    const auto end = std::find_if(step + 1, steps.end(), [&](const Step& other) {
      return other.who == "app" && other.what == step->what && other.phase == "leave";
    });
    Evidence::Call call{step->what, step->asked, {}, end != steps.end()};
    for (const std::string& who : order) {
      const bool noted = std::any_of(step + 1, end, [&](const Step& other) {
        return other.who == who && other.what == step->what;
      });
      if (noted) call.reached.push_back(who);
    }
    if (calls.empty() || calls.back() != call) calls.push_back(std::move(call));
  }
  return calls;
}

}  // namespace

Evidence EvidenceOf(const CaseInfo& info, const Subject& subject, const ProbeResult& probe_result) {
  Evidence evidence;
  const Observation seen(probe_result);
  const World world = WorldOf(info, subject).value_or(World());
  evidence.application = world.application();
  if (world.elevated()) evidence.application += fmt::format(" ({})", Describe(world.elevation()));
  for (const auto& [name, value] : world.environment()) {
    evidence.environment.push_back(name + "=" + Cut(value));
  }
  for (const Node& node : world.nodes()) evidence.files.push_back(FileOf(node));
  std::stable_sort(evidence.files.begin(), evidence.files.end(),
                   [](const auto& a, const auto& b) { return a.path < b.path; });
  if (!world.registry().empty()) evidence.registry = Cut(RegistryEditorText(world.registry()));
  evidence.calls = CallsOf(seen);
  evidence.trace = Cut(DescribeTrace(probe_result.trace));
  evidence.log = Cut(probe_result.output);
  evidence.ending = seen.DescribeEnding();
  return evidence;
}

void EvidenceKeeper::Take(const std::string& id, const ProbeResult& probe_result) {
  pending_[id] = probe_result;
}

void EvidenceKeeper::End(const CaseResult& result) {
  const auto left = pending_.extract(result.id);
  const bool well =
      result.verdict == Verdict::kPass || (result.verdict == Verdict::kSkip && !result.unjudged);
  if (left.empty() || well || !subject_.has_value()) return;
  const std::optional<CaseInfo> info = FindCase(result.id);
  if (!info.has_value()) return;
  try {
    kept_[result.id] = EvidenceOf(*info, *subject_, left.mapped());
  } catch (const std::exception&) {
    // The world cannot be determined, or the trace is incomplete: the verdict is valid without
    // them.
  }
}

}  // namespace loadstone
