#ifndef LOADSTONE_HARNESS_FUZZ_SURE_H_
#define LOADSTONE_HARNESS_FUZZ_SURE_H_

namespace loadstone::fuzz {

// What the documents say of something: surely not, nothing or several things, surely.
enum class Sure { kNo, kMaybe, kYes };

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_HARNESS_FUZZ_SURE_H_
