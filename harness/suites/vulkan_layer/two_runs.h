#ifndef LOADSTONE_HARNESS_SUITES_VULKAN_LAYER_TWO_RUNS_H_
#define LOADSTONE_HARNESS_SUITES_VULKAN_LAYER_TWO_RUNS_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/probe/layer_case.h"
#include "harness/probe/vulkan_app.h"
#include "harness/world/vulkan_world.h"
#include "mock_layers/vulkan/witness.h"

namespace loadstone {

// The mock layers above and below the layer that is judged.
inline constexpr char kAbove[] = "VK_LAYER_LS_above";
inline constexpr char kBelow[] = "VK_LAYER_LS_below";
// Extensions that nobody knows: of the layer below, and of the driver's device.
inline constexpr char kExtensionBelow[] = "VK_LS_below";
inline constexpr char kDeviceExtension[] = "VK_LS_device";
// Functions that nobody but the driver knows.
inline constexpr char kPhysicalDeviceFunction[] = "vkLoadstonePhysicalDeviceLS";
inline constexpr char kDeviceFunction[] = "vkLoadstoneDeviceLS";

// Functions of extensions that the application does not enable: the layer below says that nobody
// has them, as it should, where a loader may give something.
inline constexpr const char* kDisabledInstanceFunctions[] = {
    "vkCreateDebugUtilsMessengerEXT",       "vkDestroyDebugUtilsMessengerEXT",
    "vkCreateDebugReportCallbackEXT",       "vkDestroySurfaceKHR",
    "vkGetPhysicalDeviceSurfaceSupportKHR", "vkCreateHeadlessSurfaceEXT"};

// The cases in which the layer's crash or failure is judged; elsewhere it hides the rest.
inline constexpr char kSurvives[] = "LLP_LAYER_2/application_comes_to_its_end";
inline constexpr char kSameResults[] = "LLP_LAYER_1/application_sees_the_same";

// One process in which an application runs twice: between the witnesses alone, and with the layer
// between them.
class TwoRuns {
 public:
  explicit TwoRuns(Observation seen);

  const Observation& seen() const { return seen_; }
  const std::vector<Event>& without() const { return without_; }
  const std::vector<Event>& with() const { return with_; }

  // Why the second run tells nothing: there was no instance with the layer in its chain.
  std::string WhyNoChain() const;
  // The same, or why the application did not come to its end.
  std::string WhyIncomplete() const;

 private:
  Observation seen_;
  std::vector<Event> without_;
  std::vector<Event> with_;
};

using LayerNames = std::vector<std::string>;

// Runs `app` twice with the layers that it has to name. Throws HarnessError if the first run did
// not come to its end: then the layer has nothing to do with it.
TwoRuns RunTwice(Case& c, const std::function<void(VulkanApp&, const LayerNames&)>& app);

// The events of `who` and `what` in a part; of creations only those at entry.
std::vector<Event> Of(const std::vector<Event>& events, const std::string& who,
                      const std::string& what);
std::optional<Event> FirstOf(const std::vector<Event>& events, const std::string& who,
                             const std::string& what);

// In the probe: creates an instance, and traces whether the layer is in its chain.
bool CreateInstanceBetween(VulkanApp& app, const InstanceRequest& request);

// In the probe: what the witness `who` knows of the entity below it.
LsWitness LookBelow(const std::string& who);

// In the probe: notes an answer. In the harness: the answers of a part.
void Note(const std::string& question, const std::string& answer);
std::map<std::string, std::string> Answers(const std::vector<Event>& events);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SUITES_VULKAN_LAYER_TWO_RUNS_H_
