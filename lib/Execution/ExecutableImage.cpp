//===- ExecutableImage.cpp - Executables as bytes ---------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An image is a magic string, a hash of all that follows, the version of the
// compiler, the target, the functions in the module's order, and the object
// file. Numbers are 64-bit words of this machine, strings are preceded by their
// lengths.
//
//===----------------------------------------------------------------------===//

#include "Jit.h"
#include "segment/Execution/Executable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/xxhash.h"
#include "llvm/TargetParser/Host.h"

#include <cstring>
#include <elf.h>
#include <link.h>

using namespace mlir::segment;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

static constexpr StringRef magic = "segment image 1\n";

StringRef mlir::segment::getTargetDescription() {
  static const std::string description = [] {
    std::string text = "LLVM " LLVM_VERSION_STRING ", " +
                       llvm::sys::getDefaultTargetTriple() + ", " +
                       llvm::sys::getHostCPUName().str();
    std::vector<std::string> features;
    for (const auto &feature : llvm::sys::getHostCPUFeatures())
      features.push_back((feature.second ? "+" : "-") + feature.first().str());
    // Without its sign: the features by name.
    llvm::sort(features, [](StringRef a, StringRef b) {
      return a.drop_front() < b.drop_front();
    });
    return text + ", " + llvm::join(features, ", ");
  }();
  return description;
}

/// The GNU build id of the library or program that this code is in, as
/// hexadecimal digits: another compiler may generate other code under the same
/// version. Empty if the linker made none.
static std::string findBuildId() {
  struct Search {
    ElfW(Addr) address;
    std::string id;
  } search = {reinterpret_cast<ElfW(Addr)>(&findBuildId), {}};
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *data) {
        auto &search = *static_cast<Search *>(data);
        llvm::ArrayRef segments(info->dlpi_phdr, info->dlpi_phnum);
        if (llvm::none_of(segments, [&](const ElfW(Phdr) & segment) {
              return segment.p_type == PT_LOAD &&
                     search.address - (info->dlpi_addr + segment.p_vaddr) <
                         segment.p_memsz;
            }))
          return 0;
        for (const ElfW(Phdr) &segment : segments) {
          if (segment.p_type != PT_NOTE)
            continue;
          auto *note =
              reinterpret_cast<const char *>(info->dlpi_addr + segment.p_vaddr);
          const char *end = note + segment.p_memsz;
          while (note + sizeof(ElfW(Nhdr)) <= end) {
            auto *header = reinterpret_cast<const ElfW(Nhdr) *>(note);
            const char *name = note + sizeof(*header);
            const char *value = name + llvm::alignTo(header->n_namesz, 4);
            if (header->n_type == NT_GNU_BUILD_ID &&
                StringRef(name, header->n_namesz) == StringRef("GNU\0", 4)) {
              search.id = llvm::toHex(StringRef(value, header->n_descsz), true);
              return 1;
            }
            note = value + llvm::alignTo(header->n_descsz, 4);
          }
        }
        return 1;
      },
      &search);
  return search.id;
}

StringRef mlir::segment::getCompilerVersion() {
  static const std::string version = SEGMENT_VERSION "+" + findBuildId();
  return version;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

namespace {

class Writer {
public:
  void add(int64_t number) {
    bytes.append(reinterpret_cast<const char *>(&number), sizeof(number));
  }
  void add(StringRef text) {
    add(static_cast<int64_t>(text.size()));
    bytes.append(text.data(), text.size());
  }
  void add(const std::vector<ValueType> &types) {
    add(static_cast<int64_t>(types.size()));
    for (const ValueType &type : types) {
      add(static_cast<int64_t>(type.element));
      add(static_cast<int64_t>(type.isShaped));
      add(static_cast<int64_t>(type.isWritable));
      add(static_cast<int64_t>(type.shape.size()));
      for (int64_t extent : type.shape)
        add(extent);
      add(StringRef(type.text));
    }
  }

  std::string bytes;
};

} // namespace

std::string Executable::serialize() const {
  Writer writer;
  writer.add(getCompilerVersion());
  writer.add(getTargetDescription());
  writer.add(static_cast<int64_t>(target));
  writer.add(static_cast<int64_t>(names.size()));
  for (const std::string &name : names) {
    const Function &function = functions.find(name)->second;
    writer.add(StringRef(name));
    writer.add(StringRef(function.problem));
    writer.add(StringRef(function.signature.text));
    writer.add(function.signature.arguments);
    writer.add(function.signature.results);
  }
  writer.add(StringRef(code));
  uint64_t hash = llvm::xxh3_64bits(writer.bytes);
  std::string image = magic.str();
  image.append(reinterpret_cast<const char *>(&hash), sizeof(hash));
  return image + writer.bytes;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// After the hash has been found right, whatever was written can be read.
class Reader {
public:
  explicit Reader(StringRef bytes) : bytes(bytes) {}

  int64_t takeNumber() {
    int64_t number;
    std::memcpy(&number, bytes.data(), sizeof(number));
    bytes = bytes.drop_front(sizeof(number));
    return number;
  }
  StringRef takeText() {
    size_t length = static_cast<size_t>(takeNumber());
    StringRef text = bytes.take_front(length);
    bytes = bytes.drop_front(length);
    return text;
  }
  std::vector<ValueType> takeTypes() {
    std::vector<ValueType> types(static_cast<size_t>(takeNumber()));
    for (ValueType &type : types) {
      type.element = static_cast<ElementType>(takeNumber());
      type.isShaped = takeNumber() != 0;
      type.isWritable = takeNumber() != 0;
      type.shape.resize(static_cast<size_t>(takeNumber()));
      for (int64_t &extent : type.shape)
        extent = takeNumber();
      type.text = takeText().str();
    }
    return types;
  }

private:
  StringRef bytes;
};

} // namespace

Expected<Executable> Executable::deserialize(StringRef image) {
  if (!image.consume_front(magic))
    return makeError("expected an image of an executable");
  uint64_t hash;
  if (image.size() < sizeof(hash))
    return makeError("the image of the executable is damaged");
  std::memcpy(&hash, image.data(), sizeof(hash));
  image = image.drop_front(sizeof(hash));
  if (llvm::xxh3_64bits(image) != hash)
    return makeError("the image of the executable is damaged");

  Reader reader(image);
  StringRef version = reader.takeText();
  if (version != getCompilerVersion())
    return makeError("the executable was compiled by version " + version +
                     ", expected " + getCompilerVersion());
  StringRef target = reader.takeText();
  if (target != getTargetDescription())
    return makeError("the executable is for another machine: " + target +
                     "; expected " + getTargetDescription());
  Executable executable;
  executable.target = static_cast<Target>(reader.takeNumber());
  size_t numFunctions = static_cast<size_t>(reader.takeNumber());
  for (size_t i = 0; i < numFunctions; ++i) {
    std::string name = reader.takeText().str();
    Function function;
    function.problem = reader.takeText().str();
    function.signature.name = name;
    function.signature.text = reader.takeText().str();
    function.signature.arguments = reader.takeTypes();
    function.signature.results = reader.takeTypes();
    executable.functions.emplace(name, std::move(function));
    executable.names.push_back(std::move(name));
  }
  executable.code = reader.takeText().str();
  if (Error error = executable.link())
    return error;
  return executable;
}
