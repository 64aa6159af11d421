// SPDX-License-Identifier: Apache-2.0
#include "harness/case/world_of.h"

namespace loadstone {
namespace {

// Thrown by RecordingStage once it has recorded the world, to leave the body of the case.
struct WorldReached {};

class RecordingStage : public Stage {
 public:
  explicit RecordingStage(const Subject& subject) : subject_(subject) {}
  const Subject& subject() const override { return subject_; }
  Observation Perform(const std::string&, const World& world, const std::function<void()>&,
                      const Limits&) override {
    world_ = world;
    throw WorldReached();
  }
  const std::optional<World>& world() const { return world_; }

 private:
  const Subject& subject_;
  std::optional<World> world_;
};

}  // namespace

std::optional<World> WorldOf(const CaseInfo& info, const Subject& subject) {
  RecordingStage stage(subject);
  Case one(info.id, stage);
  try {
    info.body(one);
  } catch (const WorldReached&) {
  }
  return stage.world();
}

}  // namespace loadstone
