# SPDX-License-Identifier: Apache-2.0
# Writes the header OUTPUT with the version of the headers that a rules library is built against: VERSION and a digest
# of the files HEADERS, because a change to any of them may change the layout of a class.
set(texts "")
foreach(header ${HEADERS})
  file(SHA256 ${header} digest)
  string(APPEND texts ${digest})
endforeach()
string(SHA256 digest "${texts}")
string(SUBSTRING ${digest} 0 12 digest)
file(WRITE ${OUTPUT} "// Generated.\n#define LOADSTONE_RULES_VERSION \"${VERSION}-${digest}\"\n")
