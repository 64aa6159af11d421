// SPDX-License-Identifier: Apache-2.0
#include "oracle/openxr/layers.h"

namespace loadstone::oracle::openxr {

bool IsImplicitLayerOn(const Variables& variables) {
  return !variables.disable && (!variables.has_enable || variables.enable);
}

}  // namespace loadstone::oracle::openxr
