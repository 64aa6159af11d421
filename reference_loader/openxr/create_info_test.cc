// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/create_info.h"

#include <gtest/gtest.h>

#include <cstring>

#include "reference_loader/openxr/test_components.h"

namespace reference_loader::openxr::create_info_test {
namespace {

XrResult Check(const TestRequest& request, RequestedNames* names = nullptr) {
  RequestedNames ignored;
  const char* problem = nullptr;
  const XrResult result =
      CheckCreateInfo(request.info, names != nullptr ? names : &ignored, &problem);
  EXPECT_EQ(XR_FAILED(result), problem != nullptr);
  return result;
}

TEST(CreateInfoTest, NamesAreCollected) {
  RequestedNames names;
  EXPECT_EQ(Check(TestRequest({"a", "b"}, {"c"}), &names), XR_SUCCESS);
  EXPECT_EQ(names.layers, (std::vector<std::string_view>{"a", "b"}));
  EXPECT_EQ(names.extensions, (std::vector<std::string_view>{"c"}));
}

TEST(CreateInfoTest, NamesWithoutEndAreCut) {
  const std::string longer(100000, 'x');
  RequestedNames names;
  EXPECT_EQ(Check(TestRequest({longer.c_str()}, {longer.c_str()}), &names), XR_SUCCESS);
  EXPECT_EQ(names.layers[0].size(), XR_MAX_API_LAYER_NAME_SIZE);
  EXPECT_EQ(names.extensions[0].size(), XR_MAX_EXTENSION_NAME_SIZE);
}

TEST(CreateInfoTest, NullNamesAreRefused) {
  EXPECT_EQ(Check(TestRequest({nullptr})), XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(Check(TestRequest({}, {"a", nullptr})), XR_ERROR_VALIDATION_FAILURE);
  TestRequest layers;
  layers.info.enabledApiLayerCount = 1;
  layers.info.enabledApiLayerNames = nullptr;
  EXPECT_EQ(Check(layers), XR_ERROR_VALIDATION_FAILURE);
  TestRequest extensions;
  extensions.info.enabledExtensionCount = ~0u;
  extensions.info.enabledExtensionNames = nullptr;
  EXPECT_EQ(Check(extensions), XR_ERROR_VALIDATION_FAILURE);
}

TEST(CreateInfoTest, ApplicationIsChecked) {
  TestRequest request;
  request.info.applicationInfo.applicationName[0] = '\0';
  EXPECT_EQ(Check(request), XR_ERROR_NAME_INVALID);
  std::memset(request.info.applicationInfo.applicationName, 'x', XR_MAX_APPLICATION_NAME_SIZE);
  EXPECT_EQ(Check(request), XR_ERROR_VALIDATION_FAILURE);
  TestRequest engine;
  std::memset(engine.info.applicationInfo.engineName, 'x', XR_MAX_ENGINE_NAME_SIZE);
  EXPECT_EQ(Check(engine), XR_ERROR_VALIDATION_FAILURE);
}

TEST(CreateInfoTest, ApiVersionIsChecked) {
  TestRequest request;
  for (const auto& [version, expected] : std::vector<std::pair<XrVersion, XrResult>>{
           {XR_MAKE_VERSION(1, 0, 0), XR_SUCCESS},
           {XR_MAKE_VERSION(1, 0, 0xffffffff), XR_SUCCESS},
           {XR_MAKE_VERSION(1, 1, 0), XR_SUCCESS},
           {XR_MAKE_VERSION(1, 2, 0), XR_ERROR_API_VERSION_UNSUPPORTED},
           {XR_MAKE_VERSION(2, 0, 0), XR_ERROR_API_VERSION_UNSUPPORTED},
           {XR_MAKE_VERSION(0, 90, 0), XR_ERROR_API_VERSION_UNSUPPORTED},
           {0, XR_ERROR_API_VERSION_UNSUPPORTED}}) {
    request.info.applicationInfo.apiVersion = version;
    EXPECT_EQ(Check(request), expected) << version;
  }
}

}  // namespace
}  // namespace reference_loader::openxr::create_info_test
