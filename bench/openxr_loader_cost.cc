// SPDX-License-Identifier: Apache-2.0
// The cost of an OpenXR loader, as ratios of two loaders measured in one run.
//
// Usage: openxr_loader_cost LOADER OTHER_LOADER [API_LAYER...]
//
// create and destroy  one xrCreateInstance and xrDestroyInstance. Goal: at most 0.8.
// call                one xrGetSystem through the loader's own function. Goal: at most 1.0.
//
// XR_RUNTIME_JSON names the runtime, XR_API_LAYER_PATH the folder of the layers. The two loaders
// are measured alternately, so that a busy machine affects both equally, and the fastest round of
// each counts.

#include <dlfcn.h>
#include <openxr/openxr.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <vector>

#include "bench/two_loaders.h"

namespace {

using namespace loadstone::bench;

constexpr int kRounds = 30;
constexpr int kInstances = 100;
constexpr int kCalls = 200000;

struct Loader {
  explicit Loader(const char* path) {
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) Fail(path, dlerror());
    create = reinterpret_cast<PFN_xrCreateInstance>(dlsym(library, "xrCreateInstance"));
    destroy = reinterpret_cast<PFN_xrDestroyInstance>(dlsym(library, "xrDestroyInstance"));
    get_system = reinterpret_cast<PFN_xrGetSystem>(dlsym(library, "xrGetSystem"));
    if (create == nullptr || destroy == nullptr || get_system == nullptr) {
      Fail(path, "not an OpenXR loader");
    }
  }

  XrInstance Create(const XrInstanceCreateInfo& info) const {
    XrInstance instance = XR_NULL_HANDLE;
    if (XR_FAILED(create(&info, &instance))) Fail("xrCreateInstance", "failed");
    return instance;
  }

  PFN_xrCreateInstance create;
  PFN_xrDestroyInstance destroy;
  PFN_xrGetSystem get_system;
  double instance_seconds = std::numeric_limits<double>::infinity();
  double call_seconds = std::numeric_limits<double>::infinity();
};

void RunRound(const XrInstanceCreateInfo& info, Loader* loader) {
  const double instances = Measure(kInstances, [&] { loader->destroy(loader->Create(info)); });
  loader->instance_seconds = std::min(loader->instance_seconds, instances);
  XrSystemGetInfo get_info = {};
  get_info.type = XR_TYPE_SYSTEM_GET_INFO;
  get_info.formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY;
  const XrInstance instance = loader->Create(info);
  XrSystemId system = XR_NULL_SYSTEM_ID;
  const double calls = Measure(kCalls, [&] { loader->get_system(instance, &get_info, &system); });
  loader->call_seconds = std::min(loader->call_seconds, calls);
  loader->destroy(instance);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) Fail(argv[0], "LOADER OTHER_LOADER [API_LAYER...]");
  Loader loaders[] = {Loader(argv[1]), Loader(argv[2])};
  const std::vector<const char*> layers(argv + 3, argv + argc);
  XrInstanceCreateInfo info = {};
  info.type = XR_TYPE_INSTANCE_CREATE_INFO;
  std::strcpy(info.applicationInfo.applicationName, "openxr_loader_cost");
  info.applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 0);
  info.enabledApiLayerCount = static_cast<uint32_t>(layers.size());
  info.enabledApiLayerNames = layers.data();
  for (int round = 0; round < kRounds; ++round) {
    for (Loader& loader : loaders) RunRound(info, &loader);
  }
  const double instances = loaders[0].instance_seconds / loaders[1].instance_seconds;
  const double calls = loaders[0].call_seconds / loaders[1].call_seconds;
  Print("create and destroy", loaders[0].instance_seconds * 1e6, loaders[1].instance_seconds * 1e6,
        instances, 0.8, "us");
  Print("call", loaders[0].call_seconds * 1e9, loaders[1].call_seconds * 1e9, calls, 1.0, "ns");
  return instances <= 0.8 && calls <= 1.0 ? 0 : 1;
}
