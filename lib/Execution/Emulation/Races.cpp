//===- Races.cpp - Accesses that nothing orders ---------------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Races.h"

using namespace mlir::segment::emulation;

std::pair<Accessor, AccessKind> *
Races::findConflict(Byte &byte, AccessKind kind, const Accessor &who) {
  bool areAtomic =
      kind == AccessKind::atomic && byte.write.second == AccessKind::atomic;
  if (byte.isWritten && !areAtomic && byte.write.first.isUnordered(who))
    return &byte.write;
  if (kind == AccessKind::read)
    return nullptr;
  for (unsigned i = 0; i < byte.numReaders; ++i)
    if (byte.readers[i].first.isUnordered(who))
      return &byte.readers[i];
  return nullptr;
}

const std::pair<Accessor, AccessKind> *
Races::access(uintptr_t address, size_t size, AccessKind kind, Accessor who) {
  for (uintptr_t at = address; at < address + size; ++at) {
    Byte &byte = bytes[at];
    if (auto *conflict = findConflict(byte, kind, who))
      return conflict;
    if (kind != AccessKind::read) {
      byte.write = {who, kind};
      byte.isWritten = true;
      continue;
    }
    // The last two readers: of two, one is not the thread that writes later.
    if (byte.numReaders > 0 && byte.readers[0].first.thread == who.thread) {
      byte.readers[0] = {who, kind};
      continue;
    }
    byte.readers[1] = byte.readers[0];
    byte.readers[0] = {who, kind};
    byte.numReaders = std::min(byte.numReaders + 1, 2u);
  }
  return nullptr;
}

void Races::forget(uintptr_t address, size_t size) {
  if (bytes.empty())
    return;
  for (uintptr_t at = address; at < address + size; ++at)
    bytes.erase(at);
}
