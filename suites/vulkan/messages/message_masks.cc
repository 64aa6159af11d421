// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/extensions/extensions.h"
#include "suites/vulkan/messages/messengers.h"

// LoaderDebugging, "Loader Logging": several listeners, each created for one severity or one type
// (LS_VK_DEBUG_4), and one in the pNext chain of vkCreateInstance (LS_VK_ROBUSTNESS_13).
namespace loadstone::suites::message_masks {
namespace {

constexpr auto kVerbose = VK_DEBUG_UTILS_MESSAGE_SEVERITY_VERBOSE_BIT_EXT;
constexpr auto kInfo = VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT;
constexpr auto kWarning = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT;
constexpr auto kError = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
constexpr auto kGeneral = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT;
constexpr auto kValidation = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
constexpr auto kPerformance = VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
constexpr VkFlags kAllSeverities = kVerbose | kInfo | kWarning | kError;
constexpr VkFlags kAllTypes = kGeneral | kValidation | kPerformance;

constexpr auto kReportInfo = VK_DEBUG_REPORT_INFORMATION_BIT_EXT;
constexpr auto kReportWarning = VK_DEBUG_REPORT_WARNING_BIT_EXT;
constexpr auto kReportPerformance = VK_DEBUG_REPORT_PERFORMANCE_WARNING_BIT_EXT;
constexpr auto kReportError = VK_DEBUG_REPORT_ERROR_BIT_EXT;
constexpr auto kReportDebug = VK_DEBUG_REPORT_DEBUG_BIT_EXT;

// Every severity with every type; the last message has two types.
constexpr SubmittedMessage kMessages[] = {
    {"verbose, general", kVerbose, kGeneral, kReportDebug, nullptr},
    {"verbose, validation", kVerbose, kValidation, kReportDebug, nullptr},
    {"verbose, performance", kVerbose, kPerformance, kReportDebug, nullptr},
    {"info, general", kInfo, kGeneral, kReportInfo, nullptr},
    {"info, validation", kInfo, kValidation, kReportInfo, nullptr},
    {"info, performance", kInfo, kPerformance, kReportInfo, nullptr},
    {"warning, general", kWarning, kGeneral, kReportWarning, nullptr},
    {"warning, validation", kWarning, kValidation, kReportWarning, nullptr},
    {"warning, performance", kWarning, kPerformance, kReportPerformance, nullptr},
    {"error, general", kError, kGeneral, kReportError, nullptr},
    {"error, validation", kError, kValidation, kReportError, nullptr},
    {"error, performance", kError, kPerformance, kReportError, nullptr},
    {"warning, general and performance", kWarning, kGeneral | kPerformance, kReportPerformance,
     nullptr},
};

constexpr MessageListener kListeners[] = {
    {"verbose", kVerbose, kAllTypes, kReportDebug, kMessages},
    {"info", kInfo, kAllTypes, kReportInfo, kMessages},
    {"warning", kWarning, kAllTypes, kReportWarning, kMessages},
    {"error", kError, kAllTypes, kReportError, kMessages},
    {"general", kAllSeverities, kGeneral, kReportInfo | kReportWarning, kMessages},
    {"validation", kAllSeverities, kValidation, kReportError | kReportDebug, kMessages},
    {"performance", kAllSeverities, kPerformance, kReportPerformance, kMessages},
};

bool Wants(const MessageExtension& extension, const MessageListener& listener,
           const SubmittedMessage& message) {
  if (extension.create_info == VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT) {
    return (listener.flags & message.flags) != 0;
  }
  return (listener.severities & message.severity) != 0 && (listener.types & message.types) != 0;
}

std::vector<std::string> Wanted(const MessageExtension& extension,
                                const MessageListener& listener) {
  std::vector<std::string> texts;
  for (const SubmittedMessage& message : kMessages) {
    if (Wants(extension, listener, message)) texts.emplace_back(message.text);
  }
  return texts;
}

VulkanWorld WorldOf(const Case& c, const MessageExtension& extension, bool in_driver) {
  VulkanWorld world(c.subject());
  if (in_driver) world.WithoutDriver().With(DriverWith("driver_0", {extension.name}));
  return world;
}

// LS_VK_DEBUG_4.r2.
std::string NotListed(const Observation& seen, const MessageExtension& extension) {
  if (!seen.First(kAppName, "not_listed").has_value()) return {};
  return fmt::format("the loader does not list {} (accepted: LS_VK_DEBUG_4.r2)", extension.name);
}

void JudgeMasks(Case& c, const MessageExtension& extension, bool in_driver) {
  const Observation seen = Observe(c, WorldOf(c, extension, in_driver), [&](VulkanApp& app) {
    if (!AreListed(app, {extension.name})) return;
    if (app.CreateInstance({.extensions = {extension.name}}) != VK_SUCCESS) return;
    std::vector<uint64_t> handles;
    for (const MessageListener& listener : kListeners) {
      handles.push_back(extension.create_listener(app, listener, nullptr));
    }
    for (const SubmittedMessage& message : kMessages) extension.submit_message(app, message);
    for (const uint64_t handle : handles) extension.destroy_listener(app, handle, nullptr);
    app.DestroyInstance();
  });
  if (const std::string why = NotListed(seen, extension); !why.empty()) GTEST_SKIP() << why;
  for (const MessageListener& listener : kListeners) {
    EXPECT_SEEN(Heard(seen, listener.name), UnorderedElementsAreArray(Wanted(extension, listener)))
        << "a listener gets the messages that it was created for, and no others";
  }
  EXPECT_SEEN(HeardWrong(seen), IsEmpty()) << "a message arrives as it was submitted";
}

// A listener in the pNext chain, which receives everything, and one that is created as usual.
constexpr MessageListener kChained = {"chained", kAllSeverities, kAllTypes,
                                      VkFlags{kReportError | kReportInfo | kReportDebug}};

void JudgeChain(Case& c, const MessageExtension& extension, bool in_driver) {
  const Observation seen = Observe(c, WorldOf(c, extension, in_driver), [&](VulkanApp& app) {
    if (!AreListed(app, {extension.name})) return;
    extension.create_instance(app, kChained);
    if (app.instance() == VK_NULL_HANDLE) return;
    const uint64_t errors = extension.create_listener(app, kErrors, nullptr);
    for (const SubmittedMessage& message : kSubmitted) extension.submit_message(app, message);
    extension.destroy_listener(app, errors, nullptr);
    app.DestroyInstance();
  });
  if (const std::string why = NotListed(seen, extension); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(Heard(seen, kErrors.name), ElementsAre(kSubmitted[0].text))
      << "a listener that was created gets its message";
  EXPECT_SEEN(Heard(seen, kChained.name), IsEmpty())
      << "a listener of vkCreateInstance is not called after vkCreateInstance returned";
}

// Two instances, each with a listener for everything. Messages submitted to the second must not
// reach the first.
void JudgeTwoInstances(Case& c, const MessageExtension& extension) {
  MessageListener other = kChained;
  other.name = "of the other instance";
  const Observation seen =
      Observe(c, WorldOf(c, extension, /*in_driver=*/false), [&](VulkanApp& app) {
        if (!AreListed(app, {extension.name})) return;
        const MessageListener* const listeners[] = {&other, &kChained};
        for (const MessageListener* listener : listeners) {
          if (app.CreateInstance({.extensions = {extension.name}}) != VK_SUCCESS) return;
          extension.create_listener(app, *listener, nullptr);
        }
        for (const SubmittedMessage& message : kSubmitted) extension.submit_message(app, message);
      });
  if (const std::string why = NotListed(seen, extension); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(Heard(seen, kChained.name), SizeIs(std::size(kSubmitted)))
      << "a listener gets what is submitted to its instance";
  EXPECT_SEEN(Heard(seen, other.name), IsEmpty())
      << "a listener gets nothing of what is submitted to another instance";
}

REGISTER_CASES {
  for (const MessageExtension& extension : kMessageExtensions) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DEBUG_4},
                 fmt::format("{}_of_another_instance", extension.id),
                 [&extension](Case& c) { JudgeTwoInstances(c, extension); });
    for (const bool in_driver : {false, true}) {
      const char* where = in_driver ? "a_driver" : "no_driver";
      RegisterCase(Api::kVulkan, {policy::LS_VK_DEBUG_4},
                   fmt::format("{}_for_each_kind_of_{}", extension.id, where),
                   [&extension, in_driver](Case& c) { JudgeMasks(c, extension, in_driver); });
      RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_13},
                   fmt::format("{}_of_the_creation_hears_nothing_later_of_{}", extension.id, where),
                   [&extension, in_driver](Case& c) { JudgeChain(c, extension, in_driver); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::message_masks
