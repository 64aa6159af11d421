// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/common/other_word_size.h"
#include "suites/openxr/layers.h"

// LS_XR_LAYER_MANIFEST_13: two manifests of one API layer, of which one leads to a library that
// this application cannot load, as where a layer is installed for 32 and for 64 bits. No sentence
// says which of them a loader uses, or in which order it searches their folders.
namespace loadstone::suites::unloadable_libraries {
namespace {

constexpr char kGood[] = "XR_APILAYER_LS_good";
constexpr char kTwice[] = "XR_APILAYER_LS_twice";
constexpr char kWorks[] = "works";

struct Library {
  const char* name;
  const char* path;
};

constexpr Library kLibraries[] = {
    {"of_the_other_word_size", "/opt/loadstone/other_word_size.so"},
    {"that_is_missing", "/opt/loadstone/gone.so"},
};

ApiLayer OfKind(const char* name, bool implicit) {
  ApiLayer layer(name);
  if (implicit) layer.Implicit();
  return layer;
}

// `by_default`: the manifest that cannot be used is in the default folder, and the other one in
// that of the user, or the other way round.
void Judge(Case& c, const Library& library, bool implicit, bool by_default) {
  OpenXrWorld world(c.subject());
  const std::string of_user = FolderOfUser(world, c.subject(), implicit);
  ApiLayer broken = OfKind(kTwice, implicit).Who("broken").LibraryPath(library.path);
  ApiLayer works = OfKind(kTwice, implicit).Who(kWorks);
  (by_default ? works : broken).In(of_user);
  world.With(broken).With(works).With(OfKind(kGood, implicit));
  world.File("/opt/loadstone/other_word_size.so", LibraryOfOtherWordSize(c.subject()));
  const Observation seen = Observe(c, world, [implicit](OpenXrApp& app) {
    app.RunFullSequence({.layers = implicit ? std::vector<std::string>()
                                            : std::vector<std::string>{kTwice, kGood}});
  });
  const std::string created = XrResultOf(seen, "xrCreateInstance");
  if (created != "XR_SUCCESS") {
    EXPECT_SEEN(created, IsXrError())
        << "an enabled layer that cannot be loaded may or may not be an error"
        << reading::LS_XR_LAYER_MANIFEST_15_r1;
    return;
  }
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAre(kWorks, kGood))
      << "a manifest whose library cannot be loaded hides no other manifest of the same layer";
}

REGISTER_CASES {
  for (const Library& library : kLibraries) {
    for (const bool implicit : {false, true}) {
      for (const bool by_default : {true, false}) {
        RegisterCase(
            Api::kOpenXr, {policy::LS_XR_LAYER_MANIFEST_13},
            fmt::format("{}_library_{}_in_the_folder_{}", implicit ? "implicit" : "explicit",
                        library.name, by_default ? "of_the_system" : "of_the_user"),
            [&library, implicit, by_default](Case& c) { Judge(c, library, implicit, by_default); });
      }
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::unloadable_libraries
