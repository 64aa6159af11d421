// SPDX-License-Identifier: Apache-2.0
// In a loader that is built for Linux with the rules of another system, an ELF note names that
// system: owner "Loadstone", type 2, the system's name. Written in assembler because compilers do
// not give objects the alignment that notes need.

__asm__(
    ".pushsection .note.loadstone, \"a\", %note\n"
    ".balign 4\n"
    ".long 1f - 0f, 3f - 2f, 2\n"
    "0: .asciz \"Loadstone\"\n"
    "1: .balign 4\n"
    "2: .ascii \"" LOADSTONE_SYSTEM
    "\"\n"
    "3: .balign 4\n"
    ".popsection\n");
