//===- Executable.cpp - Compiling and calling modules in a process --------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Execution/Executable.h"

#include "Jit.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "segment/Pipelines/Pipelines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::segment;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// CallError
//===----------------------------------------------------------------------===//

char CallError::ID = 0;

void CallError::log(llvm::raw_ostream &stream) const { stream << message; }

std::error_code CallError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

Executable::Executable() = default;
Executable::Executable(Executable &&) = default;
Executable &Executable::operator=(Executable &&) = default;
Executable::~Executable() = default;

void Executable::collectFunctions(ModuleOp module) {
  for (auto func : module.getOps<func::FuncOp>()) {
    if (!func.isPublic() || func.isExternal())
      continue;
    Function function;
    Expected<Signature> signature =
        Signature::get(func.getName(), func.getFunctionType());
    if (signature) {
      function.signature = std::move(*signature);
      for (auto [i, type] : llvm::enumerate(function.signature.arguments))
        if (auto isWritable = func.getArgAttrOfType<BoolAttr>(
                i, bufferization::BufferizationDialect::kWritableAttrName))
          type.isWritable |= isWritable.getValue();
    } else
      function.problem = llvm::toString(signature.takeError());
    names.push_back(func.getName().str());
    functions.emplace(names.back(), std::move(function));
  }
}

/// Bits of this machine's vector registers.
static int64_t getHostVectorBits() {
  static const int64_t bits = [] {
    llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
    auto has = [&](StringRef name) { return features.lookup(name); };
    if (has("avx512f") && has("avx512bw") && has("avx512vl"))
      return 512;
    return has("avx2") ? 256 : 128;
  }();
  return bits;
}

/// Reads options as on the command line, and checks them.
template <typename Options>
static LogicalResult readOptions(Options &options, const Twine &text,
                                 Location location) {
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (failed(options.parseFromString(text.str(), stream)))
    return emitError(location, "options of the pipeline: ")
           << StringRef(problem).rtrim();
  return options.verify([&](const Twine &message) {
    return emitError(location, "options of the pipeline: ") << message;
  });
}

LogicalResult mlir::segment::buildExecutablePipeline(PassManager &passManager,
                                                     StringRef pipelineOptions,
                                                     Location location,
                                                     Target target) {
  if (target != Target::cpu) {
    SegmentToNVVMOptions options;
    if (failed(readOptions(options,
                           target == Target::emulation
                               ? pipelineOptions + " format=llvm"
                               : pipelineOptions,
                           location)))
      return failure();
    buildSegmentToNVVM(passManager, options);
    return success();
  }
  SegmentToLLVMOptions options;
  if (failed(
          readOptions(options, "runtime=library " + pipelineOptions, location)))
    return failure();
  if (options.vectorBits == 0)
    options.vectorBits = getHostVectorBits();
  buildSegmentToLLVM(passManager, options);
  return success();
}

LogicalResult Executable::generate(ModuleOp lowered, unsigned optLevel) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> llvmModule =
      translateModuleToLLVMIR(lowered, context, "segment");
  if (!llvmModule)
    return emitError(lowered.getLoc(), "translation to LLVM IR failed");
  Expected<ObjectCode> object = generateCode(context, *llvmModule, optLevel);
  if (!object)
    return emitError(lowered.getLoc()) << llvm::toString(object.takeError());
  code = (*object)->getBuffer().str();
  return success();
}

Error Executable::link() {
  Expected<std::unique_ptr<Jit>> loaded = Jit::load(code, target);
  if (!loaded)
    return loaded.takeError();
  jit = std::move(*loaded);
  for (auto &[name, function] : functions) {
    if (!function.problem.empty())
      continue;
    Expected<void *> entry = jit->lookup("segment_entry_" + name);
    if (!entry)
      return makeError("no code for function '" + name +
                       "': " + llvm::toString(entry.takeError()));
    function.entry = reinterpret_cast<Entry>(*entry);
  }
  return Error::success();
}

FailureOr<Executable> Executable::compile(OwningOpRef<ModuleOp> module,
                                          PassManager &passManager,
                                          std::optional<unsigned> optLevel,
                                          Target target) {
  DialectRegistry translations;
  registerBuiltinDialectTranslation(translations);
  registerLLVMDialectTranslation(translations);
  registerOpenMPDialectTranslation(translations);
  registerGPUDialectTranslation(translations);
  module->getContext()->appendDialectRegistry(translations);

  Executable executable;
  executable.target = target;
  executable.collectFunctions(*module);
  // What is asked of the module before it is lowered.
  unsigned level = optLevel ? *optLevel : getDefaultOptLevel(*module);
  if (failed(passManager.run(*module)) ||
      failed(executable.generate(*module, level)))
    return failure();
  if (Error error = executable.link())
    return emitError(module->getLoc()) << llvm::toString(std::move(error));
  return executable;
}

FailureOr<Executable> Executable::compile(ModuleOp module,
                                          const CompileOptions &options) {
  PassManager passManager(module.getContext(), ModuleOp::getOperationName());
  if (failed(buildExecutablePipeline(passManager, options.pipelineOptions,
                                     module.getLoc(), options.target)))
    return failure();
  return compile(module.clone(), passManager, options.optLevel, options.target);
}

//===----------------------------------------------------------------------===//
// Calling
//===----------------------------------------------------------------------===//

