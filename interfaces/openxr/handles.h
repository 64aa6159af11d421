// SPDX-License-Identifier: Apache-2.0
// Handles of OpenXR that contain pointers, on all systems. Where pointers do not have 64 bits,
// openxr.h makes all handles one type, uint64_t, unless XR_DEFINE_HANDLE is defined. There builds
// include this header first, so that each handle has a type of its own, as on 64-bit systems, that
// is passed and stored like a uint64_t.
#ifndef LOADSTONE_INTERFACES_OPENXR_HANDLES_H_
#define LOADSTONE_INTERFACES_OPENXR_HANDLES_H_

#include <stdint.h>

#include <type_traits>

#if UINTPTR_MAX <= UINT32_MAX
template <typename Kind>
struct LoadstoneHandle {
  uint64_t value;

  LoadstoneHandle() = default;
  template <typename Number, typename = std::enable_if_t<std::is_integral_v<Number>>>
  constexpr LoadstoneHandle(Number number) : value(static_cast<uint64_t>(number)) {}
  template <typename Object>
  explicit LoadstoneHandle(Object* object) : value(reinterpret_cast<uintptr_t>(object)) {}

  // A pointer, where the handle has one.
  operator void*() const { return reinterpret_cast<void*>(static_cast<uintptr_t>(value)); }

  friend constexpr bool operator==(LoadstoneHandle one, LoadstoneHandle other) {
    return one.value == other.value;
  }
  template <typename Number, typename = std::enable_if_t<std::is_integral_v<Number>>>
  friend constexpr bool operator==(LoadstoneHandle one, Number number) {
    return one.value == static_cast<uint64_t>(number);
  }
  friend constexpr bool operator<(LoadstoneHandle one, LoadstoneHandle other) {
    return one.value < other.value;
  }
};

// The names of functions on 32-bit Windows contain the size of their parameters, for which the type
// must be complete where a function is declared.
#define XR_DEFINE_HANDLE(object)                     \
  typedef LoadstoneHandle<struct object##_T> object; \
  static_assert(sizeof(object) == sizeof(uint64_t));
#endif

// The object whose address a handle contains.
template <typename Object, typename Handle>
Object* PointerIn(Handle handle) {
  if constexpr (std::is_pointer_v<Handle>) {
    return reinterpret_cast<Object*>(handle);
  } else {
    return static_cast<Object*>(static_cast<void*>(handle));
  }
}

// A handle that contains an address or a number.
template <typename Handle>
Handle HandleOf(uint64_t number) {
  if constexpr (std::is_pointer_v<Handle>) {
    return reinterpret_cast<Handle>(static_cast<uintptr_t>(number));
  } else {
    return Handle(number);
  }
}
template <typename Handle>
Handle HandleOf(const void* object) {
  return HandleOf<Handle>(uint64_t{reinterpret_cast<uintptr_t>(object)});
}

#endif  // LOADSTONE_INTERFACES_OPENXR_HANDLES_H_
