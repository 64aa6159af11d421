// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_TRISTATE_H_
#define LOADSTONE_ORACLE_TRISTATE_H_

namespace loadstone::oracle {

// What the documents say: certainly not; nothing, or several things; certainly.
enum class Tristate { kNo, kMaybe, kYes };

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_TRISTATE_H_
