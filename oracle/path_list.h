// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_PATH_LIST_H_
#define LOADSTONE_ORACLE_PATH_LIST_H_

#include <string>
#include <vector>

namespace loadstone::oracle {

// The elements of a list of paths, or of names, empty ones too.
std::vector<std::string> SplitPaths(const std::string& list, char separator = ':');
// A path that names its folder in the only way there is.
bool IsPlainPath(const std::string& path);
// The shortest path that names the same; worlds have no symbolic links.
std::string NormalPath(const std::string& path);
// What comes before the last slash.
std::string FolderOf(const std::string& path);

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_PATH_LIST_H_
