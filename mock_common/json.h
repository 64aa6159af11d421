// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_COMMON_JSON_H_
#define LOADSTONE_MOCK_COMMON_JSON_H_

// RapidJSON for mocks, which are linked without the C++ runtime library.

#include <stdint.h>

#define RAPIDJSON_HAS_STDSTRING 0
#define RAPIDJSON_NO_SIZETYPEDEFINE
namespace rapidjson {
typedef ::uint32_t SizeType;
}
#include <rapidjson/document.h>

#endif  // LOADSTONE_MOCK_COMMON_JSON_H_
