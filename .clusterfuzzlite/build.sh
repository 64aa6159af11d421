#!/bin/bash -eu
exec "$SRC/loadstone/fuzz/oss-fuzz/build.sh"
