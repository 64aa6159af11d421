// SPDX-License-Identifier: Apache-2.0
// usage: vulkan_kept_registers LOADER, for 32-bit Arm: calls a function of a physical device that
// only the driver has, and tells which of the registers that a call keeps have changed.
#include <stdint.h>

#include "vulkan_unknown_function.h"

enum { kRegisters = 8 };  // r4 to r11

// Calls `function` with two arguments, after each of these registers got its own number. Stores
// what they are afterwards, and returns the result of `function`.
int call(PFN_vkVoidFunction function, VkPhysicalDevice device, int number, uint32_t* registers);
__asm__(
    ".arm\n"
    ".type call, %function\n"
    "call:\n"
    "push {r3-r11, lr}\n"
    "mov r12, r0\n"
    "mov r0, r1\n"
    "mov r1, r2\n"
    "mov r4, #4\n mov r5, #5\n mov r6, #6\n mov r7, #7\n"
    "mov r8, #8\n mov r9, #9\n mov r10, #10\n mov r11, #11\n"
    "blx r12\n"
    "ldr r3, [sp]\n"
    "stm r3, {r4-r11}\n"
    "pop {r3-r11, pc}\n");

int main(int count, char** words) {
  VkPhysicalDevice device;
  PFN_vkVoidFunction twice = find_unknown_function(count > 1 ? words[1] : NULL, &device);
  uint32_t registers[kRegisters];
  const int answer = call(twice, device, 21, registers);
  printf(answer == 42 ? ", twice 21 is 42" : ", twice 21 is another number");
  int changed = 0;
  for (int i = 0; i < kRegisters; ++i) {
    if (registers[i] != 4u + (uint32_t)i) printf(", %sr%d", changed++ ? "" : "changes ", 4 + i);
  }
  if (!changed) printf(", keeps r4 to r11");
  return 0;
}
