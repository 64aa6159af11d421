// SPDX-License-Identifier: Apache-2.0
#include "harness/world/drive_letter.h"

#include <cctype>
#include <cstddef>
#include <utility>

namespace loadstone {
namespace {

bool IsWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

char InCaseOf(char pattern, char letter) {
  const int wanted = std::islower(static_cast<unsigned char>(pattern)) != 0 ? std::tolower(letter)
                                                                            : std::toupper(letter);
  return static_cast<char>(wanted);
}

bool IsLetter(char c, char letter) {
  return std::toupper(static_cast<unsigned char>(c)) == std::toupper(letter);
}

// Replaces drives in `text`, whose characters have `width` bytes, of which only the first is not
// zero in the characters of a drive.
std::string Replaced(std::string text, char from, char to, std::size_t width) {
  const auto at = [&](std::size_t i) {
    return width == 1 || text[i + 1] == '\0' ? text[i] : '\xff';
  };
  for (std::size_t i = 0; i + 2 * width <= text.size(); i += width) {
    if (!IsLetter(at(i), from) || at(i + width) != ':') continue;
    if (i >= width && IsWordCharacter(at(i - width))) continue;
    text[i] = InCaseOf(text[i], to);
  }
  return text;
}

}  // namespace

std::string WithDrive(std::string text, char from, char to) {
  return Replaced(std::move(text), from, to, 1);
}

std::string WithDriveInUtf16(std::string bytes, char from, char to) {
  return Replaced(std::move(bytes), from, to, 2);
}

}  // namespace loadstone
