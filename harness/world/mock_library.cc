#include "harness/world/mock_library.h"

#include <ctype.h>
#include <fmt/format.h>

#include "harness/world/places.h"
#include "harness/world/platform.h"

namespace loadstone {

namespace {

// A name that is the same for the same name and holds nothing unusual, since names of layers may
// hold anything.
std::string PlainName(const std::string& who) {
  std::string name;
  for (const char c : who) name += isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name.substr(0, 200);
}

}  // namespace

std::string MockLibraryPath(const std::string& who) {
  return fmt::format("{}/lib{}.so", kComponentFolder, PlainName(who));
}

std::string AddMockLibrary(World& world, const Subject& subject, const std::string& who,
                           const std::string& binary, const JsonObject& behaviour) {
  const std::string path =
      fmt::format("{}/{}", kComponentFolder, LibraryFile(subject, PlainName(who)));
  JsonObject config =
      JsonObject().Set("who", who).Set("trace", NativePath(subject, kTracePath));
  config.Merge(behaviour.Text());
  world.Copy(path, binary + (IsWindows(subject) ? ".dll" : ".so"))
      .File(path + ".config", config.Text());
  return NativePath(subject, path);
}

}  // namespace loadstone
