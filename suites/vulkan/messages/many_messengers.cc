// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/common/destruction_orders.h"
#include "suites/vulkan/extensions/extensions.h"
#include "suites/vulkan/messages/messengers.h"

// LoaderDebugging, "Loader Logging": more listeners at once than a table of fixed size holds, each
// destroyed in a different order from the one in which it was created (LS_VK_DEBUG_4).
namespace loadstone::suites::many_messengers {
namespace {

constexpr size_t kListeners = 70;

constexpr VkFlags kAllSeverities =
    VK_DEBUG_UTILS_MESSAGE_SEVERITY_VERBOSE_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT |
    VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
constexpr VkFlags kAllTypes = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT |
                              VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                              VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
constexpr VkFlags kAllFlags = VK_DEBUG_REPORT_ERROR_BIT_EXT | VK_DEBUG_REPORT_INFORMATION_BIT_EXT |
                              VK_DEBUG_REPORT_DEBUG_BIT_EXT;

MessageListener Everything(const char* name) {
  return {name, kAllSeverities, kAllTypes, kAllFlags};
}

std::string NameOf(size_t listener) { return fmt::format("listener {}", listener); }

// LS_VK_DEBUG_4.r2.
std::string NotListed(const Observation& seen, const MessageExtension& extension) {
  if (!seen.First(kAppName, "not_listed").has_value()) return {};
  return fmt::format("the loader does not list {} (accepted: LS_VK_DEBUG_4.r2)", extension.name);
}

// The first message is submitted to all listeners, the second to half of them, the third to the
// one that is destroyed last.
void JudgeMany(Case& c, const MessageExtension& extension, const DestructionOrder& order) {
  const std::vector<size_t> destroyed = order.objects(kListeners);
  const size_t half = destroyed.size() / 2;
  const Observation seen = Observe(c, VulkanWorld(c.subject()), [&](VulkanApp& app) {
    if (!AreListed(app, {extension.name})) return;
    if (app.CreateInstance({.extensions = {extension.name}}) != VK_SUCCESS) return;
    std::vector<std::string> names;
    for (size_t i = 0; i < kListeners; ++i) names.push_back(NameOf(i));
    std::vector<MessageListener> listeners;
    for (const std::string& name : names) listeners.push_back(Everything(name.c_str()));
    std::vector<uint64_t> handles;
    for (const MessageListener& listener : listeners) {
      handles.push_back(extension.create_listener(app, listener, nullptr));
    }
    extension.submit_message(app, kSubmitted[0]);
    for (size_t i = 0; i < destroyed.size(); ++i) {
      if (i == half) extension.submit_message(app, kSubmitted[1]);
      if (i + 1 == destroyed.size()) extension.submit_message(app, kSubmitted[2]);
      extension.destroy_listener(app, handles[destroyed[i]], nullptr);
    }
    app.DestroyInstance();
  });
  if (const std::string why = NotListed(seen, extension); !why.empty()) GTEST_SKIP() << why;
  for (size_t i = 0; i < destroyed.size(); ++i) {
    std::vector<std::string> wanted = {kSubmitted[0].text};
    if (i >= half) wanted.emplace_back(kSubmitted[1].text);
    if (i + 1 == destroyed.size()) wanted.emplace_back(kSubmitted[2].text);
    EXPECT_SEEN(Heard(seen, NameOf(destroyed[i])), ElementsAreArray(wanted))
        << "each of " << kListeners
        << " listeners gets what is submitted until it is destroyed, and nothing later";
  }
  EXPECT_SEEN(HeardWrong(seen), IsEmpty()) << "a message arrives as it was submitted";
}

constexpr char kOfTheFirst[] = "of the first instance";
constexpr char kOfTheSecond[] = "of the second instance";

// Two instances with a listener each, of which the one that was created first or last is destroyed.
void JudgeOtherInstance(Case& c, const MessageExtension& extension, bool destroy_first) {
  const Observation seen = Observe(c, VulkanWorld(c.subject()), [&](VulkanApp& app) {
    if (!AreListed(app, {extension.name})) return;
    const MessageListener listeners[2] = {Everything(kOfTheFirst), Everything(kOfTheSecond)};
    std::vector<VulkanApp> users;  // of one instance each
    std::vector<uint64_t> handles;
    for (const MessageListener& listener : listeners) {
      if (app.CreateInstance({.extensions = {extension.name}}) != VK_SUCCESS) return;
      handles.push_back(extension.create_listener(app, listener, nullptr));
      users.push_back(app);
    }
    const size_t gone = destroy_first ? 0 : 1;
    extension.destroy_listener(users[gone], handles[gone], nullptr);
    users[gone].DestroyInstance();
    extension.submit_message(users[1 - gone], kSubmitted[0]);
    extension.destroy_listener(users[1 - gone], handles[1 - gone], nullptr);
    users[1 - gone].DestroyInstance();
  });
  if (const std::string why = NotListed(seen, extension); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(Heard(seen, destroy_first ? kOfTheSecond : kOfTheFirst),
              ElementsAre(kSubmitted[0].text))
      << "a listener gets what is submitted to its instance, also after another instance was "
         "destroyed";
  EXPECT_SEEN(Heard(seen, destroy_first ? kOfTheFirst : kOfTheSecond), IsEmpty())
      << "a listener of an instance that was destroyed gets nothing";
}

REGISTER_CASES {
  for (const MessageExtension& extension : kMessageExtensions) {
    for (const DestructionOrder& order : kDestructionOrders) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_DEBUG_4},
                   fmt::format("{}_many_destroyed_{}", extension.id, order.name),
                   [&](Case& c) { JudgeMany(c, extension, order); });
    }
    for (const bool first : {true, false}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_DEBUG_4},
                   fmt::format("{}_after_the_{}_instance_is_destroyed", extension.id,
                               first ? "first" : "second"),
                   [&extension, first](Case& c) { JudgeOtherInstance(c, extension, first); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::many_messengers
