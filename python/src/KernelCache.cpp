//===- KernelCache.cpp - Compiled functions by what they do -----*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelCache.h"

#include "DiskCache.h"
#include "Problem.h"

#include <new>

using namespace segment::python;

SegmentCompiler *segment::python::getCompiler() {
  // Neither it nor what it compiled is destroyed: threads may still be at work
  // when the process ends.
  static SegmentCompiler *compiler = segmentCompilerCreate();
  if (!compiler)
    throw std::bad_alloc();
  return compiler;
}

KernelCache &KernelCache::get() {
  static KernelCache *cache = new KernelCache;
  return *cache;
}

const SegmentFunction *KernelCache::find(const KernelKey &key) const {
  std::shared_lock<std::shared_mutex> lock(mutex);
  auto it = functions.find(key);
  return it == functions.end() ? nullptr : it->second;
}

static SegmentExecutable *compile(const std::string &text) {
  SegmentError *error = nullptr;
  SegmentExecutable *executable =
      segmentCompile(getCompiler(), text.data(), text.size(), nullptr, &error);
  if (executable)
    return executable;
  if (!error)
    throw std::bad_alloc();
  std::string message = segmentErrorGetMessage(error);
  segmentErrorDestroy(error);
  throw Problem(Problem::Kind::Compile, message + "\nin the module\n" + text);
}

static SegmentExecutable *loadOrCompile(const std::string &text) {
  // Everything that the code depends on.
  std::string name =
      std::string(segmentGetBuild()) + "\n" + segmentGetTarget() + "\n" + text;
  if (std::optional<std::string> image = loadFromDisk(name))
    if (SegmentExecutable *executable =
            segmentExecutableLoad(image->data(), image->size(), nullptr))
      return executable;
  SegmentExecutable *executable = compile(text);
  size_t length;
  if (const char *image = segmentExecutableGetImage(executable, &length))
    storeOnDisk(name, std::string(image, length));
  return executable;
}

const SegmentFunction *KernelCache::findOrCompile(const KernelKey &key) {
  if (const SegmentFunction *function = find(key))
    return function;
  std::shared_ptr<Slot> slot;
  {
    std::unique_lock<std::shared_mutex> lock(mutex);
    std::shared_ptr<Slot> &found = slots[key];
    if (!found)
      found = std::make_shared<Slot>();
    slot = found;
  }
  std::lock_guard<std::mutex> lock(slot->mutex);
  if (slot->function)
    return slot->function;
  SegmentExecutable *executable = loadOrCompile(getModuleText(key));
  const SegmentFunction *function =
      segmentExecutableGetFunction(executable, "f", nullptr);
  if (!function)
    throw std::bad_alloc();
  slot->function = function;
  std::unique_lock<std::shared_mutex> tableLock(mutex);
  functions.emplace(key, function);
  return function;
}
