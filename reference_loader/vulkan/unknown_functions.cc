// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/unknown_functions.h"

#include <algorithm>
#include <optional>

// The arguments of an unknown function are unknown too, so they must stay in their registers and on
// the stack. This needs a jump, which C++ does not have. Each function occupies one slot of a fixed
// size; function number i is in slot i.
#if !defined(__x86_64__) && !defined(__i386__) && !defined(__aarch64__) && !defined(__arm__)
#error "the jumps for unknown functions are not written for this processor"
#endif

// The place of the first argument depends on processor and system. The jump of a trampoline goes
// through the object's first word. That of a terminator replaces the physical device by the
// driver's handle.
#if defined(__i386__)
#define LOADSTONE_TRAMPOLINE \
  "endbr32\n"                \
  "movl 4(%esp), %eax\n"     \
  "movl (%eax), %eax\n"      \
  "jmp *(4 * number)(%eax)\n"
#define LOADSTONE_TERMINATOR \
  "endbr32\n"                \
  "movl 4(%esp), %eax\n"     \
  "movl 8(%eax), %ecx\n"     \
  "movl 4(%eax), %eax\n"     \
  "movl %eax, 4(%esp)\n"     \
  "jmp *(4 * number)(%ecx)\n"
#elif defined(__aarch64__)
// AAPCS64, "General-purpose Registers": arguments are in x0 to x8 and in the vector registers, and
// x16 holds none. The first instruction is "bti c", which assemblers for older processors do not
// have; a branch through x16 is also allowed to enter a function that begins with it.
#define LOADSTONE_TRAMPOLINE      \
  "hint #34\n"                    \
  "ldr x16, [x0]\n"               \
  "ldr x16, [x16, #8 * number]\n" \
  "br x16\n"
#define LOADSTONE_TERMINATOR      \
  "hint #34\n"                    \
  "ldr x16, [x0, #16]\n"          \
  "ldr x0, [x0, #8]\n"            \
  "ldr x16, [x16, #8 * number]\n" \
  "br x16\n"
#elif defined(__arm__)
// AAPCS32, "Core registers": arguments are in r0 to r3 and on the stack, and r12 holds none. The
// jumps are in the A32 instruction set, from which a load of pc may go to a function in T32.
#define LOADSTONE_TRAMPOLINE \
  "ldr r12, [r0]\n"          \
  "ldr pc, [r12, #4 * number]\n"
#define LOADSTONE_TERMINATOR \
  "ldr r12, [r0, #8]\n"      \
  "ldr r0, [r0, #4]\n"       \
  "ldr pc, [r12, #4 * number]\n"
#else
#ifdef _WIN32
#define LOADSTONE_FIRST_ARGUMENT "%rcx"
#else
#define LOADSTONE_FIRST_ARGUMENT "%rdi"
#endif
#define LOADSTONE_TRAMPOLINE        \
  "endbr64\n"                       \
  "movq (" LOADSTONE_FIRST_ARGUMENT \
  "), %rax\n"                       \
  "jmpq *(8 * number)(%rax)\n"
#define LOADSTONE_TERMINATOR                                        \
  "endbr64\n"                                                       \
  "movq 16(" LOADSTONE_FIRST_ARGUMENT                               \
  "), %rax\n"                                                       \
  "movq 8(" LOADSTONE_FIRST_ARGUMENT "), " LOADSTONE_FIRST_ARGUMENT \
  "\n"                                                              \
  "jmpq *(8 * number)(%rax)\n"
#endif

// Only ELF assemblers have a section stack (.pushsection).
#ifdef _WIN32
#define LOADSTONE_CODE ".text\n"
#define LOADSTONE_END_OF_CODE ""
#elif defined(__arm__)
#define LOADSTONE_CODE ".pushsection .text\n.arm\n"
#define LOADSTONE_END_OF_CODE ".popsection\n"
#else
#define LOADSTONE_CODE ".pushsection .text\n"
#define LOADSTONE_END_OF_CODE ".popsection\n"
#endif

asm(LOADSTONE_CODE
    ".p2align 5\n"
    "loadstone_unknown_trampolines:\n"
    ".set number, 0\n"
    ".rept 250\n"
    ".p2align 5\n" LOADSTONE_TRAMPOLINE
    ".set number, number + 1\n"
    ".endr\n"
    ".p2align 5\n"
    "loadstone_unknown_terminators:\n"
    ".set number, 0\n"
    ".rept 250\n"
    ".p2align 5\n" LOADSTONE_TERMINATOR
    ".set number, number + 1\n"
    ".endr\n" LOADSTONE_END_OF_CODE);

