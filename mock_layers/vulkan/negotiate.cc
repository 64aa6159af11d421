// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include "mock_common/config.h"
#include "mock_common/fault.h"
#include "mock_common/trace.h"
#include "mock_layers/vulkan/behaviour.h"
#include "mock_layers/vulkan/get_proc_addr.h"

namespace loadstone::mock {
namespace {

// Newest version of the interface that the layer implements.
constexpr uint32_t kNewest = CURRENT_LOADER_LAYER_INTERFACE_VERSION;

int garbage;

void Answer(const rapidjson::Value& how, VkNegotiateLayerInterface* interface) {
  const uint32_t offered = interface->loaderLayerInterfaceVersion;
  interface->loaderLayerInterfaceVersion =
      static_cast<uint32_t>(Number(how, "version", offered < kNewest ? offered : kNewest));
  interface->sType = static_cast<VkNegotiateLayerStructType>(
      Number(how, "stype", static_cast<int64_t>(interface->sType)));
  if (Flag(how, "pnext", false)) interface->pNext = &garbage;
  const rapidjson::Value& null = List(how, "null");
  interface->pfnGetInstanceProcAddr = Contains(null, "gipa") ? nullptr : &GetInstanceProcAddr;
  interface->pfnGetDeviceProcAddr = Contains(null, "gdpa") ? nullptr : &GetDeviceProcAddr;
  interface->pfnGetPhysicalDeviceProcAddr =
      Contains(null, "gpdpa") ? nullptr : &GetPhysicalDeviceProcAddr;
}

// Passes the negotiation on to another library, which "Layer Intercept Requirements" forbids.
void CallDown(const char* path, const VkNegotiateLayerInterface& interface) {
  void* library = path == nullptr ? nullptr : dlopen(path, RTLD_NOW | RTLD_LOCAL);
  const auto next = library == nullptr
                        ? nullptr
                        : reinterpret_cast<PFN_vkNegotiateLoaderLayerInterfaceVersion>(
                              dlsym(library, "vkNegotiateLoaderLayerInterfaceVersion"));
  VkNegotiateLayerInterface copy = interface;
  const VkResult result = next == nullptr ? VK_ERROR_INITIALIZATION_FAILED : next(&copy);
  Event("negotiate_call_down")
      .Add("path", path)
      .Add("found", next != nullptr)
      .Add("result", static_cast<int32_t>(result));
  if (library != nullptr) dlclose(library);
}

}  // namespace
}  // namespace loadstone::mock

extern "C" VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* interface) {
  using namespace loadstone::mock;
  SetNegotiated();
  if (interface == nullptr) {
    Violation("vkNegotiateLoaderLayerInterfaceVersion", "null pVersionStruct");
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  const rapidjson::Value& how = Object(Config(), "negotiation");
  const VkNegotiateLayerInterface asked = *interface;
  if (!Flag(how, "untouched", false)) Answer(how, interface);
  const int32_t result = static_cast<int32_t>(Number(how, "result", VK_SUCCESS));
  Event("negotiate")
      .Add("stype", static_cast<uint32_t>(asked.sType))
      .Add("pnext_null", asked.pNext == nullptr)
      .Add("offered", asked.loaderLayerInterfaceVersion)
      .Add("answer", interface->loaderLayerInterfaceVersion)
      .Add("result", result);
  MaybeFault("negotiate");
  if (Behave().negotiate_calls_down) CallDown(Text(how, "next", nullptr), asked);
  return static_cast<VkResult>(result);
}
