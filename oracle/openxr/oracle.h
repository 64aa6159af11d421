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

// Where in the chain the documents put a layer; kAnywhere where they leave it open.
enum class Section { kImplicit, kEnvironment, kApplication, kAnywhere };

// What is expected of the API layers with one name.
struct Expected {
  Tristate enumerated = Tristate::kMaybe;
  Tristate active = Tristate::kMaybe;  // in the chain of an instance that was created
  // The policies that a loader breaks which does otherwise.
  std::string enumerated_policy = policy::LS_XR_LAYER_DISCOVERY_12.text;
  std::string active_policy = policy::LS_XR_ACTIVATION_1.text;
  std::string why;  // in a few words, the same for the same reason
  Section section = Section::kAnywhere;
  size_t position = 0;  // in its section, counted from 1; 0: open
  // Those that may be used.
  std::vector<const ModelLayer*> used;
};

// What the documents make of a machine. `model` must outlive it.
struct Expectation {
  // Nothing is known of which layers are there: only how the subject ends is judged.
  bool layers_unknown = false;
  std::map<std::string, Expected> layers;  // by name, without those in ambiguous manifests alone
  // What xrCreateInstance has to do; kMaybe: anything. Where it must fail, the result that it gives
  // if nothing else is wrong, or 0.
  Tristate created = Tristate::kMaybe;
  std::string created_policy = policy::LS_XR_LOADER_15.text;
  std::string created_why;
  int error = 0;
  // The runtimes that may be used, by the names of their libraries, unless any may.
  bool any_runtime = false;
  std::vector<std::string> runtimes;
  std::string runtime_policy = policy::LS_XR_RUNTIME_DISCOVERY_1.text;
  // The extensions that xrEnumerateInstanceExtensionProperties must list, and must not; both empty
  // where nothing is sure of them.
  Tristate extensions_listed = Tristate::kMaybe;
  std::vector<std::string> extensions;
  std::vector<std::string> no_extensions;
  // The versions that may be told of each of `extensions`: those of all that have it.
  std::map<std::string, std::set<uint32_t>> extension_versions;
};
Expectation Expect(const Machine& machine, const Model& model, const Subject& subject);

}  // namespace loadstone::oracle::openxr

#endif  // LOADSTONE_ORACLE_OPENXR_ORACLE_H_
