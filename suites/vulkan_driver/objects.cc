// SPDX-License-Identifier: Apache-2.0
// How dispatchable objects of a Vulkan driver begin: "Driver Dispatchable Object Creation".

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "interfaces/vulkan/external_compute_queue.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::objects {
namespace {

constexpr uint32_t kSinceInterface = 2;
constexpr char kExternalQueues[] = VK_NV_EXTERNAL_COMPUTE_QUEUE_EXTENSION_NAME;

// Creates every kind of dispatchable core object; DriverApp checks each.
void MakeEach(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  Note("agreed", std::to_string(app.agreed()));
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty() || app.CreateDevice(devices.front()) != VK_SUCCESS) return;
  app.UseCommandBuffer();
}

void Judge(const Observation& seen, const std::string& type,
           SkipReason (*why_none)(const Observation&)) {
  SKIP_FOR(WhyNoAnswer(seen, "agreed"));
  auto answers = Answers(seen.events());
  if (std::stoul(answers["agreed"]) < kSinceInterface) {
    GTEST_SKIP() << "interface version " << answers["agreed"]
                 << " does not require it; version 2 and newer do";
  }
  SKIP_FOR(why_none(seen));
  SKIP_FOR(WhyNoAnswer(seen, "word of " + type));
  EXPECT_SEEN(answers["word of " + type], "ICD_LOADER_MAGIC")
      << "the first word of a " << type << " that the driver created is ICD_LOADER_MAGIC";
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, instances_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(RunDriver(c, MakeEach), "VkInstance", WhyNoInstance);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, physical_devices_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(RunDriver(c, MakeEach), "VkPhysicalDevice", WhyNoDevice);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, devices_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(RunDriver(c, MakeEach), "VkDevice", WhyNoDevice);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, queues_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(RunDriver(c, MakeEach), "VkQueue", WhyNoDevice);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, command_buffers_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(RunDriver(c, MakeEach), "VkCommandBuffer", WhyNoDevice);
}

// Notes the objects of one type, and the first of them that does not begin with the magic value.
// Writes into them as a loader does.
class Words {
 public:
  explicit Words(const char* type) : type_(type) {}
  ~Words() {
    if (!objects_.empty()) Note(std::string("word of ") + type_, wrong_);
  }
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;

  void Adopt(void* object, const std::string& which) {
    static void* table[1] = {};
    if (object == nullptr || !objects_.insert(object).second) return;
    if (!valid_loader_magic_value(object) && wrong_ == kMagic) {
      wrong_ = fmt::format("{:#x} of {}", *static_cast<uintptr_t*>(object), which);
    }
    *static_cast<void**>(object) = table;
  }

 private:
  static constexpr char kMagic[] = "ICD_LOADER_MAGIC";
  const char* type_;
  std::set<void*> objects_;
  std::string wrong_ = kMagic;
};

// The physical devices of two instances.
void MakePhysicalDevices(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  Note("agreed", std::to_string(app.agreed()));
  Words words("VkPhysicalDevice");
  for (int i = 0; i < 2; ++i) {
    if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
    const auto enumerate = app.Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices");
    uint32_t count = 16;
    VkPhysicalDevice devices[16] = {};
    const VkResult result = Traced("vkEnumeratePhysicalDevices",
                                   [&] { return enumerate(app.instance(), &count, devices); });
    if (result < VK_SUCCESS) return;
    for (uint32_t each = 0; each < count; ++each) {
      words.Adopt(devices[each], fmt::format("number {} of instance {}", each, i));
    }
  }
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, every_physical_device_begins_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(RunDriver(c, MakePhysicalDevices), "VkPhysicalDevice", WhyNoPhysicalDevice);
}

