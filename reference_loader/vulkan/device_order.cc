// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/device_order.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string>
#include <tuple>

#include "reference_loader/common/path_list.h"
#include "reference_loader/common/version.h"

namespace reference_loader::vulkan {
namespace {

constexpr char kDeviceIdFilter[] = "VK_LOADER_DEVICE_ID_FILTER";
constexpr char kVendorIdFilter[] = "VK_LOADER_VENDOR_ID_FILTER";
constexpr char kDriverIdFilter[] = "VK_LOADER_DRIVER_ID_FILTER";

// A comma-delimited list of numbers and ranges "first:last". If the variable is not set, everything
// passes.
class IdFilter {
 public:
  IdFilter(const Platform& platform, const char* variable)
      : value_(platform.Environment(variable).value_or("")) {}

  bool is_set() const { return !value_.empty(); }

  bool Passes(std::optional<uint32_t> id) const {
    if (!is_set()) return true;
    if (!id) return false;
    for (const std::string& element : SplitList(value_, ',', true)) {
      // The table in the documents separates a range with a colon; an example has a dash.
      const size_t separator = element.find_first_of(":-");
      const auto first = ParseUnsigned(element.substr(0, separator));
      const auto last =
          separator == std::string::npos ? first : ParseUnsigned(element.substr(separator + 1));
      if (first && last && *first <= *id && *id <= *last) return true;
    }
    return false;
  }

 private:
  std::string value_;
};

int TypeRank(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return 0;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return 1;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
      return 2;
    default:
      return 3;
  }
}

// The vendor and the device in "0x10de:0x1f91", both hexadecimal, or nothing.
std::optional<std::pair<uint32_t, uint32_t>> SelectedDevice(const Platform& platform) {
  const std::string value = platform.Environment("VK_LOADER_DEVICE_SELECT").value_or("");
  const size_t colon = value.find(':');
  if (colon == std::string::npos) return std::nullopt;
  const auto hexadecimal = [](std::string text) {
    return ParseUnsigned(text.substr(0, 2) == "0x" ? text : "0x" + text);
  };
  const auto vendor = hexadecimal(value.substr(0, colon));
  const auto device = hexadecimal(value.substr(colon + 1));
  if (!vendor || !device) return std::nullopt;
  return std::make_pair(*vendor, *device);
}

bool IsOrderingDisabled(const Platform& platform) {
  return std::atoi(platform.Environment("VK_LOADER_DISABLE_SELECT").value_or("0").c_str()) != 0;
}

}  // namespace

bool FiltersByDriverId(const Platform& platform) {
  return IdFilter(platform, kDriverIdFilter).is_set();
}

std::vector<size_t> OrderDevices(const Platform& platform,
                                 const std::vector<DeviceTraits>& devices) {
  const IdFilter device_filter(platform, kDeviceIdFilter);
  const IdFilter vendor_filter(platform, kVendorIdFilter);
  const IdFilter driver_filter(platform, kDriverIdFilter);
  std::vector<size_t> order;
  for (size_t i = 0; i < devices.size(); ++i) {
    if (device_filter.Passes(devices[i].device_id) && vendor_filter.Passes(devices[i].vendor_id) &&
        driver_filter.Passes(devices[i].driver_id)) {
      order.push_back(i);
    }
  }
  const bool ordering = !IsOrderingDisabled(platform);
  const auto selected = SelectedDevice(platform);
  const auto key = [&](size_t i) {
    const DeviceTraits& device = devices[i];
    const bool is_selected =
        ordering && selected && *selected == std::make_pair(device.vendor_id, device.device_id);
    // Devices of drivers that the application provides are always last.
    constexpr auto kUnranked = std::numeric_limits<size_t>::max();
    return std::make_tuple(!is_selected, device.provided_by_application,
                           ordering ? device.adapter_rank.value_or(kUnranked) : kUnranked,
                           ordering ? TypeRank(device.type) : 0, ordering && !device.pci,
                           ordering && device.pci ? *device.pci : std::array<uint32_t, 4>{});
  };
  std::stable_sort(order.begin(), order.end(),
                   [&key](size_t a, size_t b) { return key(a) < key(b); });
  return order;
}

}  // namespace reference_loader::vulkan
