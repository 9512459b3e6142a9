//===- SegmentPlugin.cpp - The dialect for stock mlir-opt -------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What mlir-opt finds behind --load-dialect-plugin and --load-pass-plugin.
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "segment/InitAll.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

#include <dlfcn.h>

using namespace mlir;

/// MLIR keeps its plugin API version at 1 from release to release although its
/// C++ ABI changes, so the version of the host decides: it must have the major
/// and minor version that this plugin was built with.
static bool isHostSupported() {
  // The first definition in load order is the host's; the copy that this
  // plugin itself is linked with comes after it.
  using GetVersionFn = void (*)(unsigned *, unsigned *, unsigned *);
  auto getVersion =
      reinterpret_cast<GetVersionFn>(dlsym(RTLD_DEFAULT, "LLVMGetVersion"));
  unsigned major = 0, minor = 0, patch = 0;
  if (getVersion)
    getVersion(&major, &minor, &patch);
  if (major == LLVM_VERSION_MAJOR && minor == LLVM_VERSION_MINOR)
    return true;
  llvm::errs() << "SegmentPlugin: expected a tool of LLVM "
               << LLVM_VERSION_MAJOR << "." << LLVM_VERSION_MINOR << ", got ";
  if (getVersion)
    llvm::errs() << "LLVM " << major << "." << minor << "." << patch << "\n";
  else
    llvm::errs() << "one of unknown version\n";
  return false;
}

/// What the loader compares with its own version; it refuses any other.
static uint32_t getApiVersion() {
  static const bool supported = isHostSupported();
  return supported ? MLIR_PLUGIN_API_VERSION : 0;
}

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {getApiVersion(), "Segment", SEGMENT_VERSION,
          [](DialectRegistry *registry) {
            // The upstream dialects are the host's to choose.
            registry->insert<segment::SegmentDialect>();
            segment::registerBufferizableOpInterfaceExternalModels(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {getApiVersion(), "Segment", SEGMENT_VERSION, [] {
            segment::registerAllPasses();
            segment::registerAllPipelines();
          }};
}
