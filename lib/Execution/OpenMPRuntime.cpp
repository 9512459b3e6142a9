//===- OpenMPRuntime.cpp - The OpenMP runtime of the process ----*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenMPRuntime.h"

#include "segment/Execution/Array.h"
#include <dlfcn.h>
#include <link.h>
#include <mutex>
#include <string>
#include <vector>

using namespace mlir::segment;
using llvm::Expected;
using llvm::StringRef;

bool OpenMPRuntime::provides(StringRef symbol) {
  return symbol.starts_with("__kmpc_") || symbol.starts_with("omp_");
}

/// The files of all libraries in the process; that of the program is empty.
static std::vector<std::string> getLoadedLibraries() {
  std::vector<std::string> names;
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *names) {
        static_cast<std::vector<std::string> *>(names)->push_back(
            info->dlpi_name ? info->dlpi_name : "");
        return 0;
      },
      &names);
  return names;
}

/// The runtime that is there. Libraries are asked for the function, not for
/// their names, since packages rename them; one that is local to whoever loaded
/// it (RTLD_LOCAL) answers as well. Null if there is none.
static void *findLoaded() {
  for (const std::string &name : getLoadedLibraries()) {
    void *handle =
        dlopen(name.empty() ? nullptr : name.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (!handle)
      continue;
    // Also finds it in what the library depends on. The handle is kept: the
    // runtime stays as long as there is code that calls it.
    if (dlsym(handle, "__kmpc_fork_call"))
      return handle;
    dlclose(handle);
  }
  return nullptr;
}

Expected<OpenMPRuntime>
OpenMPRuntime::load(llvm::ArrayRef<const char *> names) {
  std::string problems;
  for (const char *name : names) {
    if (void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL))
      return OpenMPRuntime(handle);
    problems += std::string("; ") + dlerror();
  }
  return makeError("no OpenMP runtime to run threads with: install LLVM's "
                   "libomp (Debian package libomp-22-dev), or compile with "
                   "parallel=none" +
                   problems);
}

Expected<OpenMPRuntime> OpenMPRuntime::get() {
  // Never given back, so it is found once; a failure is no final answer.
  static std::mutex mutex;
  static void *found = nullptr;
  std::lock_guard<std::mutex> lock(mutex);
  if (!found)
    found = findLoaded();
  if (!found) {
    // That of the LLVM which this was built with, or any other.
    Expected<OpenMPRuntime> loaded =
        load({SEGMENT_LLVM_LIBRARY_DIR "/libomp.so.5", "libomp.so.5",
              "libiomp5.so"});
    if (!loaded)
      return loaded;
    found = loaded->handle;
  }
  return OpenMPRuntime(found);
}

//===----------------------------------------------------------------------===//
// __kmpc_fork_call_if
//===----------------------------------------------------------------------===//

// Parallel regions with an `if` call it; runtimes have it since LLVM 16.

namespace {
using Microtask = void (*)(int32_t *threadNum, int32_t *boundThreadNum, ...);

/// The functions that it is made of.
struct ForkFunctions {
  void (*forkCall)(void *location, int32_t numArguments, Microtask task, ...);
  int32_t (*globalThreadNum)(void *location);
  void (*serializedParallel)(void *location, int32_t threadNum);
  void (*endSerializedParallel)(void *location, int32_t threadNum);
};
} // namespace

/// Those of the process's runtime, of which there is one.
static ForkFunctions forkFunctions;

/// As the runtime's own: `arguments` is null or the only argument of the task.
static void forkCallIf(void *location, int32_t numArguments, Microtask task,
                       int32_t condition, void *arguments) {
  if (condition && arguments)
    return forkFunctions.forkCall(location, numArguments, task, arguments);
  if (condition)
    return forkFunctions.forkCall(location, numArguments, task);
  int32_t threadNum = forkFunctions.globalThreadNum(location);
  int32_t boundThreadNum = 0;
  forkFunctions.serializedParallel(location, threadNum);
  if (arguments)
    task(&threadNum, &boundThreadNum, arguments);
  else
    task(&threadNum, &boundThreadNum);
  forkFunctions.endSerializedParallel(location, threadNum);
}

template <typename T>
static bool find(void *handle, const char *name, T &function) {
  function = reinterpret_cast<T>(dlsym(handle, name));
  return function;
}

/// Null if the runtime lacks what that is made of.
static void *makeForkCallIf(void *handle) {
  ForkFunctions &f = forkFunctions;
  if (find(handle, "__kmpc_fork_call", f.forkCall) &&
      find(handle, "__kmpc_global_thread_num", f.globalThreadNum) &&
      find(handle, "__kmpc_serialized_parallel", f.serializedParallel) &&
      find(handle, "__kmpc_end_serialized_parallel", f.endSerializedParallel))
    return reinterpret_cast<void *>(&forkCallIf);
  return nullptr;
}

Expected<void *> OpenMPRuntime::lookup(StringRef symbol) const {
  void *address = dlsym(handle, symbol.str().c_str());
  if (!address && symbol == "__kmpc_fork_call_if")
    address = makeForkCallIf(handle);
  if (address)
    return address;
  return makeError("the OpenMP runtime of this process has no '" + symbol +
                   "'");
}
