// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_DRIVE_LETTER_H_
#define LOADSTONE_HARNESS_WORLD_DRIVE_LETTER_H_

#include <string>

namespace loadstone {

// The drive of every world for Windows, in texts of cases and in reports.
inline constexpr char kWorldDrive = 'C';

// Returns `text` with one drive in place of another: for each `from` that is a drive, which a colon
// follows and no letter or digit precedes, `to`, in the case of the letter that it replaces.
std::string WithDrive(std::string text, char from, char to);

// Does the same with the bytes of a text in UTF-16LE, as values of a registry contain them.
std::string WithDriveInUtf16(std::string bytes, char from, char to);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_DRIVE_LETTER_H_
