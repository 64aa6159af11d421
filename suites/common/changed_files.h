// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_CHANGED_FILES_H_
#define LOADSTONE_SUITES_COMMON_CHANGED_FILES_H_

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/probe/app_trace.h"
#include "harness/probe/path_here.h"
#include "suites/suites.h"

// Manifests that are added and removed in one folder between two calls of an application. More than
// one changes at a time, so that an answer that is correct neither for the state before nor for the
// state after mixes them.
namespace loadstone::suites {

inline constexpr char kChangingFolder[] = "/layers";

struct FileChange {
  const char* name;
  std::vector<std::string> before;  // the layers that exist, by the last words of their names
  std::vector<std::string> after;
};

inline const FileChange kFileChanges[] = {
    {"one_layer_is_exchanged", {"a"}, {"b"}},
    {"one_layer_goes_and_one_comes", {"a", "b"}, {"b", "c"}},
    {"two_layers_are_exchanged", {"a", "b"}, {"c", "d"}},
};

inline bool IsThere(const std::vector<std::string>& layers, const std::string& layer) {
  return std::find(layers.begin(), layers.end(), layer) != layers.end();
}

// The path of a layer's manifest; while the layer does not exist, the file has another suffix.
inline std::string ChangingFile(const std::string& layer, bool is_there) {
  return layer + (is_there ? ".json" : ".json.off");
}

// In the application's process: renames the file of each layer to its path after the change.
inline void ChangeFiles(const FileChange& change) {
  for (const std::string layer : {"a", "b", "c", "d"}) {
    const bool was = IsThere(change.before, layer), is = IsThere(change.after, layer);
    if (was == is) continue;
    const std::filesystem::path folder = PathHere(kChangingFolder);
    std::filesystem::rename(folder / ChangingFile(layer, was), folder / ChangingFile(layer, is));
  }
}

// The names in each answer of an enumerating function, in the order of the calls.
inline std::vector<std::vector<std::string>> EnumeratedLists(const Observation& seen,
                                                             const std::string& function) {
  std::vector<std::vector<std::string>> lists;
  for (const Event& event : seen.Select(kAppName, function)) {
    if (event.phase() == "leave") lists.push_back(event.List("names"));
  }
  return lists;
}

// The application enumerates layers of the kind `OneLayer`, whose names begin with `prefix`, with
// `function`, before and after the change. The loader of `world` searches kChangingFolder.
template <typename App, typename OneLayer, typename World>
void JudgeFileChange(Case& c, const FileChange& change, World world, const std::string& prefix,
                     const char* function) {
  const auto names = [&](const std::vector<std::string>& layers) {
    std::vector<std::string> whole;
    for (const std::string& layer : layers) whole.push_back(prefix + layer);
    return whole;
  };
  for (const std::string layer : {"a", "b", "c", "d"}) {
    world.With(OneLayer(prefix + layer)
                   .In(kChangingFolder)
                   .ManifestFile(ChangingFile(layer, IsThere(change.before, layer))));
  }
  const Observation seen = Observe(c, world, [&](App& app) {
    app.EnumerateLayers();
    ChangeFiles(change);
    app.EnumerateLayers();
  });
  const auto lists = EnumeratedLists(seen, function);
  ASSERT_SEEN(lists, SizeIs(2)) << "both calls return";
  EXPECT_SEEN(lists[0], UnorderedElementsAreArray(names(change.before)))
      << "the listed layers are those whose manifests exist";
  EXPECT_SEEN(lists[1], AnyOf(UnorderedElementsAreArray(names(change.after)),
                              UnorderedElementsAreArray(names(change.before))))
      << "after the files change, the listed layers are those that exist now or those that existed "
         "before";
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_CHANGED_FILES_H_
