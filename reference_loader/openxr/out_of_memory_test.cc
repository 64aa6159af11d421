// SPDX-License-Identifier: Apache-2.0
// Any allocation of the loader may fail: the application gets an error, nothing crashes, and
// nothing is leaked.

#include <gtest/gtest.h>

#include <utility>

#include "reference_loader/common/failing_allocations.h"
#include "reference_loader/openxr/generated/commands.h"
#include "reference_loader/openxr/instance.h"
#include "reference_loader/openxr/loader.h"
#include "reference_loader/openxr/test_components.h"

namespace reference_loader::openxr::out_of_memory_test {
namespace {

constexpr char kOne[] = "XR_APILAYER_LS_one";

class OutOfMemoryTest : public testing::Test {
 protected:
  OutOfMemoryTest() {
    machine_.AddLayer(0, kOne, false, R"(, "instance_extensions":
        [{"name": "XR_LS_layer", "extension_version": 1}])");
    machine_.AddLayer(1, "XR_APILAYER_LS_two", true);
    World().runtime.extensions["XR_LS_runtime"] = 1;
    World().quiet = true;
  }

  // Runs `body` with its first, then its second, ... allocation failing, until none fails. `body`
  // must return an error each time an allocation failed.
  template <typename Body>
  void FailEach(Body body) {
    int failing = 0;
    for (;; ++failing) {
      ASSERT_LT(failing, 100000);
      allocations_left = failing;
      const XrResult result = body();
      const bool none_failed = allocations_left >= 0;
      allocations_left = -1;
      EXPECT_EQ(machine_.platform().open_libraries(), 0) << failing;
      EXPECT_EQ(World().runtime.live_instances, 0) << failing;
      EXPECT_EQ(CurrentInstance(), nullptr) << failing;
      EXPECT_EQ(result, none_failed ? XR_SUCCESS : XR_ERROR_OUT_OF_MEMORY) << failing;
      if (none_failed) break;
    }
    EXPECT_GT(failing, 10);
  }

  TestMachine machine_;
};

TEST_F(OutOfMemoryTest, Enumerations) {
  uint32_t count = 0;
  FailEach([&] { return EnumerateApiLayers(machine_.platform(), 0, &count, nullptr); });
  FailEach([&] { return EnumerateExtensions(machine_.platform(), kOne, 0, &count, nullptr); });
  FailEach([&] { return EnumerateExtensions(machine_.platform(), nullptr, 0, &count, nullptr); });
}

TEST_F(OutOfMemoryTest, Instances) {
  const TestRequest request({kOne}, {"XR_LS_layer", "XR_LS_runtime", "XR_EXT_debug_utils"});
  for (const char* level : {"error", "all"}) {
    machine_.platform().SetEnvironment("XR_LOADER_DEBUG", level);
    FailEach([&] {
      XrInstance instance = XR_NULL_HANDLE;
      const XrResult result = CreateInstance(machine_.platform(), &request.info, &instance);
      EXPECT_EQ(XR_SUCCEEDED(result), instance != XR_NULL_HANDLE);
      // Another test covers the destruction of the instance.
      const int left = std::exchange(allocations_left, -1);
      if (XR_SUCCEEDED(result)) {
        EXPECT_EQ(xrDestroyInstance(instance), XR_SUCCESS);
      }
      allocations_left = left;
      return result;
    });
  }
}

TEST_F(OutOfMemoryTest, DestructionSucceedsAllTheSame) {
  machine_.platform().SetEnvironment("XR_LOADER_DEBUG", "all");
  const TestRequest request({kOne});
  for (int failing = 0; failing < 20; ++failing) {
    XrInstance instance = XR_NULL_HANDLE;
    ASSERT_EQ(CreateInstance(machine_.platform(), &request.info, &instance), XR_SUCCESS);
    allocations_left = failing;
    EXPECT_EQ(xrDestroyInstance(instance), XR_SUCCESS);
    allocations_left = -1;
    EXPECT_EQ(CurrentInstance(), nullptr);
    EXPECT_EQ(machine_.platform().open_libraries(), 0);
    EXPECT_EQ(World().runtime.live_instances, 0);
  }
}

}  // namespace
}  // namespace reference_loader::openxr::out_of_memory_test
