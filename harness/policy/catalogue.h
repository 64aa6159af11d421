// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_POLICY_CATALOGUE_H_
#define LOADSTONE_HARNESS_POLICY_CATALOGUE_H_

#include <filesystem>
#include <string_view>
#include <vector>

#include "harness/policy/policy.h"

namespace loadstone::policy {

// All policies there are. Owns them; pointers to them live as long as the catalogue and survive its
// being moved, but not copied, so it cannot be copied.
class Catalogue {
 public:
  // Reads every *.json in `directory`, and in `more` others, but schema.json. Fields that it does
  // not know are ignored, so that a newer catalogue can be read.
  //
  // Throws std::runtime_error with one line that names the file, and where they are known the
  // policy and the field, if the directory is missing or holds no policies, if a file cannot be
  // read, is above 16 MiB, is not JSON, lacks a field or has one of another kind than
  // policies/schema.json says, or if an ID stands twice. The finer rules of the schema, such as how
  // an ID is made up, are checked when the catalogue is built.
  static Catalogue Load(const std::filesystem::path& directory,
                        const std::vector<std::filesystem::path>& more = {});

  Catalogue(Catalogue&&) = default;
  Catalogue& operator=(Catalogue&&) = default;

  // The policy with exactly this ID, or null.
  const Policy* Find(std::string_view id) const;

  // By area and then by number: LLP_LAYER_2 before LLP_LAYER_10.
  const std::vector<Policy>& all() const { return policies_; }

  // Those whose whole ID matches, in the order of all(). In the glob * stands for any characters,
  // ? for one, everything else for itself.
  std::vector<const Policy*> Match(std::string_view glob) const;

 private:
  explicit Catalogue(std::vector<Policy> policies);

  std::vector<Policy> policies_;
};

}  // namespace loadstone::policy

#endif  // LOADSTONE_HARNESS_POLICY_CATALOGUE_H_
