// What the documents of both APIs say of layers: which may be enumerated, with which extensions,
// and which may be in a chain.
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_LAYER_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_LAYER_RULES_H_

#include <string>
#include <string_view>
#include <vector>

#include "fuzz/inside/support/world.h"

namespace loadstone::fuzzing {

// Each question is another discovery: more layers are not asked for their extensions.
inline constexpr size_t kAskedLayers = 3;

// What an application got out of a loader of either API, and what the world saw of it.
struct WorldAnswer {
  std::vector<std::string> layers;
  // The extensions of the first of `layers`, one list for each.
  std::vector<std::vector<std::string>> layer_extensions;
  // Paths of the layer libraries that took part in the creation of the instance.
  std::vector<std::string> chain;
  std::vector<std::string> files_read;
  // After everything was destroyed.
  int leaked_instances = 0;
  int leaked_libraries = 0;
  // A component was used although its negotiation failed, or found no link to the next.
  bool used_after_refusal = false;
  bool broken_link = false;

  bool operator==(const WorldAnswer&) const = default;
};

// The layers in a world's manifests, as far as the rules need them. An API says when nobody may
// have asked for one.
class LayerRules {
 public:
  // Layers are the objects of `kind` in the manifests; `world` outlives the rules.
  LayerRules(const World& world, const std::string& kind);
  virtual ~LayerRules() = default;

  // Each gives a complaint, or nothing; the last one about an instance that was created.
  std::string CheckEnumeration(const WorldAnswer& answer) const;
  std::string CheckChain(const WorldAnswer& answer) const;
  std::string CheckRequested() const;

 protected:
  // Why a layer that is enumerated cannot have been in the chain; empty when it can.
  virtual std::string WhyNot(const World::Component& component) const = 0;

  const World& world() const { return world_; }
  const std::vector<World::Component>& components() const { return components_; }

 private:
  bool IsNamed(const std::string& name) const;
  bool HasExtension(const std::string& extension) const;
  // Why no layer with this library can have been in the chain.
  std::string WhyNot(const std::string& library, const std::vector<std::string>& enumerated) const;

  const World& world_;
  const std::vector<World::Component> components_;
};

// Complains of a file that an elevated process read outside of `folders`.
std::string CheckFilesOfElevated(const std::vector<std::string>& files_read,
                                 const std::vector<std::string>& folders);

}  // namespace loadstone::fuzzing

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_LAYER_RULES_H_
