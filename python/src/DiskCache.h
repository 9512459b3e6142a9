//===- DiskCache.h - Compiled functions in files ----------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_PYTHON_DISKCACHE_H
#define SEGMENT_PYTHON_DISKCACHE_H

#include <optional>
#include <string>

namespace segment::python {

/// The folder of the cache: SEGMENT_CACHE_DIR, or segment_mlir in
/// XDG_CACHE_HOME or ~/.cache. Empty if there is to be none: SEGMENT_CACHE_DIR
/// is empty, or nothing says where the user's files are.
std::string getCacheDirectory();

/// What was stored under a name, in this or another process. Nothing if there
/// is nothing, if it can't be read, or if the file belongs to another user.
std::optional<std::string> loadFromDisk(const std::string &name);

/// Stores bytes under a name. They are in the file as a whole or not at all,
/// whoever else stores at the same time. Where that isn't possible (the disk is
/// full, the folder can't be written to), nothing is stored: a cache may be
/// without anything.
void storeOnDisk(const std::string &name, const std::string &bytes) noexcept;

} // namespace segment::python

#endif // SEGMENT_PYTHON_DISKCACHE_H
