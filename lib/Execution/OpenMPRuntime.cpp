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

/// The runtime of the LLVM that this was built with, or any other.
static Expected<void *> load() {
  std::string problems;
  for (const char *name : {SEGMENT_LLVM_LIBRARY_DIR "/libomp.so.5",
                           "libomp.so.5", "libiomp5.so"}) {
    if (void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL))
      return handle;
    problems += std::string("\n  ") + dlerror();
  }
  return makeError("no OpenMP runtime to run threads with: install LLVM's "
                   "libomp (Debian package libomp-22-dev), or compile with "
                   "parallel=none" +
                   problems);
}

Expected<OpenMPRuntime> OpenMPRuntime::get() {
  // Never given back, so it is found once; a failure is no final answer.
  static std::mutex mutex;
  static void *runtime = nullptr;
  std::lock_guard<std::mutex> lock(mutex);
  if (!runtime)
    runtime = findLoaded();
  if (!runtime) {
    Expected<void *> loaded = load();
    if (!loaded)
      return loaded.takeError();
    runtime = *loaded;
  }
  return OpenMPRuntime(runtime);
}

Expected<void *> OpenMPRuntime::lookup(StringRef symbol) const {
  if (void *address = dlsym(handle, symbol.str().c_str()))
    return address;
  return makeError("the OpenMP runtime of this process has no " + symbol);
}
