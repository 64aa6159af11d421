// SPDX-License-Identifier: Apache-2.0
#include "mock_runtime/vulkan/structures.h"

#include <string.h>

namespace loadstone::mock {
namespace {

// A longer chain counts as a cycle.
constexpr uint32_t kMaxChainLength = 256;

bool IsForLayers(VkStructureType type) {
  return type == VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO ||
         type == VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO;
}

void Complain(const char* function, const char* parameter, const char* why, VkStructureType type) {
  Event("violation")
      .Add("function", function)
      .Add("why", why)
      .Add("parameter", parameter)
      .Add("stype", static_cast<uint32_t>(type));
}

bool CheckOne(const char* function, const char* parameter, const VkBaseInStructure* structure,
              VkStructureType type) {
  if (structure->sType != type) {
    Complain(function, parameter, "wrong sType", structure->sType);
    return false;
  }
  uint32_t length = 0;
  for (const VkBaseInStructure* next = structure->pNext; next != nullptr; next = next->pNext) {
    if (++length > kMaxChainLength) {
      Complain(function, parameter, "pNext chain without an end", next->sType);
      return false;
    }
    if (!IsForLayers(next->sType) && MayExtend(next->sType, type) == Extends::kNo) {
      Complain(function, parameter, "structure in a pNext chain it does not belong to",
               next->sType);
    }
  }
  return true;
}

}  // namespace

bool CheckStructures(const char* function, const char* parameter, const void* structures,
                     uint32_t count, size_t size, VkStructureType type, bool optional) {
  if (structures == nullptr) {
    if (optional || count == 0) return true;
    Complain(function, parameter, "null structure", type);
    return false;
  }
  const char* structure = static_cast<const char*>(structures);
  for (uint32_t i = 0; i < count; ++i, structure += size) {
    if (!CheckOne(function, parameter, reinterpret_cast<const VkBaseInStructure*>(structure),
                  type)) {
      return false;
    }
  }
  return true;
}

const void* FindNext(const void* next, VkStructureType type) {
  const auto* structure = static_cast<const VkBaseInStructure*>(next);
  while (structure != nullptr && structure->sType != type) structure = structure->pNext;
  return structure;
}

void AddNext(Event& event, const void* structure) {
  uint32_t types[kMaxChainLength];
  uint32_t count = 0;
  bool for_layers = false;
  const VkBaseInStructure* next = static_cast<const VkBaseInStructure*>(structure)->pNext;
  for (; next != nullptr && count < kMaxChainLength; next = next->pNext) {
    types[count++] = static_cast<uint32_t>(next->sType);
    for_layers = for_layers || IsForLayers(next->sType);
  }
  event.AddNumbers("next", types, count).Add("loader_info", for_layers);
}

void ClearStructure(void* structure, size_t size) {
  memset(static_cast<char*>(structure) + sizeof(VkBaseOutStructure), 0,
         size - sizeof(VkBaseOutStructure));
}

}  // namespace loadstone::mock
