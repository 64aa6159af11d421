// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "harness/component/read_component.h"
#include "harness/component/read_layer.h"
#include "harness/component/system_loader.h"
#include "harness/component/wine_component.h"
#include "harness/runner/check_binary.h"
#include "harness/runner/installation.h"
#include "harness/sandbox/sandbox.h"
#include "harness/sandbox/wine_places.h"
#include "harness/world/elf_file.h"
#include "harness/world/platform.h"
#include "tool/cli.h"
#include "tool/system_root.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

// A component is judged by the version that its manifest claims; a runtime, whose manifest has
// none, by the one that it answers in negotiation, which the run finds out.
std::optional<policy::Version> SpecOf(const CheckOptions& options,
                                      const ComponentUnderTest& component, Api api,
                                      const policy::Catalogue& catalogue) {
  if (!options.spec.empty()) return ParseSpec(options.spec, api, catalogue);
  if (component.kind == SubjectKind::kRuntime) return std::nullopt;
  return policy::Version::TryParse(component.api_version).value_or(policy::Version{1, 0, 0});
}

// Whose cases are run.
SubjectKind SubjectOf(const CheckOptions& options) {
  const bool android = options.platform == kAndroid && options.kind == SubjectKind::kDriver;
  return android ? SubjectKind::kHalModule : options.kind;
}

// Returns the path that a path of the host has in the system in the folder `root`, if that is not
// empty and contains it.
std::string PathInSystem(const std::string& root, const std::string& path) {
  return root.empty() ? path : RootedSystem(root).InSystem(path).value_or(path);
}

// Returns the folder that --library-path names, in the system in the folder `root` or on the host.
// Throws UsageError for a path that is not a folder.
std::string LibraryFolder(const std::string& folder, const std::string& root) {
  std::error_code error;
  if (!root.empty()) {
    const std::string in_root = RootedSystem(root).OnHost(folder);
    if (!in_root.empty() && fs::is_directory(in_root, error)) return fs::path("/") / folder;
  }
  if (!fs::is_directory(folder, error)) {
    throw UsageError(
        fmt::format("--library-path takes a folder, but '{}' is not a folder", folder));
  }
  return PathInSystem(root, fs::absolute(folder).lexically_normal());
}

// Returns the architecture of an ELF file whose programs this machine can run; std::nullopt if it
// is another file.
std::optional<Architecture> RunnableArchitectureOf(const std::string& path) {
  const Architecture architecture = ExamineElfFile(path).architecture;
  const std::vector<Architecture> all = RunnableArchitectures();
  return std::ranges::find(all, architecture) != all.end() ? std::optional(architecture)
                                                           : std::nullopt;
}

// Returns where to search for libraries, in worlds with the system in the folder `root` if it is
// not empty: for programs of the named loader's architecture, or of the system's first one.
LibrarySearch SearchOf(const CheckOptions& options, const std::string& root) {
  LibrarySearch search;
  search.root = root;
  search.architecture = SystemArchitectures(root).front();
  for (const std::string& folder : options.library_folders) {
    search.folders.push_back(LibraryFolder(folder, root));
  }
  if (!options.loaders.empty()) {
    const fs::path loader = fs::absolute(HostPathIn(root, options.loaders.front()));
    search.origin = PathInSystem(root, loader.parent_path());
    if (const auto named = RunnableArchitectureOf(loader)) search.architecture = *named;
  }
  return search;
}

// Returns whether the layer's library is executed, not only read.
bool RunsBelowALoader(const ComponentUnderTest& layer) {
  return !layer.library.empty() && !IsForeign(layer);
}

// The loader of this machine, or of the system of the request, which serves the layer as well, so
// that what one loader hides another shows; empty where there is none of the layer's architecture
// but the request's loader.
std::string FindOtherLoader(const RunRequest& request) {
  const std::string loader =
      HostPathIn(request.root, SystemLoader(request.api, request.root, request.architecture));
  std::error_code error;
  if (loader.empty() || fs::equivalent(loader, request.loader, error)) return {};
  return fs::absolute(loader);
}

