//===- Kernel.cpp - What is compiled for a call -----------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "segment-c/Compiler.h"

using namespace segment::python;

//===----------------------------------------------------------------------===//
// KernelKey
//===----------------------------------------------------------------------===//

namespace {

/// A key as words.
struct Words {
  explicit Words(const KernelKey &key) {
    uint8_t bytes[24] = {static_cast<uint8_t>(key.operation.family),
                         key.operation.numKinds,
                         static_cast<uint8_t>(key.attributes.bounds),
                         static_cast<uint8_t>(key.attributes.nan),
                         static_cast<uint8_t>(key.attributes.empty),
                         static_cast<uint8_t>(key.attributes.accumulate),
                         static_cast<uint8_t>(key.dtype),
                         static_cast<uint8_t>(key.idsDType),
                         static_cast<uint8_t>(key.srcDType),
                         static_cast<uint8_t>(key.idsRank),
                         static_cast<uint8_t>(key.depth),
                         static_cast<uint8_t>(key.inPlace),
                         static_cast<uint8_t>(key.weighted)};
    std::memcpy(bytes + 13, key.operation.kinds.data(), key.operation.numKinds);
    std::memcpy(bytes + 20, &key.columns, sizeof(key.columns));
    std::memcpy(words, bytes, sizeof(words));
  }

  uint64_t words[3];
};

} // namespace

bool KernelKey::operator==(const KernelKey &other) const {
  Words a(*this), b(other);
  return std::memcmp(a.words, b.words, sizeof(a.words)) == 0;
}

size_t KernelKey::hash() const {
  // Multiplying by an odd number and folding the high bits mixes well enough
  // for a table of some hundred entries.
  uint64_t hash = 0;
  for (uint64_t word : Words(*this).words) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
  }
  return hash;
}

int32_t KernelKey::getColumns(int64_t rowSize) {
  // Code for a known number of columns keeps a row in registers and has no rest
  // to care for. Other rows are long enough for neither to matter.
  bool isPowerOf2 = (rowSize & (rowSize - 1)) == 0;
  if (rowSize >= 1 && (rowSize <= 8 || (isPowerOf2 && rowSize <= 1024)))
    return static_cast<int32_t>(rowSize);
  return dynamicColumns;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static const char *getElementType(int dtype) {
  static constexpr const char *names[] = {
      "i1",   "i8",   "i16",  "i32",          "i64",
      "ui8",  "ui16", "ui32", "ui64",         "f16",
      "bf16", "f32",  "f64",  "complex<f32>", "complex<f64>"};
  static_assert(std::size(names) == SEGMENT_DTYPE_COMPLEX128 + 1);
  return names[dtype];
}

namespace {

class Printer {
public:
  explicit Printer(const KernelKey &key) : key(key) {}

  std::string print();

private:
  /// "tensor<?x?x64xf32>": so many dynamic dimensions, then a row's.
  std::string getType(const char *container, int leading) const {
    std::string type = std::string(container) + "<";
    for (int i = 0; i < leading; ++i)
      type += "?x";
    if (key.columns == KernelKey::dynamicColumns)
      type += "?x";
    else if (key.columns != 1)
      type += std::to_string(key.columns) + "x";
    return type + getElementType(key.dtype) + ">";
  }
  /// The type of ids, of indices, or of what has one value for each id.
  std::string getIdsType(int dtype) const {
    std::string type = "tensor<";
    for (int i = 0; i < key.idsRank; ++i)
      type += "?x";
    if (key.operation.isScatter())
      type += std::to_string(key.depth) + "x";
    return type + getElementType(dtype) + ">";
  }
  std::string getAttributes(Kind kind) const;
  void addOperand(const char *name, const std::string &type,
                  bool inPlace = false);

  const KernelKey &key;
  std::string parameters, names, types;
};

} // namespace

std::string Printer::getAttributes(Kind kind) const {
  static constexpr const char *bounds[] = {"", "drop", "assume"};
  static constexpr const char *nan[] = {"", "propagate", "ignore"};
  static constexpr const char *empty[] = {"", "identity", "infinity", "zero"};
  static constexpr const char *accumulate[] = {"", "native", "f64"};
  std::string text;
  auto add = [&](const char *name, const char *value) {
    if (*value)
      text += std::string(" ") + name + "<" + value + ">";
  };
  // Of several kinds, each takes those that it has.
  bool isMinOrMax = kind == Kind::Min || kind == Kind::Max;
  add("bounds", bounds[static_cast<size_t>(key.attributes.bounds)]);
  if (isMinOrMax)
    add("nan", nan[static_cast<size_t>(key.attributes.nan)]);
  add("empty", empty[static_cast<size_t>(key.attributes.empty)]);
  if (!isMinOrMax)
    add("accumulate",
        accumulate[static_cast<size_t>(key.attributes.accumulate)]);
  return text;
}

void Printer::addOperand(const char *name, const std::string &type,
                         bool inPlace) {
  if (!inPlace)
    parameters +=
        std::string(parameters.empty() ? "" : ", ") + name + ": " + type;
  names += std::string(names.empty() ? "" : ", ") + name;
  types += std::string(types.empty() ? "" : ", ") + type;
}

std::string Printer::print() {
  const Operation &operation = key.operation;
  std::string weights;
  int leading = key.idsRank, resultRank = 1;
  switch (operation.family) {
  case Family::Segment:
  case Family::SegmentV2:
  case Family::UnsortedSegment:
    addOperand("%data", getType("tensor", leading));
    addOperand("%ids", getIdsType(key.idsDType));
    break;
  case Family::GatherSegment:
    addOperand("%x", getType("tensor", 1));
    addOperand("%src", getIdsType(key.srcDType));
    addOperand("%ids", getIdsType(key.idsDType));
    break;
  case Family::Scatter:
    resultRank = key.depth;
    addOperand("%input", getType("tensor", resultRank), key.inPlace);
    addOperand("%indices", getIdsType(key.idsDType));
    addOperand("%updates", getType("tensor", leading));
    break;
  }
  if (operation.family != Family::Segment && !operation.isScatter())
    addOperand("%n", "i64");
  if (key.weighted) {
    std::string type = getIdsType(key.dtype);
    parameters += ", %weight: " + type;
    weights = " weights(%weight)";
    types += ", " + type;
  }

  std::string result = getType("tensor", resultRank);
  std::string destination = getType("memref", resultRank);
  std::string body;
  if (key.inPlace)
    body += "  %input = bufferization.to_tensor %out0 restrict writable : " +
            destination + " to " + result + "\n";
  for (size_t i = 0; i < operation.numKinds; ++i) {
    std::string number = std::to_string(i);
    body += "  %r" + number + " = segment." +
            getName(operation.family, operation.kinds[i]) + " " + names +
            weights + getAttributes(operation.kinds[i]) + " : (" + types +
            ") -> " + result + "\n";
  }
  for (size_t i = 0; i < operation.numKinds; ++i) {
    std::string number = std::to_string(i);
    parameters += ", %out" + number + ": " + destination;
    body += "  bufferization.materialize_in_destination %r" + number + " in " +
            (key.inPlace ? "" : "restrict ") + "writable %out" + number +
            " : (" + result + ", " + destination + ") -> ()\n";
  }
  return "func.func @f(" + parameters + ") {\n" + body + "  return\n}\n";
}

std::string segment::python::getModuleText(const KernelKey &key) {
  return Printer(key).print();
}
