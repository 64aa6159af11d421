// SPDX-License-Identifier: Apache-2.0
#include "oracle/openxr/layers.h"

#include <gtest/gtest.h>

namespace loadstone::oracle::openxr::layers_test {
namespace {

TEST(IsImplicitLayerOn, GoesByWhatIsPresent) {
  EXPECT_TRUE(IsImplicitLayerOn({}));
  EXPECT_TRUE(IsImplicitLayerOn({.enable = true}));
  EXPECT_FALSE(IsImplicitLayerOn({.disable = true}));
  EXPECT_FALSE(IsImplicitLayerOn({.has_enable = true}));
  EXPECT_TRUE(IsImplicitLayerOn({.has_enable = true, .enable = true}));
  EXPECT_FALSE(IsImplicitLayerOn({.has_enable = true, .enable = true, .disable = true}));
}

}  // namespace
}  // namespace loadstone::oracle::openxr::layers_test
