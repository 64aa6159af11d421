// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_ARCHITECTURE_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_ARCHITECTURE_H_

namespace reference_loader::openxr {

// The architecture that this loader was compiled for, as in the table of the runtime document
// (Architecture/ABI Identifiers); empty if the table does not have it.
#if defined(__x86_64__) && defined(__ILP32__)
inline constexpr char kArchitecture[] = "x32";
#elif defined(__x86_64__)
inline constexpr char kArchitecture[] = "x86_64";
#elif defined(__i386__)
inline constexpr char kArchitecture[] = "i686";
#elif defined(__aarch64__) && defined(__AARCH64EL__)
inline constexpr char kArchitecture[] = "aarch64";
#elif defined(__ARM_ARCH) && __ARM_ARCH >= 7 && defined(__ARM_PCS_VFP)
inline constexpr char kArchitecture[] = "armv7a-vfp";
#elif defined(__ARM_ARCH_5TE__)
inline constexpr char kArchitecture[] = "armv5te";
#elif defined(__mips64) && defined(__MIPSEL__)
inline constexpr char kArchitecture[] = "mips64";
#elif defined(__mips__) && defined(__MIPSEL__)
inline constexpr char kArchitecture[] = "mips";
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
inline constexpr char kArchitecture[] = "ppc64el";
#elif defined(__powerpc64__)
inline constexpr char kArchitecture[] = "ppc64";
#elif defined(__s390x__)
inline constexpr char kArchitecture[] = "s390x";
#elif defined(__hppa__)
inline constexpr char kArchitecture[] = "hppa";
#elif defined(__alpha__)
inline constexpr char kArchitecture[] = "alpha";
#elif defined(__ia64__)
inline constexpr char kArchitecture[] = "ia64";
#elif defined(__m68k__)
inline constexpr char kArchitecture[] = "m68k";
#elif defined(__riscv) && __riscv_xlen == 64
inline constexpr char kArchitecture[] = "riscv64";
#elif defined(__sparc__) && defined(__arch64__)
inline constexpr char kArchitecture[] = "sparc64";
#elif defined(__loongarch64)
inline constexpr char kArchitecture[] = "loongarch64";
#else
inline constexpr char kArchitecture[] = "";
#endif

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_ARCHITECTURE_H_
