//===- MemoryLimit.cpp - How much memory there can be -----------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryLimit.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <unistd.h>

using namespace segment::runtime;

static constexpr uint64_t noLimit = std::numeric_limits<uint64_t>::max();

/// Reads a limit: a decimal number, or a word such as "max" for none.
static uint64_t readLimit(const std::string &file) {
  std::ifstream stream(file);
  uint64_t limit;
  if (stream >> limit)
    return limit;
  return noLimit;
}

/// The smallest limit of a group and those above it, each of which binds.
static uint64_t getHierarchyLimit(const std::string &root, std::string group,
                                  const std::string &limitFile) {
  // Seen from inside a namespace a group can lie above the visible root.
  if (group.find("..") != std::string::npos)
    group.clear();
  uint64_t limit = readLimit(root + "/" + limitFile);
  while (!group.empty()) {
    limit = std::min(limit, readLimit(root + group + "/" + limitFile));
    group.erase(std::min(group.size(), group.rfind('/')));
  }
  return limit;
}

static bool namesMemory(const std::string &controllers) {
  return ("," + controllers + ",").find(",memory,") != std::string::npos;
}

uint64_t
segment::runtime::getControlGroupLimit(const std::string &membershipFile,
                                       const std::string &root) {
  // Each line is "<hierarchy>:<controllers>:<group>"; version 2 is hierarchy 0
  // and names no controllers.
  uint64_t limit = noLimit;
  std::ifstream stream(membershipFile);
  for (std::string line; std::getline(stream, line);) {
    size_t first = line.find(':');
    size_t second =
        first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos)
      continue;
    std::string controllers = line.substr(first + 1, second - first - 1);
    std::string group = line.substr(second + 1);
    if (controllers.empty()) {
      limit = std::min(limit, getHierarchyLimit(root, group, "memory.max"));
      limit = std::min(
          limit, getHierarchyLimit(root + "/unified", group, "memory.max"));
    } else if (namesMemory(controllers)) {
      limit = std::min(limit, getHierarchyLimit(root + "/memory", group,
                                                "memory.limit_in_bytes"));
    }
  }
  return limit;
}

static uint64_t getPhysicalMemory() {
  long pages = sysconf(_SC_PHYS_PAGES);
  long pageSize = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || pageSize <= 0)
    return noLimit;
  return static_cast<uint64_t>(pages) * static_cast<uint64_t>(pageSize);
}

uint64_t segment::runtime::getMemoryLimit() noexcept {
  static const uint64_t limit = [] {
    uint64_t physical = getPhysicalMemory();
    try {
      return std::min(physical, getControlGroupLimit("/proc/self/cgroup",
                                                     "/sys/fs/cgroup"));
    } catch (...) {
      return physical;
    }
  }();
  return limit;
}
