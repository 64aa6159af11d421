#include "harness/case/layer_case.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace loadstone {

const LayerUnderTest& LayerOf(const Case& c) {
  if (!c.subject().layer.has_value()) throw HarnessError("no layer is given; use check-layer");
  return *c.subject().layer;
}

std::string WhyNoLibrary(const Case& c) {
  const LayerUnderTest& layer = LayerOf(c);
  return layer.library.empty() ? layer.library_problem : std::string();
}

std::string WhyNoMembers(const Case& c) {
  const LayerUnderTest& layer = LayerOf(c);
  if (!layer.json_problem.empty()) return "the manifest cannot be read: " + layer.json_problem;
  return layer.object.empty() ? "the manifest describes no layer" : std::string();
}

void ShowLibrary(World& world, const LayerUnderTest& layer) {
  for (size_t i = 0; i < layer.files.size(); ++i) world.Copy(layer.files[i], HostFileName(i));
  if (!layer.library_folders.empty()) {
    world.Env("LD_LIBRARY_PATH", fmt::format("{}", fmt::join(layer.library_folders, ":")));
  }
}

void* OpenLayer(const LayerUnderTest& layer) {
  void* library = nullptr;
  {
    AppEvent("dlopen", "enter");
    library = dlopen(layer.library.c_str(), RTLD_NOW | RTLD_LOCAL);
    AppEvent("dlopen", "leave");
  }
  if (library == nullptr) {
    const char* why = dlerror();
    throw HarnessError(std::string("the layer's library cannot be loaded: ") +
                       (why != nullptr ? why : "no reason"));
  }
  return library;
}

Observation RunAlone(Case& c, const std::function<void(const LayerUnderTest&)>& app) {
  const LayerUnderTest& layer = LayerOf(c);
  World world;
  ShowLibrary(world, layer);
  return c.AnyEnding().Run(world, [&] { app(layer); });
}

std::string WhyNotSeen(const Observation& seen, const std::string& owner) {
  if (seen.EndedWell() && seen.First(kAppName, kAppDone).has_value()) return {};
  return fmt::format("the application did not finish ({}), see {}", seen.DescribeEnding(), owner);
}

}  // namespace loadstone
