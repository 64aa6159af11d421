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

// A test component's answer to the negotiation.
struct TestAnswer {
  XrResult result = XR_SUCCESS;
  uint32_t interface_version = 1;
  XrVersion api_version = XR_MAKE_VERSION(1, 0, 20);
  bool no_lookup = false;
  bool no_create = false;
};

// A runtime inside the test program: its behavior, and the calls that it received.
struct TestRuntime {
  TestAnswer answer;
  std::map<std::string, uint32_t> extensions;
  // Results of functions that do nothing else.
  std::map<std::string, XrResult> results;
  bool null_instance = false;
  // The number of extensions that it claims to have; the actual number when not set.
  std::optional<uint32_t> extension_count;

  XrNegotiateLoaderInfo loader_info = {};
  XrNegotiateRuntimeRequest request = {};
  std::vector<std::string> enabled_extensions;
  std::string application;
  int live_instances = 0;
};

inline constexpr int kTestLayers = 3;

// An API layer inside the test program. It intercepts xrGetSystem and xrDestroyInstance.
struct TestLayer {
  std::string name;
  TestAnswer answer;
  // Misbehaviour.
  bool no_call_down = false;
  bool fails_after_call_down = false;
  bool null_instance = false;
  // An extension that it requests instead of the application's.
  const char* requested_extension = nullptr;

  XrNegotiateLoaderInfo loader_info = {};
  XrNegotiateApiLayerRequest request = {};
  std::string negotiated_name;
  XrApiLayerCreateInfo create_info = {};
  // The names in the list of links, and whether all links are well-formed.
  std::vector<std::string> links;
  bool links_are_well_formed = true;
  std::vector<std::string> enabled_extensions;
};

// The calls that all components of a test received, in order: "runtime xrGetSystem", "layer0
// xrGetSystem".
struct TestWorld {
  TestRuntime runtime;
  TestLayer layers[kTestLayers];
  std::vector<std::string> calls;
  // The components record and allocate nothing: for tests with failing allocations, because real
  // components throw no exceptions into the loader.
  bool quiet = false;

  bool Called(const std::string& call) const;
};

// The world of the running test.
TestWorld& World();

// An in-memory machine with the test runtime as the active one and the layers that a test adds.
// Resets World().
class TestMachine {
 public:
  TestMachine();

  MemoryPlatform& platform() { return platform_; }

  // Installs a layer; `members` are additional members of its object in the manifest, each preceded
  // by a comma.
  void AddLayer(int index, const std::string& name, bool implicit, const std::string& members = "");

 private:
  MemoryPlatform platform_;
};

// An XrInstanceCreateInfo with these names.
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
