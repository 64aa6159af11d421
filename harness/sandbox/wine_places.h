// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_WINE_PLACES_H_
#define LOADSTONE_HARNESS_SANDBOX_WINE_PLACES_H_

// Where Debian's packages have Wine; kWineLibraries in sandbox.h is that of 64-bit DLLs.
namespace loadstone {

// The program of wine64; the script of the same name would need a shell.
inline constexpr char kWine[] = "/usr/lib/wine/wine64";
// That of wine32, beside wine64: a 32-bit program on 64-bit Windows.
inline constexpr char kWine32[] = "/usr/lib/wine/wine";
inline constexpr char kWine32Libraries[] = "/usr/lib/i386-linux-gnu/wine/i386-windows";
inline constexpr char kWineServer[] = "/usr/lib/wine/wineserver64";
inline constexpr char kWineData[] = "/usr/share/wine";

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_WINE_PLACES_H_
