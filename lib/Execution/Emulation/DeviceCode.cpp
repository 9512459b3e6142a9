//===- DeviceCode.cpp - Kernels as code of the CPU ------------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceCode.h"

#include "../RuntimeSymbols.h"
#include "RewriteDeviceCode.h"
#include "segment/Execution/Array.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ThreadSafeModule.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir::segment;
using namespace mlir::segment::emulation;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
namespace orc = llvm::orc;

DeviceCode::DeviceCode() = default;
DeviceCode::~DeviceCode() = default;

const Kernel *DeviceCode::lookup(StringRef name) const {
  auto it = kernels.find(name);
  return it == kernels.end() ? nullptr : &it->second;
}

static Error addSymbols(orc::LLJIT &jit) {
  orc::SymbolMap symbols;
  auto add = [&](llvm::ArrayRef<std::pair<StringRef, void *>> functions) {
    for (auto [name, address] : functions)
      symbols[jit.mangleAndIntern(name)] = {orc::ExecutorAddr::fromPtr(address),
                                            llvm::JITSymbolFlags::Exported |
                                                llvm::JITSymbolFlags::Callable};
  };
  add(getDeviceSymbols());
  add(getRuntimeSymbols());
  return jit.getMainJITDylib().define(orc::absoluteSymbols(std::move(symbols)));
}

Expected<std::unique_ptr<DeviceCode>> DeviceCode::load(StringRef bitcode,
                                                       bool checkRaces) {
  auto context = std::make_unique<llvm::LLVMContext>();
  auto parsed = llvm::parseBitcodeFile(
      llvm::MemoryBufferRef(bitcode, "kernels"), *context);
  if (!parsed)
    return parsed.takeError();
  std::unique_ptr<llvm::Module> module = std::move(*parsed);
  auto builder = orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  // Checks of accesses make many blocks. A bf16 that crosses them is widened and
  // rounded back, by instructions of these that lose subnormals.
  builder->addFeatures({"-avx512bf16", "-avxneconvert"});
  auto machine = builder->createTargetMachine();
  if (!machine)
    return machine.takeError();
  module->setTargetTriple((*machine)->getTargetTriple());
  module->setDataLayout((*machine)->createDataLayout());
  Expected<RewrittenModule> rewritten = rewriteDeviceCode(*module, checkRaces);
  if (!rewritten)
    return rewritten.takeError();

  auto jit = orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*builder))
                 .create();
  if (!jit)
    return jit.takeError();
  if (Error error = addSymbols(**jit))
    return error;
  if (Error error = (*jit)->addIRModule(
          orc::ThreadSafeModule(std::move(module), std::move(context))))
    return error;
  std::vector<std::pair<char *, size_t>> sharedMemory;
  for (const auto &[name, size] : rewritten->sharedMemory) {
    auto address = (*jit)->lookup(name);
    if (!address)
      return address.takeError();
    sharedMemory.emplace_back(address->toPtr<char *>(), size);
  }
  std::unique_ptr<DeviceCode> code(new DeviceCode);
  for (const auto &found : rewritten->kernels) {
    auto entry = (*jit)->lookup(found.entry);
    if (!entry)
      return entry.takeError();
    Kernel &kernel = code->kernels[found.name];
    kernel.name = found.name;
    kernel.entry = entry->toPtr<void (*)(void **)>();
    kernel.synchronizes = found.synchronizes;
    kernel.sharedMemory = sharedMemory;
  }
  code->jit = std::move(*jit);
  return code;
}
