// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_RULES_H_
#define LOADSTONE_HARNESS_CASE_RULES_H_

#include <cstdint>

#include "harness/case/rules_version.h"  // generated
#include "policies/policy_ids.h"

// For cases that are built outside of this tree, into a shared library of rules (docs/rules.md).

// Declares a policy of the rules, so that cases can cite it. To be written outside of namespaces:
//
//   LOADSTONE_POLICY(ACME_1);
//   VULKAN_CASE(ACME_1, short_name) { ... }
#define LOADSTONE_POLICY(id)    \
  namespace loadstone::policy { \
  inline constexpr Id id{#id};  \
  }                             \
  static_assert(true, "takes a semicolon")

namespace loadstone {

// An ELF note with the version of Loadstone for which a library was built; the tool reads it before
// it loads the library.
struct RulesNote {
  uint32_t owner_bytes;
  uint32_t version_bytes;
  uint32_t type;
  char owner[12];
  char version[(sizeof LOADSTONE_RULES_VERSION + 3) / 4 * 4];
};

inline constexpr char kRulesNoteOwner[] = "Loadstone";
inline constexpr uint32_t kRulesNoteType = 1;

#ifdef LOADSTONE_RULES
__attribute__((used, section(".note.loadstone"), aligned(4))) static const RulesNote rules_note = {
    sizeof kRulesNoteOwner, sizeof LOADSTONE_RULES_VERSION, kRulesNoteType, "Loadstone",
    LOADSTONE_RULES_VERSION};

// Exceptions of the tool pass through cases. The unwinder that is linked into the library can
// handle them only after it has handled one of its own, which initialises its table of registers.
__attribute__((constructor)) static void PrepareUnwinder() {
  try {
    throw 0;
  } catch (int) {
  }
}
#endif

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_RULES_H_
