#include "harness/world/mock_library.h"

#include <ctype.h>
#include <fmt/format.h>

#include "harness/world/places.h"

namespace loadstone {

// A file name that is the same for the same name and holds nothing unusual, since names of layers
// may hold anything.
std::string MockLibraryPath(const std::string& who) {
  std::string name;
  for (const char c : who) name += isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return fmt::format("{}/lib{}.so", kComponentFolder, name.substr(0, 200));
}

std::string AddMockLibrary(World& world, const std::string& who, const std::string& binary,
                           const JsonObject& behaviour) {
  std::string path = MockLibraryPath(who);
  JsonObject config = JsonObject().Set("who", who).Set("trace", kTracePath);
  config.Merge(behaviour.Text());
  world.Copy(path, binary + ".so").File(path + ".config", config.Text());
  return path;
}

}  // namespace loadstone
