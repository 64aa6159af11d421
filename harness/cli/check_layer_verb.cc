#include <fmt/format.h>

#include <filesystem>

#include "harness/cli/cli.h"
#include "harness/layer/read_layer.h"
#include "harness/runner/installation.h"

namespace loadstone {
namespace {

// The loader that serves the layer when none is named: the reference loader, which is known to keep
// the policies for loaders, so that what goes wrong is the layer's doing.
std::string DefaultLoader(const std::string& api) {
  namespace fs = std::filesystem;
  const Installation installation = FindInstallation();
  const char* name = api == "openxr" ? "libopenxr_loader.so.1" : "libvulkan.so.1";
  const fs::path loader = fs::path(installation.reference_loaders) / name;
  if (fs::exists(loader)) return loader;
  throw UsageError("there is no reference loader at " + loader.string() +
                   "; name a loader with --loader");
}

// A layer is judged by the version that its manifest claims.
policy::Version SpecOf(const CheckLayerOptions& options, const LayerUnderTest& layer,
                       const std::string& api, const policy::Catalogue& catalogue) {
  if (!options.spec.empty()) return ParseSpec(options.spec, api, catalogue);
  return policy::Version::TryParse(layer.api_version).value_or(policy::Version{1, 0, 0});
}

}  // namespace

int CheckLayerVerb(const CheckLayerOptions& options) {
  const ReadLayerResult read = ReadLayer(options.manifest, options.api, options.layer);
  const std::string loader = options.loader.empty() ? DefaultLoader(read.api) : options.loader;
  CheckBinary(loader);
  const policy::Catalogue catalogue = LoadCatalogue();
  RunRequest request;
  request.loader = std::filesystem::absolute(loader);
  request.api = read.api;
  request.spec = SpecOf(options, read.layer, read.api, catalogue);
  request.layer = read.layer;
  request.cases = SelectCases(read.api, kLayerSubject, options.policies, options.cases, catalogue);
  TakeShard(options, request);
  request.options = JudgingOptions(options.spec, {});
  if (!options.loader.empty()) {
    request.options.insert(request.options.end(), {"--loader", options.loader});
  }
  request.jobs = Jobs(options.jobs);
  request.timeout_seconds = options.timeout;
  request.robustness = !options.no_robustness;
  return RunAndReport(request, catalogue, options.reports);
}

}  // namespace loadstone
