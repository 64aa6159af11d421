// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_LAYER_APPLICATION_COMMANDS_H_
#define LOADSTONE_SUITES_OPENXR_LAYER_APPLICATION_COMMANDS_H_

namespace loadstone::suites {

// The commands that RunXrApplication calls on an instance or its children and that change something
// in the runtime: it does not learn of the change if the call does not reach it.
inline constexpr const char* kXrChanges[] = {
    "xrCreateActionSet",
    "xrCreateAction",
    "xrSuggestInteractionProfileBindings",
    "xrCreateSession",
    "xrPollEvent",
    "xrCreateReferenceSpace",
    "xrCreateActionSpace",
    "xrAttachSessionActionSets",
    "xrBeginSession",
    "xrWaitFrame",
    "xrBeginFrame",
    "xrSyncActions",
    "xrApplyHapticFeedback",
    "xrStopHapticFeedback",
    "xrEndFrame",
    "xrRequestExitSession",
    "xrEndSession",
    "xrDestroySpace",
    "xrDestroySession",
    "xrDestroyAction",
    "xrDestroyActionSet",
};

// The others, which a layer may answer from its own data.
inline constexpr const char* kXrQueries[] = {
    "xrGetInstanceProperties",
    "xrResultToString",
    "xrStructureTypeToString",
    "xrStringToPath",
    "xrPathToString",
    "xrGetSystem",
    "xrGetSystemProperties",
    "xrEnumerateViewConfigurations",
    "xrGetViewConfigurationProperties",
    "xrEnumerateViewConfigurationViews",
    "xrEnumerateEnvironmentBlendModes",
    "xrEnumerateReferenceSpaces",
    "xrGetReferenceSpaceBoundsRect",
    "xrEnumerateSwapchainFormats",
    "xrLocateViews",
    "xrLocateSpace",
    "xrGetActionStateBoolean",
    "xrGetActionStateFloat",
    "xrGetActionStateVector2f",
    "xrGetActionStatePose",
    "xrGetCurrentInteractionProfile",
    "xrEnumerateBoundSourcesForAction",
    "xrGetInputSourceLocalizedName",
};

// The commands on swapchains, which another application of these cases calls.
inline constexpr const char* kXrOnSwapchains[] = {
    "xrEnumerateSwapchainImages", "xrAcquireSwapchainImage", "xrWaitSwapchainImage",
    "xrReleaseSwapchainImage",    "xrDestroySwapchain",
};

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_LAYER_APPLICATION_COMMANDS_H_
