// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_OPENXR_LAYERS_H_
#define LOADSTONE_ORACLE_OPENXR_LAYERS_H_

// OpenXR loader, "API Layer Manifest File Format" and "Implicit vs Explicit API Layers".
namespace loadstone::oracle::openxr {

// The one version of the format of manifests; of others it is open whether a loader takes them.
inline constexpr char kManifestFormat[] = "1.0.0";

// The variables of an implicit API layer: presence alone counts, whatever the value.
struct Variables {
  bool has_enable = false;  // the manifest names an enabling variable
  bool enable = false;      // it is in the environment
  bool disable = false;     // so is the disabling one
};
// LS_XR_ACTIVATION_2 to LS_XR_ACTIVATION_4.
bool IsImplicitLayerOn(const Variables& variables);

}  // namespace loadstone::oracle::openxr

#endif  // LOADSTONE_ORACLE_OPENXR_LAYERS_H_