Expected<const Executable::Function &>
Executable::getFunction(StringRef name) const {
  auto it = functions.find(name);
  if (it != functions.end()) {
    if (!it->second.problem.empty())
      return makeError(it->second.problem);
    return it->second;
  }
  if (names.empty())
    return makeError("no function '" + name +
                     "': the module has no public functions");
  return makeError("no public function '" + name + "'; there is " +
                   llvm::join(names, ", "));
}

Expected<const Signature &> Executable::getSignature(StringRef name) const {
  Expected<const Function &> function = getFunction(name);
  if (!function)
    return function.takeError();
  return function->signature;
}

Expected<Executable::Entry> Executable::getEntry(StringRef name) const {
  Expected<const Function &> function = getFunction(name);
  if (!function)
    return function.takeError();
  return function->entry;
}

namespace {

/// MLIR's descriptor of a tensor or memref, as words: two pointers, the offset,
/// then the sizes and the strides. A scalar result is stored in it as well.
class Descriptor {
public:
  explicit Descriptor(size_t rank)
      : rank(rank), words(std::max<size_t>(3 + 2 * rank, 4), 0) {}

  void set(const Array &array) {
    words[0] = words[1] = reinterpret_cast<int64_t>(array.getData());
    int64_t stride = 1;
    for (size_t dim = rank; dim-- > 0;) {
      words[3 + dim] = array.getShape()[dim];
      words[3 + rank + dim] = stride;
      // Strides of an array without elements are never used to reach one.
      if (__builtin_mul_overflow(stride, array.getShape()[dim], &stride))
        stride = 0;
    }
  }

  void *getAllocated() const { return reinterpret_cast<void *>(words[0]); }
  char *getElements(ElementType type) const {
    return reinterpret_cast<char *>(words[1]) + words[2] * getByteSize(type);
  }
  ArrayRef<int64_t> getSizes() const { return ArrayRef(words).slice(3, rank); }
  ArrayRef<int64_t> getStrides() const {
    return ArrayRef(words).slice(3 + rank, rank);
  }
  void *getStorage() { return words.data(); }

private:
  size_t rank;
  llvm::SmallVector<int64_t, 9> words;
};

using Context =
    std::unique_ptr<SegmentContext, decltype(&segmentContextDestroy)>;

} // namespace

/// Whether the elements lie in row-major order without gaps.
static bool isContiguous(ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides) {
  if (llvm::is_contained(sizes, 0))
    return true;
  int64_t expected = 1;
  for (size_t dim = sizes.size(); dim-- > 0;) {
    if (sizes[dim] != 1 && strides[dim] != expected)
      return false;
    expected *= sizes[dim];
  }
  return true;
}

/// Makes an array of a result: by taking its memory out of the context, or, if
/// that belongs to an input or to the module, by copying.
static Expected<Array> takeResult(SegmentContext *context,
                                  const ValueType &type,
                                  Descriptor &descriptor) {
  if (!type.isShaped)
    return Array::pack({}, type.element, descriptor.getStorage(), {});
  ArrayRef<int64_t> sizes = descriptor.getSizes();
  ArrayRef<int64_t> strides = descriptor.getStrides();
  char *elements = descriptor.getElements(type.element);
  void *allocated = descriptor.getAllocated();
  if (isContiguous(sizes, strides) && segmentContextRelease(context, allocated))
    return Array::adopt(sizes, type.element, elements,
                        std::shared_ptr<void>(allocated, segmentFree));
  int64_t size = getByteSize(type.element);
  auto byteStrides = llvm::map_to_vector<4>(
      strides, [&](int64_t stride) { return stride * size; });
  return Array::pack(sizes, type.element, elements, byteStrides);
}

Expected<std::vector<Array>> Executable::call(StringRef name,
                                              ArrayRef<Array> inputs,
                                              int32_t numThreads) const {
  Expected<const Function &> function = getFunction(name);
  if (!function)
    return function.takeError();
  const Signature &signature = function->signature;
  if (Error error = signature.check(inputs))
    return error;

  std::vector<Descriptor> descriptors;
  llvm::SmallVector<void *> arguments, results;
  descriptors.reserve(signature.arguments.size() + signature.results.size());
  for (auto [type, input] : llvm::zip_equal(signature.arguments, inputs)) {
    if (!type.isShaped) {
      arguments.push_back(input.getData());
      continue;
    }
    descriptors.emplace_back(type.shape.size()).set(input);
    arguments.push_back(descriptors.back().getStorage());
  }
  size_t firstResult = descriptors.size();
  for (const ValueType &type : signature.results)
    results.push_back(descriptors.emplace_back(type.shape.size()).getStorage());

  Context context(segmentContextCreate(), segmentContextDestroy);
  if (!context)
    return llvm::make_error<CallError>(SEGMENT_ERROR_MEMORY, "out of memory");
  segmentContextSetNumThreads(context.get(), numThreads);
  int32_t status =
      function->entry(context.get(), arguments.data(), results.data());
  if (status != SEGMENT_OK)
    return llvm::make_error<CallError>(status,
                                       segmentContextGetMessage(context.get()));

  std::vector<Array> arrays;
  for (auto [i, type] : llvm::enumerate(signature.results)) {
    Expected<Array> array =
        takeResult(context.get(), type, descriptors[firstResult + i]);
    if (!array)
      return array.takeError();
    arrays.push_back(std::move(*array));
  }
  return arrays;
}
