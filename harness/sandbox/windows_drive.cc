// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/windows_drive.h"

#include <cctype>
#include <cstdlib>

#include "harness/sandbox/windows_files.h"
#include "harness/sandbox/windows_text.h"
#include "harness/world/drive_letter.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

constexpr char kVariable[] = "LOADSTONE_DRIVE";

[[noreturn]] void RefuseNamed(const std::string& text, const char* why) {
  throw EnvironmentError(std::string(kVariable) + "=" + text + ": " + why +
                         "; it takes an empty drive, such as L:, whose files are removed");
}

// A scanner of viruses, or the system itself, may have a file open for a moment.
constexpr int kAttempts = 100;
constexpr DWORD kMillisecondsBetween = 50;

}  // namespace

WindowsDrive::WindowsDrive(const fs::path& folder) : folder_(folder) {
  if (!TakeNamed()) Define();
}

WindowsDrive::~WindowsDrive() {
  if (!defined_) return;
  DefineDosDeviceW(DDD_REMOVE_DEFINITION | DDD_EXACT_MATCH_ON_REMOVE, Name().c_str(),
                   folder_.wstring().c_str());
}

// Returns false if the variable names no drive.
bool WindowsDrive::TakeNamed() {
  const char* const named = std::getenv(kVariable);
  const std::string text = named == nullptr ? "" : named;
  if (text.empty()) return false;
  const auto letter = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  if (text.size() != 2 || text[1] != ':' || letter < 'A' || letter > 'Z') {
    RefuseNamed(text, "this is no drive");
  }
  if (letter == kWorldDrive) RefuseNamed(text, "this is the machine's own drive");
  letter_ = letter;
  const Content content = ContentOfFolder(root());
  if (content == Content::kUnreadable) RefuseNamed(text, "this drive cannot be read");
  if (content == Content::kSome) RefuseNamed(text, "this drive has files");
  return true;
}

void WindowsDrive::Clear() const {
  for (int attempt = 1;; ++attempt) {
    try {
      return RemoveContent(root());
    } catch (const HarnessError&) {
      if (attempt == kAttempts) throw;
    }
    Sleep(kMillisecondsBetween);
  }
}

void WindowsDrive::Define() {
  const DWORD taken = GetLogicalDrives();
  for (char letter = 'Z'; letter > kWorldDrive; --letter) {
    if ((taken >> (letter - 'A') & 1U) != 0) continue;
    letter_ = letter;
    defined_ = DefineDosDeviceW(0, Name().c_str(), folder_.wstring().c_str()) != 0;
    // A drive with files is not the folder, which is new: where the system does not tell of a drive
    // that exists, all files of that drive would be removed.
    if (defined_ && ContentOfFolder(root()) == Content::kNone) return;
    throw EnvironmentError(std::string("cannot make a folder the drive ") + letter +
                           ": (under Wine nobody can); set " + kVariable + " to an empty drive");
  }
  throw EnvironmentError(std::string("there is no free drive letter; set ") + kVariable +
                         " to an empty drive");
}

}  // namespace loadstone
