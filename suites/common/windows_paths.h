// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_WINDOWS_PATHS_H_
#define LOADSTONE_SUITES_COMMON_WINDOWS_PATHS_H_

#include <string>
#include <vector>

#include "harness/world/world.h"

// Full paths of Windows, as registry values and manifests may contain them.
namespace loadstone::suites {

// The link to the folder of one form.
constexpr char kPathOfLink[] = "C:\\link\\";

// A way to write the full path of a file.
struct PathForm {
  const char* name;    // for case names
  std::string folder;  // of the file, as in a world
  std::string before;  // what precedes the file's name in the path
  std::string behind = "";

  std::string Of(const std::string& file) const { return before + file + behind; }
  std::string Place(const std::string& file) const { return folder + "/" + file; }
};

// Forms that every function of Windows takes: with a drive, and with no more than 259 characters.
inline std::vector<PathForm> UsualPathForms() {
  return {
      {"slashes", "/forms", "C:/forms/"},
      {"slashes_of_both_kinds", "/forms", "C:/forms\\"},
      {"two_backslashes", "/forms", "C:\\\\forms\\\\"},
      {"a_dot", "/forms", "C:\\.\\forms\\"},
      {"two_dots", "/forms", "C:\\forms\\inner\\..\\"},
      {"other_letters", "/forms", "c:\\FORMS\\"},
      {"a_link", "/forms", kPathOfLink},
      {"almost_260_characters", "/forms/" + std::string(110, 'm') + "/" + std::string(119, 'n'),
       "C:\\forms\\" + std::string(110, 'm') + "\\" + std::string(119, 'n') + "\\"},
  };
}

// Forms that some functions do not take, or whose file another name has. The share is one of the
// worlds below Wine; on Windows itself administrators alone may use it.
inline std::vector<PathForm> UnusualPathForms() {
  const std::string more = std::string(130, 'm') + "/" + std::string(130, 'n');
  const std::string native_more = std::string(130, 'm') + "\\" + std::string(130, 'n') + "\\";
  return {
      {"more_than_259_characters", "/forms/" + more, "C:\\forms\\" + native_more},
      {"the_prefix_of_long_paths", "/forms", "\\\\?\\C:\\forms\\"},
      {"that_prefix_and_more_characters", "/forms/" + more, "\\\\?\\C:\\forms\\" + native_more},
      {"that_prefix_and_slashes", "/forms", "\\\\?\\C:/forms/"},
      {"the_prefix_of_devices", "/forms", "\\\\.\\C:\\forms\\"},
      {"a_share_of_the_drive", "/forms", "\\\\localhost\\C$\\forms\\"},
      {"a_share_with_the_prefix", "/forms", "\\\\?\\UNC\\localhost\\C$\\forms\\"},
      {"a_share_with_slashes", "/forms", "//localhost/C$/forms/"},
      {"a_dot_at_the_end", "/forms", "C:\\forms\\", "."},
      {"a_blank_at_the_end", "/forms", "C:\\forms\\", " "},
      {"a_blank_at_the_beginning", "/forms", " C:\\forms\\"},
      {"a_stream", "/forms", "C:\\forms\\", "::$DATA"},
  };
}

// Adds the folder or the link through which a path of these forms leads. Users of some machines
// cannot make links.
template <typename Builder>
void AddWayOf(Builder& world, const std::string& path) {
  world.Directory("/forms/inner");
  if (path.starts_with(kPathOfLink)) world.Symlink("/link", "/forms");
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_WINDOWS_PATHS_H_
