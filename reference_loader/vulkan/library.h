// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_LIBRARY_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_LIBRARY_H_

#include <string>
#include <utility>

#include "reference_loader/common/platform.h"

namespace reference_loader::vulkan {

// An open shared library. The destructor closes it, unless
// VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING was "1" when it was opened: leak checkers can then
// symbolize its functions.
class Library {
 public:
  Library() = default;
  // Opens the library. On failure IsOpen returns false and `error` has the reason.
  Library(const Platform& platform, const std::string& path, std::string* error)
      : platform_(&platform),
        stays_open_(
            platform.Environment("VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING").value_or("") ==
            "1"),
        handle_(platform.OpenLibrary(path, error)) {}
  Library(Library&& other) noexcept
      : platform_(other.platform_),
        stays_open_(other.stays_open_),
        handle_(std::exchange(other.handle_, nullptr)) {}
  Library& operator=(Library&& other) noexcept {
    std::swap(platform_, other.platform_);
    std::swap(stays_open_, other.stays_open_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Library() {
    if (handle_ != nullptr && !stays_open_) platform_->CloseLibrary(handle_);
  }

  bool IsOpen() const { return handle_ != nullptr; }

  // The exported function of that name as a `Function`, or null.
  template <typename Function>
  Function Get(const std::string& name) const {
    return reinterpret_cast<Function>(platform_->Symbol(handle_, name.c_str()));
  }

 private:
  const Platform* platform_ = nullptr;
  bool stays_open_ = false;
  void* handle_ = nullptr;
};

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_LIBRARY_H_
