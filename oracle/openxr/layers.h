// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_OPENXR_LAYERS_H_
#define LOADSTONE_ORACLE_OPENXR_LAYERS_H_

// OpenXR loader, "API Layer Manifest File Format" and "Implicit vs Explicit API Layers".
namespace loadstone::oracle::openxr {

// The only version of the manifest format; a loader may accept or reject others.
inline constexpr char kManifestFormat[] = "1.0.0";

// The variables of an implicit API layer: only their presence counts, whatever the value.
struct Variables {
  bool has_enable = false;  // whether the manifest names an enabling variable
  bool enable = false;      // whether that is set
  bool disable = false;     // whether the disabling variable is set
};
// LS_XR_ACTIVATION_2 to LS_XR_ACTIVATION_4.
bool IsImplicitLayerOn(const Variables& variables);

}  // namespace loadstone::oracle::openxr

#endif  // LOADSTONE_ORACLE_OPENXR_LAYERS_H_
