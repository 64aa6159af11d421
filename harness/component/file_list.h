// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_FILE_LIST_H_
#define LOADSTONE_HARNESS_COMPONENT_FILE_LIST_H_

#include <string>
#include <vector>

namespace loadstone {

// Adds the text if the list does not have it.
void AddUnique(std::vector<std::string>& list, const std::string& text);

// Adds the library, and the files next to it whose names begin with its whole name, since these may
// be its settings.
void AddWithCompanions(const std::string& path, std::vector<std::string>& files);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_FILE_LIST_H_
