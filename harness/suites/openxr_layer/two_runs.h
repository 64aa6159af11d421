#ifndef LOADSTONE_HARNESS_SUITES_OPENXR_LAYER_TWO_RUNS_H_
#define LOADSTONE_HARNESS_SUITES_OPENXR_LAYER_TWO_RUNS_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/probe/layer_case.h"
#include "harness/probe/openxr_app.h"
#include "harness/world/openxr_world.h"
#include "mock_layers/openxr/witness.h"

namespace loadstone {

// The mock API layers above and below the layer that is judged.
inline constexpr char kXrAbove[] = "XR_APILAYER_LS_above";
inline constexpr char kXrBelow[] = "XR_APILAYER_LS_below";
// A function that nobody but the runtime knows.
inline constexpr char kXrRuntimeFunction[] = "xrLoadstoneRuntimeLS";

// The cases in which the layer's crash or failure is judged; elsewhere it hides the rest.
inline constexpr char kXrSurvives[] = "LS_XR_LAYER_12/application_comes_to_its_end";
inline constexpr char kXrSameResults[] = "LS_XR_LAYER_12/application_sees_the_same";

// One process in which an application runs twice: between the witnesses alone, and with the layer
// between them.
class XrTwoRuns {
 public:
  explicit XrTwoRuns(Observation seen);

  const Observation& seen() const { return seen_; }
  const std::vector<Event>& without() const { return without_; }
  const std::vector<Event>& with() const { return with_; }

  // Why the second run tells nothing: the layer was not called to create an instance.
  std::string WhyNoChain() const;
  // The same, or why the application did not come to its end.
  std::string WhyIncomplete() const;

 private:
  Observation seen_;
  std::vector<Event> without_;
  std::vector<Event> with_;
};

using XrLayerNames = std::vector<std::string>;

// Members of the configuration of the witnesses, beside the usual ones, as JSON objects.
struct XrWitnesses {
  std::string above = "{}";
  std::string below = "{}";
};

// Runs `app` twice with the layers that it has to name. Throws HarnessError if the first run did
// not come to its end: then the layer has nothing to do with it.
XrTwoRuns RunXrTwice(Case& c, const std::function<void(OpenXrApp&, const XrLayerNames&)>& app,
                     const XrWitnesses& witnesses = {});

// The events of `who` and `what` in a part, but for those at the end of a call.
std::vector<Event> XrOf(const std::vector<Event>& events, const std::string& who,
                        const std::string& what);
std::optional<Event> XrFirstOf(const std::vector<Event>& events, const std::string& who,
                               const std::string& what);

// In the probe: creates an instance and traces whether the layer is in its chain.
bool CreateXrInstanceBetween(OpenXrApp& app, const XrLayerNames& layers);

// In the probe: what the witness `who` knows of the entity below it.
LsXrWitness LookBelowXr(const std::string& who);

// In the probe: notes an answer. In the harness: the answers of a part.
void NoteXr(const std::string& question, const std::string& answer);
std::map<std::string, std::string> XrAnswers(const std::vector<Event>& events);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SUITES_OPENXR_LAYER_TWO_RUNS_H_
