// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_LAYER_COMPARISON_H_
#define LOADSTONE_SUITES_COMMON_LAYER_COMPARISON_H_

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/case/layer_case.h"
#include "suites/common/notes.h"

namespace loadstone::suites {

// What the cases about one API's layers have of their own.
struct LayerComparisonTerms {
  // The witnesses above and below the layer that is judged, and what the upper one traces when an
  // instance is created.
  const char* above;
  const char* below;
  const char* creation;
  // The cases in which the layer's crash or failure is judged; elsewhere it hides the rest.
  const char* survives;
  const char* same_results;
  // The cases, and policies of cases, of which one fails where the layer's manifest or library
  // keeps loaders from using it.
  std::span<const char* const> found;
};

// One process in which an application runs twice: between the witnesses alone, and with the layer
// between them.
class LayerComparison {
 public:
  // `terms` outlives the object. Throws HarnessError if the first run did not come to its end: then
  // `layer` has nothing to do with it.
  LayerComparison(Observation seen, const LayerComparisonTerms& terms, const LayerUnderTest& layer);

  const LayerComparisonTerms& terms() const { return *terms_; }
  const Observation& seen() const { return seen_; }
  const std::vector<Event>& without() const { return without_; }
  const std::vector<Event>& with() const { return with_; }

  // Why the second run tells nothing: there was no instance with the layer in its chain (see
  // Unjudged). Empty if there was one.
  std::string WhyNoChain() const;
  // The same, or why the application did not come to its end.
  std::string WhyIncomplete() const;
  // Why the run does not answer `question` (see Note). Fails the case where the layer crashed or
  // hung over what a layer above it may ask (see TraceAsking).
  std::string WhyNoAnswer(const std::string& question) const;

  // Whether the layer crashed or hung over a question.
  bool DiedOfTheQuestion() const;

 private:
  // That the loader does not use the layer, with `why`.
  std::string NotFound(const std::string& why) const;
  // What the loader said of the layer or its library last; empty if it said nothing of them.
  std::string MessageOfLoader() const;

  Observation seen_;
  const LayerComparisonTerms* terms_;
  std::string name_;     // of the layer
  std::string library_;  // its file name
  std::vector<Event> without_;
  std::vector<Event> with_;
};

// The events of `who` and `what` in a part, but for those at the end of a call.
std::vector<Event> Of(const std::vector<Event>& events, const std::string& who,
                      const std::string& what);
std::optional<Event> FirstOf(const std::vector<Event>& events, const std::string& who,
                             const std::string& what);

// Gives `world` what the manifest says of the layer, which the probe has only there.
void ShowManifest(World& world, const LayerUnderTest& layer);
// In the probe: what ShowManifest gave its world, a JSON object as text.
std::string ShownManifest();

// In the probe: marks where the run with or without the layer begins.
void MarkRun(bool with);

// In the probe: traces whether the layer is in the chain of the instance that was created.
void TraceChained(bool yes);

// In the probe: asks `ask`, and traces when it begins and ends.
void TraceAsking(const std::function<void()>& ask);

// Fails the case where an application that makes valid calls alone makes one of `below` complain
// once the layer is in between. Throws HarnessError if one complains without the layer.
void ExpectValidCalls(const LayerComparison& runs, const std::vector<std::string>& below);

// In the probe: the library of the witness `who` as it is loaded now.
class WitnessLibrary {
 public:
  explicit WitnessLibrary(const std::string& who);
  ~WitnessLibrary();
  WitnessLibrary(const WitnessLibrary&) = delete;
  WitnessLibrary& operator=(const WitnessLibrary&) = delete;

  // Its function lsWitness, or null if it is not loaded. Throws HarnessError if it has none.
  void* Look() const;

 private:
  std::string who_;
  void* handle_;
};

// In the probe: what the witness `who` knows of the entity below it, in the structure of the mock
// layers of its API; empty if it is not loaded.
template <typename Witness>
Witness LookBelow(const std::string& who) {
  Witness witness = {};
  const WitnessLibrary library(who);
  if (void* look = library.Look()) reinterpret_cast<void (*)(Witness*)>(look)(&witness);
  return witness;
}

using LayerNames = std::vector<std::string>;

// Runs `app` twice in one probe in `world`, on an application of type App, with the layers that it
// has to name. Throws like LayerComparison.
template <typename App>
LayerComparison RunBetween(Case& c, const World& world, const LayerComparisonTerms& terms,
                           const std::function<void(App&, const LayerNames&)>& app) {
  const std::string name = LayerOf(c).name;
  c.Within({.memory_bytes = kRoomForLibraries});
  Observation seen = c.AnyEnding().Run(world, [&] {
    App application(c.subject());
    MarkRun(false);
    app(application, {terms.above, terms.below});
    MarkRun(true);
    app(application, {terms.above, name, terms.below});
  });
  return LayerComparison(std::move(seen), terms, LayerOf(c));
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_LAYER_COMPARISON_H_
