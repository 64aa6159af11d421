// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_LIBRARY_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_LIBRARY_H_

#include <string>
#include <utility>

#include "reference_loader/common/platform.h"

namespace reference_loader::openxr {

// An open shared library; the destructor closes it.
class Library {
 public:
  Library() = default;
  // Opens the library. On failure IsOpen returns false and `error` has the reason.
  Library(const Platform& platform, const std::string& path, std::string* error)
      : platform_(&platform), handle_(platform.OpenLibrary(path, error)) {}
  Library(Library&& other) noexcept
      : platform_(other.platform_), handle_(std::exchange(other.handle_, nullptr)) {}
  Library& operator=(Library&& other) noexcept {
    std::swap(platform_, other.platform_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Library() {
    if (handle_ != nullptr) platform_->CloseLibrary(handle_);
  }

  bool IsOpen() const { return handle_ != nullptr; }

  // The exported function of that name as a `Function`, or null.
  template <typename Function>
  Function Get(const std::string& name) const {
    return reinterpret_cast<Function>(platform_->Symbol(handle_, name.c_str()));
  }

 private:
  const Platform* platform_ = nullptr;
  void* handle_ = nullptr;
};

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_LIBRARY_H_