// Throws UsageError for a loader that cannot load the request's layer, because it is of another
// architecture.
void RequireSameArchitecture(const std::string& loader, const RunRequest& request) {
  const auto architecture = request.platform == kWindows
                                ? std::optional(ArchitectureOfLoader(loader, kWindows))
                                : RunnableArchitectureOf(loader);
  if (!architecture.has_value() || *architecture == request.architecture) return;
  const ComponentUnderTest& layer = *request.component();
  throw UsageError(fmt::format("{} is for {}, and {} for {}; name a loader for the latter", loader,
                               NameOf(*architecture),
                               layer.library.empty() ? "the layer is" : layer.library + " is",
                               NameOf(request.architecture)));
}

// Returns the script that builds what worlds below Wine need for DLLs of an architecture.
const char* HowToBuildForWindows(const Architecture& architecture) {
  return BitsOf(architecture) == 32 ? "ci/build-windows-i386.sh" : "ci/build-windows.sh";
}

// Returns Loadstone's own loader for the request's layer.
std::string ReferenceLoaderFor(const RunRequest& request) {
  if (request.platform != kWindows) return ReferenceLoader(request.api, request.architecture);
  const char* const name = request.api == Api::kVulkan ? "vulkan-1.dll" : "openxr_loader.dll";
  const Installation installation = WithPartsFor(FindInstallation(), request.architecture);
  const fs::path loader = fs::path(installation.windows_reference_loaders) / name;
  if (fs::exists(loader)) return loader;
  throw UsageError(
      fmt::format("there is no reference loader at {}; {} builds it, or name a DLL with --loader",
                  loader.string(), HowToBuildForWindows(request.architecture)));
}

// Fills in the loaders below which the request's layer runs: those that were named or, by default,
// the reference loader and another one.
void ChooseLoaders(const CheckOptions& options, RunRequest& request) {
  std::vector<std::string> loaders;
  for (const std::string& named : options.loaders) {
    loaders.push_back(HostPathIn(request.root, named));
  }
  if (loaders.empty()) loaders.push_back(ReferenceLoaderFor(request));
  for (size_t i = 0; i < loaders.size(); ++i) {
    RequireSameArchitecture(loaders[i], request);
    CheckBinary(loaders[i], request.platform, request.architecture);
    loaders[i] = fs::absolute(loaders[i]);
    for (size_t before = 0; before < i; ++before) {
      if (!fs::equivalent(loaders[before], loaders[i])) continue;
      throw UsageError(fmt::format("--loader names {} twice; leave one out", loaders[i]));
    }
  }
  request.loader = loaders.front();
  if (!RunsBelowALoader(*request.component())) return;
  request.other_loaders.assign(loaders.begin() + 1, loaders.end());
  if (!options.loaders.empty() || request.platform == kWindows) return;
  const std::string other = FindOtherLoader(request);
  if (!other.empty()) request.other_loaders.push_back(other);
}

// Returns the architecture of the programs that load the component, which was found by `search`.
Architecture ArchitectureOf(const ComponentUnderTest& component, const LibrarySearch& search) {
  if (component.below_wine) return ArchitectureOfLoader(component.library, kWindows);
  if (IsForeign(component) || component.kind == SubjectKind::kHalModule) return OwnArchitecture();
  for (const Architecture& architecture : SystemArchitectures(search.root)) {
    if (BitsOf(architecture) == component.library_bits) return architecture;
  }
  return search.architecture;  // there is no library
}

// Throws EnvironmentError, in one line, if there is nothing that runs the request's component.
void RequireParts(const ComponentUnderTest& component, const RunRequest& request) {
  if (request.platform != kWindows) {
    RequireArchitecture(component.library.empty() ? component.manifest : component.library,
                        request.root, request.architecture);
    return;
  }
  const Installation parts = WithPartsFor(FindInstallation(), request.architecture);
  if (fs::exists(parts.windows_probe)) return;
  throw EnvironmentError(
      fmt::format("{} is a DLL of {} bits, and there is no {}: {} builds it; without "
                  "--platform windows the DLL is read and not run",
                  component.library, BitsOf(request.architecture), parts.windows_probe,
                  HowToBuildForWindows(request.architecture)));
}

