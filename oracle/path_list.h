// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_PATH_LIST_H_
#define LOADSTONE_ORACLE_PATH_LIST_H_

#include <string>
#include <vector>

namespace loadstone::oracle {

// The elements of a list of paths or names, including empty ones.
std::vector<std::string> SplitPaths(const std::string& list, char separator = ':');
// Whether the path is absolute and in its shortest form.
bool IsPlainPath(const std::string& path);
// The shortest path of the same file; worlds have no symbolic links.
std::string NormalPath(const std::string& path);
// The part before the last slash.
std::string FolderOf(const std::string& path);

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_PATH_LIST_H_
