// SPDX-License-Identifier: Apache-2.0
#include "harness/case/image_case.h"

#include <fmt/format.h>

namespace loadstone {

const ImageUnderTest& ImageOf(const Case& c) {
  const auto* image = std::get_if<std::shared_ptr<const ImageUnderTest>>(&c.subject().judged);
  if (image == nullptr) throw HarnessError("no image is given; use check-image");
  return **image;
}

std::vector<std::string> DriversOf(const ImageUnderTest& image) {
  std::vector<std::string> drivers;
  for (const std::string& path : image.files) {
    const std::string name = path.substr(path.rfind('/') + 1);
    if (name.starts_with("vulkan.") && name.ends_with(".so")) drivers.push_back(path);
  }
  return drivers;
}

bool HasVulkan(const ImageUnderTest& image) {
  return !DriversOf(image).empty() || image.Feature(kVulkanVersionFeature).has_value();
}

std::string WhyNoVulkan(const Case& c) {
  return HasVulkan(ImageOf(c)) ? "" : "the image has no Vulkan driver and declares no Vulkan";
}

std::string WhyNoNumber(const Case& c, const std::string& property) {
  if (ImageOf(c).Number(property).has_value()) return {};
  return ImageOf(c).Property(property).empty() ? property + " is not set"
                                               : property + " is not a number";
}

std::string WhyNoFeature(const Case& c, const std::string& feature) {
  return ImageOf(c).Feature(feature).has_value() ? "" : feature + " is not declared";
}

std::string WhyNoAbis(const Case& c) {
  return WordSizes(ImageOf(c)).empty() ? "ro.product.cpu.abilist is not set" : "";
}

std::vector<unsigned> WordSizes(const ImageUnderTest& image) {
  std::vector<unsigned> sizes;
  for (const unsigned bits : {32U, 64U}) {
    if (image.HasAbiOf(bits).value_or(false)) sizes.push_back(bits);
  }
  return sizes;
}

std::string LibraryFolder(unsigned bits) { return bits == 64 ? "lib64" : "lib"; }

}  // namespace loadstone
