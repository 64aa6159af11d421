#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_FAULT_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_FAULT_H_

namespace loadstone::mock {

// Does what the member named `function` of the configuration's "faults" asks for: "crash" (an
// invalid write), "abort", "hang" (sleeps for ever), "exit" (ends the process with status 77).
// Writes a "fault" event first. Without such a member, or with another word, it returns.
void MaybeFault(const char* function);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_FAULT_H_
