// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "policies/reading_ids.h"
#include "suites/vulkan/extensions/extensions.h"
#include "suites/vulkan/layer_work.h"
#include "suites/vulkan/messages/messengers.h"

// LoaderInterfaceArchitecture, "Dispatch Tables and Call Chains" and "Glossary of Terms": calls on
// an instance reach every driver that supports them (LS_VK_CHAIN_9). LS_VK_DEBUG_4 covers what the
// listeners of an application receive.
namespace loadstone::suites::messengers_in_drivers {
namespace {

// Whether each driver of a machine has the extension, and the layers above them.
struct Machine {
  const char* name;
  std::vector<bool> drivers;
  int layers = 0;
};

const Machine kMachines[] = {
    {"of_one_driver", {true}},
    {"of_one_driver_through_3_layers", {true}, 3},
    {"of_the_first_of_two_drivers", {true, false}},
    {"of_the_second_of_two_drivers", {false, true}},
    {"of_two_drivers", {true, true}},
    {"of_the_first_and_the_last_of_three_drivers", {true, false, true}},
    {"of_the_last_two_of_three_drivers", {false, true, true}},
};
const Machine kNoDriverHasIt = {"of_no_driver", {false}};

std::string DriverName(size_t i) { return fmt::format("driver_{}", i); }

VulkanWorld WorldOf(const Case& c, const MessageExtension& extension, const Machine& machine) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (size_t i = 0; i < machine.drivers.size(); ++i) {
    world.With(machine.drivers[i] ? DriverWith(DriverName(i), {extension.name})
                                  : Driver(DriverName(i)));
  }
  for (const std::string& name : NumberedLayers(machine.layers)) world.With(Layer(name));
  return world;
}

// The application's use of messages: two listeners, and messages for one, for the other, for
// neither, and for one that was destroyed.
void UseListeners(VulkanApp& app, const MessageExtension& extension) {
  const uint64_t errors = extension.create_listener(app, kErrors, nullptr);
  const uint64_t information = extension.create_listener(app, kInformation, nullptr);
  for (const SubmittedMessage& message : kSubmitted) extension.submit_message(app, message);
  if (errors != 0) extension.destroy_listener(app, errors, nullptr);
  AppEvent("destroyed");
  for (const SubmittedMessage& message : kSubmitted) extension.submit_message(app, message);
  if (information != 0) extension.destroy_listener(app, information, nullptr);
}

Observation Run(Case& c, const MessageExtension& extension, const Machine& machine) {
  return Observe(c, WorldOf(c, extension, machine), [&](VulkanApp& app) {
    if (!AreListed(app, {extension.name})) return;
    const InstanceRequest request = {.layers = NumberedLayers(machine.layers),
                                     .extensions = {extension.name}};
    if (app.CreateInstance(request) != VK_SUCCESS) return;
    UseListeners(app, extension);
    app.DestroyInstance();
  });
}

std::vector<std::string> Handles(const std::vector<Event>& events) {
  std::vector<std::string> handles;
  for (const Event& event : events) handles.push_back(event.Text("handle"));
  return handles;
}

// Expects the calls for listeners that a driver with the extension must get.
void ExpectAllOf(const Observation& seen, const MessageExtension& extension,
                 const std::string& driver) {
  const std::vector<Event> created = seen.Select(driver, extension.create);
  EXPECT_SEEN(created, SizeIs(2)) << extension.create
                                  << " reaches every driver that supports the extension"
                                  << reading::LS_VK_CHAIN_9_r1;
  EXPECT_SEEN(Handles(seen.Select(driver, extension.destroy)),
              UnorderedElementsAreArray(Handles(created)))
      << extension.destroy << " reaches the driver with the handles that it created";
}

// The texts of the submitted messages that a driver received.
std::vector<std::string> Submitted(const Observation& seen, const MessageExtension& extension,
                                   const std::string& driver) {
  std::vector<std::string> texts;
  for (const Event& event : seen.Select(driver, extension.submit)) {
    texts.push_back(event.Text("message"));
  }
  return texts;
}

// Expects that each submitted message reaches all of these drivers once, or none: it may also end
// in the loader (LS_VK_CHAIN_9.r2). Each of them is submitted twice.
void ExpectSubmitted(const Observation& seen, const MessageExtension& extension,
                     const std::vector<std::string>& drivers) {
  const std::vector<std::string> texts = Submitted(seen, extension, drivers[0]);
  EXPECT_SEEN(texts, SizeIs(Le(2 * std::size(kSubmitted))))
      << extension.submit << " reaches a driver once for each call";
  for (const std::string& driver : drivers) {
    EXPECT_SEEN(Submitted(seen, extension, driver), ElementsAreArray(texts))
        << extension.submit << " reaches every driver that supports the extension, or none"
        << reading::LS_VK_CHAIN_9_r2;
  }
}

void JudgeDrivers(Case& c, const MessageExtension& extension, const Machine& machine) {
  const Observation seen = Run(c, extension, machine);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(ResultOf(seen, extension.create), "VK_SUCCESS")
      << "the functions of an extension that is enabled are available";
  std::vector<std::string> having;
  for (size_t i = 0; i < machine.drivers.size(); ++i) {
    if (!machine.drivers[i]) continue;
    having.push_back(DriverName(i));
    ExpectAllOf(seen, extension, having.back());
  }
  ExpectSubmitted(seen, extension, having);
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "each driver gets its own handles and only calls that the API allows";
}

// The messages that a listener received after the first listener was destroyed.
std::vector<std::string> ReceivedAfterDestruction(const Observation& seen,
                                                  const std::string& listener) {
  std::vector<std::string> texts;
  bool afterwards = false;
  for (const Event& event : seen.events()) {
    afterwards |= event.what() == "destroyed";
    if (afterwards && event.what() == "heard" && event.Text("listener") == listener) {
      texts.push_back(event.Text("text"));
    }
  }
  return texts;
}

void JudgeMessages(Case& c, const MessageExtension& extension, const Machine& machine) {
  const Observation seen = Run(c, extension, machine);
  if (seen.First(kAppName, "not_listed").has_value()) {
    GTEST_SKIP() << "the loader does not list " << extension.name
                 << " (accepted: LS_VK_DEBUG_4.r2)";
  }
  EXPECT_SEEN(ResultOf(seen, extension.create), "VK_SUCCESS")
      << "an application may listen if the extension is listed";
  EXPECT_SEEN(Heard(seen, kErrors.name), ElementsAre(kSubmitted[0].text))
      << "a listener gets the messages that it was created for, and no others"
      << reading::LS_VK_DEBUG_4_r1;
  EXPECT_SEEN(Heard(seen, kInformation.name), ElementsAre(kSubmitted[1].text))
      << "a listener gets the messages that it was created for, and no others";
  EXPECT_SEEN(HeardWrong(seen), IsEmpty()) << "a message arrives as it was submitted";
  EXPECT_SEEN(ReceivedAfterDestruction(seen, kErrors.name), IsEmpty())
      << "a listener that was destroyed gets nothing";
}

void JudgeNull(Case& c, const MessageExtension& extension) {
  const Observation seen = Observe(c, WorldOf(c, extension, kMachines[0]), [&](VulkanApp& app) {
    if (!AreListed(app, {extension.name})) return;
    if (app.CreateInstance({.extensions = {extension.name}}) != VK_SUCCESS) return;
    extension.destroy_listener(app, 0, nullptr);
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(seen.Select(kAppName, "done"), Not(IsEmpty()))
      << "an application that destroys nothing finishes";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "a driver gets only calls that the API allows, or none";
}

// The environment enables the layers of the machine.
void JudgeInstanceChain(Case& c, const MessageExtension& extension, const Machine& machine) {
  VulkanWorld world = WorldOf(c, extension, machine);
  const std::vector<std::string> layers = NumberedLayers(machine.layers);
  if (!layers.empty()) world.Env("VK_INSTANCE_LAYERS", fmt::format("{}", fmt::join(layers, ":")));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, {extension.name})) return;
    extension.create_instance(app, kErrors);
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(layers))
      << "each layer creates the instance";
  for (const Event& event : LayerEntries(seen, "vkCreateInstance")) {
    EXPECT_SEEN(event.Numbers("next"), ContainsOnce(int64_t{extension.create_info}))
        << event.who() << " gets the application's structure beside those of the loader";
  }
  const std::optional<Event> created = seen.First(DriverName(0), "vkCreateInstance");
  ASSERT_HOLDS(created.has_value()) << "the driver has an instance";
  EXPECT_SEEN(created->Numbers("next"), Contains(int64_t{extension.create_info}))
      << "a driver that supports the extension gets the structure of the pNext chain";
}

REGISTER_CASES {
  for (const MessageExtension& extension : kMessageExtensions) {
    for (const Machine& machine : kMachines) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_9},
                   fmt::format("{}_{}", extension.id, machine.name),
                   [&](Case& c) { JudgeDrivers(c, extension, machine); });
    }
    for (const Machine* machine : {&kMachines[0], &kMachines[2], &kMachines[3], &kNoDriverHasIt}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_DEBUG_4},
                   fmt::format("{}_{}", extension.id, machine->name),
                   [&extension, machine](Case& c) { JudgeMessages(c, extension, *machine); });
    }
    for (const Machine* machine : {&kMachines[0], &kMachines[1]}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_DEBUG_4},
                   fmt::format("{}_in_the_chain_of_vk_create_instance{}", extension.id,
                               machine->layers == 0 ? "" : "_through_3_layers"),
                   [&extension, machine](Case& c) { JudgeInstanceChain(c, extension, *machine); });
    }
    RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_1},
                 fmt::format("null_{}_is_destroyed", extension.id),
                 [&](Case& c) { JudgeNull(c, extension); });
  }
}

}  // namespace
}  // namespace loadstone::suites::messengers_in_drivers
