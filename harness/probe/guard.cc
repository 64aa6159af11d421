// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/guard.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

#include <algorithm>

#include "harness/probe/fault_context.h"
#include "harness/probe/guard_malloc.h"

// Set by the linker: the bounds of the program in memory.
extern "C" char __executable_start[];
extern "C" char _end[];

namespace loadstone {
namespace {

GuardedHeap heap;
GuardMode mode;
MemoryErrorReport* armed_report = nullptr;  // armed if not nullptr
pthread_t arming_thread;
uintptr_t outermost_frame = UINTPTR_MAX;  // stacks of that thread are cut here
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
// Functions that this file calls may allocate; such allocations do not belong to the subject.
thread_local bool is_inside_guard = false;

class Inside {
 public:
  Inside() : before_(is_inside_guard) { is_inside_guard = true; }
  ~Inside() { is_inside_guard = before_; }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  bool before_;
};

class Lock {
 public:
  Lock() { pthread_mutex_lock(&mutex); }
  ~Lock() { pthread_mutex_unlock(&mutex); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
};

struct Walk {
  Frames* frames;
  size_t count;
  uintptr_t begin;                      // frames inside of this one are omitted; 0: none
  uintptr_t end;                        // frames outside of this stack address are omitted
  size_t own_frame_index = kMaxFrames;  // number of frames before the first one of this program
};

// Returns whether the address is in this program itself, which is on every stack and so tells
// nothing.
bool IsOwn(uintptr_t address) {
  return address >= reinterpret_cast<uintptr_t>(__executable_start) &&
         address < reinterpret_cast<uintptr_t>(_end);
}

// On 32-bit Arm the lowest bit of a return address says which instruction set the caller is in. The
// unwinder gives addresses without it.
uintptr_t WithoutThumbBit(uintptr_t address) {
#if defined(__arm__)
  address &= ~uintptr_t{1};
#endif
  return address;
}

_Unwind_Reason_Code AddFrame(struct _Unwind_Context* context, void* data) {
  auto& walk = *static_cast<Walk*>(data);
  if (_Unwind_GetCFA(context) > walk.end) return _URC_END_OF_STACK;
  const uintptr_t address = _Unwind_GetIP(context);
  if (address == walk.begin) walk.begin = 0;
  if (walk.begin != 0) return _URC_NO_REASON;
  if (!IsOwn(address)) {
    walk.frames->address[walk.count++] = address;
  } else {
    walk.own_frame_index = std::min(walk.own_frame_index, walk.count);
  }
  return walk.count < kMaxFrames ? _URC_NO_REASON : _URC_END_OF_STACK;
}

// Returns the frames from `begin`, an address in the innermost relevant frame, outwards; 0: all.
// Sets `own_frame_index`, if given, as described in MemoryErrorReport.
Frames CurrentFrames(uintptr_t begin = 0, size_t* own_frame_index = nullptr) {
  const Inside inside;
  Frames frames = {};
  const bool is_armers = pthread_equal(pthread_self(), arming_thread) != 0;
  Walk walk = {&frames, 0, WithoutThumbBit(begin), is_armers ? outermost_frame : UINTPTR_MAX};
  _Unwind_Backtrace(AddFrame, &walk);
  if (own_frame_index != nullptr) *own_frame_index = walk.own_frame_index;
  return frames;
}

// Returns the current stack if stacks are kept, else nullptr. Must be called before the heap's lock
// is taken: walking the stack waits for the dynamic linker, which may allocate.
const Frames* FramesToKeep(Frames& frames) {
  if (!mode.strict) return nullptr;
  frames = CurrentFrames();
  return &frames;
}

const char* BaseName(const char* path) {
  const char* slash = strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}

// Appends a frame to `text`; returns the new length.
size_t WriteFrame(uintptr_t address, char* text, size_t used, size_t room) {
  Dl_info info = {};
  void* entry = nullptr;
  const char* between = used == 0 ? "" : " < ";
  int size;
  if (dladdr1(reinterpret_cast<void*>(address), &info, &entry, RTLD_DL_SYMENT) == 0) {
    size = snprintf(text + used, room - used, "%s%#zx", between, address);
  } else {
    const auto* symbol = static_cast<const ElfW(Sym)*>(entry);
    const auto start = reinterpret_cast<uintptr_t>(info.dli_saddr);
    // Without this check, the nearest preceding symbol would be reported for a function that has
    // none.
    const bool named = info.dli_sname != nullptr && symbol != nullptr &&
                       address - start < std::max<size_t>(symbol->st_size, 1);
    size = snprintf(text + used, room - used, named ? "%s%s+%#zx (%s)" : "%s%s+%#zx", between,
                    BaseName(info.dli_fname), address - reinterpret_cast<uintptr_t>(info.dli_fbase),
                    info.dli_sname);
  }
  if (size < 0 || used + static_cast<size_t>(size) >= room) {
    text[used] = 0;  // removes an incomplete frame
    return room;
  }
  return used + static_cast<size_t>(size);
}

void WriteFrames(const Frames* frames, char* text, size_t room) {
  text[0] = 0;
  if (frames == nullptr) return;
  size_t used = 0;
  for (const uintptr_t address : frames->address) {
    if (address == 0 || used >= room) return;
    used = WriteFrame(address, text, used, room);
  }
}

void WriteReport(const HeapFinding& finding, const Frames* stack) {
  const Inside inside;
  MemoryErrorReport& report = *armed_report;
  report.size = finding.size;
  report.offset = finding.offset;
  report.frames = *stack;
  report.allocation_frames = finding.allocated_by != nullptr ? *finding.allocated_by : Frames{};
  report.free_frames = finding.freed_by != nullptr ? *finding.freed_by : Frames{};
  WriteFrames(stack, report.stack, sizeof(report.stack));
  WriteFrames(finding.allocated_by, report.allocated_by, sizeof(report.allocated_by));
  WriteFrames(finding.freed_by, report.freed_by, sizeof(report.freed_by));
  report.error = static_cast<int>(finding.error);
}

// Ends the process if the finding is an error.
void End(const HeapFinding& finding) {
  if (finding.error == MemoryError::kNone || armed_report->error != 0) return;
  const Frames stack = CurrentFrames();
  WriteReport(finding, &stack);
  abort();
}

// After the first error the C library's heap is used: reporting the error needs memory as well.
bool IsArmed() { return armed_report != nullptr && armed_report->error == 0 && !is_inside_guard; }

constexpr size_t kLongestStory = sizeof(MemoryErrorReport);

// Writes at most `room` bytes; returns the length without the terminating null. Allocates nothing.
size_t WriteStory(const MemoryErrorReport& report, char* text, size_t room) {
  char which[96] = "";
  const auto error = static_cast<MemoryError>(report.error);
  if (error != MemoryError::kUnwritten && report.size != 0) {
    snprintf(which, sizeof(which), ", at byte %lld of %zu", static_cast<long long>(report.offset),
             report.size);
  }
  const int size =
      snprintf(text, room, "%s%s%s%s%s%s%s%s", DescribeMemoryError(report), which,
               report.stack[0] != 0 ? ", in " : "", report.stack,
               report.allocated_by[0] != 0 ? "; allocated by " : "", report.allocated_by,
               report.freed_by[0] != 0 ? "; freed by " : "", report.freed_by);
  return std::min(static_cast<size_t>(std::max(size, 0)), room - 1);
}

}  // namespace

// Used in programs without guard_malloc.cc.
__attribute__((weak)) bool ReplacesMalloc() { return false; }

bool PrepareGuard() {
  if (!ReplacesMalloc()) return false;
  const Inside inside;
  return heap.mapped() || heap.Map();
}

void ArmGuard(MemoryErrorReport& report, const void* outermost) {
  report = {};
  report.own_frame_index = kMaxFrames;
  // A child of fork gets a copy of the heap, but not the thread that may be changing it, so fork
  // waits for the lock.
  pthread_atfork([] { pthread_mutex_lock(&mutex); }, [] { pthread_mutex_unlock(&mutex); },
                 [] { pthread_mutex_unlock(&mutex); });
  arming_thread = pthread_self();
  if (outermost != nullptr) outermost_frame = reinterpret_cast<uintptr_t>(outermost);
  // The C library initialises the unwinder at its first use, which would allocate later.
  CurrentFrames();
  armed_report = &report;
}

void SetGuardMode(GuardMode wanted) { mode = wanted; }

void CheckGuard() {
  if (!IsArmed()) return;
  HeapFinding finding;
  {
    const Lock lock;
    finding = mode.strict ? heap.CheckAll() : heap.CheckFreed();
  }
  if (finding.error != MemoryError::kNone && finding.allocated_by != nullptr &&
      armed_report->error == 0) {
    // The current stack is unrelated to the error.
    WriteReport(finding, finding.freed_by != nullptr ? finding.freed_by : finding.allocated_by);
    abort();
  }
  End(finding);
}

namespace {

// Returns the frames of a fault outwards, and sets own_frame_index of the report.
Frames FramesOfFault(const ucontext_t& user) {
  Frames frames = CurrentFrames(ProgramCounter(user), &armed_report->own_frame_index);
  if (frames.address[0] != 0) return frames;
  // The unwinder of 32-bit Arm does not get beyond the handler.
  size_t count = 0;
  for (const uintptr_t address : {ProgramCounter(user), ReturnAddress(user)}) {
    if (ReturnAddress(user) == 0 || IsOwn(address)) continue;
    frames.address[count++] = WithoutThumbBit(address);
  }
  return frames;
}

}  // namespace

void ExplainSignal(const siginfo_t& info, const void* context) {
  if (armed_report == nullptr || armed_report->error != 0) return;
  if (info.si_signo != SIGSEGV && info.si_signo != SIGBUS) return;
  const auto& user = *static_cast<const ucontext_t*>(context);
  const auto address = reinterpret_cast<uintptr_t>(info.si_addr);
  HeapFinding finding;
  if (heap.Owns(info.si_addr)) {
    finding = heap.Explain(address);
  } else if (info.si_code == SI_KERNEL) {
    for (const greg_t value : AddressRegisters(user)) {
      finding.error = GuardedHeap::ExplainPointer(static_cast<uintptr_t>(value));
      if (finding.error != MemoryError::kNone) break;
    }
  } else {
    finding.error = GuardedHeap::ExplainPointer(address);
  }
  if (finding.error == MemoryError::kNone) return;
  armed_report->access = AccessOf(user);
  const Frames stack = FramesOfFault(user);
  WriteReport(finding, &stack);
}

const char* DescribeMemoryError(const MemoryErrorReport& report) {
  // What was detected later, by what it left in memory, was a write.
  const MemoryAccess access =
      report.access == MemoryAccess::kNone ? MemoryAccess::kWrite : report.access;
  const auto choose = [access](const char* read, const char* write, const char* unknown) {
    if (access == MemoryAccess::kUnknown) return unknown;
    return access == MemoryAccess::kWrite ? write : read;
  };
  switch (static_cast<MemoryError>(report.error)) {
    case MemoryError::kNone:
      return "";
    case MemoryError::kPastEnd:
      return choose("a read past the end of an allocation", "a write past the end of an allocation",
                    "an access past the end of an allocation");
    case MemoryError::kBeforeStart:
      return choose("a read before the start of an allocation",
                    "a write before the start of an allocation",
                    "an access before the start of an allocation");
    case MemoryError::kAfterFree:
      return choose("a use of freed memory", "a write to freed memory", "a use of freed memory");
    case MemoryError::kFreedTwice:
      return "memory freed twice";
    case MemoryError::kFreedForeign:
      return "a free of what was not allocated";
    case MemoryError::kUnwritten:
      return "a use of a pointer that nobody had written";
  }
  return "";
}

std::string MemoryErrorStory(const MemoryErrorReport& report) {
  char text[kLongestStory];
  return {text, WriteStory(report, text, sizeof(text))};
}

namespace guard {

void* Allocate(size_t size, size_t alignment, Content content) {
  if (!IsArmed()) return nullptr;
  Frames frames;
  const Frames* stack = FramesToKeep(frames);
  HeapFinding finding;
  void* memory;
  {
    const Lock lock;
    memory = heap.Allocate(size, alignment, mode, stack, finding, content);
  }
  End(finding);
  return memory;
}

bool Owns(const void* memory) { return heap.mapped() && heap.Owns(memory); }

void Free(void* memory) {
  Frames frames;
  const Frames* stack = FramesToKeep(frames);
  HeapFinding finding;
  {
    const Lock lock;
    finding = heap.Free(memory, mode, stack);
  }
  if (IsArmed()) End(finding);
}

size_t SizeToCopy(void* memory) {
  int64_t size;
  HeapFinding finding;
  {
    const Lock lock;
    size = heap.SizeOf(memory);
    if (size < 0) finding = heap.Free(memory, mode, nullptr);
  }
  if (IsArmed()) End(finding);
  return size < 0 ? 0 : static_cast<size_t>(size);
}

}  // namespace guard
}  // namespace loadstone
