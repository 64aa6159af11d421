// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_POLICY_CATALOGUE_H_
#define LOADSTONE_HARNESS_POLICY_CATALOGUE_H_

#include <filesystem>
#include <string_view>
#include <vector>

#include "harness/policy/policy.h"

namespace loadstone::policy {

// All policies. Pointers to them are valid as long as the catalogue and after moving it, but not
// after copying, so it cannot be copied.
class Catalogue {
 public:
  // Reads every *.json in `directory` and in the directories `more`, except schema.json. Unknown
  // fields are ignored, so that a newer catalogue can be read.
  //
  // Throws std::runtime_error with one line that names the file and, if known, the policy and the
  // field, if the directory does not exist or has no policies; if a file cannot be read, is larger
  // than 16 MiB, is not JSON, or has a field that is missing or of another type than in
  // policies/schema.json; or if an ID is duplicate. The other rules of the schema, such as the form
  // of an ID, are checked when the catalogue is built.
  static Catalogue Load(const std::filesystem::path& directory,
                        const std::vector<std::filesystem::path>& more = {});

  Catalogue(Catalogue&&) = default;
  Catalogue& operator=(Catalogue&&) = default;

  // Returns the policy with exactly this ID, or null.
  const Policy* Find(std::string_view id) const;

  // Sorted by area and then by number: LLP_LAYER_2 before LLP_LAYER_10.
  const std::vector<Policy>& all() const { return policies_; }

  // Returns the policies whose whole ID matches, in the order of all(). In the glob * matches any
  // characters, ? matches one, and every other character matches itself.
  std::vector<const Policy*> Match(std::string_view glob) const;

 private:
  explicit Catalogue(std::vector<Policy> policies);

  std::vector<Policy> policies_;
};

}  // namespace loadstone::policy

#endif  // LOADSTONE_HARNESS_POLICY_CATALOGUE_H_
