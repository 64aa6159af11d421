// SPDX-License-Identifier: Apache-2.0
// A loader that is built for Linux with the rules of another system says in a note of its ELF file
// which: owner "Loadstone", type 2, the name of the system. The alignment of a note is not that
// which compilers give to objects.

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
