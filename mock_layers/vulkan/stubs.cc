// SPDX-License-Identifier: Apache-2.0
#include "mock_layers/vulkan/stubs.h"

#include <string.h>

#include <utility>

#include "mock_common/config.h"
#include "mock_common/fault.h"
#include "mock_common/trace.h"
#include "mock_layers/vulkan/owner.h"

namespace loadstone::mock {
namespace {

enum class Kind { kPhysicalDevice, kDevice };

constexpr const char* ListName(Kind kind) {
  return kind == Kind::kDevice ? "device_functions" : "physical_device_functions";
}

uint32_t CallStub(Kind kind, uint32_t index, void* handle, uint32_t value) {
  const rapidjson::Value& names = List(Config(), ListName(kind));
  const char* name = names[index].GetString();
  const uint32_t result = value + index;
  Event(name).AddPointer("handle", handle).Add("value", value).Add("result", result);
  MaybeFault(name);
  // Traces a violation when the handle has another level.
  (kind == Kind::kDevice ? devices : instances).Find(handle, name);
  return result;
}

template <Kind kind, uint32_t index>
VKAPI_ATTR uint32_t VKAPI_CALL Stub(void* handle, uint32_t value) {
  return CallStub(kind, index, handle, value);
}

using StubFunction = uint32_t(VKAPI_PTR*)(void* handle, uint32_t value);

template <Kind kind, typename Indices>
struct Table;

template <Kind kind, uint32_t... indices>
struct Table<kind, std::integer_sequence<uint32_t, indices...>> {
  static constexpr StubFunction kFunctions[] = {&Stub<kind, indices>...};
};

template <Kind kind>
PFN_vkVoidFunction Find(const char* name) {
  using Stubs = Table<kind, std::make_integer_sequence<uint32_t, kStubs>>;
  const rapidjson::Value& names = List(Config(), ListName(kind));
  for (uint32_t i = 0; i < names.Size() && i < kStubs; ++i) {
    if (names[i].IsString() && strcmp(names[i].GetString(), name) == 0) {
      return reinterpret_cast<PFN_vkVoidFunction>(Stubs::kFunctions[i]);
    }
  }
  return nullptr;
}

}  // namespace

PFN_vkVoidFunction FindPhysicalDeviceStub(const char* name) {
  return Find<Kind::kPhysicalDevice>(name);
}

PFN_vkVoidFunction FindDeviceStub(const char* name) { return Find<Kind::kDevice>(name); }

}  // namespace loadstone::mock
