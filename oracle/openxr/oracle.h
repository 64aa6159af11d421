// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_OPENXR_ORACLE_H_
#define LOADSTONE_ORACLE_OPENXR_ORACLE_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "oracle/openxr/model.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::openxr {

// The section of the chain in which the documents place a layer; kAnywhere if they leave it open.
enum class Section { kImplicit, kEnvironment, kApplication, kAnywhere };

// The expectation of the API layers with one name.
struct Expected {
  Tristate enumerated = Tristate::kMaybe;
  Tristate active = Tristate::kMaybe;  // in the chain of an instance that was created
  // The policies that a loader violates if it differs.
  std::string enumerated_policy = policy::LS_XR_LAYER_DISCOVERY_12.text;
  std::string active_policy = policy::LS_XR_ACTIVATION_1.text;
  std::string why;  // in a few words, the same for the same reason
  Section section = Section::kAnywhere;
  size_t position = 0;  // in its section, counted from 1; 0: unspecified
  // The layers that may be used.
  std::vector<const ModelLayer*> used;
};

// The expectation for a machine, derived from the documents. `model` must outlive it.
struct Expectation {
  // It is unknown which layers exist: only how the subject ends is judged.
  bool layers_unknown = false;
  std::map<std::string, Expected> layers;  // by name, if in an unambiguous manifest
  // What xrCreateInstance must do; kMaybe: anything. If it must fail, the error that it returns
  // when nothing else is wrong, or 0.
  Tristate created = Tristate::kMaybe;
  std::string created_policy = policy::LS_XR_LOADER_15.text;
  std::string created_why;
  int error = 0;
  // The runtimes that may be used, by library name, unless any may.
  bool any_runtime = false;
  std::vector<std::string> runtimes;
  std::string runtime_policy = policy::LS_XR_RUNTIME_DISCOVERY_1.text;
  // The extensions that xrEnumerateInstanceExtensionProperties must list, and those that it must
  // not list; both are empty if nothing is certain.
  Tristate extensions_listed = Tristate::kMaybe;
  std::vector<std::string> extensions;
  std::vector<std::string> no_extensions;
  // The versions that may be listed for each of `extensions`: those of every component with the
  // extension.
  std::map<std::string, std::set<uint32_t>> extension_versions;
};
Expectation Expect(const Machine& machine, const Model& model, const Subject& subject);

}  // namespace loadstone::oracle::openxr

#endif  // LOADSTONE_ORACLE_OPENXR_ORACLE_H_
