// SPDX-License-Identifier: Apache-2.0
#include "suites/common/layer_comparison.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "harness/probe/app_trace.h"
#include "harness/world/mock_library.h"
#include "harness/world/platform.h"

namespace loadstone::suites {
namespace {

constexpr char kWithout[] = "run without the layer";
constexpr char kWith[] = "run with the layer";
constexpr char kChained[] = "chained";
constexpr char kAsking[] = "asking";
constexpr char kShownManifest[] = "/opt/loadstone/layer_under_test.json";

bool IsMark(const Event& event, const char* mark) {
  return event.who() == kAppName && event.what() == mark;
}

// The violations that the mocks in `below` recorded for the calls that reached them, each once.
std::vector<std::string> Complaints(const std::vector<Event>& events,
                                    const std::vector<std::string>& below) {
  std::vector<std::string> complaints;
  for (const std::string& who : below) {
    for (const Event& event : Of(events, who, "violation")) {
      const std::string complaint =
          fmt::format("{}: {}: {}", who, event.Text("function"), event.Text("why"));
      if (std::ranges::find(complaints, complaint) == complaints.end()) {
        complaints.push_back(complaint);
      }
    }
  }
  return complaints;
}

// Returns the path of a mock in the world that this program is in.
std::string PathHereOf(const std::string& who) {
  const Subject here = SubjectHere();
  return NativePath(here, MockLibraryPath(who, here));
}

}  // namespace

LayerComparison::LayerComparison(Observation seen, const LayerComparisonTerms& terms,
                                 const LayerUnderTest& layer)
    : seen_(std::move(seen)),
      terms_(&terms),
      name_(layer.name),
      library_(std::filesystem::path(layer.library).filename().string()) {
  std::vector<Event>* part = nullptr;
  for (const Event& event : seen_.events()) {
    if (IsMark(event, kWithout)) {
      part = &without_;
    } else if (IsMark(event, kWith)) {
      part = &with_;
    } else if (part != nullptr) {
      part->push_back(event);
    }
  }
  if (!seen_.First(kAppName, kWith).has_value()) {
    throw HarnessError("the application did not finish without the layer: " +
                       seen_.DescribeEnding() + "; it said: " + seen_.output().substr(0, 300));
  }
}

SkipReason LayerComparison::WhyNoChain() const {
  if (!FirstOf(with_, terms_->above, terms_->creation).has_value() && seen_.FinishedNormally()) {
    const std::string message = MessageOfLoader();
    return NotFound("the loader creates no instance with the layer and " +
                    (message.empty() ? "does not say why" : "says: " + message));
  }
  const auto chained = FirstOf(with_, kAppName, kChained);
  if (!chained.has_value()) {
    if (const SkipReason why = WhyNotFinished(seen_, terms_->survives); !why.empty()) return why;
    return Unjudged("no instance was created with the layer", {terms_->same_results});
  }
  return chained->Flag("yes") ? "" : NotFound("the loader left the layer out of the chain");
}

// The loader may have other reasons, so the layer is not accused if its manifest and library are
// valid.
SkipReason LayerComparison::NotFound(const std::string& why) const {
  return Untold(why, {terms_->found.begin(), terms_->found.end()});
}

std::string LayerComparison::MessageOfLoader() const {
  constexpr size_t kMost = 300;
  std::string last;
  std::istringstream lines(seen_.output());
  for (std::string line; std::getline(lines, line);) {
    const bool names_it = (!name_.empty() && line.find(name_) != std::string::npos) ||
                          (!library_.empty() && line.find(library_) != std::string::npos);
    if (names_it) last = line.substr(0, kMost);
  }
  return last;
}

SkipReason LayerComparison::WhyIncomplete() const {
  const SkipReason why = WhyNotFinished(seen_, terms_->survives);
  return why.empty() ? WhyNoChain() : why;
}

std::vector<Event> Of(const std::vector<Event>& events, const std::string& who,
                      const std::string& what) {
  std::vector<Event> found;
  for (const Event& event : events) {
    if (event.who() == who && event.what() == what && event.phase() != "leave") {
      found.push_back(event);
    }
  }
  return found;
}

std::optional<Event> FirstOf(const std::vector<Event>& events, const std::string& who,
                             const std::string& what) {
  const std::vector<Event> found = Of(events, who, what);
  return found.empty() ? std::nullopt : std::optional(found.front());
}

bool LayerComparison::CrashedOnQuery() const {
  const auto phases = [this](const char* phase) {
    return std::any_of(with_.begin(), with_.end(), [phase](const Event& event) {
      return IsMark(event, kAsking) && event.phase() == phase;
    });
  };
  return phases("enter") && !phases("leave");
}

SkipReason LayerComparison::WhyNoAnswer(const std::string& question) const {
  if (const SkipReason why = WhyNoChain(); !why.empty()) return why;
  if (Answers(with_).contains(question)) return {};
  if (CrashedOnQuery()) {
    ADD_FAILURE() << "the application did not survive the question: " << seen_.DescribeEnding();
    return {};
  }
  const SkipReason why = WhyNotFinished(seen_, terms_->survives);
  return why.empty() ? "the layer has no such function of its own" : why;
}

void ExpectValidCalls(const LayerComparison& runs, const std::vector<std::string>& below) {
  if (const auto own = Complaints(runs.without(), below); !own.empty()) {
    throw HarnessError("the application itself makes invalid calls: " + own.front());
  }
  EXPECT_SEEN(Complaints(runs.with(), below), IsEmpty())
      << "with the layer, no invalid call reaches the component below it";
}

void TraceQueryBounds(const std::function<void()>& ask) {
  AppEvent(kAsking, "enter");
  ask();
  AppEvent(kAsking, "leave");
}

void AddManifestToWorld(World& world, const LayerUnderTest& layer) {
  world.File(kShownManifest, layer.object.empty() ? "{}" : layer.object);
}

std::string ManifestInProbe() {
  std::ifstream file(kShownManifest);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void MarkRun(bool with) { AppEvent{with ? kWith : kWithout}; }

void TraceInChain(bool yes) { AppEvent(kChained).Add("yes", yes); }

WitnessLibrary::WitnessLibrary(const std::string& who)
    : who_(who), handle_(dlopen(PathHereOf(who).c_str(), RTLD_NOW | RTLD_NOLOAD)) {}

WitnessLibrary::~WitnessLibrary() {
  if (handle_ != nullptr) dlclose(handle_);
}

void* WitnessLibrary::Look() const {
  if (handle_ == nullptr) return nullptr;
  void* look = dlsym(handle_, "lsWitness");
  if (look == nullptr) throw HarnessError("the witness " + who_ + " has no lsWitness");
  return look;
}

}  // namespace loadstone::suites
