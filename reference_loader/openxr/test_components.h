// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_TEST_COMPONENTS_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_TEST_COMPONENTS_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reference_loader/common/memory_platform.h"
#include "reference_loader/openxr/openxr_headers.h"

namespace reference_loader::openxr {

// What a test component answers when the loader negotiates with it.
struct TestAnswer {
  XrResult result = XR_SUCCESS;
  uint32_t interface_version = 1;
  XrVersion api_version = XR_MAKE_VERSION(1, 0, 20);
  bool no_lookup = false;
  bool no_create = false;
};

// A runtime in the test program: how it behaves and what it saw.
struct TestRuntime {
  TestAnswer answer;
  std::map<std::string, uint32_t> extensions;
  // Results of functions that do nothing else.
  std::map<std::string, XrResult> results;
  bool null_instance = false;
  // The number of extensions that it claims; its own when not set.
  std::optional<uint32_t> extension_count;

  XrNegotiateLoaderInfo loader_info = {};
  XrNegotiateRuntimeRequest request = {};
  std::vector<std::string> enabled_extensions;
  std::string application;
  int live_instances = 0;
};

inline constexpr int kTestLayers = 3;

// An API layer in the test program. It takes part in xrGetSystem and xrDestroyInstance.
struct TestLayer {
  std::string name;
  TestAnswer answer;
  // Misbehaviour.
  bool no_call_down = false;
  bool fails_after_call_down = false;
  bool null_instance = false;
  // An extension that it requests in place of the application's.
  const char* requested_extension = nullptr;

  XrNegotiateLoaderInfo loader_info = {};
  XrNegotiateApiLayerRequest request = {};
  std::string negotiated_name;
  XrApiLayerCreateInfo create_info = {};
  // The names along the list of links, and whether all are well formed.
  std::vector<std::string> links;
  bool links_are_well_formed = true;
  std::vector<std::string> enabled_extensions;
};

// What all components of a test have seen, in order: "runtime xrGetSystem", "layer0 xrGetSystem".
struct TestWorld {
  TestRuntime runtime;
  TestLayer layers[kTestLayers];
  std::vector<std::string> calls;
  // The components record nothing and allocate nothing: for tests in which allocations fail, since
  // real components throw nothing into the loader.
  bool quiet = false;

  bool Called(const std::string& call) const;
};

// The world of the running test.
TestWorld& World();

// A machine in memory with the test runtime as the active one and, as far as a test adds them, the
// test layers. Starts a new world.
class TestMachine {
 public:
  TestMachine();

  MemoryPlatform& platform() { return platform_; }

  // Installs a layer; `members` are further members of its object in the manifest, each with a
  // comma before it.
  void AddLayer(int index, const std::string& name, bool implicit, const std::string& members = "");

 private:
  MemoryPlatform platform_;
};

// A request for an instance with these names.
class TestRequest {
 public:
  explicit TestRequest(std::vector<const char*> layers = {},
                       std::vector<const char*> extensions = {});
  TestRequest(const TestRequest&) = delete;
  TestRequest& operator=(const TestRequest&) = delete;
  XrInstanceCreateInfo info = {};

 private:
  std::vector<const char*> layers_;
  std::vector<const char*> extensions_;
};

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_TEST_COMPONENTS_H_
