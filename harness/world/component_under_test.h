// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_COMPONENT_UNDER_TEST_H_
#define LOADSTONE_HARNESS_WORLD_COMPONENT_UNDER_TEST_H_

#include <optional>
#include <string>
#include <vector>

#include "harness/policy/kinds.h"

namespace loadstone {

// A component of a meta-layer, according to the manifests of the host.
struct LayerComponent {
  std::string name = {};
  std::vector<std::string> api_versions = {};  // of all layers with that name; empty: there is none
};

// A layer, driver or runtime of a third party, as found on the host: the subject of `check-layer`,
// `check-driver` and `check-runtime`. Members that its manifest lacks, or has with another type,
// are empty.
struct ComponentUnderTest {
  SubjectKind kind = SubjectKind::kLayer;  // or kDriver, kHalModule or kRuntime
  std::string manifest = {};               // path on the host
  std::string text = {};                   // of the manifest; the probe does not get it
  std::string json_problem = {};           // why the text is no JSON object
  std::string format = {};                 // file_format_version
  std::string object = {};  // what the manifest says of the component, a JSON object as text

  std::string name = {};  // of a layer; of a runtime if its manifest has one
  std::string api_version = {};
  std::string library_path = {};  // as in the manifest
  // The platform of the library: "linux", or "windows" or "macos", for which it is read but not
  // run unless it runs below Wine. Empty if unknown. Not sent to the probe.
  std::string platform = {};
  bool below_wine = false;  // not sent to the probe
  // The path of the library on the host, and in every world if it is run; empty if there is none.
  // The probe gets it in the form of its platform (NativeLibrary).
  std::string library = {};
  std::string library_problem = {};    // why there is none
  std::string library_elsewhere = {};  // why it is unknown here whether there is one
  // Why the library may be valid although it is not found: it is next to the manifest, and would be
  // found once installed. Not sent to the probe.
  std::string not_installed = {};
  unsigned library_bits = 0;   // 32 or 64; 0: unknown, or both
  std::string negotiate = {};  // the name of the exported negotiation function
  // The names that the library exports, and those that it also uses itself and that another library
  // can interpose. Not sent to the probe.
  std::vector<std::string> exports = {};
  std::vector<std::string> interposable = {};
  // Why observations of the library in a world are not evidence: it starts only on the host, or it
  // lacks a library everywhere. Empty if it starts in worlds, or nowhere for no known reason.
  std::string why_not_judged = {};
  bool reexports = false;  // it also exports symbols of other libraries

  // For a layer.
  bool implicit = false;
  bool meta = false;
  std::vector<LayerComponent> components = {};

  // What worlds need so that the library can be loaded: files of the host, folders for
  // LD_LIBRARY_PATH, and folders of the host with libraries that are opened by name.
  std::vector<std::string> files = {};
  std::vector<std::string> lacking = {};  // DLLs that neither its folder nor Wine has
  std::vector<std::string> library_folders = {};
  std::vector<std::string> shown_folders = {};

  // What the user adds to its worlds: variables, and files and folders of the host. Not sent to the
  // probe.
  std::vector<std::pair<std::string, std::string>> environment = {};
  std::vector<std::string> shown = {};

  // Converts what the probe needs, without `text` and without what is needed to create worlds.
  std::string ToJson() const;
  static ComponentUnderTest FromJson(const std::string& json);
};

// Returns the path of the library as programs of worlds know it: C:\a\b.dll for /a/b.dll below
// Wine.
std::string NativeLibrary(const ComponentUnderTest& component);

// Returns whether the library is for another platform than Linux, and is not run.
bool IsForeign(const ComponentUnderTest& component);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_COMPONENT_UNDER_TEST_H_
