#include "harness/cli/cli.h"

namespace loadstone {

int ReproVerb(const ReproOptions&) { throw UsageError("not yet"); }

}  // namespace loadstone
