#include "harness/sandbox/linux_places.h"

#include <algorithm>
#include <iterator>

#include "harness/sandbox/sandbox.h"

namespace loadstone::inline sandbox {

bool IsShownInWorlds(const std::string& path) {
  return std::any_of(std::begin(kSystemFolders), std::end(kSystemFolders),
                     [&](const std::string folder) {
                       return path.compare(0, folder.size() + 1, folder + "/") == 0;
                     });
}

}  // namespace loadstone::inline sandbox
