//===- Modules.cpp - Compiling modules from Python --------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Modules.h"

#include "Arrays.h"
#include "KernelCache.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <deque>

namespace nb = nanobind;
using namespace segment::python;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// (severity, message, file, line, column)
static nb::tuple convert(const SegmentDiagnostic &diagnostic) {
  static constexpr const char *severities[] = {"error", "warning", "remark",
                                               "note"};
  return nb::make_tuple(severities[diagnostic.severity], diagnostic.message,
                        diagnostic.file, diagnostic.line, diagnostic.column);
}

/// Raises CompileError with the diagnostics.
[[noreturn]] static void throwCompileError(SegmentError *error) {
  if (!error)
    throw std::bad_alloc();
  nb::list diagnostics;
  for (size_t i = 0; i < segmentErrorGetNumDiagnostics(error); ++i)
    diagnostics.append(convert(*segmentErrorGetDiagnostic(error, i)));
  nb::object type =
      nb::module_::import_("segment_mlir._errors").attr("CompileError");
  nb::object exception = type(segmentErrorGetMessage(error), diagnostics);
  segmentErrorDestroy(error);
  PyErr_SetObject(type.ptr(), exception.ptr());
  throw nb::python_error();
}

[[noreturn]] static void throwCallError(int32_t kind, SegmentError *error) {
  std::string message = error ? segmentErrorGetMessage(error) : "out of memory";
  segmentErrorDestroy(error);
  // The message is of the form "place: error: text".
  switch (kind) {
  case SEGMENT_ERROR_KIND_MEMORY:
    throw Problem(Problem::Kind::Memory, message);
  case SEGMENT_ERROR_KIND_ORDER:
  case SEGMENT_ERROR_KIND_BOUNDS:
  case SEGMENT_ERROR_KIND_GATHER:
    throw Problem(Problem::Kind::Bounds, message);
  case SEGMENT_ERROR_KIND_ARGUMENT_TYPE:
    throw Problem(Problem::Kind::Type, message);
  default:
    throw Problem(Problem::Kind::Value, message);
  }
}

//===----------------------------------------------------------------------===//
// Executable
//===----------------------------------------------------------------------===//

namespace {

/// Ends with the last of the module and its functions.
struct ExecutableOwner {
  explicit ExecutableOwner(SegmentExecutable *executable)
      : executable(executable) {}
  ExecutableOwner(const ExecutableOwner &) = delete;
  ~ExecutableOwner() { segmentExecutableDestroy(executable); }

  SegmentExecutable *executable;
};

class Function {
public:
  Function(std::shared_ptr<ExecutableOwner> owner,
           const SegmentFunction *function)
      : owner(std::move(owner)), function(function) {}

  const char *getName() const { return segmentFunctionGetName(function); }
  const char *getType() const { return segmentFunctionGetTypeText(function); }
  nb::object call(const nb::args &arguments, nb::handle threads) const;

private:
  std::shared_ptr<ExecutableOwner> owner;
  const SegmentFunction *function;
};

class Executable {
public:
  static Executable compile(nb::handle source, const std::string &name,
                            const std::string &options,
                            std::optional<int32_t> optLevel);

  std::vector<std::string> getNames() const;
  Function get(const std::string &name) const;
  nb::list getDiagnostics() const;

private:
  std::shared_ptr<ExecutableOwner> owner;
};

} // namespace

Executable Executable::compile(nb::handle source, const std::string &name,
                               const std::string &pipelineOptions,
                               std::optional<int32_t> optLevel) {
  const char *text;
  Py_ssize_t length;
  if (PyBytes_Check(source.ptr())) {
    text = PyBytes_AS_STRING(source.ptr());
    length = PyBytes_GET_SIZE(source.ptr());
  } else if (PyUnicode_Check(source.ptr())) {
    text = PyUnicode_AsUTF8AndSize(source.ptr(), &length);
    if (!text)
      throw nb::python_error();
  } else
    throw Problem(
        Problem::Kind::Type,
        "compile: expected the text of a module (str) or its bytecode "
        "(bytes), got " +
            std::string(Py_TYPE(source.ptr())->tp_name));
  SegmentCompileOptions options = {sizeof(options), pipelineOptions.c_str(),
                                   name.c_str(), optLevel.value_or(-1)};
  SegmentError *error = nullptr;
  SegmentExecutable *executable;
  {
    nb::gil_scoped_release release;
    executable = segmentCompile(getCompiler(), text,
                                static_cast<size_t>(length), &options, &error);
  }
  if (!executable) {
    if (error &&
        segmentErrorGetKind(error) == SEGMENT_ERROR_KIND_INVALID_ARGUMENT) {
      std::string message = segmentErrorGetDiagnostic(error, 0)->message;
      segmentErrorDestroy(error);
      throw Problem(Problem::Kind::Value, "compile: " + message);
    }
    throwCompileError(error);
  }
  Executable result;
  result.owner = std::make_shared<ExecutableOwner>(executable);
  return result;
}

std::vector<std::string> Executable::getNames() const {
  std::vector<std::string> names;
  for (size_t i = 0; i < segmentExecutableGetNumFunctions(owner->executable);
       ++i)
    names.emplace_back(segmentExecutableGetFunctionName(owner->executable, i));
  return names;
}

