//===- Dispatcher.cpp - Calls of operations on arrays -----------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dispatcher.h"

#include <algorithm>
#include <limits>

using namespace segment::python;

//===----------------------------------------------------------------------===//
// Reading ids
//===----------------------------------------------------------------------===//

static int64_t readId(const void *id, int32_t dtype) {
  auto read = [&](auto value) {
    std::memcpy(&value, id, sizeof(value));
    return static_cast<int64_t>(value);
  };
  switch (dtype) {
  case SEGMENT_DTYPE_INT8:
    return read(int8_t());
  case SEGMENT_DTYPE_INT16:
    return read(int16_t());
  case SEGMENT_DTYPE_INT32:
    return read(int32_t());
  case SEGMENT_DTYPE_UINT8:
    return read(uint8_t());
  case SEGMENT_DTYPE_UINT16:
    return read(uint16_t());
  case SEGMENT_DTYPE_UINT32:
    return read(uint32_t());
  default:
    return read(int64_t());
  }
}

/// The largest of `count` ids, `stride` apart.
template <typename T>
static int64_t findMaximum(const char *ids, int64_t count, int64_t stride) {
  T maximum = std::numeric_limits<T>::lowest();
  if (stride == 1 && reinterpret_cast<uintptr_t>(ids) % alignof(T) == 0) {
    auto *begin = reinterpret_cast<const T *>(ids);
    for (int64_t i = 0; i < count; ++i)
      maximum = std::max(maximum, begin[i]);
  } else {
    for (int64_t i = 0; i < count; ++i) {
      T id;
      std::memcpy(&id, ids + i * stride * static_cast<int64_t>(sizeof(T)),
                  sizeof(T));
      maximum = std::max(maximum, id);
    }
  }
  return static_cast<int64_t>(maximum);
}

static int64_t findMaximum(const char *ids, int32_t dtype, int64_t count,
                           int64_t stride) {
  switch (dtype) {
  case SEGMENT_DTYPE_INT8:
    return findMaximum<int8_t>(ids, count, stride);
  case SEGMENT_DTYPE_INT16:
    return findMaximum<int16_t>(ids, count, stride);
  case SEGMENT_DTYPE_INT32:
    return findMaximum<int32_t>(ids, count, stride);
  case SEGMENT_DTYPE_UINT8:
    return findMaximum<uint8_t>(ids, count, stride);
  case SEGMENT_DTYPE_UINT16:
    return findMaximum<uint16_t>(ids, count, stride);
  case SEGMENT_DTYPE_UINT32:
    return findMaximum<uint32_t>(ids, count, stride);
  default:
    return findMaximum<int64_t>(ids, count, stride);
  }
}

/// Of the dimensions from `dim` on.
static int64_t findMaximum(const Array &ids, const char *data, int32_t dim) {
  if (dim == ids.rank)
    return readId(data, ids.dtype);
  if (dim == ids.rank - 1)
    return findMaximum(data, ids.dtype, ids.shape[dim], ids.strides[dim]);
  int64_t maximum = INT64_MIN;
  for (int64_t i = 0; i < ids.shape[dim]; ++i)
    maximum = std::max(
        maximum,
        findMaximum(ids, data + i * ids.strides[dim] * getByteSize(ids.dtype),
                    dim + 1));
  return maximum;
}

