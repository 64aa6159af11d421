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

// The API-specific settings of the cases about layers.
struct LayerComparisonTerms {
  // The names of the witnesses above and below the judged layer, and the event that the upper one
  // traces when an instance is created.
  const char* above;
  const char* below;
  const char* creation;
  // The cases that judge a crash or failure of the layer; other cases are skipped because of it.
  const char* survives;
  const char* same_results;
  // The cases, and policies of cases, one of which fails if the layer's manifest or library keeps
  // loaders from using it.
  std::span<const char* const> found;
};

// One process in which an application runs twice: first with the witnesses alone, then with the
// layer between them.
class LayerComparison {
 public:
  // `terms` must outlive the object. Throws HarnessError if the first run did not finish, because
  // the layer is not involved in it.
  LayerComparison(Observation seen, const LayerComparisonTerms& terms, const LayerUnderTest& layer);

  const LayerComparisonTerms& terms() const { return *terms_; }
  const Observation& seen() const { return seen_; }
  const std::vector<Event>& without() const { return without_; }
  const std::vector<Event>& with() const { return with_; }

  // Why the second run is not usable: no instance had the layer in its chain (see Unjudged). Empty
  // if there was one.
  SkipReason WhyNoChain() const;
  // The same, or why the application did not finish.
  SkipReason WhyIncomplete() const;
  // Why the run has no answer to `question` (see Note). Fails the case if the layer crashed or hung
  // in a call that a layer above it may make (see TraceQueryBounds).
  SkipReason WhyNoAnswer(const std::string& question) const;

  // Whether the layer crashed or hung in such a call.
  bool CrashedOnQuery() const;

 private:
  // States that the loader does not use the layer, for the reason `why`.
  SkipReason NotFound(const std::string& why) const;
  // The loader's last message about the layer or its library; empty if there is none.
  std::string MessageOfLoader() const;

  Observation seen_;
  const LayerComparisonTerms* terms_;
  std::string name_;     // of the layer
  std::string library_;  // its file name
  std::vector<Event> without_;
  std::vector<Event> with_;
};

// The events with this `who` and `what` in a part, except those at the end of a call.
std::vector<Event> Of(const std::vector<Event>& events, const std::string& who,
                      const std::string& what);
std::optional<Event> FirstOf(const std::vector<Event>& events, const std::string& who,
                             const std::string& what);

// Adds what the manifest says about the layer to `world`, because the probe cannot read the
// manifest elsewhere.
void AddManifestToWorld(World& world, const LayerUnderTest& layer);
// In the probe: the text of the JSON object that AddManifestToWorld added to its world.
std::string ManifestInProbe();

// In the probe: marks the beginning of the run with or without the layer.
void MarkRun(bool with);

// In the probe: traces whether the layer is in the chain of the created instance.
void TraceInChain(bool yes);

// In the probe: calls `ask`, and traces its beginning and end.
void TraceQueryBounds(const std::function<void()>& ask);

// Fails the case if an application that makes only valid calls causes a violation in one of `below`
// when the layer is in the chain. Throws HarnessError if there is a violation without the layer.
void ExpectValidCalls(const LayerComparison& runs, const std::vector<std::string>& below);

// In the probe: the loaded library of the witness `who`.
class WitnessLibrary {
 public:
  explicit WitnessLibrary(const std::string& who);
  ~WitnessLibrary();
  WitnessLibrary(const WitnessLibrary&) = delete;
  WitnessLibrary& operator=(const WitnessLibrary&) = delete;

  // Its function lsWitness, or null if the library is not loaded. Throws HarnessError if it has
  // none.
  void* Look() const;

 private:
  std::string who_;
  void* handle_;
};

// In the probe: what the witness `who` knows about the next entity, in the structure of its API's
// mock layers; empty if the witness is not loaded.
template <typename Witness>
Witness LookBelow(const std::string& who) {
  Witness witness = {};
  const WitnessLibrary library(who);
  if (void* look = library.Look()) reinterpret_cast<void (*)(Witness*)>(look)(&witness);
  return witness;
}

using LayerNames = std::vector<std::string>;

// Runs `app` twice in one probe in `world`, with an application of type App and the layers that it
// must request. Throws like LayerComparison.
template <typename App>
LayerComparison RunBetween(Case& c, const World& world, const LayerComparisonTerms& terms,
                           const std::function<void(App&, const LayerNames&)>& app) {
  const std::string name = LayerOf(c).name;
  c.Within({.memory_bytes = kLibraryAddressSpaceBytes});
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