Function Executable::get(const std::string &name) const {
  SegmentError *error = nullptr;
  const SegmentFunction *function =
      segmentExecutableGetFunction(owner->executable, name.c_str(), &error);
  if (!function) {
    std::string message =
        error ? segmentErrorGetDiagnostic(error, 0)->message : "out of memory";
    segmentErrorDestroy(error);
    throw Problem(Problem::Kind::Value, message);
  }
  return Function(owner, function);
}

nb::list Executable::getDiagnostics() const {
  nb::list diagnostics;
  size_t count = segmentExecutableGetNumDiagnostics(owner->executable);
  for (size_t i = 0; i < count; ++i)
    diagnostics.append(
        convert(*segmentExecutableGetDiagnostic(owner->executable, i)));
  return diagnostics;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// An argument of the type that a function takes.
static Argument readTyped(nb::handle object, const SegmentValueType &type,
                          size_t index) {
  std::string name = "argument " + std::to_string(index);
  if (type.isWritable)
    return readDestination(object, name.c_str());
  if (nb::hasattr(object, "__dlpack__") ||
      nb::hasattr(object, "__array_interface__") ||
      nb::hasattr(object, "__cuda_array_interface__"))
    return readArray(object, name.c_str());
  // Numbers and lists have no type of their own. A number that the type can't
  // hold is refused by numpy.
  nb::object numpy = nb::module_::import_("numpy").attr("asarray")(
      object, getDescrObject(type.dtype));
  return readArray(numpy, name.c_str());
}

static SegmentArray pass(const Array &array) {
  return {array.data, array.shape, array.strides, array.dtype, array.rank};
}

nb::object Function::call(const nb::args &objects,
                          nb::handle threadsObject) const {
  size_t numArguments = segmentFunctionGetNumArguments(function);
  size_t numResults = segmentFunctionGetNumResults(function);
  if (objects.size() != numArguments)
    throw Problem(Problem::Kind::Type,
                  std::string(getName()) + ": expected " +
                      std::to_string(numArguments) + " arguments of type " +
                      getType() + ", got " + std::to_string(objects.size()));
  int32_t threads = 0;
  if (!threadsObject.is_none()) {
    threads = nb::cast<int32_t>(threadsObject);
    if (threads < 1)
      throw Problem(Problem::Kind::Value, "threads: expected at least 1, got " +
                                              std::to_string(threads));
  }
  // Arrays don't move once they are in a deque.
  std::deque<Argument> arguments;
  std::vector<SegmentArray> arrays;
  for (size_t i = 0; i < numArguments; ++i) {
    arguments.push_back(
        readTyped(objects[i], *segmentFunctionGetArgumentType(function, i), i));
    arrays.push_back(pass(arguments.back().array));
  }
  std::vector<std::vector<int64_t>> shapes(numResults);
  std::vector<SegmentResult> results(numResults);
  for (size_t i = 0; i < numResults; ++i) {
    shapes[i].resize(
        static_cast<size_t>(segmentFunctionGetResultType(function, i)->rank));
    results[i] = {};
    results[i].shape = shapes[i].data();
  }

  SegmentCallOptions options = {sizeof(options), threads};
  SegmentError *error = nullptr;
  int32_t kind;
  {
    nb::gil_scoped_release release;
    kind = segmentFunctionCall(function, arrays.data(), numArguments,
                               results.data(), numResults, &options, &error);
  }
  if (kind)
    throwCallError(kind, error);

  nb::list list;
  for (size_t i = 0; i < numResults; ++i) {
    Array array;
    array.data = results[i].data;
    array.dtype = results[i].dtype;
    array.setShape(results[i].shape, results[i].rank);
    if (results[i].ownership == SEGMENT_RESULT_OWNED) {
      list.append(wrapResult(array, results[i].allocation));
      continue;
    }
    // A memref that was handed back is the caller's array itself; of a tensor,
    // or of a scalar, the result is a copy.
    int32_t from = results[i].argument;
    if (from >= 0 &&
        segmentFunctionGetArgumentType(function, static_cast<size_t>(from))
            ->isWritable) {
      list.append(objects[static_cast<size_t>(from)]);
      continue;
    }
    list.append(copyToNumpy(array));
  }
  if (numResults == 0)
    return nb::none();
  return numResults == 1 ? nb::object(list[0]) : nb::object(nb::tuple(list));
}

void segment::python::defineModules(nb::module_ &module) {
  nb::class_<Function>(module, "Function",
                       "A compiled function of a module, to be called with "
                       "arrays.")
      .def_prop_ro("name", &Function::getName)
      .def_prop_ro("type", &Function::getType, "MLIR's spelling of its type.")
      .def("__call__", &Function::call, nb::arg("arguments"), nb::kw_only(),
           nb::arg("threads") = nb::none())
      .def("__repr__", [](const Function &function) {
        return std::string("<function @") + function.getName() + " of type " +
               function.getType() + ">";
      });
  nb::class_<Executable>(module, "Executable")
      .def_prop_ro("names", &Executable::getNames)
      .def("get", &Executable::get)
      .def_prop_ro("diagnostics", &Executable::getDiagnostics);
  module.def("compile", &Executable::compile);
}