// Wine's own DLLs for the word size of the component, in the system in the folder `root`.
std::string LibrariesOfWine(const ComponentUnderTest& component, const std::string& root) {
  return root + (component.library_bits == 32 ? kWine32Libraries : kWineLibraries);
}

// Fills in the subject of the request, and its architecture.
void ReadSubject(const CheckOptions& options, RunRequest& request) {
  const LibrarySearch search = SearchOf(options, request.root);
  if (SubjectOf(options) == SubjectKind::kHalModule) {
    if (!options.library_folders.empty()) {
      throw UsageError(
          "an Android hardware module is itself a library, not a manifest; leave out "
          "--library-path");
    }
    request.api = Api::kVulkan;
    request.platform = kAndroid;
    request.judged = ReadHalModule(options.manifest);
  } else if (options.kind == SubjectKind::kDriver) {
    request.api = Api::kVulkan;
    request.judged = ReadDriver(options.manifest, options.platform, search);
  } else if (options.kind == SubjectKind::kRuntime) {
    request.api = Api::kOpenXr;
    request.judged = ReadRuntime(options.manifest, options.platform, search);
  } else {
    ReadLayerResult read =
        ReadLayer(options.manifest, options.api, options.layer, options.platform, search);
    request.api = read.api;
    request.judged = std::move(read.layer);
  }
  auto& component = std::get<ComponentUnderTest>(request.judged);
  if (options.platform == kWindows && CanRunBelowWine(component)) {
    RunBelowWine(LibrariesOfWine(component, options.root), component);
    request.platform = kWindows;
  }
  request.architecture = ArchitectureOf(*request.component(), search);
}

}  // namespace

std::string ReferenceLoader(Api api, const Architecture& architecture) {
  const Installation installation = WithPartsFor(FindInstallation(), architecture);
  const fs::path loader = fs::path(installation.reference_loaders) / LoaderName(api);
  if (fs::exists(loader)) return loader;
  throw UsageError("there is no reference loader at " + loader.string() +
                   "; name a loader with --loader");
}

RunRequest MakeCheckRequest(const CheckOptions& options, const policy::Catalogue& catalogue) {
  RunRequest request;
  const bool windows = options.platform == kWindows;
  if (!options.root.empty() && !options.platform.empty() && options.platform != "linux" &&
      !windows) {
    throw UsageError("--root is for Linux and Windows; drop it, or --platform " + options.platform);
  }
  // A system for DLLs has a Wine, and no components.
  if (!options.root.empty() && !windows) request.root = RootedSystem(options.root).OnHost("/");
  ReadSubject(options, request);
  const ComponentUnderTest& component = *request.component();
  if (!options.root.empty() && windows && !component.below_wine) {
    throw UsageError("with --platform windows, --root is for DLLs that run below Wine; drop it");
  }
  RequireParts(component, request);
  ApplyRoot(options.root, request);
  if (component.kind == SubjectKind::kLayer) ChooseLoaders(options, request);
  request.spec = SpecOf(options, *request.component(), request.api, catalogue);
  request.cases =
      SelectCases(request.api, SubjectOf(options), options.policies, options.cases, catalogue);
  ApplyShard(options, request);
  const std::vector<std::string> judging = JudgingOptions(options.spec, {}, options.rules);
  request.options.insert(request.options.begin(), judging.begin(), judging.end());
  if (!options.platform.empty()) {
    request.options.insert(request.options.end(), {"--platform", options.platform});
  }
  for (const std::string& folder : options.library_folders) {
    request.options.insert(request.options.end(), {"--library-path", folder});
  }
  for (const std::string& loader : options.loaders) {
    request.options.insert(request.options.end(), {"--loader", loader});
  }
  ApplyWorldOptions(options.world, request);
  ApplyGuardOption(options, request);
  request.jobs = Jobs(options.jobs);
  request.timeout_seconds = options.timeout;
  request.robustness = !options.no_robustness;
  return request;
}

int CheckVerb(const CheckOptions& options) {
  const policy::Catalogue catalogue = LoadCatalogue(options.rules);
  return RunAndReport(MakeCheckRequest(options, catalogue), catalogue, options.reports);
}

}  // namespace loadstone
