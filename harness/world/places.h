#ifndef LOADSTONE_HARNESS_WORLD_PLACES_H_
#define LOADSTONE_HARNESS_WORLD_PLACES_H_

namespace loadstone {

// Where the probe and the mocks write their trace, inside every world.
inline constexpr char kTracePath[] = "/loadstone/trace";
// Where the subject stands, inside every world; the file has the name that it has on the host.
inline constexpr char kSubjectDirectory[] = "/loadstone/subject";

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_PLACES_H_
