# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# The extensions of the package, for the interpreter Python_EXECUTABLE. Sets
# `missing` to what they lack, or to nothing, and `segment_extensions` to their
# targets. SegmentMLIR::SegmentCompiler is there.

find_package(Python 3.10 QUIET COMPONENTS Interpreter Development.Module)
if(NOT Python_FOUND)
  set(missing "Python, at least 3.10, and its headers (Debian package python3-dev)")
  return()
endif()
# What a Python package says when it is asked.
function(segment_ask_python result code)
  execute_process(COMMAND "${Python_EXECUTABLE}" -c "${code}"
    OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  set(${result} "${answer}" PARENT_SCOPE)
endfunction()
segment_ask_python(nanobind_ROOT "import nanobind; print(nanobind.cmake_dir())")
find_package(nanobind 2.9 QUIET CONFIG)
if(NOT nanobind_FOUND)
  set(missing "the Python package nanobind 2.9 or newer, below 3 (scripts/requirements.txt)")
  return()
endif()
segment_ask_python(SEGMENT_NUMPY_INCLUDE_DIR
  "import numpy; assert numpy.__version__ >= '2'; print(numpy.get_include())")
if(NOT SEGMENT_NUMPY_INCLUDE_DIR)
  set(missing "the Python package numpy 2 (scripts/requirements.txt)")
  return()
endif()

# What the extensions share: one table of compiled functions for the process.
add_library(SegmentDispatch SHARED
  src/Array.cpp
  src/DiskCache.cpp
  src/Dispatcher.cpp
  src/Kernel.cpp
  src/KernelCache.cpp
  src/Operation.cpp)
target_include_directories(SegmentDispatch PUBLIC src)
target_link_libraries(SegmentDispatch PUBLIC SegmentMLIR::SegmentCompiler)

nanobind_add_module(segment_core NB_DOMAIN segment_mlir
  src/Arrays.cpp
  src/Calls.cpp
  src/Module.cpp
  src/Modules.cpp)
set_target_properties(segment_core PROPERTIES OUTPUT_NAME _core)
target_include_directories(segment_core SYSTEM PRIVATE ${SEGMENT_NUMPY_INCLUDE_DIR})
target_link_libraries(segment_core PRIVATE SegmentDispatch)
set(segment_extensions SegmentDispatch segment_core)

# JAX calls the operations through XLA's foreign function interface, whose
# headers come with jaxlib.
segment_ask_python(SEGMENT_JAXLIB
  "import importlib.util as u; print(u.find_spec('jaxlib').submodule_search_locations[0])")
if(EXISTS "${SEGMENT_JAXLIB}/include/xla/ffi/api/ffi.h"
    AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/src/XlaFfi.cpp)
  nanobind_add_module(segment_xla_ffi NB_DOMAIN segment_mlir src/XlaFfi.cpp)
  set_target_properties(segment_xla_ffi PROPERTIES OUTPUT_NAME _xla_ffi)
  target_include_directories(segment_xla_ffi SYSTEM PRIVATE ${SEGMENT_JAXLIB}/include)
  target_link_libraries(segment_xla_ffi PRIVATE SegmentDispatch)
  list(APPEND segment_extensions segment_xla_ffi)
else()
  message(STATUS "Python package: without segment_mlir.jax, as jaxlib's headers were not found")
endif()
set_target_properties(${segment_extensions} PROPERTIES
  CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
message(STATUS "Python package: for Python ${Python_VERSION}, with nanobind ${nanobind_VERSION}")
