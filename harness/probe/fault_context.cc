// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/fault_context.h"

#if defined(__aarch64__)
#include <asm/sigcontext.h>
#include <string.h>
#endif

namespace loadstone {

#if !defined(__arm__)
uintptr_t ReturnAddress(const ucontext_t&) { return 0; }
#endif

#if defined(__x86_64__) || defined(__i386__)

uintptr_t ProgramCounter(const ucontext_t& context) {
#if defined(__x86_64__)
  return static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
#else
  return static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_EIP]);
#endif
}

uintptr_t StackPointer(const ucontext_t& context) {
#if defined(__x86_64__)
  return static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_RSP]);
#else
  return static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_ESP]);
#endif
}

MemoryAccess AccessOf(const ucontext_t& context) {
  constexpr greg_t kWrite = 2;  // of a page fault's error code
  return (context.uc_mcontext.gregs[REG_ERR] & kWrite) != 0 ? MemoryAccess::kWrite
                                                            : MemoryAccess::kRead;
}

std::span<const greg_t> AddressRegisters(const ucontext_t& context) {
  return context.uc_mcontext.gregs;
}

#elif defined(__arm__)

uintptr_t ProgramCounter(const ucontext_t& context) { return context.uc_mcontext.arm_pc; }

uintptr_t StackPointer(const ucontext_t& context) { return context.uc_mcontext.arm_sp; }

uintptr_t ReturnAddress(const ucontext_t& context) { return context.uc_mcontext.arm_lr; }

// The error code is the Data Fault Status Register, which emulators leave empty.
MemoryAccess AccessOf(const ucontext_t& context) {
  constexpr unsigned long kWriteNotRead = 1U << 11;
  const unsigned long code = context.uc_mcontext.error_code;
  if (code == 0) return MemoryAccess::kUnknown;
  return (code & kWriteNotRead) != 0 ? MemoryAccess::kWrite : MemoryAccess::kRead;
}

std::span<const greg_t> AddressRegisters(const ucontext_t&) { return {}; }

#else

uintptr_t ProgramCounter(const ucontext_t& context) {
  return static_cast<uintptr_t>(context.uc_mcontext.pc);
}

uintptr_t StackPointer(const ucontext_t& context) {
  return static_cast<uintptr_t>(context.uc_mcontext.sp);
}

// The kernel appends records to the context; the one with the exception's syndrome is optional.
MemoryAccess AccessOf(const ucontext_t& context) {
  constexpr uint64_t kWriteNotRead = 1U << 6;
  const auto* const begin = reinterpret_cast<const char*>(context.uc_mcontext.__reserved);
  const auto* const end = begin + sizeof(context.uc_mcontext.__reserved);
  _aarch64_ctx header;
  for (const char* at = begin; at + sizeof(esr_context) <= end; at += header.size) {
    memcpy(&header, at, sizeof(header));
    if (header.magic == 0 || header.size == 0) break;
    if (header.magic != ESR_MAGIC) continue;
    esr_context record;
    memcpy(&record, at, sizeof(record));
    return (record.esr & kWriteNotRead) != 0 ? MemoryAccess::kWrite : MemoryAccess::kRead;
  }
  return MemoryAccess::kUnknown;
}

std::span<const greg_t> AddressRegisters(const ucontext_t&) { return {}; }

#endif

}  // namespace loadstone
