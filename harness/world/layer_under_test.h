#ifndef LOADSTONE_HARNESS_WORLD_LAYER_UNDER_TEST_H_
#define LOADSTONE_HARNESS_WORLD_LAYER_UNDER_TEST_H_

#include <optional>
#include <string>
#include <vector>

namespace loadstone {

// A component of a meta-layer, as the manifests of the host have it.
struct LayerComponent {
  std::string name = {};
  std::vector<std::string> api_versions = {};  // of every layer of that name; empty: there is none
};

// A layer that nobody here wrote, as it was found on the host: the subject of `check-layer`. What
// its manifest lacks, or has of another type, is empty.
struct LayerUnderTest {
  std::string manifest = {};      // path on the host
  std::string text = {};          // of the manifest; the probe does not get it
  std::string json_problem = {};  // why the text is no JSON object
  std::string format = {};        // file_format_version
  std::string object = {};        // what the manifest says of the layer, a JSON object as text
  bool implicit = false;
  bool meta = false;

  std::string name = {};
  std::string api_version = {};
  std::string library_path = {};  // as the manifest has it
  // The library on the host and, under the same path, in every world; empty where there is none.
  std::string library = {};
  std::string library_problem = {};  // why there is none
  std::string negotiate = {};        // the name of the exported negotiation function
  std::vector<LayerComponent> components = {};

  // What worlds have to be given so that the library can be loaded: files of the host, and folders
  // for LD_LIBRARY_PATH.
  std::vector<std::string> files = {};
  std::vector<std::string> library_folders = {};

  // Tells the probe; `text` and what worlds are made of stay behind.
  std::string ToJson() const;
  static LayerUnderTest FromJson(const std::string& json);
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_LAYER_UNDER_TEST_H_
