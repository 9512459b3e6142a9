//===- Calls.cpp - Calls of operations from Python --------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"

#include "KernelCache.h"

#include <nanobind/stl/string.h>

#include <optional>

namespace nb = nanobind;
using namespace segment::python;

/// Below this many elements, letting other threads run costs more than it
/// gives.
static constexpr int64_t smallWork = 1 << 13;

//===----------------------------------------------------------------------===//
// Arguments that are no arrays
//===----------------------------------------------------------------------===//

static std::string_view readText(nb::handle object, const char *name) {
  if (object.is_none())
    return {};
  Py_ssize_t length;
  const char *text = PyUnicode_Check(object.ptr())
                         ? PyUnicode_AsUTF8AndSize(object.ptr(), &length)
                         : nullptr;
  if (text)
    return {text, static_cast<size_t>(length)};
  PyErr_Clear();
  throw Problem(Problem::Kind::Type, std::string(name) +
                                         ": expected a string, got " +
                                         Py_TYPE(object.ptr())->tp_name);
}

/// An integer, or what can serve as one.
static int64_t readInteger(nb::handle object, const char *name) {
  nb::object index = nb::steal(PyNumber_Index(object.ptr()));
  if (!index) {
    PyErr_Clear();
    throw Problem(Problem::Kind::Type, std::string(name) +
                                           ": expected an integer, got " +
                                           Py_TYPE(object.ptr())->tp_name);
  }
  int overflow;
  int64_t value = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow != 0)
    throw Problem(Problem::Kind::Value,
                  std::string(name) + ": expected an integer of 64 bits, got " +
                      nb::cast<std::string>(nb::str(index)));
  return value;
}

static int32_t readThreads(nb::handle object) {
  if (object.is_none())
    return 0;
  int64_t threads = readInteger(object, "threads");
  if (threads < 1 || threads > INT32_MAX)
    throw Problem(Problem::Kind::Value, "threads: expected at least 1, got " +
                                            std::to_string(threads));
  return static_cast<int32_t>(threads);
}

