// SPDX-License-Identifier: Apache-2.0
// A function of an OpenXR runtime that fills two arrays, xrGetVisibilityMaskKHR: "Variable size
// buffer parameters" of the API specification.

#include <fmt/format.h>

#include <algorithm>

#include "suites/openxr_runtime/runtime_use.h"

namespace loadstone::suites::several_arrays {
namespace {

constexpr char kExtension[] = "XR_KHR_visibility_mask";
constexpr char kFaults[] = "faults";
constexpr uint32_t kMost = 4096;  // elements; larger masks are not judged
constexpr uint32_t kUnwritten = 0xa5a5a5a5;

// A call of the function, and what it left behind.
struct Asked {
  XrResult result;
  uint32_t vertices;
  uint32_t indices;
  // The number of elements of each array up to the last one that was written.
  uint32_t written_vertices;
  uint32_t written_indices;
};

bool IsUnwritten(const XrVector2f& vertex) {
  uint32_t words[2];
  std::memcpy(words, &vertex, sizeof(words));
  return words[0] == kUnwritten && words[1] == kUnwritten;
}

bool IsUnwritten(uint32_t index) { return index == kUnwritten; }

template <typename Element>
uint32_t Written(const std::vector<Element>& array) {
  const auto last = std::find_if(array.rbegin(), array.rend(),
                                 [](const Element& one) { return !IsUnwritten(one); });
  return static_cast<uint32_t>(array.rend() - last);
}

class Mask {
 public:
  Mask(const RuntimeApp& app, XrSession session) : app_(app), session_(session) {
    required_ = Ask(0, 0);
  }
  const Asked& required() const { return required_; }
  bool is_judged() const {
    const auto is_usual = [](uint32_t count) { return count > 1 && count <= kMost; };
    return required_.result == XR_SUCCESS && is_usual(required_.vertices) &&
           is_usual(required_.indices);
  }

  // Adds a fault if the call does not give `expected`, or writes more than `most` elements. The
  // counts must be the required ones, of both arrays: each is set whatever the other's capacity is.
  void Expect(uint32_t vertex_capacity, uint32_t index_capacity, XrResult expected,
              const char* which) {
    const Asked asked = Ask(vertex_capacity, index_capacity);
    const bool is_query = vertex_capacity == 0 || index_capacity == 0;
    const bool beyond = asked.written_vertices > (is_query ? 0 : vertex_capacity) ||
                        asked.written_indices > (is_query ? 0 : index_capacity);
    // The count of an array with enough room is not judged where the other one has too little.
    const bool counted =
        (asked.vertices == required_.vertices || IsLarge(vertex_capacity, required_.vertices)) &&
        (asked.indices == required_.indices || IsLarge(index_capacity, required_.indices));
    const bool all_counted =
        asked.vertices == required_.vertices && asked.indices == required_.indices;
    if (asked.result == expected && !beyond && (XR_FAILED(expected) ? counted : all_counted))
      return;
    faults_ += fmt::format("{}{}: XrResult {}, {} of {} vertices, {} of {} indices{}",
                           faults_.empty() ? "" : "; ", which, static_cast<int>(asked.result),
                           asked.vertices, required_.vertices, asked.indices, required_.indices,
                           beyond ? ", and it writes beyond a capacity" : "");
  }
  const std::string& faults() const { return faults_; }

 private:
  static bool IsLarge(uint32_t capacity, uint32_t required) { return capacity >= required; }

  // The arrays have more room than the capacities that the function is told.
  Asked Ask(uint32_t vertex_capacity, uint32_t index_capacity) const {
    XrVector2f prototype;
    std::memset(static_cast<void*>(&prototype), 0xa5, sizeof(prototype));
    std::vector<XrVector2f> vertices(kMost + 2, prototype);
    std::vector<uint32_t> indices(kMost + 2, kUnwritten);
    XrVisibilityMaskKHR mask = {};
    mask.type = XR_TYPE_VISIBILITY_MASK_KHR;
    mask.vertexCapacityInput = vertex_capacity;
    mask.vertexCountOutput = kUnwritten;
    mask.vertices = vertices.data();
    mask.indexCapacityInput = index_capacity;
    mask.indexCountOutput = kUnwritten;
    mask.indices = indices.data();
    const XrResult result = RUNTIME_CALL(app_, xrGetVisibilityMaskKHR, session_,
                                         XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO, 0u,
                                         XR_VISIBILITY_MASK_TYPE_HIDDEN_TRIANGLE_MESH_KHR, &mask);
    return {result, mask.vertexCountOutput, mask.indexCountOutput, Written(vertices),
            Written(indices)};
  }

  const RuntimeApp& app_;
  XrSession session_;
  Asked required_ = {};
  std::string faults_;
};

std::string FaultsOf(Mask& mask) {
  const uint32_t vertices = mask.required().vertices;
  const uint32_t indices = mask.required().indices;
  mask.Expect(0, indices, XR_SUCCESS, "no room for vertices");
  mask.Expect(vertices, 0, XR_SUCCESS, "no room for indices");
  mask.Expect(vertices - 1, indices, XR_ERROR_SIZE_INSUFFICIENT, "too little room for vertices");
  mask.Expect(vertices, indices - 1, XR_ERROR_SIZE_INSUFFICIENT, "too little room for indices");
  mask.Expect(vertices - 1, indices - 1, XR_ERROR_SIZE_INSUFFICIENT, "too little room for both");
  mask.Expect(vertices, indices, XR_SUCCESS, "just enough room");
  mask.Expect(vertices + 1, indices + 1, XR_SUCCESS, "more than enough room");
  return mask.faults();
}

void AskForMask(RuntimeApp& app) {
  if (!app.Lists(kExtension))
    return Note("skipped", "the runtime does not list XR_KHR_visibility_mask");
  if (app.CreateInstance({.headless = true, .other = kExtension}) != XR_SUCCESS) return;
  const XrSession session = CreateHeadlessSession(app, FindSystem(app));
  if (session == XR_NULL_HANDLE)
    return Note("skipped", "the runtime has no session without graphics");
  Mask mask(app, session);
  if (!mask.is_judged()) return Note("skipped", "the runtime has no mask for the first view");
  Note(kFaults, FaultsOf(mask));
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_21, arrays_of_one_function_obey_their_capacities) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, [](const ComponentUnderTest& runtime) {
    RuntimeApp app(runtime);
    if (app.usable()) AskForMask(app);
  });
  if (auto answers = Answers(seen.events()); answers.contains("skipped")) {
    GTEST_SKIP() << answers["skipped"];
  }
  SKIP_FOR(WhyNoXrInstance(seen));
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, kFaults));
  EXPECT_SEEN(Answers(seen.events())[kFaults], "")
      << "xrGetVisibilityMaskKHR treats both capacities as 0 if one is, returns "
         "XR_ERROR_SIZE_INSUFFICIENT with the required number if one is too small, and writes "
         "nothing beyond a capacity";
}

}  // namespace
}  // namespace loadstone::suites::several_arrays
