// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "harness/probe/app_trace.h"
#include "suites/common/threads.h"
#include "suites/vulkan/extensions/extensions.h"

// Vulkan specification, "Threading Behavior", VK_EXT_debug_utils and VK_EXT_debug_report: several
// threads create listeners of one instance and submit messages. Listeners are destroyed afterwards:
// no other thread may call a function of the instance then.
namespace loadstone::suites::messengers_in_threads {
namespace {

constexpr char kOfThreads[] = "of a thread";
constexpr char kLast[] = "after the threads";
constexpr char kHeard[] = "heard the last message";
constexpr char kQuiet[] = "quiet after the destruction";

struct Listener {
  std::atomic<int> of_threads = 0;
  std::atomic<int> last = 0;
  int before_destruction = 0;  // of `last`
};

// Counts the messages that the application submits, and lets other threads run.
void Hear(void* user_data, const char* message) {
  auto* listener = static_cast<Listener*>(user_data);
  const std::string text = message == nullptr ? "" : message;
  if (text == kOfThreads) ++listener->of_threads;
  if (text == kLast) ++listener->last;
  std::this_thread::yield();
}

struct Utils {
  static constexpr char kExtension[] = "VK_EXT_debug_utils";
  using Destroy = PFN_vkDestroyDebugUtilsMessengerEXT;
  static constexpr char kDestroy[] = "vkDestroyDebugUtilsMessengerEXT";
  using Handle = VkDebugUtilsMessengerEXT;

  static VKAPI_ATTR VkBool32 VKAPI_CALL Call(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                             VkDebugUtilsMessageTypeFlagsEXT,
                                             const VkDebugUtilsMessengerCallbackDataEXT* data,
                                             void* user_data) {
    Hear(user_data, data->pMessage);
    return VK_FALSE;
  }

  static VkResult Create(const VulkanApp& app, Listener* listener, Handle* made) {
    auto info = Structure<VkDebugUtilsMessengerCreateInfoEXT>(
        VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT);
    info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT;
    info.pfnUserCallback = Call;
    info.pUserData = listener;
    const auto create =
        app.Get<PFN_vkCreateDebugUtilsMessengerEXT>("vkCreateDebugUtilsMessengerEXT");
    return create(app.instance(), &info, nullptr, made);
  }

  static void Submit(const VulkanApp& app, const char* text) {
    auto data = Structure<VkDebugUtilsMessengerCallbackDataEXT>(
        VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT);
    data.pMessage = text;
    app.Get<PFN_vkSubmitDebugUtilsMessageEXT>("vkSubmitDebugUtilsMessageEXT")(
        app.instance(), VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &data);
  }
};

struct Report {
  static constexpr char kExtension[] = "VK_EXT_debug_report";
  using Destroy = PFN_vkDestroyDebugReportCallbackEXT;
  static constexpr char kDestroy[] = "vkDestroyDebugReportCallbackEXT";
  using Handle = VkDebugReportCallbackEXT;

  static VKAPI_ATTR VkBool32 VKAPI_CALL Call(VkDebugReportFlagsEXT, VkDebugReportObjectTypeEXT,
                                             uint64_t, size_t, int32_t, const char*,
                                             const char* message, void* user_data) {
    Hear(user_data, message);
    return VK_FALSE;
  }

  static VkResult Create(const VulkanApp& app, Listener* listener, Handle* made) {
    auto info = Structure<VkDebugReportCallbackCreateInfoEXT>(
        VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT);
    info.flags = VK_DEBUG_REPORT_ERROR_BIT_EXT;
    info.pfnCallback = Call;
    info.pUserData = listener;
    const auto create =
        app.Get<PFN_vkCreateDebugReportCallbackEXT>("vkCreateDebugReportCallbackEXT");
    return create(app.instance(), &info, nullptr, made);
  }

  static void Submit(const VulkanApp& app, const char* text) {
    app.Get<PFN_vkDebugReportMessageEXT>("vkDebugReportMessageEXT")(
        app.instance(), VK_DEBUG_REPORT_ERROR_BIT_EXT, VK_DEBUG_REPORT_OBJECT_TYPE_UNKNOWN_EXT, 0,
        0, 0, "loadstone", text);
  }
};

using ListenerList = std::vector<std::unique_ptr<Listener>>;

// Traces for how many listeners `holds`.
template <typename Condition>
void Count(const char* what, const ListenerList& listeners, const Condition& holds) {
  int64_t count = 0;
  for (const auto& listener : listeners) count += holds(*listener) ? 1 : 0;
  AppEvent(what).Add("listeners", count);
}

template <typename Extension>
void Run(VulkanApp& app) {
  if (!AreListed(app, {Extension::kExtension})) return;
  if (app.CreateInstance({.extensions = {Extension::kExtension}}) != VK_SUCCESS) return;
  std::mutex mutex;
  ListenerList listeners;
  std::vector<typename Extension::Handle> handles;
  RoundsInThreads([&] {
    auto made = std::make_unique<Listener>();
    Listener* listener = made.get();
    typename Extension::Handle handle = VK_NULL_HANDLE;
    const VkResult result = Extension::Create(app, listener, &handle);
    {
      const std::lock_guard<std::mutex> lock(mutex);
      listeners.push_back(std::move(made));
      handles.push_back(handle);
    }
    if (result != VK_SUCCESS) return false;
    Extension::Submit(app, kOfThreads);
    return listener->of_threads > 0;
  });
  Extension::Submit(app, kLast);
  Count(kHeard, listeners, [](const Listener& listener) { return listener.last > 0; });
  for (const auto& listener : listeners) listener->before_destruction = listener->last;
  const auto destroy = app.Get<typename Extension::Destroy>(Extension::kDestroy);
  for (const auto handle : handles) destroy(app.instance(), handle, nullptr);
  Extension::Submit(app, kLast);
  Count(kQuiet, listeners,
        [](const Listener& listener) { return listener.last == listener.before_destruction; });
  app.DestroyInstance();
}

template <typename Extension>
void Judge(Case& c) {
  const Observation seen = Observe(c, VulkanWorld(c.subject()), Run<Extension>);
  if (seen.First(kAppName, "not_listed").has_value()) {
    GTEST_SKIP() << "the loader does not list " << Extension::kExtension
                 << " (accepted: LS_VK_DEBUG_4.r2)";
  }
  ExpectGoodRounds(seen,
                   "a listener is created and gets what its thread submits, whatever other "
                   "threads create and submit");
  const auto heard = seen.First(kAppName, kHeard);
  const auto quiet = seen.First(kAppName, kQuiet);
  ASSERT_HOLDS(quiet.has_value()) << "the threads must finish";
  EXPECT_SEEN(heard->Number("listeners"), int64_t{kThreads} * kRounds)
      << "no listener is forgotten that was created while others were";
  EXPECT_SEEN(quiet->Number("listeners"), int64_t{kThreads} * kRounds)
      << "no listener gets a message after its destruction";
}

VULKAN_CASE(LS_VK_THREADS_1, messengers_of_one_instance) { Judge<Utils>(c); }
VULKAN_CASE(LS_VK_THREADS_1, report_callbacks_of_one_instance) { Judge<Report>(c); }

}  // namespace
}  // namespace loadstone::suites::messengers_in_threads
