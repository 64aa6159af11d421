// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_COMMON_OPENXR_NEGOTIATION_H_
#define LOADSTONE_MOCK_COMMON_OPENXR_NEGOTIATION_H_

#ifndef XR_NO_PROTOTYPES
#define XR_NO_PROTOTYPES
#endif
#include <stdio.h>
#include <string.h>

#include "interfaces/openxr/loader_interfaces.h"
#include "mock_common/trace.h"

// The parts of loader negotiation that a runtime and an API layer share.
namespace loadstone::mock {

// Parses a version from a configuration; `otherwise` if it is malformed.
inline XrVersion ParseVersion(const char* text, XrVersion otherwise) {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned patch = 0;
  char rest;
  if (sscanf(text, "%u.%u.%u%c", &major, &minor, &patch, &rest) != 3) return otherwise;
  return XR_MAKE_VERSION(static_cast<uint64_t>(major), static_cast<uint64_t>(minor), patch);
}

struct VersionText {
  explicit VersionText(XrVersion version) {
    snprintf(text, sizeof(text), "%u.%u.%u", static_cast<unsigned>(XR_VERSION_MAJOR(version)),
             static_cast<unsigned>(XR_VERSION_MINOR(version)),
             static_cast<unsigned>(XR_VERSION_PATCH(version)));
  }
  char text[40];
};

// Adds the loader's arguments, each of which may be null, to the event.
template <typename Request>
void AddNegotiation(const XrNegotiateLoaderInfo* info, const Request* request, Event* event) {
  if (info != nullptr) {
    event->Add("struct_type", static_cast<uint32_t>(info->structType))
        .Add("struct_version", info->structVersion)
        .Add("struct_size", static_cast<uint64_t>(info->structSize))
        .Add("min_interface", info->minInterfaceVersion)
        .Add("max_interface", info->maxInterfaceVersion)
        .Add("min_api", VersionText(info->minApiVersion).text)
        .Add("max_api", VersionText(info->maxApiVersion).text);
  }
  if (request != nullptr) {
    event->Add("request_type", static_cast<uint32_t>(request->structType))
        .Add("request_version", request->structVersion)
        .Add("request_size", static_cast<uint64_t>(request->structSize));
  }
}

// Changes what "change" in the configuration names: a member of the request, all of its head, or
// all of it.
template <typename Request>
void Corrupt(const char* what, Request* request) {
  if (strcmp(what, "struct_type") == 0) {
    request->structType = XR_LOADER_INTERFACE_STRUCT_UNINTIALIZED;
  }
  if (strcmp(what, "struct_version") == 0) ++request->structVersion;
  if (strcmp(what, "struct_size") == 0) ++request->structSize;
  if (strcmp(what, "head") == 0) {
    request->structType = XR_LOADER_INTERFACE_STRUCT_UNINTIALIZED;
    request->structVersion = 0;
    request->structSize = 0;
  }
  if (strcmp(what, "everything") == 0) memset(request, 0, sizeof(*request));
}

// The newest minor version of OpenXR 1 that a component supports which answers with `own`.
inline XrVersion NewestMinor(XrVersion own) {
  return XR_VERSION_MAJOR(own) == 1 ? XR_VERSION_MINOR(own) : 0;
}

// Whether the loader's ranges include interface version 1 and one of OpenXR 1.0 to 1.`newest`.
inline bool OffersVersions(const XrNegotiateLoaderInfo& info, XrVersion newest) {
  // Major and minor versions, without patch.
  constexpr XrVersion kFirst = XR_MAKE_VERSION(1, 0, 0) >> 32;
  const XrVersion last = XR_MAKE_VERSION(1, newest, 0) >> 32;
  return info.minInterfaceVersion <= 1 && info.maxInterfaceVersion >= 1 &&
         (info.minApiVersion >> 32) <= last && (info.maxApiVersion >> 32) >= kFirst;
}

// The version that a component with `own` answers: an older minor version of the same major one if
// the loader has no newer one.
inline XrVersion AnswerWithin(const XrNegotiateLoaderInfo& info, XrVersion own) {
  const XrVersion newest = info.maxApiVersion;
  const bool is_older = XR_VERSION_MAJOR(newest) == XR_VERSION_MAJOR(own) &&
                        XR_VERSION_MINOR(newest) < XR_VERSION_MINOR(own);
  return is_older ? newest : own;
}

// Whether a structure has these members. `tolerated`, "accepts" in the configuration, names what
// else a component overlooks: "other_type", "older_version" or "smaller_size".
template <typename Structure>
bool HasHeader(const Structure& one, XrLoaderInterfaceStructs type, uint32_t version,
               const char* tolerated) {
  const auto tolerates = [&](const char* what) { return strcmp(tolerated, what) == 0; };
  if (one.structType != type &&
      (one.structType == XR_LOADER_INTERFACE_STRUCT_UNINTIALIZED || !tolerates("other_type"))) {
    return false;
  }
  if (one.structVersion > version) return false;
  if (one.structVersion < version && !tolerates("older_version")) return false;
  if (one.structSize > sizeof(one)) return false;
  return one.structSize == sizeof(one) || tolerates("smaller_size");
}

// Whether a runtime or an API layer with these versions may negotiate with a loader that passes
// `info`; checks the structure as well.
inline bool IsNegotiable(const XrNegotiateLoaderInfo& info, XrVersion newest,
                         const char* tolerated) {
  return HasHeader(info, XR_LOADER_INTERFACE_STRUCT_LOADER_INFO, XR_LOADER_INFO_STRUCT_VERSION,
                   tolerated) &&
         OffersVersions(info, newest);
}

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_COMMON_OPENXR_NEGOTIATION_H_
