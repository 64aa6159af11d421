// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_FAULT_CONTEXT_H_
#define LOADSTONE_HARNESS_PROBE_FAULT_CONTEXT_H_

#include <ucontext.h>

#include <cstdint>
#include <span>

#include "harness/probe/memory_error.h"

// What a signal handler can read about a fault from the processor's state. Everything here may be
// called in one.
namespace loadstone {

// The address of the instruction that caused the fault.
uintptr_t ProgramCounter(const ucontext_t& context);

uintptr_t StackPointer(const ucontext_t& context);

// Where the function returns that the fault is in, if a register has it: 32-bit Arm, in functions
// that have called no other one; else 0.
uintptr_t ReturnAddress(const ucontext_t& context);

// kUnknown where the system does not say: emulators of Arm may leave the record out.
MemoryAccess AccessOf(const ucontext_t& context);

// The registers that may hold the address of a fault for which the system reports none, as x86 does
// for addresses that cannot exist. Empty on other processors.
std::span<const greg_t> AddressRegisters(const ucontext_t& context);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_FAULT_CONTEXT_H_
