//===- Block.h - Memory for arrays ------------------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_RUNTIME_BLOCK_H
#define SEGMENT_LIB_RUNTIME_BLOCK_H

#include <cstdint>

namespace segment::runtime {

/// Memory of `bytes` bytes, aligned to 64; null if there is none. A small block
/// costs about as much as malloc does, a fifth of posix_memalign. Large ones
/// get huge pages where the system has them on request: the first touch of 2 MB
/// is one page fault then instead of 512. Some of what was freed is kept for
/// the next block (FreeMemory.h).
void *allocateBlock(uint64_t bytes) noexcept;

/// How many bytes were asked for.
uint64_t getBlockSize(const void *block) noexcept;

/// Frees a block; null is ignored. Ends the process if something wrote behind
/// the block's end.
void freeBlock(void *block) noexcept;

} // namespace segment::runtime

#endif // SEGMENT_LIB_RUNTIME_BLOCK_H
