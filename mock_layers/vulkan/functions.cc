#include "mock_layers/vulkan/functions.h"

#include <string.h>

namespace loadstone::mock {

const Function kFunctions[kFunctionCount] = {
#define LOADSTONE_ENTRY(name, level, always, handles) \
  {"vk" #name, reinterpret_cast<PFN_vkVoidFunction>(&name), Level::level, always, handles},
    LOADSTONE_LAYER_FUNCTIONS(LOADSTONE_ENTRY)
#undef LOADSTONE_ENTRY
};

FunctionId FindFunction(const char* name) {
  uint32_t id = 0;
  while (id < kFunctionCount && strcmp(kFunctions[id].name, name) != 0) ++id;
  return static_cast<FunctionId>(id);
}

}  // namespace loadstone::mock
