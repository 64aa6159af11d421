// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/device_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference_loader/common/memory_platform.h"

namespace reference_loader::vulkan::device_order_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

DeviceTraits Device(uint32_t id, VkPhysicalDeviceType type = VK_PHYSICAL_DEVICE_TYPE_OTHER) {
  DeviceTraits traits;
  traits.vendor_id = 0x10de;
  traits.device_id = id;
  traits.type = type;
  return traits;
}

DeviceTraits DeviceAtPciAddress(uint32_t domain, uint32_t bus, uint32_t device, uint32_t function) {
  DeviceTraits traits = Device(1);
  traits.pci = {{domain, bus, device, function}};
  return traits;
}

std::vector<size_t> OrderWithVariable(const char* variable, const char* value,
                                      const std::vector<DeviceTraits>& devices) {
  MemoryPlatform platform;
  platform.SetEnvironment(variable, value);
  return OrderDevices(platform, devices);
}

const std::vector<DeviceTraits> kByType = {
    Device(0, VK_PHYSICAL_DEVICE_TYPE_CPU), Device(1, VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU),
    Device(2, VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU),
    Device(3, VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU), Device(4, VK_PHYSICAL_DEVICE_TYPE_OTHER)};

TEST(DeviceOrderTest, SortsByType) {
  EXPECT_THAT(OrderDevices(MemoryPlatform(), kByType), ElementsAre(3, 2, 1, 0, 4));
}

TEST(DeviceOrderTest, SortsByPlaceWithinAType) {
  EXPECT_THAT(
      OrderDevices(MemoryPlatform(),
                   {Device(1), DeviceAtPciAddress(1, 0, 0, 0), DeviceAtPciAddress(0, 1, 0, 0),
                    DeviceAtPciAddress(0, 0, 1, 0), DeviceAtPciAddress(0, 0, 0, 1)}),
      ElementsAre(4, 3, 2, 1, 0));
}

TEST(DeviceOrderTest, SelectedDeviceComesFirst) {
  EXPECT_THAT(OrderWithVariable("VK_LOADER_DEVICE_SELECT", "0x10de:0x4", kByType),
              ElementsAre(4, 3, 2, 1, 0));
  EXPECT_THAT(OrderWithVariable("VK_LOADER_DEVICE_SELECT", "10DE:4", kByType),
              ElementsAre(4, 3, 2, 1, 0));
}

TEST(DeviceOrderTest, AbsentOrMalformedSelectionChangesNothing) {
  for (const char* value : {"0x10de:0x99", "0x10de", ":", "x:y", ""}) {
    EXPECT_THAT(OrderWithVariable("VK_LOADER_DEVICE_SELECT", value, kByType),
                ElementsAre(3, 2, 1, 0, 4))
        << value;
  }
}

TEST(DeviceOrderTest, OrderingCanBeSwitchedOff) {
  EXPECT_THAT(OrderWithVariable("VK_LOADER_DISABLE_SELECT", "1", kByType),
              ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(OrderWithVariable("VK_LOADER_DISABLE_SELECT", "0", kByType),
              ElementsAre(3, 2, 1, 0, 4));
}

TEST(DeviceOrderTest, DevicesOfProvidedDriversComeLast) {
  std::vector<DeviceTraits> devices = kByType;
  devices[3].provided_by_application = true;
  EXPECT_THAT(OrderDevices(MemoryPlatform(), devices), ElementsAre(2, 1, 0, 4, 3));
  EXPECT_THAT(OrderWithVariable("VK_LOADER_DISABLE_SELECT", "1", devices),
              ElementsAre(0, 1, 2, 4, 3));
}

TEST(DeviceOrderTest, FiltersByNumbersAndRanges) {
  EXPECT_THAT(OrderWithVariable("VK_LOADER_DEVICE_ID_FILTER", "0x1:2,4", kByType),
              ElementsAre(2, 1, 4));
  EXPECT_THAT(OrderWithVariable("VK_LOADER_VENDOR_ID_FILTER", "4318", kByType),
              ElementsAre(3, 2, 1, 0, 4));
  EXPECT_THAT(OrderWithVariable("VK_LOADER_VENDOR_ID_FILTER", "1", kByType), IsEmpty());
  EXPECT_THAT(OrderWithVariable("VK_LOADER_DEVICE_ID_FILTER", "garbage", kByType), IsEmpty());
}

TEST(DeviceOrderTest, FiltersByDriverOnlyWhatTellsItsDriver) {
  std::vector<DeviceTraits> devices = {Device(0), Device(1), Device(2)};
  devices[1].driver_id = 13;
  devices[2].driver_id = 2;
  EXPECT_THAT(OrderWithVariable("VK_LOADER_DRIVER_ID_FILTER", "13", devices), ElementsAre(1));
  EXPECT_THAT(OrderWithVariable("VK_LOADER_DRIVER_ID_FILTER", "1-3:13", devices), IsEmpty());
  EXPECT_THAT(OrderWithVariable("VK_LOADER_DRIVER_ID_FILTER", "1:3", devices), ElementsAre(2));
}

TEST(DeviceOrderTest, FiltersApplyTogether) {
  MemoryPlatform platform;
  platform.SetEnvironment("VK_LOADER_DEVICE_ID_FILTER", "1");
  platform.SetEnvironment("VK_LOADER_VENDOR_ID_FILTER", "0x1");
  EXPECT_THAT(OrderDevices(platform, kByType), IsEmpty());
}

}  // namespace
}  // namespace reference_loader::vulkan::device_order_test
