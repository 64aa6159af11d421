// SPDX-License-Identifier: Apache-2.0
#include "oracle/openxr/libraries.h"

#include <fmt/format.h>

namespace loadstone::oracle::openxr {
namespace {

// Whether it lacks functions, and reports that when it negotiates.
enum class Lacks { kNothing, kAnnounced, kSilently };

struct Odd {
  const char* name;
  const char* binary;  // without the prefix for its API
  const char* behaviour;
  Use use;
  Lacks lacks = Lacks::kNothing;
};

constexpr Odd kOddLayers[] = {
    {"refuses", "layer", R"({"negotiation": {"result": -6}})", Use::kNever},
    {"exports_nothing", "layer_none", "{}", Use::kNever},
    {"renamed", "layer_renamed", "{}", Use::kWorks},
    {"gives_null", "layer", R"({"negotiation": {"null_gipa": true}})", Use::kEither,
     Lacks::kAnnounced},
    {"creates_null", "layer", R"({"negotiation": {"null_create": true}})", Use::kEither,
     Lacks::kAnnounced},
    {"answers_99", "layer", R"({"negotiation": {"interface_version": 99}})", Use::kEither},
    {"missing", "", "{}", Use::kNever},
};
constexpr Odd kRuntimes[] = {
    {"runtime0", "runtime", "{}", Use::kWorks},
    {"runtime1", "runtime", "{}", Use::kWorks},
    {"runtime2", "runtime_direct", "{}", Use::kWorks},
    {"runtime_renamed", "runtime_renamed", "{}", Use::kWorks},
    {"runtime_refuses", "runtime", R"({"negotiation": {"result": -6}})", Use::kNever},
    {"runtime_exports_nothing", "runtime_none", "{}", Use::kNever},
    {"runtime_gives_null", "runtime", R"({"negotiation": {"null_gipa": true}})", Use::kNever,
     Lacks::kAnnounced},
    {"runtime_without_functions", "runtime",
     R"({"hidden_functions": ["xrCreateInstance", "xrEnumerateInstanceExtensionProperties"]})",
     Use::kEither, Lacks::kSilently},
    {"runtime_answers_99", "runtime", R"({"negotiation": {"interface_version": 99}})",
     Use::kEither},
    {"runtime_missing", "", "{}", Use::kNever},
};
// Some names contain others.
constexpr const char* kLetters[] = {"a", "b", "c", "d", "ab", "XR_APILAYER_LS_a"};

std::string Provides(const std::string& behaviour, const std::string& members) {
  return behaviour == "{}" ? "{" + members + "}"
                           : behaviour.substr(0, behaviour.size() - 1) + ", " + members + "}";
}

std::string LayerName(const std::string& word) { return "XR_APILAYER_LS_" + word; }

Library LayerMock(const std::string& name, const std::string& word, const Odd& odd) {
  const std::string binary = *odd.binary != 0 ? std::string("openxr_") + odd.binary : "";
  const std::string members =
      fmt::format(R"("name": "{}", "extensions": [{{"name": "{}", "version": 1}}],
                      "takes_out_extensions": true)",
                  LayerName(word), LayerExtension(LayerName(word)));
  return {.name = name,
          .binary = binary,
          .behaviour = Provides(odd.behaviour, members),
          .use = odd.use,
          .lacks_functions = odd.lacks == Lacks::kSilently,
          .announces_missing_functions = odd.lacks == Lacks::kAnnounced,
          .layer = LayerName(word),
          .extensions = {LayerExtension(LayerName(word))}};
}

}  // namespace

bool IsRenamed(const Library& library) { return library.binary.ends_with("_renamed"); }

std::string RuntimeExtension(const Library& library) { return "XR_LS_" + library.name; }

std::string LayerExtension(const std::string& layer) { return "XR_LS_of_" + layer; }

namespace {

std::vector<Library> MakeLibraries() {
  std::vector<Library> all;
  for (const char* letter : kLetters) {
    for (const char* copy : {"0", "1"}) {
      all.push_back(
          LayerMock(letter + std::string(copy), letter, {nullptr, "layer", "{}", Use::kWorks}));
    }
  }
  for (const Odd& odd : kOddLayers) all.push_back(LayerMock(odd.name, odd.name, odd));
  uint32_t next_version = 11;
  for (const Odd& odd : kRuntimes) {
    const std::string binary = *odd.binary != 0 ? std::string("openxr_") + odd.binary : "";
    Library library = {odd.name,
                       binary,
                       "",
                       odd.use,
                       false,
                       odd.lacks == Lacks::kSilently,
                       odd.lacks == Lacks::kAnnounced};
    library.runtime = true;
    library.extensions = {RuntimeExtension(library)};
    // A different version for each, so that a loader cannot have made it up.
    library.extension_version = next_version++;
    library.behaviour =
        Provides(odd.behaviour, fmt::format(R"("extensions": [{{"name": "{}", "version": {}}}])",
                                            RuntimeExtension(library), library.extension_version));
    all.push_back(library);
  }
  return all;
}

const Installation& Usual() {
  static const Installation usual = {.libraries = MakeLibraries()};
  return usual;
}

}  // namespace

const std::vector<Library>& Libraries() { return Usual().libraries; }

const Installation& InstallationOf(const Machine& machine) {
  return machine.installation != nullptr ? *machine.installation : Usual();
}

const std::vector<LayerLibrary>& LayerLibraries() {
  static const std::vector<LayerLibrary> layers = [] {
    std::vector<LayerLibrary> all;
    size_t next = 0;
    for (const char* letter : kLetters) {
      all.push_back({LayerName(letter), &Libraries()[next++]});
      all.push_back({LayerName(letter), &Libraries()[next++]});
    }
    for (const Odd& odd : kOddLayers) all.push_back({LayerName(odd.name), &Libraries()[next++]});
    return all;
  }();
  return layers;
}

const std::vector<const Library*>& RuntimeLibraries() {
  static const std::vector<const Library*> runtimes = [] {
    std::vector<const Library*> all;
    for (size_t i = LayerLibraries().size(); i < Libraries().size(); ++i) {
      all.push_back(&Libraries()[i]);
    }
    return all;
  }();
  return runtimes;
}

}  // namespace loadstone::oracle::openxr
