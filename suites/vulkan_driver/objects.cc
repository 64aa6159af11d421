// What dispatchable objects of a Vulkan driver begin with: "Driver Dispatchable Object Creation".

#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::objects {
namespace {

constexpr uint32_t kSinceInterface = 2;

// Every kind of dispatchable object of the core, each of which DriverApp looks at.
void MakeEach(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  Note("agreed", std::to_string(app.agreed()));
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty() || app.CreateDevice(devices.front()) != VK_SUCCESS) return;
  app.UseCommandBuffer();
}

void Judge(Case& c, const std::string& type, std::string (*why_none)(const Observation&)) {
  const Observation seen = RunDriver(c, MakeEach);
  SKIP_FOR(WhyNoAnswer(seen, "agreed"));
  auto answers = Answers(seen.events());
  if (std::stoul(answers["agreed"]) < kSinceInterface) {
    GTEST_SKIP() << "interface version " << answers["agreed"] << " does not ask for it, 2 does";
  }
  SKIP_FOR(why_none(seen));
  SKIP_FOR(WhyNoAnswer(seen, "word of " + type));
  EXPECT_SEEN(answers["word of " + type], "ICD_LOADER_MAGIC")
      << "the first word of a " << type << " that the driver made";
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, instances_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(c, "VkInstance", WhyNoInstance);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, physical_devices_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(c, "VkPhysicalDevice", WhyNoDevice);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, devices_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(c, "VkDevice", WhyNoDevice);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, queues_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(c, "VkQueue", WhyNoDevice);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, command_buffers_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(c, "VkCommandBuffer", WhyNoDevice);
}

}  // namespace
}  // namespace loadstone::suites::objects
