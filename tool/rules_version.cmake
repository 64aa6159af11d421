# SPDX-License-Identifier: Apache-2.0
# Writes the header OUTPUT that says which headers a library of rules was built against: VERSION and a digest of
# the files HEADERS. A change to one of them may change the layout of a class.
set(texts "")
foreach(header ${HEADERS})
  file(SHA256 ${header} digest)
  string(APPEND texts ${digest})
endforeach()
string(SHA256 digest "${texts}")
string(SUBSTRING ${digest} 0 12 digest)
file(WRITE ${OUTPUT} "// Generated.\n#define LOADSTONE_RULES_VERSION \"${VERSION}-${digest}\"\n")