int64_t segment::python::countSegments(const Array &ids) {
  if (ids.getNumElements() == 0)
    return 0;
  int64_t maximum = findMaximum(ids, static_cast<const char *>(ids.data), 0);
  if (maximum == INT64_MAX)
    return maximum; // Too many anyway.
  return std::max<int64_t>(maximum + 1, 0);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

void Call::fail(Problem::Kind kind, const std::string &message) const {
  throw Problem(kind, getName() + ": " + message);
}

static bool isIdType(int32_t dtype) {
  return dtype >= SEGMENT_DTYPE_INT8 && dtype <= SEGMENT_DTYPE_UINT32;
}

static const char *const *getOperandNames(Family family) {
  static constexpr const char *segment[] = {"data", "segment_ids"};
  static constexpr const char *gather[] = {"x", "src", "segment_ids", "weight"};
  static constexpr const char *scatter[] = {"input", "indices", "updates"};
  return family == Family::Scatter         ? scatter
         : family == Family::GatherSegment ? gather
                                           : segment;
}

void Call::checkTypes() const {
  auto failType = [&](size_t operand, const std::string &expected) {
    fail(Problem::Kind::Type,
         std::string(getOperandNames(operation.family)[operand]) +
             ": expected " + expected + ", got " +
             getDTypeName(operands[operand]->dtype));
  };
  auto checkIds = [&](size_t operand) {
    if (!isIdType(operands[operand]->dtype))
      failType(operand, "integers of 8 to 64 bits (unsigned ones up to 32)");
  };
  // What data can be depends on the kinds.
  int32_t dtype = operands[0]->dtype;
  for (size_t i = 0; i < operation.numKinds; ++i) {
    Kind kind = operation.kinds[i];
    bool isMinOrMax = kind == Kind::Min || kind == Kind::Max;
    if (isMinOrMax && dtype >= SEGMENT_DTYPE_COMPLEX64)
      failType(0, "real numbers, since complex ones have no order");
    if (!isMinOrMax && kind != Kind::Update && dtype == SEGMENT_DTYPE_BOOL)
      failType(0, "numbers");
  }
  switch (operation.family) {
  case Family::Segment:
  case Family::SegmentV2:
  case Family::UnsortedSegment:
    checkIds(1);
    break;
  case Family::GatherSegment:
    checkIds(1);
    checkIds(2);
    if (operands[3] && dtype == SEGMENT_DTYPE_BOOL)
      failType(0, "numbers, since there are weights");
    if (operands[3] && operands[3]->dtype != dtype)
      failType(3, std::string("the type of x, ") + getDTypeName(dtype));
    break;
  case Family::Scatter:
    checkIds(1);
    if (operands[2]->dtype != dtype)
      failType(2, std::string("the type of input, ") + getDTypeName(dtype));
    break;
  }
  if (attributes.accumulate != Accumulate::Default &&
      dtype < SEGMENT_DTYPE_FLOAT16)
    fail(Problem::Kind::Value,
         std::string("accumulate is for floats, not for ") +
             getDTypeName(dtype));
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// Whether the dimensions of `part` are those of `whole` from `first` on.
static bool fits(const Array &part, int32_t partFirst, const Array &whole,
                 int32_t first, int32_t count) {
  return part.rank >= partFirst + count && whole.rank >= first + count &&
         std::equal(part.shape + partFirst, part.shape + partFirst + count,
                    whole.shape + first);
}

int32_t Call::getDepth() const {
  const Array &indices = *operands[1];
  return static_cast<int32_t>(indices.shape[indices.rank - 1]);
}

/// The bytes of the result, whose rank and shape are there.
void Call::setResultSize() {
  int64_t bytes = getByteSize(operands[0]->dtype);
  bool isEmpty = false, overflows = false;
  for (int32_t dim = 0; dim < resultRank; ++dim) {
    isEmpty |= resultShape[dim] == 0;
    overflows |= __builtin_mul_overflow(bytes, resultShape[dim], &bytes);
  }
  if (isEmpty)
    bytes = 0;
  else if (overflows)
    fail(Problem::Kind::Value,
         "a result of shape " + formatShape(resultShape, resultRank) +
             " and type " + getDTypeName(operands[0]->dtype) +
             " has more bytes than 64 bits can count");
  resultBytes = bytes;
}

void Call::prepareSegments() {
  bool isGather = operation.family == Family::GatherSegment;
  const Array &data = *operands[0], &ids = *operands[isGather ? 2 : 1];
  int32_t rowDim = isGather ? 1 : ids.rank;
  idsRank = ids.rank;
  if (isGather) {
    const Array &src = *operands[1];
    if (data.rank < 1)
      fail(Problem::Kind::Value,
           "x: expected at least one dimension, got none");
    if (ids.rank < 1)
      fail(Problem::Kind::Value,
           "segment_ids: expected at least one dimension, got none");
    if (src.rank != ids.rank || !fits(src, 0, ids, 0, ids.rank))
      fail(Problem::Kind::Value,
           "expected src and segment_ids to have the same shape, got " +
               formatShape(src) + " and " + formatShape(ids));
    const Array *weight = operands[3];
    if (weight &&
        (weight->rank != ids.rank || !fits(*weight, 0, ids, 0, ids.rank)))
      fail(Problem::Kind::Value,
           "expected weight and segment_ids to have the same shape, got " +
               formatShape(*weight) + " and " + formatShape(ids));
  } else {
    if (operation.family == Family::Segment && ids.rank != 1)
      fail(Problem::Kind::Value,
           "segment_ids: expected one dimension, got shape " +
               formatShape(ids));
    if (operation.family == Family::SegmentV2 && ids.rank < 1)
      fail(Problem::Kind::Value,
           "segment_ids: expected at least one dimension, got none");
    if (!fits(ids, 0, data, 0, ids.rank))
      fail(Problem::Kind::Value,
           "expected the shape of segment_ids to be a prefix of that of data, "
           "got segment_ids of shape " +
               formatShape(ids) + " and data of shape " + formatShape(data));
  }

  int64_t segments = numSegments;
  if (operation.family == Family::Segment) {
    segments = 0;
    if (int64_t count = ids.shape[0]) {
      int64_t last =
          readId(static_cast<const char *>(ids.data) +
                     (count - 1) * ids.strides[0] * getByteSize(ids.dtype),
                 ids.dtype);
      if (last == INT64_MAX)
        fail(Problem::Kind::Value,
             "the last id is " + std::to_string(last) +
                 ", and as many rows and one more are more than 64 bits can "
                 "count");
      segments = std::max<int64_t>(last + 1, 0);
    }
  }
  if (segments < 0)
    fail(Problem::Kind::Value,
         "num_segments: expected at least 0, got " + std::to_string(segments));
  resultRank = 1 + data.rank - rowDim;
  if (resultRank > Array::maxRank)
    fail(Problem::Kind::Value, "a result of more than 32 dimensions");
  resultShape[0] = segments;
  std::copy(data.shape + rowDim, data.shape + data.rank, resultShape + 1);
  resultRowDim = 1;
  setResultSize();
}

void Call::prepareScatter() {
  const Array &input = *operands[0], &indices = *operands[1],
              &updates = *operands[2];
  if (indices.rank < 2)
    fail(Problem::Kind::Value,
         "indices: expected at least two dimensions, [..., number of "
         "coordinates], got shape " +
             formatShape(indices));
  int64_t depth = indices.shape[indices.rank - 1];
  if (depth > input.rank)
    fail(Problem::Kind::Value,
         "indices: expected at most " + std::to_string(input.rank) +
             " coordinates, as input has dimensions, got " +
             std::to_string(depth));
  idsRank = indices.rank - 1;
  resultRowDim = static_cast<int32_t>(depth);
  int32_t rowRank = input.rank - resultRowDim;
  if (updates.rank != idsRank + rowRank ||
      !fits(indices, 0, updates, 0, idsRank) ||
      !fits(updates, idsRank, input, resultRowDim, rowRank)) {
    std::vector<int64_t> expected(indices.shape, indices.shape + idsRank);
    expected.insert(expected.end(), input.shape + resultRowDim,
                    input.shape + input.rank);
    fail(Problem::Kind::Value,
         "updates: expected shape " +
             formatShape(expected.data(),
                         static_cast<int32_t>(expected.size())) +
             " for indices of shape " + formatShape(indices) +
             " and input of shape " + formatShape(input) + ", got " +
             formatShape(updates));
  }
  resultRank = input.rank;
  std::copy(input.shape, input.shape + input.rank, resultShape);
  setResultSize();
}

void Call::prepare() {
  checkAttributes(operation, attributes);
  checkTypes();
  if (operation.isScatter())
    prepareScatter();
  else
    prepareSegments();
  rowSize = 1;
  for (int32_t dim = resultRowDim; dim < resultRank; ++dim)
    if (__builtin_mul_overflow(rowSize, resultShape[dim], &rowSize))
      // There is none of these rows, or one repeats elements.
      rowSize = std::find(resultShape + resultRowDim, resultShape + resultRank,
                          0) != resultShape + resultRank
                    ? 0
                    : INT64_MAX;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {

/// Where the rows of an operand start; its rank if it has no rows.
int32_t getRowDim(Family family, size_t operand, int32_t idsRank,
                  int32_t resultRowDim, const Array &array) {
  switch (family) {
  case Family::Segment:
  case Family::SegmentV2:
  case Family::UnsortedSegment:
    return operand == 0 ? idsRank : array.rank;
  case Family::GatherSegment:
    return operand == 0 ? 1 : array.rank;
  case Family::Scatter:
    return operand == 0 ? resultRowDim : operand == 1 ? array.rank : idsRank;
  }
  return array.rank;
}

/// The arrays of a call as the compiled function takes them.
class Arguments {
public:
  Arguments(int64_t rowSize) : rowSize(rowSize) {}

  /// Passes an array with the dimensions from `rowDim` on made one, or none if
  /// rows are single elements.
  void add(const Array &array, int32_t rowDim);
  void addScalar(int64_t &value);

  SegmentArray arrays[4 + 1 + Operation::maxKinds];
  size_t count = 0;

private:
  int64_t rowSize;
  int64_t words[4 + 1 + Operation::maxKinds][2][Array::maxRank];
};

} // namespace

void Arguments::add(const Array &array, int32_t rowDim) {
  auto &[shape, strides] = words[count];
  std::copy(array.shape, array.shape + rowDim, shape);
  std::copy(array.strides, array.strides + rowDim, strides);
  int32_t rank = rowDim;
  if (rowDim < array.rank && rowSize != 1) {
    shape[rank] = rowSize;
    strides[rank] = 1;
    for (int32_t dim = array.rank; dim-- > rowDim;)
      if (array.shape[dim] != 1) {
        strides[rank] = array.strides[dim];
        break;
      }
    ++rank;
  }
  arrays[count++] = {array.data, shape, strides, array.dtype, rank};
}

void Arguments::addScalar(int64_t &value) {
  arrays[count++] = {&value, nullptr, nullptr, SEGMENT_DTYPE_INT64, 0};
}

bool Call::accepts(size_t i) const {
  const Array &array = *operands[i];
  return array.canCollapse(
      getRowDim(operation.family, i, idsRank, resultRowDim, array));
}

bool Call::acceptsDestination(const Array &out) const {
  return out.canCollapse(resultRowDim);
}

KernelKey Call::getKey(bool inPlace) const {
  bool isGather = operation.family == Family::GatherSegment;
  KernelKey key(operation);
  key.attributes = attributes;
  key.dtype = static_cast<int8_t>(operands[0]->dtype);
  key.idsDType = static_cast<int8_t>(operands[isGather ? 2 : 1]->dtype);
  if (isGather)
    key.srcDType = static_cast<int8_t>(operands[1]->dtype);
  key.idsRank = static_cast<int8_t>(idsRank);
  if (operation.isScatter())
    key.depth = static_cast<int8_t>(getDepth());
  key.inPlace = inPlace;
  key.weighted = isGather && operands[3];
  key.columns = KernelKey::getColumns(rowSize);
  return key;
}

/// The problem that a compiled function reports.
[[noreturn]] static void throwError(const std::string &name, int32_t kind,
                                    SegmentError *error) {
  if (kind == SEGMENT_ERROR_KIND_MEMORY || !error) {
    std::string message =
        error ? segmentErrorGetDiagnostic(error, 0)->message : "out of memory";
    segmentErrorDestroy(error);
    throw Problem(Problem::Kind::Memory, name + ": " + message);
  }
  // "'segment.unsorted_segment_sum' op id out of range: ..."
  std::string message = segmentErrorGetDiagnostic(error, 0)->message;
  segmentErrorDestroy(error);
  if (size_t end = message.find("' op ");
      message.rfind("'segment.", 0) == 0 && end != std::string::npos)
    message.erase(0, end + 5);
  switch (kind) {
  case SEGMENT_ERROR_KIND_ORDER:
  case SEGMENT_ERROR_KIND_BOUNDS:
  case SEGMENT_ERROR_KIND_GATHER:
    throw Problem(Problem::Kind::Bounds, name + ": " + message);
  default:
    throw Problem(Problem::Kind::Value, name + ": " + message);
  }
}

void Call::run(const SegmentFunction *function, Array *const *outs,
               bool inPlace, int32_t threads) const {
  Arguments arguments(rowSize);
  bool isGather = operation.family == Family::GatherSegment;
  int64_t segments = resultRank > 0 ? resultShape[0] : 0;
  size_t numOperands = operation.isScatter() || isGather ? 3 : 2;
  for (size_t i = inPlace ? 1 : 0; i < numOperands; ++i)
    arguments.add(*operands[i], getRowDim(operation.family, i, idsRank,
                                          resultRowDim, *operands[i]));
  if (!operation.isScatter() && operation.family != Family::Segment)
    arguments.addScalar(segments);
  if (isGather && operands[3])
    arguments.add(*operands[3], operands[3]->rank);
  for (size_t i = 0; i < operation.numKinds; ++i)
    arguments.add(*outs[i], resultRowDim);

  SegmentCallOptions options = {sizeof(options), threads};
  SegmentError *error = nullptr;
  if (int32_t kind =
          segmentFunctionCall(function, arguments.arrays, arguments.count,
                              nullptr, 0, &options, &error))
    throwError(getName(), kind, error);
}
