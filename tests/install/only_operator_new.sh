#!/bin/sh
# Fails if a library calls a memory function other than operator new and delete, such as malloc or mmap. If the test passes, a
# program that replaces these operators controls all memory of the library.
# Usage: only_operator_new.sh LIBRARY...
set -eu
sources='malloc|calloc|realloc|reallocarray|free|aligned_alloc|posix_memalign|memalign|valloc|pvalloc|strdup|strndup|asprintf|vasprintf|getline|getdelim|mmap|mmap64|mremap|munmap|brk|sbrk'
for library in "$@"; do
    symbols=$(nm --undefined-only --format=posix "$library" | awk '{ print $1 }')
    echo "$symbols" | grep -qE '^_Zn[wa]m' || { echo "$library: it does not even call operator new; is it a library?"; exit 1; }
    if echo "$symbols" | sed 's/@.*//' | grep -xE "$sources"; then
        echo "$library: calls these functions; allocate with operator new"
        exit 1
    fi
done