// Two queues, where they exist, of each family of the first physical device.
std::vector<VkDeviceQueueCreateInfo> AllFamilies(const DriverApp& app, VkPhysicalDevice device) {
  static constexpr float kPriorities[2] = {1, 1};
  uint32_t count = 0;
  Ask<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(app, "vkGetPhysicalDeviceQueueFamilyProperties",
                                                    device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  Ask<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(app, "vkGetPhysicalDeviceQueueFamilyProperties",
                                                    device, &count, families.data());
  std::vector<VkDeviceQueueCreateInfo> queues;
  for (uint32_t i = 0; i < count; ++i) {
    VkDeviceQueueCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    info.queueFamilyIndex = i;
    info.queueCount = std::min(families[i].queueCount, 2U);
    info.pQueuePriorities = kPriorities;
    if (info.queueCount > 0) queues.push_back(info);
  }
  return queues;
}

// Gets a queue by vkGetDeviceQueue or, of Vulkan 1.1, vkGetDeviceQueue2.
VkQueue QueueOf(const DriverApp& app, VkDevice device, uint32_t family, uint32_t index,
                bool by_queue_2) {
  const char* name = by_queue_2 ? "vkGetDeviceQueue2" : "vkGetDeviceQueue";
  const PFN_vkVoidFunction get =
      app.Get<PFN_vkGetDeviceProcAddr>("vkGetDeviceProcAddr")(device, name);
  VkQueue queue = VK_NULL_HANDLE;
  if (get == nullptr) return queue;
  TracedVoid(name, [&] {
    if (!by_queue_2) {
      return reinterpret_cast<PFN_vkGetDeviceQueue>(get)(device, family, index, &queue);
    }
    VkDeviceQueueInfo2 info = {};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2;
    info.queueFamilyIndex = family;
    info.queueIndex = index;
    reinterpret_cast<PFN_vkGetDeviceQueue2>(get)(device, &info, &queue);
  });
  return queue;
}

constexpr char kCreated[] = "a device with queues of all families";

// Makes a device with queues of all families, and runs `use` with it.
template <typename Use>
void WithAllQueues(const ComponentUnderTest& driver, const Use& use) {
  DriverApp app(driver);
  Note("agreed", std::to_string(app.agreed()));
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  const auto create = app.Get<PFN_vkCreateDevice>("vkCreateDevice");
  if (devices.empty() || create == nullptr) return;
  const std::vector<VkDeviceQueueCreateInfo> queues = AllFamilies(app, devices.front());
  VkDeviceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.queueCreateInfoCount = static_cast<uint32_t>(queues.size());
  info.pQueueCreateInfos = queues.data();
  VkDevice device = VK_NULL_HANDLE;
  const VkResult result =
      Traced("vkCreateDevice", [&] { return create(devices.front(), &info, nullptr, &device); });
  if (result != VK_SUCCESS) return;
  static void* table[1] = {};
  *reinterpret_cast<void**>(device) = table;
  Note(kCreated, "seen");
  use(app, device, queues);
}

void MakeQueues(const ComponentUnderTest& driver, bool by_queue_2) {
  WithAllQueues(driver, [by_queue_2](const DriverApp& app, VkDevice device,
                                     const std::vector<VkDeviceQueueCreateInfo>& queues) {
    Words words("VkQueue");
    for (const VkDeviceQueueCreateInfo& family : queues) {
      for (uint32_t i = 0; i < family.queueCount; ++i) {
        words.Adopt(QueueOf(app, device, family.queueFamilyIndex, i, by_queue_2),
                    fmt::format("queue {} of family {}", i, family.queueFamilyIndex));
      }
    }
  });
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, queues_of_every_family_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(RunDriver(c, [](const ComponentUnderTest& driver) { MakeQueues(driver, false); }),
        "VkQueue", WhyNoDevice);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, queues_of_the_second_query_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen =
      RunDriver(c, [](const ComponentUnderTest& driver) { MakeQueues(driver, true); });
  auto answers = Answers(seen.events());
  if (seen.FinishedNormally() && answers.contains(kCreated) && !answers.contains("word of VkQueue"))
    GTEST_SKIP() << "the driver has no vkGetDeviceQueue2, which was added in Vulkan 1.1";
  Judge(seen, "VkQueue", WhyNoDevice);
}

void MakeSecondaryBuffers(const ComponentUnderTest& driver) {
  WithAllQueues(driver, [](const DriverApp& app, VkDevice device,
                           const std::vector<VkDeviceQueueCreateInfo>&) {
    const auto get = app.Get<PFN_vkGetDeviceProcAddr>("vkGetDeviceProcAddr");
    const auto create =
        reinterpret_cast<PFN_vkCreateCommandPool>(get(device, "vkCreateCommandPool"));
    const auto allocate =
        reinterpret_cast<PFN_vkAllocateCommandBuffers>(get(device, "vkAllocateCommandBuffers"));
    if (create == nullptr || allocate == nullptr) return;
    VkCommandPoolCreateInfo pool_info = {};
    pool_info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    VkCommandPool pool = VK_NULL_HANDLE;
    if (Traced("vkCreateCommandPool", [&] { return create(device, &pool_info, nullptr, &pool); }) !=
        VK_SUCCESS) {
      return;
    }
    VkCommandBufferAllocateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    info.commandPool = pool;
    info.level = VK_COMMAND_BUFFER_LEVEL_SECONDARY;
    VkCommandBuffer buffers[3] = {};
    info.commandBufferCount = static_cast<uint32_t>(std::size(buffers));
    if (Traced("vkAllocateCommandBuffers", [&] { return allocate(device, &info, buffers); }) !=
        VK_SUCCESS) {
      return;
    }
    Words words("VkCommandBuffer");
    for (VkCommandBuffer buffer : buffers) words.Adopt(buffer, "a secondary command buffer");
  });
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, secondary_command_buffers_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(RunDriver(c, MakeSecondaryBuffers), "VkCommandBuffer", WhyNoDevice);
}

// The same for the only extension with a dispatchable object.
void MakeExternalQueue(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  Note("agreed", std::to_string(app.agreed()));
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty()) return;
  const std::vector<std::string> listed = app.DeviceExtensions(devices.front());
  const bool has = std::find(listed.begin(), listed.end(), kExternalQueues) != listed.end();
  Note(kExternalQueues, has ? "listed" : "not listed");
  VkExternalComputeQueueDeviceCreateInfoNV queues = {};
  queues.sType = VK_STRUCTURE_TYPE_EXTERNAL_COMPUTE_QUEUE_DEVICE_CREATE_INFO_NV;
  queues.reservedExternalQueues = 1;
  const DriverDeviceRequest request = {.extensions = {kExternalQueues}, .next = &queues};
  if (has && app.CreateDevice(devices.front(), request) == VK_SUCCESS) app.UseExternalQueue();
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, external_queues_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, MakeExternalQueue);
  if (Answers(seen.events())[kExternalQueues] == "not listed") {
    GTEST_SKIP() << "the driver has no " << kExternalQueues;
  }
  Judge(seen, "VkExternalComputeQueueNV", WhyNoDevice);
}

}  // namespace
}  // namespace loadstone::suites::objects