// The first word of an object points to the table, which begins with the unknown functions.
// Names in asm have no prefix, which C's names have on 32-bit Windows.
extern "C" __attribute__((visibility("hidden")))
const char loadstone_unknown_trampolines[] asm("loadstone_unknown_trampolines");
extern "C" __attribute__((visibility("hidden")))
const char loadstone_unknown_terminators[] asm("loadstone_unknown_terminators");

namespace reference_loader::vulkan {
namespace {

static_assert(MAX_NUM_UNKNOWN_EXTS == 250);
static_assert(offsetof(InstanceTable, unknown) == 0 && offsetof(DeviceTable, unknown) == 0);
static_assert(offsetof(PhysicalDevice, handle) == sizeof(void*) &&
              offsetof(PhysicalDevice, unknown) == 2 * sizeof(void*));

constexpr size_t kSlotSize = 32;

PFN_vkVoidFunction Slot(const char* slots, size_t number) {
  return reinterpret_cast<PFN_vkVoidFunction>(const_cast<char*>(slots + number * kSlotSize));
}

// The number of `name` in the list, to which a new name is added; nothing when the list is full.
std::optional<size_t> NumberOf(const char* name, std::vector<std::string>* names) {
  const auto found = std::find(names->begin(), names->end(), name);
  if (found != names->end()) return static_cast<size_t>(found - names->begin());
  if (names->size() == MAX_NUM_UNKNOWN_EXTS) return std::nullopt;
  names->push_back(name);
  return names->size() - 1;
}

// Several threads may look up the same name and then all store the same pointer.
void Store(PFN_vkVoidFunction function, PFN_vkVoidFunction* place) {
  __atomic_store_n(place, function, __ATOMIC_RELAXED);
}

// Set when memory runs out in the terminator, because no exception may pass through layers. Its
// null result alone would mean that the function is not a physical device function.
thread_local bool terminator_failed = false;

PFN_vkVoidFunction AskForPhysicalDeviceFunction(Instance* instance, const char* name) {
  for (const LoadedLayer& layer : instance->layers) {
    if (layer.get_physical_device_proc_addr == nullptr) continue;
    return layer.get_physical_device_proc_addr(instance->application_handle, name);
  }
  return TerminateGetPhysicalDeviceProcAddr(instance->handle(), name);
}

PFN_vkVoidFunction FindTerminator(Instance* instance, const char* name) {
  std::vector<PFN_vkVoidFunction> functions(instance->drivers.size());
  bool found = false;
  for (const auto& driver : instance->drivers) {
    const auto get = driver->library->get_physical_device_proc_addr;
    if (get != nullptr) functions[driver->index] = get(driver->handle, name);
    found |= functions[driver->index] != nullptr;
  }
  if (!found) return nullptr;
  const std::lock_guard<std::mutex> lock(instance->mutex);
  const auto number = NumberOf(name, &instance->unknown_physical_device_functions);
  if (!number) return nullptr;
  for (const auto& driver : instance->drivers) {
    Store(functions[driver->index], &driver->unknown[*number]);
  }
  return Slot(loadstone_unknown_terminators, *number);
}

}  // namespace

PFN_vkVoidFunction UnknownPhysicalDeviceTerminator(Instance* instance, const char* name) {
  PFN_vkVoidFunction function = nullptr;
  const VkResult result = Guarded([&] {
    function = FindTerminator(instance, name);
    return VK_SUCCESS;
  });
  terminator_failed = result != VK_SUCCESS;
  return function;
}

PFN_vkVoidFunction UnknownFunction(Instance* instance, const char* name) {
  terminator_failed = false;
  const PFN_vkVoidFunction physical = AskForPhysicalDeviceFunction(instance, name);
  if (terminator_failed) return nullptr;
  if (physical != nullptr) {
    const std::lock_guard<std::mutex> lock(instance->mutex);
    const auto number = NumberOf(name, &instance->unknown_physical_device_functions);
    if (!number) return nullptr;
    Store(physical, &instance->own_table.unknown[*number]);
    return Slot(loadstone_unknown_trampolines, *number);
  }
  if (TopGetInstanceProcAddr(*instance)(instance->application_handle, name) == nullptr) {
    return nullptr;
  }
  const std::lock_guard<std::mutex> lock(instance->mutex);
  const auto number = NumberOf(name, &instance->unknown_device_functions);
  if (!number) return nullptr;
  for (Device* device : instance->devices) {
    Store(device->get_device_proc_addr(device->application_handle, name),
          &device->own_table.unknown[*number]);
  }
  return Slot(loadstone_unknown_trampolines, *number);
}

void FillUnknownFunctions(const Instance& instance, Device* device) {
  for (size_t i = 0; i < instance.unknown_device_functions.size(); ++i) {
    Store(device->get_device_proc_addr(device->application_handle,
                                       instance.unknown_device_functions[i].c_str()),
          &device->own_table.unknown[i]);
  }
}

}  // namespace reference_loader::vulkan
