// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_COMMON_OPENXR_FIXTURE_H_
#define LOADSTONE_MOCK_COMMON_OPENXR_FIXTURE_H_

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#ifndef XR_NO_PROTOTYPES
#define XR_NO_PROTOTYPES
#endif
#include "interfaces/openxr/loader_interfaces.h"
#include "mock_common/test_files.h"

namespace loadstone::mock {

// For tests of the OpenXR mocks: a copy of a variant with its own configuration.
class OpenXrMockTest : public testing::Test {
 protected:
  ~OpenXrMockTest() override {
    if (library_ != nullptr) dlclose(library_);
  }

  // Opens a copy of `variant` that traces as `who`; `keys` are further members of its
  // configuration.
  void OpenCopy(const std::string& who, const std::string& keys, const std::string& variant) {
    const std::string path = folder_.Path("a.so");
    std::filesystem::copy_file(std::string(LOADSTONE_MOCK_DIR) + "/" + variant + ".so", path);
    folder_.Write("trace", "");
    folder_.Write("a.so.config", "{\"who\":\"" + who + "\",\"trace\":\"" + folder_.Path("trace") +
                                     "\"" + (keys.empty() ? "" : "," + keys) + "}");
    library_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library_, nullptr) << dlerror();
  }

  // Valid information of a loader that supports API versions up to `newest`.
  static XrNegotiateLoaderInfo ValidLoaderInfo(XrVersion newest) {
    return {XR_LOADER_INTERFACE_STRUCT_LOADER_INFO,
            XR_LOADER_INFO_STRUCT_VERSION,
            sizeof(XrNegotiateLoaderInfo),
            1,
            1,
            XR_MAKE_VERSION(1, 0, 0),
            newest};
  }

  TestFolder folder_;
  void* library_ = nullptr;
};

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_COMMON_OPENXR_FIXTURE_H_