static Attributes readAttributes(nb::handle bounds, nb::handle nan,
                                 nb::handle empty, nb::handle accumulate) {
  return {parseBounds(readText(bounds, "bounds")),
          parseNan(readText(nan, "nan")), parseEmpty(readText(empty, "empty")),
          parseAccumulate(readText(accumulate, "accumulate"))};
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {

/// One call of an operation with arguments of Python's.
class PythonCall {
public:
  PythonCall(const Operation &operation, const Attributes &attributes)
      : call(operation, attributes) {}

  Argument &add(Argument argument) {
    Argument &added = arguments[count];
    added = std::move(argument);
    call.operands[count++] = &added.array;
    return added;
  }
  void setWeight(Argument argument) {
    arguments[3] = std::move(argument);
    call.operands[3] = &arguments[3].array;
    count = 4;
  }
  void setNumSegments(nb::handle object, const Argument &ids);

  nb::object run(nb::handle out, nb::handle threads);

private:
  void setDestination(size_t i, nb::handle out);
  void setDestinations(nb::handle out);
  void makeAcceptable();
  nb::object runFresh(int32_t threads);
  nb::object runInto(nb::handle out, int32_t threads);
  bool isInput(const Argument &out) const;
  void execute(int32_t threads);

  Call call;
  Argument arguments[4];
  size_t count = 0;

  bool inPlace = false;
  Argument destinations[Operation::maxKinds];
  Array *outs[Operation::maxKinds];
};

} // namespace

void PythonCall::setNumSegments(nb::handle object, const Argument &ids) {
  if (!object.is_none())
    call.numSegments = readInteger(object, "num_segments");
  else if (ids.array.dtype >= SEGMENT_DTYPE_INT8 &&
           ids.array.dtype <= SEGMENT_DTYPE_UINT32)
    call.numSegments = countSegments(ids.array);
}

/// Whether a destination is the very input of a scatter.
bool PythonCall::isInput(const Argument &out) const {
  if (!call.operation.isScatter())
    return false;
  const Array &a = out.array, &b = arguments[0].array;
  if (a.data != b.data || a.dtype != b.dtype || a.rank != b.rank)
    return false;
  for (int32_t dim = 0; dim < a.rank; ++dim)
    if (a.shape[dim] != b.shape[dim] ||
        (a.shape[dim] > 1 && a.strides[dim] != b.strides[dim]))
      return false;
  return true;
}

void PythonCall::setDestination(size_t i, nb::handle object) {
  Argument &out = destinations[i];
  out = readDestination(object, "out");
  const Array &array = out.array;
  if (array.dtype != arguments[0].array.dtype)
    throw Problem(Problem::Kind::Type,
                  std::string("out: expected elements of type ") +
                      getDTypeName(arguments[0].array.dtype) + ", got " +
                      getDTypeName(array.dtype));
  if (array.rank != call.resultRank ||
      !std::equal(array.shape, array.shape + array.rank, call.resultShape))
    throw Problem(Problem::Kind::Value,
                  "out: expected shape " +
                      formatShape(call.resultShape, call.resultRank) +
                      ", got " + formatShape(array.shape, array.rank));
  for (int32_t dim = 0; dim < array.rank; ++dim)
    if (array.shape[dim] > 1 && array.strides[dim] == 0 &&
        array.getNumElements() > 0)
      throw Problem(Problem::Kind::Value,
                    "out: several elements are in the same place");
  inPlace = isInput(out);
  static constexpr const char *message =
      "out: the array overlaps an argument; only a scatter's input can be the "
      "destination";
  for (size_t k = inPlace ? 1 : 0; k < 4; ++k)
    if (call.operands[k] && shareMemory(out, arguments[k]))
      throw Problem(Problem::Kind::Value, message);
  for (size_t k = 0; k < i; ++k)
    if (shareMemory(out, destinations[k]))
      throw Problem(Problem::Kind::Value,
                    "out: two of the arrays overlap each other");
}

void PythonCall::execute(int32_t threads) {
  KernelKey key = call.getKey(inPlace);
  const SegmentFunction *function = KernelCache::get().find(key);
  int64_t work = arguments[0].array.getNumElements() +
                 arguments[1].array.getNumElements() +
                 call.resultBytes / getByteSize(arguments[0].array.dtype);
  if (function && work < smallWork)
    return call.run(function, outs, inPlace, threads);
  nb::gil_scoped_release release;
  if (!function)
    function = KernelCache::get().findOrCompile(key);
  call.run(function, outs, inPlace, threads);
}

void PythonCall::makeAcceptable() {
  for (size_t i = inPlace ? 1 : 0; i < count; ++i)
    if (call.operands[i] && !call.accepts(i))
      arguments[i].makeContiguous();
}

nb::object PythonCall::runFresh(int32_t threads) {
  size_t numKinds = call.operation.numKinds;
  makeAcceptable();
  std::optional<Result> results[Operation::maxKinds];
  for (size_t i = 0; i < numKinds; ++i) {
    results[i].emplace(arguments[0], arguments[0].array.dtype, call.resultShape,
                       call.resultRank, call.resultBytes);
    outs[i] = &results[i]->getArray();
  }
  execute(threads);
  if (!call.operation.isReduce)
    return results[0]->take();
  nb::list list;
  for (size_t i = 0; i < numKinds; ++i)
    list.append(results[i]->take());
  return nb::tuple(list);
}

void PythonCall::setDestinations(nb::handle out) {
  if (!call.operation.isReduce)
    return setDestination(0, out);
  size_t numKinds = call.operation.numKinds;
  if (!PyTuple_Check(out.ptr()) && !PyList_Check(out.ptr()))
    throw Problem(Problem::Kind::Type,
                  "out: expected a tuple with an array for each kind");
  nb::tuple tuple(nb::borrow(out));
  if (tuple.size() != numKinds)
    throw Problem(Problem::Kind::Value,
                  "out: expected " + std::to_string(numKinds) +
                      " arrays, got " + std::to_string(tuple.size()));
  for (size_t i = 0; i < numKinds; ++i)
    setDestination(i, tuple[i]);
}

nb::object PythonCall::runInto(nb::handle out, int32_t threads) {
  setDestinations(out);
  // A destination whose rows are in pieces is written to at the end.
  std::optional<Result> substitutes[Operation::maxKinds];
  for (size_t i = 0; i < call.operation.numKinds; ++i) {
    outs[i] = &destinations[i].array;
    if (call.acceptsDestination(*outs[i]))
      continue;
    substitutes[i].emplace(Argument(), outs[i]->dtype, call.resultShape,
                           call.resultRank, call.resultBytes);
    outs[i] = &substitutes[i]->getArray();
    inPlace = false;
  }
  makeAcceptable();
  execute(threads);
  for (size_t i = 0; i < call.operation.numKinds; ++i) {
    if (!substitutes[i])
      continue;
    Argument source;
    source.array = substitutes[i]->getArray();
    source.owner = substitutes[i]->take();
    copyElements(destinations[i], source);
  }
  return nb::borrow(out);
}

nb::object PythonCall::run(nb::handle out, nb::handle threadsObject) {
  int32_t threads = readThreads(threadsObject);
  call.prepare();
  return out.is_none() ? runFresh(threads) : runInto(out, threads);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// What happens in `function` is told with the operation's name before it.
template <typename Function>
static nb::object withName(const Operation &operation, Function function) {
  try {
    return function();
  } catch (const Problem &problem) {
    std::string prefix = getName(operation) + ": ";
    std::string message = problem.what();
    if (message.rfind(prefix, 0) != 0)
      message = prefix + message;
    throw Problem(problem.getKind(), message);
  }
}

static Operation getOperation(unsigned code) {
  return Operation(static_cast<Family>(code >> 8),
                   static_cast<Kind>(code & 255));
}

static unsigned getCode(const std::string &name) {
  Operation operation = parseOperation(name);
  return static_cast<unsigned>(operation.family) << 8 |
         static_cast<unsigned>(operation.kinds[0]);
}

static nb::object callSegment(unsigned code, nb::handle data, nb::handle ids,
                              nb::handle numSegments, nb::handle bounds,
                              nb::handle nan, nb::handle empty,
                              nb::handle accumulate, nb::handle out,
                              nb::handle threads) {
  Operation operation = getOperation(code);
  return withName(operation, [&] {
    PythonCall call(operation, readAttributes(bounds, nan, empty, accumulate));
    call.add(readArray(data, "data"));
    Argument &readyIds = call.add(readIds(ids, "segment_ids"));
    if (operation.family != Family::Segment)
      call.setNumSegments(numSegments, readyIds);
    return call.run(out, threads);
  });
}

static nb::object callReduce(nb::handle kinds, nb::handle data, nb::handle ids,
                             nb::handle numSegments, nb::handle bounds,
                             nb::handle nan, nb::handle empty,
                             nb::handle accumulate, nb::handle out,
                             nb::handle threads) {
  Operation operation(Family::UnsortedSegment, Kind::Sum);
  operation.numKinds = 0;
  operation.isReduce = true;
  return withName(operation, [&] {
    if (PyUnicode_Check(kinds.ptr()) || !PySequence_Check(kinds.ptr()))
      throw Problem(Problem::Kind::Type,
                    "kinds: expected a tuple of strings, got " +
                        std::string(Py_TYPE(kinds.ptr())->tp_name));
    for (nb::handle kind : kinds)
      addKind(operation, readText(kind, "kinds"));
    if (operation.numKinds == 0)
      throw Problem(Problem::Kind::Value, "kinds: expected at least one kind");
    PythonCall call(operation, readAttributes(bounds, nan, empty, accumulate));
    call.add(readArray(data, "data"));
    Argument &readyIds = call.add(readIds(ids, "segment_ids"));
    call.setNumSegments(numSegments, readyIds);
    return call.run(out, threads);
  });
}

static nb::object callGather(unsigned code, nb::handle x, nb::handle src,
                             nb::handle ids, nb::handle numSegments,
                             nb::handle weight, nb::handle bounds,
                             nb::handle nan, nb::handle empty,
                             nb::handle accumulate, nb::handle out,
                             nb::handle threads) {
  Operation operation = getOperation(code);
  return withName(operation, [&] {
    PythonCall call(operation, readAttributes(bounds, nan, empty, accumulate));
    Argument &readyX = call.add(readArray(x, "x"));
    call.add(readIds(src, "src"));
    Argument &readyIds = call.add(readIds(ids, "segment_ids"));
    if (!weight.is_none())
      call.setWeight(readArrayOfType(weight, "weight", readyX.array.dtype));
    call.setNumSegments(numSegments, readyIds);
    return call.run(out, threads);
  });
}

static nb::object callScatter(unsigned code, nb::handle input,
                              nb::handle indices, nb::handle updates,
                              nb::handle bounds, nb::handle nan,
                              nb::handle accumulate, nb::handle out,
                              nb::handle threads) {
  Operation operation = getOperation(code);
  return withName(operation, [&] {
    PythonCall call(operation,
                    readAttributes(bounds, nan, nb::none(), accumulate));
    Argument &readyInput = call.add(readArray(input, "input"));
    call.add(readIds(indices, "indices"));
    call.add(readArrayOfType(updates, "updates", readyInput.array.dtype));
    return call.run(out, threads);
  });
}

void segment::python::defineCalls(nb::module_ &module) {
  module.def("get_code", getCode, "The number of an operation.");
  // What is None has a default.
  auto any = [](const char *name) { return nb::arg(name).none(); };
  module.def("segment", callSegment, nb::arg("code"), any("data"),
             any("segment_ids"), any("num_segments"), any("bounds"), any("nan"),
             any("empty"), any("accumulate"), any("out"), any("threads"));
  module.def("reduce", callReduce, any("kinds"), any("data"),
             any("segment_ids"), any("num_segments"), any("bounds"), any("nan"),
             any("empty"), any("accumulate"), any("out"), any("threads"));
  module.def("gather", callGather, nb::arg("code"), any("x"), any("src"),
             any("segment_ids"), any("num_segments"), any("weight"),
             any("bounds"), any("nan"), any("empty"), any("accumulate"),
             any("out"), any("threads"));
  module.def("scatter", callScatter, nb::arg("code"), any("input"),
             any("indices"), any("updates"), any("bounds"), any("nan"),
             any("accumulate"), any("out"), any("threads"));
}
