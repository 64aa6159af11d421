// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_OPENXR_OFFERS_H_
#define LOADSTONE_SUITES_COMMON_OPENXR_OFFERS_H_

#include <string>
#include <vector>

#include "harness/case/observation.h"
#include "interfaces/openxr/loader_interfaces.h"

namespace loadstone::suites {

// The structures that a loader of OpenXR 1.x passes to a negotiation function; `Request` is the
// structure for an API layer or for a runtime.
template <typename Request>
struct OpenXrOffer {
  XrNegotiateLoaderInfo info = {XR_LOADER_INTERFACE_STRUCT_LOADER_INFO,
                                XR_LOADER_INFO_STRUCT_VERSION,
                                sizeof(XrNegotiateLoaderInfo),
                                1,
                                1,
                                XR_MAKE_VERSION(1, 0, 0),
                                XR_MAKE_VERSION(1, 0x3ff, 0xfff)};
  Request request = {};
};

// Calls `visit` for each variant of `good` with one wrong member of the structure `structure`, and
// a description of it. `name` is the name of that structure, and `other` the structType of another.
template <typename Offer, typename Structure, typename Visit>
void ForEachWrongHeader(const Offer& good, Structure Offer::*structure, const std::string& name,
                        XrLoaderInterfaceStructs other, const Visit& visit) {
  const auto corrupt = [&](const char* what, auto&& change) {
    Offer offer = good;
    change(offer.*structure);
    visit((what + name).c_str(), offer);
  };
  corrupt("structType of ",
          [](Structure& one) { one.structType = XR_LOADER_INTERFACE_STRUCT_UNINTIALIZED; });
  corrupt("structType of another structure in ", [&](Structure& one) { one.structType = other; });
  corrupt("structVersion of ", [](Structure& one) { one.structVersion += 7; });
  corrupt("structVersion 0 of ", [](Structure& one) { one.structVersion = 0; });
  corrupt("structSize of ", [](Structure& one) { one.structSize += 8; });
  corrupt("too small a structSize of ", [](Structure& one) { one.structSize -= 8; });
  corrupt("structSize 0 of ", [](Structure& one) { one.structSize = 0; });
}

// Calls `visit` for each variant of `good` with one wrong member of a structure, and a description
// of it. `request` is the name of the second structure.
template <typename Offer, typename Visit>
void ForEachWrongStructure(const Offer& good, const char* request, const Visit& visit) {
  ForEachWrongHeader(good, &Offer::info, "XrNegotiateLoaderInfo", good.request.structType, visit);
  ForEachWrongHeader(good, &Offer::request, request, good.info.structType, visit);
}

// Calls `visit` for each offer that includes all versions of `good` and newer ones.
template <typename Offer, typename Visit>
void ForEachWiderRange(const Offer& good, const Visit& visit) {
  const auto widen = [&](const char* what, auto&& change) {
    Offer offer = good;
    change(offer);
    visit(what, offer);
  };
  widen("interface versions 1 and 2", [](Offer& offer) { offer.info.maxInterfaceVersion = 2; });
  widen("interface versions 1 to 1000",
        [](Offer& offer) { offer.info.maxInterfaceVersion = 1000; });
  widen("interface versions 0 and 1", [](Offer& offer) { offer.info.minInterfaceVersion = 0; });
  widen("API versions 0.0 to 1.1023", [](Offer& offer) { offer.info.minApiVersion = 0; });
  widen("API versions 1.0 to 2.0",
        [](Offer& offer) { offer.info.maxApiVersion = XR_MAKE_VERSION(2, 0, 0); });
  widen("API versions 1.0 to 1000.0",
        [](Offer& offer) { offer.info.maxApiVersion = XR_MAKE_VERSION(1000, 0, 0); });
}

// Calls `visit` for `good` with these API versions, and a description of them.
template <typename Offer, typename Visit>
void OfferApiVersions(const Offer& good, const char* what, XrVersion least, XrVersion most,
                      const Visit& visit) {
  Offer offer = good;
  offer.info.minApiVersion = least;
  offer.info.maxApiVersion = most;
  visit(what, offer);
}

// Calls `visit` for offers that include the API version `own`, which a component answered `good`
// with, if patches are ignored.
template <typename Offer, typename Visit>
void ForEachRangeOf(const Offer& good, XrVersion own, const Visit& visit) {
  if (XR_VERSION_MAJOR(own) != 1) return;  // the offer did not include it
  constexpr XrVersion kPatches = 0xffffffff;
  const XrVersion first = XR_MAKE_VERSION(1, XR_VERSION_MINOR(own), 0);
  const auto offer_range = [&](const char* what, XrVersion least, XrVersion most) {
    OfferApiVersions(good, what, least, most, visit);
  };
  offer_range("the minor version alone that it answers", first, first | kPatches);
  offer_range("that minor version with patch 0 alone", first, first);
  offer_range("API versions 1.0 to that minor version with patch 0", good.info.minApiVersion,
              first);
  offer_range("that minor version with the largest patch, and newer", first | kPatches,
              good.info.maxApiVersion);
}

// Calls `visit` for offers of single minor versions of OpenXR 1, and of OpenXR 2.
template <typename Offer, typename Visit>
void ForEachNarrowRange(const Offer& good, const Visit& visit) {
  const auto offer_range = [&](const char* what, XrVersion least, XrVersion most) {
    OfferApiVersions(good, what, least, most, visit);
  };
  offer_range("API version 1.0 alone", XR_MAKE_VERSION(1, 0, 0), XR_MAKE_VERSION(1, 0, 0xfff));
  offer_range("API version 1.1 alone", XR_MAKE_VERSION(1, 1, 0), XR_MAKE_VERSION(1, 1, 0xfff));
  offer_range("API versions 2.0 to 2.1023", XR_MAKE_VERSION(2, 0, 0),
              XR_MAKE_VERSION(2, 0x3ff, 0xfff));
}

// Calls `visit` for `good`, and for offers of narrower and of wider ranges.
template <typename Offer, typename Visit>
void ForEachRange(const Offer& good, const Visit& visit) {
  visit("a good one", good);
  ForEachNarrowRange(good, visit);
  ForEachWiderRange(good, visit);
}

// Whether the versions with which a component accepted `offer` are within its ranges; patches are
// ignored.
inline bool IsWithin(const XrNegotiateLoaderInfo& offer, uint32_t interface_version,
                     XrVersion api_version) {
  constexpr int kPatchBits = 32;
  const XrVersion answered = api_version >> kPatchBits;
  return interface_version >= offer.minInterfaceVersion &&
         interface_version <= offer.maxInterfaceVersion &&
         answered >= offer.minApiVersion >> kPatchBits &&
         answered <= offer.maxApiVersion >> kPatchBits;
}

// The names of the offers that a component accepted with versions outside of the ranges. The events
// have "offer", "result" and "within".
inline std::vector<std::string> AcceptedOutside(const std::vector<Event>& answers) {
  std::vector<std::string> offers;
  for (const Event& event : answers) {
    const bool accepted = event.Number("result") == XR_SUCCESS;
    if (accepted && !event.Flag("within")) offers.push_back(event.Text("offer"));
  }
  return offers;
}

// Calls `visit` for each variant of `good` with versions that no component supports.
template <typename Offer, typename Visit>
void ForEachWrongVersion(const Offer& good, const Visit& visit) {
  Offer interface = good;
  interface.info.minInterfaceVersion = 1000;
  interface.info.maxInterfaceVersion = 1001;
  visit("interface versions 1000 to 1001", interface);
  interface.info.minInterfaceVersion = 0;
  interface.info.maxInterfaceVersion = 0;
  visit("interface version 0 alone", interface);
  interface.info.minInterfaceVersion = 2;
  interface.info.maxInterfaceVersion = 2;
  visit("interface version 2 alone", interface);
  interface.info.maxInterfaceVersion = 3;
  visit("interface versions 2 and 3", interface);
  Offer api = good;
  api.info.minApiVersion = XR_MAKE_VERSION(1000, 0, 0);
  api.info.maxApiVersion = XR_MAKE_VERSION(1001, 0, 0);
  visit("API versions 1000.0 to 1001.0", api);
  api.info.minApiVersion = XR_MAKE_VERSION(0, 0, 0);
  api.info.maxApiVersion = XR_MAKE_VERSION(0, 1, 0);
  visit("API versions 0.0 to 0.1", api);
  OfferApiVersions(good, "API version 0.9 alone", XR_MAKE_VERSION(0, 9, 0),
                   XR_MAKE_VERSION(0, 9, 0xfff), visit);
  OfferApiVersions(good, "API versions 2.0 to 2.5", XR_MAKE_VERSION(2, 0, 0),
                   XR_MAKE_VERSION(2, 5, 0), visit);
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_OPENXR_OFFERS_H_
