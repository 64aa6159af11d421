// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_COMPONENT_UNDER_TEST_H_
#define LOADSTONE_HARNESS_WORLD_COMPONENT_UNDER_TEST_H_

#include <optional>
#include <string>
#include <vector>

#include "harness/policy/kinds.h"

namespace loadstone {

// A component of a meta-layer, as the manifests of the host have it.
struct LayerComponent {
  std::string name = {};
  std::vector<std::string> api_versions = {};  // of every layer of that name; empty: there is none
};

// A layer, driver or runtime that nobody here wrote, as it was found on the host: the subject of
// `check-layer`, `check-driver` and `check-runtime`. What its manifest lacks, or has of another
// type, is empty.
struct ComponentUnderTest {
  SubjectKind kind = SubjectKind::kLayer;  // or kDriver, kHalModule or kRuntime
  std::string manifest = {};               // path on the host
  std::string text = {};                   // of the manifest; the probe does not get it
  std::string json_problem = {};           // why the text is no JSON object
  std::string format = {};                 // file_format_version
  std::string object = {};  // what the manifest says of the component, a JSON object as text

  std::string name = {};  // of a layer; of a runtime, where its manifest has one
  std::string api_version = {};
  std::string library_path = {};  // as the manifest has it
  // What the library is for: "linux", or "windows" or "macos", where it is read and never run.
  // Empty where nothing tells. The probe does not get it.
  std::string platform = {};
  // The library on the host and, if it is for Linux, under the same path in every world; empty
  // where there is none.
  std::string library = {};
  std::string library_problem = {};    // why there is none
  std::string library_elsewhere = {};  // why this machine cannot tell whether there is one
  // Why the library may be good all the same: it lies beside the manifest, and would be found when
  // it is installed. The probe does not get it.
  std::string not_installed = {};
  unsigned library_bits = 0;   // 32 or 64; 0: unknown, or both
  std::string negotiate = {};  // the name of the exported negotiation function
  // The names that the library exports, and those of them of which another library may take the
  // place where this one uses them itself. The probe does not get them.
  std::vector<std::string> exports = {};
  std::vector<std::string> interposable = {};
  // Why nothing that is seen of the running library in a world tells anything: it starts on the
  // host alone. Empty where it starts in worlds, or nowhere.
  std::string only_on_host = {};
  bool reexports = false;  // further exports are those of other libraries

  // Of a layer.
  bool implicit = false;
  bool meta = false;
  std::vector<LayerComponent> components = {};

  // What worlds have to be given so that the library can be loaded: files of the host, folders for
  // LD_LIBRARY_PATH, and folders of the host that hold what libraries open by name.
  std::vector<std::string> files = {};
  std::vector<std::string> library_folders = {};
  std::vector<std::string> shown_folders = {};

  // Tells the probe; `text` and what worlds are made of stay behind.
  std::string ToJson() const;
  static ComponentUnderTest FromJson(const std::string& json);
};

// Whether the library is for another system than Linux.
bool IsForeign(const ComponentUnderTest& component);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_COMPONENT_UNDER_TEST_H_
